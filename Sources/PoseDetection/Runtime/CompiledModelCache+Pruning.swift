internal import Foundation

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
