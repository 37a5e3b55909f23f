internal import Geometry
internal import Kinematics

/// One person's problems at successive moments, solved together: joints move without jerks, and the height is one.
///
/// What one moment leaves open – a wrist that one camera sees – the moments around it say. The accelerations
/// are white noise with a spectral density of the joint's (Rauch, Tung, Striebel 1965 smooth with the same
/// model; one banded least-squares problem gives the same, and lets the robust kernels decide again).
struct PoseTrajectory {
  /// A moment.
  struct Moment {
    /// In seconds.
    var time: Double
    var problem: PoseProblem
    /// The solution of the moment by itself.
    var state: PoseProblem.State
  }

  /// In the order of their times, which are all different.
  let moments: [Moment]

  // MARK: Numbers that were chosen

  /// The time between pictures for which accelerations are given, in seconds.
  private static let referenceStep = 1.0 / 30
  /// An acceleration beyond so many standard deviations counts less: a foot that comes down.
  private static let accelerationKernel = 2.0
  /// One standard deviation of the change of the logarithm of stature between moments: it doesn't change.
  private static let statureSigma = 0.001
  private static let steps = 6
  private static let longestStep = 0.1

  /// One standard deviation of a joint's acceleration along an axis, in m/s², from picture to picture.
  private static func acceleration(of joint: Joint) -> Double {
    switch JointErrorModel.Group(joint) {
    case .root, .hips, .spine: 3
    case .centerShoulder, .head, .shoulders: 3.5
    case .knees, .elbows: 6
    case .ankles, .wrists: 10
    }
  }

  // MARK: Solving

  /// The states of all moments; `nil` when the equations can't be solved.
  func solved() -> [PoseProblem.State]? {
    var states = moments.map(\.state)
    guard moments.count > 1 else { return states }
    var equations = TrajectoryEquations(moments: moments.count)
    var best: (cost: Double, states: [PoseProblem.State])?
    for _ in 0..<Self.steps {
      add(to: &equations, at: states)
      if equations.cost < best?.cost ?? .infinity { best = (equations.cost, states) }
      guard equations.solve() else { return nil }
      for moment in states.indices { move(&states[moment], by: equations, at: moment) }
    }
    add(to: &equations, at: states)
    if let best, best.cost < equations.cost { states = best.states }
    return states
  }

  private func move(
    _ state: inout PoseProblem.State, by equations: TrajectoryEquations, at moment: Int
  ) {
    for joint in Joint.allCases {
      for axis in 0..<3 {
        let step = equations.step(of: 3 * joint.rawValue + axis, at: moment)
        state.positions[joint][axis] += max(-Self.longestStep, min(Self.longestStep, step))
      }
    }
    let step = equations.step(of: NormalEquations.logStature, at: moment)
    state.logStature += max(-Self.longestStep, min(Self.longestStep, step))
  }

  private func add(to equations: inout TrajectoryEquations, at states: [PoseProblem.State]) {
    equations.removeAll()
    for (place, moment) in moments.enumerated() {
      equations.add(moment.problem.equations(at: states[place]), at: place)
    }
    for first in states.indices.dropLast() {
      let change = states[first + 1].logStature - states[first].logStature
      equations.add(
        change / Self.statureSigma,
        slopes: SIMD3(-1 / Self.statureSigma, 1 / Self.statureSigma, 0),
        of: NormalEquations.logStature, from: first)
    }
    for first in states.indices.dropLast(2) {
      addAccelerations(to: &equations, states[first...first + 2], from: first)
    }
  }

  /// The second derivative at the middle one of three moments.
  private func addAccelerations(
    to equations: inout TrajectoryEquations, _ states: ArraySlice<PoseProblem.State>,
    from first: Int
  ) {
    let before = moments[first + 1].time - moments[first].time
    let after = moments[first + 2].time - moments[first + 1].time
    let span = before + after
    let second = SIMD3(2 / (before * span), -2 / (before * after), 2 / (after * span))
    // White noise sampled less often has less variance.
    let density = (span / 2 / Self.referenceStep).squareRoot()
    for joint in Joint.allCases {
      let slopes = second * (density / Self.acceleration(of: joint))
      let residual =
        states[first].positions[joint] * slopes.x + states[first + 1].positions[joint] * slopes.y
        + states[first + 2].positions[joint] * slopes.z
      let weight = PoseProblem.huber(residual.length, Self.accelerationKernel)
      for axis in 0..<3 {
        equations.add(
          residual[axis], slopes: slopes, of: 3 * joint.rawValue + axis, from: first,
          weight: weight)
      }
    }
  }
}
