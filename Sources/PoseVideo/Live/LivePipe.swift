internal import CFFmpeg
import PoseDocuments
import PoseSystem

/// Bytes that come once, in order, for FFmpeg to read through a callback, which ends when it is asked to.
final class LivePipe {
  /// The context that FFmpeg reads; it lives as long as this object.
  let io: UnsafeMutablePointer<AVIOContext>
  private let source: Source

  /// The source of the bytes.
  private final class Source {
    let descriptor: Int32
    let interrupt: LiveInterrupt
    private(set) var count = 0

    init(_ descriptor: Int32, _ interrupt: LiveInterrupt) {
      (self.descriptor, self.interrupt) = (descriptor, interrupt)
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32) -> Int32 {
      while !interrupt.isCalled {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&waiting, 1, 100)
        guard ready != 0, ready > 0 || errno != EINTR else { continue }
        #if canImport(Darwin)
        let result = Darwin.read(descriptor, buffer, Int(size))
        #else
        let result = Glibc.read(descriptor, buffer, Int(size))
        #endif
        if result < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard result >= 0 else { return pose3d_averror(errno) }
        count += result
        return result == 0 ? pose3d_averror_eof() : Int32(result)
      }
      return pose3d_averror_exit()
    }
  }

  /// A pipe at a path, or standard input for `-`.
  ///
  /// Throws `noSuchFile` when it can't be opened, `unsupported` without FFmpeg.
  init(_ path: String, _ interrupt: LiveInterrupt) throws(FileError) {
    try FFmpegLibraries.load(for: path)
    var descriptor = STDIN_FILENO
    if path != "-" {
      // Without waiting for a writer.
      descriptor = open(path.fileSystemBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw FileError(.noSuchFile, path: path, LocalFile.openingSentence(errno))
      }
      Self.waitForWriter(descriptor, interrupt)
    }
    source = Source(descriptor, interrupt)
    let size = 1 << 16
    guard let buffer = av_malloc(size),
      let io = avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 0,
        Unmanaged.passUnretained(source).toOpaque(),
        { source, buffer, size in
          guard let source else { return pose3d_averror(EINVAL) }
          return Unmanaged<Source>.fromOpaque(source).takeUnretainedValue().read(buffer, size)
        }, nil, nil)
    else { throw FileError(.damaged, path: path, "there is no memory left to read the pipe") }
    self.io = io
  }

  deinit {
    av_free(io[.buffer])
    var io: UnsafeMutablePointer<AVIOContext>? = io
    avio_context_free(&io)
  }

  /// The bytes that came so far.
  var count: Int { source.count }

  /// Until a writer has opened the pipe it looks as if it were at its end.
  private static func waitForWriter(_ descriptor: Int32, _ interrupt: LiveInterrupt) {
    while !interrupt.isCalled {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) > 0, waiting.revents & Int16(POLLIN | POLLHUP) != 0 { return }
    }
  }
}
