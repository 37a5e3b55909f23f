import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

@testable import PoseDetection

@Suite("Compiled models")
struct CompiledModelCacheTests {
  @Test("are kept once they are made, and found again by model and traits")
  func kept() throws {
    try withTemporaryFolder { folder in
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
    try withTemporaryFolder { folder in
      let cache = CompiledModelCache(folder: folder)
      _ = entry(cache, writing: "compiled")
      let blob = try #require(
        try FileManager.default.subpathsOfDirectory(atPath: folder).first { $0.hasSuffix("blob") })
      try Data(contents.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(blob)"))
      #expect(entry(cache, writing: "compiled anew") == nil)
      #expect(entry(cache) == "compiled anew")
    }
  }

  @Test("whose digest was lost, or that have none, are compiled again")
  func unfinished() throws {
    try withTemporaryFolder { folder in
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
    try withTemporaryFolder { folder in
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

  @Test("that were not used for longest go when the cache is large, and nothing else does")
  func pruned() throws {
    try withTemporaryFolder { folder in
      let blob = String(repeating: "x", count: 1000)
      let cache = CompiledModelCache(folder: folder, limit: 3500)
      for trait in ["1", "2", "3"] {
        #expect(entry(cache, traits: [trait], writing: blob) == nil)
        try age(folder)
      }
      for name in ["notes.txt", "mine-0123456789abcdef"] {
        try Data(blob.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      // Used again, the first is no longer the oldest.
      #expect(entry(cache, traits: ["1"]) == blob)
      #expect(count(folder) == 5)
      try age(folder)
      #expect(entry(cache, traits: ["4"], writing: blob) == nil)
      #expect(count(folder) == 5)
      for trait in ["1", "3", "4"] { #expect(entry(cache, traits: [trait]) == blob) }
      #expect(entry(cache, traits: ["2"]) == nil)
      // What has just been made is kept, however large.
      let small = CompiledModelCache(folder: folder, limit: 1)
      #expect(entry(small, traits: ["5"], writing: blob) == nil)
      #expect(entry(small, traits: ["5"]) == blob)
      #expect(count(folder) == 3)
    }
  }

  @Test(
    "that were never finished go, unless a process may be at work",
    arguments: [
      (".new-4190000-A", 700.0, true), (".new-1-A", 700, false), (".new-4190000-A", 60, false),
      (".new-1-A", 90_000, true),
      (".new-2F6B1C1E-0D5F-4B7C-9A35-0C0B8E4D1F11", 700, true), (".keep-1-A", 1e6, false),
    ])
  func draft(name: String, age: Double, isGone: Bool) throws {
    try withTemporaryFolder { folder in
      let draft = "\(folder)/\(name)"
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
      try Data(count: 10).write(to: URL(fileURLWithPath: "\(draft)/1.blob"))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: draft)
      _ = entry(CompiledModelCache(folder: folder), writing: "compiled")
      #expect(FileManager.default.fileExists(atPath: draft) == !isGone)
    }
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

  /// Makes all that is kept a hundred seconds older.
  private func age(_ folder: String) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where name.hasSuffix("/digest") {
      let path = "\(folder)/\(name)"
      let date = try #require(
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
      try FileManager.default.setAttributes(
        [.modificationDate: date.addingTimeInterval(-100)], ofItemAtPath: path)
    }
  }

  private func count(_ folder: String) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  private func write(_ contents: String, to folder: String?) {
    guard let folder else { return }
    try? Data(contents.utf8).write(to: URL(fileURLWithPath: "\(folder)/1.blob"))
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
  @Test("are compiled again, and the landmarks stay the same", arguments: [0.0001, 0.2, 0.5, 0.9])
  func damaged(place: Double) throws {
    let cache = try TemporaryFolder()
    let folder = cache.path("cache")
    var options = BodyPoseDetector.Options()
    options.cacheFolder = folder
    let assets = try #require(Installation.assets)
    let picture = try ColorImage(
      contentsOf: Fixture.path("detection/rendered_back.jpg"))
    let expected = try Installation.detector().poses(in: picture)
    _ = try BodyPoseDetector(assets: assets, options: options)
    ReleasedModels.removeAll()
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
