import Foundation

/// Another program that does the same work, a Python script beside the benchmarks' package, which
/// loads its pictures once and then does a round each time it is asked to.
final class WaitingPeer {
  private let process = Process()
  private let question = Pipe()
  private let answer = Pipe()

  /// Starts the script.
  init(python: String, script: String, arguments: [String]) throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    process.executableURL = URL(filePath: python)
    process.arguments = [package.appending(path: script).path] + arguments
    process.standardInput = question
    process.standardOutput = answer
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    try? question.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The number that the script answers a round with; `nil` when it has stopped.
  func round() throws -> Double? {
    guard process.isRunning else { return nil }
    try question.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    var line = Data()
    while let byte = try answer.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      guard !byte.isEmpty else { return nil }
      line += byte
    }
    return Double(String(decoding: line, as: UTF8.self))
  }
}
