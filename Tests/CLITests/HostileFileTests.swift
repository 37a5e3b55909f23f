import Foundation
import TestSupport
import Testing
import PoseSystem

/// Files that are none, or made to do harm: a sentence, an exit code of the sysexits convention, and
/// nothing left behind.
struct HostileFileTests {
  static let depth = Fixture.path("images/depth.png")

  /// Runs `pose3d depth`, which writes a preview where it succeeds.
  private func expectFailure(
    _ path: String, _ options: [String] = ["--depth-scale", "mm"], code: Int32, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun(
      ["depth", path, "--preview", folder.path("preview.png")] + options)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
    #expect(folder.contents.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `a folder, a device, a link to nowhere`() async throws {
    let folder = try TemporaryFolder()
    let link = folder.path("link.png")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("nowhere.png"))
    for (path, message) in [
      (folder.path, "this is a folder; a file was expected"),
      ("/dev/zero", "this is a device; a file was expected"),
      (link, "there is no such file"),
    ] {
      try await expectFailure(path, code: 66, message: "\(path): \(message)")
    }
  }

  @Test func `a pipe without a writer, beside raw numbers`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.bin", Data(repeating: 63, count: 8))
    let layout = #"{"width": 2, "height": 1, "type": "float32", "confidence": "pipe"}"#
    _ = try folder.file("a.json", Data(layout.utf8))
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try await expectFailure(
      path, [], code: 66,
      message: "\(folder.path("pipe")): this is a pipe without a writer; a file was expected")
  }

  /// The depth map comes through a pipe, and is all that can be read from it.
  @Test(arguments: [
    ["-c", "sleep 0.2; cat \"\(depth)\" | \"$0\" depth /dev/stdin --depth-scale mm"],
    ["-c", "cat \"\(depth)\" | \"$0\" depth /dev/fd/0 --depth-scale mm"],
  ])
  func `a pipe with a writer is a file`(script: [String]) async throws {
    let whole = try await CommandLineRun(["depth", Self.depth, "--depth-scale", "mm"])
    let piped = try await CommandLineRun([], through: script)
    #expect(whole.exitCode == 0 && piped.exitCode == 0)
    let name = script[1].contains("stdin") ? "/dev/stdin" : "/dev/fd/0"
    #expect(piped.output == whole.output.replacing(Self.depth, with: name))
  }

  @Test func `a picture with its own depth map comes through a pipe`() async throws {
    let picture = Fixture.path("depth/phones/iphone-tables.jpg")
    let folder = try TemporaryFolder()
    let (own, piped) = (folder.path("own.png"), folder.path("piped.png"))
    #expect(try await CommandLineRun(["depth", picture, "--preview", own]).exitCode == 0)
    let run = try await CommandLineRun(
      ["--preview", piped],
      through: ["-c", "cat \"\(picture)\" | \"$0\" depth /dev/stdin \"$@\""])
    #expect(run.exitCode == 0)
    #expect(
      try Data(contentsOf: URL(filePath: piped)) == Data(contentsOf: URL(filePath: own)))
  }

  @Test func `half a HEIC, a damaged checksum, an entity bomb`() async throws {
    let folder = try TemporaryFolder()
    let whole = try Data(
      contentsOf: URL(filePath: Fixture.path("depth/phones/heic-1.heic")))
    let half = try folder.file("half.heic", whole.prefix(whole.count / 2))
    try await expectFailure(
      half, [], code: 65,
      message: "\(half): the HEIC is cut short: it should have 3717 bytes, and has 1858")

    var bytes = try Data(contentsOf: URL(filePath: Self.depth))
    // In the last chunk of the picture's data, 12 bytes before the end.
    bytes[bytes.count - 14] ^= 1
    let damaged = try folder.file("damaged.png", bytes)
    try await expectFailure(
      damaged, code: 65,
      message: "\(damaged): the PNG is damaged or cut short (libspng: invalid chunk checksum)")

    let entities = (1..<10).map { level in
      "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    let bomb = "<!DOCTYPE a [<!ENTITY e0 \"ha\">\(entities.joined())]><a>&e9;</a>"
    let camera = try folder.file("camera.xml", Data(bomb.utf8))
    try await expectFailure(
      Self.depth, ["--depth-scale", "mm", "--camera", camera], code: 65,
      message: "\(camera): this XML has a document type or entities, which are not read")
  }
}
