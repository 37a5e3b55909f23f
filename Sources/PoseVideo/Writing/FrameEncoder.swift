internal import CFFmpeg
import PoseDocuments

/// Encodes frames into a file that exists already, or into standard output.
final class FrameEncoder {
  /// The destination of the frames.
  enum Target {
    /// A file, complete at the end.
    case file(String, VideoContainer)
    /// Standard output, as MPEG-TS, each frame as soon as it is there.
    case standardOutput
  }

  /// Whether standard output has no reader any more.
  private(set) var isReaderGone = false
  /// Whether there was a frame.
  var hasFrames: Bool { origin != nil }
  private let name: String
  private let width: Int
  private let height: Int
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let codec: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let scaler: OpaquePointer
  private let stream: UnsafeMutablePointer<AVStream>
  private var padded: [UInt32]
  private var origin: Double?
  private var lastTicks: Int64 = -1
  private var isHeaderWritten = false

  /// Ticks a second: whole for 24, 25, 30, 50 and 60 frames a second and for those of NTSC, and few
  /// enough for MPEG-4 Visual, which has 16 bits for them.
  private static let timeBase = AVRational(num: 1, den: 60000)

  /// - Parameter name: what errors call the target.
  /// - Throws: `unsupported` without an encoder, `unwritable`.
  init(
    _ target: Target, width: Int, height: Int, frameRate: Double, named name: String
  ) throws(FileError) {
    try FFmpegLibraries.load(for: name)
    let (evenWidth, evenHeight) = (width + width % 2, height + height % 2)
    // "file:" before it, no name is taken for an address.
    let (url, muxer, isStream) =
      switch target {
      case .file(let path, let container): ("file:" + path, container.muxer, false)
      case .standardOutput: ("pipe:1", "mpegts", true)
      }
    let codec = try Self.encoder(
      width: evenWidth, height: evenHeight, frameRate: frameRate, isStream: isStream, named: name)
    var context: UnsafeMutablePointer<AVFormatContext>?
    avformat_alloc_output_context2(&context, nil, muxer, url.fileSystemBytes)
    let scaler = pose3d_scaler_make(
      nil, Int32(evenWidth), Int32(evenHeight), .bgr0, Int32(evenWidth),
      Int32(evenHeight), AV_PIX_FMT_YUV420P, 0)
    guard let context, let scaler, let stream = avformat_new_stream(context, nil),
      let packet = av_packet_alloc(), let frame = av_frame_alloc()
    else {
      throw FileError(.unwritable, path: name, "there is no memory left to write the video")
    }
    (self.context, self.codec, self.packet, self.frame) = (context, codec, packet, frame)
    (self.scaler, self.stream, self.name) = (scaler, stream, name)
    (self.width, self.height) = (width, height)
    padded = [UInt32](repeating: 0, count: evenWidth * evenHeight)
    pose3d_scaler_colors(scaler, SWS_CS_DEFAULT, 1, SWS_CS_ITU709, 0)
    frame[.format] = AV_PIX_FMT_YUV420P.rawValue
    (frame[.width], frame[.height]) = (Int32(evenWidth), Int32(evenHeight))
    frame[.colorRange] = AVCOL_RANGE_MPEG
    try check(av_frame_get_buffer(frame, 0))
    try check(avcodec_parameters_from_context(stream[.parameters], codec))
    stream[.timeBase] = Self.timeBase
    stream[.averageFrameRate] = codec[.frameRate]
    context[.flags] |= AVFMT_FLAG_BITEXACT
    if isStream { context[.flags] |= AVFMT_FLAG_FLUSH_PACKETS }
    try check(avio_open2(context.pointer(to: .bytes), url, AVIO_FLAG_WRITE, nil, nil))
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // The index first, so that a file plays while it is still being fetched.
    if case .file(_, let container) = target, container != .mkv {
      av_dict_set(&options, "movflags", "+faststart", 0)
    }
    try check(avformat_write_header(context, &options))
    isHeaderWritten = true
  }

  deinit {
    avio_closep(context.pointer(to: .bytes))
    var codec: UnsafeMutablePointer<AVCodecContext>? = codec
    var (packet, frame): (UnsafeMutablePointer<AVPacket>?, UnsafeMutablePointer<AVFrame>?)
    (packet, frame) = (self.packet, self.frame)
    avcodec_free_context(&codec)
    av_packet_free(&packet)
    av_frame_free(&frame)
    pose3d_scaler_free(scaler)
    avformat_free_context(context)
  }

  func append(_ words: UnsafeBufferPointer<UInt32>, at time: Double) throws(FileError) {
    let start = origin ?? time
    origin = start
    // Frames closer together than a tick follow each other all the same.
    let exact = ((time - start) * Double(Self.timeBase.den)).rounded()
    guard let rounded = Int64(exactly: exact) else {
      throw FileError(
        .unwritable, path: name, "a frame at \(time) s is beyond what a video's times can be")
    }
    let ticks = max(rounded, lastTicks + 1)
    lastTicks = ticks
    try check(av_frame_make_writable(frame))
    convert(words)
    frame[.pts] = ticks
    try check(avcodec_send_frame(codec, frame))
    try writePackets()
  }

  /// Writes what the encoder still holds, and the index; throws, too, when the disk took less than
  /// was written.
  func finish() throws(FileError) {
    guard origin != nil else {
      throw FileError(.unwritable, path: name, "there was no frame to write")
    }
    try check(avcodec_send_frame(codec, nil))
    try writePackets()
    try check(av_write_trailer(context))
    try check(context[.bytes]?[.error] ?? 0)
    try check(avio_closep(context.pointer(to: .bytes)))
  }
}

extension FrameEncoder {
  private func writePackets() throws(FileError) {
    while true {
      let code = avcodec_receive_packet(codec, packet)
      if code == pose3d_averror(EAGAIN) || code == pose3d_averror_eof() { return }
      try check(code)
      av_packet_rescale_ts(packet, codec[.timeBase], stream[.timeBase])
      packet.pointee.stream_index = stream[.index]
      try check(av_interleaved_write_frame(context, packet))
      // What is written is buffered: the disk's word comes with a later call.
      try check(context[.bytes]?[.error] ?? 0)
    }
  }

  /// The picture in the encoder's colours; a line of the last pixels makes odd sizes even.
  private func convert(_ words: UnsafeBufferPointer<UInt32>) {
    let (evenWidth, evenHeight) = (width + width % 2, height + height % 2)
    guard (width, height) != (evenWidth, evenHeight) else { return convert(words, evenWidth) }
    for row in 0..<evenHeight {
      let source = min(row, height - 1) * width
      for column in 0..<evenWidth {
        padded[row * evenWidth + column] = words[source + min(column, width - 1)]
      }
    }
    padded.withUnsafeBufferPointer { convert($0, evenWidth) }
  }

  private func convert(_ words: UnsafeBufferPointer<UInt32>, _ width: Int) {
    words.withMemoryRebound(to: UInt8.self) { bytes in
      let planes = [bytes.baseAddress, nil, nil, nil]
      pose3d_scaler_convert(
        scaler, planes, [Int32(4 * width), 0, 0, 0], frame[.height], frame.planes, frame.strides)
    }
  }

  private func check(_ code: Int32) throws(FileError) {
    guard code < 0 else { return }
    if code == pose3d_averror(EPIPE) { isReaderGone = true }
    throw FileError(
      .unwritable, path: name, "the video can't be written: \(FFmpegWords.reason(code))")
  }

  /// The best encoder that opens: libx264, or another one of H.264, or MPEG-4 Visual.
  private static func encoder(
    width: Int, height: Int, frameRate: Double, isStream: Bool, named name: String
  ) throws(FileError) -> UnsafeMutablePointer<AVCodecContext> {
    for candidate in ["libx264", "h264_videotoolbox", "libopenh264", "mpeg4"] {
      guard let codec = avcodec_find_encoder_by_name(candidate),
        let context = avcodec_alloc_context3(codec)
      else { continue }
      context[.width] = Int32(width)
      context[.height] = Int32(height)
      context[.pixelFormat] = AV_PIX_FMT_YUV420P
      context[.timeBase] = timeBase
      context[.frameRate] = av_d2q(frameRate, 60000)
      context[.pixelAspect] = AVRational(num: 1, den: 1)
      context[.colorRange] = AVCOL_RANGE_MPEG
      context[.colorSpace] = AVCOL_SPC_BT709
      context[.colorPrimaries] = AVCOL_PRI_BT709
      context[.colorTransfer] = AVCOL_TRC_BT709
      // A number of its own: it changes the bytes.
      context[.threadCount] = 2
      context[.flags] |= AV_CODEC_FLAG_BITEXACT
      if isStream {
        // A late viewer waits for a second at most, and no frame waits for a later one.
        context[.pictureGroupSize] = Int32(min(max(frameRate, 1), 1000))
        context[.maximumBFrames] = 0
      } else {
        // In MP4 and Matroska the headers stand before the frames.
        context[.flags] |= AV_CODEC_FLAG_GLOBAL_HEADER
      }
      var options: OpaquePointer?
      defer { av_dict_free(&options) }
      if candidate == "libx264" {
        av_dict_set(&options, "preset", "veryfast", 0)
        av_dict_set(&options, "crf", "20", 0)
        if isStream { av_dict_set(&options, "tune", "zerolatency", 0) }
        if let parameters = X264Parameters.text(cpuFlags: av_get_cpu_flags()) {
          av_dict_set(&options, "x264-params", parameters, 0)
        }
      } else {
        // No constant quality: so many bits that lines and letters stay sharp.
        context[.bitRate] = Int64(0.2 * Double(width * height) * min(60, frameRate))
      }
      if avcodec_open2(context, codec, &options) >= 0 { return context }
      var failed: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&failed)
    }
    throw FileError(
      .unsupported, path: name,
      "the FFmpeg here has no encoder of H.264 or MPEG-4 Visual for \(width)×\(height) pixels")
  }
}

/// The containers that videos are written in, by the ending of the file's name.
enum VideoContainer: String {
  case mp4
  case mov
  case mkv

  /// Throws `unsupported` for any other ending.
  init(_ path: String) throws(FileError) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    guard !path.hasSuffix("/"), let container = ending.flatMap(VideoContainer.init(rawValue:))
    else {
      let found = ending.map { "the ending .\($0)" } ?? "a name without an ending"
      throw FileError(
        .unsupported, path: path, "videos are written as .mp4, .mov or .mkv; this is \(found)")
    }
    self = container
  }

  /// FFmpeg's name of it.
  var muxer: String { self == .mkv ? "matroska" : rawValue }
}

/// The parameters of x264 that depend on the processor.
enum X264Parameters {
  /// x264's own parameters on a processor with these flags of FFmpeg's; `nil` without any.
  ///
  /// x264's code for AVX-512 reads memory that was never written, so the same frames give other bytes from
  /// run to run. That for AVX2 doesn't, and gives what every other processor gives. The parameter forces
  /// AVX2, so a processor without it must not get it.
  static func text(cpuFlags: Int32) -> String? {
    #if arch(x86_64)
    let needed = AV_CPU_FLAG_AVX512 | AV_CPU_FLAG_AVX2
    return cpuFlags & needed == needed ? "asm=avx2" : nil
    #else
    return nil
    #endif
  }
}
