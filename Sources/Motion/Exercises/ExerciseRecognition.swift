/// Which exercise a motion is, if one.
struct ExerciseRecognition {
  /// The exercise; `nil` for none of those known.
  let exercise: Exercise?
  /// 0…1: how sure that is.
  let confidence: Double

  /// The likelihood of being wrong for a reason that isn't looked at.
  private static let unthoughtOf = 0.03

  /// Recognises the exercise from the repetitions that each finds in the motion.
  ///
  /// Each exercise has a likelihood from 0 to 1, the product of what speaks for it; "none" has what the
  /// best leaves over, and a remainder that shrinks with the number of repetitions. The confidences
  /// are the shares in the sum, in which there is room for what nobody has thought of.
  init(_ motion: MotionCurves, _ repetitions: (Exercise) -> [Repetition]) {
    var likelihoods: [(exercise: Exercise, value: Double, count: Int)] = []
    for exercise in Exercise.allCases {
      let found = repetitions(exercise)
      guard let evidence = ExerciseEvidence(of: found, in: motion) else { continue }
      // Who does other things comes by an exercise's range now and then, and often nearly so.
      let whole = found.count { $0.isCounted || $0.reason == .partialRange }
      let share = between(Double(evidence.count) / Double(whole), 0.25, 0.55)
      let value = exercise.likelihood(evidence) * share * (evidence.count == 1 ? 0.8 : 1)
      likelihoods.append((exercise, value, evidence.count))
    }
    let sum = likelihoods.reduce(0) { $0 + $1.value }
    // The first of equals: `max` gives the last.
    let best = likelihoods.reversed().max { $0.value < $1.value }
    let none = max(0.15 / Double(best?.count ?? 1).squareRoot(), 1 - (best?.value ?? 0))
    let isNone = best.map { $0.value <= none } ?? true
    exercise = isNone ? nil : best?.exercise
    confidence = (isNone ? none : best?.value ?? 0) / (sum + none + Self.unthoughtOf)
  }
}

/// 0 below a, 1 above b, smooth in between; where a > b, 1 below b and 0 above a. What isn't known
/// speaks a little against.
private func between(_ value: Double?, _ a: Double, _ b: Double) -> Double {
  guard let value else { return 0.8 }
  let share = min(max((value - a) / (b - a), 0), 1)
  return share * share * (3 - 2 * share)
}

extension Exercise {
  /// How well the evidence fits, 0…1.
  fileprivate func likelihood(_ seen: ExerciseEvidence) -> Double {
    func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    let leanAtRest = seen.leanAtRest.map(degrees)
    let leanAtTurn = seen.leanAtTurn.map(degrees)
    let (knee, hip) = (degrees(seen.knee.change), degrees(seen.hip.change))
    let (elbow, shoulder) = (degrees(seen.elbow.change), degrees(seen.shoulder.change))
    let rise = leanAtRest.flatMap { rest in leanAtTurn.map { rest - $0 } }
    let isUpright = between(leanAtRest, 60, 35)
    let areLegsStill =
      between(degrees(seen.knee.range), 50, 30) * between(degrees(seen.hip.range), 50, 30)
    // Of standing exercises: the trunk stays off the floor at the turn.
    let staysUp = between(leanAtTurn, 85, 65)
    let kneesAlike = between(
      degrees(abs(seen.knee.change)) - degrees(seen.lesserKneeChange), 55, 30)
    switch self {
    case .squat:
      return between(knee, 40, 55) * between(hip, 20, 40) * between(seen.sinking, 0.04, 0.08)
        * kneesAlike * between(degrees(seen.hipDifference), 45, 25) * isUpright * staysUp
        * between(seen.stride, 0.28, 0.18) * between(seen.balanceBent, -0.11, -0.06)
        * between(hip > 0 ? knee / hip : 9, 0.5, 0.75) * between(seen.straddling, 0.15, 0.08)
        * between(degrees(seen.knee.rest), 70, 45) * between(seen.duration, 0.6, 0.9)
    case .lunge:
      return between(knee, 45, 60) * between(seen.sinking, 0.05, 0.09)
        * between(max(seen.stride / 0.3, degrees(seen.hipDifference) / 50), 0.6, 1)
        * between(seen.stride, 0.16, 0.26) * isUpright * between(leanAtTurn, 65, 45)
        * between(seen.duration, 0.7, 1)
    case .pushUp:
      return between(elbow, 30, 45) * between(leanAtRest, 45, 60)
        * between(seen.frontUpAtRest, -0.3, -0.6) * between(degrees(seen.elbow.rest), 70, 50)
        * between(degrees(seen.shoulder.rest), 35, 50) * between(degrees(seen.hip.range), 60, 40)
        * (seen.leanAtRest == nil ? 0.5 : 1)
    case .sitUp:
      return between(hip, 20, 35) * between(leanAtRest, 45, 65)
        * between(seen.frontUpAtRest, 0.3, 0.6)
        * between(rise, 12, 25)
        * between(degrees(seen.knee.range), 60, 35) * (seen.leanAtRest == nil ? 0.5 : 1)
    case .bicepsCurl:
      return between(elbow, 45, 60) * between(degrees(seen.elbow.rest), 75, 50)
        * between(degrees(seen.shoulder.range), 60, 40)
        * between(degrees(seen.shoulder.rest), 55, 40)
        * between(degrees(seen.shoulder.turn), 75, 55) * areLegsStill * isUpright
        * between(leanAtTurn, 60, 40)
    case .overheadPress:
      return between(shoulder, 40, 60) * between(degrees(seen.shoulder.turn), 115, 135)
        * between(-elbow, 25, 45) * between(degrees(seen.elbow.rest), 55, 75)
        * between(degrees(seen.elbow.turn), 80, 55) * between(seen.handAtRest, -0.16, -0.08)
        * areLegsStill * isUpright
    case .lateralRaise:
      return between(shoulder, 35, 48) * between(degrees(seen.shoulder.turn), 140, 122)
        * between(degrees(seen.elbow.turn), 70, 50) * between(degrees(seen.elbow.range), 60, 40)
        * between(seen.armAside, 0.45, 0.65) * between(degrees(seen.shoulder.rest), 60, 45)
        * areLegsStill * isUpright * between(seen.straddling, 0.15, 0.08)
    case .jumpingJack:
      return between(shoulder, 60, 85) * between(degrees(seen.shoulder.turn), 95, 115)
        * between(seen.straddling, 0.05, 0.12) * between(degrees(seen.knee.range), 80, 55)
        * isUpright * between(leanAtTurn, 60, 40) * between(seen.duration, 4, 2.8)
        * between(degrees(seen.elbow.turn), 125, 105)
    case .sitToStand:
      return between(abs(knee), 40, 55) * between(abs(hip), 20, 40)
        * between(seen.sinking, 0.04, 0.08) * kneesAlike
        * between(seen.balanceBent, -0.06, -0.11) * isUpright * staysUp
        * between(degrees(max(seen.knee.rest, seen.knee.turn)), 135, 120)
    case .hipHinge:
      return between(hip, 25, 40) * between(hip > 0 ? knee / hip : 9, 0.75, 0.5)
        * between(degrees(seen.knee.turn), 80, 55) * between(degrees(seen.knee.range), 85, 65)
        * between(leanAtTurn, 22, 35)
        * between(leanAtRest, 45, 30)
        * between(degrees(seen.hipDifference), 45, 25) * between(seen.stride, 0.28, 0.18)
    }
  }
}
