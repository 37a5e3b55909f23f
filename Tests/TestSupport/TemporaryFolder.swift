import Foundation

/// A folder that goes when it is no longer used.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// A folder with these files.
  package init(_ files: [(name: String, text: String)] = []) throws {
    path = NSTemporaryDirectory() + "pose3d-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try file(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it, whether it exists or not.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, in a folder of its own if its name has one, and returns its path.
  @discardableResult
  package func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: url)
    return path(name)
  }

  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, text.utf8)
  }

  /// The names of what it holds, in no order.
  package var contents: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}

/// Runs the body with the path of a folder that exists no longer than it and holds these files.
package func withTemporaryFolder<Result>(
  _ files: [String: [UInt8]] = [:], _ body: (String) throws -> Result
) throws -> Result {
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) {
    for (name, bytes) in files { try folder.file(name, bytes) }
    return try body(folder.path)
  }
}

/// Runs the body with the path of a file that exists no longer than it and holds these bytes.
package func withTemporaryFile<Result>(
  _ bytes: [UInt8], named name: String = "file.bin", _ body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFolder([name: bytes]) { try body("\($0)/\(name)") }
}

/// The same of a text.
package func withTemporaryFile<Result>(
  _ text: String, named name: String = "file.json", _ body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFile(Array(text.utf8), named: name, body)
}
