internal import PoseGeometry

/// The evidence for an exercise in a person's repetitions: medians over those that count. Angles
/// are in radians, lengths in statures.
struct ExerciseEvidence {
  /// A joint's angle at rest and at the turning point, of the side that moves more; `nil` where it wasn't seen.
  struct Movement {
    var rest: Double?
    var turn: Double?
    /// The largest less the smallest of the repetition, where it was seen at rest and at the turning point.
    var range: Double?
    var change: Double? { turn.flatMap { turn in rest.map { turn - $0 } } }
  }

  /// The side that moves more; `nil` where neither was seen in any repetition.
  var knee: Movement?
  var hip: Movement?
  var elbow: Movement?
  var shoulder: Movement?
  /// The lesser of both sides' changes of the knee, and the difference of the hips at the turn.
  var lesserKneeChange: Double?
  var hipDifference: Double
  /// Trunk from upright at rest and at the turning point; `nil` where up is unknown.
  var leanAtRest: Double?
  var leanAtTurn: Double?
  /// How far the trunk's lean at the end is from that at the start; `nil` where up is unknown.
  var leanDifference: Double?
  /// The part of the front that points up at rest, and where the trunk is lower.
  var frontUpAtRest: Double?
  var frontUpBent: Double?
  /// The difference of the hips' height, from the higher to the lower of rest and turning point.
  var sinking: Double?
  /// The centre of mass before the ankles where the knees are bent, less what it is where they are
  /// straight: a slanted camera moves both.
  var balanceBent: Double?
  /// The ankles' distance along the front at the turning point; how much farther apart they are
  /// across it than at rest; how far they wander along the ground in a repetition.
  var stride: Double
  var straddling: Double
  /// The hand above the shoulder at rest, of the side that moves more.
  var handAtRest: Double
  /// The part of the upper arm that points to the side at the turning point, and the angle between its directions
  /// against the trunk at rest and then: of the side that moves more.
  var armAside: Double
  var armTurn: Double
  /// The distance of the hips over the ground from start to end; `nil` if the vertical is unknown,
  /// or only joints relative to each other are known.
  var travel: Double?
  /// The ankles' greatest distance along the front in a repetition.
  var step: Double
  /// How far both hands come to one side of the trunk, the nearer one from its middle plane; 0 where each stays on its own.
  var handsAside: Double
  /// The hands' distance between rest and turning point, less the shoulders': its sign shows which
  /// of the two stays where it is. `nil` if only joints relative to each other are known.
  var handsWay: Double?
  /// The same of the feet and the hips, and of the shoulders and the hips.
  var feetWay: Double?
  var shouldersWay: Double?
  /// The hands above the knees where the trunk is lower; `nil` where up is unknown.
  var handsOverKnees: Double?
  /// Seconds that a repetition takes.
  var duration: Double
  /// The eccentric phase's time over the concentric one's; `nil` where one of them wasn't seen.
  var tempo: Double?
  /// The number of repetitions, those near a limit counted in part.
  var count: Double
  /// The certainty that the most certain repetition counts.
  var certainty: Double

  /// The evidence of repetitions; `nil` where there are none that count or nearly do, or they show too
  /// little.
  init?(of repetitions: [Repetition], in motion: MotionCurves) {
    let possible = repetitions.filter { $0.certainty > 0 }
    let counted = possible.filter(\.isCounted)
    let samples = (counted.isEmpty ? possible : counted).compactMap { Sample($0, in: motion) }
    guard let certainty = samples.map(\.repetition.certainty).max() else { return nil }
    self.certainty = certainty
    func median(_ value: (Sample) -> Double) -> Double { samples.map(value).median! }
    func known(_ value: (Sample) -> Double?) -> Double? { samples.compactMap(value).median }
    func movement(_ path: KeyPath<Sample, Movement?>) -> Movement? {
      let seen = samples.compactMap { $0[keyPath: path] }
      // One repetition of which more was seen tells more than many of which less was.
      let whole = seen.filter { $0.range != nil }
      let told = whole.isEmpty ? seen : whole
      guard !told.isEmpty else { return nil }
      return Movement(
        rest: told.compactMap(\.rest).median, turn: told.compactMap(\.turn).median,
        range: told.compactMap(\.range).median)
    }
    knee = movement(\.knee)
    hip = movement(\.hip)
    elbow = movement(\.elbow)
    shoulder = movement(\.shoulder)
    lesserKneeChange = known(\.lesserKneeChange)
    hipDifference = median { abs($0.turn.hips[0] - $0.turn.hips[1]) }
    leanAtRest = known { $0.rest.lean }
    leanAtTurn = known { $0.turn.lean }
    leanDifference = known(\.leanDifference)
    frontUpAtRest = known { $0.rest.frontUp }
    frontUpBent = known { $0.bent.frontUp }
    sinking = known { sample in
      sample.rest.hipHeight.flatMap { rest in sample.turn.hipHeight.map { abs(rest - $0) } }
    }
    balanceBent = known(\.balanceBent)
    stride = median { $0.turn.stride }
    straddling = median { $0.turn.straddle - $0.rest.straddle }
    handAtRest = median { $0.rest.hands[$0.arm] }
    armAside = median { ($0.arm == 0 ? 1 : -1) * $0.turn.arms[$0.arm].x }
    armTurn = median { $0.rest.arms[$0.arm].angle(to: $0.turn.arms[$0.arm]) }
    travel = known(\.travel)
    step = median { $0.step }
    handsAside = median { $0.handsAside }
    handsWay = known(\.handsWay)
    feetWay = known(\.feetWay)
    shouldersWay = known(\.shouldersWay)
    handsOverKnees = known { $0.bent.handsOverKnees }
    duration = median { $0.repetition.end - $0.repetition.start }
    tempo = known { sample in
      sample.repetition.eccentricTime.flatMap { eccentric in
        sample.repetition.concentricTime.flatMap { $0 > 0 ? eccentric / $0 : nil }
      }
    }
    count = possible.reduce(0) { $0 + $1.certainty }
  }

  /// The evidence of one repetition.
  private struct Sample {
    let repetition: Repetition
    let rest: Stance
    let turn: Stance
    let knee: Movement?
    let hip: Movement?
    let elbow: Movement?
    let shoulder: Movement?
    let lesserKneeChange: Double?
    let balanceBent: Double?
    let leanDifference: Double?
    let travel: Double?
    let step: Double
    let handsAside: Double
    let handsWay: Double?
    let feetWay: Double?
    let shouldersWay: Double?
    /// 0 where the left arm moves more, else 1.
    let arm: Int

    init?(_ repetition: Repetition, in motion: MotionCurves) {
      guard let rest = motion.stance(around: [repetition.start, repetition.end]),
        let turn = motion.stance(around: [repetition.turn])
      else { return nil }
      let thresholds = motion.thresholds.recognition
      func sides(_ curves: SidedCurves) -> [Movement?] {
        curves.all.map { Self.movement($0, repetition, thresholds) }
      }
      let (knees, hips) = (sides(motion.knee), sides(motion.hip))
      let (elbows, shoulders) = (sides(motion.elbow), sides(motion.upperArm))
      let arms = [0, 1].map { side in
        (elbows[side]?.range ?? 0) + (shoulders[side]?.range ?? 0)
      }
      arm = arms[1] > arms[0] ? 1 : 0
      // Of legs that move in turns the other's movement begins, or ends, within the same time.
      let isOfOneLeg =
        repetition.asymmetry == nil
        && ["Hip", "Knee"].contains { repetition.angle.contains($0) }
      let leg = repetition.angle.hasPrefix("left") ? 0 : 1
      func farther(_ movements: [Movement?]) -> Movement? {
        if isOfOneLeg, let own = movements[leg], own.range != nil { return own }
        return movements.compactMap { $0 }.max { $0.range ?? -1 < $1.range ?? -1 }
      }
      self.repetition = repetition
      (self.rest, self.turn) = (rest, turn)
      let ends = [repetition.start, repetition.end].map { motion.stance(around: [$0]) }
      travel = ends[0].flatMap { start in
        ends[1].flatMap { end in motion.way(along: \.root, from: start, to: end, isLevel: true) }
      }
      leanDifference = ends[0]?.lean.flatMap { start in
        ends[1]?.lean.map { end in abs(end - start) }
      }
      step = motion.greatest(\.stride, from: repetition.start, to: repetition.end)
      handsAside = motion.greatest(
        \.handsAside, from: repetition.start, to: repetition.end)
      func way(of part: KeyPath<Stance, Vector3>, less other: KeyPath<Stance, Vector3>) -> Double? {
        motion.way(along: part, from: rest, to: turn).flatMap { way in
          motion.way(along: other, from: rest, to: turn).map { way - $0 }
        }
      }
      handsWay = way(of: \.hand, less: \.shoulder)
      feetWay = way(of: \.foot, less: \.root)
      shouldersWay = way(of: \.shoulder, less: \.root)
      let knee = farther(knees)
      self.knee = knee
      hip = farther(hips)
      elbow = elbows[arm]
      shoulder = shoulders[arm]
      lesserKneeChange = knees.compactMap { $0?.change.map { abs($0) } }.min()
      balanceBent = rest.balance.flatMap { rest in
        turn.balance.map { turn in
          let (straight, bent) = knee?.change ?? 0 > 0 ? (rest, turn) : (turn, rest)
          // A standing person has the centre of mass over the feet.
          let slant =
            straight.height > thresholds.minimumHeight.value
            ? (straight.ahead - thresholds.standingBalance.value) / straight.height : 0
          return bent.ahead - slant * bent.height
        }
      }
    }

    /// The stance in which the trunk is farther from upright, at rest or at the turning point.
    var bent: Stance { rest.lean ?? 0 > turn.lean ?? 0 ? rest : turn }

    private static func movement(
      _ curve: AngleCurve, _ repetition: Repetition, _ thresholds: RecognitionThresholds
    ) -> Movement? {
      let (reach, window) = (thresholds.reach.value, thresholds.angleWindow.value)
      let indices = curve.times.positions(
        from: repetition.start - reach, to: repetition.end + reach)
      func median(around time: Double) -> Double? {
        indices.filter { abs(curve.times[$0] - time) <= window }.compactMap { curve.values[$0] }
          .median
      }
      let values = indices.compactMap { curve.values[$0] }.sorted()
      let rests = [repetition.start, repetition.end].compactMap { median(around: $0) }
      let rest = rests.isEmpty ? nil : rests.reduce(0, +) / Double(rests.count)
      let turn = median(around: repetition.turn)
      guard values.count > 2, rest != nil || turn != nil else { return nil }
      let spare = values.count / thresholds.trim.count
      let isWhole = rest != nil && turn != nil
      return Movement(
        rest: rest, turn: turn,
        range: isWhole ? values[values.count - 1 - spare] - values[spare] : nil)
    }
  }
}
