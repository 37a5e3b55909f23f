@testable import MotionTestSupport
import Kinematics
import PoseMotion

/// A movement that shares much with an exercise and is none: what tells them apart is named.
enum LookAlike: String, CaseIterable, Sendable {
  /// No lunge: the hips don't sink. No high knees: the leg is held.
  case kneeRaise
  /// No squat: the hips stay straight.
  case leanBackSquat
  /// No squat: too quick; the knees are never straight; the feet come up.
  case hops
  case pulses
  case tuckJump
  /// No lunge: the trunk comes down; one leg is held out.
  case leaningLunge
  case pistolSquat
  /// No sit-up: the thighs come to the trunk; so do the feet.
  case supineLegRaise
  case tuckUp
  /// No glute bridge: the knees are straight; one leg alone comes down; the hips stay on the floor.
  case reversePlank
  case legLowering
  case heelTouch
  /// No mountain climber: the other knee is under the hips, or both come forwards.
  case donkeyKick
  case plankJump
  /// No push-up: the chest faces up; the shoulders stay.
  case benchPress
  case shoulderTap
  /// No push-up: the arms lie beside the trunk.
  case proneCurl
  /// No curl: the trunk lies; the elbows go back behind it.
  case supineCurl
  case seatedRow
  /// No curl: the upper arm is overhead.
  case overheadExtension
  /// No press: the hands go forward; begin at the hips.
  case punch
  case hipToOverhead
  /// No row: the body is straight; the upper arms stay.
  case straightRow
  case bentOverCurl
  /// No front raise: the arms swing by less; the elbows bend; both hands come from one side.
  case marchingArms
  case uppercut
  case liftAcross
  /// No lateral raise: the feet part; the arms never hang.
  case halfJack
  case shoulderPulses
  /// No jumping jack: the feet stay; too slow.
  case armsOverhead
  case slowJack
  /// No sit-to-stand: the hips don't rise.
  case seatedKneeExtension
  /// No hinge: the knees are bent; the trunk stays upright.
  case seatedBow
  case hangingLegRaise
  /// No dip: the hands move.
  case uprightRow

  /// Seconds there and back.
  var seconds: Double {
    switch self {
    case .hops: 0.5
    case .slowJack: 6
    case .kneeRaise: 2.6
    default: 1.4
    }
  }

  /// Two of them.
  var set: SyntheticSet {
    var set = SyntheticSet(.standing, [1, 1], seconds: seconds)
    (set.framesPerSecond, set.lead, set.tail) = (20, 0.4, 0.4)
    set.poses = pose
    return set
  }

  private func pose(_ u: Double) -> SyntheticPose {
    func both(_ value: Double) -> (left: Double, right: Double) { (value, value) }
    var pose = SyntheticPose()
    switch self {
    case .kneeRaise:
      pose.hipFlexion = (3 + 87 * u, 3)
      pose.kneeFlexion = (5 + 85 * u, 5)
    case .leanBackSquat:
      pose.kneeFlexion = both(4 + 90 * u)
      pose.lean = -45 * u
    case .hops:
      pose = Activity.squat.pose(0.7 * u, time: 0)
    case .pulses:
      pose = Activity.squat.pose(0.68 + 0.6 * u, time: 0)
    case .tuckJump:
      pose.kneeFlexion = both(4 + 100 * u)
      pose.hipFlexion = both(4 + 90 * u)
      pose.height = 0.7 * u
    case .leaningLunge:
      pose = Activity.lunge.pose(u, time: 0)
      pose.lean = 3 + 70 * u
      pose.hipFlexion = (3 + 120 * u, 3 + 50 * u)
    case .pistolSquat:
      pose.kneeFlexion = (5 + 125 * u, 8)
      pose.lean = 25 * u
      pose.hipFlexion = (3 + 110 * u, 20 + 75 * u)
      pose.shoulderFlexion = both(90 * u)
    case .supineLegRaise:
      pose.lean = -88
      pose.hipFlexion = both(4 + 80 * u)
    case .tuckUp:
      pose.lean = -88 + 40 * u
      pose.hipFlexion = both(10 + 90 * u)
      pose.kneeFlexion = both(5 + 95 * u)
    case .proneCurl:
      pose.lean = 85
      pose.shoulderFlexion = both(5)
      pose.elbowFlexion = both(8 + 85 * u)
    case .reversePlank:
      pose.lean = -75 - 5 * u
      pose.hipFlexion = both(55 - 50 * u)
      pose.kneeFlexion = both(5)
      pose.shoulderFlexion = both(-40)
    case .legLowering:
      pose.lean = -88
      pose.hipFlexion = (85 - 75 * u, 85)
      pose.kneeFlexion = both(90)
      pose.isSeated = true
    case .heelTouch:
      pose.lean = -88
      pose.hipFlexion = both(90 - 40 * u)
      pose.kneeFlexion = both(90)
      pose.isSeated = true
    case .donkeyKick:
      pose.lean = 85
      pose.hipFlexion = (20 + 70 * u, 90)
      pose.kneeFlexion = (30 + 60 * u, 90)
      pose.shoulderFlexion = both(85)
    case .plankJump:
      pose.lean = 72 + 3 * u
      pose.hipFlexion = both(3 + 107 * u)
      pose.kneeFlexion = both(6 + 109 * u)
      pose.shoulderFlexion = both(72 + 3 * u)
    case .shoulderTap:
      pose = Activity.pushUp.pose(0, time: 0)
      pose.elbowFlexion = both(6 + 110 * u)
    case .benchPress:
      pose.lean = -88
      pose.hipFlexion = both(45)
      pose.kneeFlexion = both(90)
      pose.shoulderFlexion = both(82 - 30 * u)
      pose.shoulderAbduction = both(10 + 40 * u)
      pose.elbowFlexion = both(8 + 85 * u)
    case .straightRow:
      pose.lean = 65
      pose.shoulderFlexion = both(65 - 60 * u)
      pose.elbowFlexion = both(8 + 85 * u)
    case .bentOverCurl:
      pose = Activity.bentOverRow.pose(0, time: 0)
      pose.elbowFlexion = both(8 + 92 * u)
    case .marchingArms:
      pose.shoulderFlexion = (40 * u, -25 * u)
      pose.elbowFlexion = both(12)
    case .uppercut:
      pose.shoulderFlexion = both(5 + 80 * u)
      pose.elbowFlexion = both(10 + 80 * u)
    case .supineCurl:
      pose = Activity.bicepsCurl.pose(u, time: 0)
      pose.lean = -88
    case .seatedRow:
      pose = Activity.sitToStand.pose(0, time: 0)
      pose.lean = 5
      pose.shoulderFlexion = both(38 - 68 * u)
      pose.elbowFlexion = both(10 + 90 * u)
    case .liftAcross:
      pose.shoulderFlexion = both(5 + 90 * u)
      pose.shoulderAbduction = (-42 * (1 - u * u), 42 * (1 - u * u))
      pose.elbowFlexion = both(10)
    case .punch:
      pose.shoulderFlexion = both(35 + 53 * u)
      pose.elbowFlexion = both(125 - 115 * u)
    case .hipToOverhead:
      pose.shoulderFlexion = both(-5)
      pose.shoulderAbduction = both(5 + 160 * u)
      pose.elbowFlexion = both(85 - 75 * u)
    case .overheadExtension:
      pose.shoulderAbduction = both(165)
      pose.elbowFlexion = both(8 + 110 * u)
    case .halfJack:
      pose = Activity.jumpingJack.pose(u, time: 0)
      pose.shoulderAbduction = both(8 + 80 * u)
    case .shoulderPulses:
      pose.shoulderAbduction = both(64 + 46 * u)
      pose.elbowFlexion = both(12)
    case .armsOverhead:
      pose.shoulderAbduction = both(10 + 155 * u)
      pose.elbowFlexion = both(12)
    case .slowJack:
      pose = Activity.jumpingJack.pose(u, time: 0)
    case .seatedKneeExtension:
      pose = Activity.sitToStand.pose(0, time: 0)
      pose.kneeFlexion = both(92 - 85 * u)
    case .seatedBow:
      pose = Activity.sitToStand.pose(0, time: 0)
      pose.lean = 8 + 50 * u
      pose.hipFlexion = both(90 + 50 * u)
    case .uprightRow:
      pose.shoulderAbduction = both(5 + 90 * u)
      pose.elbowFlexion = both(8 + 105 * u)
    case .hangingLegRaise:
      pose.shoulderAbduction = both(165)
      pose.hipFlexion = both(4 + 80 * u)
    }
    return pose
  }
}
