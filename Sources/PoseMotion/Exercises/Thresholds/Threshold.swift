/// A number that decides how motion is judged, with what it means and where it comes from.
///
/// Those of exercises are in `ExerciseThresholds`. `docs/research/recognition.md` has the same table with how far
/// each may move before a clip is judged otherwise. Those of postures at work are in `ErgonomicsThresholds`.
struct Threshold: Sendable {
  /// The unit of the value.
  enum Unit: Sendable {
    case degrees
    case seconds
    case metres
    /// Multiples of the person's body height.
    case statures
    /// A fraction, a correlation or a likelihood.
    case fraction
    /// A number, or one in so many.
    case count
  }

  /// The source of a value.
  enum Source: Sendable {
    /// A rule book, a standard, a test protocol or a paper, named in full beside the table.
    case published(String)
    /// Body proportions, ranges of motion, balance.
    case anatomy(String)
    /// A measurement on clips; the test is named.
    case measured(String)
    /// Chosen for the stated reason. Nothing but the measured margin supports it.
    case chosen(String)
  }

  /// In its unit.
  var value: Double
  let unit: Unit
  let meaning: String
  let source: Source

  init(_ value: Double, _ unit: Unit, _ meaning: String, _ source: Source) {
    self.value = value
    self.unit = unit
    self.meaning = meaning
    self.source = source
  }

  /// The value of an angle in radians.
  var radians: Double {
    precondition(unit == .degrees, "not an angle")
    return value * .pi / 180
  }

  /// The value of a number of things.
  var count: Int { Int(value) }
}
