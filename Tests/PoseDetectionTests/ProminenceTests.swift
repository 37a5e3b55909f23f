@testable import PoseDetection
import PoseImaging
import Testing

@Suite("Prominence")
struct ProminenceTests {
  /// Squares of 500, 300 and 400 pixels.
  static let people = [
    BodyLandmarks.standing(x: 100, shoulders: 100, hips: 200),
    BodyLandmarks.standing(x: 300, shoulders: 140, hips: 200),
    BodyLandmarks.standing(x: 500, shoulders: 120, hips: 200),
  ]

  @Test("without a map, or with an empty one, is the order of size")
  func size() {
    #expect(Self.people.prominence(depth: nil, inPicture: 640, 480) == [0, 2, 1])
    #expect(order([nil, nil, nil]) == [0, 2, 1])
  }

  @Test("people of whom hardly anything is visible are last, however large and near")
  func hardlyVisible() {
    var people = Self.people
    for index in people[0].points.indices { people[0].points[index].visibility = 0.3 }
    #expect(people.prominence(depth: nil, inPicture: 640, 480) == [2, 1, 0])
    let near = DepthMap(
      width: 640, height: 480,
      metres: (0..<640 * 480).map { $0 % 640 < 200 ? 1 : $0 % 640 < 400 ? 2 : 3 })
    #expect(Self.people.prominence(depth: near, inPicture: 640, 480) == [0, 1, 2])
    #expect(people.prominence(depth: near, inPicture: 640, 480) == [1, 2, 0])
  }

  @Test("with a map is the order of depth, at any resolution", arguments: [1, 2, 4, 8])
  func depth(step: Int) {
    #expect(order([3, 2, 4], step: step) == [1, 0, 2])
  }

  @Test("who has no reading takes their place by size on the scale of the others")
  func mixed() {
    // 2 m · 500 pixels: the square of 300 is 3.3 m away, that of 400 2.5 m.
    #expect(order([2, nil, nil]) == [0, 2, 1])
    #expect(order([nil, 1, nil]) == [0, 2, 1])
    // 4 m · 500 and 3 m · 300, on average 1450: the square of 400 is 3.6 m away.
    #expect(order([4, 3, nil]) == [1, 2, 0])
    // 2 m · 300 and 3 m · 400, on average 900: the square of 500 is 1.8 m away.
    #expect(order([nil, 2, 3]) == [0, 1, 2])
  }

  @Test("an arm or a hole before one part of the trunk changes nothing")
  func robust() {
    var metres = [Float](repeating: 3, count: 640 * 480)
    for y in 185..<215 {
      for x in 80..<120 { metres[y * 640 + x] = 0.5 }
      for x in 480..<520 { metres[y * 640 + x] = .nan }
    }
    let map = DepthMap(width: 640, height: 480, metres: metres)
    #expect(Self.people[0].trunkDepth(in: map, ofPicture: 640, 480) == 3)
    #expect(Self.people[2].trunkDepth(in: map, ofPicture: 640, 480) == 3)
  }

  @Test("an empty list stays empty")
  func nobody() {
    #expect([BodyLandmarks]().prominence(depth: nil, inPicture: 1, 1).isEmpty)
  }

  /// The order when each person stands before a wall of their own.
  private func order(_ depths: [Float?], step: Int = 1) -> [Int] {
    let (width, height) = (640 / step, 480 / step)
    let metres = (0..<width * height).map { depths[min(($0 % width) * step / 200, 2)] ?? .nan }
    let map = DepthMap(width: width, height: height, metres: metres)
    return Self.people.prominence(depth: map, inPicture: 640, 480)
  }
}
