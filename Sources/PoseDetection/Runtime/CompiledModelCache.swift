internal import Foundation
internal import PoseDocuments

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
  static func name(of model: String, traits: [String]) -> String {
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

extension CompiledModelCache {
  /// The beginning of the names of unfinished entries; the number of the process follows.
  static let draftPrefix = ".new-"
  /// Seconds after which a draft may be one that was left behind, and after which it is.
  private static let (draftPause, draftAge) = (600.0, 86_400.0)

  /// Notes that an entry was of use.
  static func markUsed(_ entry: String) {
    try? FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: "\(entry)/\(digestName)")
  }

  /// Removes abandoned drafts, and the entries that were not used for longest, up to the limit. It
  /// only removes files of this program: the folder may be anyone's.
  func prune(keeping kept: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(Self.draftPrefix) && isAbandoned(draft: name) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let entries = names.compactMap(entry).sorted { ($0.used, $0.name) > ($1.used, $1.name) }
    var size = 0
    for entry in entries {
      size += entry.size
      guard size > limit, entry.name != kept else { continue }
      try? FileManager.default.removeItem(atPath: "\(folder)/\(entry.name)")
    }
  }

  private func isAbandoned(draft name: String) -> Bool {
    guard let changed = Self.status("\(folder)/\(name)")?.changed else { return false }
    let age = Date().timeIntervalSince(changed)
    guard age > Self.draftPause, age < Self.draftAge else { return age >= Self.draftAge }
    let process = name.dropFirst(Self.draftPrefix.count).prefix { $0 != "-" }
    // Drafts of earlier versions don't say whose they are.
    guard let number = pid_t(process), number > 0 else { return true }
    return kill(number, 0) != 0 && errno == ESRCH
  }

  /// Something that this program has put there: a compiled model, or a copy of a user's model.
  private func entry(_ name: String) -> (name: String, size: Int, used: Date)? {
    let path = "\(folder)/\(name)"
    if name.hasPrefix("landmarks-"), name.hasSuffix(".tflite") {
      guard let status = Self.status(path), Self.isDigest(name.dropFirst(10).dropLast(7)) else {
        return nil
      }
      return (name, status.size, status.changed)
    }
    guard name.dropLast(16).hasSuffix("-"), Self.isDigest(name.suffix(16)),
      let used = Self.status("\(path)/\(Self.digestName)")?.changed
    else { return nil }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let size = files.reduce(0) { $0 + (Self.status("\(path)/\($1)")?.size ?? 0) }
    return (name, size, used)
  }

  private static func isDigest(_ text: Substring) -> Bool {
    text.count == 16 && text.allSatisfy { "0123456789abcdef".contains($0) }
  }

  private static func status(_ path: String) -> (size: Int, changed: Date)? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int, let changed = attributes[.modificationDate] as? Date
    else { return nil }
    return (size, changed)
  }
}

/// Makes the folder for compiled models where it is missing.
func makeFolder(_ path: String) throws(DetectionError) {
  do {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  } catch {
    throw DetectionError(
      .cacheUnusable, path: path,
      "the folder for compiled models can't be made (\(error.localizedDescription)); "
        + "name another one or none")
  }
}
