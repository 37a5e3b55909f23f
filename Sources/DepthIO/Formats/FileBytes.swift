#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The bytes of a file, read whole and up to a limit, so that neither a folder nor an endless
/// device nor a file of many gigabytes can do harm. Not API: shared by the modules that read files.
package enum FileBytes {
  /// No file of a format that is read here needs more than this; 2^30.
  package static let limit = 1 << 30

  /// All bytes of a file or pipe, at least one.
  ///
  /// Throws `noSuchFile` when it can't be opened or is a folder, `damaged` when it is empty or
  /// fails while being read, and `tooLarge` when it holds more than `limit` bytes.
  package static func read(_ path: String) throws(DepthIOError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw openingError(errno, path: path) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw openingError(errno, path: path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw DepthIOError(.noSuchFile, path: path, "this is a folder; a file was expected")
    }
    guard status.st_size <= limit else { throw tooLarge(path) }

    // A pipe states no size and is read in steps of a megabyte.
    let expected = Int(status.st_size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var block = [UInt8](repeating: 0, count: min(max(expected, 1), 1 << 20))
    while true {
      let count = readBlock(descriptor, &block)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw DepthIOError(.damaged, path: path, "reading failed: \(reason(errno))")
      }
      guard count > 0 else { break }
      bytes.append(contentsOf: block[..<count])
      guard bytes.count <= limit else { throw tooLarge(path) }
    }
    guard !bytes.isEmpty else { throw DepthIOError(.damaged, path: path, "the file is empty") }
    return bytes
  }

  private static func readBlock(_ descriptor: Int32, _ block: inout [UInt8]) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &block, block.count)
    #else
      Glibc.read(descriptor, &block, block.count)
    #endif
  }

  private static func openingError(_ code: Int32, path: String) -> DepthIOError {
    let message =
      code == ENOENT || code == ENOTDIR
      ? "there is no such file" : "the file can't be opened: \(reason(code))"
    return DepthIOError(.noSuchFile, path: path, message)
  }

  private static func tooLarge(_ path: String) -> DepthIOError {
    DepthIOError(.tooLarge, path: path, "the file is larger than 1 GiB, the most that is read")
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
