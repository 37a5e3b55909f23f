import PoseSystem

/// The bytes of a file, read whole and up to a limit, so that neither a folder nor an endless
/// device nor a file of many gigabytes can do harm. Not API: shared by the modules that read files.
package enum FileBytes {
  /// No file of a format that is read here needs more than this; 2^30.
  package static let limit = 1 << 30

  /// The time after which a pipe without a writer is given up.
  private static let patience = Duration.seconds(2)

  /// The name of standard input, which is read as it was handed to the program: a socket or what was
  /// closed can't be opened by this name, and some systems lack it.
  package static let standardInput = "/dev/stdin"

  /// All bytes of a file or pipe, at least one.
  ///
  /// Throws `noSuchFile` if it can't be opened, is a folder, a device or a pipe without a writer,
  /// `damaged` if it is empty or fails while being read, and `tooLarge` if it holds more than
  /// `limit` bytes.
  package static func read(
    _ path: String, limit: Int = limit
  ) throws(FileError) -> [UInt8] {
    let isStandardInput = path == standardInput
    // Opening a pipe would otherwise wait for its writer for ever.
    let descriptor =
      isStandardInput
      ? dup(STDIN_FILENO)
      : open(path.fileSystemBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw openingError(errno, path: path) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw openingError(errno, path: path) }
    if isStandardInput, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY {
      throw openingError(EBADF, path: path)
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      throw FileError(.noSuchFile, path: path, "this is a folder; a file was expected")
    }
    guard isatty(descriptor) == 0 else {
      throw FileError(
        .noSuchFile, path: path,
        "this is the terminal; a file or the output of a program was expected")
    }
    guard kind != S_IFCHR && kind != S_IFBLK else {
      throw FileError(.noSuchFile, path: path, "this is a device; a file was expected")
    }
    guard status.st_size <= limit else { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    if isStandardInput {
      // As often as it is asked for, where it is a file and no pipe.
      lseek(descriptor, 0, SEEK_SET)
    } else {
      if kind == S_IFIFO { bytes = try awaitWriter(descriptor, path: path) }
      guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw openingError(errno, path: path) }
    }

    // One byte more than the file states, so that its end is seen; a pipe states no size and is read
    // in growing steps.
    var step = kind == S_IFREG ? Int(status.st_size) + 1 : 1 << 16
    while true {
      let count = try append(step, to: &bytes, from: descriptor, path: path)
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
      guard count > 0 else { break }
      step = max(1 << 16, min(bytes.count, 1 << 26))
    }
    guard !bytes.isEmpty else { throw FileError(.damaged, path: path, "the file is empty") }
    return bytes
  }

  /// Hands a file of any length over in pieces of 4 MiB, the last one shorter; nothing of what is
  /// no regular file.
  ///
  /// Throws `noSuchFile` when it can't be opened, `damaged` when it fails while being read.
  package static func read(
    _ path: String, inPieces body: ([UInt8]) -> Void
  ) throws(FileError) {
    let descriptor = open(path.fileSystemBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw openingError(errno, path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw openingError(errno, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    var piece: [UInt8] = []
    while try append(1 << 22, to: &piece, from: descriptor, path: path) > 0 {
      body(piece)
      piece = []
    }
  }

  /// Whether something other than a folder has this name.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path.fileSystemBytes, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Whether a file of this name holds nothing.
  package static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path.fileSystemBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }

  /// Reads up to so many bytes; 0 at the end.
  private static func append(
    _ count: Int, to bytes: inout [UInt8], from descriptor: Int32, path: String
  ) throws(FileError) -> Int {
    var total = 0
    var failure: Int32 = 0
    let block = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while total < count {
        let result = readBytes(
          descriptor, buffer.baseAddress.map { $0 + total }, count - total)
        if result < 0 && errno == EINTR { continue }
        if result < 0 && errno == EAGAIN {
          // Standard input that another process has set not to wait.
          var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&state, 1, -1)
          continue
        }
        if result < 0 { failure = errno }
        guard result > 0 else { break }
        total += result
      }
      initialized = total
    }
    guard failure == 0 else {
      throw FileError(.damaged, path: path, "reading failed: \(reason(failure))")
    }
    if bytes.isEmpty { bytes = block } else { bytes += block }
    return total
  }

  /// Waits for a pipe's writer, but not for ever; one that is there may take its time to write.
  /// Returns what it has read in finding out, a byte at most.
  private static func awaitWriter(
    _ descriptor: Int32, path: String
  ) throws(FileError) -> [UInt8] {
    let clock = ContinuousClock()
    let start = clock.now
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Not readable and not hung up: reading answers "the end" without a writer, "later" with one.
    while poll(&state, 1, 20) <= 0 {
      var byte: UInt8 = 0
      let count = readBytes(descriptor, &byte, 1)
      guard count == 0 else { return count > 0 ? [byte] : [] }
      guard clock.now - start < patience else {
        throw FileError(
          .noSuchFile, path: path, "this is a pipe without a writer; a file was expected")
      }
    }
    return []
  }

  private static func readBytes(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
    Darwin.read(descriptor, buffer, count)
    #else
    Glibc.read(descriptor, buffer, count)
    #endif
  }

  private static func openingError(_ code: Int32, path: String) -> FileError {
    let message =
      switch code {
      case ENOENT, ENOTDIR: "there is no such file"
      case EBADF: "it is closed: nothing can be read from it"
      default: "the file can't be opened: \(reason(code))"
      }
    return FileError(.noSuchFile, path: path, message)
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    let size = limit >= 1 << 30 ? "\(limit >> 30) GiB" : "\(limit >> 20) MiB"
    return FileError(
      .tooLarge, path: path, "the file is larger than \(size), the most that is read")
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}

extension [UInt8] {
  /// An unsigned integer of `count` bytes, most significant first, as JPEG and HEIF write them; `nil`
  /// where the bytes end before it does and for what no `Int` holds.
  package func bigEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, count <= self.count, position <= self.count - count else { return nil }
    let value = self[position..<(position + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// An unsigned number of `count` bytes, the lowest first; `nil` beyond the end.
  package func littleEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, count <= self.count, position <= self.count - count else { return nil }
    let value = self[position..<(position + count)].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}

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

/// 64 bits that tell contents apart and diagnostic damage, not malice: words are multiplied in one
/// after the other, each step being a bijection of the digest, so that no single changed word goes
/// unseen.
package struct ContentDigest {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The digest of nothing.
  package init() {}

  /// Takes in bytes and how many they are.
  package mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    let count = bytes.count / 8
    bytes.withUnsafeBytes { raw in
      // Plain loads in a plain loop: models have megabytes, and a debug build is slow with
      // anything else. The storage of an array is aligned for words.
      guard let words = raw.baseAddress?.assumingMemoryBound(to: UInt64.self) else { return }
      var (digest, index) = (self, 0)
      while index < count {
        digest.add(words[index].littleEndian)
        index += 1
      }
      self = digest
    }
    add(bytes[(8 * count)...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Takes in text.
  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  private mutating func add(_ word: UInt64) {
    // A product carries changes up only, the shifts bring them down, before it and after.
    state ^= word
    state ^= state >> 32
    state &*= 0xff51_afd7_ed55_8ccd
    state ^= state >> 29
  }

  /// The digest in 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
