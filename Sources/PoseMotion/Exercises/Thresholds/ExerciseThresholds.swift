/// Every number that decides which exercise a motion is, what counts as a repetition, and whether a
/// criterion is met.
///
/// `standard` is what the program uses. `ThresholdMarginTests` moves each and writes
/// `docs/research/recognition.md`.
struct ExerciseThresholds: Sendable {
  /// The numbers of one exercise.
  struct OfExercise: Sendable {
    /// The smallest range of the followed angle that counts, for every person.
    var minimumRange: Threshold
    /// The likelihood is the product of these …
    var evidence: [EvidenceRamp]
    /// … and of the largest of these, where there are any.
    var anyOf: [EvidenceRamp] = []
    /// Whether it is recognised by lying down, so that it is doubtful where up is unknown.
    var isLying = false
  }

  /// Of each exercise, in the order of `Exercise.allCases`.
  private var exercises = Exercise.allCases.map(OfExercise.init)
  /// The thresholds for finding repetitions in the curve of an angle.
  var repetitions = RepetitionThresholds()
  /// The thresholds for measuring and weighing the evidence for an exercise.
  var recognition = RecognitionThresholds()
  /// The limits of bodies' movement.
  var limits = LimitThresholds()
  /// The limits of the criteria.
  var criteria = CriterionThresholds()

  /// The numbers of an exercise.
  subscript(exercise: Exercise) -> OfExercise {
    get { exercises[Self.position(of: exercise)] }
    set { exercises[Self.position(of: exercise)] = newValue }
  }

  /// The thresholds that the program uses.
  static let standard = ExerciseThresholds()

  private static func position(of exercise: Exercise) -> Int {
    Exercise.allCases.firstIndex(of: exercise)!
  }
}

/// The thresholds for finding repetitions in the curve of an angle, and for counting them.
struct RepetitionThresholds: Sendable {
  // MARK: The curve

  var spike = Threshold(
    0.07, .seconds, "a spike up to so long leaves no trace (half the running median's width)",
    .measured("RepetitionCycleTests: two frames at 30 a second"))
  var jitter = Threshold(
    0.03, .seconds, "one standard deviation of the Gaussian that smooths",
    .chosen("3 dB down at 4.4 Hz; gait needs 6 Hz (Winter), exercises are slower"))
  var longestGap = Threshold(
    2, .seconds, "the longest time without a value through which a curve is followed",
    .chosen("about one repetition"))

  // MARK: The sides

  var seenSide = Threshold(
    0.5, .fraction, "a side seen in a smaller share of the other's frames is left out",
    .chosen("more of it would be filled in than measured"))
  var movingSide = Threshold(
    0.4, .fraction, "a side that moves through a smaller share of the other's range is left out",
    .chosen("a mean of both would go less than 70 % as far as the one that works"))
  var outliers = Threshold(
    50, .count, "an angle's spread leaves out one in so many values at either end",
    .chosen("the 2nd and 98th percentile"))
  var alternating = Threshold(
    0.25, .fraction, "sides that correlate less alternate, where the exercise lets them",
    .chosen("together it is near 1, in turns below 0"))

  // MARK: Turning points

  var swing = Threshold(
    0.3, .fraction, "from a turning point the curve comes back by this share of the least range",
    .chosen("less is no movement of its own"))
  var minimumSwing = Threshold(
    5, .degrees, "but by this at least",
    .measured("RenderedSquatTests: single frames lifted from colour alone are off by 8°"))
  var bounce = Threshold(
    0.55, .fraction, "a return that makes up a smaller share of the way to rest is a bounce",
    .chosen("half of the way, and a little more"))
  var restQuantile = Threshold(
    4, .count, "rest, for that, is one in so many of the lowest points",
    .chosen("the quartile: a lower one may be before the set"))
  var restNeighbours = Threshold(
    2, .count, "rest at a time is the median of so many lowest points before and after it",
    .chosen("five points follow a drift and outvote two"))
  var restLevel = Threshold(
    0.3, .fraction, "rest was seen where the curve comes within this share of the lower side",
    .chosen("who doesn't return so far hasn't finished"))

  // MARK: Start, turning point and end

  var stay = Threshold(
    0.02, .fraction, "the stay at the turning point is within this share of the range",
    .chosen("2° of a squat"))
  var restMargin = Threshold(
    0.1, .seconds, "rest is read so long before the start and after the end",
    .chosen("movements begin slowly"))
  var restBand = Threshold(
    0.1, .fraction, "a stay at rest is within this share of the range",
    .chosen("sway, and errors of a joint"))
  var restStay = Threshold(
    0.5, .seconds, "the level of a stay longer than this is its median, else its lowest point",
    .chosen("a shorter pause has no level of its own"))
  var departureHigh = Threshold(
    0.3, .fraction, "the parabola of a start goes through this share of the range",
    .chosen("below, the curve is still a parabola"))
  var departureLow = Threshold(
    0.1, .fraction, "and through this", .chosen("above sway"))
  var departureStop = Threshold(
    0.02, .fraction, "and doesn't begin before the curve is so close to rest",
    .chosen("2° of a squat"))

  // MARK: What is listed and counts

  var listed = Threshold(
    0.5, .fraction, "listed from this share of the least range on", .chosen("less is sway"))
  var listedOfOwn = Threshold(
    0.35, .fraction, "and of the person's own full range", .chosen("half of what counts"))
  var countedOfOwn = Threshold(
    0.7, .fraction, "counted from this share of the person's own full range on",
    .chosen("half repetitions don't count, tired ones do"))
  var largeSet = Threshold(
    8, .count, "of so many the second largest range is the person's own",
    .chosen("one may be an error"))
  var shortestPeak = Threshold(
    0.12, .seconds, "what is beyond half of its range for a shorter time is a joint that jumped",
    .chosen("a repetition of 0.4 s is so for 0.2 s"))
  var shortest = Threshold(
    0.4, .seconds, "a shorter one is `tooFast`",
    .measured("RepetitionCountTests: 0.6 s counts, whatever the exercise"))
  var longest = Threshold(
    15, .seconds, "a longer one is `tooSlow`",
    .measured("RepetitionCountTests: 10 s counts, 18 s doesn't"))
  var unseen = Threshold(
    0.4, .fraction, "one that was unseen for a larger share of its time is `notSeen`",
    .chosen("most of it was measured"))
  var margin = Threshold(
    0.05, .fraction, "so near to a limit, as a share of it, one counts in part for recognition",
    .chosen("single joints are off by that; a limit then turns no answer over by itself"))
  var pause = Threshold(
    0.25, .fraction, "a stay at the turning point longer than this share is in neither half",
    .chosen("a cosine is within 2 % of its turn for 9 % of its time"))
  var ambiguity = Threshold(
    0.05, .fraction, "rest is where the angle is longer, if by more than this share of the time",
    .chosen("else where it begins"))

  // MARK: An angle that isn't an exercise's

  var ofSwept = Threshold(
    0.4, .fraction, "its least range is this share of all that it moves through",
    .chosen("smaller movements aren't what it was recorded for"))
  var minimumOfAny = Threshold(
    10, .degrees, "but this at least", .chosen("twice the least swing"))
  var sigmas = Threshold(
    5, .count, "and so many of its standard deviations",
    .chosen("noise of 300 frames reaches 3 of them either way"))
  var maximumBySigma = Threshold(
    30, .degrees, "of which no more than this is asked", .chosen("an uncertain angle still moves"))
}

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
  var unknownLegs = Threshold(
    0.87, .fraction,
    "the same of legs out of the image, all together, in an exercise of the arms",
    .chosen("images often cut them off: one repetition of an arm is about as likely as not"))
  var unknownVertical = Threshold(
    0.5, .fraction, "the factor for an exercise done lying, where up is unknown",
    .chosen("lying can't be told from standing"))
  var singleRepetition = Threshold(
    0.6, .fraction, "the factor for one repetition alone",
    .chosen("an exercise is repeated; a dancer bows once, too. The confidence is 58 % at most"))
  var alike = Threshold(
    0.05, .fraction, "a repetition that alone is less likely than this counts by so much less",
    .chosen("medians of few are of different movements: a woman who waves, then lies down"))
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

/// The limits of the criteria.
struct CriterionThresholds: Sendable {
  var hipBelowKnee = Threshold(
    0, .metres, "the hip's centre below the knee's, more than",
    .published("IPF: the legs' top at the hip lower than the top of the knees"))
  var elbowsBentToRightAngle = Threshold(
    90, .degrees, "elbow flexion, at least",
    .published("FitnessGram: the elbows bend to 90°"))
  var bodyStraight = Threshold(
    25, .degrees, "trunk against thighs, at most",
    .chosen("FitnessGram and FM 21-20 ask for a straight back and give no angle"))
  var trunkRaised = Threshold(
    45, .degrees, "trunk from the vertical, at most",
    .chosen("halfway; FM 21-20 asks for the vertical, which curl-ups never reach"))
  var upperArmStill = Threshold(
    30, .degrees, "movement of the upper arm, at most",
    .chosen("2.5 times what the clips' curls show, 12°"))
  var elbowsStraightAtTurn = Threshold(
    30, .degrees, "elbow flexion, at most",
    .chosen("a fifth of the elbow's 150° (AAOS)"))
  var wristsAboveHead = Threshold(
    0, .metres, "wrists above the head's centre, more than",
    .chosen("a pressed weight is overhead"))
  var armsAtShoulderHeight = Threshold(
    80, .degrees, "arm against trunk, at least",
    .published("ACE: to shoulder height, 90°, less 10° of tolerance"))
  var feetApart = Threshold(
    0.1, .statures, "ankles farther apart than at rest, more than",
    .chosen("half of a hip breadth of 0.191 statures (Winter)"))
  var kneesStraightStanding = Threshold(
    20, .degrees, "knee flexion, at most",
    .chosen("Jones 1999 asks for a full stand; 20° allow for measurement and old age"))
  var kneeAtHipHeight = Threshold(
    0.05, .statures, "the raised knee's centre below the hip's, less than",
    .chosen("level, less 12° of a thigh of 0.245 statures (Winter)"))
  var kneesBentToRightAngle = Threshold(
    90, .degrees, "knee flexion, at least",
    .chosen("thighs and shanks at right angles, as at a squat's parallel"))
  var hipsStraightAtTurn = Threshold(
    25, .degrees, "trunk against thighs, at most",
    .chosen("ACE asks for a straight line from knees to shoulders, and gives no angle"))
  var kneeTowardsChest = Threshold(
    90, .degrees, "trunk against thigh, at least",
    .chosen("the knee comes under the chest: 105 to 121° in the median of six public videos"))
  var kneesNearlyStraight = Threshold(
    45, .degrees, "knee flexion, at most",
    .chosen("a third of the knee's 135° (AAOS)"))

  var window = Threshold(
    0.07, .seconds, "a moment is measured in the frames so close to it",
    .chosen("5 frames at 30 a second"))
  var standingTilt = Threshold(
    5, .degrees, "one standard deviation of the vertical that standing legs show",
    .chosen("8 cm at the height of the hips"))
}
