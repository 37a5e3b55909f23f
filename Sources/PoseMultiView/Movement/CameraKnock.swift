public import PoseGeometry

/// A knock: at one moment of a recording a camera was rotated, and stayed so.
public struct CameraKnock: Sendable, Equatable {
  /// The measurement by which a knock was found.
  public enum Evidence: String, Sendable {
    /// The background of the camera's own images.
    case background
    /// The keypoints of people in all cameras.
    case people
    /// The background, and the people agree.
    case backgroundAndPeople
  }

  /// The camera, as its place among the views. People alone may leave it open which of two cameras
  /// it was: then all that it could be, the likeliest first.
  public var candidates: [Int]
  /// Seconds by the first camera's clock, and one standard deviation.
  public var time: Double
  /// One standard deviation of `time`, in seconds.
  public var timeSigma: Double
  /// Rotation vector in radians, in the axes of the first candidate's camera: its `cameraFromWorld`
  /// after the knock is this rotation after that before.
  public var rotation: Vector3
  /// One standard deviation of each component of `rotation`, in radians.
  public var sigma: Vector3
  /// The measurement by which it was found.
  public var evidence: Evidence

  /// A knock.
  public init(
    candidates: [Int], time: Double, timeSigma: Double, rotation: Vector3, sigma: Vector3,
    evidence: Evidence
  ) {
    precondition(!candidates.isEmpty, "a knock of some camera")
    (self.candidates, self.time, self.timeSigma) = (candidates, time, timeSigma)
    (self.rotation, self.sigma, self.evidence) = (rotation, sigma, evidence)
  }

  /// The camera, as its place among the views; `nil` where it is open which one it was.
  public var view: Int? { candidates.count == 1 ? candidates[0] : nil }

  /// The angle of the rotation, in radians.
  public var angle: Double { rotation.length }

  /// One standard deviation of the angle, in radians: the components' along the rotation.
  public var angleSigma: Double {
    guard let axis = rotation.normalized else { return sigma.length }
    return (axis * sigma).length
  }

  /// The pose of the camera after the knock, from that before.
  public func pose(after before: RigidTransform) -> RigidTransform {
    RigidTransform(rotation: Rotation(rotationVector: rotation), translation: .zero) * before
  }
}

/// A camera that rotates slowly, or all the time, while it records.
public struct CameraDrift: Sendable, Equatable {
  /// The camera, as its place among the views.
  public var view: Int
  /// The first and the last moment of the movement, in seconds by the first camera's clock.
  public var from: Double
  /// The last moment, in seconds by the first camera's clock.
  public var to: Double
  /// The largest rotation between two moments, in radians.
  public var angle: Double
  /// One standard deviation of `angle`, in radians.
  public var angleSigma: Double
}
