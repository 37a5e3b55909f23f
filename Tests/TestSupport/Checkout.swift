import Foundation

/// Files of this checkout, found from this source file's place.
package enum Checkout {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file or folder, given from the root on.
  package static func path(_ name: String) -> String { root.appending(path: name).path }

  /// Whether `scripts/setup` has installed the detection runtime and the models.
  package static let hasDetection = FileManager.default.fileExists(atPath: path(".deps/stamp"))
}
