/// The limits of bodies' movement, in general or in an exercise.
struct LimitThresholds: Sendable {
  var fastest = Threshold(
    1200, .degrees, "the followed angle's greatest speed in a second, at most",
    .measured("RepetitionCountTests: jacks of 0.6 s reach 900°"))
  var sidesApart = Threshold(
    1, .fraction, "left less right over their mean, at most, of an exercise that both do together",
    .chosen("one side goes three times as far as the other"))
  var upright = Threshold(
    110, .degrees, "trunk from the vertical in an exercise done standing or sitting, at most",
    .anatomy("a hinge ends at 90° and a little more; beyond, the head is under the hips"))
  var clearRange = Threshold(
    2, .count, "the ratio of a range to its sigma from which on it counts in full for recognition",
    .chosen("a range that may as well be 0 shows no exercise"))
  var lastingShare = Threshold(
    0.1, .fraction, "of a repetition's frames, so many may be less upright",
    .chosen("a few bad frames don't matter"))
}
