import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

@testable import PoseMotion

/// What cameras are expected to measure of an exercise, as laws: no expected numbers are in here.
@Suite("Advice on a camera's place")
struct PlacementTests {
  /// A phone held upright: all exercises fit into its image from 4 m.
  private static let camera = Camera(
    width: 1080, height: 1920, diagonalFieldOfView: 75 * .pi / 180, source: .user)

  private static func adviser(_ exercise: Exercise, camera: Camera = camera) -> PlacementAdviser {
    PlacementAdviser(exercise: exercise, camera: camera)
  }

  private static func place(
    _ degrees: Double, distance: Double = 4, height: Double = 1.2
  ) -> CameraPlacement {
    CameraPlacement(azimuth: degrees * .pi / 180, distance: distance, height: height)
  }

  // MARK: Postures

  @Test(arguments: Exercise.allCases)
  func `the postures of an exercise have the angles of their table`(exercise: Exercise) throws {
    let bodies = exercise.bodies(stature: 1.7)
    #expect(bodies.count == 3)
    for (posture, body) in zip(exercise.postures, bodies) {
      let skeleton = Skeleton(positions: body)
      let angles = skeleton.angles([.named("leftKneeFlexion"), .named("rightElbowFlexion")])
      let expected = [posture.knee.left, posture.elbow.right]
      for (angle, degrees) in zip(angles, expected) {
        #expect(abs(try #require(angle.value) * 180 / .pi - degrees) < 0.01)
      }
      #expect(abs(Anthropometry.stature(of: body) - 1.7) < 1e-9)
      #expect(Joint.allCases.allSatisfy { body[$0].y > 0 })
    }
  }

  @Test(arguments: Exercise.allCases)
  func `the followed angle of an exercise moves between its start and its turning point`(
    exercise: Exercise
  ) throws {
    let definition = AngleDefinition.named("left" + exercise.measuredAngles[0])
    let values = try exercise.bodies(stature: 1.8).map {
      try #require(definition.measure(Skeleton(positions: $0)).value)
    }
    #expect(abs(values[0] - values[2]) > 45 * .pi / 180)
  }

  @Test func `a camera stands where its direction, distance and height say`() throws {
    let place = Self.place(90, distance: 3, height: 1)
    #expect((place.position - Vector3(3, 1, 0)).length < 1e-12)
    let camera = try #require(place.cameraFromPerson(lookingAt: Vector3(0, 1, 0)))
    #expect((camera * Vector3(0, 1, 0) - Vector3(0, 0, 3)).length < 1e-9)
    // From the person's left their front is on the left of the image, and up is up.
    #expect((camera * Vector3(0, 1, 1)).x < 0 && (camera * Vector3(0, 2, 0)).y < 0)
  }

  // MARK: Laws of the sigmas

  @Test(arguments: [Exercise.squat, .bicepsCurl, .overheadPress, .hipHinge], [20.0, 70, 130])
  func `a mirrored camera measures the other side as well`(
    exercise: Exercise, azimuth: Double
  ) throws {
    let adviser = Self.adviser(exercise)
    let (one, other) = (
      adviser.estimate(at: Self.place(azimuth)), adviser.estimate(at: Self.place(azimuth).mirrored)
    )
    #expect(one.framing == .fits && other.framing == .fits)
    for (a, b) in zip(one.angles, other.angles) {
      #expect(abs(a.sigma - b.sigma) < 0.02 * a.sigma)
      #expect(abs(a.left - b.right) < 0.02 * a.left && a.isLeftHidden == b.isRightHidden)
    }
  }

  @Test func `a mirrored camera gets mirrored advice`() throws {
    let adviser = Self.adviser(.squat)
    let (one, other) = (
      adviser.advice(at: Self.place(20)), adviser.advice(at: Self.place(-20))
    )
    #expect(one.moves.map(\.kind) == other.moves.map(\.kind))
    for (a, b) in zip(one.moves, other.moves) {
      #expect((a.placement.position - b.placement.mirrored.position).length < 1e-6)
      #expect(a.isClear == b.isClear)
    }
  }

  @Test func `a side view measures a squat's knees better than a frontal one`() throws {
    let adviser = Self.adviser(.squat)
    let sigmas = try [0.0, 90, -90, 180].map {
      try #require(adviser.estimate(at: Self.place($0)).sigma)
    }
    #expect(sigmas[1] < sigmas[0] && sigmas[2] < sigmas[0] && sigmas[1] < sigmas[3])
  }

  @Test func `a side view measures a curl's elbows better than a frontal one`() throws {
    let adviser = Self.adviser(.bicepsCurl)
    let front = try #require(adviser.estimate(at: Self.place(0)).sigma)
    let side = try #require(adviser.estimate(at: Self.place(90)).sigma)
    #expect(side < front)
  }

  @Test(arguments: [Exercise.squat, .bicepsCurl, .hipHinge], [30.0, 90, 120])
  func `a second camera never widens a sigma`(exercise: Exercise, turn: Double) throws {
    let adviser = Self.adviser(exercise)
    for azimuth in [0.0, 45] {
      let (one, other) = (Self.place(azimuth), Self.place(azimuth + turn))
      let alone = try [one, other].map { try #require(adviser.estimate(at: $0).sigma) }
      let both = try #require(adviser.sigma(of: one, and: other))
      #expect(both <= min(alone[0], alone[1]))
      #expect(try #require(adviser.sigma(of: other, and: one)) <= min(alone[0], alone[1]))
    }
  }

  @Test func `more pixels never widen a sigma`() throws {
    var last = Double.infinity
    for scale in [8.0, 4, 2, 1, 0.5] {
      let camera = Self.camera.scaled(
        toWidth: Int(1080 / scale), height: Int(1920 / scale))
      let sigma = try #require(
        Self.adviser(.squat, camera: camera).estimate(at: Self.place(30)).sigma)
      #expect(sigma <= last * 1.001)
      last = sigma
    }
    let factors = stride(from: 1.0, through: 2000, by: 7).map(PixelError.factor(size:))
    #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 >= $1 })
  }

  // MARK: The image

  @Test func `a camera too near or too far shows no sigma`() {
    let adviser = Self.adviser(.squat)
    #expect(adviser.estimate(at: Self.place(0, distance: 0.8)).framing == .tooNear)
    #expect(adviser.estimate(at: Self.place(0, distance: 40)).framing == .tooFar)
    #expect(adviser.estimate(at: Self.place(0, distance: 0.8)).sigma == nil)
  }

  @Test func `a camera above the person is no place, and nothing traps`() {
    let adviser = Self.adviser(.squat)
    for place in [
      CameraPlacement(azimuth: 0, distance: 0, height: 3),
      CameraPlacement(azimuth: .nan, distance: 3, height: 1),
      CameraPlacement(azimuth: 0, distance: .infinity, height: 1),
      CameraPlacement(azimuth: 1e300, distance: 1e300, height: -1e300),
      CameraPlacement(azimuth: 0, distance: 0, height: 0.9),
    ] {
      #expect(adviser.estimate(at: place).sigma == nil)
    }
  }

  @Test func `a place that shows too little is told to go farther back first`() throws {
    let advice = Self.adviser(.squat).advice(at: Self.place(0, distance: 1.2))
    let best = try #require(advice.best)
    #expect(advice.present.sigma == nil && best.kind == .distance)
    #expect(best.placement.distance > 1.2 && best.gain == nil)
  }

  // MARK: Moves

  @Test func `in front of a squat a walk around is advised, at the side none`() throws {
    let adviser = Self.adviser(.squat)
    let front = adviser.advice(at: Self.place(0))
    let best = try #require(front.best)
    #expect(best.kind == .around || best.kind == .place)
    #expect(abs(best.placement.azimuth) > 30 * .pi / 180)
    let gain = try #require(best.gain), sigma = try #require(best.gainSigma)
    #expect(gain >= 2 * sigma)
    #expect(adviser.advice(at: Self.place(75)).best == nil)
  }

  @Test func `moves lead to places with the sigma that they promise`() throws {
    let adviser = Self.adviser(.bicepsCurl)
    let advice = adviser.advice(at: Self.place(10))
    for move in advice.moves where move.kind != .secondCamera {
      #expect(adviser.estimate(at: move.placement).sigma == move.sigma)
    }
    for move in advice.moves where move.kind == .secondCamera {
      #expect(adviser.sigma(of: advice.present.placement, and: move.placement) == move.sigma)
    }
  }

  @Test func `a less certain direction makes gains less certain`() throws {
    let sigmas = try [0, 15, 30].map { degrees in
      let adviser = PlacementAdviser(
        exercise: .squat, camera: Self.camera, facingSigma: Double(degrees) * .pi / 180)
      let around = adviser.advice(at: Self.place(30)).moves.first { $0.kind == .around }
      return try #require(around?.gainSigma)
    }
    #expect(sigmas[0] < sigmas[1] && sigmas[1] < sigmas[2])
  }

  // MARK: The document

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `the advice is written as its schema says`() async throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for (distance, framing) in [(4.0, PlacementEstimate.Framing?.none), (0.8, .tooNear)] {
      let advice = Self.adviser(.lunge).advice(at: Self.place(30, distance: distance))
      let scene = PlacementScene(
        azimuth: .init(value: 0.5, sigma: 0.1), distance: .init(value: distance, sigma: 0),
        height: .init(value: 1.2, sigma: 0), framing: framing)
      let document = AdviceDocument(
        version: "1.0", file: framing.map { _ in "a.jpg" }, camera: Self.camera, scene: scene,
        stature: 1.8, heightSource: "reference", advice: advice, warnings: ["A sentence."])
      files.append(try folder.file("\(files.count).json", document.json))
    }
    try await SchemaValidator("advice").expect(files)
  }
}
