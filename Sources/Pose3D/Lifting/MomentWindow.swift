internal import PoseGeometry
internal import Kinematics

/// A person's moments as they come, of which so many as know of each other are solved together
/// (`Lifter.bodyPoses(of:)`).
package struct MomentWindow: Sendable {
  private var moments: [LiftedMoment] = []
  /// The number of them that have been given out, and now only contribute.
  private var given = 0

  /// The maximum number of moments solved together, and of those before and after the ones given
  /// out that only contribute: a second is long for a joint.
  private static let size = (most: 300, margin: 30)
  /// Moments farther apart than this, in seconds, don't know of each other.
  package static let longestPause = 0.25
  /// The cosine of the turn of hips or shoulders between two moments below which the detector has
  /// flipped the person. The frames before and after aren't mixed then; the repair of sequences
  /// corrects them.
  private static let turnedRound = 0.5
  /// The maximum motion across the image between two moments: in metres, and in metres per second.
  private static let farthest = (least: 0.2, speed: 10.0)

  /// No moments yet.
  package init() {}

  /// The time of the last moment, in seconds; `nil` before the first.
  package var lastTime: Double? { moments.last?.time }

  /// Adds a moment, and gives those poses that no later one changes: moments' of before, in their order.
  package mutating func append(_ moment: LiftedMoment) -> [BodyPose] {
    moments.append(moment)
    guard moments.count == Self.size.most else { return [] }
    let end = moments.count - Self.size.margin
    let poses = Array(poses[given..<end])
    moments.removeFirst(end - Self.size.margin)
    given = Self.size.margin
    return poses
  }

  /// The poses that haven't been given yet; it is empty then.
  package mutating func finish() -> [BodyPose] {
    defer { self = MomentWindow() }
    return Array(poses[given...])
  }

  /// The moments' poses, run by run.
  private var poses: [BodyPose] {
    var poses = moments.map(\.bodyPose)
    var first = 0
    while first < moments.count {
      var end = first + 1
      while end < moments.count, Self.belong(moments[end - 1], moments[end]) { end += 1 }
      let run = moments[first..<end]
      for (place, solution) in zip(run.indices, Self.solutions(of: run)) {
        if let solution, let pose = moments[place].bodyPose(of: solution) { poses[place] = pose }
      }
      first = end
    }
    return poses
  }

  /// The solutions of a run of moments, `nil` for those without a plausible body; empty if the run
  /// adds nothing to each moment alone.
  private static func solutions(of run: ArraySlice<LiftedMoment>) -> [LiftingSolution?] {
    var solutions = zip(run, states(of: run)).map { $0.solution(at: $1) }
    let known = zip(run, solutions).compactMap { moment, solution in
      solution.map { (time: moment.time, sigmas: $0.covariances.map(\.sigma)) }
    }
    for (place, moment) in zip(solutions.indices, run) {
      guard let solution = solutions[place] else { continue }
      for joint in Joint.allCases where joint != .root {
        let sigma = solution.covariances[joint].sigma
        let around = known.lazy.map { (sigma: $0.sigmas[joint], away: abs($0.time - moment.time)) }
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

  /// The states of a run of moments; none where nothing is known beside each by itself.
  private static func states(of run: ArraySlice<LiftedMoment>) -> [PoseProblem.State] {
    guard run.count > 2 else { return [] }
    let trajectory = PoseTrajectory(
      moments: run.map {
        .init(time: $0.time, problem: $0.solution.problem, state: $0.solution.state)
      }, frame: .camera)
    return trajectory.solved() ?? []
  }

  private static let pairs = [(Joint.leftHip, Joint.rightHip), (.leftShoulder, .rightShoulder)]

  /// Whether two moments are of one run.
  private static func belong(_ before: LiftedMoment, _ after: LiftedMoment) -> Bool {
    let pause = after.time - before.time
    let roots = [before, after].map { $0.solution.state.positions[.root] }
    let across = (roots[1] / roots[1].z - roots[0] / roots[0].z) * min(roots[0].z, roots[1].z)
    return pause > 0 && pause <= longestPause
      && across.length <= farthest.least + farthest.speed * pause
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
}
