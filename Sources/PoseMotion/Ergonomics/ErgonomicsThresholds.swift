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
