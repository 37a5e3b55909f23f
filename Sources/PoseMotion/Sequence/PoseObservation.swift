public import Pose3D

/// A person at one moment as they were measured, before anything is repaired, filled or smoothed.
public struct PoseObservation: Sendable, Equatable {
  /// The identity that the tracker or the file gives; `nil` when it gives none.
  public var id: Int?
  /// The detector's confidence in the person, 0…1; 1 when it is unknown.
  public var confidence: Double
  /// The joints, the feet and the stature, in the recording's frame.
  public var body: BodyEstimate

  /// A person who was measured.
  public init(_ body: BodyEstimate, id: Int? = nil, confidence: Double = 1) {
    self.id = id
    self.confidence = confidence
    self.body = body
  }

  /// A lifted pose.
  ///
  /// - Parameters:
  ///   - pose: the pose.
  ///   - id: the tracker's identity.
  public init(_ pose: BodyPose, id: Int?) {
    self.init(pose.body, id: id, confidence: pose.confidence)
  }
}
