import Foundation
import ImageTestSupport
import Kinematics
import Pose3D
import PoseGeometry
import PoseImaging
import PoseMotion
import TestSupport
import Testing

@testable import PoseMultiView

@Suite struct BackgroundTests {
  private static let degree = Double.pi / 180
  private static let camera = Camera(
    width: 480, height: 360, diagonalFieldOfView: 60 * degree, source: .file)

  /// What a camera shows of a textured sphere around it, rotated from where it stood first.
  private static func image(
    _ camera: Camera = camera, rotation vector: Vector3 = .zero, gain: Double = 1,
    seed: UInt64 = 1, contrast: Double = 1
  ) -> ColorImage {
    // A sensor's noise is another one in each image.
    var noise = RandomNumbers(seed: seed &+ UInt64(1e6 * vector.length))
    return TexturedSphere(seed: seed).image(camera, Rotation(rotationVector: vector)) { sum in
      gain * (120 + contrast * (8 * sum + 2 * noise.normal()))
    }
  }

  @Test(arguments: [
    Vector3(0.2, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(-1.5, 2.5, 0.5),
    Vector3(2, -8, 1),
  ])
  func `The rotation of a camera is found to a hundredth of a degree`(_ degrees: Vector3) throws {
    var tracker = BackgroundTracker(camera: Self.camera)
    let first = tracker.add(Self.image(), people: [])
    #expect(first == .init(vector: .zero))
    let second = tracker.add(Self.image(rotation: degrees * Self.degree), people: [])
    let found = try #require(second)
    #expect((found.vector - degrees * Self.degree).length < 0.01 * Self.degree)
  }

  @Test func `Brightness, a lens and a size change nothing`() throws {
    let lens = try #require(LensDistortion.BrownConrady([-0.2, 0.05, 0, 0]))
    let camera = Camera(
      width: 640, height: 400, diagonalFieldOfView: 70 * Self.degree, source: .file
    ).with(distortion: .brownConrady(lens))
    var tracker = BackgroundTracker(camera: camera)
    _ = tracker.add(Self.image(camera), people: [])
    let turn = Vector3(0.3, -1, 0.2) * Self.degree
    let second = tracker.add(Self.image(camera, rotation: turn, gain: 0.8), people: [])
    let found = try #require(second)
    #expect((found.vector - turn).length < 0.02 * Self.degree)
  }

  /// An image with a person in a shirt of light squares, between which the background shows.
  private static func withPerson(
    _ image: ColorImage, columns: Range<Int>, rows: Range<Int>, square: Int
  ) -> (ColorImage, Pose2D) {
    var pixels = image.pixels
    for y in rows {
      for x in columns where (y / square + x / square) % 2 == 0 {
        for channel in 0..<3 { pixels[3 * (y * image.width + x) + channel] = 240 }
      }
    }
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    let pose = Pose2D(
      points: [
        .leftShoulder: .init(x: right, y: Double(rows.lowerBound), confidence: 1),
        .rightAnkle: .init(x: left, y: Double(rows.upperBound), confidence: 1),
      ], imageWidth: image.width, imageHeight: image.height)
    return (ColorImage(width: image.width, height: image.height, pixels: pixels), pose)
  }

  /// A person whose joints lie one above the other in the middle of a part of the image, as wide as that.
  static func body(
    columns: Range<Int>, rows: Range<Int>, _ camera: Camera = camera
  ) -> BodyEstimate {
    let depth = 0.17 * camera.fx / (Double(columns.count) / 2)
    let x = Double(columns.lowerBound + columns.upperBound) / 2
    return BodyEstimate(
      positions: PerJoint { joint in
        let share = Double(joint.rawValue) / Double(Joint.allCases.count - 1)
        let y = Double(rows.lowerBound) + share * Double(rows.count)
        let ideal = camera.normalized(SIMD2(x, y))
        return Vector3(ideal.x, ideal.y, 1) * depth
      }, sources: PerJoint { _ in .lifted }, leftFoot: nil, rightFoot: nil,
      stature: Stature(metres: Anthropometry.referenceHeight))
  }

  @Test func `A person who walks through is left out, and a stranger is an outlier`() throws {
    for isKnown in [true, false] {
      var tracker = BackgroundTracker(camera: Self.camera)
      for x in stride(from: 40, to: 340, by: 60) {
        let (image, pose) = Self.withPerson(
          Self.image(seed: 1), columns: x..<x + 90, rows: 80..<340, square: 10)
        let rotation = tracker.add(image, people: isKnown ? [pose] : [])
        let found = try #require(rotation)
        #expect(found.vector.length < 0.02 * Self.degree)
      }
    }
  }

  @Test func `A bare wall and another scene give nothing`() {
    var tracker = BackgroundTracker(camera: Self.camera)
    let wall = tracker.add(Self.image(contrast: 0), people: [])
    #expect(wall == nil)
    let first = tracker.add(Self.image(), people: [])
    #expect(first != nil)
    let other = tracker.add(Self.image(seed: 9), people: [])
    #expect(other == nil)
  }

  // MARK: Whether the camera stands

  /// Degrees in a second, the gain of the brightness, and what the movement lies between as a share of the width.
  private static let turns: [(Vector3, Double, ClosedRange<Double>)] = [
    (.zero, 1, 0...0.002), (.zero, 0.8, 0...0.003), (Vector3(0, 0.1, 0), 1, 0.0008...0.003),
    (Vector3(0, 1, 0), 1, 0.008...0.03), (Vector3(-1, 1, 0.5), 0.9, 0.008...0.04),
    (Vector3(0, 0, 5), 1, 0.008...0.06), (Vector3(0, 20, 0), 1, 0.008...1),
  ]

  @Test(arguments: turns)
  func `The background moves where the camera turns, and not where it stands`(
    degrees: Vector3, gain: Double, range: ClosedRange<Double>
  ) throws {
    var shift = BackgroundShift()
    #expect(shift.add(Self.image(), at: 2, people: [], camera: Self.camera) == nil)
    let image = Self.image(rotation: degrees * Self.degree, gain: gain)
    // Too soon: it isn't compared, nor kept.
    #expect(shift.add(image, at: 2.9, people: [], camera: Self.camera) == nil)
    let moved = shift.add(image, at: 3, people: [], camera: Self.camera)
    #expect(range.contains(try #require(moved)), "\(String(describing: moved))")
    let still = shift.add(image, at: 4, people: [], camera: Self.camera)
    #expect(try #require(still) < 0.001)
    // Too late, and another shot.
    #expect(shift.add(Self.image(), at: 6, people: [], camera: Self.camera) == nil)
    shift.reset()
    #expect(shift.add(image, at: 7, people: [], camera: Self.camera) == nil)
  }

  @Test(arguments: [true, false])
  func `Who walks before a camera that stands doesn't move the background`(isKnown: Bool) throws {
    var shift = BackgroundShift()
    let (first, second) = (
      Self.withPerson(Self.image(), columns: 30..<90, rows: 40..<340, square: 12),
      Self.withPerson(Self.image(), columns: 90..<150, rows: 40..<340, square: 12)
    )
    func people(_ columns: Range<Int>) -> [BodyEstimate] {
      isKnown ? [Self.body(columns: columns, rows: 40..<340)] : []
    }
    _ = shift.add(first.0, at: 0, people: people(30..<90), camera: Self.camera)
    let moved = shift.add(second.0, at: 1, people: people(90..<150), camera: Self.camera)
    #expect(try #require(moved) < 0.003)
  }

  @Test func `A bare wall tells nothing of the camera`() {
    var shift = BackgroundShift()
    _ = shift.add(Self.image(contrast: 0), at: 0, people: [], camera: Self.camera)
    #expect(shift.add(Self.image(contrast: 0), at: 1, people: [], camera: Self.camera) == nil)
  }

  // MARK: Knocks in a series

  /// A series of rotations at 30 images per second, with noise of a hundredth of a degree.
  private static func series(
    seconds: Double = 10, noise: Double = 0.01, seed: UInt64 = 1,
    _ degrees: (Double) -> Vector3
  ) -> [BackgroundSteps.Sample] {
    var random = RandomNumbers(seed: seed)
    return (0..<Int(30 * seconds)).map { index in
      let time = Double(index) / 30
      let error = noise * Vector3(random.normal(), random.normal(), random.normal())
      return .init(time: time, vector: (degrees(time) + error) * degree)
    }
  }

  @Test(arguments: [0.1, 0.5, 1, 3], [2.0, 5.03, 8.4])
  func `A knock in a series is found: moment and angle`(_ angle: Double, _ moment: Double) throws {
    let knock = angle * Vector3(0.6, 0.8, 0)
    let found = BackgroundSteps(Self.series { $0 < moment ? .zero : knock })
    try #require(found.steps.count == 1)
    #expect(abs(found.steps[0].time - moment) < 0.04)
    #expect((found.steps[0].rotation - knock * Self.degree).length < 0.02 * Self.degree)
    #expect(found.drift == nil)
  }

  @Test
  func `A camera that swings for a while and stays is knocked once, one that swings back isn't`()
    throws
  {
    let swing = { (time: Double) in
      time < 5 ? 0 : 0.8 * exp(-(time - 5) / 0.15) * cos(40 * (time - 5))
    }
    let stays = BackgroundSteps(
      Self.series { $0 < 5 ? .zero : Vector3(0, 1 - swing($0), 0) })
    try #require(stays.steps.count == 1)
    #expect(abs(stays.steps[0].time - 5) < 0.2)
    #expect(abs(stays.steps[0].rotation.length - Self.degree) < 0.05 * Self.degree)
    let back = BackgroundSteps(Self.series { Vector3(0, swing($0), 0) })
    #expect(back.steps.isEmpty)
  }

  @Test(arguments: 1...8)
  func `A camera that stands still has no knock and no drift`(_ seed: UInt64) {
    for noise in [0.001, 0.02] {
      let found = BackgroundSteps(Self.series(noise: noise, seed: seed) { _ in .zero })
      #expect(found.steps.isEmpty && found.drift == nil)
    }
  }

  @Test func `A slow rotation is a drift and no knock`() throws {
    let found = BackgroundSteps(Self.series { Vector3(0, 0.1 * $0, 0) })
    #expect(found.steps.isEmpty)
    let drift = try #require(found.drift)
    #expect(abs(drift.angle - Self.degree) < 0.1 * Self.degree)
  }

  @Test func `A background that jumps from image to image isn't followed`() {
    var random = RandomNumbers(seed: 5)
    let take = NoisyViews(azimuths: [0, 1.1, -0.9], duration: 6)
    var views = take.views()
    for index in views[2].keypoints.frames.indices {
      let time = views[2].keypoints.frames[index].time
      let degrees = Vector3(0.3 * random.normal(), time < 3 ? 0 : 2, 0)
      views[2].keypoints.frames[index].background = .init(vector: degrees * Self.degree)
    }
    #expect(RigMovement(views) == RigMovement())
  }

  @Test func `A knock is reported where no person is seen by all cameras`() throws {
    let take = NoisyViews(azimuths: [0, 1.1, -0.9], duration: 10)
    var recordings = take.views().map(\.keypoints)
    for index in recordings[2].frames.indices {
      recordings[2].frames[index].people = []
      let isKnocked = recordings[2].frames[index].time >= 5
      recordings[2].frames[index].background = .init(
        vector: Vector3(0, isKnocked ? Self.degree : 0, 0))
    }
    func check() throws -> RigCheck {
      try RigCheck(
        recordings, cameraFromWorld: take.places, clocks: recordings.map { _ in .same })
    }
    let knocked = try check()
    #expect(knocked.problem == .nothingInCommon(camera: recordings[2].name))
    #expect(knocked.movement.knocks.map(\.view) == [2])
    #expect(knocked.members.allSatisfy { $0.turn == nil && $0.reprojection == nil && !$0.hasMoved })
    for index in recordings[2].frames.indices { recordings[2].frames[index].background = nil }
    #expect(throws: CalibrationError.nothingInCommon(camera: recordings[2].name)) { try check() }
  }
}
