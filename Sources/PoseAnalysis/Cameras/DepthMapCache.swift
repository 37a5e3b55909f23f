internal import PoseDocuments
internal import Foundation
internal import PoseImaging
internal import PoseMotion
internal import Pose3D

/// The depth maps of one camera around the people in its pictures, until the views are fused: in a file without a
/// name, for in memory they would be gigabytes. One thread at a time.
final class DepthMapCache: @unchecked Sendable {
  private let file: FileHandle
  private let folder: String
  private var entries: [Entry] = []
  private var end: UInt64 = 0
  private var last: (place: Int, map: DepthMap)?
  /// The error of a map that could not be read back; `nil` when all could.
  private(set) var failure: FileError?

  /// One map's entry in the file.
  private struct Entry {
    var time: Double
    var offset: UInt64
    var part: PackedDepth
  }

  /// The margin that is kept around the keypoints' box, as a share of its longer side.
  private static let margin = 0.25
  /// A map is of a moment that is nearer to it than this share of the time between frames.
  private static let nearest = 0.6

  /// An empty one.
  ///
  /// Throws `unwritable` when there can be no file in the folder for temporary ones.
  init() throws(FileError) {
    folder = FileManager.default.temporaryDirectory.path
    var name = Array("\(folder)/pose3d-depth-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw FileError(
        .unwritable, path: folder,
        "no file can be made there for depth maps until the cameras' views are fused: \(String(cString: strerror(errno))). TMPDIR names another folder"
      )
    }
    unlink(name)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Keeps what a map shows of people; nothing of a map whose unit isn't known, or without people.
  ///
  /// - Parameters:
  ///   - map: registered to the picture.
  ///   - time: later than that of the map before.
  /// - Throws: `unwritable` when there is no more room.
  func add(_ map: DepthMap, at time: Double, around people: [Pose2D]) throws(FileError) {
    guard map.isMetric, let (columns, rows) = Self.box(of: people, in: map),
      let (part, bytes) = PackedDepth.packing(map, columns: columns, rows: rows)
    else { return }
    do {
      try file.write(contentsOf: bytes)
    } catch {
      throw FileError(
        .unwritable, path: folder,
        "there is no more room for depth maps until the cameras' views are fused, after \(entries.count) of them (\(end >> 20) MB). TMPDIR names another folder"
      )
    }
    entries.append(Entry(time: time, offset: end, part: part))
    end += UInt64(bytes.count)
  }

  /// The part of a map that shows people; `nil` if no person is in it.
  private static func box(
    of people: [Pose2D], in map: DepthMap
  ) -> (columns: Range<Int>, rows: Range<Int>)? {
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    for pose in people {
      let scale = SIMD2(
        Double(map.width) / Double(pose.imageWidth), Double(map.height) / Double(pose.imageHeight))
      var (from, to) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
      for point in pose.points.values {
        let place = SIMD2(point.x, point.y) * scale
        guard place.x.isFinite, place.y.isFinite else { continue }
        (from, to) = (pointwiseMin(from, place), pointwiseMax(to, place))
      }
      let border = margin * max(to.x - from.x, to.y - from.y)
      (low, high) = (pointwiseMin(low, from - border), pointwiseMax(high, to + border))
    }
    low.clamp(lowerBound: .zero, upperBound: SIMD2(Double(map.width), Double(map.height)))
    high.clamp(lowerBound: .zero, upperBound: SIMD2(Double(map.width), Double(map.height)))
    guard low.x < high.x, low.y < high.y else { return nil }
    return (Int(low.x)..<Int(high.x.rounded(.up)), Int(low.y)..<Int(high.y.rounded(.up)))
  }

  /// Whether it holds no maps.
  var isEmpty: Bool { entries.isEmpty }

  /// The map nearest to a moment, with nothing measured away from people; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - time: by the camera's own clock.
  ///   - interval: the time between its frames.
  func map(at time: Double, interval: Double) -> DepthMap? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    let near = [low - 1, low].filter(entries.indices.contains).min {
      abs(entries[$0].time - time) < abs(entries[$1].time - time)
    }
    guard let near, abs(entries[near].time - time) <= Self.nearest * interval else { return nil }
    if let last, last.place == near { return last.map }
    guard let map = read(entries[near]) else { return nil }
    last = (near, map)
    return map
  }

  private func read(_ entry: Entry) -> DepthMap? {
    guard (try? file.seek(toOffset: entry.offset)) != nil,
      let data = try? file.read(upToCount: entry.part.byteCount),
      data.count == entry.part.byteCount
    else {
      failure = FileError(
        .damaged, path: folder, "the depth maps that were kept there can't be read back")
      return nil
    }
    return data.withUnsafeBytes(entry.part.map)
  }
}
