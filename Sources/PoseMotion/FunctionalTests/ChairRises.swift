internal import Kinematics
internal import Pose3D
internal import PoseGeometry
internal import PoseSystem

/// The rises of a person from a chair, by the flexion of the knees.
struct ChairRises {
  /// A rise.
  struct Rise {
    /// Seconds: the trunk begins to move.
    let onset: Double
    /// Seconds: the knees begin to straighten.
    let leaves: Double
    /// Seconds: half of the way is done.
    let half: Double
    /// Seconds: the person stands.
    let stand: Double
    /// Radians: the knees' flexion while standing, with its sigma.
    let flexion: MotionMeasures.Value
    /// Metres from the middle of the shoulders to the farther wrist, the mean over the rise; `nil` if it isn't seen.
    let wrists: Double?
  }

  /// In the order of time.
  let rises: [Rise]
  /// The last time at which the person is seen, in seconds.
  private let end: Double
  private let stature: Double

  // MARK: Numbers that were chosen

  /// Knees bend at least this far between standing and sitting, in radians.
  private static let minimumRange = 50 * Double.pi / 180
  /// Of a person who sits both knees are bent by at least this, as far as they are seen, and the trunk leans by no more than
  /// that from the vertical, in radians: not of one who lunges to the side, or stands on the hands.
  private static let seat = (knee: 40 * Double.pi / 180, lean: 75 * Double.pi / 180)
  /// Within this share of the way a person still sits, or stands already.
  private static let still = 0.1
  /// The trunk moves from this speed on, in radians a second over so many seconds, which noise doesn't reach, and begins
  /// to no earlier than so many seconds before the knees.
  private static let trunk = (speed: 25 * Double.pi / 180, over: 0.2, lead: 1.0)
  /// One standard deviation of an onset and of a standing time, in seconds: measured with five rises of one man with
  /// markers, seen by virtual cameras from three sides.
  private static let timeSigma = (onset: 0.5, stand: 0.05)
  /// A knee is straight up to this flexion, in radians.
  private static let straight = 25 * Double.pi / 180
  /// The longest pause in seconds.
  private static let pause = 3.0
  /// Seconds of the chair stand test.
  private static let duration = 30.0
  /// Rises of the other test.
  private static let count = 5

  init(of person: PersonMotion) {
    let curves = person.curves(of: ["leftKneeFlexion", "rightKneeFlexion"].map { .named($0) })
    var samples: [(frame: Int, value: Double, sigma: Double)] = []
    for frame in person.times.indices {
      let values = curves.compactMap { $0.values[frame] }
      guard !values.isEmpty else { continue }
      let sigmas = curves.compactMap { $0.sigmas[frame] }
      samples.append((frame, values.mean, sigmas.isEmpty ? 0 : sigmas.mean))
    }
    end = samples.last.map { person.times[$0.frame] } ?? 0
    stature = person.stature.metres
    let values = samples.map(\.value)
    let points = TurningPoints(of: values)
    guard points.range >= Self.minimumRange else {
      rises = []
      return
    }
    // A person who sits when the recording begins turns nowhere before the first rise.
    var seats = points.maxima
    if let first = points.minima.first, seats.first ?? .max > first,
      values[0] - values[first] >= Self.minimumRange
    {
      seats.insert(0, at: 0)
    }
    // A person who stands when it ends turns nowhere after the last one.
    var stands = points.minima
    if let last = seats.last, stands.last ?? -1 < last,
      let lowest = (last..<values.count).min(by: { values[$0] < values[$1] }),
      values[last] - values[lowest] >= Self.minimumRange
    {
      stands.append(lowest)
    }
    let time = { (index: Int) in person.times[samples[index].frame] }
    rises = seats.compactMap { seat in
      guard let stand = stands.first(where: { $0 > seat }) else { return nil }
      let way = values[seat] - values[stand]
      guard way >= Self.minimumRange, Self.isSeated(person, samples[seat].frame, curves) else {
        return nil
      }
      func crossing(_ share: Double) -> Int {
        (seat...stand).last { values[$0] >= values[stand] + share * way } ?? seat
      }
      let leaves = crossing(1 - Self.still)
      return Rise(
        onset: Self.onset(person, samples.map(\.frame), before: leaves), leaves: time(leaves),
        half: time(crossing(0.5)),
        stand: time(min(crossing(Self.still) + 1, stand)),
        flexion: MotionMeasures.Value(values[stand], sigma: samples[stand].sigma),
        wrists: FoldedArms.reach(person, samples[leaves].frame...samples[stand].frame))
    }
  }

  /// Whether a person sits, by knees and trunk, or nothing that is seen speaks against it.
  private static func isSeated(
    _ person: PersonMotion, _ frame: Int, _ knees: [AngleCurve]
  ) -> Bool {
    guard knees.allSatisfy({ $0.values[frame].map { $0 >= seat.knee } ?? true }) else {
      return false
    }
    guard let up = person.world?.up, let positions = person.states[frame]?.body.positions else {
      return true
    }
    return (positions[.centerShoulder] - positions[.root]).angle(to: up) <= seat.lean
  }

  /// Returns the time at which the trunk begins to lean before the knees move.
  private static func onset(_ person: PersonMotion, _ frames: [Int], before leaves: Int) -> Double {
    let trunks = frames.map { frame -> Vector3 in
      guard let positions = person.states[frame]?.body.positions else { return .zero }
      return (positions[.centerShoulder] - positions[.root]).normalized ?? .zero
    }
    let times = frames.map { person.times[$0] }
    var index = leaves
    while index > 0, times[leaves] - times[index] < trunk.lead {
      let before = times[..<index].lastIndex { times[index] - $0 >= trunk.over } ?? 0
      guard before < index else { break }
      let turned = atan2(
        trunks[index].cross(trunks[before]).length, trunks[index].dot(trunks[before]))
      if turned / (times[index] - times[before]) < trunk.speed { break }
      index -= 1
    }
    return times[index]
  }

  // MARK: The tests

  func result(_ test: FunctionalTest) -> FunctionalTestResult {
    let counted = test == .chairStand ? risesInTime : Array(rises.prefix(Self.count))
    let values =
      test == .chairStand
      ? [countValue]
      : [
        timeValue,
        FunctionalTestResult.Value(
          quantity: .rises, value: MotionMeasures.Value(Double(rises.count)),
          missing: nil),
      ]
    return FunctionalTestResult(
      test, values: values, findings: findings(of: counted),
      trials: rises.map { .init(start: $0.onset, end: $0.stand) })
  }

  /// The time of the first five rises.
  private var timeValue: FunctionalTestResult.Value {
    guard rises.count >= Self.count else {
      return .init(quantity: .time, value: nil, missing: .tooFewRises)
    }
    let time = rises[Self.count - 1].stand - rises[0].onset
    return .init(
      quantity: .time,
      value: MotionMeasures.Value(
        time, sigma: hypot(Self.timeSigma.onset, Self.timeSigma.stand)), missing: nil)
  }

  /// The rises of which more than half is done 30 s after the first onset.
  private var risesInTime: [Rise] {
    guard let start = rises.first?.onset else { return [] }
    return rises.filter { $0.half <= start + Self.duration }
  }

  private var countValue: FunctionalTestResult.Value {
    guard let start = rises.first?.onset else {
      return .init(quantity: .rises, value: nil, missing: .tooFewRises)
    }
    guard end >= start + Self.duration else {
      return .init(quantity: .rises, value: nil, missing: .endNotSeen)
    }
    // A rise that is half done about then may count or not.
    let close = rises.contains {
      abs($0.half - start - Self.duration) < 2 * Self.timeSigma.onset
    }
    return .init(
      quantity: .rises,
      value: MotionMeasures.Value(Double(risesInTime.count), sigma: close ? 0.5 : nil), missing: nil
    )
  }

  private func findings(of counted: [Rise]) -> [FunctionalTestResult.Finding] {
    guard !counted.isEmpty else { return [] }
    // A knee that is bent by more than its own sigma can't be straight, nor one that is straighter be bent.
    let bent = counted.map { rise -> Bool? in
      let sigma = rise.flexion.sigma ?? 0
      if rise.flexion.value > Self.straight + sigma { return true }
      return rise.flexion.value < Self.straight ? false : nil
    }
    let standsFully: Bool? = bent.contains(true) ? false : bent.contains(nil) ? nil : true
    let armsFolded = FoldedArms.areFolded(counted.compactMap(\.wrists), stature: stature)
    let pauses = zip(counted, counted.dropFirst()).map { $1.onset - $0.stand }
    return [
      .init(requirement: .standsFully, isMet: standsFully),
      .init(requirement: .armsFolded, isMet: armsFolded),
      .init(requirement: .withoutPause, isMet: pauses.allSatisfy { $0 <= Self.pause }),
    ]
  }
}

/// Arms that are folded before the chest.
enum FoldedArms {
  /// Folded arms keep the wrists within this of the middle of the shoulders, in metres at 1.8 m of stature, and arms
  /// farther away than that are not folded. Chosen.
  private static let limits = (within: 0.35, beyond: 0.5)

  /// Metres from the middle of the shoulders to the farther wrist, the mean over some frames; `nil` if no frame has the
  /// person.
  static func reach(_ person: PersonMotion, _ frames: ClosedRange<Int>) -> Double? {
    let distances = frames.compactMap { frame -> Double? in
      guard let positions = person.states[frame]?.body.positions else { return nil }
      let middle = (positions[.leftShoulder] + positions[.rightShoulder]) / 2
      return max(
        (positions[.leftWrist] - middle).length, (positions[.rightWrist] - middle).length)
    }
    return distances.isEmpty ? nil : distances.mean
  }

  /// Whether arms of some reaches are folded all the time; `nil` if it can't be told.
  static func areFolded(_ reaches: [Double], stature: Double) -> Bool? {
    guard let farthest = reaches.max() else { return nil }
    let reach = farthest * (Anthropometry.referenceHeight / stature)
    if reach <= limits.within { return true }
    return reach > limits.beyond ? false : nil
  }
}
