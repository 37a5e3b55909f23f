import Analysis
import Documents
import Foundation
import Geometry
import Kinematics
import Motion
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// What an interrupted run leaves behind, changed, planted or in the way.
struct VideoJournalTests {
  private let folder: TemporaryFolder
  private let fingerprint: VideoFingerprint
  private var output: String { folder.path("out.jsonl") }
  private var journal: String { VideoJournal.path(of: output) }

  init() throws {
    folder = try TemporaryFolder([("video.mp4", "a video's bytes")])
    fingerprint = try VideoFingerprint(
      of: VideoAnalysis.Settings(path: folder.path("video.mp4")), version: "1")
  }

  private static let frames = (0..<5).map {
    PoseRecording.Frame(index: $0, time: Double($0) / 30, people: [])
  }

  private func write() throws {
    _ = try VideoJournal(of: output, fingerprint: fingerprint, frames: Self.frames)
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: journal, encoding: .utf8).components(separatedBy: "\n")
  }

  private func rewrite(_ change: (inout [String]) -> Void) throws {
    try write()
    var lines = try lines()
    change(&lines)
    try folder.file("out.jsonl.resume", lines.joined(separator: "\n"))
  }

  private func read() throws -> (frames: [PoseRecording.Frame], notice: Notice?) {
    try #require(try VideoJournal.frames(of: output, fingerprint: fingerprint))
  }

  @Test func `what was written is read back`() throws {
    try write()
    let (frames, notice) = try read()
    #expect(frames == Self.frames && notice == nil)
    #expect(try lines().count == 1 + 5 + 1)
  }

  @Test func `half a line at the end is nothing`() throws {
    try rewrite { $0 = $0.dropLast(2) + ["{\"index\":4,\"ti"] }
    let (frames, notice) = try read()
    #expect(frames == Array(Self.frames.prefix(4)) && notice == nil)
  }

  @Test(
    arguments: [
      { $0[3] = $0[3].replacing("\"index\":2", with: "\"index\":3") },
      { $0[3] = $0[3].replacing("0.0666", with: "0.0667") },
      { $0[3].removeLast() },
      { $0[3] = $0[3].components(separatedBy: " ")[0] },
      { $0[3] = "" },
      { $0.remove(at: 3) },
      { $0.swapAt(3, 4) },
      { $0.insert($0[2], at: 3) },
      { $0[3] = "{\"index\":2,\"time\":0.05,\"people\":[]} 0123456789abcdef" },
    ] as [@Sendable (inout [String]) -> Void])
  func `an entry that was changed is said, and none is taken from there on`(
    change: @Sendable (inout [String]) -> Void
  ) throws {
    try rewrite(change)
    let (frames, notice) = try read()
    #expect(frames == Array(Self.frames.prefix(2)))
    #expect(
      notice?.description == "\(journal): the entry of frame 3 is not as it was written; "
        + "it and those after it are analysed again.")
  }

  @Test func `a first line that was changed is no journal`() throws {
    try rewrite { $0[0] = $0[0].replacing("\"the input\":\"", with: "\"the input\":\"0") }
    #expect(throws: FileError.self) { try read() }
  }

  /// Whoever forges an entry can compute its checksum too.
  @Test(arguments: ["1e200", "-1e5", "NaN", "1e999"])
  func `a place where nobody can be is not taken, whatever its checksum`(number: String) throws {
    let body = BodyEstimate(
      positions: PerJoint { Vector3(0.123456789, Double($0.rawValue), 3) },
      stature: Stature(metres: 1.75, sigma: nil, estimation: nil))
    let sound = PoseRecording.Frame(
      index: 0, time: 0, people: [PoseObservation(body, id: 0, confidence: 1)]
    ).line
    for (line, count) in [(sound, 1), (sound.replacing("0.123456789", with: number), 0)] {
      _ = try VideoJournal(of: output, fingerprint: fingerprint, frames: [])
      let header = try lines()[0]
      var digest = ContentDigest()
      for text in [String(header.dropLast(17)), line] { digest.add(text) }
      try folder.file("out.jsonl.resume", "\(header)\n\(line) \(digest.hexadecimal)\n")
      #expect(try read().frames.count == count)
    }
  }

  @Test func `a planted link is not written through`() throws {
    let target = try folder.file("precious.txt", "precious")
    try FileManager.default.createSymbolicLink(
      atPath: journal + ".new", withDestinationPath: target)
    try write()
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    #expect(try read().frames == Self.frames)
    #expect(!folder.contents.contains("out.jsonl.resume.new"))
  }

  @Test func `a journal that can't be written leaves nothing behind`() throws {
    try FileManager.default.createDirectory(
      atPath: journal + "/in the way", withIntermediateDirectories: true)
    let error = #expect(throws: FileError.self) { try write() }
    #expect(error?.code == .unwritable && error?.path == journal)
    #expect(!folder.contents.contains("out.jsonl.resume.new"))
  }
}
