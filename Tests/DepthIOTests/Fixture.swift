import Documents
import Foundation
import Testing

/// Files in the folder `fixtures`, found from this source file's place, and files made up on the
/// spot.
enum Fixture {
  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "fixtures/\(name)").path
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Runs the body with the path of a file that holds these bytes and exists no longer than it.
  static func withFile<Result>(
    _ bytes: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).bin")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }
}

/// The error that the body throws; a failed expectation when it throws none.
func error(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> FileError? {
  #expect(throws: FileError.self, sourceLocation: sourceLocation, performing: body)
}

/// A repeatable source of random numbers (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
