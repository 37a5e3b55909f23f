import Kinematics
import Pose3D
@testable import PoseMotion
import Testing

/// People as they are drawn on a video's frames.
struct DrawnPeopleTests {
  /// A person at 30 frames a second whose left wrist is hidden in some frames.
  private static func sequence(hidden: (Int) -> Bool) -> PoseSequence {
    let frames = (0..<60).map { number in
      var person = DocumentedSquat.observation(at: Double(number) / 30, id: 7)
      person.body.sources[.leftWrist] = hidden(number) ? .inferred : .depth
      return PoseRecording.Frame(index: number, time: Double(number) / 30, people: [person])
    }
    return PoseSequence(
      PoseRecording(frames: frames, camera: DocumentedSquat.camera, gravity: nil),
      options: DocumentedSquat.untouched)
  }

  private static func drawn(_ sequence: PoseSequence) -> [JointSource?] {
    (0..<60).map {
      sequence.posesToDraw(at: $0, by: DocumentedSquat.camera).first?.source(.leftWrist)
    }
  }

  @Test func `a joint that is hidden in every third frame is drawn as seen`() {
    let sequence = Self.sequence { $0 % 3 == 1 }
    #expect(Self.drawn(sequence).allSatisfy { $0 == .depth })
    // What was measured stays what it is.
    #expect(sequence.poses(at: 31).first?.source(.leftWrist) == .inferred)
    #expect(sequence.poseToDraw(of: sequence.people[0], at: 31)?.source(.leftWrist) == .inferred)
  }

  @Test func `a joint that is seen in every third frame is drawn as hidden`() {
    #expect(Self.drawn(Self.sequence { $0 % 3 != 1 }).allSatisfy { $0 == .inferred })
  }

  @Test func `a joint that goes out of view changes when it does`() {
    let drawn = Self.drawn(Self.sequence { $0 >= 30 })
    #expect(drawn[..<30].allSatisfy { $0 == .depth } && drawn[30...].allSatisfy { $0 == .inferred })
  }

  @Test func `the other joints keep their sources`() {
    let sequence = Self.sequence { $0 % 3 == 1 }
    let (drawn, measured) = (
      sequence.posesToDraw(at: 31, by: DocumentedSquat.camera).first, sequence.poses(at: 31).first
    )
    for joint in Joint.allCases where joint != .leftWrist {
      #expect(drawn?.source(joint) == measured?.source(joint))
    }
  }
}
