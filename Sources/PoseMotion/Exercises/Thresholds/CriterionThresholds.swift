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
