import Foundation
import PoseGeometry
import Kinematics
@testable import Pose3D
import Testing

/// The lifter against an independent implementation in NumPy (`fixtures/lifting/README.md`).
struct LiftingGoldenTests {
  static let people = LiftingGolden.shared?.people ?? []
  static let withDepth = people.filter { $0.depth != nil }

  @Test func `the goldens are there, with their orders`() throws {
    #expect(Self.people.count == 9 && Self.withDepth.count == 3)
    let golden = try #require(LiftingGolden.shared)
    #expect(golden.inputs == LifterInput.keypoints.map(\.rawValue))
    let surfaces = SurfacePoint.all.map { $0.joints.map(\.name).joined(separator: "+") }
    #expect(golden.surfaces == surfaces)
    let places = DepthReadings.places.map { place in
      place.keypoints.map(\.rawValue).joined(separator: "+")
    }
    #expect(golden.places == places)
    #expect(golden.crosses == DepthReadings.crosses.map { places[$0] })
  }

  // MARK: Features

  @Test(arguments: people)
  func `features, virtual camera and the body's size are the reference's`(
    person: LiftingGolden.Person
  ) throws {
    let features = LifterFeatures(person.lifterInput)
    let expected = person.encoder
    #expect(apart(features.values, expected.features) < Tolerance.exact)
    #expect(apart(features.mirrored, expected.mirrored) < Tolerance.exact)
    let axes = features.virtualFromCamera.inverse
    for (axis, row) in zip([axes.x, axes.y, axes.z], expected.virtualAxes) {
      #expect((axis - Vector3(row[0], row[1], row[2])).length < Tolerance.exact)
    }
    #expect(abs(person.lifterInput.bodySize - expected.bodySize) < Tolerance.exact)
  }

  @Test(arguments: people)
  func `keypoints of BlazePose are moved to where the reference moves them`(
    person: LiftingGolden.Person
  ) {
    let found = person.setting(options: person.options).centers.rays
    for (ray, expected) in zip(found, person.centers) {
      #expect(abs(ray.x - expected[0]) < Tolerance.exact)
      #expect(abs(ray.y - expected[1]) < Tolerance.exact)
    }
  }

  @Test(arguments: withDepth)
  func `the depth map is read as the reference reads it`(person: LiftingGolden.Person) throws {
    let expected = try #require(person.depth)
    let readings = person.setting(options: person.options).readings(of: try person.depthMap())
    expectSame(readings.depths, expected.near)
    expectSame(readings.crossDepths, expected.cross)
    #expect(apart(readings.spreads, expected.spread) < Tolerance.exact)
    let features = LifterFeatures(person.lifterInput, depth: readings)
    #expect(apart(features.values, expected.encoder.features) < Tolerance.exact)
    #expect(apart(features.mirrored, expected.encoder.mirrored) < Tolerance.exact)
  }

  // MARK: Network

  @Test(arguments: people)
  func `the network predicts what the reference predicts`(person: LiftingGolden.Person) throws {
    let features = LifterFeatures(person.lifterInput)
    try expectSame(LiftingNetwork.builtIn.predict(features), person.network)
    guard let expected = person.depth else { return }
    let readings = person.setting(options: person.options).readings(of: try person.depthMap())
    try expectSame(
      LiftingNetwork.builtIn.predict(LifterFeatures(person.lifterInput, depth: readings)),
      expected.network)
  }

  // MARK: Solver

  @Test(arguments: people)
  func `the solver without depth ends where the reference ends`(
    person: LiftingGolden.Person
  ) throws {
    let setting = person.setting(options: person.options)
    let solution = try #require(setting.solveWithoutDepth())
    try expectSame(solution.state.positions, person.solution.positions, within: Tolerance.solver)
    #expect(abs(solution.state.stature - person.solution.stature) < Tolerance.solver)
  }

  @Test(arguments: withDepth)
  func `the solver with depth ends where the reference ends`(
    person: LiftingGolden.Person
  ) throws {
    let setting = person.setting(options: person.options)
    let expected = try #require(person.depth).solution
    let solution = try setting.solve(with: person.depthMap()).get()
    try expectSame(solution.state.positions, expected.positions, within: Tolerance.solver)
    #expect(abs(solution.state.stature - expected.stature) < Tolerance.solver)
  }

  @Test(arguments: withDepth)
  func `the start goes along the line of sight to the median of the limbs' readings`(
    person: LiftingGolden.Person
  ) throws {
    let expected = try #require(person.depth)
    var problem = person.problem(
      readings: person.setting(options: person.options).readings(of: try person.depthMap()))
    problem.views[0].readings = DepthReadings.limbs.compactMap { index, joint in
      let point = SurfacePoint.indices[joint]
      return expected.near[index].map { depth in
        SurfaceReading(
          point: SurfacePoint.all[point], depth: depth,
          offsetRatio: expected.network.surfaces[point][0] / 1.8, sigma: 1)
      }
    }
    try expectSame(
      problem.moved(problem.start()).positions, expected.start, within: Tolerance.network)
  }

  /// Of the solver: the result's own uncertainty is calibrated on top of it.
  @Test(arguments: people)
  func `the equations at the solution give the reference's sigmas`(
    person: LiftingGolden.Person
  ) throws {
    try expectSigmas(of: person.problem(readings: nil), at: person.solution)
    guard let expected = person.depth else { return }
    let readings = person.setting(options: person.options).readings(of: try person.depthMap())
    var problem = person.problem(readings: readings)
    problem.views[0].readings = expected.readings.map { row in
      SurfaceReading(
        point: SurfacePoint.all[Int(row[0])], depth: row[1], offsetRatio: row[2], sigma: row[3])
    }
    try expectSigmas(of: problem, at: expected.solution)
  }

  private func expectSigmas(
    of problem: PoseProblem, at expected: LiftingGolden.Solution
  ) throws {
    let positions = try LiftingGolden.perJoint(expected.positions)
    let state = PoseProblem.State(
      positions: positions.map { Vector3($0[0], $0[1], $0[2]) },
      logStature: log(expected.stature))
    let found = problem.equations(at: state).covariance()
    let covariance = try #require(found)
    let element = { (a: Int, b: Int) in
      covariance[min(a, b) * PoseUnknowns.order + max(a, b)]
    }
    let sigmas = try LiftingGolden.perJoint(expected.sigmas)
    for joint in Joint.allCases {
      let variance = (0..<3).reduce(0.0) { sum, axis in
        let (a, b) = (3 * joint.rawValue + axis, 3 * Joint.root.rawValue + axis)
        return sum + (joint == .root ? element(a, a) : element(a, a) + element(b, b))
          - (joint == .root ? 0 : 2 * element(a, b))
      }
      let sigma = (variance / 3).squareRoot()
      #expect(abs(sigma / sigmas[joint] - 1) < Tolerance.sigmaRatio, "\(joint)")
    }
    let ofStature = element(PoseUnknowns.logStature, PoseUnknowns.logStature).squareRoot()
    #expect(abs(ofStature / expected.logStatureSigma - 1) < Tolerance.sigmaRatio)
  }

  // MARK: Comparison

  /// The largest difference; infinite when the counts differ.
  private func apart(_ values: [Float], _ expected: [Double]) -> Double {
    apart(values.map(Double.init), expected)
  }

  private func apart(_ values: [Double], _ expected: [Double]) -> Double {
    guard values.count == expected.count else { return .infinity }
    return zip(values, expected).map { abs($0 - $1) }.max() ?? 0
  }

  private func expectSame(_ depths: [Double?], _ expected: [Double?]) {
    #expect(depths.count == expected.count)
    for (index, (depth, expected)) in zip(depths, expected).enumerated() {
      #expect((depth == nil) == (expected == nil), "\(index)")
      if let depth, let expected { #expect(abs(depth - expected) < Tolerance.exact, "\(index)") }
    }
  }

  private func expectSame(
    _ positions: PerJoint<Vector3>, _ expected: [[Double]], within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try LiftingGolden.perJoint(expected)
    for joint in Joint.allCases {
      let p = expected[joint]
      let distance = (positions[joint] - Vector3(p[0], p[1], p[2])).length
      #expect(
        distance < tolerance, "\(joint) is \(distance) m off", sourceLocation: sourceLocation)
    }
  }

  private func expectSame(
    _ prediction: LiftingNetwork.Prediction, _ expected: LiftingGolden.Network
  ) throws {
    try expectSame(prediction.positions, expected.positions, within: Tolerance.network)
    let scales = try LiftingGolden.perJoint(expected.scales)
    for joint in Joint.allCases {
      let scale = scales[joint]
      #expect(
        (prediction.scales[joint] - Vector3(scale[0], scale[1], scale[2])).length
          < Tolerance.network)
    }
    #expect(abs(prediction.logStature.mean - expected.logStature[0]) < Tolerance.network)
    #expect(abs(prediction.logStature.scale - expected.logStature[1]) < Tolerance.network)
    #expect(
      apart(prediction.surfaces.map(\.offset), expected.surfaces.map { $0[0] })
        < Tolerance.network)
    #expect(
      apart(prediction.surfaces.map(\.scale), expected.surfaces.map { $0[1] }) < Tolerance.network)
    for (said, expected) in [
      (prediction.lengths, expected.lengths), (prediction.flexions, expected.flexions),
    ] {
      #expect(apart(said.map(\.mean), expected.map { $0[0] }) < Tolerance.network)
      #expect(apart(said.map(\.scale), expected.map { $0[1] }) < Tolerance.network)
    }
  }
}
