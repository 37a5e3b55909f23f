import Foundation
import Geometry
import Kinematics
@testable import Motion
import Testing
import Pose3D

/// What the program measures in each frame of the rendered squats, without anything between.
@Suite struct RenderedSquatTests {
  private struct Clip: Decodable {
    struct Truth: Decodable {
      var start: Double
      var peak: Double
      var end: Double
      var peak_flexion_deg: Double
    }
    var fps: Double
    var gravity: [Double]
    var reps: [Truth]
    /// Millimetres, 17 joints a frame.
    var depth: [[Double]]
    var colour: [[Double]]
  }

  @Test(arguments: [true, false])
  func `two squats are counted where they are, from depth and from colour alone`(
    _ hasDepth: Bool
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "fixtures/motion/squat.json")
    let clip = try JSONDecoder().decode(Clip.self, from: Data(contentsOf: file))
    let frames = hasDepth ? clip.depth : clip.colour
    let person = PersonMotion(
      id: 0, times: frames.indices.map { Double($0) / clip.fps },
      states: frames.map { frame in
        let positions = PerJoint<Vector3> { joint in
          let index = 3 * joint.rawValue
          return Vector3(frame[index], frame[index + 1], frame[index + 2]) / 1000
        }
        return PersonMotion.State(
          PoseObservation(BodyEstimate(positions: positions)), observation: 0)
      },
      world: WorldAxes(
        cameraGravity: Vector3(clip.gravity[0], clip.gravity[1], clip.gravity[2])))
    let found = Finding(of: person, choice: .recognized)
    #expect(found.exercise == "squat")
    #expect(found.confidence > 0.8)
    #expect(found.repetitions.map(\.isCounted) == [true, true])
    for (squat, truth) in zip(found.repetitions, clip.reps) {
      #expect(abs(squat.start - truth.start / clip.fps) < 0.1)
      #expect(abs(squat.turn - (truth.peak + 0.5) / clip.fps) < 0.05)
      #expect(abs(squat.end - truth.end / clip.fps) < 0.1)
      // Rest is at 4°; from a picture alone single frames are off by 8°.
      let range = (truth.peak_flexion_deg - 4) * .pi / 180
      #expect(abs(squat.rangeOfMotion - range) < (hasDepth ? 10.0 : 16) * .pi / 180)
    }
  }
}
