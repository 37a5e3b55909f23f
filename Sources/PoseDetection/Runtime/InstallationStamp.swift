internal import PoseDocuments
internal import Foundation

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
