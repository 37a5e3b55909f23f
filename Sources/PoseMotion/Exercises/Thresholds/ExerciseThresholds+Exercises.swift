extension ExerciseThresholds.OfExercise {
  /// The numbers of an exercise: read down a column, from excluded to accepted.
  init(_ exercise: Exercise) {
    switch exercise {
    case .squat:
      self.init(
        minimumRange: Self.range(50, Self.partialSquat),
        evidence: [
          .init(.kneeChange, 40, 55, Self.partialSquat),
          .init(.hipChange, 20, 40, .chosen("balance bends the hips with the knees")),
          .init(.hipSink, 0.04, 0.08, .anatomy("a leg of 0.49 (Winter) bent 47° and 66°")),
          Self.kneesAlike, Self.thighsAlike, Self.upright, Self.trunkReturns, Self.trunkOffFloor,
          Self.feetLevel,
          .init(.balance, -0.11, -0.06, Self.behindHeel),
          .init(.kneePerHip, 0.5, 0.75, .chosen("a hinge bends the hips more than the knees")),
          Self.feetStay,
          .init(.kneeAtRest, 70, 45, .chosen("rest is standing, or nearly so")),
          .init(.duration, 0.6, 0.9, .chosen("hops are shorter")),
          Self.hipsMove, Self.onTheSpot,
        ],
        anyOf: [
          .init(.handsOverKnees, -0.1, -0.03, .chosen("the hands stay above the knees …")),
          .init(.kneePerHip, 0.75, 0.95, .chosen("… or the knees bend as much as the hips …")),
          .init(
            .leanBent, 50, 35, .chosen("… or the trunk stays up: a deadlift has none of these")),
        ])
    case .lunge:
      self.init(
        minimumRange: Self.range(45, .chosen("10 % less than a squat's: the trunk stays upright")),
        evidence: [
          .init(
            .kneeChange, 40, 55,
            .chosen("nearly as far as walking bends the knee, to 60° (Perry); the hips sink, too")),
          .init(.hipSink, 0.05, 0.09, .anatomy("a leg of 0.49 (Winter) bent 52° and 71°")),
          .init(.stride, 0.16, 0.26, .chosen("1/3 and 1/2 of a leg of 0.49 (Winter)")),
          .init(
            .kneeDifference, 80, 60,
            .chosen(
              "both knees bend: 7 to 20° in four public videos; 122° where one leg is held out")),
          Self.upright,
          .init(.leanAtTurn, 65, 45, .chosen("the trunk stays upright; a hinge's doesn't")),
          .init(.duration, 0.7, 1, .chosen("a running stride is shorter")),
        ],
        anyOf: [
          .init(.stride, 0.18, 0.3, .chosen("one foot in front of the other …")),
          .init(.hipDifference, 30, 50, .chosen("… or one thigh")),
        ])
    case .pushUp:
      self.init(
        minimumRange: Self.range(
          40, .chosen("less than half of the 90° that FitnessGram asks for")),
        evidence: [
          .init(.elbowChange, 30, 45, .chosen("1/3 and 1/2 of FitnessGram's 90°")),
          .init(
            .chestUp, -0.08, -0.22,
            .chosen("the chest faces 5° and 13° down: on a wall 15° in a public video")),
          .init(.elbowAtRest, 70, 50, .chosen("rest is on arms that are nearly straight")),
          .init(
            .shoulderAtRest, 12, 28,
            .chosen("hands below the shoulders: arms at 90°, seen from the front at 26° and more")),
          .init(.hipRange, 60, 40, .chosen("the body is held straight, if badly")),
          .init(.hipAtRest, 65, 45, .chosen("1.8 and 2.6 times the 25° of the criterion")),
          .init(
            .handsWay, 0.08, 0.03, .chosen("the hands stay on the floor; a row's shoulders stay")),
        ],
        anyOf: [
          .init(.leanAtRest, 45, 60, .chosen("prone, hands on the floor or on a low bench …")),
          .init(
            .feetWay, -0.005, -0.035,
            .chosen("… or the hips go to a bar or a wall, and the feet stay")),
        ], isLying: true)
    case .sitUp:
      self.init(
        minimumRange: Self.range(30, .chosen("shoulders off the floor: a curl-up")),
        evidence: [
          .init(.hipChange, 20, 35, .chosen("shoulders off the floor: a curl-up")),
          .init(.leanAtRest, 45, 65, .chosen("lies, or reclines")),
          .init(.chestUp, 0.3, 0.6, .chosen("the chest faces 17° and 37° up")),
          .init(.trunkRise, 12, 25, .chosen("the trunk comes up, not the thighs to it")),
          .init(.leanAtTurn, 86, 74, .chosen("the shoulders come up; in a bridge the hips do")),
          .init(.kneeRange, 60, 35, .chosen("the feet stay on the floor")),
        ], isLying: true)
    case .bicepsCurl:
      self.init(
        minimumRange: Self.range(55, .chosen("37 % of the elbow's 150° (AAOS)")),
        evidence: [
          .init(.elbowChange, 45, 60, .chosen("30 and 40 % of the elbow's 150° (AAOS)")),
          .init(.elbowAtRest, 75, 50, .chosen("50 and 33 % of the elbow's 150° (AAOS)")),
          .init(.shoulderRange, 60, 40, .chosen("the upper arm stays, if badly")),
          .init(
            .shoulderAtRest, 62, 48,
            .chosen("the upper arm hangs, or lies on a slanted pad")),
          .init(.shoulderAtTurn, 75, 55, .chosen("the upper arm hangs, or swings along")),
          .init(
            .handsWay, -0.06, -0.01, .chosen("the hands move and the shoulders stay; a dip's don't")
          ),
          .init(
            .armTurn, 60, 45,
            .chosen(
              "the elbows stay beside the trunk: by 38° or less in 22 public videos; a seated row's go back by 64°"
            )),
          Self.handsApart, Self.lowered, Self.kneesStill, Self.hipsStill, Self.upright,
          .init(.leanAtTurn, 60, 40, Self.trunkUp),
        ])
    case .overheadPress:
      self.init(
        minimumRange: Self.range(45, .chosen("half of the way from shoulder height to overhead")),
        evidence: [
          .init(.shoulderChange, 40, 60, .chosen("44 and 67 % of that way")),
          .init(.shoulderAtTurn, 115, 135, .anatomy("overhead: above 90°, 180° at most (AAOS)")),
          .init(.elbowChange, -25, -45, .chosen("arms raised straight don't press")),
          .init(.elbowAtRest, 55, 75, .chosen("weights at the shoulders bend the elbows")),
          .init(.elbowAtTurn, 80, 55, .chosen("straight, if badly")),
          .init(.handAtRest, -0.16, -0.08, .anatomy("above the elbow, 0.186 down (Winter)")),
          .init(.handsWay, -0.12, -0.05, .chosen("the shoulders stay; a pull-up's hands do")),
          .init(
            .tempo, 0.65, 0.95,
            .chosen(
              "a weight is lowered as slowly as it is lifted, or slower: 1.01 and more in 7 public videos. Pulled down "
                + "against a cable, the same way has 0.7 and 0.82")),
          Self.handsApart,
          .init(.kneeRange, 95, 70, .chosen("a push press begins with knees bent by up to 75°")),
          .init(.hipRange, 75, 55, .chosen("and hips by up to 53°")),
          Self.upright,
        ])
    case .lateralRaise:
      self.init(
        minimumRange: Self.range(
          40, .chosen("less than half of the 90° that ACE asks for")),
        evidence: [
          .init(.shoulderChange, 35, 48, .chosen("39 and 53 % of ACE's 90°")),
          .init(.shoulderAtTurn, 140, 122, .chosen("ACE asks for 90°; 32° more pass")),
          .init(.elbowAtTurn, 70, 50, .chosen("ACE asks for almost straight elbows")),
          .init(.elbowRange, 75, 50, .chosen("the elbows are held nearly as they are")),
          .init(.armAside, 0.45, 0.65, .chosen("27° and 41° out of the sagittal plane")),
          .init(.shoulderAtRest, 60, 45, .chosen("arms hang, or nearly so")),
          .init(
            .tempo, 0.6, 0.9,
            .chosen("lowered as slowly as lifted, or nearly so; pulled down by cables, 0.76")),
          Self.handsApart, Self.kneesStill, Self.hipsStill, Self.upright, Self.feetStay,
        ])
    case .jumpingJack:
      self.init(
        minimumRange: Self.range(60, .chosen("a third of the shoulder's 180° (AAOS)")),
        evidence: [
          .init(.shoulderChange, 60, 85, .chosen("33 and 47 % of the shoulder's 180° (AAOS)")),
          .init(.shoulderAtTurn, 95, 115, .anatomy("above shoulder height, 90°")),
          .init(.straddle, 0.05, 0.12, .chosen("26 and 63 % of a hip breadth of 0.191 (Winter)")),
          .init(.kneeRange, 80, 55, .chosen("the knees only cushion the jump")),
          Self.upright,
          .init(.leanAtTurn, 60, 40, Self.trunkUp),
          .init(.duration, 4, 2.8, .chosen("jumps are quicker")),
          .init(.elbowAtTurn, 125, 105, .chosen("arms need not be straight")),
          Self.onTheSpot, Self.noSteps,
        ])
    case .sitToStand:
      self.init(
        minimumRange: Self.range(45, .chosen("half of the 90° at which knees are on a chair")),
        evidence: [
          .init(.kneeTravel, 40, 55, .chosen("about half of those 90°")),
          .init(.hipTravel, 20, 40, .chosen("as in a squat")),
          .init(.hipSink, 0.04, 0.08, .anatomy("a leg of 0.49 (Winter) bent 47° and 66°")),
          Self.kneesAlike,
          .init(.balance, -0.06, -0.11, Self.behindHeel),
          .init(.handsOverKnees, -0.12, -0.04, .chosen("the hands don't reach for the floor")),
          Self.hipsMove,
          Self.upright, Self.trunkReturns, Self.trunkOffFloor,
          .init(.kneeBent, 135, 120, .anatomy("90° on a chair; the full 135° (AAOS) is a squat")),
        ])
    case .hipHinge:
      self.init(
        minimumRange: Self.range(35, .chosen("29 % of the hip's 120° (AAOS)")),
        evidence: [
          .init(.hipChange, 25, 40, .chosen("21 and 33 % of the hip's 120° (AAOS)")),
          .init(.kneePerHip, 0.75, 0.5, .chosen("a squat bends the knees as much as the hips")),
          .init(.kneeAtTurn, 80, 55, .chosen("the knees stay nearly straight, if badly")),
          .init(.kneeRange, 85, 65, .chosen("as at the turning point")),
          .init(.leanAtTurn, 22, 35, .chosen("the trunk comes down, not the thighs up")),
          .init(.leanAtRest, 45, 30, .chosen("rest is standing")),
          Self.trunkReturns,
          Self.thighsAlike, Self.feetLevel,
        ])
    case .frontRaise:
      self.init(
        minimumRange: Self.range(45, .chosen("half of the way to shoulder height, 90°")),
        evidence: [
          .init(.shoulderChange, 45, 60, .chosen("50 and 67 % of that way; arms swing by less")),
          .init(.shoulderAtTurn, 140, 122, .chosen("to shoulder height, 90°; 32° more pass")),
          .init(.elbowAtTurn, 95, 70, .chosen("the elbows are held straight, if badly")),
          .init(.elbowRange, 75, 50, .chosen("the elbows are held nearly as they are")),
          .init(.armAside, 0.65, 0.45, .chosen("41° and 27° out of the sagittal plane")),
          .init(.shoulderAtRest, 60, 45, .chosen("arms hang, or nearly so")),
          .init(
            .tempo, 0.5, 0.8,
            .chosen("lowered as slowly as lifted, or nearly so; arms pulled down straight, 0.69")),
          Self.handsApart, Self.kneesStill, Self.hipsStill, Self.upright, Self.feetStay,
          .init(.leanAtTurn, 60, 40, Self.trunkUp),
        ])
    case .bentOverRow:
      self.init(
        minimumRange: Self.range(40, .chosen("half of the 90° to which elbows are pulled")),
        evidence: [
          .init(.elbowChange, 35, 50, .chosen("39 and 56 % of those 90°")),
          .init(.elbowAtRest, 70, 50, .chosen("rest is on hanging arms, nearly straight")),
          .init(.leanAtRest, 25, 40, .chosen("the trunk is bent forwards")),
          .init(.chestUp, -0.25, -0.5, .chosen("the chest faces 14° and 30° down")),
          .init(.hipAtRest, 20, 40, .chosen("the hips are bent; in a push-up they are straight")),
          .init(
            .armTurn, 25, 45,
            .chosen("the elbows come to the trunk and past it, by 65° and more; a curl's stay")),
          .init(.handsWay, 0.03, 0.08, .chosen("the hands come up; a push-up's stay")),
          Self.kneesStill,
          .init(.hipRange, 60, 40, .chosen("the trunk is held, if badly")),
        ], isLying: true)
    case .pullUp:
      self.init(
        minimumRange: Self.range(50, .chosen("a third of the elbow's 150° (AAOS)")),
        evidence: [
          .init(.elbowChange, 45, 60, .chosen("30 and 40 % of the elbow's 150° (AAOS)")),
          .init(.elbowAtRest, 75, 50, .chosen("hangs on arms that are nearly straight")),
          .init(.shoulderAtRest, 115, 135, .anatomy("overhead: above 90°, 180° at most (AAOS)")),
          .init(.shoulderChange, -30, -50, .chosen("the upper arms come down to the trunk")),
          .init(.handAtRest, 0.12, 0.2, .anatomy("an arm of 0.33 (Winter) overhead")),
          .init(.handsWay, -0.05, -0.12, .chosen("the hands hold on; a pulldown's don't")),
          .init(.hipRange, 90, 60, .chosen("legs may swing along")),
          Self.upright, Self.trunkOffFloor,
        ])
    case .deadlift:
      self.init(
        minimumRange: Self.range(40, .chosen("a third of the hip's 120° (AAOS)")),
        evidence: [
          .init(.hipTravel, 35, 50, .chosen("29 and 42 % of the hip's 120° (AAOS)")),
          .init(.kneeTravel, 12, 28, .chosen("the knees bend, too; a hinge's hardly do")),
          .init(.kneePerHip, 0.95, 0.8, .chosen("a squat bends the knees as much as the hips")),
          .init(
            .leanBent, 18, 34, .chosen("the trunk comes down to the weight; from the front by less")
          ),
          .init(.leanStraight, 45, 30, .chosen("and up again")),
          .init(.chestUpBent, 0.1, -0.25, .chosen("the chest faces the weight: 14° down")),
          .init(.handsOverKnees, 0.02, -0.05, .chosen("the hands reach below the knees")),
          Self.trunkReturns,
          Self.kneesAlike, Self.thighsAlike, Self.feetLevel, Self.feetStay, Self.onTheSpot,
          .init(.duration, 0.7, 1, .chosen("a weight isn't thrown")),
        ])
    case .dip:
      self.init(
        minimumRange: Self.range(40, .chosen("half of the 90° to which elbows are bent")),
        evidence: [
          .init(.elbowChange, 35, 50, .chosen("39 and 56 % of those 90°")),
          .init(.elbowAtRest, 70, 50, .chosen("rest is on arms that are nearly straight")),
          .init(
            .shoulderAtRest, 62, 48,
            .chosen("the hands are beside the hips, or behind on a bench: 28 to 46°")),
          .init(.shoulderChange, 8, 20, .chosen("the elbows go back and up; a curl's stay")),
          .init(.handAtRest, -0.15, -0.22, .anatomy("an arm of 0.33 (Winter) hangs")),
          .init(.handsWay, -0.01, -0.06, .chosen("the hands stay where they are")),
          .init(.hipRange, 65, 45, .chosen("the legs hang, or lie before a bench")),
          Self.kneesStill, Self.upright,
          .init(.leanAtTurn, 75, 55, Self.trunkUp),
        ])
    case .highKnees:
      self.init(
        minimumRange: Self.range(40, .chosen("half of the way to a level thigh, 90°")),
        evidence: [
          .init(.hipChange, 40, 55, .published("Perry 2010: walking moves the hip by 40°")),
          .init(.hipAtTurn, 55, 70, .chosen("the thigh comes near level; a run's to 40 to 50°")),
          .init(.hipDifference, 35, 55, .chosen("the other leg stands")),
          .init(.kneeChange, 25, 45, .chosen("the knee bends as the thigh comes up")),
          .init(.hipSink, 0.09, 0.05, .chosen("a lunge sinks")),
          .init(.duration, 2.2, 1.5, .chosen("steps are quicker than a raised leg that is held")),
          .init(.leanAtTurn, 45, 30, Self.trunkUp),
          Self.upright, Self.onTheSpot,
        ])
    case .legPress:
      self.init(
        minimumRange: Self.range(35, .chosen("a quarter of the knee's 135° (AAOS)")),
        evidence: [
          .init(.kneeChange, 30, 45, .chosen("22 and 33 % of the knee's 135° (AAOS)")),
          .init(.hipChange, 10, 25, .chosen("the thighs come to the trunk")),
          .init(
            .hipAtRest, 35, 55, .chosen("the seat bends the hips; lying leg raises start flat")),
          .init(.kneeAtRest, 70, 45, .chosen("rest is on legs that are nearly straight")),
          .init(.chestUp, 0.1, 0.3, .chosen("leans back by 6° and 17°")),
          .init(.feetWay, 0.03, 0.08, .chosen("the feet move and the hips stay")),
          Self.kneesAlike, Self.thighsAlike,
        ], isLying: true)
    case .gluteBridge:
      self.init(
        minimumRange: Self.range(
          30, .chosen("as a sit-up's; straight hips are 34 to 51° from lying in public videos")),
        evidence: [
          .init(
            .hipChange, -15, -28, .chosen("a tilt of the pelvis alone has 7° in a public video")),
          .init(.leanAtRest, 45, 65, .chosen("lies, or has the shoulders on a bench")),
          .init(.leanAtTurn, 70, 82, .chosen("the trunk ends level, or with the hips higher")),
          .init(
            .shouldersWay, 0.03, -0.02,
            .chosen("the hips come up and the shoulders stay, by 0.06 and more; a sit-up's hips do")
          ),
          .init(.chestUp, 0.3, 0.6, .chosen("the chest faces 17° and 37° up")),
          .init(.kneeAtRest, 35, 60, .chosen("the feet stand before the hips")),
          .init(.feetWay, -0.01, -0.05, .chosen("the hips move, the feet stay on the floor")),
          Self.kneesAlike, Self.thighsAlike,
        ], isLying: true)
    case .mountainClimber:
      self.init(
        minimumRange: Self.range(40, .chosen("as of high knees: the thigh comes to 90° and more")),
        evidence: [
          .init(.hipChange, 40, 55, .chosen("as of high knees")),
          .init(
            .hipAtTurn, 82, 98,
            .chosen("the knee comes under the chest; on all fours it is under the hip, at 90°")),
          .init(
            .hipDifference, 25, 45,
            .chosen("the other leg is stretched; on all fours it stands as well")),
          .init(.kneeChange, 25, 45, .chosen("the knee bends as it comes forwards")),
          .init(.leanAtRest, 45, 60, .chosen("prone, hands on the floor or on a low bench")),
          .init(.chestUp, -0.3, -0.5, .chosen("the chest faces 17° and 30° down")),
          .init(
            .shoulderAtRest, 35, 55, .chosen("the arms hold the trunk: 65° and more in videos")),
          .init(.shoulderRange, 60, 40, .chosen("the hands stay, and the trunk nearly")),
          .init(.elbowRange, 60, 40, .chosen("the arms don't push")),
          .init(.duration, 3, 2.2, .chosen("steps are quicker than a leg that is held")),
          Self.onTheSpot,
        ], isLying: true)
    }
  }

  private static func range(_ degrees: Double, _ source: Threshold.Source) -> Threshold {
    Threshold(degrees, .degrees, "the least range that counts", source)
  }

  // MARK: What several exercises have in common

  private static let partialSquat = Threshold.Source.published(
    "Schoenfeld 2010: partial squats bend the knees by 40°, half squats by 70°")
  private static let behindHeel = Threshold.Source.anatomy(
    "heels end 0.04 statures behind the ankles, 1/4 of a foot (Winter): farther back holds a seat")
  private static let trunkUp = Threshold.Source.chosen("standing or seated, leaning at most")

  private static let kneesAlike = EvidenceRamp(
    .kneeDifference, 55, 30, .chosen("one leg alone is a lunge or a step"))
  private static let thighsAlike = EvidenceRamp(
    .hipDifference, 45, 25, .chosen("a lunge has one thigh in front"))
  private static let upright = EvidenceRamp(.leanAtRest, 60, 35, trunkUp)
  private static let trunkReturns = EvidenceRamp(
    .leanDifference, 45, 25,
    .chosen("it ends as it began: a burpee goes from standing to a push-up's start"))
  private static let trunkOffFloor = EvidenceRamp(
    .leanAtTurn, 85, 65, .chosen("a trunk that is level hinges, or lies"))
  private static let feetLevel = EvidenceRamp(
    .stride, 0.28, 0.18, .chosen("1/2 and 1/3 of a leg of 0.49 (Winter)"))
  private static let feetStay = EvidenceRamp(
    .straddle, 0.15, 0.08, .chosen("feet that part are a jumping jack's"))
  private static let hipsMove = EvidenceRamp(
    .feetWay, 0.04, -0.02,
    .chosen("the hips move and the feet stay; in a tuck jump the feet come up"))
  private static let lowered = EvidenceRamp(
    .tempo, 0.5, 0.9,
    .chosen(
      "a weight is lowered as slowly as it is lifted, or slower: 0.71 and more in 34 public videos of people. Pushed "
        + "or pulled down against a cable, the same way has 0.59 to 0.82"))
  private static let handsApart = EvidenceRamp(
    .handsAside, 0.04, 0.02,
    .chosen(
      "each hand stays on its side, or both in the middle: 0 in 37 public videos. Twists take both across, by 0.05 and 0.09"
    ))
  private static let onTheSpot = EvidenceRamp(
    .travel, 0.7, 0.45, .chosen("walking goes as far as a stature in a second or two"))
  private static let noSteps = EvidenceRamp(
    .step, 0.32, 0.2, .published("Perry 2010: a step of walking is 0.4 statures"))
  private static let kneesStill = EvidenceRamp(
    .kneeRange, 50, 30, .chosen("legs still; walking bends the knees by 60° (Perry)"))
  private static let hipsStill = EvidenceRamp(
    .hipRange, 50, 30, .chosen("legs still; walking moves the hips by 40° (Perry)"))
}
