internal import CFFmpeg
import PoseDocuments
import PoseSystem

/// A regular file that FFmpeg reads through two callbacks. It never sees the file's name, which
/// could be taken for the address of something else ("http://…", "concat:…").
final class LocalFile {
  let path: String
  /// Bytes in the file when it was opened, at least one.
  let size: Int64
  /// The state of the file when it was opened.
  let version: FileVersion
  /// The context that FFmpeg reads; it lives as long as this object.
  let io: UnsafeMutablePointer<AVIOContext>
  private let stream: FileStream

  /// Throws `noSuchFile` when it can't be opened or is no regular file, `unknownFormat` when it is empty,
  /// `unsupported` without FFmpeg.
  init(_ path: String) throws(FileError) {
    (stream, version) = try FileStream.opened(path)
    size = version.size
    try FFmpegLibraries.load(for: path)
    let bufferSize = 1 << 16
    guard let buffer = av_malloc(bufferSize),
      let io = avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0,
        Unmanaged.passUnretained(stream).toOpaque(), FileStream.read, nil, FileStream.seek)
    else { throw FileError(.damaged, path: path, "there is no memory left to read the file") }
    self.path = path
    self.io = io
  }

  deinit {
    av_free(io[.buffer])
    var io: UnsafeMutablePointer<AVIOContext>? = io
    avio_context_free(&io)
  }

  /// The first bytes, for telling what the file is.
  func prefix(_ count: Int) -> [UInt8] { stream.prefix(count) }

  /// The first bytes of a file that may not be FFmpeg's to read; throws as the initializer does.
  static func prefix(_ count: Int, of path: String) throws(FileError) -> [UInt8] {
    try FileStream.opened(path).stream.prefix(count)
  }

  static func openingSentence(_ code: Int32) -> String {
    code == ENOENT || code == ENOTDIR
      ? "there is no such file"
      : "the file can't be opened: \(String(cString: strerror(code)).lowercased())"
  }
}

/// The open file behind the callbacks.
private final class FileStream {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The file, with at least one byte in it, and its state.
  static func opened(_ path: String) throws(FileError) -> (stream: FileStream, version: FileVersion)
  {
    let descriptor = open(path.fileSystemBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileError(.noSuchFile, path: path, LocalFile.openingSentence(errno))
    }
    let stream = FileStream(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileError(.noSuchFile, path: path, LocalFile.openingSentence(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(
        .noSuchFile, path: path,
        "this is a pipe or a device; videos are read from files, which can be wound back")
    }
    guard status.st_size > 0 else {
      throw FileError(.unknownFormat, path: path, "the file is empty")
    }
    return (stream, FileVersion(status))
  }

  func prefix(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }

  typealias Read =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32

  static let read: Read = { stream, buffer, count in
    guard let stream else { return pose3d_averror(EINVAL) }
    let descriptor = Unmanaged<FileStream>.fromOpaque(stream).takeUnretainedValue().descriptor
    while true {
      #if canImport(Darwin)
      let result = Darwin.read(descriptor, buffer, Int(count))
      #else
      let result = Glibc.read(descriptor, buffer, Int(count))
      #endif
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { return pose3d_averror(errno) }
      return result == 0 ? pose3d_averror_eof() : Int32(result)
    }
  }

  typealias Seek = @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64

  static let seek: Seek = { stream, offset, origin in
    guard let stream else { return Int64(pose3d_averror(EINVAL)) }
    let descriptor = Unmanaged<FileStream>.fromOpaque(stream).takeUnretainedValue().descriptor
    if origin & AVSEEK_SIZE != 0 {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : Int64(pose3d_averror(errno))
    }
    let place = lseek(descriptor, off_t(offset), origin & ~AVSEEK_FORCE)
    return place < 0 ? Int64(pose3d_averror(errno)) : Int64(place)
  }
}

/// The state of a file, which tells whether it was changed or replaced.
struct FileVersion: Equatable, Sendable {
  /// Bytes in the file.
  let size: Int64
  private let device: UInt64
  private let number: UInt64
  /// The time at which it was last changed: seconds and nanoseconds.
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    size = Int64(status.st_size)
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
  }

  /// The file of a name; `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path.fileSystemBytes, &status) == 0 else { return nil }
    self.init(status)
  }
}
