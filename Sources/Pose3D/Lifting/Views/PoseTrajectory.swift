internal import Kinematics
internal import PoseGeometry

/// One person's problems at successive moments, solved together: joints move without jerks, and the height is one.
///
/// The moments around one supply what it leaves open, such as a wrist that one camera sees. The
/// accelerations are white noise with a spectral density of the joint's. Rauch, Tung, Striebel 1965
/// smooth with the same model; one banded least-squares problem gives the same, and lets the robust
/// kernels decide again.
struct PoseTrajectory {
  /// A moment.
  struct SynchronizedFrame {
    /// In seconds.
    var time: Double
    var problem: PoseProblem
    /// The solution of the moment by itself.
    var state: PoseProblem.State
  }

  /// The frame in which bodies move.
  enum Frame {
    /// In that of a world in which all cameras stand still.
    case world
    /// In a camera's, which may be held by hand: joints move about the root, and the root as it likes. A bone
    /// keeps its length from moment to moment, which several cameras see in each.
    case camera
  }

  /// In the order of their times, which are all different.
  let moments: [SynchronizedFrame]
  let frame: Frame

  // MARK: Numbers that were chosen

  /// An acceleration, or a change of a bone's length, beyond so many standard deviations counts
  /// less: a foot that comes down, a person whom the detector flips.
  private static let kernel = 2.0
  /// One standard deviation of the change of a bone's length between moments, as a fraction.
  private static let boneSigma = 0.005
  /// The time between pictures for which accelerations are given, in seconds.
  private static let referenceStep = 1.0 / 30
  /// One standard deviation of the change of the logarithm of stature between moments: it doesn't change.
  private static let statureSigma = 0.001
  /// Steps of the solver; chosen.
  private static let steps = 6
  /// The longest step along an axis, in metres, and of the logarithm of stature; chosen.
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

  /// One standard deviation, in metres, of where a joint gets in a time beside where its velocity takes it, along an
  /// axis: `q·t³/3` is the variance under accelerations that are white noise of the density `q` (Bar-Shalom, Li,
  /// Kirubarajan 2001, section 6.2.2).
  static func drift(of joint: Joint, over time: Double) -> Double {
    acceleration(of: joint) * (referenceStep * time * time * time / 3).squareRoot()
  }

  // MARK: Solving

  /// The states of all moments; `nil` when the equations can't be solved.
  func solved() -> [PoseProblem.State]? {
    var states = moments.map(\.state)
    guard moments.count > 1 else { return states }
    let order = PoseUnknowns.order
    // Residuals tie an unknown to itself in the two moments after it, or to others there, too.
    var equations = BandedNormalEquations(
      count: moments.count * order, width: frame == .camera ? 3 * order - 1 : 2 * order)
    var best: (cost: Double, states: [PoseProblem.State])?
    for _ in 0..<Self.steps {
      add(to: &equations, at: states)
      if equations.cost < best?.cost ?? .infinity { best = (equations.cost, states) }
      guard let step = equations.solved()?.band else { return nil }
      for moment in states.indices {
        move(&states[moment], by: step[moment * order..<(moment + 1) * order])
      }
    }
    add(to: &equations, at: states)
    if let best, best.cost < equations.cost { states = best.states }
    return states
  }

  private func move(_ state: inout PoseProblem.State, by step: ArraySlice<Double>) {
    func bounded(_ index: Int) -> Double {
      max(-Self.longestStep, min(Self.longestStep, step[step.startIndex + index]))
    }
    for joint in Joint.allCases {
      for axis in 0..<3 {
        state.positions[joint][axis] += bounded(PoseUnknowns.first(of: joint) + axis)
      }
    }
    state.logStature += bounded(PoseUnknowns.logStature)
  }

  /// The place of an unknown of a moment among those of all.
  private func place(_ index: Int, at moment: Int) -> Int { moment * PoseUnknowns.order + index }

  private func add(to equations: inout BandedNormalEquations, at states: [PoseProblem.State]) {
    equations.removeAll()
    for (index, moment) in moments.enumerated() {
      equations.add(moment.problem.equations(at: states[index]), at: place(0, at: index))
    }
    for first in states.indices.dropLast() {
      let change = states[first + 1].logStature - states[first].logStature
      equations.term(place(PoseUnknowns.logStature, at: first), -1 / Self.statureSigma)
      equations.term(place(PoseUnknowns.logStature, at: first + 1), 1 / Self.statureSigma)
      equations.add(change / Self.statureSigma)
    }
    if frame == .camera {
      for first in states.indices.dropLast() { addBones(to: &equations, states, from: first) }
    }
    for first in states.indices.dropLast(2) {
      addAccelerations(to: &equations, states[first...first + 2], from: first)
    }
  }

  /// The second derivative at the middle one of three moments.
  private func addAccelerations(
    to equations: inout BandedNormalEquations, _ states: ArraySlice<PoseProblem.State>,
    from first: Int
  ) {
    let before = moments[first + 1].time - moments[first].time
    let after = moments[first + 2].time - moments[first + 1].time
    let span = before + after
    let second = SIMD3(2 / (before * span), -2 / (before * after), 2 / (after * span))
    // White noise sampled less often has less variance.
    let density = (span / 2 / Self.referenceStep).squareRoot()
    let root = frame == .camera ? Joint.root : nil
    for joint in Joint.allCases where joint != root {
      let slopes = second * (density / Self.acceleration(of: joint))
      var residual = Vector3.zero
      for (state, slope) in zip(states, [slopes.x, slopes.y, slopes.z]) {
        residual += (state.positions[joint] - (root.map { state.positions[$0] } ?? .zero)) * slope
      }
      let weight = RobustLoss.huber(residual.length, Self.kernel)
      for axis in 0..<3 {
        for later in 0..<3 {
          let moment = first + later
          equations.term(place(PoseUnknowns.first(of: joint) + axis, at: moment), slopes[later])
          guard let root else { continue }
          equations.term(place(PoseUnknowns.first(of: root) + axis, at: moment), -slopes[later])
        }
        equations.add(residual[axis], weight: weight)
      }
    }
  }

  /// A bone has the same length at two moments.
  private func addBones(
    to equations: inout BandedNormalEquations, _ states: [PoseProblem.State], from first: Int
  ) {
    for bone in Self.bones {
      let scale = 1 / (Self.boneSigma * bone.ratio * states[first].stature)
      let spans = states[first...first + 1].map {
        $0.positions[bone.proximal] - $0.positions[bone.distal]
      }
      let residual = scale * (spans[1].length - spans[0].length)
      let along = spans.map { $0 * (scale / ($0.length + 1e-9)) }
      for (moment, slope) in [(first, -along[0]), (first + 1, along[1])] {
        let (proximal, distal) = (
          PoseUnknowns.first(of: bone.proximal), PoseUnknowns.first(of: bone.distal)
        )
        equations.term(from: place(proximal, at: moment), slope)
        equations.term(from: place(distal, at: moment), -slope)
      }
      equations.add(residual, weight: RobustLoss.huber(residual, Self.kernel))
    }
  }

  /// Those that don't change with the arms.
  private static let bones = Anthropometry.bones.filter { !$0.followsArms }.map {
    (proximal: $0.proximal, distal: $0.distal, ratio: $0.ratio)
  }
}
