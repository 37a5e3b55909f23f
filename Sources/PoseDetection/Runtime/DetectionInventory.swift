internal import Foundation
internal import PoseDocuments

/// The installed parts of detection, for a person who wants to know whether it works.
package struct DetectionInventory: Sendable, Equatable {
  /// A file and how large it is.
  package struct File: Sendable, Equatable {
    /// Absolute path.
    package let path: String
    /// Size in bytes.
    package let byteCount: Int
  }

  /// The runtime's own statement of its version, such as `2026.4.1-22982-…`.
  package let runtimeVersion: String
  /// The runtime's library.
  package let runtimeLibrary: File
  /// The models, the person detector first.
  package let models: [File]
  /// Whether ONNX models of the user's can be read.
  package let readsONNX: Bool
  /// The number of libraries and models that set-up installed and that are unchanged; `nil` where
  /// it left no stamp to compare them with.
  package let verifiedCount: Int?
}

extension DetectionAssets {
  /// Compares the files with what set-up wrote down, loads the runtime to ask its version, and measures
  /// the files; models are not compiled.
  ///
  /// - Throws: `DetectionError` with the code `runtimeUnusable` when the library can't be loaded or is
  ///   damaged, `modelUnusable` for a damaged model.
  package func inventory() throws(DetectionError) -> DetectionInventory {
    let verifiedCount = try verify(recordFolder: nil, isForced: true)
    let runtime = try InferenceRuntime(library: runtimeLibrary)
    return DetectionInventory(
      runtimeVersion: runtime.version,
      runtimeLibrary: DetectionInventory.File(measuring: runtimeLibrary),
      models: ([personModel, landmarkModel, palmModel, handModel]
        + [heavyLandmarkModel].compactMap { $0 })
        .map { DetectionInventory.File(measuring: $0) },
      readsONNX: readsONNX, verifiedCount: verifiedCount)
  }
}

extension DetectionInventory.File {
  /// A file that was found a moment ago; 0 bytes if it has gone since.
  fileprivate init(measuring path: String) {
    // A linked file counts with the size of what it links to.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    self.init(path: path, byteCount: attributes?[.size] as? Int ?? 0)
  }
}

/// The record that set-up wrote of the files that it installed. After a line about their source
/// comes a line for each file with SHA-256, size in bytes and path in the folder.
struct InstallationStamp {
  struct Entry {
    let sha256: String
    let size: Int
    let path: String

    /// Whether it is loaded as code; else it is a model.
    var isLibrary: Bool { path.hasPrefix("openvino/") }
  }

  /// The libraries and models, those of the optional heavy model too.
  let entries: [Entry]

  /// The names of the stamps, which also make set-up repeat its work.
  private static let stamps = [
    (name: "stamp", command: "scripts/setup"),
    (name: "stamp-heavy", command: "scripts/setup --heavy"),
  ]

  /// The stamps in a folder; `nil` where set-up left none.
  init?(folder: String) {
    entries = Self.stamps.flatMap { stamp -> [Entry] in
      let bytes = (try? FileBytes.read("\(folder)/\(stamp.name)", limit: 1 << 20)) ?? []
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .dropFirst().compactMap(Entry.init)
    }
    if entries.isEmpty { return nil }
  }

  /// The recovery suggestion for a damaged file in a folder.
  func remedy(for entry: Entry, in folder: String) -> String {
    // Of a package, or of `make install`.
    if (folder as NSString).lastPathComponent == "pose3d" { return "install pose3d again" }
    let stamp = Self.stamps[entry.path.contains("_heavy_") ? 1 : 0]
    return "delete \(folder)/\(stamp.name) and run `\(stamp.command)` in the Pose3D checkout"
  }
}

extension InstallationStamp.Entry {
  fileprivate init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[0].count == 64, let size = Int(words[1]) else { return nil }
    (sha256, self.size, path) = (String(words[0]), size, String(words[2]))
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // What is loaded or compiled; licences lie deeper or have another name.
    guard parts.count == 2, !parts[1].hasPrefix("."),
      parts[0] == "openvino" && parts[1].hasPrefix("lib")
        || parts[0] == "models" && parts[1].hasSuffix(".tflite")
    else { return nil }
  }
}
