public import Foundation
internal import Pose3D

/// A hand in a picture: 21 points.
public struct HumanHandPoseObservation: VisionObservation, PoseProviding {
  /// The observation's own number.
  public let uuid: UUID
  /// The confidence, 0…1.
  public let confidence: Float
  /// The time of the observation; `nil` for a single image.
  public let timeRange: CMTimeRange?
  /// The request that found it; `nil` for one of the original API.
  public let originatingRequestDescriptor: RequestDescriptor?
  /// The side of the person's hand; `nil` when that isn't known.
  public let chirality: Chirality?

  private let joints: [JointName: Joint]

  /// The name of a joint, under the name that `PoseProviding` gives it.
  public typealias PoseJointName = JointName
  /// The name of a group, under the name that `PoseProviding` gives it.
  public typealias PoseJointsGroupName = JointsGroupName

  /// The side of a person's hand.
  public typealias Chirality = Vision.Chirality

  /// The observation of the original API.
  public init(_ observation: VNHumanHandPoseObservation) {
    self.init(observation, request: nil)
  }

  init(_ pose: HandPose, request: RequestDescriptor?, at time: CMTimeRange) {
    self.init(VNHumanHandPoseObservation(pose).at(time), request: request)
  }

  private init(_ observation: VNHumanHandPoseObservation, request: RequestDescriptor?) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.frameTime
    originatingRequestDescriptor = request
    joints = Self.joints(of: observation)
    chirality =
      switch observation.chirality {
      case .left: .left
      case .right: .right
      case .unknown: nil
      }
  }

  private static func joints(of observation: VNHumanHandPoseObservation) -> [JointName: Joint] {
    Dictionary(
      uniqueKeysWithValues: observation.points.compactMap { key, point in
        JointName(rawValue: key.rawValue).map { ($0, Joint(point)) }
      })
  }

  /// The names of all joints, whether they were found or not.
  public var availableJointNames: [JointName] { JointName.allCases }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

  /// A joint; one that wasn't found has the confidence 0.
  public func joint(for jointName: JointName) -> Joint? { joints[jointName] }

  /// The joints of a group, or all of them; those that weren't found have the confidence 0.
  public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint] {
    guard let groupName else { return joints }
    return joints.filter { groupName.members.contains($0.key) }
  }

  /// Coordinates and confidences as Core ML takes them (`keypointsMultiArray()` of the original API).
  public var keypoints: MLMultiArray {
    let listed = JointName.allCases.filter { $0.rawValue != "root" }.compactMap { joints[$0] }
    return MLMultiArray(
      shape: [1, 3, listed.count],
      floats: listed.map { Float($0.location.x) } + listed.map { Float($0.location.y) }
        + listed.map(\.confidence))
  }

  /// The number of points in the picture and the confidence in words.
  public var description: String {
    "HumanHandPoseObservation \(joints.values.count { $0.confidence > 0 }) points, confidence \(confidence)"
  }
}

extension HumanHandPoseObservation {
  /// The name of a joint; the raw value is that of the original API.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The wrist.
    case wrist = "VNHLKWRI"
    /// The thumb's carpometacarpal joint.
    case thumbCMC = "VNHLKTCMC"
    /// The thumb's metacarpophalangeal joint.
    case thumbMP = "VNHLKTMP"
    /// The thumb's interphalangeal joint.
    case thumbIP = "VNHLKTIP"
    /// The thumb's tip.
    case thumbTip = "VNHLKTTIP"
    /// The index finger's metacarpophalangeal joint.
    case indexMCP = "VNHLKIMCP"
    /// The index finger's proximal interphalangeal joint.
    case indexPIP = "VNHLKIPIP"
    /// The index finger's distal interphalangeal joint.
    case indexDIP = "VNHLKIDIP"
    /// The index finger's tip.
    case indexTip = "VNHLKITIP"
    /// The middle finger's metacarpophalangeal joint.
    case middleMCP = "VNHLKMMCP"
    /// The middle finger's proximal interphalangeal joint.
    case middlePIP = "VNHLKMPIP"
    /// The middle finger's distal interphalangeal joint.
    case middleDIP = "VNHLKMDIP"
    /// The middle finger's tip.
    case middleTip = "VNHLKMTIP"
    /// The ring finger's metacarpophalangeal joint.
    case ringMCP = "VNHLKRMCP"
    /// The ring finger's proximal interphalangeal joint.
    case ringPIP = "VNHLKRPIP"
    /// The ring finger's distal interphalangeal joint.
    case ringDIP = "VNHLKRDIP"
    /// The ring finger's tip.
    case ringTip = "VNHLKRTIP"
    /// The little finger's metacarpophalangeal joint.
    case littleMCP = "VNHLKPMCP"
    /// The little finger's proximal interphalangeal joint.
    case littlePIP = "VNHLKPPIP"
    /// The little finger's distal interphalangeal joint.
    case littleDIP = "VNHLKPDIP"
    /// The little finger's tip.
    case littleTip = "VNHLKPTIP"
  }

  /// The name of a group of joints; the raw value is that of the original API.
  public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The thumb's four.
    case thumb = "VNHLRKT"
    /// The index finger's four.
    case indexFinger = "VNHLRKI"
    /// The middle finger's four.
    case middleFinger = "VNHLRKM"
    /// The ring finger's four.
    case ringFinger = "VNHLRKR"
    /// The little finger's four.
    case littleFinger = "VNHLRKP"
  }
}

extension HumanHandPoseObservation.JointsGroupName {
  /// The joints of the group.
  var members: [HumanHandPoseObservation.JointName] {
    (Finger.allCases.first { $0.visionName == rawValue }?.joints ?? []).compactMap {
      HumanHandPoseObservation.JointName(rawValue: $0.visionName)
    }
  }
}
