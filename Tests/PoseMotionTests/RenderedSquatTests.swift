import Foundation
import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

/// What the program measures in each frame of the rendered squats, without anything between.
@Suite struct RenderedSquatTests {
  @Test(arguments: [true, false])
  func `two squats are counted where they are, from depth and from colour alone`(
    _ hasDepth: Bool
  ) throws {
    let clip = RenderedSquat.recorded
    let person = clip.person(hasDepth: hasDepth)
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
