import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

/// Input that is damaged, or that belongs to something else: refused with a sentence, or a result
/// with its true uncertainty.
struct LifterBadInputTests {
  /// A way to damage a frame.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout BundledFrame) -> Void

    init(_ description: String, _ change: @escaping @Sendable (inout BundledFrame) -> Void) {
      testDescription = description
      self.change = change
    }

    /// Both frames after the change.
    func scenes() throws -> [BundledFrame] {
      try BundledFrame.all.get().map { scene in
        var changed = scene
        change(&changed)
        return changed
      }
    }
  }

  // MARK: Refused

  static let refused: [(Case, String)] = [
    (
      Case("five points") { scene in
        let kept: [Keypoint] = [.leftHip, .rightHip, .leftShoulder, .rightShoulder, .leftKnee]
        scene.pose.points = scene.pose.points.filter { kept.contains($0.key) }
      },
      "only 5 usable keypoints, and a skeleton needs 6: use an image that shows more of the person"
    ),
    (
      Case("all points equal") { $0.movePoints { _ in SIMD2(200, 200) } },
      "the keypoints lie within 0 pixels, and a skeleton needs 16: use an image that shows the "
        + "person larger"
    ),
    (
      Case("x of every point as y") { $0.movePoints { SIMD2($0.x, $0.x) } },
      "the keypoints lie on a line, and a person's don't: check that the file has x and y of every "
        + "point"
    ),
    (
      Case("points far outside the image") { scene in
        let width = scene.width
        scene.movePoints { $0 + SIMD2(3 * width, 0) }
      },
      "only 0 usable keypoints, and a skeleton needs 6: use an image that shows more of the person"
    ),
    (
      Case("hips and shoulders guessed above the image") { scene in
        let rise = scene.middle(.leftHip, .rightHip).y + 0.05 * scene.height
        scene.movePoints { $0 - SIMD2(0, rise) }
      },
      "hips and shoulders are all outside the image, so that how the trunk stands is a guess: use "
        + "an image that shows more of the person"
    ),
    (
      Case("one hip and one shoulder") { scene in
        (scene.pose.points[.leftHip], scene.pose.points[.rightShoulder]) = (nil, nil)
      },
      "neither both hips nor both shoulders were found, so that the trunk's direction is unknown: "
        + "use an image that shows more of the person"
    ),
    (
      Case("every confidence 0.05") { $0.setConfidence(0.05) },
      "only 0 usable keypoints, and a skeleton needs 6: use an image that shows more of the person"
    ),
    (
      Case("every confidence below 0") { $0.setConfidence(-1) },
      "only 0 usable keypoints, and a skeleton needs 6: use an image that shows more of the person"
    ),
    (
      Case("every confidence no number") { $0.setConfidence(.nan) },
      "only 0 usable keypoints, and a skeleton needs 6: use an image that shows more of the person"
    ),
  ]

  @Test(arguments: refused)
  func `keypoints that show no person are refused with a sentence`(
    input: Case, sentence: String
  ) throws {
    for scene in try input.scenes() {
      let error = #expect(throws: LiftingError.self) { try scene.lifted() }
      #expect(error?.description == sentence, "\(scene.name)")
    }
  }

  @Test func `points within a few pixels are refused with their extent`() throws {
    for scene in try BundledFrame.all.get() {
      var tiny = scene
      tiny.movePoints { SIMD2(200, 200) + $0 * (5 / scene.height) }
      let error = #expect(throws: LiftingError.self) { try tiny.lifted() }
      guard case .tooSmall(let extent, needed: 16) = error else {
        Issue.record("\(scene.name): \(error.map { "\($0)" } ?? "")")
        continue
      }
      #expect(extent > 1 && extent < 6)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `points here and there are no person's, or a very unsure one's`(seed: UInt64) throws {
    for scene in try BundledFrame.all.get() {
      var (scattered, random) = (scene, RandomNumbers(seed: seed))
      for keypoint in Keypoint.allCases where scene.pose.points[keypoint] != nil {
        scattered.pose.points[keypoint] = Pose2D.Point(
          x: .random(in: 0...scene.width, using: &random),
          y: .random(in: 0...scene.height, using: &random), confidence: 1)
      }
      do {
        let body = try scattered.lifted()
        #expect(body.heightEstimation == .reference)
        let sigmas = Joint.allCases.map { body.sigma($0) }
        #expect(try #require(sigmas.median) > 0.08, "\(scene.name) \(sigmas.median ?? 0)")
      } catch let error as LiftingError {
        #expect(error == .noSolution)
        #expect(
          error.description
            == "no skeleton agrees with the keypoints: check that they belong to one person and, "
            + "when they come from a file, that left and right are the person's own")
      }
    }
  }

  // MARK: Keypoints left out

  @Test(arguments: [
    SIMD2(.nan, 100), SIMD2(100, .nan), SIMD2(.infinity, 100), SIMD2(1e300, -1e300),
    SIMD2(-2000, 100), SIMD2(100, 6000),
  ])
  func `a point that is no number, or far outside the picture, counts as missing`(
    place: SIMD2<Double>
  ) throws {
    for scene in try BundledFrame.all.get() {
      var (damaged, missing) = (scene, scene)
      for keypoint in [Keypoint.leftHip, .rightElbow] {
        damaged.pose.points[keypoint] = Pose2D.Point(x: place.x, y: place.y, confidence: 1)
        missing.pose.points[keypoint] = nil
      }
      let body = try damaged.lifted()
      #expect(try body.body == missing.lifted().body)
      #expect(body.source(.leftHip) == .inferred)
      #expect(body.evidence?[.leftHip].keypoint.use == .unusable)
      #expect(body.evidence?[.leftKnee].keypoint.use == .seen)
    }
  }

  @Test func `a confidence above 1 counts as 1, one that is no number as none`() throws {
    for scene in try BundledFrame.all.get() {
      var (one, seven, nan, missing) = (scene, scene, scene, scene)
      one.setConfidence(1)
      seven.setConfidence(7)
      #expect(try seven.lifted().body == one.lifted().body)
      nan.pose.points[.leftKnee]?.confidence = .nan
      nan.pose.confidence = .nan
      missing.pose.points[.leftKnee] = nil
      let body = try nan.lifted()
      #expect(try body.body == missing.lifted().body)
      #expect(body.confidence == 0)
    }
  }

  @Test func `world landmarks that are no person's are left out`() throws {
    for scene in try BundledFrame.all.get() {
      var (scene, far, nan) = (scene, scene, scene)
      scene.pose.convention = .blazePose
      (far.pose.convention, nan.pose.convention) = (.blazePose, .blazePose)
      for keypoint in Keypoint.allCases {
        far.pose.worldLandmarks[keypoint] = Vector3(0, 40, 0)
        nan.pose.worldLandmarks[keypoint] = Vector3(0, .nan, 0)
      }
      let body = try scene.lifted().body
      #expect(try far.lifted().body == body)
      #expect(try nan.lifted().body == body)
    }
  }

  @Test func `the half of a body that is outside the picture is inferred`() throws {
    for scene in try BundledFrame.all.get() {
      var half = scene
      let middle = scene.middle(.leftShoulder, .rightShoulder).x
      half.movePoints { $0 - SIMD2(middle, 0) }
      let body = try half.lifted(withDepth: false)
      let sides = Joint.allCases.filter { Keypoint(rawValue: $0.name) != nil }
      var count = 0
      for joint in sides {
        guard let point = Keypoint(rawValue: joint.name).flatMap({ half.pose.points[$0] }),
          LifterInput.hasKeypoint[joint]
        else { continue }
        if point.x < -0.5 {
          count += 1
          #expect(body.source(joint) == .inferred, "\(scene.name) \(joint)")
          #expect(body.evidence?[joint].keypoint.use == .outside)
        }
      }
      #expect(count >= 4, "\(scene.name)")
      #expect(body.source(.centerShoulder) == .inferred)
    }
  }

  @Test func `points that are hardly sure give a skeleton that is inferred`() throws {
    for scene in try BundledFrame.all.get() {
      var unsure = scene
      unsure.setConfidence(0.15)
      let body = try unsure.lifted()
      #expect(Joint.allCases.allSatisfy { body.source($0) == .inferred })
      #expect(body.evidence?[.leftKnee].keypoint.use == .unsure)
      let sure = try scene.lifted()
      for joint in Joint.allCases {
        #expect(body.sigma(joint) > sure.sigma(joint), "\(scene.name) \(joint)")
      }
    }
  }

  @Test func `one keypoint in the wrong place makes its joint, and the pose, less sure`() throws {
    for scene in try BundledFrame.all.get() {
      var wrong = scene
      wrong.pose.points[.leftAnkle]?.x += 0.5 * scene.width
      let (body, sound) = try (
        wrong.lifted(withDepth: false), scene.lifted(withDepth: false)
      )
      #expect(body.sigma(.leftAnkle) > 1.5 * sound.sigma(.leftAnkle))
    }
  }

  // MARK: Depth of something else

  static let unused: [(Case, BodyPose.DepthUse)] =
    [
      (Case("nothing measured") { $0.setDepth { _, _ in .nan } }, .tooLittle),
      (Case("zero everywhere") { $0.setDepth { _, _ in 0 } }, .tooLittle),
      (
        Case("the trunk not measured") { scene in
          let (map, rows) = (scene.depth, Double(scene.depth.height) / scene.height)
          let top = (scene.middle(.leftShoulder, .rightShoulder).y - 0.05 * scene.height) * rows
          let bottom = (scene.middle(.leftHip, .rightHip).y + 0.05 * scene.height) * rows
          scene.setDepth { column, row in
            (top...bottom).contains(Double(row)) ? .nan : map[column, row]
          }
        }, .tooLittle
      ),
    ]
    + [2, 4, 6].flatMap { (metres: Float) -> [(Case, BodyPose.DepthUse)] in
      [
        (Case("a wall at \(metres) m") { $0.setDepth { _, _ in metres } }, .flat),
        (
          Case("an oblique wall at \(metres) m") { scene in
            let width = Float(scene.depth.width)
            scene.setDepth { column, _ in metres / (1 + 0.4 * Float(column) / width) }
          }, .flat
        ),
        (
          Case("a wall at \(metres) m, as a sensor sees it") { scene in
            var random = RandomNumbers(seed: 5)
            let noise = 0.001 * metres * metres
            scene.setDepth { _, _ in metres + noise * .random(in: -1...1, using: &random) }
          }, .flat
        ),
      ]
    }

  @Test(arguments: unused)
  func `a depth map that shows no body is not used, and the result has the reason`(
    input: Case, use: BodyPose.DepthUse
  ) throws {
    for scene in try input.scenes() {
      let body = try scene.lifted()
      #expect(body.depthUse == use, "\(scene.name)")
      #expect(try body.body == scene.lifted(withDepth: false).body)
      #expect(body.evidence?[.leftKnee].depth == nil)
    }
  }

  @Test(arguments: [0.75, 1.35])
  func `a stated height that the depth map refutes is the reason, with the height by the map`(
    factor: Double
  ) throws {
    for scene in try BundledFrame.all.get() {
      var lifter = Lifter()
      lifter.options.bodyHeight = factor * scene.stature
      let body = try lifter.bodyPose(from: scene.pose, camera: scene.camera, depth: scene.depth)
      guard case .contradictsHeight(let measured) = body.depthUse else {
        Issue.record("\(scene.name): \(body.depthUse)")
        continue
      }
      #expect(abs(measured - scene.stature) < 0.1 * scene.stature, "\(scene.name): \(measured)")
      #expect(body.bodyHeight == factor * scene.stature)
    }
  }

  /// Half an image to the side, upside down, of a place in which everything is nearer or farther:
  /// chance may put some joints on a surface. A measurement is then no better than its sigma, and a
  /// contradicting one is not called seen in depth.
  @Test(arguments: [
    Case("half an image to the left") { scene in
      let map = scene.depth
      scene.setDepth { map[($0 + map.width / 2) % map.width, $1] }
    },
    Case("upside down") { scene in
      let map = scene.depth
      scene.setDepth { map[$0, map.height - 1 - $1] }
    },
    Case("five times as near") { $0.depth = $0.depth.scaled(by: 0.2) },
    Case("half as near") { $0.depth = $0.depth.scaled(by: 2) },
  ])
  func `the depth of another place is not measured`(input: Case) throws {
    for scene in try input.scenes() {
      let body = try scene.lifted()
      #expect(body.heightEstimation == .reference, "\(scene.name): \(body.depthUse)")
      #expect(try body.body == scene.lifted(withDepth: false).body)
    }
  }

  @Test(arguments: [0.1, 0.15])
  func `a person in front occludes joints, and the height stays within its sigma`(
    shift: Double
  ) throws {
    for scene in try BundledFrame.all.get() {
      var overlapped = scene
      let (map, limit) = (scene.depth, scene.distance + 0.1)
      let columns = Int(shift * Double(map.width))
      // The same person once more, half a metre nearer.
      overlapped.setDepth { column, row in
        let own = map[column, row]
        let other = map[(column + columns) % map.width, row] - 0.5
        return other < limit && !(own < other) ? other : own
      }
      let (body, alone) = try (overlapped.lifted(), scene.lifted())
      let inDepth = { (body: BodyPose) in
        Joint.allCases.count { body.source($0) == .depth }
      }
      #expect(inDepth(body) < inDepth(alone), "\(scene.name)")
      #expect(
        abs(body.bodyHeight - scene.stature) < 3 * body.bodyHeightSigma, "\(scene.name)")
    }
  }

  // MARK: Scale

  @Test(arguments: [0.75, 1.25])
  func `by depth a child is a child and a tall person tall`(factor: Double) throws {
    for scene in try BundledFrame.all.get() {
      var scaled = scene
      scaled.depth = scene.depth.scaled(by: factor)
      let body = try scaled.lifted()
      #expect(body.heightEstimation == .measured)
      #expect(abs(body.bodyHeight - factor * scene.stature) < 3 * body.bodyHeightSigma)
    }
  }

  @Test func `keypoints of a body that depth makes a giant or a dwarf are not measured`() throws {
    for scene in try BundledFrame.all.get() {
      for factor in [0.4, 2] {
        var scaled = scene
        let center = SIMD2(scene.camera.cx, scene.camera.cy)
        scaled.movePoints { center + ($0 - center) * factor }
        let body = try scaled.lifted()
        #expect(body.heightEstimation == .reference, "\(scene.name) × \(factor)")
        #expect(body.depthUse != .used)
        // Without depth size is not seen: the same body, nearer or farther.
        let without = try scaled.lifted(withDepth: false)
        #expect(without.heightEstimation == .reference && without.bodyHeightSigma == 0.15)
      }
    }
  }

  /// Metres times an unknown factor: one skeleton whatever it is, of the reference height.
  @Test(arguments: [0.02, 1, 50])
  func `depth whose unit is not known gives the shape alone`(factor: Double) throws {
    for scene in try BundledFrame.all.get() {
      var lifter = Lifter()
      let map = DepthMap(
        width: scene.depth.width, height: scene.depth.height,
        metres: scene.depth.metres.map { $0 * Float(factor) }, scale: .unknown)
      let body = try lifter.bodyPose(from: scene.pose, camera: scene.camera, depth: map)
      #expect(body.depthUse == .relative, "\(scene.name)")
      #expect(body.heightEstimation == .reference && body.bodyHeight == 1.8)
      #expect(abs(Anthropometry.stature(of: body.body.positions) - 1.8) < 0.15)
      #expect(Joint.allCases.contains { body.source($0) == .depth })
      // The shape is that of the body measured in metres.
      lifter.options.bodyHeight = 1.8
      let size = 1.8 / scene.stature
      let measured = try lifter.bodyPose(
        from: scene.pose, camera: scene.camera, depth: scene.depth.scaled(by: size))
      for joint in Joint.allCases {
        #expect(
          (body.position(joint) - measured.position(joint)).length < 0.05,
          "\(scene.name) \(joint)")
      }
    }
  }

  @Test func `left and right swapped give the same picture of a flipped person`() throws {
    for scene in try BundledFrame.all.get() {
      var swapped = scene
      swapped.swapSides()
      let body = try swapped.lifted(withDepth: false)
      let distances = Joint.allCases.compactMap { body.evidence?[$0].keypoint.distance }
      #expect(try #require(distances.median) < 0.03 * scene.height, "\(scene.name)")
      let withDepth = try swapped.lifted()
      #expect(
        withDepth.heightEstimation == .reference
          || abs(withDepth.bodyHeight - scene.stature) < 3 * withDepth.bodyHeightSigma)
    }
  }

  // MARK: The caller's bugs

  @Test func `a camera without extent is the caller's bug`() async {
    await #expect(processExitsWith: .failure) {
      _ = Camera(width: 64, height: 48, fx: 0, fy: 50, cx: 32, cy: 24, source: .user)
    }
    await #expect(processExitsWith: .failure) {
      _ = Camera(width: 64, height: 48, fx: 50, fy: -50, cx: 32, cy: 24, source: .user)
    }
    await #expect(processExitsWith: .failure) {
      _ = Camera(width: 64, height: 48, fx: 50, fy: 50, cx: .nan, cy: 24, source: .user)
    }
    await #expect(processExitsWith: .failure) {
      _ = Camera(width: 64, height: 48, fx: .infinity, fy: 50, cx: 32, cy: 24, source: .user)
    }
  }
}
