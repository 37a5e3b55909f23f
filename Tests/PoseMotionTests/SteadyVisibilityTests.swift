import Kinematics
import Pose3D
@testable import PoseMotion
import Testing

/// Joints that are seen, or hidden, for a moment.
struct SteadyVisibilityTests {
  /// A person at 30 frames a second whose left ankle is hidden in some frames.
  private static func sequence(hidden: (Int) -> Bool) -> PoseSequence {
    let frames = (0..<60).map { number in
      var person = DocumentedSquat.observation(at: Double(number) / 30, id: 7)
      person.body.sources[.leftAnkle] = hidden(number) ? .inferred : .depth
      return PoseRecording.Frame(index: number, time: Double(number) / 30, people: [person])
    }
    var options = DocumentedSquat.untouched
    options.repairs = true
    return PoseSequence(
      PoseRecording(frames: frames, camera: DocumentedSquat.camera, gravity: nil), options: options)
  }

  private static func sources(_ sequence: PoseSequence) -> [JointSource?] {
    (0..<60).map { sequence.poses(at: $0).first?.source(.leftAnkle) }
  }

  @Test
  func `a joint that is hidden in every third frame counts as seen, and its angle is measured`()
    throws
  {
    let sequence = Self.sequence { $0 % 3 == 1 }
    #expect(Self.sources(sequence).allSatisfy { $0 == .depth })
    func angles(_ sequence: PoseSequence) -> [Double?] {
      sequence.people[0].curve(of: .named("leftKneeFlexion")).values
    }
    let seen = angles(Self.sequence { _ in false })
    #expect(angles(sequence) == seen && seen.contains { $0 != nil }, "\(seen)")
    #expect(
      angles(PoseSequence(sequence.recording, options: DocumentedSquat.untouched)) != seen)
    // What was measured stays what it is.
    #expect(sequence.recording.frames[31].people[0].body.sources[.leftAnkle] == .inferred)
    // Unless nothing is to be repaired.
    let asIs = PoseSequence(sequence.recording, options: DocumentedSquat.untouched)
    #expect(asIs.poses(at: 31).first?.source(.leftAnkle) == .inferred)
  }

  @Test func `a joint that is seen in every third frame counts as hidden`() {
    #expect(Self.sources(Self.sequence { $0 % 3 != 1 }).allSatisfy { $0 == .inferred })
  }

  @Test func `a joint that goes out of view changes when it does`() {
    let sources = Self.sources(Self.sequence { $0 >= 30 })
    #expect(
      sources[..<30].allSatisfy { $0 == .depth } && sources[30...].allSatisfy { $0 == .inferred })
  }

  @Test func `the other joints keep their sources`() {
    let sequence = Self.sequence { $0 % 3 == 1 }
    let body = sequence.recording.frames[31].people[0].body
    for joint in Joint.allCases where joint != .leftAnkle {
      #expect(sequence.poses(at: 31).first?.source(joint) == body.sources[joint])
    }
  }
}
