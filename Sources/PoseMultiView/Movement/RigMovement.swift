internal import Pose3D
public import PoseGeometry
internal import PoseImaging
import PoseMotion

/// What cameras of a rig did while they recorded: knocks and drift.
///
/// Where the videos themselves were read, the background of a camera's own images shows when it was
/// rotated and by how much; people who contradict it overrule it. Of recordings of keypoints there are
/// only people.
public struct RigMovement: Sendable, Equatable {
  /// The knocks, in the order of their times.
  public var knocks: [CameraKnock] = []
  /// Cameras that rotated slowly or all the time, by their background.
  public var drifts: [CameraDrift] = []

  /// The share of a camera's images whose background has to be followed to count.
  private static let minimumShare = 0.8
  /// The largest rotation from image to image of a background that is followed, in radians (0.05°), in four
  /// of five images. That of a camera on a tripod is below 0.001°; a larger one is of something that moves before
  /// a bare wall. A chosen value.
  private static let largestStep = 0.05 * Double.pi / 180
  /// Contradictions from so many standard deviations on.
  private static let contradiction = 4.0

  /// Cameras that stood still.
  public init() {}

  /// Looks for the movement of cameras.
  ///
  /// - Parameter views: two or more, with their poses before any knock and their clocks.
  public init(_ views: [ViewFusion.View]) {
    precondition(views.count > 1, "one view has none to compare with")
    guard !views[0].keypoints.frames.isEmpty else { return }
    var unwatched: [Int] = []
    var byBackground: [(view: Int, step: BackgroundSteps.Step)] = []
    for (view, one) in views.enumerated() {
      guard let samples = Self.samples(one) else {
        unwatched.append(view)
        continue
      }
      let steps = BackgroundSteps(samples)
      byBackground += steps.steps.map { (view, $0) }
      if let drift = steps.drift {
        drifts.append(
          CameraDrift(
            view: view, from: drift.from, to: drift.to, angle: drift.angle,
            angleSigma: drift.sigma))
      }
    }
    guard !unwatched.isEmpty || !byBackground.isEmpty else { return }
    var people = PeopleKnocks(views)
    let known = byBackground.map { (view: $0.view, time: $0.step.time) }
    var confirmed: [(view: Int, time: Double)] = []
    for (view, step) in byBackground {
      var knock = CameraKnock(
        candidates: [view], time: step.time, timeSigma: step.timeSigma, rotation: step.rotation,
        sigma: step.sigma, evidence: .background)
      if let shown = people.rotation(of: (view, step.time), among: known),
        let inverse = shown.covariance.inverse
      {
        func distance(_ v: Vector3) -> Double { max(v.dot(inverse * v), 0).squareRoot() }
        let (still, moved) = (
          distance(shown.rotation), distance(shown.rotation - step.rotation)
        )
        // The people show a camera that stands still: something else moved in its images.
        if moved > Self.contradiction, still < moved { continue }
        if moved < Self.contradiction, still > moved { knock.evidence = .backgroundAndPeople }
      }
      knocks.append(knock)
      confirmed.append((view, step.time))
    }
    if !unwatched.isEmpty, people.hasPeople {
      knocks += people.search(among: unwatched, known: confirmed).map { found in
        let d = found.covariance.diagonal
        return CameraKnock(
          candidates: found.candidates, time: found.time, timeSigma: found.timeSigma,
          rotation: found.rotation,
          sigma: Vector3(d.x.squareRoot(), d.y.squareRoot(), d.z.squareRoot()), evidence: .people)
      }
    }
    knocks.sort { ($0.time, $0.candidates[0]) < ($1.time, $1.candidates[0]) }
  }

  /// The rotations of a camera by its background, at times of the first camera's clock; `nil` where they are
  /// missing or can't be followed.
  private static func samples(_ view: ViewFusion.View) -> [BackgroundSteps.Sample]? {
    let frames = view.keypoints.frames
    let samples = frames.compactMap { frame -> BackgroundSteps.Sample? in
      guard let vector = frame.background?.vector else { return nil }
      return BackgroundSteps.Sample(
        time: (frame.time - view.clock.offset) / view.clock.rate, vector: vector)
    }
    guard Double(samples.count) >= minimumShare * Double(max(frames.count, 1)) else { return nil }
    let steps = zip(samples.dropFirst(), samples).map { ($0.vector - $1.vector).length }.sorted()
    guard !steps.isEmpty, steps[steps.count * 4 / 5] < largestStep else { return nil }
    return samples
  }

  /// The views with their knocks, as far as it is certain which camera was knocked.
  public func corrected(_ views: [ViewFusion.View]) -> [ViewFusion.View] {
    var views = views
    for view in views.indices { views[view].knocks = knocks.filter { $0.view == view } }
    return views
  }
}

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
