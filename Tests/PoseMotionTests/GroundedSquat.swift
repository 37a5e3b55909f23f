import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import TestSupport

/// A person with planted feet before one camera, true and as a lifter measures them: with the right image, too far away
/// where the knees are bent, and with a detector's noise.
struct GroundedSquat {
  /// Seconds.
  var duration = 6.0
  var frameRate = 30.0
  /// The knees' greatest flexion in radians.
  var depth = 1.6
  /// By how much farther away the person is measured at the bottom, as a fraction.
  var drift = 0.06
  /// One standard deviation of the noise of every coordinate, in metres.
  var noise = 0.004
  /// Where the feet are at a time in seconds, relative to where they stand.
  var footPath: @Sendable (Double) -> Vector3 = { _ in .zero }
  /// Whether the whole body goes where the feet go, rather than the feet alone.
  var carriesBody = true
  var hasFeet = true
  /// How high the left heel is raised at a time in seconds, in metres.
  var heelHeight: @Sendable (Double) -> Double = { _ in 0 }
  /// Whether the feet are seen at a time in seconds: where they aren't, their ankles are inferred.
  var showsFeet: @Sendable (Double) -> Bool = { _ in true }

  var times: [Double] { (0..<Int(duration * frameRate)).map { Double($0) / frameRate } }

  /// The true body at a time in seconds.
  func body(at time: Double) -> BodyEstimate {
    let bend = depth * (1 - cos(time * .pi)) / 2
    let move = footPath(time)
    let still = DocumentedSquat.positions(kneeFlexion: bend)
    let feet: Set<Joint> = [.leftAnkle, .rightAnkle]
    let positions = PerJoint<Vector3> { joint in
      carriesBody || feet.contains(joint) ? still[joint] + move : still[joint]
    }
    func foot(_ ankle: Joint) -> Foot? {
      hasFeet
        ? Foot(
          heel: positions[ankle]
            + Vector3(0, 0.05 - (ankle == .leftAnkle ? heelHeight(time) : 0), 0.06),
          toe: positions[ankle] + Vector3(0, 0.06, -0.17), sigma: 0.02) : nil
    }
    return BodyEstimate(
      positions: positions,
      sigmas: PerJoint<Double> { joint in
        [Joint.leftHip, .rightHip, .root].contains(joint) ? 0.01 : 0.04
      },
      leftFoot: foot(.leftAnkle), rightFoot: foot(.rightAnkle),
      stature: Stature(metres: 1.7, sigma: 0, estimation: .user))
  }

  /// The body as it is measured.
  func measured(at time: Double, _ random: inout RandomNumbers) -> BodyEstimate {
    let bend = (1 - cos(time * .pi)) / 2
    var body = body(at: time).scaled(by: 1 + drift * bend)
    let share = noise
    for joint in Joint.allCases {
      body.positions[joint] += share * Vector3(random.normal(), random.normal(), random.normal())
    }
    func moved(_ foot: Foot?) -> Foot? {
      foot.map {
        Foot(
          heel: $0.heel + share * Vector3(random.normal(), random.normal(), random.normal()),
          toe: $0.toe + share * Vector3(random.normal(), random.normal(), random.normal()),
          sigma: $0.sigma)
      }
    }
    (body.leftFoot, body.rightFoot) = (moved(body.leftFoot), moved(body.rightFoot))
    body.stature = Stature(metres: 1.7, sigma: 0, estimation: .user)
    if !showsFeet(time) {
      (body.leftFoot, body.rightFoot) = (nil, nil)
      for ankle in [Joint.leftAnkle, .rightAnkle] { body.sources[ankle] = .inferred }
    }
    return body
  }

  /// What the camera's recording has.
  func recording(seed: UInt64 = 1) -> PoseRecording {
    var random = RandomNumbers(seed: seed)
    return PoseRecording(
      frames: times.enumerated().map { number, time in
        PoseRecording.Frame(
          index: number, time: time,
          people: [PoseObservation(measured(at: time, &random), id: 1)])
      }, camera: DocumentedSquat.camera, gravity: Vector3(0, 1, 0))
  }
}
