internal import CFFmpeg

/// An open connection by HTTP, which is closed with this object. FFmpeg reads the stream through it.
final class LiveConnection {
  private let io: UnsafeMutablePointer<AVIOContext>
  private let interrupt: LiveInterrupt

  init(_ io: UnsafeMutablePointer<AVIOContext>, _ interrupt: LiveInterrupt) {
    (self.io, self.interrupt) = (io, interrupt)
  }

  deinit {
    // Closing TLS waits for an answer of the other side.
    interrupt.allow(1)
    var io: UnsafeMutablePointer<AVIOContext>? = io
    avio_closep(&io)
  }
}
