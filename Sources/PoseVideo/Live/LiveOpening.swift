internal import CFFmpeg
import PoseDocuments
import PoseSystem

/// The opening of an address: a camera by libavdevice, a stream by FFmpeg's protocols, everything
/// else through our own callbacks. Of the protocols, only those that are named here may be used,
/// and none by the callbacks.
struct LiveOpening {
  let address: LiveAddress
  let options: LiveReader.Options
  let interrupt: LiveInterrupt

  /// The opened input; its new owner closes the context.
  struct Opened {
    let context: UnsafeMutablePointer<AVFormatContext>
    let bytes: AnyObject?
    let address: LiveAddress
    let interrupt: LiveInterrupt
  }

  /// The inputs that are read, for sentences.
  static let expected = "MPEG-TS, Matroska, y4m or another video that FFmpeg knows was expected"

  /// Throws `FileError`, also if the caller has asked to end.
  func opened() throws(FileError) -> Opened {
    switch address.kind {
    case .device(let driver): try camera(driver)
    case .rtsp: try rtsp()
    case .http: try http()
    case .pipe:
      try bytes { () throws(FileError) in
        let pipe = try LivePipe(address.target, interrupt)
        return (pipe, pipe.io)
      }
    case .file:
      try bytes { () throws(FileError) in
        let file = try LocalFile(address.target)
        return (file, file.io)
      }
    }
  }

  /// The error for an MP4 that would have to be wound back.
  static func lateIndex(_ name: String) -> FileError {
    FileError(
      .damaged, path: name,
      "an MP4 can be read through a pipe only when its index comes first: send MPEG-TS or Matroska")
  }

  private var name: String { address.description }

  private func result(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ bytes: AnyObject? = nil
  ) -> Opened { Opened(context: context, bytes: bytes, address: address, interrupt: interrupt) }

  private func allocated() throws(FileError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let context = avformat_alloc_context() else {
      throw FileError(.damaged, path: name, "there is no memory left to read it")
    }
    context[.interrupt] = interrupt.callback
    return context
  }

  // MARK: A camera

  /// The reason that no camera can be read on this machine; `nil` when one can.
  static var deviceProblem: String? {
    pose3d_ffmpeg_load_devices().map { problem in
      "cameras are read by FFmpeg's libavdevice, which is a package of its own: its library "
        + "\(String(cString: problem)); on Debian and Ubuntu install "
        + "libavdevice\(pose3d_ffmpeg_device_version())"
    }
  }

  private func camera(_ driver: String) throws(FileError) -> Opened {
    if let problem = Self.deviceProblem { throw FileError(.unsupported, path: name, problem) }
    guard let format = av_find_input_format(driver) else {
      throw FileError(.unsupported, path: name, "the FFmpeg here can't read cameras (\(driver))")
    }
    var context: UnsafeMutablePointer<AVFormatContext>? = try allocated()
    // So that a silent camera doesn't delay the end.
    context?[.flags] |= AVFMT_FLAG_NONBLOCK
    var settings: OpaquePointer?
    defer { av_dict_free(&settings) }
    if let size = options.size {
      av_dict_set(&settings, "video_size", "\(size.width)x\(size.height)", 0)
    }
    if let rate = options.frameRate { av_dict_set(&settings, "framerate", "\(rate)", 0) }
    if let format = options.pixelFormat { av_dict_set(&settings, "input_format", format, 0) }
    let code = avformat_open_input(&context, address.target, format, &settings)
    guard code >= 0, let context else { throw unopenedCamera(code) }
    return result(context)
  }

  private func unopenedCamera(_ code: Int32) -> FileError {
    guard code != pose3d_averror(ENOENT) else { return LiveAddress.noCamera(address.target) }
    let words =
      switch code {
      case pose3d_averror(EACCES):
        "the camera may not be read by this user, who has to be in the group video"
      case pose3d_averror(EBUSY): "another program is using the camera"
      case pose3d_averror(ENODEV), pose3d_averror(ENXIO): "the camera is no longer there"
      case pose3d_averror(EINVAL):
        "the camera doesn't give images of this size, rate and pixel format"
      case pose3d_averror(ENOTTY): "this is a device, but no camera"
      default: "the camera can't be opened (FFmpeg: \(FFmpegWords.reason(code)))"
      }
    return FileError(.noSuchFile, path: name, words)
  }

  // MARK: A stream in the network

  private func rtsp() throws(FileError) -> Opened {
    let context = try allocated()
    let network = LiveNetworkGuard(address.target, context, byteLimit: options.byteLimit)
    return try stream(
      context, watchedBy: network,
      [
        ("protocol_whitelist", "rtsp,rtp,tcp,tls"), ("format_whitelist", "rtsp"),
        ("rtsp_transport", "tcp"),
      ])
  }

  private func http() throws(FileError) -> Opened {
    let network = LiveNetworkGuard(address.target, byteLimit: options.byteLimit)
    interrupt.watch(network)
    let protocols = ("protocol_whitelist", "http,https,tcp,tls")
    // A stream isn't wound back: that would be another request, which could be redirected again.
    var settings = dictionary([protocols, ("seekable", "0")])
    defer { av_dict_free(&settings) }
    var io: UnsafeMutablePointer<AVIOContext>?
    var callback = interrupt.callback
    let code = avio_open2(&io, address.target, AVIO_FLAG_READ, &callback, &settings)
    guard code >= 0, let io else {
      defer { interrupt.watch(nil) }
      throw unopenedStream(code)
    }
    let connection = LiveConnection(io, interrupt)
    network.connection = io
    let context = try allocated()
    context[.bytes] = io
    return try stream(
      context, through: connection, watchedBy: network,
      [protocols, ("format_whitelist", "mpjpeg,mjpeg,mpegts,matroska,webm,flv")])
  }

  /// Opens a stream that comes through a connection, or by its address.
  private func stream(
    _ allocated: UnsafeMutablePointer<AVFormatContext>, through connection: LiveConnection? = nil,
    watchedBy network: LiveNetworkGuard, _ allowed: [(String, String)]
  ) throws(FileError) -> Opened {
    interrupt.watch(network)
    // What is needed to begin, and no more: what is looked at while the stream is opened comes late.
    var settings = dictionary(allowed + [("analyzeduration", "1000000"), ("fpsprobesize", "0")])
    defer { av_dict_free(&settings) }
    var context: UnsafeMutablePointer<AVFormatContext>? = allocated
    let code = avformat_open_input(&context, address.target, nil, &settings)
    guard code >= 0, let context else {
      defer { interrupt.watch(nil) }
      throw unopenedStream(code)
    }
    avformat_find_stream_info(context, nil)
    guard !interrupt.isCalled, !interrupt.isOverdue, !interrupt.isMisused else {
      let error = unopenedStream(pose3d_averror_exit())
      interrupt.watch(nil)
      var unused: UnsafeMutablePointer<AVFormatContext>? = context
      avformat_close_input(&unused)
      throw error
    }
    return result(context, connection)
  }

  private func dictionary(_ settings: [(String, String)]) -> OpaquePointer? {
    var dictionary: OpaquePointer?
    for (name, value) in settings { av_dict_set(&dictionary, name, value, 0) }
    return dictionary
  }

  private func unopenedStream(_ code: Int32) -> FileError {
    if let problem = interrupt.problem {
      return FileError(.unsuitable, path: name, problem)
    }
    if code == pose3d_averror_exit() {
      return FileError(
        .noSuchFile, path: name, "no answer came within \(Int(options.patience)) s")
    }
    if code == pose3d_averror_invalid_data() {
      return FileError(
        .unknownFormat, path: name,
        "what answers there sends no video that is read live: "
          + (address.kind == .rtsp
            ? "RTSP was expected" : "Motion JPEG, MPEG-TS or Matroska was expected"))
    }
    return FileError(
      .noSuchFile, path: name, "the stream can't be opened (FFmpeg: \(FFmpegWords.reason(code)))")
  }

  // MARK: A pipe or a file

  private func bytes(
    _ make: () throws(FileError) -> (AnyObject, UnsafeMutablePointer<AVIOContext>)
  ) throws(FileError) -> Opened {
    let (bytes, io) = try make()
    var settings: OpaquePointer?
    defer { av_dict_free(&settings) }
    // Whatever the bytes say, nothing else is opened.
    av_dict_set(&settings, "protocol_whitelist", "none", 0)
    let format =
      if let raw = try raw(&settings) { raw } else { try probed(io, bytes) }
    var context: UnsafeMutablePointer<AVFormatContext>? = try allocated()
    context?[.bytes] = io
    pose3d_refuse_opening(context)
    let code = avformat_open_input(&context, "", format, &settings)
    guard code >= 0, let context else {
      if address.kind == .pipe, String(cString: format.pointee.name).hasPrefix("mov,") {
        throw Self.lateIndex(name)
      }
      throw FileError(
        .damaged, path: name,
        "this is of the kind \(String(cString: format.pointee.long_name)), but is damaged or cut short: "
          + "it can't be opened (FFmpeg: \(FFmpegWords.reason(code)))")
    }
    // What it can't find out about a stream, decoding will.
    _ = avformat_find_stream_info(context, nil)
    return result(context, bytes)
  }

  /// The format of pictures without any word on what they are; `nil` unless their size is given.
  private func raw(
    _ settings: inout OpaquePointer?
  ) throws(FileError) -> UnsafePointer<AVInputFormat>? {
    guard let size = options.size else { return nil }
    let pixels = options.pixelFormat ?? "rgb24"
    guard av_get_pix_fmt(pixels) != AV_PIX_FMT_NONE else {
      throw FileError(
        .unsupported, path: name,
        "there is no pixel format \(pixels); rgb24, bgr24, yuv420p, nv12, gray and FFmpeg's others "
          + "are known")
    }
    av_dict_set(&settings, "video_size", "\(size.width)x\(size.height)", 0)
    av_dict_set(&settings, "pixel_format", pixels, 0)
    av_dict_set(&settings, "framerate", "\(options.frameRate ?? 30)", 0)
    return av_find_input_format("rawvideo")
  }

  private func probed(
    _ io: UnsafeMutablePointer<AVIOContext>, _ bytes: AnyObject
  ) throws(FileError) -> UnsafePointer<AVInputFormat> {
    var format: UnsafePointer<AVInputFormat>?
    let score = av_probe_input_buffer2(io, &format, "", nil, 0, 0)
    // What was looked at is in the buffer again, which is longer than this.
    let isPlaylist =
      io[.buffer].map { InputKind.isPlaylist(UnsafeBufferPointer(start: $0, count: 16)) } ?? false
    if isPlaylist { throw playlist("hls") }
    guard score >= 0, let format else {
      if (bytes as? LivePipe)?.count == 0 {
        throw FileError(.unknownFormat, path: name, "nothing came through the pipe")
      }
      throw FileError(
        .unknownFormat, path: name,
        "this is nothing that FFmpeg knows; \(Self.expected). Of images without a container, the "
          + "size and the pixel format have to be given")
    }
    let kind = String(cString: format.pointee.name)
    let isText = ["tty", "bin", "adf", "idf", "xbin"].contains(kind)
    let isPicture = kind == "image2" || kind.hasSuffix("_pipe") && !kind.hasPrefix("yuv4mpeg")
    if ["hls", "concat", "dash", "imf", "sdp", "rtsp", "webm_dash_manifest"].contains(kind) {
      throw playlist(kind)
    }
    guard !isText, !isPicture || kind == "jpeg_pipe" else {
      throw FileError(
        .unknownFormat, path: name,
        "this is \(isText ? "text" : "an image, not a video"); \(Self.expected)")
    }
    return format
  }

  private func playlist(_ kind: String) -> FileError {
    FileError(
      .unknownFormat, path: name,
      "this is a playlist (\(kind)), which only names other files; \(Self.expected)")
  }
}
