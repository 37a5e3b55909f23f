import Foundation
import PoseGeometry
import Kinematics
import Pose3D
import TestSupport

@testable import PoseMotion

/// What the program measures in each frame of the rendered squats, without anything between.
struct RenderedSquat: Decodable {
  /// Frames and degrees of a repetition.
  struct Truth: Decodable {
    var start: Double
    var peak: Double
    var end: Double
    var peak_flexion_deg: Double
  }

  var fps: Double
  var gravity: [Double]
  var reps: [Truth]
  /// Millimetres, 17 joints a frame: with depth, and from colour alone.
  var depth: [[Double]]
  var colour: [[Double]]

  /// `fixtures/motion/squat.json`.
  static let recorded: RenderedSquat = {
    guard let clip = try? Fixture.decode(RenderedSquat.self, from: "motion/squat.json") else {
      preconditionFailure("no clip in motion/squat.json")
    }
    return clip
  }()

  func person(hasDepth: Bool) -> PersonMotion {
    let frames = hasDepth ? depth : colour
    return PersonMotion(
      id: 0, times: frames.indices.map { Double($0) / fps },
      states: frames.map { frame in
        let positions = PerJoint<Vector3> { joint in
          let index = 3 * joint.rawValue
          return Vector3(frame[index], frame[index + 1], frame[index + 2]) / 1000
        }
        return PersonMotion.State(BodyEstimate(positions: positions), observation: 0)
      },
      world: WorldAxes(cameraGravity: Vector3(gravity[0], gravity[1], gravity[2])))
  }
}
