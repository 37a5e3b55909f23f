#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Writes files that appear whole or not at all.
enum ReplacingFile {
  /// Writes the bytes under a temporary name beside `path`, then gives it that name, in place of
  /// whatever had it. When that fails, the temporary file is removed and `path` is as it was.
  static func save(_ bytes: [UInt8], toPath path: String) throws(DrawingError) {
    let (descriptor, temporary) = try create(besides: path)
    var failure = fill(descriptor, with: bytes)
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(temporary, path) != 0 { failure = errno }
    guard let failure else { return }
    unlink(temporary)
    throw unwritable(path, failure)
  }

  /// Opens a new file with a hidden name that nothing else has, in the folder of `path`.
  private static func create(besides path: String) throws(DrawingError) -> (Int32, String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = path.dropLast(name.count)
    for attempt in 0..<1000 {
      let temporary = "\(folder).\(name.prefix(100)).\(getpid())-\(attempt).tmp"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST else { throw unwritable(path, errno) }
    }
    throw unwritable(path, EEXIST)
  }

  /// Writes all the bytes; the error number when that fails.
  private static func fill(_ descriptor: Int32, with bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBytes { buffer -> Int32? in
      var rest = buffer
      while !rest.isEmpty {
        let written = write(descriptor, rest.baseAddress, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
      return nil
    }
  }

  private static func unwritable(_ path: String, _ number: Int32) -> DrawingError {
    DrawingError(
      .unwritable, path: path, "can't be written: \(String(cString: strerror(number)))")
  }
}
