internal import Pose3D

/// The points that a kind of observation has, and their groups.
struct PointLayout: Sendable {
  /// The points' names.
  let order: [VNRecognizedPointKey]
  /// The groups, each with the names of its points.
  let groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])]

  /// No points.
  static let none = PointLayout(order: [], groups: [])

  /// The 19 points of a body, and the detected points that they come from.
  static let bodyKeypoints = KeypointLayout.vision.points.compactMap { keypoint in
    keypoint.flatMap { keypoint in
      keypoint.visionName.map { (key: VNRecognizedPointKey(rawValue: $0), keypoint: keypoint) }
    }
  }

  /// A body's points.
  static let body = PointLayout(
    order: bodyKeypoints.map(\.key),
    groups: KeypointGroup.allCases.map { group in
      (
        VNRecognizedPointGroupKey(rawValue: group.visionName),
        group.points.compactMap { $0.visionName.map(VNRecognizedPointKey.init(rawValue:)) }
      )
    })

  /// A hand's points.
  static let hand = PointLayout(
    order: HandJoint.allCases.map { VNRecognizedPointKey(rawValue: $0.visionName) },
    groups: Finger.allCases.map { finger in
      (
        VNRecognizedPointGroupKey(rawValue: finger.visionName),
        finger.joints.map { VNRecognizedPointKey(rawValue: $0.visionName) }
      )
    } + [(.all, HandJoint.allCases.map { VNRecognizedPointKey(rawValue: $0.visionName) })])
}
