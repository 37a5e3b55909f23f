internal import Pose3D

/// The order of PoseNet's 17 joints and of the 16 limbs along which its displacements lead: those
/// of TensorFlow.js's PoseNet, and of every model that was converted from it.
enum PoseNetTree {
  /// From a joint to the next one away from the nose.
  struct Limb {
    /// Positions in `joints`.
    let parent, child: Int
  }

  /// Count of the joints.
  static let jointCount = 17
  /// Count of the limbs.
  static let limbCount = 16
  /// Channels of the offsets: y of all joints, then x.
  static let offsetCount = 2 * jointCount
  /// Channels of the displacements in one direction: y of all limbs, then x.
  static let displacementCount = 2 * limbCount

  /// COCO's 17 points.
  static let joints = KeypointLayout.coco.points.compactMap { $0 }

  /// A limb's position is that of its displacement.
  static let limbs: [Limb] = [
    (.nose, .leftEye), (.leftEye, .leftEar), (.nose, .rightEye), (.rightEye, .rightEar),
    (.nose, .leftShoulder), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
    (.leftShoulder, .leftHip), (.leftHip, .leftKnee), (.leftKnee, .leftAnkle),
    (.nose, .rightShoulder), (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist),
    (.rightShoulder, .rightHip), (.rightHip, .rightKnee), (.rightKnee, .rightAnkle),
  ].map { (parent: Keypoint, child: Keypoint) in
    Limb(parent: joints.firstIndex(of: parent)!, child: joints.firstIndex(of: child)!)
  }

  /// A step along a limb, with or against its direction.
  struct Step {
    let target: Int
    /// The displacement's position.
    let limb: Int
    let isForward: Bool
  }

  /// The steps that lead away from each joint.
  static let steps: [[Step]] = joints.indices.map { joint in
    limbs.enumerated().compactMap { index, limb in
      switch joint {
      case limb.parent: Step(target: limb.child, limb: index, isForward: true)
      case limb.child: Step(target: limb.parent, limb: index, isForward: false)
      default: nil
      }
    }
  }
}
