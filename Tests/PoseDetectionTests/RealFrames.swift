import Foundation
import Testing

/// Real pictures that may not be committed, found in a folder by their digests.
enum RealFrames {
  static let folder = ProcessInfo.processInfo.environment["POSE3D_REAL_FRAMES"]
  static let reason: Comment =
    "POSE3D_REAL_FRAMES names a folder of the images that fixtures/detection/README.md lists"

  /// The goldens whose picture is in the folder or below, with its path.
  static func matches<Golden>(
    of goldens: [Golden], digest: (Golden) -> String
  ) -> [(path: String, golden: Golden)] {
    goldens.compactMap { golden in paths[digest(golden)].map { ($0, golden) } }
  }

  /// The pictures in the folder and below, by their digests.
  static let paths: [String: String] = {
    guard let folder, let names = try? FileManager.default.subpathsOfDirectory(atPath: folder)
    else { return [:] }
    var paths: [String: String] = [:]
    for name in names.sorted() where name.hasSuffix(".png") || name.hasSuffix(".jpg") {
      let path = "\(folder)/\(name)"
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
      paths[SHA256.hex([UInt8](data))] = path
    }
    return paths
  }()
}
