@testable import PoseAnalysis
import PoseDocuments
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
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

  /// Two chunks: of two frames, and of three.
  private func write() throws {
    var checkpoint = VideoCheckpoint()
    checkpoint.frames = Array(Self.frames[..<2])
    checkpoint.state.chunks = 1
    let journal = try VideoJournal(
      of: output, fingerprint: fingerprint, checkpoint: checkpoint)
    checkpoint.state.chunks = 2
    checkpoint.state.tally.tooLittleSeen = 7
    checkpoint.state.tally.count(.implausibleHeight(0.1))
    try journal.add(Self.frames[2...], checkpoint.state)
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

  private func read() throws -> (checkpoint: VideoCheckpoint, diagnostic: Diagnostic?) {
    try #require(try VideoJournal.checkpoint(of: output, fingerprint: fingerprint))
  }

  @Test func `a journal of another layout is another run's`() throws {
    try rewrite { lines in
      let header = lines[0].components(separatedBy: " ").dropLast().joined(separator: " ")
        .replacing(/"pose3d\.resume":\d+/, with: "\"pose3d.resume\":5")
      var digest = ContentDigest()
      digest.add(header)
      lines = ["\(header) \(digest.hexadecimal)", ""]
    }
    let error = #expect(throws: FileError.self) { try read() }
    #expect(error?.code == .mismatch)
    #expect(error?.problem.hasSuffix("(different: the journal's layout)") == true)
  }

  @Test func `what was written is read back`() throws {
    try write()
    let (checkpoint, diagnostic) = try read()
    #expect(checkpoint.frames == Self.frames && diagnostic == nil)
    #expect(checkpoint.state.chunks == 2 && checkpoint.state.tally.tooLittleSeen == 7)
    #expect(checkpoint.state.tally.depthUses.map(\.use) == [.implausibleHeight(0.1)])
    #expect(try lines().count == 1 + 2 + 1 + 3 + 1 + 1)
  }

  @Test(arguments: [1, 2, 3])
  func `what was done of a chunk that isn't whole is nothing`(count: Int) throws {
    try rewrite { $0 = $0.dropLast(1 + count) + ["{\"index\":4,\"ti"] }
    let (checkpoint, diagnostic) = try read()
    #expect(checkpoint.frames == Array(Self.frames.prefix(2)) && diagnostic == nil)
    #expect(checkpoint.state.chunks == 1)
  }

  @Test(
    arguments: [
      { $0[5] = $0[5].replacing("\"index\":3", with: "\"index\":4") },
      { $0[5] = $0[5].replacing("\"time\":0.1", with: "\"time\":0.11") },
      { $0[5].removeLast() },
      { $0[5] = $0[5].components(separatedBy: " ")[0] },
      { $0[5] = "" },
      { $0[7] = $0[7].replacing("\"tooLittleSeen\":7", with: "\"tooLittleSeen\":0") },
      { $0.remove(at: 5) },
      { $0.swapAt(5, 6) },
      { $0.insert($0[4], at: 5) },
      { $0[5] = "{\"index\":2,\"time\":0.05,\"people\":[]} 0123456789abcdef" },
    ] as [@Sendable (inout [String]) -> Void])
  func `an entry that was changed is reported, and none is taken from there on`(
    change: @Sendable (inout [String]) -> Void
  ) throws {
    try rewrite(change)
    let (checkpoint, diagnostic) = try read()
    #expect(checkpoint.frames == Array(Self.frames.prefix(2)))
    #expect(checkpoint.state.chunks == 1)
    let description = try #require(diagnostic?.description)
    #expect(
      description.contains("is not as it was written; what follows frame 2 is analysed again."))
    #expect(description.hasPrefix("\(journal): the entry of frame "))
  }

  @Test func `a first line that was changed is no journal`() throws {
    try rewrite { $0[0] = $0[0].replacing("\"the input\":\"", with: "\"the input\":\"0") }
    #expect(throws: FileError.self) { try read() }
  }

  /// A forger of an entry can compute its checksum too.
  @Test(arguments: ["1e200", "-1e5", "NaN", "1e999"])
  func `an impossible position is not taken, whatever its checksum`(number: String) throws {
    let body = BodyEstimate(
      positions: PerJoint { Vector3(0.123456789, Double($0.rawValue), 3) },
      stature: Stature(metres: 1.75, sigma: nil, estimation: nil))
    let sound = PoseRecording.Frame(
      index: 0, time: 0, people: [PoseObservation(body, id: 0, confidence: 1)]
    ).line
    for (line, count) in [(sound, 1), (sound.replacing("0.123456789", with: number), 0)] {
      try write()
      let (header, last) = (try lines()[0], try lines()[3])
      let texts = [line, String(last.dropLast(17))]
      var (digest, text) = (ContentDigest(), "\(header)\n")
      digest.add(String(header.dropLast(17)))
      for entry in texts {
        digest.add(entry)
        text += "\(entry) \(digest.hexadecimal)\n"
      }
      try folder.file("out.jsonl.resume", text)
      #expect(try read().checkpoint.frames.count == count)
    }
  }

  @Test func `a planted link is not written through`() throws {
    let target = try folder.file("precious.txt", "precious")
    try FileManager.default.createSymbolicLink(atPath: journal, withDestinationPath: target)
    try write()
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    #expect(try read().checkpoint.frames == Self.frames)
    #expect(folder.contents.sorted() == ["out.jsonl.resume", "precious.txt", "video.mp4"])
  }

  @Test func `a journal that can't be written leaves nothing behind`() throws {
    try FileManager.default.createDirectory(
      atPath: journal + "/in the way", withIntermediateDirectories: true)
    let error = #expect(throws: FileError.self) { try write() }
    #expect(error?.code == .unwritable && error?.path == journal)
    #expect(folder.contents.sorted() == ["out.jsonl.resume", "video.mp4"])
  }
}
