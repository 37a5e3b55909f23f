internal import PoseDocuments
internal import Foundation

/// A model as OpenVINO compiled it, kept in a folder of its own with a digest beside it.
///
/// OpenVINO reads what it finds in its cache without a checksum: eight bytes that changed on the
/// disk gave landmarks that were wrong, and no error. So an entry is checked before OpenVINO sees
/// it, and dropped when it isn't what was written. It is made in a new folder and moved when it is
/// whole, so that two processes may start at once. Whatever can't be written isn't kept, and what
/// wasn't used for longest goes when the cache has become large.
struct CompiledModelCache {
  let folder: String
  /// The maximum size of the cache in bytes, 256 MiB: about forty models. A user of several models
  /// and numbers of threads has ten.
  let limit: Int

  /// The cache in a folder, which must exist to be of use.
  init(folder: String, limit: Int = 1 << 28) {
    (self.folder, self.limit) = (folder, limit)
  }

  /// Returns the body's result for a folder of OpenVINO's cache. The folder contains the compiled
  /// model if there is a sound one, and is kept if there was none. The body gets `nil` if no folder
  /// can be made.
  ///
  /// - Parameters:
  ///   - model: the path of the model file.
  ///   - traits: whatever else decides how it is compiled.
  func withEntry<Result>(
    for model: String, traits: [String], _ body: (String?) -> Result
  ) -> Result {
    let name = Self.name(of: model, traits: traits)
    let entry = "\(folder)/\(name)"
    if Self.isSound(entry) {
      Self.markUsed(entry)
      return body(entry)
    }
    try? FileManager.default.removeItem(atPath: entry)
    let draft = "\(folder)/\(Self.draftPrefix)\(getpid())-\(UUID().uuidString)"
    guard
      (try? FileManager.default.createDirectory(
        atPath: draft, withIntermediateDirectories: false)) != nil
    else { return body(nil) }
    // Gone once it is moved; still there when something failed, or another process was faster.
    defer {
      try? FileManager.default.removeItem(atPath: draft)
      prune(keeping: name)
    }
    let result = body(draft)
    if let digest = Self.digest(draft),
      (try? Data(digest.utf8).write(to: URL(fileURLWithPath: "\(draft)/\(Self.digestName)"))) != nil
    {
      try? FileManager.default.moveItem(atPath: draft, toPath: entry)
    }
    return result
  }

  static let digestName = "digest"

  /// OpenVINO knows a compiled model by the path, the size and the time of its file, and so do we.
  private static func name(of model: String, traits: [String]) -> String {
    let url = URL(fileURLWithPath: model)
    var status = stat()
    _ = stat(model.fileSystemBytes, &status)
    let changed = "\(status.modification.tv_sec).\(status.modification.tv_nsec)"
    var digest = ContentDigest()
    for trait in [url.path, "\(status.st_size)", changed] + traits {
      digest.add(trait)
    }
    return "\(url.deletingPathExtension().lastPathComponent)-\(digest.hexadecimal)"
  }

  private static func isSound(_ entry: String) -> Bool {
    guard let written = try? FileBytes.read("\(entry)/\(digestName)"), let digest = digest(entry)
    else { return false }
    return written.elementsEqual(digest.utf8)
  }

  /// The digest of what OpenVINO wrote; `nil` when it wrote nothing.
  private static func digest(_ entry: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: entry)) ?? []
    let blobs = names.filter { $0 != digestName }.sorted()
    guard !blobs.isEmpty else { return nil }
    var digest = ContentDigest()
    for blob in blobs {
      guard let bytes = try? FileBytes.read("\(entry)/\(blob)") else { return nil }
      digest.add(blob)
      digest.add(bytes)
    }
    return digest.hexadecimal
  }
}
