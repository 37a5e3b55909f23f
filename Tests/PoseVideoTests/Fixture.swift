import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing
import PoseVideo

extension Fixture {
  static func video(_ name: String) -> String { path("video/\(name)") }
}

/// Everything that comes out of a video.
struct Reading {
  var frames: [VideoFrame] = []
  let info: VideoInfo
  let report: VideoReport

  init(
    _ path: String, depth: String? = nil, _ change: (inout VideoReader.Options) -> Void = { _ in }
  )
    throws
  {
    var options = VideoReader.Options()
    change(&options)
    let reader = try VideoReader(contentsOf: path, depth: depth, options: options)
    while let frame = try reader.next() { frames.append(frame) }
    info = reader.info
    report = reader.report
  }

  var indices: [Int] { frames.map(\.index) }
  /// In whole milliseconds.
  var times: [Int] { frames.map { Int((1000 * $0.time).rounded()) } }
  /// The numbers that the fixtures' pictures show in their middles.
  var shown: [Int] { frames.map(\.image.shownNumber) }
}

extension ColorImage {
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    pixels[(3 * (y * width + x))...].prefix(3).map(Int.init)
  }

  /// Red, green, blue and grey of the quarters of the fixtures' pictures, from the middles of the
  /// top left, top right, bottom left and bottom right ones.
  var quarters: [[Int]] {
    [(1, 1), (7, 1), (1, 7), (7, 7)].map { pixel($0.0 * width / 8, $0.1 * height / 8) }
  }

  /// The number that the fixtures' pictures show: a grey of 40 and 16 for each.
  var shownNumber: Int { Int(((Double(pixel(width / 2, height / 2)[1]) - 40) / 16).rounded()) }
}

/// The colours of the quarters.
let (red, green, blue, grey) = ([200, 40, 40], [40, 180, 40], [40, 40, 200], [128, 128, 128])

func expectColors(
  _ found: [[Int]], _ expected: [[Int]], within tolerance: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (found, expected) in zip(found, expected) {
    let difference = zip(found, expected).map { abs($0 - $1) }.max() ?? .max
    #expect(
      difference <= tolerance, "\(found) where \(expected) was expected",
      sourceLocation: sourceLocation)
  }
}
