import PoseDetection
import PoseDocuments
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles
import TestSupport
import Testing

@testable import PoseAnalysis

@Suite(.enabled(if: Checkout.hasDetection)) struct LiveRecorderTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("squats.jsonl") }

  init() throws { folder = try TemporaryFolder() }

  private func recorder() throws -> LiveRecorder {
    try LiveRecorder(to: path, source: "live camera", version: "1.2.3")
  }

  @Test func `a recording holds what was measured, and is analysed as the video is`() throws {
    let frames = try LiveClip.found()
    let recorder = try recorder()
    for frame in frames { try recorder.add(frame) }
    let summary = try #require(try recorder.finish(exercise: .named(.squat)))
    #expect(summary.frames == 76)
    #expect(abs(summary.seconds - 2.5) < 1e-6)
    #expect(folder.contents == ["squats.jsonl"])
    let input = try MotionInput(contentsOf: path)
    #expect(input.diagnostics.isEmpty)
    #expect(input.recording.frames.map(\.index) == Array(0..<76))
    for (here, frame) in zip(input.recording.frames, frames) {
      #expect(abs(here.time - frame.time) < 1e-6)
      #expect(here.people.map(\.id) == frame.people.map(\.id))
      for (person, shown) in zip(here.people, frame.people) {
        let measured = try #require(shown.measured)
        for joint in Joint.allCases {
          #expect((person.body.positions[joint] - measured.positions[joint]).length < 2e-6)
        }
      }
    }
    var options = MeasurementOptions()
    options.exercise = .named(.squat)
    let analysis = try MotionAnalysis(of: input, options: options)
    #expect(analysis.analyses.map(\.count) == [2])
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a recording is a valid sequence`() async throws {
    let recorder = try recorder()
    for frame in try LiveClip.found().prefix(20) { try recorder.add(frame) }
    _ = try recorder.finish()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    var document = lines[0]
    document.merge(try #require(lines[21]["summary"] as? [String: Any])) { _, new in new }
    document["frames"] = Array(lines[1...20])
    let whole = try folder.file(
      "whole.json", JSONSerialization.data(withJSONObject: document))
    try await SchemaValidator("skeleton", definition: "sequence").expect([whole])
  }

  @Test func `what a program that was ended leaves behind is read, half a line and all`() throws {
    let frames = try LiveClip.found().prefix(30)
    let recorder = try recorder()
    for frame in frames { try recorder.add(frame) }
    let part = try Data(contentsOf: URL(fileURLWithPath: recorder.partPath))
    #expect(recorder.partPath == folder.path("squats.part.jsonl"))
    let left = try folder.file("left.jsonl", part)
    let whole = try MotionInput(contentsOf: left)
    #expect(whole.recording.frames.count == 30)
    #expect(
      whole.diagnostics.map(\.description) == [
        "there is no summary at the end: the run that wrote the file did not get there"
      ])
    let cut = try folder.file("cut.jsonl", part.dropLast(100))
    let read = try MotionInput(contentsOf: cut)
    #expect(read.recording.frames.count == 29)
    #expect(
      read.diagnostics.map(\.description) == ["line 31 is cut off: the frames before it are read"])
    #expect(!folder.contents.contains("squats.jsonl"))
  }

  @Test func `a recording that was not finished stays when another one gets its name`() throws {
    let frames = try LiveClip.found()
    for name in ["squats.part.jsonl", "squats.part-2.jsonl"] { try folder.file(name, name) }
    let recorder = try recorder()
    #expect(recorder.partPath == folder.path("squats.part-3.jsonl"))
    let earlier = ["squats.part.jsonl", "squats.part-2.jsonl"].map { folder.path($0) }
    #expect(recorder.earlierParts == earlier)
    for frame in frames { try recorder.add(frame) }
    #expect(try recorder.finish()?.frames == 76)
    #expect(
      folder.contents.sorted() == ["squats.jsonl", "squats.part-2.jsonl", "squats.part.jsonl"])
    for path in earlier {
      #expect(try FileBytes.read(path) == Array((path as NSString).lastPathComponent.utf8))
    }
  }

  @Test func `a link in the place of the frames' file is left alone`() throws {
    let other = try folder.file("other.jsonl", "mine")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("squats.part.jsonl"), withDestinationPath: other)
    let recorder = try recorder()
    #expect(recorder.partPath == folder.path("squats.part-2.jsonl"))
    #expect(try recorder.finish() == nil)
    #expect(folder.contents.sorted() == ["other.jsonl", "squats.part.jsonl"])
    #expect(try FileBytes.read(other) == Array("mine".utf8))
  }

  @Test func `nothing stays of a recording without frames, or without people`() throws {
    #expect(try recorder().finish() == nil)
    #expect(folder.contents.isEmpty)
    let recorder = try recorder()
    let session = try LiveClip.session()
    for number in 0..<3 {
      try recorder.add(try session.add(ColorImage(grey: 128), at: Double(number)))
    }
    let thrown = #expect(throws: FileError.self) { _ = try recorder.finish() }
    #expect(thrown?.code == .nobody)
    #expect(thrown?.problem == "no person was seen in any frame, so nothing was kept")
    #expect(folder.contents.isEmpty)
  }

  @Test func `a picture of another size is an error, and what was there can be finished`() throws {
    let frames = try LiveClip.found()
    let recorder = try recorder()
    for frame in frames { try recorder.add(frame) }
    let other = try LiveClip.session().add(ColorImage(grey: 128), at: 1000)
    let error = #expect(throws: FileError.self) { try recorder.add(other) }
    #expect(error?.code == .mismatch)
    #expect(
      error?.problem
        == "the camera's image has changed: it was 480×360, and is 320×240. A recording has one size"
    )
    #expect(try recorder.finish()?.frames == 76)
  }

  @Test func `a frame that isn't later is left out`() throws {
    let frames = try LiveClip.found()
    let recorder = try recorder()
    for frame in [frames[0], frames[1], frames[1], frames[0], frames[2]] { try recorder.add(frame) }
    #expect(recorder.frames == 3)
  }

  @Test func `a recording is JSON Lines, in a folder that is there`() {
    #expect(throws: FileError.self) {
      try LiveRecorder(to: folder.path("squats.json"), source: "", version: "")
    }
    let missing = folder.path("none/squats.jsonl")
    let error = #expect(throws: FileError.self) {
      try LiveRecorder(to: missing, source: "", version: "")
    }
    #expect(error?.code == .unwritable)
  }
}
