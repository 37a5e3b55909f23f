import DepthIO
@testable import Detection
import Documents
import Foundation
import Imaging
import Testing

@Suite("Compiled models")
struct CompiledModelCacheTests {
  @Test("are kept once they are made, and found again by model and traits")
  func kept() throws {
    try withFolder { folder in
      let cache = CompiledModelCache(folder: folder)
      #expect(entry(cache, traits: ["1"], writing: "compiled") == nil)
      #expect(entry(cache, traits: ["1"], writing: "not needed") == "compiled")
      #expect(entry(cache, traits: ["2"], writing: "for two threads") == nil)
      #expect(entry(cache, traits: ["1"]) == "compiled")
      #expect(entry(cache, traits: ["2"]) == "for two threads")
      #expect(entry(cache, traits: ["2"], model: #file) == nil)
      #expect(count(folder) == 2)
    }
  }

  @Test(
    "that changed on the disk are dropped, wherever they changed",
    arguments: ["compilex", "Compiled", "compile", "compiledd", ""])
  func damaged(contents: String) throws {
    try withFolder { folder in
      let cache = CompiledModelCache(folder: folder)
      _ = entry(cache, writing: "compiled")
      let blob = try #require(
        try FileManager.default.subpathsOfDirectory(atPath: folder).first { $0.hasSuffix("blob") })
      try Data(contents.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(blob)"))
      #expect(entry(cache, writing: "compiled anew") == nil)
      #expect(entry(cache) == "compiled anew")
    }
  }

  @Test("whose digest was lost, or that have none, are made anew")
  func unfinished() throws {
    try withFolder { folder in
      let cache = CompiledModelCache(folder: folder)
      _ = entry(cache, writing: "compiled")
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
      where name.hasSuffix("digest") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      #expect(entry(cache, writing: "compiled anew") == nil)
      #expect(entry(cache) == "compiled anew")
      #expect(entry(cache, traits: ["nothing written"]) == nil)
      #expect(count(folder) == 1)
    }
  }

  @Test("of two that are made at once one is kept, whole")
  func race() throws {
    try withFolder { folder in
      let cache = CompiledModelCache(folder: folder)
      cache.withEntry(for: #filePath, traits: []) { outer in
        write("the slower one", to: outer)
        #expect(entry(cache, writing: "the faster one") == nil)
      }
      #expect(entry(cache) == "the faster one")
      #expect(count(folder) == 1)
    }
  }

  @Test("aren't kept where nothing can be written, which is no error")
  func unwritable() {
    let cache = CompiledModelCache(folder: "/dev/null")
    let folder = cache.withEntry(for: #filePath, traits: []) { $0 }
    #expect(folder == nil)
  }

  /// What a folder held for this model, after something was written where it held nothing.
  private func entry(
    _ cache: CompiledModelCache, traits: [String] = [], model: String = #filePath,
    writing contents: String? = nil
  ) -> String? {
    cache.withEntry(for: model, traits: traits) { folder in
      let found = folder.flatMap { try? String(contentsOfFile: "\($0)/1.blob", encoding: .utf8) }
      if found == nil, let contents { write(contents, to: folder) }
      return found
    }
  }

  private func count(_ folder: String) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  private func write(_ contents: String, to folder: String?) {
    guard let folder else { return }
    try? Data(contents.utf8).write(to: URL(fileURLWithPath: "\(folder)/1.blob"))
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("compiled-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try body(folder.path)
  }
}

@Suite("Digests of contents")
struct ContentDigestTests {
  @Test("differ for contents that differ in one bit, in length or in where they are divided")
  func differ() {
    let contents = (0..<40).map { UInt8($0) }
    var digests: Set<String> = [digest([contents])]
    for bit in 0..<(8 * contents.count) {
      var changed = contents
      changed[bit / 8] ^= 1 << (bit % 8)
      digests.insert(digest([changed]))
    }
    // The sign bits of two numbers, which a plain product would lose.
    var signs = contents
    signs[7] ^= 0x80
    signs[15] ^= 0x80
    digests.insert(digest([signs]))
    for count in 0..<contents.count { digests.insert(digest([Array(contents.prefix(count))])) }
    digests.insert(digest([Array(contents.prefix(8)), Array(contents.dropFirst(8))]))
    digests.insert(digest([contents, []]))
    #expect(digests.count == 1 + 320 + 1 + 40 + 2)
    #expect(digests.allSatisfy { $0.count == 16 })
  }

  private func digest(_ parts: [[UInt8]]) -> String {
    var digest = ContentDigest()
    for part in parts { digest.add(part) }
    return digest.hexadecimal
  }
}

/// With the runtime itself: what made the cache necessary.
@Suite(
  "Damaged compiled models", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct DamagedCacheTests {
  @Test("are compiled anew, and the landmarks stay the same", arguments: [0.0001, 0.2, 0.5, 0.9])
  func damaged(place: Double) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("damaged-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BodyPoseDetector.Options()
    options.cacheFolder = folder
    let assets = try #require(Installation.assets)
    let picture = try ColorImage(
      contentsOf: Installation.fixtures.appendingPathComponent("rendered_back.jpg").path)
    let expected = try Installation.detector().poses(in: picture)
    _ = try BodyPoseDetector(assets: assets, options: options)
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where name.hasSuffix(".blob") {
      let url = URL(fileURLWithPath: "\(folder)/\(name)")
      var bytes = [UInt8](try Data(contentsOf: url))
      let first = Int(place * Double(bytes.count))
      for byte in first..<(first + 8) { bytes[byte] ^= 0xff }
      try FileManager.default.removeItem(at: url)
      try Data(bytes).write(to: url)
    }
    #expect(try BodyPoseDetector(assets: assets, options: options).poses(in: picture) == expected)
  }
}
