internal import PoseGeometry
internal import Kinematics

/// A person's frames as they come, of which so many as know of each other are solved together
/// (`Lifter.bodyPoses(of:)`).
package struct LiftingWindow: Sendable {
  private let repairsSides: Bool
  private var frames: [LiftedFrame] = []
  /// The number of them that have been given out, and now only contribute.
  private var given = 0

  /// The maximum number of frames solved together, and of those before and after the ones given
  /// out that only contribute: a second is long for a joint.
  private static let size = (most: 300, margin: 30)
  /// Frames farther apart than this, in seconds, don't know of each other.
  package static let longestPause = 0.25
  /// The cosine of the turn of hips or shoulders between two frames below which the detector has
  /// flipped the person. The frames before and after aren't mixed then; the repair of sequences
  /// corrects them.
  private static let turnedRound = 0.5
  /// The maximum motion across the image between two frames: in metres, and in metres per second.
  private static let farthest = (least: 0.2, speed: 10.0)

  /// No frames yet.
  ///
  /// - Parameter repairsSides: whether frames whose keypoints have other sides than those around them are lifted again
  ///   with the sides of these.
  package init(repairsSides: Bool) { self.repairsSides = repairsSides }

  /// The time of the last frame, in seconds; `nil` before the first.
  package var lastTime: Double? { frames.last?.time }

  /// Adds a frame, and gives those poses that no later one changes: frames' of before, in their order.
  package mutating func append(_ frame: LiftedFrame) -> [BodyPose] {
    frames.append(frame)
    guard frames.count == Self.size.most else { return [] }
    let end = frames.count - Self.size.margin
    let poses = Array(poses[given..<end])
    frames.removeFirst(end - Self.size.margin)
    given = Self.size.margin
    return poses
  }

  /// The poses that haven't been given yet; it is empty then.
  package mutating func finish() -> [BodyPose] {
    defer { self = LiftingWindow(repairsSides: repairsSides) }
    return Array(poses[given...])
  }

  /// The frames' poses, run by run.
  private var poses: [BodyPose] {
    let frames = repairsSides ? Self.withRepairedSides(frames) : frames
    var poses = frames.map(\.bodyPose)
    var first = 0
    while first < frames.count {
      var end = first + 1
      while end < frames.count, Self.belong(frames[end - 1], frames[end]) { end += 1 }
      let run = frames[first..<end]
      for (place, solution) in zip(run.indices, Self.solutions(of: run)) {
        if let solution, let pose = frames[place].bodyPose(of: solution) { poses[place] = pose }
      }
      first = end
    }
    return poses
  }

  /// The frames with the sides that the frames around them say (`SideContinuity`), lifted again where these are others.
  /// One that had a depth map, which isn't kept, stays as it is.
  private static func withRepairedSides(_ frames: [LiftedFrame]) -> [LiftedFrame] {
    var repaired = frames
    var first = 0
    while first < frames.count {
      var end = first + 1
      while end < frames.count, areNear(frames[end - 1], frames[end]) { end += 1 }
      let swaps = SideContinuity.swaps(
        of: frames[first..<end].map {
          .init(time: $0.time, pose: $0.person.usable, size: $0.person.bodySize)
        })
      for (place, limbs) in zip(first..<end, swaps)
      where !limbs.isEmpty && frames[place].solution.depthUse == .notGiven {
        let frame = frames[place]
        let lifted = try? frame.lifter.moment(
          at: frame.time, from: frame.person.given.swapping(limbs), camera: frame.setting.camera)
        if let lifted { repaired[place] = lifted }
      }
      first = end
    }
    return repaired
  }

  /// The solutions of a run of frames, `nil` for those without a plausible body; empty if the run
  /// adds nothing to each frame alone.
  private static func solutions(of run: ArraySlice<LiftedFrame>) -> [LiftingSolution?] {
    var solutions = zip(run, states(of: run)).map { $0.solution(at: $1) }
    let known = zip(run, solutions).compactMap { frame, solution in
      solution.map { (time: frame.time, sigmas: $0.covariances.map(\.sigma)) }
    }
    for (place, frame) in zip(solutions.indices, run) {
      guard let solution = solutions[place] else { continue }
      for joint in Joint.allCases where joint != .root {
        let sigma = solution.covariances[joint].sigma
        let around = known.lazy.map { (sigma: $0.sigmas[joint], away: abs($0.time - frame.time)) }
          .filter { $0.away <= longestPause }
          .map { other -> Double in
            let drift = PoseTrajectory.drift(of: joint, over: other.away)
            return (other.sigma * other.sigma + drift * drift).squareRoot()
          }
        guard let surest = around.min(), surest < sigma else { continue }
        let share = surest / sigma
        solutions[place]?.covariances[joint] = solution.covariances[joint] * (share * share)
      }
    }
    return solutions
  }

  /// The states of a run of frames; none where nothing is known beside each by itself.
  private static func states(of run: ArraySlice<LiftedFrame>) -> [PoseProblem.State] {
    guard run.count > 2 else { return [] }
    let trajectory = PoseTrajectory(
      moments: run.map {
        .init(time: $0.time, problem: $0.solution.problem, state: $0.solution.state)
      }, frame: .camera)
    return trajectory.solved() ?? []
  }

  private static let pairs = [(Joint.leftHip, Joint.rightHip), (.leftShoulder, .rightShoulder)]

  /// Whether two frames are of one run.
  private static func belong(_ before: LiftedFrame, _ after: LiftedFrame) -> Bool {
    areNear(before, after)
      && (before.solution.depthUse == .used) == (after.solution.depthUse == .used)
      && pairs.allSatisfy { left, right in
        let lines = [before, after].map {
          let positions = $0.solution.state.positions
          return (positions[left] - positions[right]).normalized
        }
        guard let first = lines[0], let second = lines[1] else { return false }
        return first.dot(second) >= turnedRound
      }
  }

  /// Whether a person can be in two frames.
  private static func areNear(_ before: LiftedFrame, _ after: LiftedFrame) -> Bool {
    let pause = after.time - before.time
    let roots = [before, after].map { $0.solution.state.positions[.root] }
    let across = (roots[1] / roots[1].z - roots[0] / roots[0].z) * min(roots[0].z, roots[1].z)
    return pause > 0 && pause <= longestPause
      && across.length <= farthest.least + farthest.speed * pause
  }
}
