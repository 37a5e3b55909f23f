import DepthIO
import Foundation
import Pose3D
@testable import PoseDetection
import PoseImaging
import TestSupport
import Testing

@Suite(.enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct HeadlessSearchTests {
  /// Points that are still in the picture.
  private static let legs: [Keypoint] = [
    .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
  ]

  @Test(
    arguments: [
      ("detection/squat/0000.jpg", 167), ("detection/rendered_oblique.jpg", 217),
      ("demo/color.jpg", 223),
    ])
  func `a person whose picture is cut off at the waist has the same legs`(
    name: String, row: Int
  ) throws {
    let picture = try image(name)
    let detector = try Installation.detector()
    let whole = try #require(try detector.poses(in: picture).first)
    let part = try #require(try detector.poses(in: picture.below(row)).first)
    let heights = whole.points.values.map(\.y)
    let size = try #require(heights.max()) - (try #require(heights.min()))
    // From behind and from in front legs look alike.
    let distance = try min(
      distance(whole, part, row) { $0 }, distance(whole, part, row) { $0.mirrored })
    #expect(distance < 0.05 * size)
  }

  @Test func `a person without a head is followed at the size that they have`() throws {
    let row = 167
    let detector = try Installation.detector()
    let (whole, part) = (
      BodyPoseTracker(detector: detector), BodyPoseTracker(detector: detector)
    )
    for step in 0..<24 {
      // The man stands still in the first frame.
      let picture = try image("detection/squat/0000.jpg")
      let time = Double(step) / 30
      let known = try #require(try whole.poses(in: picture, at: time).first)
      let seen = try #require(try part.poses(in: picture.below(row), at: time).first)
      #expect(seen.id == 0)
      let heights = known.points.values.map(\.y)
      let size = try #require(heights.max()) - (try #require(heights.min()))
      let distance = try min(
        distance(known, seen, row) { $0 }, distance(known, seen, row) { $0.mirrored })
      #expect(distance < 0.06 * size, "frame \(step)")
    }
  }

  @Test func `searches come every half second at first, then every four`() {
    var (searches, times) = (HeadlessSearches(first: 0, last: 0), [0.0])
    for step in 1...590 {
      let time = Double(step) / 30
      guard searches.isDue(at: time) else { continue }
      searches.last = time
      times.append(time)
    }
    let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(zip(pauses, [0.5, 0.5, 1, 2, 4, 4, 4]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(pauses.count == 7)
  }

  @Test func `the search takes place only where it may take time`() throws {
    let picture = try image("detection/squat/0000.jpg").below(167)
    let detector = try Installation.detector()
    let window = try #require(PictureWindow(picture, nil))
    func hips(searches: Bool) throws -> (SIMD2<Double>?, asked: Int) {
      var asked = 0
      let mayTakeTime = {
        asked += 1
        return searches
      }
      var people = try detector.newcomers(
        in: picture, window, depth: nil, searchesHeadless: mayTakeTime)
      if people.isEmpty {
        people = try detector.closerSearch(
          in: picture, window, depth: nil, searchesHeadless: mayTakeTime)
      }
      return (people.first?.hips, asked)
    }
    let (with, without) = try (hips(searches: true), hips(searches: false))
    #expect(with.asked == 1)
    #expect(without.asked == 1)
    #expect(with.0 != nil)
    #expect(with.0 != without.0)
  }

  @Test(arguments: [1, 3])
  func `no person is found in a picture without people`(count: Int) throws {
    let picture = try image("detection/squat/0000.jpg")
    // The wall and the floor beside the man.
    let part = picture.columns(0..<90)
    #expect(try Installation.detector(maximumCount: count).poses(in: part).isEmpty)
    let gray = ColorImage(
      width: 320, height: 240, pixels: [UInt8](repeating: 120, count: 3 * 320 * 240))
    #expect(try Installation.detector(maximumCount: count).poses(in: gray).isEmpty)
  }

  /// The mean distance of the legs' points of a picture from those of its part below a row, in pixels.
  private func distance(
    _ whole: Pose2D, _ part: Pose2D, _ row: Int, names: (Keypoint) -> Keypoint
  ) throws -> Double {
    let distances = try Self.legs.map { keypoint in
      let one = try #require(whole.points[keypoint])
      let other = try #require(part.points[names(keypoint)])
      return hypot(one.x - other.x, one.y - Double(row) - other.y)
    }
    return distances.reduce(0, +) / Double(distances.count)
  }

  private func image(_ name: String) throws -> ColorImage {
    try ColorImage(contentsOf: Fixture.path(name))
  }
}

extension ColorImage {
  /// The picture from a row on.
  fileprivate func below(_ row: Int) -> ColorImage {
    ColorImage(width: width, height: height - row, pixels: Array(pixels[(3 * row * width)...]))
  }

  /// Some of its columns.
  fileprivate func columns(_ range: Range<Int>) -> ColorImage {
    var rows: [UInt8] = []
    for row in 0..<height {
      let start = row * width
      rows += pixels[(3 * (start + range.lowerBound))..<(3 * (start + range.upperBound))]
    }
    return ColorImage(width: range.count, height: height, pixels: rows)
  }
}
