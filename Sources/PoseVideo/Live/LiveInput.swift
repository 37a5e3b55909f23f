internal import CFFmpeg
import DepthIO
import PoseDocuments
import PoseSystem

/// An address that is open, and the decoder of its pictures.
final class LiveInput {
  /// The result of waiting for the next frame.
  enum Step {
    /// It is in `frame`.
    case picture
    /// The pipe or file is at its end.
    case end
    /// The caller has asked to end.
    case cancelled
    /// The camera or stream is gone, and why.
    case lost(String)
  }

  let stream: Stream
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The picture of the last step; it is the decoder's and stays until the next.
  let frame: UnsafeMutablePointer<AVFrame>
  /// The arrival time of the packet that completed the picture.
  private(set) var arrival = ContinuousClock.now
  /// Pictures that could not be decoded, or came out damaged.
  private(set) var damaged = 0
  /// Whether a pipe or file ends within a picture.
  private(set) var isTruncated = false

  private let address: LiveAddress
  private let interrupt: LiveInterrupt
  private let patience: Double
  private let codec: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// The source that the container reads, if that is none of FFmpeg's protocols.
  private let bytes: AnyObject?
  private var isDrained = false

  /// Opens an address; `nil` if the caller has asked to end.
  ///
  /// Throws `FileError` as `LiveReader` does.
  static func opened(
    _ address: LiveAddress, _ options: LiveReader.Options, _ interrupt: LiveInterrupt
  ) throws(FileError) -> LiveInput? {
    try FFmpegLibraries.load(for: address.description)
    interrupt.allow(address.isConnection ? options.patience : nil)
    do throws(FileError) {
      let opening = LiveOpening(address: address, options: options, interrupt: interrupt)
      return try LiveInput(try opening.opened(), options)
    } catch {
      if interrupt.isCalled { return nil }
      throw error
    }
  }

  private init(_ opening: LiveOpening.Opened, _ options: LiveReader.Options) throws(FileError) {
    (context, bytes, address) = (opening.context, opening.bytes, opening.address)
    (interrupt, patience) = (opening.interrupt, options.patience)
    let name = address.description
    do throws(FileError) {
      stream = try Self.stream(of: context, name)
      codec = try Self.decoder(of: stream, for: address, pixelLimit: options.pixelLimit)
    } catch {
      interrupt.watch(nil)
      var context: UnsafeMutablePointer<AVFormatContext>? = context
      avformat_close_input(&context)
      throw error
    }
    guard let packet = av_packet_alloc(), let frame = av_frame_alloc() else {
      preconditionFailure("there is no memory left for an image")
    }
    (self.packet, self.frame) = (packet, frame)
  }

  deinit {
    var codec: UnsafeMutablePointer<AVCodecContext>? = codec
    var (packet, frame): (UnsafeMutablePointer<AVPacket>?, UnsafeMutablePointer<AVFrame>?)
    (packet, frame) = (self.packet, self.frame)
    avcodec_free_context(&codec)
    av_packet_free(&packet)
    av_frame_free(&frame)
    // While FFmpeg closes, it asks the interrupt, too, after it has freed the context.
    interrupt.watch(nil)
    interrupt.allow(1)
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// The kind of stream and of pictures, "RTSP / H.264".
  var format: String {
    let names = context.formatNames
    let container =
      switch names.short {
      case "rtsp": "RTSP"
      case "matroska,webm": "Matroska"
      case "mpegts": "MPEG-TS"
      case "video4linux2,v4l2": "V4L2"
      case "mpjpeg": "HTTP"
      case "yuv4mpegpipe": "y4m"
      case "rawvideo": "raw"
      default: names.long
      }
    return "\(container) / \(FFmpegWords.name(of: stream.parameters[.codec]))"
  }

  /// The time of the picture in the stream's own seconds; `nil` when it has none.
  var seconds: Double? {
    let ticks = frame[.bestEffortTimestamp]
    return ticks == pose3d_no_pts() ? nil : stream.seconds(ticks)
  }

  /// Waits for the next picture.
  func advance() -> Step {
    if address.isConnection { interrupt.allow(patience) }
    while true {
      let code = avcodec_receive_frame(codec, frame)
      if code == pose3d_averror(EAGAIN) {
        if let step = send() { return step }
      } else if code == pose3d_averror_eof() {
        return .end
      } else if code < 0 {
        damaged += 1
      } else if frame.isDamaged {
        damaged += 1
      } else {
        return .picture
      }
    }
  }

  /// Sends the decoder the stream's next packet, or that there is none; a step where there is no more to do.
  private func send() -> Step? {
    while true {
      if interrupt.isCalled { return .cancelled }
      if let problem = interrupt.problem { return .lost(problem) }
      if address.isConnection && interrupt.isOverdue { return .lost(overdue) }
      let code = av_read_frame(context, packet)
      if code == pose3d_averror(EAGAIN) {
        // A camera that has nothing yet.
        usleep(1000)
        continue
      }
      guard code >= 0 else { return ended(code) }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.index else { continue }
      arrival = .now
      if avcodec_send_packet(codec, packet) < 0 { damaged += 1 }
      return nil
    }
  }

  private func ended(_ code: Int32) -> Step? {
    if interrupt.isCalled { return .cancelled }
    guard !address.isConnection else {
      if let problem = interrupt.problem { return .lost(problem) }
      if interrupt.isOverdue { return .lost(overdue) }
      if code == pose3d_averror_eof() { return .lost("the stream has ended") }
      return .lost(FFmpegWords.reason(code))
    }
    guard !isDrained else { return .end }
    isDrained = true
    let error = context[.bytes]?[.error] ?? 0
    isTruncated = code != pose3d_averror_eof() || error < 0 && error != pose3d_averror_eof()
    avcodec_send_packet(codec, nil)
    return nil
  }

  private var overdue: String { "no image came for \(Int(patience)) s" }
}

extension LiveInput {
  private static func stream(
    of context: UnsafeMutablePointer<AVFormatContext>, _ name: String
  ) throws(FileError) -> Stream {
    let streams = context.streams
    let best = streams.filter { $0.isVideo && !$0.isDeepGrey }
      .reduce(nil as Stream?) { best, stream in
        best.map { stream.pixelCount > $0.pixelCount ? stream : $0 } ?? stream
      }
    guard let best else {
      let kind = context.formatNames.long
      throw FileError(
        .unknownFormat, path: name,
        streams.contains(where: \.isSound)
          ? "there is sound (\(kind)), but no video"
          : "there is no video (\(kind)); \(LiveOpening.expected)")
    }
    for other in streams {
      other.pointer[.discard] = other.index == best.index ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
    return best
  }

  private static func decoder(
    of stream: Stream, for address: LiveAddress, pixelLimit: Int
  ) throws(FileError) -> UnsafeMutablePointer<AVCodecContext> {
    let parameters = stream.parameters
    let name = FFmpegWords.name(of: parameters[.codec])
    guard let decoder = avcodec_find_decoder(parameters[.codec]),
      let codec = avcodec_alloc_context3(decoder)
    else {
      throw FileError(
        .unsupported, path: address.description,
        "the video is coded as \(name), for which the FFmpeg here has no decoder")
    }
    avcodec_parameters_to_context(codec, stream.parameters)
    codec[.packetTimeBase] = stream.timeBase
    // With several a picture comes out as many later.
    codec[.threadCount] = 1
    codec[.maximumPixels] = Int64(pixelLimit)
    // Where no picture waits for a later one, none is held back.
    if address.isConnection && parameters[.videoDelay] == 0 {
      codec[.flags] |= AV_CODEC_FLAG_LOW_DELAY
    }
    let code = avcodec_open2(codec, decoder, nil)
    guard code >= 0 else {
      var failed: UnsafeMutablePointer<AVCodecContext>? = codec
      avcodec_free_context(&failed)
      throw FileError(
        .damaged, path: address.description,
        "the decoder of \(name) refuses this video (FFmpeg: \(FFmpegWords.reason(code)))")
    }
    return codec
  }
}

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

/// The interruption of FFmpeg's waiting for a camera or a network: FFmpeg asks several times a
/// second whether to give up.
final class LiveInterrupt {
  private let isCancelled: @Sendable () -> Bool
  /// The time at which waiting ends; `nil` for never.
  private var deadline: ContinuousClock.Instant?
  /// Of a stream in the network.
  private var network: LiveNetworkGuard?
  /// The stream's violation of its limits, as a sentence.
  private(set) var problem: String?

  init(isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }

  /// Whether the caller has asked to end.
  var isCalled: Bool { isCancelled() }

  /// Whether the time is over.
  var isOverdue: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }

  /// From here on so many seconds are left, `nil` for any number, and as many bytes as without a picture.
  func allow(_ seconds: Double?) {
    deadline = seconds.map { .now + .seconds($0) }
    network?.restart()
  }

  /// Watches a stream in the network from here on; `nil` for none. It may not outlive what it watches.
  func watch(_ network: LiveNetworkGuard?) { (self.network, problem) = (network, nil) }

  /// Whether the stream does what it may not.
  var isMisused: Bool {
    if problem == nil { problem = network?.problem() }
    return problem != nil
  }

  /// Asked by FFmpeg. It lives as long as this object.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { interrupt in
        guard let interrupt else { return 1 }
        let own = Unmanaged<LiveInterrupt>.fromOpaque(interrupt).takeUnretainedValue()
        return own.isCalled || own.isOverdue || own.isMisused ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits, or until the caller asks to end. Returns whether the time passed without that.
  func sleep(_ seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isCalled {
      let rest = (end - .now) / .seconds(1)
      guard rest > 0 else { return true }
      usleep(UInt32(1e6 * min(rest, 0.05)))
    }
    return false
  }
}
