internal import CFFmpeg
import PoseDocuments
import PoseImaging

/// A file that FFmpeg has recognised, with its streams. It opens no other file and no address,
/// whatever the file contains.
final class Container {
  let path: String
  let context: UnsafeMutablePointer<AVFormatContext>
  private let file: LocalFile

  /// Throws `noSuchFile`, `unknownFormat` when nothing in the file is known, `damaged` when it is but
  /// can't be opened.
  init(_ path: String) throws(FileError) {
    let file = try LocalFile(path)
    var format: UnsafePointer<AVInputFormat>?
    let score = av_probe_input_buffer2(file.io, &format, "", nil, 0, 0)
    guard score >= 0, let format else { throw InputKind.unknown(file) }
    if let error = InputKind.refusal(of: String(cString: format.pointee.name), file) { throw error }
    guard let allocated = avformat_alloc_context() else {
      throw FileError(.damaged, path: path, "there is no memory left to read the file")
    }
    allocated[.bytes] = file.io
    pose3d_refuse_opening(allocated)
    // Those that go round `io_open` ask for a protocol, of which this allows none.
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "none", 0)
    defer { av_dict_free(&options) }
    var context: UnsafeMutablePointer<AVFormatContext>? = allocated
    let opened = avformat_open_input(&context, "", format, &options)
    guard opened >= 0, let context else { throw InputKind.unopened(file, format, code: opened) }
    self.path = path
    self.file = file
    self.context = context
    // What it can't find out about a stream, decoding will.
    _ = avformat_find_stream_info(context, nil)
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  var streams: [Stream] { context.streams }

  /// Bytes in the file.
  var size: Int64 { file.size }

  /// The state of the file when it was opened.
  var version: FileVersion { file.version }

  var isMatroska: Bool { demuxer == "matroska,webm" }

  /// Whether packets can be sought by their times: not in a stream of packets without an index,
  /// where positions can only be guessed.
  var canBeSought: Bool {
    ["matroska,webm", Self.quickTime, "avi"].contains(demuxer)
  }

  private static let quickTime = "mov,mp4,m4a,3gp,3g2,mj2"

  private var demuxer: String { context.formatNames.short }

  /// The end of the last packet in the file's index, in bytes; 0 without an index of every packet,
  /// which MP4 and AVI have.
  func indexedEnd(of stream: Stream) -> Int64 {
    (0..<pose3d_index_count(stream.pointer)).reduce(0) { end, place in
      guard let entry = pose3d_index_entry(stream.pointer, place)?.pointee else { return end }
      return max(end, entry.pos.addingReportingOverflow(Int64(entry.size)).partialValue)
    }
  }

  /// "Matroska", "MP4".
  var formatName: String {
    switch demuxer {
    case "matroska,webm": "Matroska"
    case Self.quickTime:
      Self.value("major_brand", in: context[.metadata])?.hasPrefix("qt") == true
        ? "QuickTime" : "MP4"
    case "avi": "AVI"
    case "mpegts": "MPEG-TS"
    default: context.formatNames.long
    }
  }

  /// The frames a second that a phone took, where the file states it: Android writes it (MediaRecorder's
  /// `setCaptureRate`) beside times at which a video plays slower, or faster, than life.
  var captureRate: Double? {
    Self.value("com.android.capture.fps", in: context[.metadata]).flatMap { Double($0) }.flatMap {
      $0.isFinite && $0 > 0 ? $0 : nil
    }
  }

  /// The focal length in 35 mm film that the phone states, in millimetres; `nil` where the file states none.
  var focalLengthIn35mmFilm: Double? {
    guard demuxer == Self.quickTime, let metadata = QuickTimeMetadata(path) else {
      return nil
    }
    return metadata.focalLengthIn35mmFilm()
  }

  /// The phone or tablet that the file names: an iPhone or iPad by its model, any other by its model where that is there;
  /// `nil` for another camera, or none.
  var phone: String? {
    func value(_ key: String) -> String? { Self.value(key, in: context[.metadata]) }
    if let model = value("com.apple.quicktime.model"),
      ["iPhone", "iPad", "iPod"].contains(where: model.hasPrefix)
    {
      return model
    }
    guard value("com.android.version") != nil else { return nil }
    return value("com.android.model") ?? "an Android phone"
  }

  /// Whether an Azure Kinect recorded it (its recording format, "Tags": `K4A_…`).
  var isAzureKinect: Bool {
    ([context[.metadata]] + streams.map(\.metadata)).contains { metadata in
      av_dict_get(metadata, "K4A_", nil, AV_DICT_IGNORE_SUFFIX) != nil
    }
  }

  /// Only the packets of this stream will be read; the others cost nothing.
  func select(_ stream: Stream) {
    for other in streams {
      other.pointer[.discard] =
        other.index == stream.index ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  static func value(_ key: String, in metadata: OpaquePointer?) -> String? {
    av_dict_get(metadata, key, nil, 0).flatMap { $0.pointee.value }.map { String(cString: $0) }
  }
}

/// A stream of a container. It must not outlive that.
struct Stream {
  let pointer: UnsafeMutablePointer<AVStream>

  var index: Int32 { pointer[.index] }
  var parameters: UnsafeMutablePointer<AVCodecParameters> {
    guard let parameters = pointer[.parameters] else {
      preconditionFailure("FFmpeg gives every stream its parameters")
    }
    return parameters
  }
  var metadata: OpaquePointer? { pointer[.metadata] }
  var timeBase: AVRational { pointer[.timeBase] }

  var isVideo: Bool {
    parameters[.kind] == AVMEDIA_TYPE_VIDEO
      && pointer[.disposition] & AV_DISPOSITION_ATTACHED_PIC == 0
  }

  var isSound: Bool { parameters[.kind] == AVMEDIA_TYPE_AUDIO }

  /// Grey of more than 8 bits: depth, or infrared.
  var isDeepGrey: Bool {
    isVideo && AVPixelFormat.deepGreys.contains(AVPixelFormat(parameters[.format]))
  }

  /// The track's name, in capitals, as Azure Kinect's are.
  var title: String { (Container.value("title", in: metadata) ?? "").uppercased() }

  var pixelCount: Int { Int(parameters[.width]) * Int(parameters[.height]) }

  /// Frames a second on average; `nil` when the file doesn't say.
  var frameRate: Double? {
    for rate in [pointer[.averageFrameRate], pointer[.realFrameRate]]
    where rate.num > 0 && rate.den > 0 {
      return Double(rate.num) / Double(rate.den)
    }
    return nil
  }

  func seconds(_ ticks: Int64) -> Double {
    Double(ticks) * Double(timeBase.num) / Double(timeBase.den)
  }

  /// The orientation of the stored frame: the nearest of the eight to the display matrix (ISO/IEC
  /// 14496-12, 8.3.2), which takes (p, q) to (a·p + c·q, b·p + d·q).
  var orientation: ImageOrientation {
    guard let matrix = pose3d_display_matrix(pointer) else { return .up }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    if max(a.magnitude, d.magnitude) >= max(b.magnitude, c.magnitude) {
      switch (a < 0, d < 0) {
      case (false, false): return .up
      case (true, false): return .upMirrored
      case (true, true): return .down
      case (false, true): return .downMirrored
      }
    }
    switch (c < 0, b < 0) {
    case (false, false): return .leftMirrored
    case (true, false): return .right
    case (true, true): return .rightMirrored
    case (false, true): return .left
    }
  }

  /// The end of the stream in its own seconds, as the file states it; `nil` if it states none, or
  /// only one for all its streams together.
  func statedDuration(in container: Container) -> Double? {
    let context = container.context
    guard context[.durationMethod] != AVFMT_DURATION_FROM_BITRATE else { return nil }
    if container.isMatroska {
      if let text = Container.value("DURATION", in: metadata) { return Self.seconds(text) }
      let others = container.streams.contains { $0.index != index && ($0.isVideo || $0.isSound) }
      guard !others, context[.duration] != pose3d_no_pts() else { return nil }
      return Double(context[.duration]) / Double(AV_TIME_BASE)
    }
    guard pointer[.duration] != pose3d_no_pts(), pointer[.duration] > 0 else {
      return nil
    }
    return seconds(pointer[.duration])
  }

  /// "00:01:02.500000000" as Matroska's writers put it into a tag.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
    else { return nil }
    let total = 3600 * hours + 60 * minutes + seconds
    return total.isFinite && total >= 0 ? total : nil
  }
}
