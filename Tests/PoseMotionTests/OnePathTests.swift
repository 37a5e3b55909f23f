import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// What a video's analysis finds, its file gives again: `pose3d video -o x.json`, then
/// `pose3d exercise x.json`.
struct OnePathTests {
  /// Two people with a lifter's errors, whose sides are swapped for a while, who jump, and who are
  /// lost for some frames; and a third who is only there for a moment.
  static func recording(_ first: String, _ second: String, seed: UInt64) -> PoseRecording {
    func person(_ name: String, _ seed: UInt64, _ shift: Double) -> [PoseObservation] {
      MotionClip.named(name).seen(turned: 40 * Double(seed), noise: 0.02, seed: seed).map {
        var person = $0
        person.body.positions = person.body.positions.map { $0 + Vector3(shift, 0, 0.3 * shift) }
        person.body.sigmas = PerJoint { 0.02 + 0.001 * Double($0.rawValue) }
        person.body.stature = Stature(metres: 1.7 + 0.1 * shift, sigma: 0.04, estimation: .measured)
        return person
      }
    }
    var (one, other) = (person(first, seed, 0), person(second, seed + 1, 1.2))
    for frame in 30..<38 {
      one[frame].body.positions = Swap.legs(one[frame].body.positions)
    }
    for frame in [12, 50, 51] {
      other[frame].body.positions = Swap.depth(other[frame].body.positions)
    }
    one[60].body.positions[.leftWrist] += Vector3(0.3, 0.3, 0)
    var recording = PoseRecording(
      one.indices.map { frame in
        var people = [20, 21, 70].contains(frame) ? [] : [one[frame]]
        if frame != 40 { people.append(other[frame]) }
        if frame == 45 {
          var ghost = other[frame]
          ghost.body.positions = ghost.body.positions.map { $0 + Vector3(-3, 0, 2) }
          people.append(ghost)
        }
        // The order of a detector's findings is not that of the people.
        return frame.isMultiple(of: 7) ? people.reversed() : people
      }
    ).withWrittenVertical
    recording.frames = recording.frames.map(\.written)
    return recording
  }

  @Test(
    arguments: [("squat", "curl"), ("jumping_jack", "lunge"), ("walk", "turning")],
    [SequenceDetail.standard, .full])
  func `a file that was read again gives the same people, repairs and repetitions`(
    motions: (String, String), detail: SequenceDetail
  ) throws {
    let (first, second) = motions
    for seed in [1, 2] as [UInt64] {
      let recording = Self.recording(first, second, seed: seed)
      let sequence = PoseSequence(recording)
      let analyses = sequence.people.map { ExerciseAnalysis(of: $0) }
      let document = SequenceDocument(
        version: "1", video: .init(file: "a.mp4", format: "MP4", width: 1920, height: 1080),
        sequence: sequence, analyses: analyses, detail: detail)
      let text = DocumentedSquat.text { write in document.writeJSON(to: write) }
      let again = try withTemporaryFile(Array(text.utf8), named: "a.json") { path in
        PoseSequence(
          try PoseRecording(SkeletonFile.read(contentsOf: path), path: path))
      }
      #expect(sequence.people.count == 2)
      #expect(sequence.repairs.contains { $0.kind != .outlier })
      #expect(again.repairs == sequence.repairs)
      #expect(again.people.map(\.id) == sequence.people.map(\.id))
      for (one, other) in zip(again.people, sequence.people) {
        #expect(one.states.map { $0?.body } == other.states.map { $0?.body })
        #expect(one.stature == other.stature)
        let (found, expected) = (ExerciseAnalysis(of: one), ExerciseAnalysis(of: other))
        #expect(found.exercise == expected.exercise && found.confidence == expected.confidence)
        #expect(found.repetitions == expected.repetitions)
        #expect(found.measures == expected.measures)
      }
    }
  }

  @Test func `identities in a file that aren't unique are found again`() throws {
    var recording = Self.recording("squat", "curl", seed: 1)
    recording.hasSettledIdentities = true
    for frame in recording.frames.indices {
      for person in recording.frames[frame].people.indices {
        recording.frames[frame].people[person].id = 3
      }
    }
    #expect(PoseSequence(recording).people.count == 2)
  }
}
