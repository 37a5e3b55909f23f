internal import CFFmpeg

/// A field of one of FFmpeg's structures, which differ from release to release: it is where the loaded one has it.
///
/// Of `AVFrame`, `AVStream`, `AVCodecContext`, `AVFormatContext`, `AVCodecParameters` and `AVIOContext` nothing is read
/// through `pointee`, which goes by the headers' release. The other structures are the same in all releases.
struct FFmpegField<Structure, Value> {
  fileprivate let layout: pose3d_layout

  /// - Parameter path: the field in the headers, for its type alone.
  fileprivate init(
    _ path: @autoclosure () -> KeyPath<Structure, Value>, _ layout: pose3d_layout
  ) {
    self.layout = layout
  }
}

extension UnsafeMutablePointer {
  /// The value of a field.
  subscript<Value>(field: FFmpegField<Pointee, Value>) -> Value {
    get { pointer(to: field).pointee }
    nonmutating set { pointer(to: field).pointee = newValue }
  }

  /// The address of a field.
  func pointer<Value>(to field: FFmpegField<Pointee, Value>) -> UnsafeMutablePointer<Value> {
    start(of: field.layout).assumingMemoryBound(to: Value.self)
  }

  fileprivate func start(of layout: pose3d_layout) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(self) + Int(pose3d_layout(layout))
  }
}

// MARK: Frames

extension UnsafeMutablePointer<AVFrame> {
  /// The addresses of the planes.
  var planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?> {
    start(of: layout_AVFrame_data).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
  }

  /// The planes' bytes from row to row.
  var strides: UnsafeMutablePointer<Int32> {
    start(of: layout_AVFrame_linesize).assumingMemoryBound(to: Int32.self)
  }

  /// The duration in units of the stream's time base; 0 if it is unknown.
  var duration: Int64 {
    start(of: layout_AVFrame_FRAME_DURATION).assumingMemoryBound(to: Int64.self).pointee
  }

  /// Whether the decoder marks parts of the picture as concealed.
  var isDamaged: Bool {
    self[.decodeErrorFlags] != 0 || self[.flags] & AV_FRAME_FLAG_CORRUPT != 0
  }
}

extension FFmpegField<AVFrame, Int32> {
  static var width: Self { Self(\.width, layout_AVFrame_width) }
  static var height: Self { Self(\.height, layout_AVFrame_height) }
  static var format: Self { Self(\.format, layout_AVFrame_format) }
  static var flags: Self { Self(\.flags, layout_AVFrame_flags) }
  static var decodeErrorFlags: Self {
    Self(\.decode_error_flags, layout_AVFrame_decode_error_flags)
  }
}

extension FFmpegField<AVFrame, Int64> {
  static var pts: Self { Self(\.pts, layout_AVFrame_pts) }
  static var bestEffortTimestamp: Self {
    Self(\.best_effort_timestamp, layout_AVFrame_best_effort_timestamp)
  }
}

extension FFmpegField<AVFrame, AVPictureType> {
  static var pictureType: Self { Self(\.pict_type, layout_AVFrame_pict_type) }
}

extension FFmpegField<AVFrame, AVColorRange> {
  static var colorRange: Self { Self(\.color_range, layout_AVFrame_color_range) }
}

extension FFmpegField<AVFrame, AVColorSpace> {
  static var colorSpace: Self { Self(\.colorspace, layout_AVFrame_colorspace) }
}

// MARK: Streams

extension FFmpegField<AVStream, Int32> {
  static var index: Self { Self(\.index, layout_AVStream_index) }
  static var disposition: Self { Self(\.disposition, layout_AVStream_disposition) }
}

extension FFmpegField<AVStream, Int64> {
  static var startTime: Self { Self(\.start_time, layout_AVStream_start_time) }
  static var duration: Self { Self(\.duration, layout_AVStream_duration) }
  static var frameCount: Self { Self(\.nb_frames, layout_AVStream_nb_frames) }
}

extension FFmpegField<AVStream, AVRational> {
  static var timeBase: Self { Self(\.time_base, layout_AVStream_time_base) }
  static var averageFrameRate: Self { Self(\.avg_frame_rate, layout_AVStream_avg_frame_rate) }
  static var realFrameRate: Self { Self(\.r_frame_rate, layout_AVStream_r_frame_rate) }
}

extension FFmpegField<AVStream, AVDiscard> {
  static var discard: Self { Self(\.discard, layout_AVStream_discard) }
}

extension FFmpegField<AVStream, OpaquePointer?> {
  static var metadata: Self { Self(\.metadata, layout_AVStream_metadata) }
}

extension FFmpegField<AVStream, UnsafeMutablePointer<AVCodecParameters>?> {
  static var parameters: Self { Self(\.codecpar, layout_AVStream_codecpar) }
}

extension FFmpegField<AVCodecParameters, Int32> {
  static var width: Self { Self(\.width, layout_AVCodecParameters_width) }
  static var height: Self { Self(\.height, layout_AVCodecParameters_height) }
  static var format: Self { Self(\.format, layout_AVCodecParameters_format) }
  static var videoDelay: Self { Self(\.video_delay, layout_AVCodecParameters_video_delay) }
  static var extraDataSize: Self {
    Self(\.extradata_size, layout_AVCodecParameters_extradata_size)
  }
}

extension FFmpegField<AVCodecParameters, AVMediaType> {
  static var kind: Self { Self(\.codec_type, layout_AVCodecParameters_codec_type) }
}

extension FFmpegField<AVCodecParameters, AVCodecID> {
  static var codec: Self { Self(\.codec_id, layout_AVCodecParameters_codec_id) }
}

extension FFmpegField<AVCodecParameters, UnsafeMutablePointer<UInt8>?> {
  static var extraData: Self { Self(\.extradata, layout_AVCodecParameters_extradata) }
}

// MARK: Decoders and encoders

extension FFmpegField<AVCodecContext, Int32> {
  static var width: Self { Self(\.width, layout_AVCodecContext_width) }
  static var height: Self { Self(\.height, layout_AVCodecContext_height) }
  static var flags: Self { Self(\.flags, layout_AVCodecContext_flags) }
  static var threadCount: Self { Self(\.thread_count, layout_AVCodecContext_thread_count) }
  static var threadType: Self { Self(\.thread_type, layout_AVCodecContext_thread_type) }
  static var errorRecognition: Self {
    Self(\.err_recognition, layout_AVCodecContext_err_recognition)
  }
  static var pictureGroupSize: Self { Self(\.gop_size, layout_AVCodecContext_gop_size) }
  static var maximumBFrames: Self { Self(\.max_b_frames, layout_AVCodecContext_max_b_frames) }
}

extension FFmpegField<AVCodecContext, Int64> {
  static var bitRate: Self { Self(\.bit_rate, layout_AVCodecContext_bit_rate) }
  static var maximumPixels: Self { Self(\.max_pixels, layout_AVCodecContext_max_pixels) }
}

extension FFmpegField<AVCodecContext, AVRational> {
  static var packetTimeBase: Self { Self(\.pkt_timebase, layout_AVCodecContext_pkt_timebase) }
  static var timeBase: Self { Self(\.time_base, layout_AVCodecContext_time_base) }
  static var frameRate: Self { Self(\.framerate, layout_AVCodecContext_framerate) }
  static var pixelAspect: Self {
    Self(\.sample_aspect_ratio, layout_AVCodecContext_sample_aspect_ratio)
  }
}

extension FFmpegField<AVCodecContext, AVPixelFormat> {
  static var pixelFormat: Self { Self(\.pix_fmt, layout_AVCodecContext_pix_fmt) }
}

extension FFmpegField<AVCodecContext, AVColorRange> {
  static var colorRange: Self { Self(\.color_range, layout_AVCodecContext_color_range) }
}

extension FFmpegField<AVCodecContext, AVColorSpace> {
  static var colorSpace: Self { Self(\.colorspace, layout_AVCodecContext_colorspace) }
}

extension FFmpegField<AVCodecContext, AVColorPrimaries> {
  static var colorPrimaries: Self {
    Self(\.color_primaries, layout_AVCodecContext_color_primaries)
  }
}

extension FFmpegField<AVCodecContext, AVColorTransferCharacteristic> {
  static var colorTransfer: Self { Self(\.color_trc, layout_AVCodecContext_color_trc) }
}

// MARK: Files

extension UnsafeMutablePointer<AVFormatContext> {
  /// The streams, in the order of their numbers.
  var streams: [Stream] {
    (0..<Int(self[.streamCount])).compactMap { self[.streams]?[$0].map(Stream.init) }
  }

  /// FFmpeg's name of the format, and the same in words.
  var formatNames: (short: String, long: String) {
    guard let format = self[.inputFormat] else { return ("", "") }
    return (String(cString: format.pointee.name), String(cString: format.pointee.long_name))
  }
}

extension FFmpegField<AVFormatContext, Int32> {
  static var flags: Self { Self(\.flags, layout_AVFormatContext_flags) }
}

extension FFmpegField<AVFormatContext, UInt32> {
  static var streamCount: Self { Self(\.nb_streams, layout_AVFormatContext_nb_streams) }
}

extension FFmpegField<AVFormatContext, Int64> {
  static var duration: Self { Self(\.duration, layout_AVFormatContext_duration) }
}

extension FFmpegField<AVFormatContext, UnsafePointer<AVInputFormat>?> {
  static var inputFormat: Self { Self(\.iformat, layout_AVFormatContext_iformat) }
}

extension FFmpegField<AVFormatContext, UnsafeMutablePointer<AVIOContext>?> {
  static var bytes: Self { Self(\.pb, layout_AVFormatContext_pb) }
}

extension FFmpegField<
  AVFormatContext, UnsafeMutablePointer<UnsafeMutablePointer<AVStream>?>?
> {
  static var streams: Self { Self(\.streams, layout_AVFormatContext_streams) }
}

extension FFmpegField<AVFormatContext, UnsafeMutablePointer<CChar>?> {
  static var address: Self { Self(\.url, layout_AVFormatContext_url) }
}

extension FFmpegField<AVFormatContext, AVIOInterruptCB> {
  static var interrupt: Self {
    Self(\.interrupt_callback, layout_AVFormatContext_interrupt_callback)
  }
}

extension FFmpegField<AVFormatContext, OpaquePointer?> {
  static var metadata: Self { Self(\.metadata, layout_AVFormatContext_metadata) }
}

extension FFmpegField<AVFormatContext, AVDurationEstimationMethod> {
  static var durationMethod: Self {
    Self(\.duration_estimation_method, layout_AVFormatContext_duration_estimation_method)
  }
}

extension FFmpegField<AVIOContext, UnsafeMutablePointer<UInt8>?> {
  static var buffer: Self { Self(\.buffer, layout_AVIOContext_buffer) }
}

extension FFmpegField<AVIOContext, Int32> {
  static var error: Self { Self(\.error, layout_AVIOContext_error) }
}

extension FFmpegField<AVIOContext, Int64> {
  static var bytesRead: Self { Self(\.bytes_read, layout_AVIOContext_bytes_read) }
}

// MARK: Numbers

extension AVCodecID {
  static var hevc: AVCodecID { AVCodecID(layout_AV_CODEC_ID_HEVC) }
  static var vp9: AVCodecID { AVCodecID(layout_AV_CODEC_ID_VP9) }
  static var av1: AVCodecID { AVCodecID(layout_AV_CODEC_ID_AV1) }

  private init(_ layout: pose3d_layout) { self.init(rawValue: UInt32(pose3d_layout(layout))) }
}

extension AVPixelFormat {
  static var bgr0: AVPixelFormat { AVPixelFormat(layout_AV_PIX_FMT_BGR0) }
  static var yuvj411p: AVPixelFormat { AVPixelFormat(layout_AV_PIX_FMT_YUVJ411P) }

  private init(_ layout: pose3d_layout) { self.init(rawValue: pose3d_layout(layout)) }

  /// Grey of more than 8 bits.
  static var deepGreys: [AVPixelFormat] {
    [
      layout_AV_PIX_FMT_GRAY16LE, layout_AV_PIX_FMT_GRAY16BE, layout_AV_PIX_FMT_GRAY14LE,
      layout_AV_PIX_FMT_GRAY14BE, layout_AV_PIX_FMT_GRAY12LE, layout_AV_PIX_FMT_GRAY12BE,
      layout_AV_PIX_FMT_GRAY10LE, layout_AV_PIX_FMT_GRAY10BE,
    ].map(AVPixelFormat.init)
  }
}
