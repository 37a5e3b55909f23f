@testable import MotionTestSupport
import Foundation
import Kinematics
import Pose3D
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

@testable import PoseMotion
@testable import PoseMultiView

struct RigCalibrationTests {
  private static let places = [0.0, 1.1, -0.9].map { SyntheticViews.place(azimuth: $0) }
  private static let clocks = ClockEstimate(clock: .same, offsetSigma: 0)

  private static func recordings(noise: Double = 0.5) -> [KeypointRecording] {
    var views = SyntheticViews.walker
    views.noise = noise
    return places.enumerated().map { index, place in
      views.recording("cam\(index)", from: place, duration: 6, seed: UInt64(index + 1))
    }
  }

  /// A bundle that SciPy solved (`fixtures/motion/make_bundle.py`).
  private struct Golden: Decodable {
    struct Bone: Decodable {
      let a: Int
      let b: Int
      let length: Double
    }
    let focal: Double
    let sigma: Double
    let boneSigma: Double
    let bones: [Bone]
    let rays: [[[[Double]]]]
    let startPoses: [[Double]]
    let startPoints: [[[Double]]]
    let poses: [[Double]]
    let lengths: [Double]
    let points: [[[Double]]]
    let cost: Double
  }

  private static func pose(_ v: [Double]) -> RigidTransform {
    RigidTransform(
      rotationVector: Vector3(v[0], v[1], v[2]), translation: Vector3(v[3], v[4], v[5]))
  }

  @Test func `The bundle adjustment finds SciPy's minimum`() throws {
    let golden: Golden = try Fixture.decode(from: "motion/bundle.json")
    var problem = BundleProblem(
      cameras: golden.startPoses.enumerated().map { index, pose in
        .init(pose: Self.pose(pose), isHeld: index == 0, focal: golden.focal)
      },
      moments: golden.startPoints.enumerated().map { moment, points in
        .init(
          points: points.map { Vector3($0[0], $0[1], $0[2]) },
          isKnown: points.map { _ in true },
          observations: golden.rays.enumerated().flatMap { camera, rays in
            rays[moment].enumerated().map { point, ray in
              .init(
                camera: camera, point: point, ray: SIMD2(ray[0], ray[1]), sigma: golden.sigma)
            }
          })
      },
      bones: golden.bones.map { .init(a: $0.a, b: $0.b, length: $0.length) },
      boneSigma: golden.boneSigma)
    // SciPy's minimum has SciPy's cost, and is one.
    var settled = problem
    for (index, pose) in golden.poses.enumerated() {
      settled.cameras[index + 1].pose = Self.pose(pose)
    }
    for (index, length) in golden.lengths.enumerated() { settled.bones[index].length = length }
    for (index, points) in golden.points.enumerated() {
      settled.moments[index].points = points.map { Vector3($0[0], $0[1], $0[2]) }
    }
    #expect(abs(settled.cost - golden.cost) < 1e-6 * golden.cost)
    _ = settled.solve(iterations: 300)
    #expect(abs(settled.cost - golden.cost) < 1e-6 * golden.cost)
    // From disturbed values the outlier may stay in another place.
    let solved = problem.solve(iterations: 300)
    let solution = try #require(solved)
    #expect(abs(solution.cost - golden.cost) < 0.01 * golden.cost)
    for (camera, expected) in zip(problem.cameras.dropFirst(), golden.poses) {
      let expected = Self.pose(expected)
      let turn = (camera.pose.rotation * expected.rotation.inverse).rotationVector.length
      #expect(turn < 1e-3)
      #expect((camera.pose.translation - expected.translation).length < 3e-3)
    }
    for (bone, length) in zip(problem.bones, golden.lengths) {
      #expect(abs(bone.length - length) < 1e-3)
    }
  }

  @Test
  func
    `Cameras are placed to half a degree, with upright axes and the floor, when the person's height is known`()
    throws
  {
    var options = RigCalibrator.Options()
    options.bodyHeight = 1.75
    let recordings = Self.recordings()
    let found = try RigCalibrator(
      recordings, clocks: recordings.map { _ in Self.clocks }, options: options
    ).calibration()
    #expect(found.rig.cameras.map(\.name) == ["cam0", "cam1", "cam2"])
    #expect(found.rig.up == Vector3(0, 1, 0))
    let base = found.rig.cameras[0].cameraFromWorld
    for (index, member) in found.rig.cameras.enumerated().dropFirst() {
      let motion = member.cameraFromWorld * base.inverse
      let truth = Self.places[index] * Self.places[0].inverse
      let turn = (motion.rotation * truth.rotation.inverse).rotationVector.length
      #expect(turn < 0.5 * .pi / 180)
      let sigma = try #require(found.members[index].angleSigma)
      #expect(turn < 3 * sigma)
      let ratio = motion.inverse.translation.length / truth.inverse.translation.length
      #expect(abs(ratio - 1) < 0.08)
    }
    // The first camera is level across and 1.4 m above the floor.
    #expect(abs(found.rig.cameras[0].position.y - 1.4) < 0.15)
    let up = base.rotation * Vector3(0, 1, 0)
    #expect((up - Self.places[0].rotation * Vector3(0, 1, 0)).length < 0.06)
    #expect(found.doubts.isEmpty)
    // The file has what the calibration leaves uncertain.
    #expect(found.rig.cameras[0].sigma == nil)
    #expect(try #require(found.rig.scaleSigma) < 0.03)
    #expect(try #require(found.rig.upSigma) > 0.01)
    let covariance = try #require(found.rig.covariance)
    for (index, camera) in found.rig.cameras.enumerated() {
      let own = covariance.of([index]).lowerTriangle
      let turns = Vector3(own[0], own[2], own[5]).squareRoot()
      #expect((turns - (camera.sigma?.rotation ?? .zero)).length < 1e-9)
    }
    for (camera, member) in zip(found.rig.cameras, found.members).dropFirst() {
      let sigma = try #require(camera.sigma)
      let (turn, place) = (try #require(sigma.rotation), try #require(sigma.position))
      #expect(abs(turn.length - (member.angleSigma ?? 0)) < 1e-9)
      #expect(abs(place.length - (member.positionSigma ?? 0)) < 1e-9)
    }
  }

  @Test
  func `Without the height the scale is in doubt, and with one place of the person so is all`()
    throws
  {
    let still = SyntheticViews(body: { _ in SyntheticPose().positions(1.75) }, noise: 0.2)
    let recordings = Self.places.enumerated().map { index, place in
      still.recording("cam\(index)", from: place, duration: 2, seed: UInt64(index + 1))
    }
    let found = try RigCalibrator(
      recordings, clocks: recordings.map { _ in Self.clocks }
    ).calibration()
    #expect(found.doubts.contains(.stoodStill))
    #expect(found.doubts.contains { if case .scaleAssumed = $0 { true } else { false } })
    #expect(try #require(found.rig.scaleSigma) > 0.05)
  }

  @Test func `A camera that shows no person is named`() {
    var recordings = Self.recordings()
    for index in recordings[1].frames.indices { recordings[1].frames[index].people = [] }
    #expect(throws: CalibrationError.nothingInCommon(camera: "cam1")) {
      try RigCalibrator(recordings, clocks: recordings.map { _ in Self.clocks }).calibration()
    }
    #expect(
      CalibrationError.nothingInCommon(camera: "cam1").description
        == "camera cam1 shows too little of a person while another camera shows them: the person has "
        + "to be seen whole by two cameras at a time, and the clocks have to be right")
  }

  @Test(arguments: [0, 1, 2]) func `A camera that was turned by 2° is named, and found to 0.1°`(
    moved: Int
  ) throws {
    let recordings = Self.recordings()
    var places = Self.places
    let turn = Rotation(rotationVector: Vector3(0.01, 0.033, 0.004))
    let center = places[moved].inverse.translation
    let rotation = turn.inverse * places[moved].rotation
    places[moved] = RigidTransform(rotation: rotation, translation: rotation * -center)
    let check = try RigCheck(
      recordings, cameraFromWorld: places, clocks: recordings.map { _ in .same })
    #expect(check.members.map(\.hasMoved) == (0..<3).map { $0 == moved })
    let off =
      check.members[moved].cameraFromWorld.rotation * Self.places[moved].rotation.inverse
    #expect(off.rotationVector.length < 0.1 * .pi / 180)
  }

  @Test(arguments: [(0.002, true), (0.021, false)])
  func `What a calibration leaves uncertain isn't taken for a movement`(
    sigma: Double, isNamed: Bool
  ) throws {
    let recordings = Self.recordings()
    var places = Self.places
    let center = places[2].inverse.translation
    let rotation = Rotation(rotationVector: Vector3(0.01, 0.033, 0.004)) * places[2].rotation
    places[2] = RigidTransform(rotation: rotation, translation: rotation * -center)
    let known = CameraRig.Sigma(
      rotation: Vector3(repeating: sigma / 3.0.squareRoot()), position: Vector3(0.02, 0, 0))
    let check = try RigCheck(
      recordings, cameraFromWorld: places, sigmas: [nil, known, known],
      clocks: recordings.map { _ in .same })
    #expect(check.members.map(\.hasMoved) == [false, false, isNamed])
    let turn = try #require(check.members[2].turn)
    #expect(turn.sigma > sigma && turn.sigma < sigma + 0.01)
  }

  @Test func `A rig that hasn't moved is reported as still`() throws {
    let recordings = Self.recordings()
    let check = try RigCheck(
      recordings, cameraFromWorld: Self.places, clocks: recordings.map { _ in .same })
    #expect(check.members.allSatisfy { !$0.hasMoved })
    #expect(check.members.map(\.cameraFromWorld) == Self.places)
  }

  // MARK: Two people

  /// The walker, and someone else 1.5 m away whose movement is `lag` seconds behind; in the second view the walker is
  /// seen for a shorter time, and the trackers' numbers differ.
  private static func recordingsOfTwo(lag: Double) -> [KeypointRecording] {
    let other = SyntheticViews { time in
      SyntheticViews.walker.body(time - lag).map { $0 + Vector3(1.5, 0, -0.4) }
    }
    return places.enumerated().map { index, place in
      var recording = SyntheticViews.walker.recording(
        "cam\(index)", from: place, duration: 6, seed: UInt64(index + 1))
      let second = other.recording("", from: place, duration: 6, seed: UInt64(index + 11))
      for frame in recording.frames.indices {
        var people = [recording.frames[frame].people[0], second.frames[frame].people[0]]
        people[0].id = index == 1 ? 7 : 1
        people[1].id = index == 1 ? 1 : 2
        if index == 1, frame > 140 { people.removeFirst() }
        recording.frames[frame].people = index == 2 ? people.reversed() : people
      }
      return recording
    }
  }

  @Test func `Of two people one is taken who is the same in all views`() throws {
    let recordings = Self.recordingsOfTwo(lag: 2.3)
    let person = try CommonPerson(recordings, clocks: recordings.map { _ in .same })
    #expect([[1, 7, 1], [2, 1, 2]].contains(person.trackers))
    let found = try RigCalibrator(
      recordings, clocks: recordings.map { _ in Self.clocks }
    ).calibration()
    for (index, member) in found.rig.cameras.enumerated() {
      let motion = member.cameraFromWorld * found.rig.cameras[0].cameraFromWorld.inverse
      let truth = Self.places[index] * Self.places[0].inverse
      #expect((motion.rotation * truth.rotation.inverse).rotationVector.length < 0.02)
    }
  }

  @Test func `A person whom a tracker lost and found again is no second person`() throws {
    var recordings = Self.recordings()
    for index in recordings[1].frames.indices where index > 80 {
      recordings[1].frames[index].people[0].id = 4
    }
    let person = try CommonPerson(recordings, clocks: recordings.map { _ in .same })
    #expect([[1, 1, 1], [1, 4, 1]].contains(person.trackers))
    recordings[0].frames = recordings[0].frames.map { frame in
      KeypointRecording.Frame(index: frame.index, time: frame.time, people: [])
    }
    #expect(throws: CalibrationError.nothingInCommon(camera: "cam0")) {
      try RigCheck(
        recordings, cameraFromWorld: Self.places, clocks: recordings.map { _ in .same })
    }
  }

  @Test func `Two people who move alike are told apart by known cameras only`() throws {
    let recordings = Self.recordingsOfTwo(lag: 0)
    #expect(throws: CalibrationError.severalPeople(camera: "cam0")) {
      try RigCalibrator(recordings, clocks: recordings.map { _ in Self.clocks }).calibration()
    }
    let check = try RigCheck(
      recordings, cameraFromWorld: Self.places, clocks: recordings.map { _ in .same })
    #expect(check.members.allSatisfy { !$0.hasMoved })
    #expect(
      CalibrationError.severalPeople(camera: "cam0").description
        == "several people are seen, and it isn't certain who of them in camera cam0 is the person whom the "
        + "other cameras show: let one person alone move before the cameras")
  }

  @Test func `A camera that shows someone else is refused`() throws {
    var recordings = Self.recordings()
    let other = SyntheticViews { time in
      var pose = SyntheticPose()
      pose.hipFlexion = (60 + 30 * sin(2 * time), 60 + 30 * sin(2 * time))
      pose.kneeFlexion = (90, 90)
      pose.heading = 200 - 15 * time
      return pose.positions(1.6)
    }
    recordings[2] = other.recording("cam2", from: Self.places[2], duration: 6, seed: 5)
    #expect {
      try RigCalibrator(recordings, clocks: recordings.map { _ in Self.clocks }).calibration()
    } throws: {
      guard
        case CalibrationError.contradiction(let camera, let reprojection)? =
          $0 as? CalibrationError
      else { return false }
      return camera == "cam2" && reprojection > 20
        && "\($0)".hasPrefix("camera cam2 shows something else than the others, its keypoints are ")
    }
  }
}
