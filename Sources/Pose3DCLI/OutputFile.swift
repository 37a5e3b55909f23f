import Foundation

/// A file that the program writes: complete, or not at all.
enum OutputFile {
  /// Throws when the file could not be created, so that the user learns of it before the work and
  /// not after it.
  static func check(_ path: String) throws(Failure) {
    let folder = folder(of: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw unwritable(path, "there is no folder \(folder)")
    }
    guard isFolder.boolValue else { throw unwritable(path, "\(folder) is not a folder") }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw unwritable(path, "it is a folder")
    }
    guard access(folder, W_OK) == 0 else {
      throw unwritable(path, "the folder \(folder) may not be written to")
    }
  }

  /// Writes to a temporary name beside the file and renames it, so that nobody ever sees half a
  /// file; on failure the temporary file is removed.
  static func write(_ bytes: Data, to path: String) throws(Failure) {
    let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier).tmp"
    guard let file = fopen(temporary, "wb") else { throw unwritable(path, reason()) }
    let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    let isWritten = written == bytes.count && fflush(file) == 0
    let writeReason = reason()
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed else {
      let why = isWritten ? reason() : writeReason
      unlink(temporary)
      throw unwritable(path, why)
    }
    guard rename(temporary, path) == 0 else {
      let why = reason()
      unlink(temporary)
      throw unwritable(path, why)
    }
  }

  private static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func unwritable(_ path: String, _ reason: String) -> Failure {
    Failure(code: .cantCreate, message: "\(path): can't be written: \(reason)")
  }
}
