import DepthIO
import Detection
import Foundation
import Pose3D
import Testing

@Suite("Tracker", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct BodyPoseTrackerTests {
  @Test("keeps a person through a video, near to where the detector finds them anew")
  func follows() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let wide = try fixture("rendered_oblique.jpg")
    for step in 0..<6 {
      // The picture moves to the left under a window that is 40 pixels narrower.
      let picture = window(wide, left: 6 * step, width: wide.width - 40)
      let followed = try tracker.poses(in: picture, at: Double(step) / 30)
      let anew = try Installation.detector().poses(in: picture)
      try #require(followed.count == 1 && anew.count == 1)
      #expect(followed[0].id == 0)
      #expect(try meanDistance(followed[0], anew[0]) < Tolerance.meanTrackedPixels)
    }
  }

  @Test("a person who comes back after nobody was there is a new one")
  func lost() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let picture = try fixture("rendered_back.jpg")
    let empty = ColorImage(
      width: picture.width, height: picture.height,
      pixels: [UInt8](repeating: 90, count: picture.pixels.count))
    let ids = try [picture, picture, empty, picture].enumerated().map { index, picture in
      try tracker.poses(in: picture, at: Double(index) / 30).map(\.id)
    }
    #expect(ids == [[0], [0], [], [1]])
  }

  @Test("a time that doesn't go on begins a new video", arguments: [1.0, 0.5, 1.5])
  func time(second: Double) throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let picture = try fixture("rendered_back.jpg")
    #expect(try tracker.poses(in: picture, at: 1).map(\.id) == [0])
    #expect(try tracker.poses(in: picture, at: second).map(\.id) == [second > 1 ? 0 : 1])
  }

  @Test("two people keep their numbers, whichever of them comes first")
  func two() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: 2))
    let picture = try fixture("rendered_two_people.jpg")
    let first = try tracker.poses(in: picture, at: 0)
    try #require(first.map(\.id) == [0, 1])
    for step in 1..<4 {
      let poses = try tracker.poses(in: picture, at: Double(step) / 30)
      #expect(poses.count == 2)
      for pose in poses {
        let before = try #require(first.first { $0.id == pose.id })
        #expect(try meanDistance(pose, before) < Tolerance.meanTrackedPixels)
      }
    }
  }

  @Test("one person is not followed twice, however many are looked for")
  func once() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: 5))
    let picture = try fixture("rendered_oblique.jpg")
    for step in 0..<3 {
      #expect(try tracker.poses(in: picture, at: Double(step) / 30).map(\.id) == [0])
    }
  }

  private func fixture(_ name: String) throws -> ColorImage {
    try ColorImage(contentsOf: Installation.fixtures.appendingPathComponent(name).path)
  }

  private func window(_ picture: ColorImage, left: Int, width: Int) -> ColorImage {
    let rows = (0..<picture.height).flatMap { y in
      let start = 3 * (y * picture.width + left)
      return picture.pixels[start..<(start + 3 * width)]
    }
    return ColorImage(width: width, height: picture.height, pixels: rows)
  }

  private func meanDistance(_ one: Pose2D, _ other: Pose2D) throws -> Double {
    let distances = try one.points.map { name, point in
      let twin = try #require(other.points[name])
      return hypot(point.x - twin.x, point.y - twin.y)
    }
    return distances.reduce(0, +) / Double(distances.count)
  }
}
