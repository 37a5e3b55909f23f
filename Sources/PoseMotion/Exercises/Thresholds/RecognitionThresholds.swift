/// The thresholds for measuring and weighing the evidence, for any exercise.
struct RecognitionThresholds: Sendable {
  // MARK: Measured

  var stanceWindow = Threshold(
    0.07, .seconds, "a stance is the mean of the frames so close to its time",
    .chosen("5 frames at 30 a second, in which a squat of 1.2 s comes back by 3°"))
  var angleWindow = Threshold(
    0.1, .seconds, "an angle at rest or at the turning point is the median of the frames so close",
    .chosen("7 frames at 30 a second: three bad ones don't matter"))
  var reach = Threshold(
    0.07, .seconds, "a repetition's frames are looked at so far beyond its start and end",
    .chosen("as the stance's window"))
  var trim = Threshold(
    20, .count, "an angle's range leaves out one in so many values at either end",
    .chosen("the 5th and 95th percentile"))
  var standingBalance = Threshold(
    0.03, .statures, "the centre of mass before the ankles of a standing person",
    .anatomy("the middle of a foot of 0.152 statures (Winter) is 0.036 before the ankle"))
  var minimumHeight = Threshold(
    0.1, .statures, "below this height over the ankles the centre of mass shows no slant",
    .anatomy("standing it is at 0.55, lying at the ankles' height"))

  // MARK: Weighed

  var unknown = Threshold(
    0.8, .fraction, "the likelihood by a quantity that can't be measured",
    .chosen("speaks a little against"))
  var unknownVertical = Threshold(
    0.5, .fraction, "the factor for an exercise done lying, where up is unknown",
    .chosen("lying can't be told from standing"))
  var singleRepetition = Threshold(
    0.6, .fraction, "the factor for one repetition alone",
    .chosen("an exercise is repeated; a dancer bows once, too. The confidence is 58 % at most"))
  var wholeExcluded = Threshold(
    0.25, .fraction, "an exercise is ruled out where no more of its repetitions go far enough",
    .chosen("other movements often come near an exercise's range, and seldom reach it"))
  var wholeAccepted = Threshold(
    0.55, .fraction, "and accepted where so many do",
    .chosen("half of a set may be partial"))
  var none = Threshold(
    0.15, .fraction, "the least likelihood of no exercise; divided by the root of the repetitions",
    .chosen("a likelihood below it names nothing"))
  var unexplained = Threshold(
    0.03, .fraction, "the likelihood of all that isn't looked at",
    .chosen("keeps the confidence below 1"))

  /// The ramp of the share of repetitions that go far enough.
  var whole: EvidenceRamp {
    EvidenceRamp(.duration, wholeExcluded.value, wholeAccepted.value, wholeAccepted.source)
  }
}
