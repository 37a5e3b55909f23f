import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D
@testable import PoseFiles

struct FootTests {
  private let truth: DemoFrame.Truth
  private let positions: PerJoint<Vector3>
  private let pelvis: Rotation
  private let camera: Camera
  private let depth: DepthMap

  init() throws {
    let demo = try DemoFrame.shared.get()
    truth = demo.truth
    positions = PerJoint { joint in
      let p = demo.truth.joints[joint.name] ?? [.nan, .nan, .nan]
      return Vector3(p[0], p[1], p[2])
    }
    pelvis = try #require(SegmentFrames(cameraPositions: positions)).cameraFromBody.rotation
    (camera, depth) = (demo.camera, demo.depth)
  }

  // MARK: Feet and keypoints made for the tests

  private static let sides: [(knee: Joint, ankle: Joint)] = [
    (.leftKnee, .leftAnkle), (.rightKnee, .rightAnkle),
  ]

  /// A foot on the fixture's shank: 0.142 of stature from heel to toe, its ankle 0.03 above and 0.02
  /// before the heel, lifted at the ankle by an angle in degrees.
  private func foot(on side: (knee: Joint, ankle: Joint), dorsiflexion degrees: Double) throws
    -> Foot
  {
    let (ankle, knee) = (positions[side.ankle], positions[side.knee])
    let up = try #require((knee - ankle).normalized)
    let front = try #require((pelvis.x.cross(up)).normalized)
    let angle = degrees * .pi / 180
    let toeward = front * cos(angle) + up * sin(angle)
    let upward = up * cos(angle) - front * sin(angle)
    let heel = ankle - (upward * 0.03 + toeward * 0.02) * truth.stature
    return Foot(heel: heel, toe: heel + toeward * (0.142 * truth.stature))
  }

  private func point(_ place: Vector3, confidence: Double = 1) throws -> Pose2D.Point {
    let pixel = try #require(camera.pixel(of: place))
    return Pose2D.Point(x: pixel.x, y: pixel.y, confidence: confidence)
  }

  /// Every joint's exact pixel, with the feet that `foot(on:dorsiflexion:)` makes.
  private func pose(dorsiflexion: Double = 5) throws -> Pose2D {
    var points: [Keypoint: Pose2D.Point] = [:]
    for (name, p) in truth.pixels {
      guard let keypoint = Keypoint(rawValue: name) else { continue }
      points[keypoint] = Pose2D.Point(x: p[0], y: p[1], confidence: 1)
    }
    let (left, right) = try (
      foot(on: Self.sides[0], dorsiflexion: dorsiflexion),
      foot(on: Self.sides[1], dorsiflexion: dorsiflexion)
    )
    points[.leftHeel] = try point(left.heel)
    points[.leftToe] = try point(left.toe)
    points[.rightHeel] = try point(right.heel)
    points[.rightToe] = try point(right.toe)
    return Pose2D(points: points, imageWidth: 512, imageHeight: 424)
  }

  private var lifter: Lifter {
    var options = Lifter.Options()
    options.keypoints = .exact()
    options.bodyHeight = truth.stature
    return Lifter(options: options)
  }

  private func angle(_ a: Vector3, _ b: Vector3) -> Double {
    atan2(a.cross(b).length, a.dot(b)) * 180 / .pi
  }

  private func dorsiflexion(_ foot: Foot, knee: Vector3, ankle: Vector3) -> Double {
    90 - angle(knee - ankle, foot.toe - foot.heel)
  }

  private func dorsiflexion(
    _ foot: Foot, of body: BodyPose, _ side: (knee: Joint, ankle: Joint)
  ) -> Double {
    dorsiflexion(
      foot, knee: body.cameraRelativePosition(side.knee),
      ankle: body.cameraRelativePosition(side.ankle))
  }

  /// The problem of a foot whose ankle, knee and keypoints are exact.
  private func problem(
    _ seen: Foot, on side: (knee: Joint, ankle: Joint), heelShare: Double = 0,
    sigma: Double = 0.004, gravity: Vector3? = nil
  ) throws -> FootProblem {
    let marked = seen.toe * (1 - heelShare) + seen.heel * heelShare
    return try #require(
      FootProblem(
        ankle: positions[side.ankle], knee: positions[side.knee], pelvis: pelvis,
        stature: truth.stature,
        observations: [(marked, heelShare), (seen.heel, 1)].map { place, heelShare in
          .init(ray: SIMD2(place.x, place.y) / place.z, heelShare: heelShare, sigma: sigma)
        },
        gravity: gravity))
  }

  // MARK: Where feet are

  @Test(arguments: [-10.0, 0, 10, 20, 30])
  func `a foot on an exact shank comes back from its exact keypoints`(degrees: Double) throws {
    for side in Self.sides {
      let seen = try foot(on: side, dorsiflexion: degrees)
      let found = try #require(try problem(seen, on: side).solve(ankleSigma: 0))
      #expect((found.heel - seen.heel).length < 0.015, "heel at \(degrees)°")
      #expect((found.toe - seen.toe).length < 0.03, "toe at \(degrees)°")
      #expect(angle(found.toe - found.heel, seen.toe - seen.heel) < 6, "at \(degrees)°")
      let knee = positions[side.knee]
      let measured = dorsiflexion(found, knee: knee, ankle: positions[side.ankle])
      #expect(abs(measured - degrees) < 5, "\(measured)° for \(degrees)°")
    }
  }

  @Test(arguments: [-15.0, 5, 20])
  func `a foot comes back from the exact keypoints of the whole person`(degrees: Double) throws {
    let pose = try pose(dorsiflexion: degrees)
    for map in [nil, depth] {
      let body = try lifter.bodyPose(from: pose, camera: camera, depth: map)
      let feet = try [#require(body.body.leftFoot), #require(body.body.rightFoot)]
      for (side, found) in zip(Self.sides, feet) {
        let seen = try foot(on: side, dorsiflexion: degrees)
        let ankle = body.cameraRelativePosition(side.ankle)
        #expect(((found.toe - ankle) - (seen.toe - positions[side.ankle])).length < 0.06)
        #expect(((found.heel - ankle) - (seen.heel - positions[side.ankle])).length < 0.025)
        #expect(abs(dorsiflexion(found, of: body, side) - degrees) < 12)
        for (place, seen) in [(found.heel, seen.heel), (found.toe, seen.toe)] {
          let (pixel, expected) = try (point(place), point(seen))
          #expect(abs(pixel.x - expected.x) < 4 && abs(pixel.y - expected.y) < 4)
        }
      }
    }
  }

  @Test func `feet that are lifted farther are measured to be lifted farther`() throws {
    let measured = try [-20.0, 0, 20].map { degrees in
      let body = try lifter.bodyPose(from: pose(dorsiflexion: degrees), camera: camera)
      return try zip(Self.sides, [#require(body.body.leftFoot), #require(body.body.rightFoot)])
        .map { side, foot in dorsiflexion(foot, of: body, side) }
    }
    for side in 0..<2 {
      #expect(measured[1][side] - measured[0][side] > 6)
      #expect(measured[2][side] - measured[1][side] > 6)
    }
  }

  @Test func `where gravity is known a foot of a standing leg is found flatter`() throws {
    let people = try KeypointFile.people(
      contentsOf: Fixture.path("demo/keypoints.json"), imageWidth: 512, imageHeight: 424)
    let person = try #require(people.first)
    let down = try #require(CameraFile(contentsOf: Fixture.path("demo/camera.json")).gravity)
    var (without, with) = (Lifter(), Lifter())
    with.options.gravity = down * 9.81
    let slope = { (foot: Foot?) throws -> Double in
      let foot = try #require(foot)
      return 90 - angle(foot.toe - foot.heel, down)
    }
    let (plain, level) = try (
      without.bodyPose(from: person, camera: camera), with.bodyPose(from: person, camera: camera)
    )
    for side in [\BodyPose.body.leftFoot, \.body.rightFoot] {
      #expect(try abs(slope(level[keyPath: side])) < abs(slope(plain[keyPath: side])) - 2)
    }
    // A direction of no length is none.
    without.options.gravity = .zero
    #expect(try without.bodyPose(from: person, camera: camera).body.leftFoot == plain.body.leftFoot)
  }

  /// Gravity across the shank, and along it upwards: the leg doesn't stand, and its foot is what it
  /// is.
  @Test func `where gravity is known a foot of a leg that doesn't stand is left as it is`() throws {
    for side in Self.sides {
      let seen = try foot(on: side, dorsiflexion: -25)
      let up = try #require((positions[side.knee] - positions[side.ankle]).normalized)
      let across = try #require(up.cross(Vector3(1, 0, 0)).normalized)
      let solve = { (gravity: Vector3?) throws -> Foot in
        try #require(try problem(seen, on: side, gravity: gravity).solve(ankleSigma: 0))
      }
      let plain = try solve(nil)
      #expect(try solve(across) == plain && solve(up) == plain)
      // Where it stands the toes, which point down, are found higher.
      let level = try solve(-up)
      #expect((level.toe - level.heel).dot(up) > (plain.toe - plain.heel).dot(up) + 0.002)
    }
  }

  @Test func `BlazePose's toe is short of the tip, and the tip is what comes back`() throws {
    for side in Self.sides {
      let seen = try foot(on: side, dorsiflexion: 5)
      let found = try #require(
        try problem(seen, on: side, heelShare: 0.115).solve(ankleSigma: 0))
      #expect((found.toe - seen.toe).length < 0.03)
    }
    var blaze = try pose()
    blaze.convention = .blazePose
    let (short, tip) = try (
      lifter.bodyPose(from: blaze, camera: camera), lifter.bodyPose(from: pose(), camera: camera)
    )
    let length = { (foot: Foot?) throws in
      let foot = try #require(foot)
      return (foot.toe - foot.heel).length
    }
    // The same pixels mean a longer foot.
    #expect(try length(short.body.leftFoot) > length(tip.body.leftFoot))
    #expect(try length(short.body.rightFoot) > length(tip.body.rightFoot))
  }

  @Test func `a detector's keypoints of a half squat give feet that point forward`() throws {
    let people = try KeypointFile.people(
      contentsOf: Fixture.path("demo/keypoints.json"), imageWidth: 512, imageHeight: 424)
    for map in [nil, depth] {
      let body = try Lifter().bodyPose(from: #require(people.first), camera: camera, depth: map)
      let feet = try [#require(body.body.leftFoot), #require(body.body.rightFoot)]
      for (side, foot) in zip(Self.sides, feet) {
        let along = try #require((foot.toe - foot.heel).normalized)
        #expect(along.dot(body.cameraFromBody.rotation.z) > 0.7)
        #expect((0.11...0.17).contains((foot.toe - foot.heel).length / body.bodyHeight))
        #expect((0...35).contains(dorsiflexion(foot, of: body, side)))
      }
    }
  }

  @Test func `a mirrored picture gives the mirrored feet`() throws {
    let pose = try pose()
    var mirrored = pose
    mirrored.points = [:]
    for (keypoint, point) in pose.points {
      let name = keypoint.rawValue
      let other =
        name.hasPrefix("left")
        ? "right" + name.dropFirst(4) : name.hasPrefix("right") ? "left" + name.dropFirst(5) : name
      mirrored.points[try #require(Keypoint(rawValue: other))] = Pose2D.Point(
        x: 2 * camera.cx - point.x, y: point.y, confidence: point.confidence)
    }
    let body = try lifter.bodyPose(from: pose, camera: camera)
    let image = try lifter.bodyPose(from: mirrored, camera: camera)
    for (own, other) in [
      (body.body.leftFoot, image.body.rightFoot), (body.body.rightFoot, image.body.leftFoot),
    ] {
      let (own, other) = try (#require(own), #require(other))
      let flip = Vector3(-1, 1, 1)
      #expect((own.toe - flip * other.toe).length < 10 * Tolerance.solver)
      #expect((own.heel - flip * other.heel).length < 10 * Tolerance.solver)
      #expect(abs(try #require(own.sigma) - #require(other.sigma)) < Tolerance.solver)
    }
  }

  // MARK: How sure they are

  @Test func `keypoints that are less sure make a foot that is less sure`() throws {
    let sure = try lifter.bodyPose(from: pose(), camera: camera)
    var unsurePose = try pose()
    for keypoint in [Keypoint.leftHeel, .leftToe] { unsurePose.points[keypoint]?.confidence = 0.4 }
    let unsure = try lifter.bodyPose(from: unsurePose, camera: camera)
    let (a, b) = try (
      #require(sure.body.leftFoot?.sigma), #require(unsure.body.leftFoot?.sigma)
    )
    #expect(b > 1.05 * a && a > 0.002 && b < 0.1)
    let coarse = try Lifter().bodyPose(from: pose(), camera: camera)
    #expect(try #require(coarse.body.leftFoot?.sigma) > a)
  }

  @Test func `a shank that is less sure makes a foot that is less sure`() throws {
    let seen = try problem(foot(on: Self.sides[0], dorsiflexion: 0), on: Self.sides[0])
    let (exact, rough) = try (
      #require(seen.solve(ankleSigma: 0)), #require(seen.solve(ankleSigma: 0.1))
    )
    #expect(rough.heel == exact.heel && rough.toe == exact.toe)
    #expect(try #require(rough.sigma) > #require(exact.sigma) + 0.02)
  }

  // MARK: No foot

  @Test(arguments: [Keypoint.leftHeel, .leftToe])
  func `a foot without its heel or toe is none, and the other foot stays`(
    keypoint: Keypoint
  ) throws {
    let whole = try pose()
    var missing = whole
    missing.points[keypoint] = nil
    let without = try lifter.bodyPose(from: missing, camera: camera)
    #expect(without.body.leftFoot == nil && without.body.rightFoot != nil)
    let faults: [(inout Pose2D.Point) -> Void] = [
      { $0.confidence = 0.29 }, { $0.x = 512 }, { $0.y = -1 }, { $0.x = .nan },
      { $0.confidence = .nan },
    ]
    for fault in faults {
      var unseen = whole
      var point = try #require(unseen.points[keypoint])
      fault(&point)
      unseen.points[keypoint] = point
      let body = try lifter.bodyPose(from: unseen, camera: camera)
      #expect(body.body.leftFoot == nil && body.body.rightFoot != nil)
    }
  }

  @Test func `a foot on an ankle that is hidden is none`() throws {
    var hidden = try pose()
    hidden.points[.rightAnkle]?.confidence = 0.2
    let body = try lifter.bodyPose(from: hidden, camera: camera)
    #expect(body.source(.rightAnkle) == .inferred)
    #expect(body.body.rightFoot == nil && body.body.leftFoot != nil)
    hidden.points[.rightAnkle] = nil
    #expect(try lifter.bodyPose(from: hidden, camera: camera).body.rightFoot == nil)
  }

  @Test func `a toe far from any foot on this shank is none`() throws {
    var wrong = try pose()
    let nose = try #require(truth.pixels["topHead"])
    wrong.points[.leftToe] = Pose2D.Point(x: nose[0], y: nose[1], confidence: 1)
    let body = try lifter.bodyPose(from: wrong, camera: camera)
    #expect(body.body.leftFoot == nil)
  }

  @Test func `a layout without feet has none`() throws {
    var coco = try pose()
    for keypoint in [Keypoint.leftHeel, .leftToe, .rightHeel, .rightToe] {
      coco.points[keypoint] = nil
    }
    let body = try lifter.bodyPose(from: coco, camera: camera)
    #expect(body.body.leftFoot == nil && body.body.rightFoot == nil)
  }

  @Test func `a knee on its ankle has no foot`() throws {
    let ankle = positions[.leftAnkle]
    #expect(
      FootProblem(
        ankle: ankle, knee: ankle, pelvis: pelvis, stature: truth.stature, observations: []) == nil)
  }

  @Test func `a foot is never made of what are no numbers`() throws {
    let base = try pose()
    var poses: [Pose2D] = []
    // All keypoints in one place, on one line, and feet turned inside out.
    var dot = base
    for keypoint in dot.points.keys { dot.points[keypoint]?.x = 200 }
    poses.append(dot)
    for keypoint in dot.points.keys { dot.points[keypoint]?.y = 200 }
    poses.append(dot)
    var swapped = base
    swapped.points[.leftHeel] = base.points[.leftToe]
    swapped.points[.leftToe] = base.points[.leftHeel]
    swapped.points[.rightToe] = base.points[.rightAnkle]
    swapped.points[.rightHeel] = base.points[.rightAnkle]
    poses.append(swapped)
    var lifter = lifter
    for least in [0, 0.3] {
      lifter.options.minimumSeenConfidence = least
      for var pose in poses {
        if least == 0 { pose.points[.leftToe]?.confidence = 0 }
        guard let body = try? lifter.bodyPose(from: pose, camera: camera) else { continue }
        for foot in [body.body.leftFoot, body.body.rightFoot].compactMap({ $0 }) {
          let sum = foot.heel + foot.toe
          #expect((sum.x + sum.y + sum.z).isFinite)
          #expect(try #require(foot.sigma).isFinite)
        }
      }
    }
  }

  @Test func `the same keypoints give the same bytes`() throws {
    let pose = try pose()
    let (first, second) = try (
      lifter.bodyPose(from: pose, camera: camera, depth: depth),
      lifter.bodyPose(from: pose, camera: camera, depth: depth)
    )
    #expect(first.body.leftFoot != nil && first.body.rightFoot != nil)
    #expect(
      first.body.leftFoot == second.body.leftFoot && first.body.rightFoot == second.body.rightFoot)
  }
}
