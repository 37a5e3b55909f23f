import PoseSystem

/// An open file of which parts are read, so that not all of it has to be in memory. Not API: shared by
/// the modules that read files.
package struct RegularFile: ~Copyable {
  /// Bytes in the file.
  package let size: Int
  private let path: String
  private let descriptor: Int32

  /// `nil` for a path that can't be opened or is not a regular file; `FileBytes` has the reason.
  package init?(_ path: String) {
    let descriptor = open(path.fileSystemBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    (self.path, self.descriptor, size) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// So many bytes from a position on; throws `damaged` where they can't be read or end early.
  package func bytes(_ count: Int, from start: Int) throws(FileError) -> [UInt8] {
    var (total, failure) = (0, Int32(0))
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while total < count {
        let place = buffer.baseAddress.map { $0 + total }
        let result = pread(descriptor, place, count - total, off_t(start + total))
        if result < 0 && errno == EINTR { continue }
        if result < 0 { failure = errno }
        guard result > 0 else { break }
        total += result
      }
      initialized = total
    }
    guard failure == 0, total == count else {
      let reason = failure == 0 ? "it ends early" : String(cString: strerror(failure)).lowercased()
      throw FileError(.damaged, path: path, "reading failed: \(reason)")
    }
    return bytes
  }
}
