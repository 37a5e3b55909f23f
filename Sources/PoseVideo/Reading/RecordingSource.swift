internal import CFFmpeg
import DepthIO
import PoseDocuments
import PoseImaging

/// The frames of a Record3D recording.
final class RecordingSource: FrameSource {
  private(set) var info: VideoInfo
  private let recording: Record3DRecording
  private let times: [Double]
  private let scaler: PictureScaler
  private let usesDepth: Bool
  private var position = -1

  /// Throws `FileError` as the reader's initializer does.
  init(_ path: String, options: VideoReader.Options) throws(FileError) {
    recording = try Record3DRecording(contentsOf: path, options: options.depth)
    usesDepth = options.usesOwnDepth
    let frames = recording.frames
    let rate = recording.frameRate ?? options.frameRate
    if let stated = recording.times {
      times = stated.map { $0 - stated[0] }
    } else if let rate {
      times = frames.map { Double($0 - frames[0]) / rate }
    } else {
      throw FileError(
        .timesMissing, path: path,
        "the recording states neither times nor a frame rate", remedy: .giveFrameRate)
    }
    var first: (color: ColorFile, depth: DepthFile)?
    for frame in frames where first == nil {
      guard let color = try? recording.color(frame), let depth = try? recording.depth(frame) else {
        continue
      }
      first = (color, depth)
    }
    guard let first else {
      throw FileError(
        .damaged, path: path,
        "not one of the recording's \(frames.count) frames has both an image and depth that can "
          + "be read")
    }
    let (color, map) = (first.color, first.depth.map)
    scaler = PictureScaler(
      width: color.image.width, height: color.image.height, path: path)
    info = VideoInfo(
      format: "Record3D", width: color.image.width, height: color.image.height,
      orientation: color.orientation, frameRate: rate,
      duration: times.max().map { $0 + (rate.map { 1 / $0 } ?? 0) },
      frameCount: frames.count, depthSize: usesDepth ? (map.width, map.height) : nil,
      depthUnit: usesDepth ? first.depth.unit : nil,
      calibration: first.depth.camera)
  }

  var index: VideoIndex { VideoIndex(color: nil, depth: nil) }

  /// None where the times don't ascend: the frames are then read one after the other, and those that aren't later are left
  /// out.
  var timeline: FrameTimeline? {
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    return FrameTimeline(times: times, positions: Array(times.indices), keys: nil)
  }

  func seek(to place: Int) { position = place - 1 }

  func advance(_ report: inout VideoReport) -> FrameTimestamp? {
    guard position + 1 < times.count else { return nil }
    position += 1
    return FrameTimestamp(
      index: recording.frames[position], position: position, place: position,
      time: times[position])
  }

  func frame(_ report: inout VideoReport) throws(FileError) -> VideoFrame? {
    let number = recording.frames[position]
    guard let picture = try? recording.color(number).image else {
      report.corruptPackets += 1
      return nil
    }
    let depth = usesDepth ? try? recording.depth(number).map : nil
    if usesDepth && depth == nil { report.framesWithoutDepth += 1 }
    return VideoFrame(
      index: number, place: position, time: times[position],
      image: try scaler.scaled(picture, &report), depth: depth)
  }
}

/// The contents of an Azure Kinect's recording besides its tracks (Azure Kinect Sensor SDK, "Azure
/// Kinect DK recording file format").
enum AzureKinectRecording {
  /// The calibration that is attached to a recording, for pictures of these sizes; `nil` without
  /// one, or when it can't be read.
  static func calibration(
    in container: Container, colorSize: (width: Int, height: Int),
    depthSize: (width: Int, height: Int)?
  ) -> CameraFile? {
    guard container.isAzureKinect else { return nil }
    let attachment = container.streams.first { stream in
      stream.parameters[.kind] == AVMEDIA_TYPE_ATTACHMENT
        && Container.value("filename", in: stream.metadata) == "calibration.json"
    }
    guard let attachment, let start = attachment.parameters[.extraData] else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(attachment.parameters[.extraDataSize]))
    // The SDK writes the text with the zero that ends it.
    let text = Array(bytes.prefix { $0 != 0 })
    return try? CameraFile(
      bytes: text, name: "\(container.path), calibration.json",
      options: CameraReadingOptions(colorSize: colorSize, depthSize: depthSize))
  }
}
