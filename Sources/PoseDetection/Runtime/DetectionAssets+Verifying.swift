internal import CSHA256
internal import PoseDocuments
internal import Foundation
internal import Synchronization

extension DetectionAssets {
  /// The folder that they are in.
  private var folder: String {
    let library = runtimeLibrary as NSString
    return (library.deletingLastPathComponent as NSString).deletingLastPathComponent
  }

  /// Compares the files with set-up's record of them: a model with eight changed bytes puts the
  /// body elsewhere without a sign of damage. Done once for an installation, and again if the size
  /// or the time of a file changes.
  ///
  /// - Parameters:
  ///   - recordFolder: where it is noted that they were compared; `nil` compares them once a process.
  ///   - isForced: whether to compare them although that was done.
  /// - Returns: the number of files that were compared with the stamp, now or before; `nil` if
  ///   there is no stamp, as for files that set-up didn't install.
  /// - Throws: `modelUnusable`, `runtimeUnusable`; the sentence has the next step.
  @discardableResult
  func verify(recordFolder: String?, isForced: Bool = false) throws(DetectionError) -> Int? {
    let folder = folder
    guard let stamp = InstallationStamp(folder: folder) else { return nil }
    let state = Self.state(of: stamp, in: folder)
    let record = recordFolder.map { "\($0)/verified-\(Self.digest(folder))" }
    if !isForced, Self.isVerified(state, record: record) { return stamp.entries.count }
    for entry in stamp.entries {
      let path = "\(folder)/\(entry.path)"
      guard Self.sha256(ofFile: path) != entry.sha256 else { continue }
      throw DetectionError(
        entry.isLibrary ? .runtimeUnusable : .modelUnusable, path: path,
        "the file is damaged: it isn't what was installed; \(stamp.remedy(for: entry, in: folder)), "
          + "or give the keypoints with a file")
    }
    Self.verified.withLock { _ = $0.insert(state) }
    if let record {
      try? Data(state.utf8).write(to: URL(fileURLWithPath: record), options: .atomic)
    }
    return stamp.entries.count
  }

  /// The states of files that were verified in this process.
  private static let verified = Mutex<Set<String>>([])

  private static func isVerified(_ state: String, record: String?) -> Bool {
    if verified.withLock({ $0.contains(state) }) { return true }
    guard let record, let bytes = try? FileBytes.read(record, limit: 1 << 10) else { return false }
    return bytes.elementsEqual(state.utf8)
  }

  /// A digest of what is expected of the files, and of their sizes and times.
  private static func state(of stamp: InstallationStamp, in folder: String) -> String {
    digest(
      stamp.entries.map { entry in
        var status = stat()
        guard stat("\(folder)/\(entry.path)", &status) == 0 else { return "no \(entry.path)" }
        let time = status.modification
        return "\(entry.sha256) \(entry.path) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
      }.joined(separator: "\n"))
  }

  private static func digest(_ text: String) -> String {
    var digest = ContentDigest()
    digest.add(text)
    return digest.hexadecimal
  }

  /// In hexadecimal; `nil` for a file that can't be read.
  private static func sha256(ofFile path: String) -> String? {
    var digest = csha256()
    csha256_begin(&digest)
    do throws(FileError) {
      try FileBytes.read(path, inPieces: { csha256_add(&digest, $0, $0.count) })
    } catch {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 32)
    csha256_end(&digest, &bytes)
    return bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension stat {
  /// The time at which the contents were last changed.
  var modification: timespec {
    #if canImport(Darwin)
    st_mtimespec
    #else
    st_mtim
    #endif
  }
}
