import PoseGeometry
import Kinematics
internal import Pose3D

/// A requirement on a repetition besides its range. The raw value is the name in files; the limits
/// are in `CriterionThresholds`.
enum RepetitionCriterion: String, Sendable {
  /// Metres of the hip's centre below the knee's at the turning point, the mean of both legs; of a
  /// lunge the leg's in front: the knee of the one behind is near the floor.
  case hipBelowKnee
  /// Degrees of elbow flexion at the turning point, the mean of both.
  case elbowsBentToRightAngle
  /// Degrees between trunk and thighs, the largest of the repetition.
  case bodyStraight
  /// Degrees of the trunk from the vertical at the turning point.
  case trunkRaised
  /// Degrees that the upper arm moves against the trunk in the repetition.
  case upperArmStill
  /// Degrees of elbow flexion at the turning point, of the arm that is bent more.
  case elbowsStraightAtTurn
  /// Metres of the wrists above the head's centre along the trunk at the turning point.
  case wristsAboveHead
  /// Degrees between upper arm and trunk at the turning point, of the lower arm.
  case armsAtShoulderHeight
  /// Metres by which the ankles are farther apart at the turning point than at rest.
  case feetApart
  /// Degrees of knee flexion where the person stands, the mean of both.
  case kneesStraightStanding
  /// Degrees of knee flexion at the turning point, the mean of both.
  case kneesNearlyStraight
  /// Metres of the raised knee's centre above the hip's at the turning point.
  case kneeAtHipHeight
  /// Degrees of knee flexion at the turning point, the mean of both.
  case kneesBentToRightAngle
  /// Degrees between trunk and thighs at the turning point, the mean of both.
  case hipsStraightAtTurn
  /// Degrees between trunk and thigh at the turning point, of the leg that moves.
  case kneeTowardsChest
}

/// Judges the repetitions of one person.
struct RepetitionJudge {
  let person: PersonMotion
  let thresholds: CriterionThresholds

  /// The repetition with its criteria. Which side is judged follows from the side of its angle,
  /// where `isOneSided`.
  ///
  /// A repetition that misses an essential one by more than its uncertainty doesn't count.
  func judged(
    _ repetition: Repetition, by criteria: [RepetitionCriterion],
    essentials: [RepetitionCriterion] = [], isOneSided: Bool
  ) -> Repetition {
    var sides = Side.both
    if isOneSided { sides = repetition.angle.hasPrefix("left") ? [.left] : [.right] }
    let moments = Moments(
      turn: frames(around: repetition.turn),
      rest: frames(around: repetition.start) + frames(around: repetition.end),
      all: frames(from: repetition.start, to: repetition.end))
    var judged = repetition
    let verdicts = criteria.map { criterion(of: $0, at: moments, sides: sides) }
    judged.criteria = verdicts.map(\.criterion)
    let essential = zip(criteria, verdicts).filter { essentials.contains($0.0) }.map(\.1)
    let isMissed = essential.contains { $0.isMissed }
    judged.certainty *= essential.reduce(1) { $0 * $1.certainty }
    if judged.isCounted, isMissed { (judged.isCounted, judged.reason) = (false, .criterionNotMet) }
    return judged
  }

  /// A criterion, whether it would be missed by one standard deviation more, too, and how sure it is that
  /// it wouldn't: 0.5 at the limit.
  private typealias Verdict = (criterion: Repetition.Criterion, isMissed: Bool, certainty: Double)

  /// The margins around a limit within which the verdict is uncertain.
  private static let margins = (degrees: 2.0, metres: 0.01)

  /// The joints of one side.
  private struct Side {
    let isLeft: Bool
    static let left = Side(isLeft: true)
    static let right = Side(isLeft: false)
    static let both = [left, right]
    func callAsFunction(_ left: Joint) -> Joint { isLeft ? left : left.mirrored }
    func angle(_ name: String) -> String { (isLeft ? "left" : "right") + name }
  }

  /// The frames of a repetition in which the person was measured.
  private struct Moments {
    /// Those around the turning point, around both ends, and all.
    var turn: [Int]
    var rest: [Int]
    var all: [Int]
  }

  /// A number with its deviation.
  private typealias Measured = (value: Double, sigma: Double?)

  private func frames(from start: Double, to end: Double) -> [Int] {
    person.times.positions(from: start, to: end).filter {
      person.states[$0]?.isFilled == false
    }
  }

  /// The frames close to a time, at least the one next to it.
  private func frames(around time: Double) -> [Int] {
    let near = frames(from: time - thresholds.window.value, to: time + thresholds.window.value)
    if !near.isEmpty { return near }
    let measured = person.states.indices.filter { person.states[$0]?.isFilled == false }
    let next = measured.min { abs(person.times[$0] - time) < abs(person.times[$1] - time) }
    return next.map { [$0] } ?? []
  }

  private func criterion(
    of kind: RepetitionCriterion, at moments: Moments, sides: [Side]
  ) -> Verdict {
    func degrees(
      _ measured: Measured?, atLeast least: Threshold? = nil, atMost most: Threshold? = nil
    ) -> Verdict {
      let value = measured.map { $0.value * 180 / .pi }
      let sigma = measured?.sigma.map { $0 * 180 / .pi }
      let range = (least?.value ?? -.infinity)...(most?.value ?? .infinity)
      let spare =
        value.map {
          min($0 + (sigma ?? 0) - range.lowerBound, range.upperBound - $0 + (sigma ?? 0))
        } ?? .infinity
      return (
        Repetition.Criterion(
          name: kind.rawValue, isMet: value.map(range.contains), value: value, sigma: sigma,
          unit: "degree"), spare < 0,
        SoftLimit.passed(by: spare, margin: Self.margins.degrees)
      )
    }
    func metres(_ measured: Measured?, over limit: Double) -> Verdict {
      let spare = measured.map { $0.value + ($0.sigma ?? 0) - limit } ?? .infinity
      return (
        Repetition.Criterion(
          name: kind.rawValue, isMet: measured.map { $0.value > limit }, value: measured?.value,
          sigma: measured?.sigma, unit: "metre"), spare <= 0,
        SoftLimit.passed(by: spare, margin: Self.margins.metres)
      )
    }
    func angle(_ name: String, _ frames: [Int], _ pick: ([Measured]) -> Measured?) -> Measured? {
      pick(sides.compactMap { mean(of: $0.angle(name), in: frames) })
    }
    switch kind {
    case .hipBelowKnee:
      let judged = sides.count == 1 ? legInFront(in: moments.turn) ?? sides : sides
      return metres(
        hipBelowKnee(in: moments.turn, standing: moments.rest, sides: judged),
        over: thresholds.hipBelowKnee.value)
    case .elbowsBentToRightAngle:
      return degrees(
        angle("ElbowFlexion", moments.turn, mean), atLeast: thresholds.elbowsBentToRightAngle)
    case .bodyStraight:
      let bends = moments.all.compactMap { angle("HipFlexion3D", [$0], mean) }
      return degrees(bends.max { $0.value < $1.value }, atMost: thresholds.bodyStraight)
    case .trunkRaised:
      return degrees(mean(of: "trunkLean", in: moments.turn), atMost: thresholds.trunkRaised)
    case .upperArmStill:
      return degrees(upperArmRange(in: moments.all, sides), atMost: thresholds.upperArmStill)
    case .elbowsStraightAtTurn:
      let bent = angle("ElbowFlexion", moments.turn) { $0.max { $0.value < $1.value } }
      return degrees(bent, atMost: thresholds.elbowsStraightAtTurn)
    case .wristsAboveHead:
      return metres(
        wristsAboveHead(in: moments.turn, sides: sides), over: thresholds.wristsAboveHead.value)
    case .armsAtShoulderHeight:
      let lower = angle("ShoulderElevation", moments.turn) { $0.min { $0.value < $1.value } }
      return degrees(lower, atLeast: thresholds.armsAtShoulderHeight)
    case .feetApart:
      return metres(
        feetApart(at: moments), over: thresholds.feetApart.value * person.stature.metres)
    case .kneesStraightStanding:
      let turn = angle("KneeFlexion", moments.turn, mean)
      let rest = angle("KneeFlexion", moments.rest, mean)
      // Where only one of both was measured and is bent, the other may be standing.
      let measured = [turn, rest].compactMap { $0 }.min { $0.value < $1.value }
      let isTold = turn != nil && rest != nil
      let limit = thresholds.kneesStraightStanding.radians
      let standing = measured.flatMap { isTold || $0.value <= limit ? $0 : nil }
      return degrees(standing, atMost: thresholds.kneesStraightStanding)
    case .kneesNearlyStraight:
      return degrees(
        angle("KneeFlexion", moments.turn, mean), atMost: thresholds.kneesNearlyStraight)
    case .kneeAtHipHeight:
      return metres(
        hipBelowKnee(in: moments.turn, standing: moments.rest, sides: sides),
        over: -thresholds.kneeAtHipHeight.value * person.stature.metres)
    case .kneesBentToRightAngle:
      return degrees(
        angle("KneeFlexion", moments.turn, mean), atLeast: thresholds.kneesBentToRightAngle)
    case .hipsStraightAtTurn:
      return degrees(
        angle("HipFlexion3D", moments.turn, mean), atMost: thresholds.hipsStraightAtTurn)
    case .kneeTowardsChest:
      return degrees(
        angle("HipFlexion3D", moments.turn, mean), atLeast: thresholds.kneeTowardsChest)
    }
  }

  // MARK: What is measured

  /// The mean of numbers whose errors go together: neighbouring frames, both sides.
  private func mean(_ numbers: [Measured]) -> Measured? {
    guard !numbers.isEmpty else { return nil }
    let count = Double(numbers.count)
    let sigmas = numbers.compactMap(\.sigma)
    return (
      numbers.reduce(0) { $0 + $1.value } / count,
      sigmas.count == numbers.count ? sigmas.reduce(0, +) / count : nil
    )
  }

  private func mean(of angle: String, in frames: [Int]) -> Measured? {
    let definition = AngleDefinition.named(angle)
    return mean(
      frames.compactMap { frame -> Measured? in
        guard let measured = person.skeleton(at: frame).map(definition.measure),
          let value = measured.value
        else { return nil }
        return (value, measured.sigma)
      })
  }

  private func isSeen(_ joints: [Joint], _ state: PersonMotion.State) -> Bool {
    joints.allSatisfy { state.body.sources[$0] != .inferred }
  }

  private func sigma(_ joints: [Joint], _ state: PersonMotion.State) -> Double? {
    state.body.sigmas.map { sigmas in
      // The root's own sigma is that of its place in the room, which doesn't matter here.
      joints.reduce(0) { $0 + ($1 == .root ? 0 : sigmas[$1] * sigmas[$1]) }.squareRoot()
    }
  }

  /// The leg in front, of two of which one is in front: its thigh is bent farther against the trunk. `nil` where either isn't
  /// measured.
  private func legInFront(in frames: [Int]) -> [Side]? {
    guard let left = mean(of: Side.left.angle("HipFlexion3D"), in: frames),
      let right = mean(of: Side.right.angle("HipFlexion3D"), in: frames)
    else { return nil }
    return [left.value > right.value ? .left : .right]
  }

  private func hipBelowKnee(
    in frames: [Int], standing rest: [Int], sides: [Side]
  ) -> Measured? {
    guard let up = vertical(standing: rest) else { return nil }
    return mean(
      frames.flatMap { frame in
        sides.compactMap { side -> Measured? in
          guard let state = person.states[frame] else { return nil }
          let (hip, knee) = (side(.leftHip), side(.leftKnee))
          guard isSeen([hip, knee], state) else { return nil }
          let thigh = state.body.positions[knee] - state.body.positions[hip]
          let height = thigh.dot(up.direction)
          // What the vertical may be off turns the thigh's extent along the floor into height.
          let level = (thigh - up.direction * height).length * up.tilt
          let sigma = sigma([hip, knee], state).map { ($0 * $0 + level * level).squareRoot() }
          return (height, sigma)
        }
      })
  }

  /// Returns the vertical (upwards), and one standard deviation of it in radians. Where gravity is
  /// unknown, and a level camera is all that could be assumed, a person who stands shows it: their
  /// hips are above their ankles, within some degrees. `nil` when there is neither.
  private func vertical(standing frames: [Int]) -> (direction: Vector3, tilt: Double)? {
    if let world = person.world, world.source != .camera {
      return (world.up, world.tiltSigma.largest)
    }
    let legs = frames.compactMap { frame -> Vector3? in
      guard let state = person.states[frame] else { return nil }
      let p = state.body.positions
      guard isSeen([.leftHip, .rightHip, .leftAnkle, .rightAnkle], state) else { return nil }
      return (p[.leftHip] + p[.rightHip] - p[.leftAnkle] - p[.rightAnkle]).normalized
    }
    return legs.reduce(Vector3.zero, +).normalized.map {
      ($0, thresholds.standingTilt.radians)
    }
  }

  private func wristsAboveHead(in frames: [Int], sides: [Side]) -> Measured? {
    mean(
      frames.flatMap { frame in
        sides.compactMap { side -> Measured? in
          guard let state = person.states[frame], isSeen([side(.leftWrist)], state),
            let trunk = (state.body.positions[.centerShoulder] - state.body.positions[.root])
              .normalized
          else { return nil }
          let wrist = side(.leftWrist)
          return (
            (state.body.positions[wrist] - state.body.positions[.centerHead]).dot(trunk),
            sigma([wrist, .centerHead], state)
          )
        }
      })
  }

  private func feetApart(at moments: Moments) -> Measured? {
    func distance(_ frames: [Int]) -> Measured? {
      mean(
        frames.compactMap { frame -> Measured? in
          let ankles: [Joint] = [.leftAnkle, .rightAnkle]
          guard let state = person.states[frame], isSeen(ankles, state) else { return nil }
          return (
            (state.body.positions[.leftAnkle] - state.body.positions[.rightAnkle]).length,
            sigma(ankles, state)
          )
        })
    }
    guard let turn = distance(moments.turn), let rest = distance(moments.rest) else { return nil }
    let both = turn.sigma.flatMap { a in rest.sigma.map { (a * a + $0 * $0).squareRoot() } }
    return (turn.value - rest.value, both)
  }

  private func upperArmRange(in frames: [Int], _ sides: [Side]) -> Measured? {
    let ranges = sides.compactMap { side -> Measured? in
      let angles = frames.compactMap { mean(of: side.angle("ShoulderElevation"), in: [$0]) }
        .sorted { $0.value < $1.value }
      guard let low = angles.first, let high = angles.last else { return nil }
      let sigma = low.sigma.flatMap { a in high.sigma.map { (a * a + $0 * $0).squareRoot() } }
      return (high.value - low.value, sigma)
    }
    return ranges.max { $0.value < $1.value }
  }
}
