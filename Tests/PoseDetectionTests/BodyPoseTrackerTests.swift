import DepthIO
import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing

@Suite("Tracker", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct BodyPoseTrackerTests {
  @Test("keeps a person through a video, close to a new detection in each frame")
  func follows() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let wide = try fixture("rendered_oblique.jpg")
    for step in 0..<6 {
      // The picture moves to the left under a window that is 40 pixels narrower.
      let picture = Self.window(wide, left: 6 * step, width: wide.width - 40)
      let followed = try tracker.poses(in: picture, at: Double(step) / 30)
      let anew = try Installation.detector().poses(in: picture)
      try #require(followed.count == 1 && anew.count == 1)
      #expect(followed[0].id == 0)
      #expect(try meanDistance(followed[0], anew[0]) < Tolerance.meanTrackedPixels)
    }
  }

  @Test("a person keeps their number through frames without people")
  func blinks() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let picture = try fixture("rendered_back.jpg")
    for step in 0..<20 {
      let isBlank = [7, 8].contains(step)
      let poses = try tracker.poses(in: isBlank ? blank(picture) : picture, at: Double(step) / 30)
      #expect(poses.map(\.id) == (isBlank ? [] : [0]))
    }
  }

  @Test(
    "a returning person is the same, a new one after a minute, and not followed for a while if too far",
    arguments: [(0.9, 0, [0]), (1.1, 0, [0]), (30, 200, [0]), (61, 0, [1]), (0.1, 300, [])])
  func comesBack(after seconds: Double, moved columns: Int, ids: [Int]) throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let person = try fixture("rendered_back.jpg")
    let first = shifted(person, by: 0, width: 812)
    #expect(try tracker.poses(in: first, at: 0).map(\.id) == [0])
    #expect(try tracker.poses(in: blank(first), at: 0.03).isEmpty)
    let again = shifted(person, by: columns, width: 812)
    #expect(try tracker.poses(in: again, at: seconds).map(\.id) == ids)
  }

  @Test("a top-down model's keypoints are those of whom BlazePose follows")
  func topDown() throws {
    var options = BodyPoseDetector.Options()
    options.model = .file(Fixture.path("onnx/simcc_26.onnx"))
    options.maximumCount = 2
    let detector = try BodyPoseDetector(
      assets: try #require(Installation.assets), options: options)
    let tracker = BodyPoseTracker(detector: detector)
    let picture = try fixture("rendered_two_people.jpg")
    let points = Set(KeypointLayout.halpe26.points.compactMap { $0 })
    for step in 0..<3 {
      let poses = try tracker.poses(in: picture, at: Double(step) / 30)
      // Which of them is larger may change.
      #expect(Set(poses.map(\.id)) == [0, 1] && poses.count == 2)
      for pose in poses {
        #expect(!pose.points.isEmpty && points.isSuperset(of: pose.points.keys))
        #expect(pose.worldLandmarks.isEmpty && pose.convention == .jointCenters)
      }
    }
    let anew = try detector.poses(in: picture)
    #expect(anew.count == 2 && anew[0] != anew[1])
  }

  @Test("a time that doesn't go on begins a new video", arguments: [1.0, 0.5, 1.5])
  func time(second: Double) throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let picture = try fixture("rendered_back.jpg")
    #expect(try tracker.poses(in: picture, at: 1).map(\.id) == [0])
    #expect(try tracker.poses(in: picture, at: second).map(\.id) == [second > 1 ? 0 : 1])
  }

  @Test("no person is followed across a cut, even to a person at the same place")
  func cut() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    let (first, second) = (try fixture("rendered_back.jpg"), try fixture("rendered_oblique.jpg"))
    var next = TrackingMemory()
    for step in 0..<8 {
      let picture = step < 4 ? first : second
      #expect(try tracker.poses(in: picture, at: Double(step) / 30).map(\.id) == [step / 4])
      #expect(tracker.memory.isAtCut == (step == 4))
      if step == 2 { next = tracker.memory }
    }
    // A tracker that has seen less of it goes on with the same people.
    next.continue(with: tracker.memory, numbers: [1: 7])
    #expect(next.followed == [7])
    #expect(!next.remembersLost(at: 8 / 30))
  }

  @Test(
    "before one background it is a cut where the person is elsewhere, or dressed otherwise, not where something else changes"
  )
  func cutBeforeOneBackground() throws {
    let both = try fixture("rendered_two_people.jpg")
    let (left, right) = (hiding(335, in: both), hiding(85, in: both))
    for (next, isCut) in [
      (right, true), (both, false), (left, false), (dressedOtherwise(left), true),
    ] {
      let tracker = BodyPoseTracker(detector: try Installation.detector())
      for step in 0..<8 {
        let poses = try tracker.poses(in: step < 4 ? left : next, at: Double(step) / 30)
        #expect(tracker.memory.isAtCut == (isCut && step == 4))
        #expect(poses.map(\.id) == [isCut && step > 3 ? 1 : 0])
      }
    }
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

  @Test(
    "a second person is seen when the interval has gone by",
    arguments: [(0.5, 15), (0.2, 6), (0.0, 3)])
  func interval(seconds: Double, step: Int) throws {
    let tracker = BodyPoseTracker(
      detector: try Installation.detector(maximumCount: 2), searchInterval: seconds)
    let both = try fixture("rendered_two_people.jpg")
    // As bright as the room, so that it isn't taken for another shot.
    let one = shifted(Self.window(both, left: 0, width: 300), by: 0, width: both.width, level: 128)
    for index in 0...step {
      let poses = try tracker.poses(in: index < 3 ? one : both, at: Double(index) / 30)
      #expect(Set(poses.map(\.id)) == (index < step ? [0] : [0, 1]), "image \(index)")
    }
  }

  @Test("when one of two people is lost, it is looked for at once, and gets its number back")
  func oneOfTwo() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: 2))
    let both = try fixture("rendered_two_people.jpg")
    let left = shifted(Self.window(both, left: 0, width: 300), by: 0, width: both.width)
    let first = try tracker.poses(in: both, at: 0)
    try #require(first.count == 2)
    let stays = try #require(first.first { ($0.points[.nose]?.x ?? 0) < 300 }?.id)
    for (index, picture) in [left, left, left].enumerated() {
      #expect(try tracker.poses(in: picture, at: 0.1 + Double(index) / 30).map(\.id) == [stays])
    }
    let again = try tracker.poses(in: both, at: 0.65)
    #expect(again.count == 2)
    for pose in again {
      let before = try #require(first.first { $0.id == pose.id })
      #expect(try meanDistance(pose, before) < Tolerance.meanTrackedPixels)
    }
  }

  @Test("who leaves the region of interest is lost")
  func region() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: 2))
    let both = try fixture("rendered_two_people.jpg")
    #expect(try tracker.poses(in: both, at: 0).count == 2)
    let left = RegionOfInterest(x: 0, y: 0, width: 300, height: 424)
    let kept = try tracker.poses(in: both, at: 0.03, regionOfInterest: left)
    #expect(kept.count == 1)
    #expect(kept.allSatisfy { ($0.points[.nose]?.x ?? 999) < 300 })
    let outside = RegionOfInterest(x: 900, y: 0, width: 10, height: 10)
    #expect(try tracker.poses(in: both, at: 0.06, regionOfInterest: outside).isEmpty)
  }

  @Test("one person is not followed twice, however many are looked for")
  func once() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: 5))
    let picture = try fixture("rendered_oblique.jpg")
    for step in 0..<3 {
      #expect(try tracker.poses(in: picture, at: Double(step) / 30).map(\.id) == [0])
    }
  }

  @Test("two people who pass each other keep their numbers, and never share a body")
  func crossing() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: 2))
    var sides: [[Int: Double]] = []
    for step in 0..<50 {
      let poses = try tracker.poses(in: try passing(step), at: Double(step) / 30)
      let hips = poses.map { (($0.points[.leftHip]?.x ?? 0) + ($0.points[.rightHip]?.x ?? 0)) / 2 }
      sides.append(Dictionary(uniqueKeysWithValues: zip(poses.compactMap(\.id), hips)))
    }
    #expect(Set(sides.flatMap(\.keys)) == [0, 1])
    let (first, last) = (sides[0], sides[49])
    try #require(first.count == 2 && last.count == 2)
    #expect((first[0]! < first[1]!) == (last[0]! > last[1]!))
    // The person in front is always seen.
    #expect(sides.allSatisfy { !$0.isEmpty })
    for (step, side) in sides.enumerated() where side.count == 2 {
      #expect(abs(side[0]! - side[1]!) > 30, "image \(step)")
    }
  }

  @Test("a person who is followed alone isn't left for one who passes in front")
  func passedBy() throws {
    let tracker = BodyPoseTracker(detector: try Installation.detector())
    var seen = 0
    for step in 0..<50 {
      // At first only the one behind is in the picture; the other one comes while the camera is covered.
      let picture = try passing(step, showsFront: step > 3)
      let time = Double(step) / 30 + (step > 3 ? 0.3 : 0)
      for pose in try tracker.poses(in: picture, at: time) {
        #expect(pose.id == 0)
        let hips = ((pose.points[.leftHip]?.x ?? 0) + (pose.points[.rightHip]?.x ?? 0)) / 2
        // Their patch is 150 pixels wide, the other's passes over it.
        let place = Double(Self.places(step).behind)
        #expect((place...place + 150).contains(hips), "image \(step)")
        seen += 1
      }
    }
    #expect(seen > 20)
  }

  /// A person of half the size, as in a mirror or far behind, and the time in seconds at which a larger one appears.
  @Test(arguments: [1, 2], [(0.4, true), (2.4, true), (4.0, false)])
  func `one who was just found gives way to a much larger person, and later to none`(
    count: Int, larger: (appears: Double, isFollowed: Bool)
  ) throws {
    let (appears, givesWay) = larger
    let tracker = BodyPoseTracker(detector: try Installation.detector(maximumCount: count))
    let both = try fixture("rendered_two_people.jpg")
    let large = Self.window(both, left: 335, width: 150)
    let small = halved(Self.window(both, left: 85, width: 150))
    // Of many colours, so that a person who appears is no cut.
    let rows = (0..<both.height).flatMap { y in
      [UInt8](repeating: UInt8(y / 64 % 2 == 0 ? 30 : 220), count: 3 * 720)
    }
    let wall = ColorImage(width: 720, height: both.height, pixels: rows)
    var last: [Pose2D] = []
    for step in 0..<Int((appears + 2.6) * 10) {
      let time = Double(step) / 10
      var picture = wall
      for number in 0..<count { paste(small, at: (60 + 160 * number, 180), into: &picture) }
      if time >= appears { paste(large, at: (420, 0), into: &picture) }
      let poses = try tracker.poses(in: picture, at: time)
      #expect(poses.count == count)
      if time < appears { #expect(Set(poses.map(\.id)) == Set(0..<count)) }
      last = poses
    }
    #expect(last.contains { $0.id == count } == givesWay)
    #expect(tracker.replaced.count == (givesWay ? 1 : 0))
    #expect(last.contains { $0.points[.nose]?.x ?? 0 > 420 } == givesWay)
  }

  /// Every other pixel of every other row.
  private func halved(_ picture: ColorImage) -> ColorImage {
    let (width, height) = (picture.width / 2, picture.height / 2)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let start = 3 * (2 * y * picture.width + 2 * x)
        pixels += picture.pixels[start..<start + 3]
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  private func paste(
    _ patch: ColorImage, at place: (x: Int, y: Int), into picture: inout ColorImage
  ) {
    var pixels = picture.pixels
    for y in 0..<min(patch.height, picture.height - place.y) {
      let start = 3 * ((place.y + y) * picture.width + place.x)
      pixels.replaceSubrange(
        start..<start + 3 * patch.width,
        with: patch.pixels[3 * y * patch.width..<3 * (y + 1) * patch.width])
    }
    picture = ColorImage(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// The left edges of two patches that pass each other.
  private static func places(_ step: Int) -> (behind: Int, front: Int) {
    (40 + 10 * step, 530 - 10 * step)
  }

  /// Two people, each cut out of a picture of both: one who stays behind, and one in front, in other colours.
  private static let passers = Result {
    let both = try ColorImage(contentsOf: Fixture.path("detection/rendered_two_people.jpg"))
    let front = window(both, left: 335, width: 150)
    let recoloured = ColorImage(
      width: front.width, height: front.height,
      pixels: (0..<front.pixels.count).map { front.pixels[$0 - $0 % 3 + 2 - $0 % 3] })
    return [window(both, left: 85, width: 150), recoloured]
  }

  /// Two people who change sides; the one who was on the right passes in front.
  private func passing(_ step: Int, showsFront: Bool = true) throws -> ColorImage {
    let passers = try Self.passers.get()
    let height = passers[0].height
    let (width, places) = (720, Self.places(step))
    var pixels = [UInt8](repeating: 90, count: 3 * width * height)
    for (patch, place) in zip(passers, [places.behind, places.front]).prefix(showsFront ? 2 : 1) {
      for y in 0..<height {
        let start = 3 * (y * width + place)
        pixels.replaceSubrange(
          start..<start + 3 * patch.width,
          with: patch.pixels[3 * y * patch.width..<3 * (y + 1) * patch.width])
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// The picture of two people with the wall between them in front of one of them.
  private func hiding(_ left: Int, in picture: ColorImage) -> ColorImage {
    var pixels = picture.pixels
    for y in 0..<picture.height {
      for column in 0..<150 {
        let (from, to) = (y * picture.width + 255 + column % 60, y * picture.width + left + column)
        for channel in 0..<3 { pixels[3 * to + channel] = picture.pixels[3 * from + channel] }
      }
    }
    return ColorImage(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// The picture with the brightness of its left half, where the first of two people is, turned over.
  private func dressedOtherwise(_ picture: ColorImage) -> ColorImage {
    var pixels = picture.pixels
    for y in 0..<picture.height {
      for place in 3 * y * picture.width..<3 * (y * picture.width + 250) {
        pixels[place] = 255 - pixels[place]
      }
    }
    return ColorImage(width: picture.width, height: picture.height, pixels: pixels)
  }

  private func fixture(_ name: String) throws -> ColorImage {
    try ColorImage(contentsOf: Fixture.path("detection/\(name)"))
  }

  /// A grey picture of the same size.
  private func blank(_ picture: ColorImage) -> ColorImage {
    ColorImage(
      width: picture.width, height: picture.height,
      pixels: [UInt8](repeating: 90, count: picture.pixels.count))
  }

  /// The picture on a wider grey one, some columns from its left edge.
  private func shifted(
    _ picture: ColorImage, by columns: Int, width: Int, level: UInt8 = 90
  ) -> ColorImage {
    var rows: [UInt8] = []
    for y in 0..<picture.height {
      rows += [UInt8](repeating: level, count: 3 * columns)
      rows += picture.pixels[(3 * y * picture.width)..<(3 * (y + 1) * picture.width)]
      rows += [UInt8](repeating: level, count: 3 * (width - columns - picture.width))
    }
    return ColorImage(width: width, height: picture.height, pixels: rows)
  }

  private static func window(_ picture: ColorImage, left: Int, width: Int) -> ColorImage {
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
