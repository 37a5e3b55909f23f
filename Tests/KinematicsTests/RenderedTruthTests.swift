import Foundation
import PoseGeometry
import Kinematics
import TestSupport
import Testing

/// Our angles of the true joints of rendered people, against the renderer's own.
struct RenderedTruthTests {
  private struct Truth: Decodable {
    struct Person: Decodable {
      let `case`: String
      let gravity: [Double]
      let joints: [[Double]]
      let angles: [Double]
      let trunkLean: Double
    }
    let joints: [String]
    let angles: [String]
    let people: [Person]
  }

  /// Ours and the truth's name where the definitions agree. Its rounding of the joints, 0.01 mm, moves
  /// an angle by up to 0.007°.
  static let pairs: [(ours: String, truth: String)] = [
    ("ElbowFlexion", "ElbowFlexion"), ("ElbowIncluded", "ElbowIncluded"),
    ("KneeFlexion", "KneeFlexion"), ("KneeIncluded", "KneeIncluded"),
    ("HipFlexion3D", "HipFlexion3D"), ("ShoulderElevation", "ShoulderElevation"),
    ("HipFlexionSagittal", "HipFlexionSagittal"),
    ("ShoulderFlexionSagittal", "ShoulderFlexionSagittal"), ("ShoulderHipKnee", "HipIncluded"),
    ("HipShoulderElbow", "ShoulderIncluded"),
  ]

  @Test func `where the definitions agree, so do the angles of every rendered person`() throws {
    let truth = try Fixture.decode(Truth.self, from: "rendered/truth.json")
    #expect(truth.people.count == 50)
    var compared = 0
    for person in truth.people {
      let places = Dictionary(uniqueKeysWithValues: zip(truth.joints, person.joints))
      let positions = try PerJoint { joint in
        let p = try #require(places[joint.name])
        return Vector3(p[0], p[1], p[2])
      }
      let angles = Skeleton(
        positions: positions,
        world: WorldAxes(
          cameraGravity: Vector3(person.gravity[0], person.gravity[1], person.gravity[2]))
      ).named()
      let expected = Dictionary(uniqueKeysWithValues: zip(truth.angles, person.angles))
      for side in ["left", "right"] {
        for (ours, theirs) in Self.pairs {
          let angle = try #require(angles[side + ours])
          let value = try #require(expected[side + theirs])
          // A limb along the axis of an angle has none here, and any value there.
          guard let degrees = angle.degrees else {
            #expect(angle.reason == .gimbalLock)
            continue
          }
          compared += 1
          #expect(abs(turn(degrees, value)) < 0.01, "\(person.case): \(side)\(ours) \(degrees)°")
        }
      }
      let lean = try #require(angles["trunkLean"]?.degrees)
      #expect(abs(lean - person.trunkLean) < 0.01, "\(person.case)")
    }
    #expect(compared > 950)
  }
}
