internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseSystem

/// Finds the body in several views of one moment, and the views that have the sides swapped or show
/// another person.
struct MultiViewSolver {
  /// The views that show enough of a person.
  let observations: [PersonObservation]
  private let options: Lifter.Options
  private let previous: PoseProblem.State?

  /// The result.
  struct Solution {
    var observations: [PersonObservation]
    var problem: PoseProblem
    var state: PoseProblem.State
    /// The robust sum of squares, and what the body before adds to it.
    var cost: Double
  }

  /// `nil` when fewer than two views show enough of a person.
  init?(
    _ observations: [PersonObservation], options: Lifter.Options, after previous: PoseProblem.State?
  ) {
    guard observations.count > 1 else { return nil }
    (self.observations, self.options, self.previous) = (observations, options, previous)
  }

  // MARK: Numbers that were chosen

  /// A measured stature is held no tighter than this.
  private static let minimumStatureSigma = 0.005
  /// Steps of the solver; chosen.
  private static let steps = 12
  /// The initial factor on the robust kernels' widths.
  private static let annealing = 8.0
  /// The median error of a view's limbs from which on swapped sides are tested, in a keypoint's
  /// standard deviations: about 5 cm for a detector's.
  private static let suspicious = 1.5
  /// The minimum decrease of the cost for sides to be swapped: a sound view gains nothing of it.
  private static let swapMargin = 12.0
  /// The median error of an outlier view, as a fraction of the body's size: about 18 cm.
  private static let outlierView = 0.15
  /// One standard deviation of a joint's movement since the body before, in metres, and the most that a joint
  /// counts.
  private static let movement = (sigma: 0.1, most: 4.0)

  // MARK: Solving

  /// The solution; `nil` when no body agrees with two views.
  func solved() -> Solution? {
    guard var best = solution(of: observations, from: nil) else { return nil }
    for _ in 0..<observations.count {
      guard isSuspicious(best), let better = swapped(best) else { break }
      best = better
    }
    while hasOutlierView(best) {
      guard let next = withoutOutlierView(best) else { return nil }
      best = next
    }
    return withDepth(best)
  }

  private static func logStature(_ options: Lifter.Options) -> (mean: Double, sigma: Double) {
    if let given = options.bodyHeight { return (log(given), Stature.givenSigma) }
    if let known = options.proportions?.measuredStature, let sigma = known.sigma {
      return (log(known.metres), max(sigma / known.metres, minimumStatureSigma))
    }
    return LiftingProblem.adultStature
  }

  fileprivate static func problem(
    of observations: [PersonObservation], _ options: Lifter.Options
  ) -> PoseProblem {
    PoseProblem(
      views: observations.map { $0.solverView(ofViews: observations.count) },
      logStature: logStature(options),
      outside: observations.dropFirst().reduce(observations[0].setting.outside) {
        $0.intersection($1.setting.outside)
      }, proportions: options.proportions,
      keypointsAreMarks: observations.allSatisfy(\.hasMarks))
  }

  private func solution(
    of observations: [PersonObservation], from start: PoseProblem.State?
  ) -> Solution? {
    let problem = Self.problem(of: observations, options)
    var starts = start.map { [$0] } ?? problem.startsByView()
    if start == nil, let previous {
      starts.append(previous)
    }
    let ranked = starts.min { misses(problem, at: $0) < misses(problem, at: $1) }
    guard let start = ranked,
      let state = problem.solve(from: start, steps: Self.steps, annealing: Self.annealing),
      isPlausible(state)
    else { return nil }
    return Solution(
      observations: observations, problem: problem, state: state,
      cost: problem.equations(at: state).cost + motionCost(of: state))
  }

  private func isPlausible(_ state: PoseProblem.State) -> Bool {
    LiftingProblem.statures.contains(state.stature)
      && Joint.allCases.allSatisfy {
        let p = state.positions[$0]
        return (p.x + p.y + p.z).isFinite && p.length < 1e4
      }
  }

  /// The sum of a start's reprojection errors, each counted up to a limit.
  private func misses(_ problem: PoseProblem, at state: PoseProblem.State) -> Double {
    problem.reprojectionErrors(at: state).joined().reduce(0) { $0 + min($1.error, 0.3) }
  }

  /// The cost of the movement since the body before.
  private func motionCost(of state: PoseProblem.State) -> Double {
    guard let previous else { return 0 }
    return Joint.allCases.reduce(0) { sum, joint in
      let moved = (state.positions[joint] - previous.positions[joint]).length
      let deviations = moved / Self.movement.sigma
      return sum + min(deviations * deviations, Self.movement.most)
    }
  }

  // MARK: Sides

  private func isSuspicious(_ solution: Solution) -> Bool {
    solution.problem.reprojectionErrors(at: solution.state).contains { errors in
      ViewUse.Swap.allCases.contains { swap in
        let joints = swap.joints
        let own = errors.filter { joints.contains($0.joint) }.map(\.error)
        return (own.median ?? 0) > Self.suspicious * options.keypoints.sigma
      }
    }
  }

  /// The best solution with the sides of one view's arms, legs or body swapped; `nil` if none is
  /// clearly better.
  private func swapped(_ solution: Solution) -> Solution? {
    var best: Solution?
    for place in solution.observations.indices {
      for swap in ViewUse.Swap.allCases {
        guard let other = self.swapped(solution, place, swap),
          other.cost < (best?.cost ?? solution.cost - Self.swapMargin)
        else { continue }
        best = other
      }
    }
    return best
  }

  private func swapped(
    _ solution: Solution, _ place: Int, _ swap: ViewUse.Swap
  ) -> Solution? {
    let observation = solution.observations[place]
    let swaps =
      observation.swapped.contains(swap)
      ? observation.swapped.filter { $0 != swap } : observation.swapped + [swap]
    guard
      let other = try? PersonObservation(
        observation.view, index: observation.index, options: options, swapping: swaps)
    else { return nil }
    var observations = solution.observations
    observations[place] = other
    return self.solution(of: observations, from: nil)
  }

  // MARK: Outlier views

  private func hasOutlierView(_ solution: Solution) -> Bool {
    solution.problem.reprojectionErrors(at: solution.state).contains {
      ($0.map(\.error).median ?? 0) > Self.outlierView
    }
  }

  /// The solution without the outlier view: the one without which the others agree best. `nil` if
  /// two views are left, either of which may be the wrong one.
  private func withoutOutlierView(_ solution: Solution) -> Solution? {
    guard solution.observations.count > 2 else { return nil }
    return solution.observations.indices.compactMap { place -> Solution? in
      var others = solution.observations
      others.remove(at: place)
      return self.solution(of: others, from: nil)
    }.min { misses($0.problem, at: $0.state) < misses($1.problem, at: $1.state) }
  }

  // MARK: Depth

  /// The solution that agrees with the depth maps, too.
  private func withDepth(_ solution: Solution) -> Solution {
    guard solution.observations.contains(where: { $0.view.depth?.isMetric == true }) else {
      return solution
    }
    var solution = solution
    for annealing in [Self.annealing, 1] {
      for (place, observation) in solution.observations.enumerated() {
        guard let depth = observation.view.depth, depth.isMetric else { continue }
        let view = solution.problem.views[place]
        solution.problem.views[place].readings = observation.setting.readings(
          of: depth, at: view.inCamera(solution.state), view,
          logStature: solution.problem.logStature.mean)
      }
      guard
        let state = solution.problem.solve(
          from: solution.state, steps: 6, annealing: annealing), isPlausible(state)
      else { break }
      solution.state = state
    }
    return solution
  }
}

extension MultiViewSolver.Solution {
  /// A state of views that need nothing put right.
  init(observations: [PersonObservation], options: Lifter.Options, at state: PoseProblem.State) {
    let problem = MultiViewSolver.problem(of: observations, options)
    self.init(
      observations: observations, problem: problem, state: state,
      cost: problem.equations(at: state).cost)
  }
}

extension ViewUse.Swap {
  /// The joints whose keypoints change places.
  fileprivate var joints: Set<Joint> {
    switch self {
    case .arms: [.leftElbow, .rightElbow, .leftWrist, .rightWrist]
    case .legs: [.leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle]
    case .body: [.leftShoulder, .rightShoulder, .leftHip, .rightHip]
    }
  }
}
