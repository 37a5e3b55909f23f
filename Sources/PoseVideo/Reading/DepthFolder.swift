import DepthIO
import PoseDocuments
import PoseImaging

/// Depth maps from a folder of numbered files.
final class DepthFolder: DepthSource {
  let size: (width: Int, height: Int)
  let statedUnit: DepthUnit?
  private let folder: FrameFolder
  private let options: ReadingOptions
  private let places: [Int: Int]
  /// The number of the first frame's map.
  private let firstNumber: Int
  /// The time at which the video starts, if the files' names are times.
  private let origin: Double?
  private let tolerance: Double

  /// A folder that was given for its depth maps. Throws as the other initializer does, and
  /// `mismatch` when there are none.
  ///
  /// - Parameters:
  ///   - frameCount: the frames of a video, which has no numbers: maps numbered from 1 to it begin with its first frame.
  ///     `nil` when unknown.
  ///   - colorTimes: the times in the names of the first and the last image: maps whose names have times of the same
  ///     clock belong to images by them. `nil` where images have none.
  convenience init(
    _ path: String, frameRate: Double?, frameCount: Int? = nil,
    colorTimes: ClosedRange<Double>? = nil, options: VideoReader.Options
  ) throws(FileError) {
    guard let folder = try FrameFolder(path, of: .depth, isAlone: true) else {
      throw FileError(
        .mismatch, path: path,
        "there are no numbered depth maps in this folder: they are named by their frame's number, "
          + "such as 0000_depth.png")
    }
    let numbers = folder.entries.map(\.number)
    let isFromOne = numbers.min() == 1 && numbers.max() == frameCount
    let times = folder.entries.compactMap(\.time)
    let isOfOneClock = colorTimes.map { span in times.contains { span.contains($0) } } ?? false
    try self.init(
      folder, path: path, origin: isOfOneClock ? colorTimes?.lowerBound : nil, frameRate: frameRate,
      firstNumber: isFromOne ? 1 : 0,
      options: options)
  }

  /// - Parameter origin: the time in the name of the video's first frame; `nil` when that has none.
  /// - Throws: `unitMissing` if the unit is unknown, `damaged` if no file can be read.
  init(
    _ folder: FrameFolder, path: String, origin: Double?, frameRate: Double?,
    firstNumber: Int = 0, options: VideoReader.Options
  ) throws(FileError) {
    self.folder = folder
    self.firstNumber = firstNumber
    self.options = options.depth
    places = Dictionary(
      uniqueKeysWithValues: zip(folder.entries.map(\.number), folder.entries.indices))
    self.origin = folder.hasTimes ? origin ?? folder.entries[0].time : nil
    tolerance = 0.5 / (frameRate ?? 30)
    var failure: FileError?
    for entry in folder.entries {
      do throws(FileError) {
        let file = try DepthFile(contentsOf: entry.path, options: options.depth)
        size = (file.map.width, file.map.height)
        statedUnit = file.unit
        return
      } catch {
        guard error.code != .unitMissing else { throw error }
        failure = failure ?? error
      }
    }
    throw FileError(
      .damaged, path: path,
      "not one of the \(folder.entries.count) depth maps in this folder can be read, beginning "
        + "with \(failure?.description ?? "none")")
  }

  var index: PacketIndex? { nil }

  let canBeSought = true

  func seek(to moment: Double) {}

  /// The map of the same number, or of the nearest time within half a frame where names are times.
  func map(for moment: FrameTimestamp, _ report: inout VideoReport) -> DepthMap? {
    guard let entry = entry(for: moment) else { return nil }
    do throws(FileError) {
      return try DepthFile(contentsOf: entry.path, options: options).map
    } catch {
      // A map in which nothing was measured is sound, and no map.
      if error.code != .unsuitable { report.corruptPackets += 1 }
      return nil
    }
  }

  private func entry(for moment: FrameTimestamp) -> FrameFolder.Entry? {
    let entries = folder.entries
    guard let origin else { return places[moment.index + firstNumber].map { entries[$0] } }
    let time = origin + moment.time
    let next = entries.partitioningIndex { ($0.time ?? 0) >= time }
    let near = entries[max(0, next - 1)..<min(entries.count, next + 1)]
    let best = near.min { abs(($0.time ?? 0) - time) < abs(($1.time ?? 0) - time) }
    return best.flatMap { abs(($0.time ?? 0) - time) <= tolerance ? $0 : nil }
  }
}
