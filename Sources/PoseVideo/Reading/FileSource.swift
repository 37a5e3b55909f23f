internal import CFFmpeg
import DepthIO
import PoseDocuments
import PoseImaging

/// The frames of a video file.
final class FileSource: FrameSource {
  private(set) var info: VideoInfo
  private let decoder: TrackDecoder
  private let converter: PictureConverter
  private let depth: (any DepthSource)?
  private let packets: PacketIndex?
  /// The first frame was decoded when the file was opened.
  private var isFirstPending = true

  /// Throws `FileError` as the reader's initializer does.
  init(
    _ path: String, depthPath: String?, options: VideoReader.Options, index: VideoIndex?,
    report: inout VideoReport
  ) throws(FileError) {
    let container = try Container(path)
    guard let stream = Self.colorStream(of: container) else {
      throw InputKind.noVideo(container)
    }
    let pixelLimit = options.depth.pixelLimit
    packets =
      if let index { index.color } else { try PacketIndex(of: path, stream: stream.index) }
    decoder = try TrackDecoder(
      stream, of: container, index: packets, every: options.every, threads: options.threads,
      pixelLimit: pixelLimit)
    let codec = FFmpegWords.name(of: stream.parameters[.codec])
    guard decoder.advance(&report) else {
      throw FileError(
        .damaged, path: path,
        report.corruptPackets == 0
          ? "the video (\(container.formatName), \(codec)) has no frames: it is empty or cut short"
          : "not one frame of the video (\(container.formatName), \(codec)) can be decoded: "
            + "\(report.corruptPackets) packets are damaged")
    }
    let orientation = stream.orientation
    let aspect = av_guess_sample_aspect_ratio(container.context, stream.pointer, decoder.frame)
    converter = try PictureConverter(
      first: decoder.frame, pixelAspect: aspect, orientation: orientation,
      pixelLimit: pixelLimit, path: path)
    let turned = orientation.swapsAxes
    info = VideoInfo(
      format: "\(container.formatName) / \(codec)",
      width: turned ? converter.height : converter.width,
      height: turned ? converter.width : converter.height, orientation: orientation,
      frameRate: stream.frameRate, duration: Self.duration(of: stream, in: container))
    info.frameCount = Self.frameCount(of: stream, duration: info.duration)
    info.captureRate = container.captureRate
    (info.focalLengthIn35mmFilm, info.phone) = (
      container.focalLengthIn35mmFilm, container.phone
    )
    let format = AVPixelFormat(decoder.frame[.format])
    info.isPlayedByBrowsers =
      ["MP4 / H.264", "QuickTime / H.264"].contains(info.format)
      && [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P].contains(format)
    if let depthPath {
      depth = try Self.depth(
        depthPath, frameRate: info.frameRate, frameCount: packets?.ticks.count ?? info.frameCount,
        options: options, index: index, report: &report)
    } else if options.usesOwnDepth, DepthTrack.stream(of: container) != nil {
      depth = try DepthTrack(
        of: try Container(path), origin: decoder.start, frameRate: info.frameRate,
        options: options, index: index, report: &report)
    } else {
      depth = nil
    }
    info.depthSize = depth?.size
    info.depthUnit = depth?.statedUnit
    // The file's own end may be short of its last frames, or counted from another moment.
    if let times = timeline?.times, let first = times.first, let last = times.last {
      let interval = times.count > 1 ? (last - first) / Double(times.count - 1) : 0
      // Matroska counts it from 0.
      let beginning = container.isMatroska ? max(decoder.start, 0) : 0
      info.duration = max(info.duration.map { $0 - beginning } ?? 0, last + interval)
    }
    info.calibration = AzureKinectRecording.calibration(
      in: container, colorSize: (Int(stream.parameters[.width]), Int(stream.parameters[.height])),
      depthSize: info.depthSize)
  }

  var index: VideoIndex { VideoIndex(color: packets, depth: depth?.index) }

  var timeline: FrameTimeline? {
    guard let packets, depth?.canBeSought ?? true else { return nil }
    return FrameTimeline(
      times: packets.ticks.map { decoder.stream.seconds($0) - decoder.start },
      positions: Array(packets.ticks.indices), keys: packets.keys.map(\.number))
  }

  func seek(to place: Int) throws(FileError) {
    guard let packets else { preconditionFailure("nothing is known of where frames are") }
    isFirstPending = false
    try decoder.seek(to: place)
    try depth?.seek(to: decoder.stream.seconds(packets.ticks[place]) - decoder.start)
  }

  func advance(_ report: inout VideoReport) -> FrameTimestamp? {
    guard isFirstPending || decoder.advance(&report) else { return nil }
    isFirstPending = false
    return moment
  }

  func frame(_ report: inout VideoReport) throws(FileError) -> VideoFrame? {
    guard let image = converter.picture(decoder.frame) else {
      report.corruptPackets += 1
      return nil
    }
    if converter.isResized(decoder.frame) { report.resizedFrames += 1 }
    let map = try depth?.map(for: moment, &report)
    if depth != nil && map == nil { report.framesWithoutDepth += 1 }
    return VideoFrame(
      index: moment.index, place: moment.place, time: moment.time, image: image, depth: map)
  }

  private var moment: FrameTimestamp {
    FrameTimestamp(
      index: decoder.number, position: decoder.number, place: decoder.number,
      time: decoder.time - decoder.start)
  }
}

extension FileSource {
  /// The colour image among the video streams: the one that is marked as such (Azure Kinect), else
  /// the default one, else the largest.
  private static func colorStream(of container: Container) -> Stream? {
    let streams = container.streams.filter { stream in
      stream.isVideo && !stream.isDeepGrey
    }
    func rank(_ stream: Stream) -> (Int, Int, Int) {
      (
        stream.title.contains("COLOR") ? 1 : 0,
        stream.pointer[.disposition] & AV_DISPOSITION_DEFAULT != 0 ? 1 : 0,
        stream.pixelCount
      )
    }
    return streams.reduce(nil as Stream?) { best, stream in
      best.map { rank(stream) > rank($0) ? stream : $0 } ?? stream
    }
  }

  /// Depth in a file or a folder of its own.
  ///
  /// - Parameters:
  ///   - frameCount: the frames of a video without numbers; `nil` when unknown.
  ///   - colorTimes: the times in the names of the first and the last image; `nil` where they have none.
  static func depth(
    _ path: String, frameRate: Double?, frameCount: Int? = nil,
    colorTimes: ClosedRange<Double>? = nil, options: VideoReader.Options,
    index: VideoIndex?, report: inout VideoReport
  ) throws(FileError) -> any DepthSource {
    switch try InputKind(path) {
    case .folder:
      return try DepthFolder(
        path, frameRate: frameRate, frameCount: frameCount, colorTimes: colorTimes,
        options: options)
    case .archive, .file:
      return try DepthTrack(
        of: try Container(path), origin: nil, frameRate: frameRate, options: options,
        index: index, report: &report)
    }
  }

  private static func duration(of stream: Stream, in container: Container) -> Double? {
    if let seconds = stream.statedDuration(in: container) { return seconds }
    let duration = container.context[.duration]
    return duration == pose3d_no_pts() || duration <= 0
      ? nil : Double(duration) / Double(AV_TIME_BASE)
  }

  private static func frameCount(of stream: Stream, duration: Double?) -> Int? {
    let stated = stream.pointer[.frameCount]
    if stated > 0 { return Int(stated) }
    guard let duration, let rate = stream.frameRate else { return nil }
    return Int(exactly: (duration * rate).rounded()).flatMap { $0 >= 0 ? $0 : nil }
  }
}
