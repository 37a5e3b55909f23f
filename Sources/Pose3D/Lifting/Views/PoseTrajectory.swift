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
    var equations = TrajectoryEquations(
      moments: moments.count, areCoupled: frame == .camera)
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
    if frame == .camera {
      for first in states.indices.dropLast() { addBones(to: &equations, states, from: first) }
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
    let root = frame == .camera ? Joint.root : nil
    for joint in Joint.allCases where joint != root {
      let slopes = second * (density / Self.acceleration(of: joint))
      var residual = Vector3.zero
      for (state, slope) in zip(states, [slopes.x, slopes.y, slopes.z]) {
        residual += (state.positions[joint] - (root.map { state.positions[$0] } ?? .zero)) * slope
      }
      let weight = PoseProblem.huber(residual.length, Self.kernel)
      for axis in 0..<3 {
        equations.add(
          residual[axis], slopes: slopes, of: 3 * joint.rawValue + axis,
          less: root.map { 3 * $0.rawValue + axis }, from: first, weight: weight)
      }
    }
  }

  /// A bone has the same length at two moments.
  private func addBones(
    to equations: inout TrajectoryEquations, _ states: [PoseProblem.State], from first: Int
  ) {
    for bone in Self.bones {
      let scale = 1 / (Self.boneSigma * bone.ratio * states[first].stature)
      let spans = states[first...first + 1].map {
        $0.positions[bone.proximal] - $0.positions[bone.distal]
      }
      let residual = scale * (spans[1].length - spans[0].length)
      let along = spans.map { $0 * (scale / ($0.length + 1e-9)) }
      equations.add(
        residual,
        slopes: [
          (first, bone.proximal, -along[0]), (first, bone.distal, along[0]),
          (first + 1, bone.proximal, along[1]), (first + 1, bone.distal, -along[1]),
        ], weight: PoseProblem.huber(residual, Self.kernel))
    }
  }

  /// Those that don't change with the arms.
  private static let bones = Anthropometry.bones.filter { !$0.followsArms }.map {
    (proximal: $0.proximal, distal: $0.distal, ratio: $0.ratio)
  }
}

/// The normal equations of one person's problems at successive moments, each tied to the two before it: a band
/// matrix, of which the lower half is kept.
struct TrajectoryEquations {
  /// Unknowns of a moment.
  private static let order = NormalEquations.order

  /// Diagonals below the main one.
  private let width: Int
  /// By columns, each from its diagonal down.
  private var band: [Double]
  /// The gradient; after `solve` the step.
  private var vector: [Double]
  /// Σ of the squares of the residuals as their kernels count them.
  private(set) var cost = 0.0

  private var column: Int { width + 1 }

  /// Equations of so many moments, all zero.
  ///
  /// - Parameter areCoupled: whether residuals tie an unknown to others of the moments after it, or only to itself.
  init(moments count: Int, areCoupled: Bool) {
    width = (areCoupled ? 3 : 2) * Self.order - (areCoupled ? 1 : 0)
    band = Array(repeating: 0, count: count * Self.order * (width + 1))
    vector = Array(repeating: 0, count: count * Self.order)
  }

  /// Takes out all residuals.
  mutating func removeAll() {
    band.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    vector.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    cost = 0
  }

  /// Adds what is known of a moment by itself.
  mutating func add(_ equations: borrowing NormalEquations, at moment: Int) {
    let first = moment * Self.order
    cost += equations.cost
    for index in 0..<Self.order {
      let place = (first + index) * column
      equations.forEach(inColumn: index) { row, value in band[place + row - index] += value }
      vector[first + index] += equations.slope(of: index)
    }
  }

  /// Adds a residual that depends on one unknown at a moment and the two after it, or on that less another.
  @inline(__always)
  mutating func add(
    _ residual: Double, slopes: SIMD3<Double>, of index: Int, less other: Int? = nil,
    from moment: Int, weight: Double = 1
  ) {
    let w2 = weight * weight
    cost += residual * residual * w2 * (2 - w2)
    for a in 0..<3 where slopes[a] != 0 {
      let row = (moment + a) * Self.order
      addSlope(w2 * slopes[a] * residual, of: index, less: other, row)
      for b in 0..<3 {
        let value = w2 * slopes[a] * slopes[b]
        let later = (moment + b) * Self.order
        if b >= a { add(value, row + index, later + index) }
        guard let other else { continue }
        if b >= a { add(value, row + other, later + other) }
        add(-value, row + index, later + other)
      }
    }
  }

  @inline(__always)
  private mutating func addSlope(_ value: Double, of index: Int, less other: Int?, _ row: Int) {
    vector[row + index] += value
    if let other { vector[row + other] -= value }
  }

  /// Adds to the element of a pair of unknowns.
  @inline(__always)
  private mutating func add(_ value: Double, _ one: Int, _ two: Int) {
    band[min(one, two) * column + abs(one - two)] += value
  }

  /// Adds a residual that depends on the places of joints at moments not more than two apart.
  mutating func add(
    _ residual: Double, slopes: [(moment: Int, joint: Joint, slope: Vector3)], weight: Double
  ) {
    let w2 = weight * weight
    cost += residual * residual * w2 * (2 - w2)
    for one in slopes {
      let first = one.moment * Self.order + 3 * one.joint.rawValue
      for axis in 0..<3 {
        let column = first + axis
        let slope = w2 * one.slope[axis]
        vector[column] += slope * residual
        for two in slopes {
          for (other, value) in [two.slope.x, two.slope.y, two.slope.z].enumerated() {
            let row = two.moment * Self.order + 3 * two.joint.rawValue + other
            if row >= column { add(slope * value, column, row) }
          }
        }
      }
    }
  }

  /// Finds the step by LAPACK's band Cholesky solver; `false` when the equations can't be solved.
  mutating func solve() -> Bool {
    for place in vector.indices {
      vector[place] = -vector[place]
      band[place * column] = band[place * column] * (1 + 1e-9) + 1e-6
    }
    return LinearAlgebra.solveBanded(&band, width: width, &vector)
  }

  /// The step that `solve` found for an unknown of a moment.
  func step(of index: Int, at moment: Int) -> Double { vector[moment * Self.order + index] }
}
