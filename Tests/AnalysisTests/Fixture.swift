import Foundation

/// The committed files.
enum Fixture {
  static func path(_ name: String) -> String { checkout("fixtures/\(name)") }

  /// A file of the checkout.
  static func checkout(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name).path
  }
}

/// A folder that goes when it is no longer used.
final class TemporaryFolder {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "pose3d-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: Data) throws -> String {
    try bytes.write(to: URL(filePath: path(name)))
    return path(name)
  }
}
