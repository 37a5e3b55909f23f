/// The scores of postures by a method.
///
/// Every quantity is taken as normally distributed, and the quantities as independent of each other. What isn't known
/// takes the value with the lowest score, or the one with the highest: the tables rise with each of their inputs.
struct ErgonomicScoring: Sendable {
  /// The choice for inputs that are not known.
  enum Bound: CaseIterable, Sendable {
    case lowest, highest
  }

  /// The distributions of a posture's score.
  struct Scores: Sendable {
    /// With each arm alone; `nil` for one that isn't measured.
    let sides: Sides<PointDistribution?>
    /// With the arm of the higher score.
    let worse: PointDistribution
  }

  let method: ErgonomicMethod
  let conditions: WorkConditions
  private let thresholds: ErgonomicsThresholds

  init(
    _ method: ErgonomicMethod, _ conditions: WorkConditions,
    thresholds: ErgonomicsThresholds = .standard
  ) {
    (self.method, self.conditions, self.thresholds) = (method, conditions, thresholds)
    let upright = thresholds.upright.value
    trunkSteps = ScoreSteps(
      3, [.from(-20, 2), .from(-upright, 1), .above(upright, 2), .above(20, 3), .above(60, 4)])
    neckSteps =
      method == .reba
      ? ScoreSteps(2, [.from(-upright, 1), .above(20, 2)])
      : ScoreSteps(4, [.from(-upright, 1), .above(10, 2), .from(20, 3)])
  }

  // MARK: Steps of the papers, in degrees

  private let trunkSteps: ScoreSteps
  private let neckSteps: ScoreSteps
  private static let kneeSteps = ScoreSteps(0, [.from(30, 1), .above(60, 2)])
  private static let forwardArmSteps = ScoreSteps(1, [.above(20, 2), .above(45, 3), .above(90, 4)])
  private static let backwardArmSteps = ScoreSteps(1, [.above(20, 2)])
  private static let lowerArmSteps = ScoreSteps(2, [.from(60, 1), .above(100, 2)])

  // MARK: The score

  /// The expected points by which the score would be lower if a part alone had its lowest score, inputs that are not
  /// known at their most favourable, for each of `ErgonomicPart`: the mean over postures with scores, by their weights.
  func meanContributions(
    to postures: [(posture: WorkingPosture, weight: Double)]
  ) -> [Double] {
    let parts = ErgonomicPart.allCases
    var (sums, time) = (parts.map { _ in 0.0 }, 0.0)
    let mean = { ScoreDistribution($0, of: method).mean }
    for (posture, weight) in postures {
      guard let scores = scores(of: posture, .lowest) else { continue }
      let own = mean(scores.worse)
      for (place, part) in parts.enumerated() {
        guard let ideal = self.scores(of: posture, .lowest, ideal: part) else { continue }
        sums[place] += weight * max(0, own - mean(ideal.worse))
      }
      time += weight
    }
    return sums.map { time > 0 ? $0 / time : 0 }
  }

  /// The scores of a posture; `nil` without trunk, neck, or an arm.
  ///
  /// - Parameters:
  ///   - posture: what is measured.
  ///   - bound: the choice for what isn't.
  ///   - ideal: a part of the body that takes its lowest score whatever is measured.
  func scores(
    of posture: WorkingPosture, _ bound: Bound, ideal: ErgonomicPart? = nil
  ) -> Scores? {
    guard let neck = neck(posture, bound), let trunk = trunk(posture, bound) else { return nil }
    func part(_ part: ErgonomicPart, _ points: PointDistribution) -> PointDistribution {
      part == ideal ? PointDistribution(certain: 1) : points
    }
    let body = body(
      neck: part(.neck, neck), trunk: part(.trunk, trunk),
      legs: part(.legs, legs(posture, bound))
    ).plus(bodyPoints(bound))
    let arms = Sides(posture.arms.left, posture.arms.right).map { arm -> PointDistribution? in
      guard let upper = upperArm(arm, bound), let lower = lowerArm(arm, bound) else { return nil }
      return self.arm(
        upper: part(.upperArm, upper), lower: part(.lowerArm, lower),
        wrist: ideal == .wrist ? (1, 1) : wrist(bound)
      ).plus(armPoints(bound))
    }
    // A table that rises with the arm gives the worse side for the worse arm.
    let worse: PointDistribution
    switch (arms.left, arms.right) {
    case (let left?, let right?): worse = left.greatest(with: right)
    case (let one?, nil), (nil, let one?): worse = one
    case (nil, nil): return nil
    }
    return Scores(
      sides: arms.map { $0.map { final(body: body, arm: $0, bound) } },
      worse: final(body: body, arm: worse, bound))
  }

  private func body(
    neck: PointDistribution, trunk: PointDistribution, legs: PointDistribution
  ) -> PointDistribution {
    var sum = SIMD16<Double>.zero
    for (n, p) in neck.entries {
      for (t, q) in trunk.entries {
        for (l, r) in legs.entries {
          let score =
            method == .reba
            ? REBATables.a(neck: n, trunk: t, legs: l) : RULATables.b(neck: n, trunk: t, legs: l)
          sum[score] += p * q * r
        }
      }
    }
    return PointDistribution(sum)
  }

  private func arm(
    upper: PointDistribution, lower: PointDistribution, wrist: (bend: Int, twist: Int)
  ) -> PointDistribution {
    var sum = SIMD16<Double>.zero
    for (u, p) in upper.entries {
      for (l, q) in lower.entries {
        let score =
          method == .reba
          ? REBATables.b(upperArm: u, lowerArm: l, wrist: wrist.bend)
          : RULATables.a(upperArm: u, lowerArm: l, wrist: wrist.bend, wristTwist: wrist.twist)
        sum[score] += p * q
      }
    }
    return PointDistribution(sum)
  }

  private func final(
    body: PointDistribution, arm: PointDistribution, _ bound: Bound
  ) -> PointDistribution {
    var sum = SIMD16<Double>.zero
    for (b, p) in body.entries {
      for (a, q) in arm.entries {
        let score =
          method == .reba
          ? REBATables.c(a: b, b: a) + activityPoints(bound) : RULATables.grand(arm: a, body: b)
        sum[score] += p * q
      }
    }
    return PointDistribution(sum)
  }

  // MARK: Parts of the body

  /// The probability of something that isn't measured.
  private func unknown(_ bound: Bound) -> Double { bound == .lowest ? 0 : 1 }

  private func isBent(_ angle: MeasuredQuantity?, _ limit: Threshold, _ bound: Bound) -> Double {
    angle?.probability(awayBeyond: limit.radians) ?? unknown(bound)
  }

  /// One point for a bend or a twist in REBA, one for each in RULA.
  private func adding(
    _ bend: Double, _ twist: Double, to points: PointDistribution
  ) -> PointDistribution {
    method == .reba
      ? points.plus(1, probability: 1 - (1 - bend) * (1 - twist))
      : points.plus(1, probability: bend).plus(1, probability: twist)
  }

  func neck(_ posture: WorkingPosture, _ bound: Bound) -> PointDistribution? {
    posture.neckFlexion.map { flexion in
      let twist = conditions.neckIsTwisted.map { $0 ? 1.0 : 0 } ?? unknown(bound)
      return adding(
        isBent(posture.neckBend, thresholds.bend, bound), twist,
        to: PointDistribution(neckSteps, of: flexion))
    }
  }

  func trunk(_ posture: WorkingPosture, _ bound: Bound) -> PointDistribution? {
    posture.trunkFlexion.map { flexion in
      adding(
        isBent(posture.trunkBend, thresholds.bend, bound),
        isBent(posture.trunkTwist, thresholds.twist, bound),
        to: PointDistribution(trunkSteps, of: flexion))
    }
  }

  func legs(_ posture: WorkingPosture, _ bound: Bound) -> PointDistribution {
    let support =
      switch conditions.legs {
      case .both, .sitting: 1
      case .one: 2
      case .standing, nil:
        posture.isOnBothFeet.map { $0 ? 1 : 2 } ?? (bound == .lowest ? 1 : 2)
      }
    guard method == .reba else { return PointDistribution(certain: support) }
    // The knees of a person who sits don't count, and who sits isn't known.
    if conditions.legs == .sitting || (conditions.legs == nil && bound == .lowest) {
      return PointDistribution(certain: support)
    }
    let unseen = PointDistribution(certain: bound == .lowest ? 0 : 2)
    let knees = posture.knees.map { angle in
      angle.map { PointDistribution(Self.kneeSteps, of: $0, isUnsigned: true) } ?? unseen
    }
    return knees.left.greatest(with: knees.right).plus(support)
  }

  /// The elevation of the upper arm, whatever its plane, gives the points: the flexion alone has no value near the side.
  /// An arm behind the trunk has those of an extended one.
  func upperArm(_ arm: WorkingPosture.Arm, _ bound: Bound) -> PointDistribution? {
    guard let elevation = arm.elevation else { return nil }
    let behind = arm.flexion.map { 1 - $0.probability(beyond: 0, includesLimit: true) } ?? 0
    let steps = PointDistribution(Self.forwardArmSteps, of: elevation, isUnsigned: true)
      .mixed(
        with: PointDistribution(Self.backwardArmSteps, of: elevation, isUnsigned: true), behind)
    let abducted =
      arm.abduction?.probability(beyond: thresholds.abduction.radians) ?? unknown(bound)
    let stated =
      conditions.arms.map { ($0.areRaised ? 1 : 0) - ($0.areSupported ? 1 : 0) }
      ?? (bound == .lowest ? -1 : 1)
    return steps.plus(1, probability: abducted).plus(stated).clamped(to: 1...6)
  }

  func lowerArm(_ arm: WorkingPosture.Arm, _ bound: Bound) -> PointDistribution? {
    arm.elbow.map { elbow in
      let points = PointDistribution(Self.lowerArmSteps, of: elbow, isUnsigned: true)
      guard method == .rula else { return points }
      let away =
        arm.wristOffset.map {
          $0.probability(beyond: thresholds.outside.value)
            + 1 - $0.probability(beyond: 0, includesLimit: true)
        } ?? unknown(bound)
      return points.plus(1, probability: away)
    }
  }

  func wrist(_ bound: Bound) -> (bend: Int, twist: Int) {
    guard let wrist = conditions.wrist else {
      return bound == .lowest ? (1, 1) : method == .reba ? (3, 1) : (4, 2)
    }
    switch method {
    case .reba:
      return ((wrist.bend == .bent ? 2 : 1) + (wrist.isDeviated || wrist.isTwisted ? 1 : 0), 1)
    case .rula:
      let bend =
        switch wrist.bend {
        case .neutral: 1
        case .slight: 2
        case .bent: 3
        }
      return (bend + (wrist.isDeviated ? 1 : 0), wrist.isTwisted ? 2 : 1)
    }
  }

  // MARK: Points for the task

  private func bodyPoints(_ bound: Bound) -> Int {
    method == .reba ? rebaLoad(bound) : rulaForce(bound) + rulaMuscles(bound)
  }

  private func armPoints(_ bound: Bound) -> Int {
    method == .reba ? rebaCoupling(bound) : rulaForce(bound) + rulaMuscles(bound)
  }

  private func rebaLoad(_ bound: Bound) -> Int {
    guard let load = conditions.load else { return bound == .lowest ? 0 : 3 }
    let points = load.kilograms < 5 ? 0 : load.kilograms <= 10 ? 1 : 2
    return points + (load.isShock ? 1 : 0)
  }

  private func rebaCoupling(_ bound: Bound) -> Int {
    switch conditions.coupling {
    case .good: 0
    case .fair: 1
    case .poor: 2
    case .unacceptable: 3
    case nil: bound == .lowest ? 0 : 3
    }
  }

  private func activityPoints(_ bound: Bound) -> Int {
    conditions.activity?.count ?? (bound == .lowest ? 0 : 3)
  }

  /// Whether the work is static or repeated.
  private func isSustained(_ bound: Bound) -> Bool {
    conditions.activity.map { $0.contains(.static) || $0.contains(.repeated) }
      ?? (bound == .highest)
  }

  private func rulaMuscles(_ bound: Bound) -> Int { isSustained(bound) ? 1 : 0 }

  private func rulaForce(_ bound: Bound) -> Int {
    guard let load = conditions.load else { return bound == .lowest ? 0 : 3 }
    if load.isShock { return 3 }
    let sustained = isSustained(bound) ? 1 : 0
    if load.kilograms < 2 { return 0 }
    return (load.kilograms < 10 ? 1 : 2) + sustained
  }
}
