public import Kinematics

extension AnglesDocument {
  /// The ranges of a person's angles over all frames that have them.
  public struct PersonRanges: Sendable {
    /// The person's number.
    public let id: Int
    /// Frames that have the person.
    public let frames: Int
    /// The ranges, in the order of the document's definitions.
    public let angles: [AngleRange]
  }

  /// The range of an angle over frames.
  public struct AngleRange: Sendable {
    /// The least, the middle and the largest value in radians, without jumps by whole turns, of those
    /// that nothing speaks against (`AngleDefinition.doubt(of:sigma:)`); `nil` when no frame has a value,
    /// and when something speaks against most.
    public let extremes: (minimum: Double, median: Double, maximum: Double)?
    /// Frames with a value that nothing speaks against.
    public let count: Int
    /// The most frequent doubt about the others, and the number of doubtful values; `nil` if there
    /// are none.
    public let doubt: (kind: AngleDefinition.Doubt, count: Int)?
    /// The reasons for missing values, in the order of their names.
    public let reasons: [JointAngle.Reason]
  }

  /// The ranges of all people's angles, in the order in which people first appear.
  public var ranges: [PersonRanges] {
    var ids: [Int] = []
    for person in frames.flatMap(\.people) where !ids.contains(person.id) { ids.append(person.id) }
    return ids.map { id in
      let people = frames.compactMap { $0.people.first { $0.id == id } }
      return PersonRanges(
        id: id, frames: people.count,
        angles: definitions.indices.map { index in
          Self.range(of: definitions[index], in: people.map { $0.angles[index] })
        })
    }
  }

  private static func range(of definition: AngleDefinition, in angles: [JointAngle]) -> AngleRange {
    let reasons = Set(angles.compactMap(\.reason)).sorted { $0.rawValue < $1.rawValue }
    var (uncertain, impossible) = (0, 0)
    let sound = angles.map { angle -> Double? in
      guard let value = angle.value.map({ definition.anatomical($0) ?? $0 }) else { return nil }
      switch definition.doubt(of: value, sigma: angle.sigma) {
      case nil: return value
      case .uncertain: uncertain += 1
      case .impossible: impossible += 1
      }
      return nil
    }
    let doubted = uncertain + impossible
    let doubt: (AngleDefinition.Doubt, Int)? =
      doubted == 0 ? nil : (uncertain >= impossible ? .uncertain : .impossible, doubted)
    let values =
      (definition.anatomicalRange == nil ? unwrapped(sound) : sound.compactMap { $0 }).sorted()
    guard let low = values.first, let high = values.last, values.count >= doubted else {
      return AngleRange(extremes: nil, count: values.count, doubt: doubt, reasons: reasons)
    }
    let middle = values.count / 2
    let median =
      values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
    return AngleRange(
      extremes: (low, median, high), count: values.count, doubt: doubt, reasons: reasons)
  }

  /// Successive angles without jumps by a whole turn – an arm that passes overhead goes on beyond
  /// 180° –, each unbroken run of them turned so that its median is within ±180°.
  private static func unwrapped(_ angles: [Double?]) -> [Double] {
    angles.split(separator: nil).flatMap { run -> [Double] in
      let values = run.compactMap { $0 }
      guard var last = values.first else { return [] }
      let series = values.map { angle in
        last += (angle - last).remainder(dividingBy: 2 * .pi)
        return last
      }
      let middle = series.sorted()[(series.count - 1) / 2]
      let turn = middle - middle.remainder(dividingBy: 2 * .pi)
      return series.map { $0 - turn }
    }
  }
}
