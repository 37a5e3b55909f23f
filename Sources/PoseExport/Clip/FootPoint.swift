internal import PoseGeometry
internal import Kinematics

/// A point of the feet. The raw value is its name in files.
enum FootPoint: String, CaseIterable {
  case leftHeel, leftToe, rightHeel, rightToe
}
