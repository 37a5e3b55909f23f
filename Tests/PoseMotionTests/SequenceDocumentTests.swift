import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles
import TestSupport
import Testing

struct SequenceDocumentTests {
  private static let json = DocumentedSquat.text { write in
    DocumentedSquat.document().writeJSON(to: write)
  }
  private static let lines = DocumentedSquat.text { write in
    DocumentedSquat.document().writeJSONLines(to: write)
  }

  private static let short = DocumentedSquat.text { write in
    DocumentedSquat.document(detail: .standard).writeJSON(to: write)
  }
  private static let joints = DocumentedSquat.text { write in
    DocumentedSquat.document(detail: .joints).writeJSONLines(to: write)
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    let any = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(any as? [String: Any])
  }

  // MARK: What is written

  @Test func `the same document gives the same bytes`() {
    let again = DocumentedSquat.text { write in DocumentedSquat.document().writeJSON(to: write) }
    #expect(again == Self.json)
  }

  @Test func `the file begins with the results, the frames come last`() throws {
    let names = ["schema", "video", "exercise", "repetitions", "people", "repairs", "warnings"]
    let last = ["camera", "joints", "frames"]
    let places = try (names + last).map { name in
      try #require(Self.json.range(of: "\n  \"\(name)\":")).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test func `JSON Lines are the members of the document in pieces, each without line breaks`()
    throws
  {
    var whole = try object(Self.json)
    let lines = Self.lines.split(separator: "\n")
    let frames = try #require(whole.removeValue(forKey: "frames") as? [[String: Any]])
    #expect(lines.count == frames.count + 2)
    for (line, frame) in zip(lines.dropFirst(), frames) {
      #expect(NSDictionary(dictionary: try object(line)).isEqual(to: frame))
    }
    let summary = try #require(try object(lines[lines.count - 1])["summary"] as? [String: Any])
    let merged = try object(lines[0]).merging(summary) { _, _ in
      Issue.record("twice"); return 0
    }
    #expect(NSDictionary(dictionary: merged).isEqual(to: whole))
    #expect(
      Self.lines.hasSuffix("\n") && !lines.contains { $0.contains(": ") && !$0.contains("\"") })
  }

  @Test func `a person is written as in the document of a picture`() throws {
    let document = DocumentedSquat.document(options: DocumentedSquat.untouched)
    let frames = try #require(
      try object(DocumentedSquat.text { document.writeJSON(to: $0) })["frames"] as? [[String: Any]])
    let measured = DocumentedSquat.observation(at: 10.0 / 15, id: 7)
    var body = measured.body
    body.stature = document.sequence.people[0].stature
    let pose = try #require(
      BodyPose(
        body, id: document.sequence.people[0].id, confidence: 0.75,
        camera: DocumentedSquat.camera, gravity: Vector3(0, 1, 0)))
    let picture = SkeletonDocument(
      version: "1.2", image: .init(file: "a.png", orientation: 1, width: 640, height: 480),
      camera: DocumentedSquat.camera, gravity: Vector3(0, 1, 0), people: [pose])
    let expected = try #require((try object(picture.json)["people"] as? [[String: Any]])?.first)
    var person = try #require((frames[10]["people"] as? [[String: Any]])?.first)
    #expect(person.removeValue(forKey: "filled") as? Bool == false)
    #expect(person.removeValue(forKey: "raw") is [String: Any])
    #expect(NSDictionary(dictionary: person).isEqual(to: expected))
  }

  @Test(arguments: [(SequenceDetail.joints, 1024), (.standard, 4096)])
  func `a person is no more than some bytes in a frame`(detail: SequenceDetail, limit: Int) throws {
    let recording = OnePathTests.recording("squat", "curl", seed: 3)
    let sequence = PoseSequence(recording)
    let document = SequenceDocument(
      version: "1", video: .init(file: "a.mp4", format: "MP4", width: 1920, height: 1080),
      sequence: sequence, analyses: sequence.people.map { ExerciseAnalysis(of: $0) },
      detail: detail)
    let lines = DocumentedSquat.text { document.writeJSONLines(to: $0) }.split(separator: "\n")
    #expect(lines[0].contains("\"detail\":\"\(detail.rawValue)\""))
    for line in lines.dropFirst().dropLast() {
      let people = try #require(try object(line)["people"] as? [Any]).count
      #expect(line.utf8.count <= 60 + people * limit, "\(line)")
    }
  }

  @Test func `at the detail joints places, sigmas and statures are read back`() throws {
    let read = try PoseRecording(try Self.read(Self.joints), path: "a.jsonl", asIs: true)
    let person = try #require(DocumentedSquat.document().sequence.people.first)
    for (frame, state) in zip(read.frames, person.states) {
      guard let body = state?.body, let found = frame.people.first?.body else {
        #expect(frame.people.isEmpty && state == nil)
        continue
      }
      let (sigmas, others) = (try #require(found.sigmas), try #require(body.sigmas))
      for joint in Joint.allCases {
        #expect(isClose(found.positions[joint], body.positions[joint]))
        #expect(abs(sigmas[joint] - others[joint]) < 1e-6)
      }
      #expect(abs(found.stature.metres - person.stature.metres) < 1e-6)
    }
  }

  @Test func `an empty recording has no exercise, and frames without people`() throws {
    let frames = (0..<3).map {
      PoseRecording.Frame(index: $0, time: Double($0) / 30, people: [])
    }
    let recording = PoseRecording(frames: frames, camera: DocumentedSquat.camera, gravity: nil)
    let document = DocumentedSquat.document(of: recording)
    let whole = try object(DocumentedSquat.text { document.writeJSON(to: $0) })
    let exercise = try #require(whole["exercise"] as? [String: Any])
    #expect(exercise["name"] is NSNull && exercise["confidence"] is NSNull)
    #expect((whole["people"] as? [Any])?.isEmpty == true)
    #expect((whole["frames"] as? [[String: Any]])?.count == 3)
    let empty = DocumentedSquat.document(
      of: PoseRecording(frames: [], camera: DocumentedSquat.camera, gravity: nil))
    #expect(
      DocumentedSquat.text { empty.writeJSON(to: $0) }.hasSuffix("],\n  \"frames\": []\n}\n"))
  }

  // MARK: Read back

  private static func read(_ text: String) throws -> SkeletonFile {
    try withTemporaryFile(text, named: "sequence") { try SkeletonFile.read(contentsOf: $0) }
  }

  private func isClose(_ a: Vector3, _ b: Vector3) -> Bool { (a - b).length < 1e-6 }

  @Test(arguments: [json, lines, short])
  func `what was measured is read back to a millionth, whatever was done to it`(
    text: String
  ) throws {
    let read = try PoseRecording(try Self.read(text), path: "a.json")
    let written = DocumentedSquat.recording
    #expect(read.frames.map(\.index) == written.frames.map(\.index))
    #expect(read.world == written.world)
    for (a, b) in zip(read.frames, written.frames) {
      #expect(abs(a.time - b.time) < 1e-6)
      #expect(a.people.count == b.people.count, "\(a.index)")
      for (person, original) in zip(a.people, b.people) {
        #expect(person.confidence == original.confidence)
        let (found, body) = (person.body, original.body)
        #expect(found.sources == body.sources)
        #expect(found.stature == Stature(metres: 1.7, sigma: 0.03, estimation: .measured))
        let (sigmas, others) = (try #require(found.sigmas), try #require(body.sigmas))
        for joint in Joint.allCases {
          #expect(isClose(found.positions[joint], body.positions[joint]))
          #expect(abs(sigmas[joint] - others[joint]) < 1e-6)
        }
        let (foot, other) = (try #require(found.leftFoot), try #require(body.leftFoot))
        #expect(isClose(foot.heel, other.heel) && isClose(foot.toe, other.toe))
        #expect(foot.sigma == other.sigma && found.rightFoot == nil)
      }
    }
  }

  @Test(arguments: [json, lines, short])
  func `as it is, a sequence is read with what was smoothed and filled`(text: String) throws {
    let read = try PoseRecording(try Self.read(text), path: "a.json", asIs: true)
    let sequence = DocumentedSquat.document().sequence
    let person = try #require(sequence.people.first)
    for (frame, state) in zip(read.frames, person.states) {
      #expect(frame.people.count == (state == nil ? 0 : 1))
      guard let state, let found = frame.people.first else { continue }
      #expect(found.id == person.id)
      for joint in Joint.allCases {
        #expect(isClose(found.body.positions[joint], state.body.positions[joint]))
      }
    }
  }

  @Test func `JSON Lines that end within a line give the frames before it`() throws {
    let lines = Self.lines.split(separator: "\n").map(String.init)
    let cut = lines[..<11].joined(separator: "\n") + "\n" + lines[11].prefix(500)
    let file = try Self.read(cut)
    #expect(file.frames.count == 10)
    #expect(file.notes == ["line 12 is cut off: the frames before it are read"])
    let unended = try Self.read(lines[..<21].joined(separator: "\n") + "\n")
    #expect(
      unended.notes == [
        "there is no summary at the end: the run that wrote the file did not get there"
      ])
    // A live view, whose lines have none, filters as it goes and repairs nothing.
    var header = try object(lines[0])
    header["processing"] = ["repairs": false, "smoothing": ["kind": "oneEuro"]]
    let first = String(
      decoding: try JSONSerialization.data(withJSONObject: header), as: UTF8.self)
    let live = try Self.read(([first] + lines[1..<21]).joined(separator: "\n") + "\n")
    #expect(live.notes.isEmpty && live.frames.count == 20)
  }

  @Test(arguments: [
    ("{]", "this is not JSON: at line 3, column 2, a name in quotes was expected"),
    ("{\"index\": 1}", "line 3 has no \"people\""),
    (
      "{\"index\": 1, \"time\": 0, \"people\": [{\"joints\": 3}]}",
      "line 3.people[0].joints is 3 where a list of joints was expected"
    ),
  ])
  func `a line that can't be used is named`(line: String, message: String) throws {
    var lines = Self.lines.split(separator: "\n").map(String.init)
    lines[2] = line
    let error = #expect(throws: FileError.self) {
      _ = try Self.read(lines.joined(separator: "\n") + "\n")
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("\"cameraPositions\":[[", "\"cameraPositions\":[[1,2,3],["),
    ("\"filled\":false,\"raw\":{", "\"filled\":false,\"raw\":{\"feet\":3,\"feat\":3,"),
    ("\"heightEstimation\":\"measured\"", "\"heightEstimation\":\"guessed\""),
    ("\"covariances\":[[", "\"covariances\":[[-"),
    ("\"sources\":[\"depth\"", "\"sources\":[\"seen\""),
  ])
  func `a measurement that was tampered with is refused or left out`(
    whole: String, broken: String
  ) throws {
    #expect(Self.lines.contains(whole))
    let text = Self.lines.replacing(whole, with: broken)
    if broken.contains("feat") {
      #expect(try Self.read(text).frames.count == 60)
    } else {
      #expect(throws: FileError.self) { _ = try Self.read(text) }
    }
  }

  @Test func `a document keeps the prescription and the warnings, in JSON and in JSON Lines`()
    throws
  {
    var document = DocumentedSquat.document()
    let targets = [try AngleTarget("kneeFlexion=80..100"), try AngleTarget("leftElbowFlexion=150")]
    document.analyses = document.sequence.people.map { ExerciseAnalysis(of: $0, targets: targets) }
    document.warnings = ["The camera is assumed."]
    for text in [
      DocumentedSquat.text { document.writeJSON(to: $0) },
      DocumentedSquat.text { document.writeJSONLines(to: $0) },
    ] {
      let origin = try #require(DocumentOrigin(bytes: Array(text.utf8)))
      #expect(origin.targets == targets)
      #expect(origin.warnings == ["The camera is assumed."])
    }
    let without = DocumentedSquat.text { DocumentedSquat.document().writeJSON(to: $0) }
    #expect(DocumentOrigin(bytes: Array(without.utf8))?.targets == [])
    #expect(!without.contains("targets"))
  }

  // MARK: CSV

  @Test func `CSV has the clinical curves, a line a person and frame`() throws {
    let document = DocumentedSquat.document()
    let rows = DocumentedSquat.text { document.writeCSV(to: $0) }.split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let header = try #require(rows.first)
    #expect(
      header.prefix(7) == [
        "frame", "time", "person", "filled", "repetition", "leftElbowFlexion",
        "leftElbowFlexion_sigma",
      ])
    let person = try #require(document.sequence.people.first)
    let known = person.states.indices.filter { person.states[$0] != nil }
    #expect(rows.count == known.count + 1)
    let frames = document.sequence.recording.frames
    #expect(rows.dropFirst().map { $0[0] } == known.map { "\(frames[$0].index)" })
    for definition in AngleDialect.clinical.angles {
      let column = try #require(header.firstIndex(of: definition.name))
      let curve = person.curve(of: definition)
      for (row, frame) in zip(rows.dropFirst(), known) {
        #expect((Double(row[column]) == nil) == (curve.values[frame] == nil))
        guard let value = Double(row[column]), let angle = curve.values[frame] else { continue }
        #expect(abs(value - angle * 180 / .pi) < 5.1e-4, "\(definition.name)")
      }
    }
  }
}
