@testable import PoseDetection
import PoseGeometry
import Pose3D
import TestSupport
import Testing

struct InferencePassTests {
  @Test func `three equal passes are that pass, with a sigma of 0`() {
    let pass = Self.figure(seed: 1)
    let all = BodyLandmarks(averaging: [pass, pass, pass])
    #expect(all.points.allSatisfy { $0.sigma == 0 })
    #expect(all.points.map(\.position) == pass.points.map(\.position))
    #expect(all.points.map(\.visibility) == pass.points.map(\.visibility))
    #expect(all.points.map(\.presence) == pass.points.map(\.presence))
    #expect(all.world == pass.world && all.presence == pass.presence)
  }

  @Test func `one pass has no sigma`() {
    let pass = Self.figure(seed: 1)
    #expect(BodyLandmarks(averaging: [pass]).points == pass.points)
    #expect(pass.pose(in: 640, 480).points.values.allSatisfy { $0.sigma == nil })
  }

  /// Two passes 6 pixels apart lie 3 from their middle: √((9 + 9) / 2) along the two axes together is 3,
  /// √(18 / (2 · 1)). Three on a line, 6 apart: √((36 + 36) / (2 · 2)).
  @Test(arguments: [(2, 3.0), (3, 18.0.squareRoot())])
  func `sigma is the spread of the passes along an axis`(count: Int, sigma: Double) {
    let passes = (0..<count).map { Self.figure(seed: 1, shift: SIMD2(6 * Double($0), 0)) }
    let pose = BodyLandmarks(averaging: passes).pose(in: 640, 480)
    for point in pose.points.values {
      #expect(abs((point.sigma ?? -1) - sigma) < 1e-6)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `an inference pass that flips the body is outvoted by two others`(place: Int) {
    var passes = [
      Self.figure(seed: 1, noise: 2), Self.figure(seed: 2, noise: 2),
    ]
    let expected = BodyLandmarks(averaging: passes)
    passes.insert(Self.turnedRound(Self.figure(seed: 3, noise: 2)), at: place)
    let found = BodyLandmarks(averaging: passes)
    #expect(found.points == expected.points)
    #expect(found.world == expected.world)
    #expect(found.presence == expected.presence)
  }

  @Test func `of two passes that contradict each other the first counts alone`() {
    let pass = Self.figure(seed: 1)
    let all = BodyLandmarks(averaging: [pass, Self.turnedRound(pass)])
    #expect(all.points == pass.points && all.world == pass.world)
  }

  @Test func `one pass that is far off at a limb hardly moves it, and shows in its sigma`() {
    let wrist = BodyLandmarks.index(of: .leftWrist)
    var passes = (1...3).map { Self.figure(seed: $0, noise: 1) }
    passes[2].points[wrist].position += SIMD2(80, 0)
    let all = BodyLandmarks(averaging: passes)
    #expect(
      (all.points[wrist].position - passes[0].points[wrist].position).absolute < 4)
    let sigmas = all.points.compactMap(\.sigma)
    #expect(sigmas.count == 33 && sigmas[wrist] == sigmas.max())
    #expect(sigmas[wrist] > 30)
  }

  @Test func `visibility and presence are the mean of the passes`() {
    var passes = [Self.figure(seed: 1), Self.figure(seed: 1), Self.figure(seed: 1)]
    for (index, value) in [0.25, 0.5, 0.75].enumerated() {
      passes[index].presence = value
      for point in passes[index].points.indices {
        passes[index].points[point].visibility = value
        passes[index].points[point].presence = 1 - value
      }
    }
    let all = BodyLandmarks(averaging: passes)
    #expect(all.presence == 0.5)
    #expect(all.points.allSatisfy { $0.visibility == 0.5 && $0.presence == 0.5 })
  }

  @Test func `what frames the body stays the first pass's`() {
    let passes = (1...3).map { Self.figure(seed: $0, noise: 5) }
    let all = BodyLandmarks(averaging: passes)
    #expect(all.region == passes[0].region && all.nextRegion == passes[0].nextRegion)
  }

  @Test func `landmarks mirrored twice are themselves, and once have left on the other side`() {
    let pass = Self.figure(seed: 1)
    let mirrored = pass.mirrored(inWidth: 640)
    let (left, right) = (pass.position(of: .leftKnee), mirrored.position(of: .rightKnee))
    #expect(right == SIMD2(639 - left.x, left.y))
    let (knee, other) = (
      pass.world[BodyLandmarks.index(of: .leftKnee)],
      mirrored.world[BodyLandmarks.index(of: .rightKnee)]
    )
    #expect(other == Vector3(-knee.x, knee.y, knee.z))
    let back = mirrored.mirrored(inWidth: 640)
    #expect(back.world == pass.world)
    for (one, two) in zip(pass.points, back.points) {
      #expect((one.position - two.position).absolute < Tolerance.rounding)
    }
  }

  @Test(
    arguments: [
      (DetectionEffort.fast, nil, true, BodyModel.full, []),
      (.fast, nil, false, .full, []),
      (.standard, nil, true, .heavy, []),
      (.standard, nil, false, .full, [.mirrored]),
      (.best, nil, true, .heavy, [.mirrored, .again]),
      (.best, nil, false, .full, [.mirrored, .again]),
      (.fast, .heavy, true, .heavy, []),
      (.standard, .full, true, .full, [.mirrored]),
      (.standard, .file("a"), true, .file("a"), []),
      (.best, .full, true, .full, [.mirrored, .again]),
      (.best, .file("a"), false, .file("a"), [.mirrored, .again]),
    ] as [(DetectionEffort, BodyModel?, Bool, BodyModel, [InferencePass])])
  func `an effort decides the model and the passes`(
    effort: DetectionEffort, named: BodyModel?, hasHeavy: Bool, model: BodyModel,
    passes: [InferencePass]
  ) {
    let assets = DetectionAssets(
      runtimeLibrary: "", personModel: "", landmarkModel: "", palmModel: "", handModel: "",
      heavyLandmarkModel: hasHeavy ? "heavy" : nil)
    #expect(effort.model(named, in: assets) == model)
    #expect(effort.furtherPasses(by: model) == passes)
  }

  // MARK: Support

  /// A body that faces the camera, left and right 60 pixels apart, with noise of the seed.
  private static func figure(
    seed: Int, noise: Double = 0, shift: SIMD2<Double> = .zero
  ) -> BodyLandmarks {
    var random = RandomNumbers(seed: UInt64(seed))
    var figure = BodyLandmarks.standing(x: 300, shoulders: 100, hips: 200, presence: 0.9)
    for index in figure.points.indices {
      let name = BodyLandmarks.names[index].rawValue
      let side = name.contains("eft") ? 30.0 : name.contains("ight") ? -30 : 0
      let off = SIMD2(
        Double.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
      figure.points[index].position += SIMD2(side, 0) + noise * off + shift
      figure.points[index].visibility = 0.7
      figure.points[index].presence = 0.3
      figure.world[index] = Vector3(side / 200 + noise * off.x / 300, Double(index) / 50, 0.1)
    }
    return figure
  }

  /// The same places under the names of the other side.
  private static func turnedRound(_ pass: BodyLandmarks) -> BodyLandmarks {
    var turned = pass
    for (index, name) in BodyLandmarks.names.enumerated() {
      turned.points[index] = pass.points[BodyLandmarks.index(of: name.mirrored)]
      turned.world[index] = pass.world[BodyLandmarks.index(of: name.mirrored)]
    }
    return turned
  }
}

extension SIMD2<Double> {
  fileprivate var absolute: Double { (self * self).sum().squareRoot() }
}
