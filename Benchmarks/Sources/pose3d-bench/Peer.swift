import Foundation

/// Another program that does the same work: a Python script beside the benchmarks' package, which
/// prints its CPU time or what it found.
struct Peer {
  let python: String
  let script: String

  /// The number that the script prints; `nil` when it prints none.
  func number(for arguments: [String]) throws -> Double? {
    Double(
      String(decoding: try output(for: arguments), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// What the script prints.
  func output(for arguments: [String]) throws -> Data {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: python)
    process.arguments = [package.appending(path: script).path] + arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return output
  }
}
