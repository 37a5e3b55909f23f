/// A published method that scores a working posture. The raw value is its word on the command line and in files.
public enum ErgonomicMethod: String, CaseIterable, Sendable {
  /// Rapid Entire Body Assessment: Hignett S, McAtamney L. 2000. Applied Ergonomics 31:201–205.
  case reba
  /// Rapid Upper Limb Assessment: McAtamney L, Corlett EN. 1993. Applied Ergonomics 24:91–99.
  case rula

  /// A range of scores, and how urgent a change is there.
  public struct ActionLevel: Sendable, Equatable {
    /// The number in the paper: 0…4 of REBA, 1…4 of RULA.
    public let number: Int
    /// The scores of the level.
    public let scores: ClosedRange<Int>
  }

  /// The scores that the method gives: 1…15 of REBA, 1…7 of RULA.
  public var scores: ClosedRange<Int> {
    switch self {
    case .reba: 1...15
    case .rula: 1...7
    }
  }

  /// The action levels, the least urgent first. Together they cover all scores.
  public var actionLevels: [ActionLevel] {
    switch self {
    case .reba:
      [
        ActionLevel(number: 0, scores: 1...1), ActionLevel(number: 1, scores: 2...3),
        ActionLevel(number: 2, scores: 4...7), ActionLevel(number: 3, scores: 8...10),
        ActionLevel(number: 4, scores: 11...15),
      ]
    case .rula:
      [
        ActionLevel(number: 1, scores: 1...2), ActionLevel(number: 2, scores: 3...4),
        ActionLevel(number: 3, scores: 5...6), ActionLevel(number: 4, scores: 7...7),
      ]
    }
  }
}

/// A part of the body that has a score of its own. The raw value is the word in files.
public enum ErgonomicPart: String, CaseIterable, Sendable {
  case neck, trunk, legs, upperArm, lowerArm, wrist
}

/// The limits of REBA and RULA that the papers leave open. `docs/reference/ergonomics.md` has the same table.
struct ErgonomicsThresholds: Sendable {
  /// Those in use.
  static let standard = ErgonomicsThresholds()

  var upright = Threshold(
    5, .degrees, "a trunk within so much of the vertical is upright, and a neck isn't extended",
    .chosen("REBA and RULA mean a posture, not the single angle 0; standing people vary by this"))
  var bend = Threshold(
    10, .degrees, "trunk or neck is bent to the side beyond this",
    .published("EN 1005-4:2005, clearly visible bending to the side"))
  var twist = Threshold(
    10, .degrees, "the trunk is twisted beyond this",
    .published("EN 1005-4:2005, clearly visible twisting"))
  var abduction = Threshold(
    20, .degrees, "an upper arm is abducted that leaves the sagittal plane by more than this",
    .chosen("the neutral zone that REBA and RULA give flexion and extension"))
  var outside = Threshold(
    2, .fraction,
    "a forearm is out to the side if the wrist is so many times as far from the midline as the shoulder",
    .chosen("the wrist of a hanging arm is 1.2 to 1.6 times as far"))
  var stance = Threshold(
    0.5, .seconds, "a foot that rests on the ground within this time carries, as in walking",
    .chosen("the swing phase of slow walking lasts up to a second"))
  var separation = Threshold(
    2, .seconds, "the worst moments are at least so far apart",
    .chosen("one movement of handling a load takes about this long"))
  var moments = Threshold(
    5, .count, "of the worst moments so many are listed", .chosen("as many as a page shows"))
}
