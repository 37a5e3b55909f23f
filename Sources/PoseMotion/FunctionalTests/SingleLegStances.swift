internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The times for which a person stands on one leg: one foot is on the ground and stays where it is, the other one is
/// above it, and the hips are over both.
struct SingleLegStances {
  /// A stance.
  struct Stance {
    /// The leg that is stood on.
    let side: GaitAnalysis.Side
    let frames: Range<Int>
    let time: HoldingTime
  }

  /// In the order of time.
  let stances: [Stance]
  private let person: PersonMotion

  // MARK: Numbers that were chosen

  /// The other foot is lifted from this height on, and is on the ground again below the second one, in metres at 1.8 m
  /// of stature.
  private static let lifted = (from: 0.07, until: 0.035)
  /// The foot that is stood on moves by no more than this, in metres.
  private static let moved = 0.12
  /// A shorter stance, in seconds, is a step.
  private static let shortest = 1.0
  /// Lower hips, over the lower foot, are those of a person who lies or sits on the floor; in metres at 1.8 m of stature.
  private static let lowestHips = 0.4
  /// One standard deviation of a stance's time, in seconds: of both ends, at which a foot is within `lifted` for a
  /// while.
  private static let timeSigma = 0.2

  init(of person: PersonMotion) {
    self.person = person
    let up = person.world?.up
    let tilt = person.world?.tiltSigma.largest ?? 0
    let heights = person.states.map { state -> Double? in
      guard let up, let body = state?.body else { return nil }
      return Self.lift(body, up, tilt: tilt)
    }
    let known = heights.map { $0 ?? 0 }
    stances = SampleRuns.of(person.times, isPresent: { heights[$0] != nil }).flatMap {
      Self.stances(person, $0, known)
    }
  }

  /// How far the lowest point of the left foot is above that of the right one, in metres at 1.8 m of stature, less what
  /// two sigmas of the vertical may make of their distance along the ground; 0 where an ankle wasn't seen, or the hips
  /// aren't over the feet.
  private static func lift(_ body: BodyEstimate, _ up: Vector3, tilt: Double) -> Double {
    let scale = Anthropometry.referenceHeight / body.stature.metres
    let ankles: [Joint] = [.leftAnkle, .rightAnkle]
    let lower = ankles.map { body.positions[$0].dot(up) }.min() ?? 0
    guard ankles.allSatisfy({ body.sources[$0] != .inferred }),
      (body.positions[.root].dot(up) - lower) * scale > lowestHips
    else { return 0 }
    let way = body.positions[.leftAnkle] - body.positions[.rightAnkle]
    var height = way.dot(up)
    let doubt = 2 * tilt * (way - up * height).length
    if let left = body.leftFoot, let right = body.rightFoot {
      let lowest = { (foot: Foot) in min(foot.heel.dot(up), foot.toe.dot(up)) }
      height = lowest(left) - lowest(right)
    }
    return (height > 0 ? max(height - doubt, 0) : min(height + doubt, 0)) * scale
  }

  private static func stances(
    _ person: PersonMotion, _ run: Range<Int>, _ heights: [Double]
  ) -> [Stance] {
    var found: [Stance] = []
    var (frame, earliest) = (run.lowerBound, run.lowerBound)
    while frame < run.upperBound {
      guard abs(heights[frame]) > lifted.from else {
        frame += 1
        continue
      }
      // The right foot is up while the left one is stood on.
      let side: GaitAnalysis.Side = heights[frame] < 0 ? .left : .right
      let sign = side == .left ? -1.0 : 1.0
      var first = frame
      while first > earliest, sign * heights[first - 1] > lifted.until { first -= 1 }
      let ankle = { (frame: Int) in
        person.states[frame]?.body.positions[side == .left ? .leftAnkle : .rightAnkle] ?? .zero
      }
      let place = ankle(frame)
      var last = frame
      while last + 1 < run.upperBound, sign * heights[last + 1] > lifted.until,
        distance(ankle(last + 1), place, isInCameraFrame: person.world?.source != .file) < moved
      {
        last += 1
      }
      let time = HoldingTime(
        start: person.times[first], end: person.times[last], isStartSeen: first > run.lowerBound,
        isEndSeen: last + 1 < run.upperBound)
      if time.duration >= shortest {
        found.append(Stance(side: side, frames: first..<last + 1, time: time))
      }
      (frame, earliest) = (last + 1, last + 1)
    }
    return found
  }

  /// The distance of two places in metres; in a camera's frame without its part in depth, which is the least certain.
  private static func distance(_ a: Vector3, _ b: Vector3, isInCameraFrame: Bool) -> Double {
    let way = a - b
    return isInCameraFrame ? Vector3(way.x, way.y, 0).length : way.length
  }

  // MARK: The test

  func result() -> FunctionalTestResult {
    let values = GaitAnalysis.Side.allCases.map { side -> FunctionalTestResult.Value in
      let quantity: FunctionalTestResult.Quantity = side == .left ? .leftStance : .rightStance
      let own = stances.filter { $0.side == side }
      guard let best = own.max(by: { $0.time.duration < $1.time.duration }) else {
        return .init(
          quantity: quantity, value: nil,
          missing: person.world == nil ? .noVertical : .notDone)
      }
      return best.time.result(quantity, sigma: Self.timeSigma)
    }
    let reaches = stances.compactMap {
      FoldedArms.reach(person, $0.frames.lowerBound...$0.frames.upperBound - 1)
    }
    let folded = FoldedArms.areFolded(reaches, stature: person.stature.metres)
    return FunctionalTestResult(
      .singleLegStance, values: values,
      findings: stances.isEmpty ? [] : [.init(requirement: .armsFolded, isMet: folded)],
      trials: stances.map { .init(start: $0.time.start, end: $0.time.end, side: $0.side) })
  }
}

/// Squats on one leg.
struct SingleLegSquats {
  /// A squat.
  private struct Squat {
    let side: GaitAnalysis.Side
    let start: Double
    let end: Double
    /// Radians.
    let depth: MotionMeasures.Value
    /// Radians; `nil` where it can't be measured.
    let drop: MotionMeasures.Value?
    /// Radians; `nil` where it can't be measured.
    let valgus: MotionMeasures.Value?
  }

  private let squats: [Squat]
  private let hasVertical: Bool
  private let isOfFile: Bool

  // MARK: Numbers that were chosen

  /// The knee bends by at least this, in radians.
  private static let minimumRange = 25 * Double.pi / 180
  /// From this sigma on, in radians, the view doesn't show the angle, or the joints don't.
  private static let largestSigma = 10 * Double.pi / 180

  init(of person: PersonMotion) {
    hasVertical = person.world != nil
    isOfFile = person.world?.source == .file
    let curves = { (name: String) in
      let pair = person.curves(of: [.named("left" + name), .named("right" + name)])
      return (left: pair[0], right: pair[1])
    }
    let (knees, valgus) = (curves("KneeFlexion"), curves("KneeFPPA"))
    let list = person.curve(of: .named("pelvisList"))
    squats = SingleLegStances(of: person).stances.flatMap { stance -> [Squat] in
      let isLeft = stance.side == .left
      let knee = isLeft ? knees.left : knees.right
      let frames = stance.frames.filter { knee.values[$0] != nil }
      let values = frames.compactMap { knee.values[$0] }
      guard let straight = values.min() else { return [] }
      // Where the pelvis is while the knee is still straight.
      let level = frames.first { knee.values[$0].map { $0 < straight + 0.1 } ?? false }
        .flatMap { Self.seen(list, $0) }
      return TurningPoints(of: values).maxima.compactMap { index in
        let frame = frames[index]
        guard let depth = knee.values[frame], depth - straight >= Self.minimumRange else {
          return nil
        }
        let before = frames[..<index].last { knee.values[$0].map { $0 < straight + 0.2 } ?? false }
        let after = frames[index...].first { knee.values[$0].map { $0 < straight + 0.2 } ?? false }
        return Squat(
          side: stance.side, start: person.times[before ?? frames[0]],
          end: person.times[after ?? frames[frames.count - 1]],
          depth: MotionMeasures.Value(depth, sigma: knee.sigmas[frame]),
          drop: Self.drop(list, frame, from: level, isLeft: isLeft),
          valgus: Self.seen(isLeft ? valgus.left : valgus.right, frame))
      }
    }
  }

  /// How far the pelvis has dropped on the side of the raised leg.
  private static func drop(
    _ list: AngleCurve, _ frame: Int, from level: MotionMeasures.Value?, isLeft: Bool
  ) -> MotionMeasures.Value? {
    guard let level, let now = seen(list, frame) else { return nil }
    let sigma = level.sigma.flatMap { a in now.sigma.map { b in (a * a + b * b).squareRoot() } }
    // The right hip is lower where the list is positive.
    return MotionMeasures.Value((isLeft ? 1 : -1) * (now.value - level.value), sigma: sigma)
  }

  private static func seen(_ curve: AngleCurve, _ frame: Int) -> MotionMeasures.Value? {
    guard let value = curve.values[frame] else { return nil }
    let sigma = curve.sigmas[frame]
    return sigma.map { $0 < largestSigma } ?? true ? MotionMeasures.Value(value, sigma: sigma) : nil
  }

  func result() -> FunctionalTestResult {
    var values: [FunctionalTestResult.Value] = []
    for side in GaitAnalysis.Side.allCases {
      let own = squats.filter { $0.side == side }
      let isLeft = side == .left
      func add(
        _ quantity: FunctionalTestResult.Quantity, _ value: MotionMeasures.Value?,
        orElse reason: FunctionalTestResult.Missing
      ) {
        let missing: FunctionalTestResult.Missing = !hasVertical ? .noVertical : reason
        values.append(
          .init(quantity: quantity, value: value, missing: value == nil ? missing : nil))
      }
      let reason: FunctionalTestResult.Missing =
        own.isEmpty ? .notDone : isOfFile ? .tooUncertain : .viewUnfit
      add(
        isLeft ? .leftSquatDepth : .rightSquatDepth,
        own.map(\.depth).max { $0.value < $1.value }, orElse: reason)
      add(
        isLeft ? .leftPelvicDrop : .rightPelvicDrop,
        own.compactMap(\.drop).max { $0.value < $1.value }, orElse: reason)
      add(
        isLeft ? .leftKneeValgus : .rightKneeValgus,
        own.compactMap(\.valgus).max { $0.value < $1.value }, orElse: reason)
    }
    return FunctionalTestResult(
      .singleLegSquat, values: values, findings: [],
      trials: squats.map { .init(start: $0.start, end: $0.end, side: $0.side) })
  }
}
