import DepthIO
import Foundation
import Kinematics
import Testing

@testable import Pose3D

/// The lifter against an independent NumPy implementation (`fixtures/lifting/README.md`).
struct LiftingGoldenTests {
  struct Golden: Decodable {
    let joints: [String]
    let people: [Person]
  }

  struct Person: Decodable, CustomTestStringConvertible, Sendable {
    let name: String
    let input: Input
    let encoder: Encoder
    let network: Network
    let rgb: Rgb
    let rgbd: Rgbd?
    var testDescription: String { name }
  }

  struct Input: Decodable {
    let points: [[Double]]
    let mask: [Int]
    let confidence: [Double]
    let size: Double
    let intrinsicsKnown: Double
  }

  struct Encoder: Decodable {
    let features: [Double]
    let Rv: [[Double]]
  }

  struct Network: Decodable {
    let pose: [[Double]]
    let b: [[Double]]
    let flipPose: [[Double]]
    let flipB: [[Double]]
  }

  struct Rgb: Decodable {
    struct Config: Decodable {
      let sig2d: Double
      let wprior: Double
      let wbone: Double
      let latscale: Double
    }
    let cfg: Config
    let X: [[Double]]
  }

  struct Rgbd: Decodable {
    let depthFirstPass: [Double?]
    let gateFirstPass: [Int]
    let X: [[Double]]
    let h: Double
  }

  static let golden = try? Fixture.decode(Golden.self, from: "lifting/goldens.json")
  static let people = golden?.people ?? []

  private func input(_ person: Person) -> LifterInput {
    LifterInput(
      rays: person.input.points.map { SIMD2($0[0], $0[1]) },
      isPresent: person.input.mask.map { $0 == 1 }, confidence: person.input.confidence,
      hasKnownCamera: person.input.intrinsicsKnown == 1)
  }

  private func expectSame(
    _ positions: PerJoint<Vector3>, _ expected: [[Double]], within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = try #require(Self.golden).joints
    for (name, p) in zip(names, expected) {
      let joint = try #require(Joint(name: name))
      let distance = (positions[joint] - Vector3(p[0], p[1], p[2])).length
      #expect(
        distance < tolerance, "\(name) is \(distance) m off", sourceLocation: sourceLocation)
    }
  }

  @Test func `the goldens are there`() { #expect(Self.people.count == 8) }

  @Test(arguments: people)
  func `features and virtual camera are the reference's`(person: Person) {
    let input = input(person)
    let (features, virtualFromCamera) = input.features
    for (value, expected) in zip(features, person.encoder.features) {
      #expect(abs(Double(value) - expected) < Tolerance.exact)
    }
    for (row, expected) in zip(
      [virtualFromCamera.inverse.x, virtualFromCamera.inverse.y, virtualFromCamera.inverse.z],
      person.encoder.Rv)
    {
      #expect((row - Vector3(expected[0], expected[1], expected[2])).length < Tolerance.exact)
    }
    #expect(abs(input.bodySize - person.input.size) < Tolerance.exact)
  }

  @Test(arguments: people)
  func `the network predicts what the reference predicts`(person: Person) throws {
    let features = person.encoder.features.map(Float.init)
    let network = LiftingNetwork.builtIn
    let single = network.predictWithoutMirror(features: features)
    try expectSame(single.positions, person.network.pose, within: Tolerance.network)
    let averaged = network.predict(input(person), features: features)
    try expectSame(averaged.positions, person.network.flipPose, within: Tolerance.network)
    for (name, b) in zip(try #require(Self.golden).joints, person.network.flipB) {
      let joint = try #require(Joint(name: name))
      #expect(abs(averaged.lateralScale[joint] - b[0]) < Tolerance.network)
      #expect(abs(averaged.depthScale[joint] - b[1]) < Tolerance.network)
    }
  }

  @Test(arguments: people)
  func `the solver without depth ends where the reference ends`(person: Person) throws {
    let input = input(person)
    let (features, virtualFromCamera) = input.features
    let config = person.rgb.cfg
    let problem = PoseProblem(
      input: input, prediction: LiftingNetwork.builtIn.predict(input, features: features),
      virtualFromCamera: virtualFromCamera,
      weights: .init(
        keypointSigma: config.sig2d, prior: config.wprior, lateralScale: config.latscale,
        bones: config.wbone),
      logStature: (Foundation.log(1.8), 1e-4))
    let state = try #require(problem.solve(from: problem.start(), steps: 10))
    try expectSame(state.positions, person.rgb.X, within: Tolerance.solver)
  }

  /// The two rendered people with detected keypoints and a noisy depth map, at the reference's
  /// weights.
  @Test(arguments: people.filter { $0.rgbd != nil })
  func `the solver with depth ends where the reference ends`(person: Person) throws {
    let expected = try #require(person.rgbd)
    let folder = person.name.hasPrefix("p015") ? "demo" : "rendered/p039"
    let calibration = try CameraFile(contentsOf: Fixture.path("\(folder)/camera.json"))
    let depth = try DepthMap(
      contentsOf: Fixture.path("\(folder)/depth.png"), unit: calibration.depthUnit)
    let input = input(person)
    let (features, virtualFromCamera) = input.features
    var options = Lifter.Options()
    options.keypointSigma = 0.015
    let setting = LiftingSetting(
      input: input, prediction: LiftingNetwork.builtIn.predict(input, features: features),
      virtualFromCamera: virtualFromCamera, camera: calibration.color, options: options)
    let names = try #require(Self.golden).joints
    let readings = setting.firstReadings(depth)
    for (name, depth) in zip(names, expected.depthFirstPass) {
      let reading = readings.first { $0.point.joint?.name == name }
      #expect((reading == nil) == (depth == nil), "\(name)")
      if let depth { #expect(abs((reading?.depth ?? 0) - depth) < Tolerance.exact, "\(name)") }
    }
    let solution = try setting.solve(with: depth).get()
    try expectSame(solution.state.positions, expected.X, within: Tolerance.solver)
    #expect(abs(solution.state.stature - expected.h) < Tolerance.solver)
  }
}
