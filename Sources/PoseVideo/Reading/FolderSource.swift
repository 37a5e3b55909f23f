import DepthIO
import PoseDocuments
import PoseImaging

/// The frames of a folder of numbered pictures.
final class FolderSource: FrameSource {
  private(set) var info: VideoInfo
  private let folder: FrameFolder
  private let times: [Double]
  private let options: ReadingOptions
  private let depth: (any DepthSource)?
  private let scaler: PictureScaler
  private var position = -1

  /// Throws `FileError` as the reader's initializer does.
  init(
    _ path: String, depthPath: String?, options: VideoReader.Options, index: VideoIndex?,
    report: inout VideoReport
  ) throws(FileError) {
    guard let folder = try FrameFolder(path, of: .color, isAlone: false) else {
      throw Self.noFrames(in: path)
    }
    self.folder = folder
    self.options = options.depth
    let entries = folder.entries
    if folder.hasTimes {
      times = entries.map { ($0.time ?? 0) - (entries[0].time ?? 0) }
    } else if let rate = options.frameRate {
      times = entries.map { Double($0.number - entries[0].number) / rate }
    } else {
      throw FileError(
        .timesMissing, path: path,
        "a folder of numbered frames doesn't say how many there are a second",
        remedy: .giveFrameRate)
    }
    guard let first = entries.lazy.compactMap({ try? Self.picture($0, options.depth) }).first else {
      throw FileError(
        .damaged, path: path,
        "not one of the \(entries.count) images in this folder can be read, beginning with "
          + Self.reason(entries[0], options.depth))
    }
    scaler = PictureScaler(
      width: first.image.width, height: first.image.height, path: path)
    let length = times.last ?? 0
    let rate = folder.hasTimes && length > 0 ? Double(times.count - 1) / length : options.frameRate
    info = VideoInfo(
      format: "folder of frames", width: first.image.width, height: first.image.height,
      orientation: first.orientation, frameRate: rate,
      duration: length + (rate.map { 1 / $0 } ?? 0), frameCount: entries.count)
    if let depthPath {
      let first = folder.hasTimes ? entries[0].time : nil
      depth = try FileSource.depth(
        depthPath, frameRate: rate, colorTimes: first.map { $0...$0 + max(length, 0) },
        options: options, index: index, report: &report)
    } else if options.usesOwnDepth, let maps = try FrameFolder(path, of: .depth, isAlone: false) {
      depth = try DepthFolder(
        maps, path: path, origin: entries[0].time, frameRate: rate, options: options)
    } else {
      depth = nil
    }
    info.depthSize = depth?.size
    info.depthUnit = depth?.statedUnit
  }

  var index: VideoIndex { VideoIndex(color: nil, depth: depth?.index) }

  var timeline: FrameTimeline? {
    guard depth?.canBeSought ?? true else { return nil }
    let first = folder.entries.first?.number ?? 0
    return FrameTimeline(
      times: times, positions: folder.entries.map { $0.number - first }, keys: nil)
  }

  func seek(to place: Int) throws(FileError) {
    position = place - 1
    try depth?.seek(to: times[place])
  }

  func advance(_ report: inout VideoReport) -> FrameTimestamp? {
    guard position + 1 < times.count else { return nil }
    position += 1
    return moment
  }

  func frame(_ report: inout VideoReport) throws(FileError) -> VideoFrame? {
    guard let picture = try? Self.picture(folder.entries[position], options).image else {
      report.corruptPackets += 1
      return nil
    }
    let map = try depth?.map(for: moment, &report)
    if depth != nil && map == nil { report.framesWithoutDepth += 1 }
    return VideoFrame(
      index: moment.index, place: position, time: moment.time,
      image: try scaler.scaled(picture, &report), depth: map)
  }

  private var moment: FrameTimestamp {
    let number = folder.entries[position].number
    return FrameTimestamp(
      index: number, position: number - folder.entries[0].number, place: position,
      time: times[position])
  }
}

extension FolderSource {
  private static func picture(
    _ entry: FrameFolder.Entry, _ options: ReadingOptions
  ) throws(FileError) -> ColorFile {
    try ColorFile(contentsOf: entry.path, options: options)
  }

  private static func reason(_ entry: FrameFolder.Entry, _ options: ReadingOptions) -> String {
    do throws(FileError) {
      _ = try picture(entry, options)
      return entry.path
    } catch {
      return error.description
    }
  }

  private static func noFrames(in path: String) -> FileError {
    let names = (FolderListing.names(in: path) ?? []).sorted()
    let found = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
    return FileError(
      .unknownFormat, path: path,
      "there are no numbered images in this folder, which "
        + (names.isEmpty ? "is empty" : "holds \(found)")
        + ": frames are named by their number, such as 0000_color.jpg with 0000_depth.png")
  }
}
