import PoseGeometry
import Kinematics
import PoseMotion

/// What is done wrong to a frame.
enum Swap: String, CaseIterable, Sendable {
  /// The names of left and right.
  case sides, legs, arms
  /// Those of knees and ankles, of elbows and wrists.
  case lowerLegs, lowerArms
  /// Depth about the root.
  case depth
  /// Both: a lifter's result for an image whose sides were swapped.
  case facing

  /// The kinds in the log.
  var kinds: Set<Repair.Kind> {
    switch self {
    case .sides: [.swappedSides]
    case .legs, .lowerLegs: [.swappedLegs]
    case .arms, .lowerArms: [.swappedArms]
    case .depth: [.flippedDepth]
    case .facing: [.swappedSides, .flippedDepth]
    }
  }

  private var joints: Set<Joint> {
    switch self {
    case .sides, .facing: Set(Joint.allCases)
    case .legs: [.leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle]
    case .lowerLegs: [.leftKnee, .leftAnkle, .rightKnee, .rightAnkle]
    case .arms: [.leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist]
    case .lowerArms: [.leftElbow, .leftWrist, .rightElbow, .rightWrist]
    case .depth: []
    }
  }

  /// Whether depth is turned over.
  private var turnsDepth: Bool { self == .depth || self == .facing }

  func callAsFunction(_ positions: PerJoint<Vector3>) -> PerJoint<Vector3> {
    PerJoint { joint in
      var place = positions[joints.contains(joint) ? joint.mirrored : joint]
      if turnsDepth { place.z = 2 * positions[.root].z - place.z }
      return place
    }
  }
}

/// The mean distance of the joints of two skeletons, in metres.
func meanDistance(_ a: PerJoint<Vector3>, _ b: PerJoint<Vector3>) -> Double {
  Joint.allCases.reduce(0) { $0 + (a[$1] - b[$1]).length } / Double(Joint.allCases.count)
}
