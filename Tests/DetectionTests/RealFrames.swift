import Foundation

/// Real pictures that may not be committed, found in a folder by their digests.
enum RealFrames {
  static let folder = ProcessInfo.processInfo.environment["POSE3D_REAL_FRAMES"]

  /// The pictures in the folder whose SHA-256 is among these, with what belongs to it.
  static func paths<Golden>(
    by digests: [(String, Golden)]
  ) throws -> [(path: String, golden: Golden)] {
    guard let folder else { return [] }
    let goldens = Dictionary(uniqueKeysWithValues: digests)
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
      .compactMap { name in
        let path = "\(folder)/\(name)"
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        return goldens[SHA256.hex(bytes)].map { (path, $0) }
      }
  }
}
