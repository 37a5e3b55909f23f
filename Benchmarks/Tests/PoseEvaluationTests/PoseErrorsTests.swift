@testable import PoseEvaluation
import Foundation
import PoseGeometry
import Kinematics
import TestSupport
import Testing

/// The errors of a skeleton, against NumPy's (`fixtures/evaluation`) and by their laws.
struct PoseErrorsTests {
  struct Golden: Decodable {
    struct Person: Decodable, Sendable, CustomTestStringConvertible {
      let name: String
      let truth: [[Double]]
      let positions: [[Double]]
      let mpjpe: Double
      let paMpjpe: Double
      let elbows: [Double]
      let knees: [Double]
      var testDescription: String { name }
    }
    let joints: [String]
    let people: [Person]
  }

  static let golden = try? Fixture.decode(Golden.self, from: "evaluation/goldens.json")
  static let people = golden?.people ?? []
  /// For the same formulas in double precision.
  static let tolerance = 1e-9

  private static func skeleton(_ points: [[Double]]) throws -> PerJoint<Vector3> {
    let names = try #require(golden).joints
    return try PerJoint { joint in
      let p = points[try #require(names.firstIndex(of: joint.name))]
      return Vector3(p[0], p[1], p[2])
    }
  }

  @Test func `the goldens are there`() { #expect(Self.people.count == 6) }

  @Test(arguments: people)
  func `errors are NumPy's`(person: Golden.Person) throws {
    let errors = PoseErrors(
      of: try Self.skeleton(person.positions), truth: try Self.skeleton(person.truth))
    #expect(abs(errors.mean - person.mpjpe) < Self.tolerance)
    #expect(abs(errors.aligned - person.paMpjpe) < Self.tolerance)
    for (error, expected) in zip(errors.elbows + errors.knees, person.elbows + person.knees) {
      #expect(abs(error * 180 / .pi - expected) < 1e-6, "\(person.name)")
    }
  }

  @Test(arguments: people)
  func `the truth has no errors, and neither has a shifted one`(person: Golden.Person) throws {
    let truth = try Self.skeleton(person.truth)
    for positions in [truth, truth.map { $0 + Vector3(3, -2, 0.5) }] {
      let errors = PoseErrors(of: positions, truth: truth)
      #expect(errors.mean < Self.tolerance)
      #expect(errors.aligned < Self.tolerance)
      #expect((errors.elbows + errors.knees).allSatisfy { $0 < 1e-7 })
    }
  }

  @Test(arguments: people)
  func `a shift changes nothing, a similarity nothing once it is aligned`(
    person: Golden.Person
  ) throws {
    let (truth, positions) = (try Self.skeleton(person.truth), try Self.skeleton(person.positions))
    let errors = PoseErrors(of: positions, truth: truth)
    let shifted = PoseErrors(of: positions.map { $0 + Vector3(1, 2, -3) }, truth: truth)
    #expect(abs(shifted.mean - errors.mean) < Self.tolerance)
    let turn = Rotation.about(.x, by: 2.1) * Rotation.about(.z, by: -0.7)
    let similar = PoseErrors(
      of: positions.map { 1.7 * (turn * $0) + Vector3(1, 2, -3) }, truth: truth)
    #expect(abs(similar.aligned - errors.aligned) < Self.tolerance)
    #expect(abs(similar.mean - errors.mean) > 0.1)
    for (angle, expected) in zip(
      similar.elbows + similar.knees, errors.elbows + errors.knees)
    {
      #expect(abs(angle - expected) < 1e-7)
    }
  }

  @Test func `joints on one line have an aligned error all the same`() {
    let line = PerJoint { Vector3(0, Double($0.rawValue), 0) }
    let errors = PoseErrors(of: line.map { 2 * $0 }, truth: line)
    #expect(errors.aligned < Self.tolerance)
    let point = PoseErrors(of: PerJoint(repeating: .zero), truth: line)
    #expect(point.aligned.isFinite && point.aligned > 1)
  }
}
