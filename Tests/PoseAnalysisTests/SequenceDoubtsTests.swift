@testable import PoseAnalysis
import PoseDetection
import PoseDocuments
import PoseFiles
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import PoseImaging
import PoseVideo
import TestSupport
import Testing

/// A person whose left and right are a close call is reported.
struct SequenceDoubtsTests {
  /// A person who marches on the spot before the camera, 100 frames at 30 per second; in some of
  /// them the sides are swapped.
  private func sequence(
    swapped: Range<Int>, confidence: @escaping (Int) -> Double = { _ in 1 }
  ) -> PoseSequence {
    let standing: [(Joint, Vector3)] = [
      (.root, Vector3(0, 0, 3)), (.leftHip, Vector3(0.09, 0, 3)), (.rightHip, Vector3(-0.09, 0, 3)),
      (.spine, Vector3(0, -0.24, 3)), (.centerShoulder, Vector3(0, -0.48, 3)),
      (.centerHead, Vector3(0, -0.7, 2.97)), (.topHead, Vector3(0, -0.8, 2.97)),
      (.leftShoulder, Vector3(0.18, -0.48, 3)), (.rightShoulder, Vector3(-0.18, -0.48, 3)),
      (.leftElbow, Vector3(0.22, -0.22, 3.03)), (.rightElbow, Vector3(-0.22, -0.22, 3.03)),
      (.leftWrist, Vector3(0.23, 0.02, 2.95)), (.rightWrist, Vector3(-0.23, 0.02, 2.95)),
      (.leftKnee, Vector3(0.1, 0.4, 2.97)), (.rightKnee, Vector3(-0.1, 0.4, 2.97)),
      (.leftAnkle, Vector3(0.1, 0.82, 3.01)), (.rightAnkle, Vector3(-0.1, 0.82, 3.01)),
    ]
    let frames = (0..<100).map { index in
      var positions = PerJoint(repeating: Vector3.zero)
      let lift = 0.1 * (1 - cos(Double(index) / 5))
      for (joint, place) in standing {
        positions[joint] = place
        if joint == .leftKnee { positions[joint] += Vector3(0, -lift, -lift) }
        if joint == .leftAnkle { positions[joint] += Vector3(0, -lift, 0) }
      }
      if swapped.contains(index) { positions = PerJoint { positions[$0.mirrored] } }
      let body = BodyEstimate(positions: positions, sigmas: PerJoint(repeating: 0.02))
      return PoseRecording.Frame(
        index: index, time: Double(index) / 30,
        people: [PoseObservation(body, confidence: confidence(index))])
    }
    return PoseSequence(PoseRecording(frames: frames, world: nil, isInCameraFrame: true))
  }

  @Test func `a person flipped in a third of the frames is uncertain`() throws {
    let sequence = sequence(swapped: 30..<64)
    #expect(
      sequence.doubts(after: .fast).map(\.description) == [
        "person 0: left and right are uncertain: in 34 of 100 frames they were swapped against the others, and which are right is a close call. The heavy model (effort standard) errs less, and so does a view from another side."
      ])
    #expect(
      sequence.doubts(after: .standard).map(\.description) == [
        "person 0: left and right are uncertain: in 34 of 100 frames they were swapped against the others, and which are right is a close call. A view from another side errs less."
      ])
  }

  @Test func `a camera that moves is stated once, whoever is seen`() {
    var recording = sequence(swapped: 0..<0).recording
    recording.isCameraMoving = true
    #expect(
      PoseSequence(recording).doubts(after: .fast).map(\.description) == [
        "the camera moves: feet that rest move in its frame, so contacts are listed, but change nothing, and how far people go isn't known."
      ])
  }

  /// The joints of a person at random places around the hips in every image, or in a part of the images.
  @Test(arguments: [(1, true), (2, true), (10, false)])
  func `a person whose joints jump from image to image is doubtful`(every: Int, isDoubtful: Bool) {
    var recording = sequence(swapped: 0..<0).recording
    var random = RandomNumbers(seed: 3)
    for place in recording.frames.indices where place % every == 0 {
      recording.frames[place].people[0].body.positions = PerJoint { joint in
        joint == .root
          ? Vector3(0, 0, 3)
          : Vector3(0, 0, 3) + 0.2 * Vector3(random.normal(), random.normal(), random.normal())
      }
    }
    var options = PoseSequence.Options()
    options.repairs = false
    let doubts = PoseSequence(recording, options: options).presenceDoubts.map(\.description)
    #expect(doubts.count == (isDoubtful ? 1 : 0), "\(doubts)")
    #expect(
      doubts.allSatisfy { $0.hasPrefix("person 0: perhaps no person, or one whose joints aren't") })
  }

  @Test(arguments: [(0.6, true, false), (0.9, true, true), (0.6, false, true)])
  func `who is unsure and jumps about is left out`(
    confidence: Double, jumps: Bool, isThere: Bool
  ) {
    var recording = sequence(swapped: 0..<0, confidence: { _ in confidence }).recording
    var random = RandomNumbers(seed: 3)
    for place in recording.frames.indices where jumps {
      recording.frames[place].people[0].body.positions = PerJoint { joint in
        Vector3(0, 0, 3)
          + (joint == .root
            ? .zero : 0.2 * Vector3(random.normal(), random.normal(), random.normal()))
      }
    }
    recording.hasOwnConfidences = true
    let found = PoseSequence(recording)
    #expect(found.people.isEmpty != isThere && found.leftOut == (isThere ? [] : [0]))
    let sentences = found.presenceDoubts.map(\.description)
    #expect(sentences.count == 1)
    #expect(
      (sentences.first ?? "").hasPrefix("person 0: " + (isThere ? "perhaps" : "left out")),
      "\(sentences)")
    // What is taken as measured stays, and whom another program found.
    #expect(PoseSequence(recording, options: .asMeasured).people.count == 1)
    recording.hasOwnConfidences = false
    #expect(PoseSequence(recording).people.count == 1)
  }

  /// The number of images in which a person is seen, and of all.
  @Test(arguments: [(1, 10, false), (4, 40, false), (4, 39, true), (5, 100, true), (1, 9, true)])
  func `who is unsure and there for a moment is left out`(seen: Int, all: Int, isThere: Bool) {
    var recording = sequence(swapped: 0..<0, confidence: { _ in 0.6 }).recording
    recording.frames = Array(recording.frames.prefix(all))
    recording.hasOwnConfidences = true
    for place in recording.frames.indices.dropFirst(seen) { recording.frames[place].people = [] }
    #expect(PoseSequence(recording).people.isEmpty != isThere)
  }

  @Test(arguments: [(0, 6, false), (1, 2, false), (2, 3, true), (2, 5, true), (2, 6, false)])
  func `the camera moves if the background does in four of ten seconds, twice at least`(
    moved: Int, compared: Int, isMoving: Bool
  ) {
    var (first, second) = (VideoTally(), VideoTally())
    for second in 0..<compared { first.count(background: second < moved ? 0.02 : 0.002) }
    #expect(first.isCameraMoving == isMoving)
    // One that is held, or turns slowly, may move in most seconds.
    #expect(first.mayCameraMove == (2 * moved > compared && moved >= 2))
    // Parts of a video count together.
    second += first
    second += first
    #expect(second.background.compared == 2 * compared && second.background.moved == 2 * moved)
  }

  @Test(.enabled(if: Checkout.hasDetection), arguments: [true, false])
  func `a camera that pans over a scene is found in its frames, and one that stands isn't`(
    pans: Bool
  ) throws {
    var random = RandomNumbers(seed: 1)
    let waves = (0..<30).map { _ in
      (x: 0.08 * random.normal(), y: 0.08 * random.normal(), phase: 6 * random.normal())
    }
    let frames = (0..<20).map { number in
      var pixels: [UInt8] = []
      for y in 0..<120 {
        for x in 0..<160 {
          let column = Double(x + (pans ? 2 * number : 0))
          let sum = waves.reduce(0.0) { $0 + sin($1.x * column + $1.y * Double(y) + $1.phase) }
          let byte = UInt8(max(0, min(255, 120 + 12 * sum)))
          pixels += [byte, byte, byte]
        }
      }
      return FrameStream.Frame(
        time: Double(number) / 4, image: ColorImage(width: 160, height: 120, pixels: pixels))
    }
    var settings = VideoAnalysis.Settings(path: "")
    settings.measurement.detection.effort = .fast
    let analysis = try VideoAnalysis(
      of: FrameStream(replaying: frames, name: "scene"), settings)
    let result = try analysis.result(assets: try .installed())
    #expect(result.sequence.recording.isCameraMoving == pans)
    let json = analysis.document(of: result, version: "1")
    var text = ""
    json.writeJSON { text += $0 }
    #expect(text.contains("\"moving\": true") == pans)
  }

  @Test(arguments: [0..<0, 40..<52])
  func `a person flipped seldom or never is not`(swapped: Range<Int>) {
    let sequence = sequence(swapped: swapped)
    #expect(Set(sequence.repairs.map(\.frame)).count == swapped.count)
    #expect(sequence.doubts(after: .fast).isEmpty)
  }

  @Test func `a person in whom the detector is seldom sure is doubtful`() {
    // Sure in every third frame only.
    let ghost = sequence(swapped: 0..<0) { $0 % 3 == 0 ? 0.99 : 0.6 }
    #expect(
      ghost.doubts(after: .standard).map(\.description) == [
        "person 0: perhaps no person, or one of whom too little is seen: the median confidence is 0.60 in 100 frames, where people who are seen well have 0.95 and more."
      ])
    let person = sequence(swapped: 0..<0) { $0 % 3 == 0 ? 0.6 : 0.99 }
    #expect(person.doubts(after: .standard).isEmpty)
  }
}
