import Pose3D
import PoseImaging
@testable import PoseMultiView
import Testing

struct KeypointRecordingTests {
  /// A recording of two images, half a second apart, with people of one keypoint each: its place and a number.
  private static func recording(_ people: [[(x: Double, id: Int?)]]) -> KeypointRecording {
    let camera = Camera(width: 640, height: 480, diagonalFieldOfView: 1, source: .assumed)
    return KeypointRecording(
      name: "a", camera: camera,
      frames: people.enumerated().map { index, people in
        .init(
          index: index, time: 0.5 * Double(index),
          people: people.map {
            Pose2D(
              points: [.nose: .init(x: $0.x, y: 2 * $0.x, confidence: 0.5)], imageWidth: 640,
              imageHeight: 480, id: $0.id)
          })
      })
  }

  private static func places(_ people: [[(x: Double, id: Int?)]], at time: Double) -> [Double] {
    recording(people).people(at: time, interval: 0.5).compactMap { $0.points[.nose]?.x }
  }

  @Test(arguments: [7, nil] as [Int?])
  func `a person between two images is where the time between them puts them`(id: Int?) {
    for (time, x) in [(0.1, 120.0), (0.25, 150), (0.4, 180)] {
      let found = Self.places([[(100, id)], [(200, id)]], at: time)
      #expect(found.count == 1 && abs(found[0] - x) < 1e-9)
    }
  }

  @Test func `people without numbers, and those of other numbers, aren't mixed`() {
    // Each is where an image had them that is no farther away than 0.6 of the interval.
    #expect(Self.places([[(100, nil), (300, nil)], [(200, nil)]], at: 0.25) == [100, 300])
    #expect(Self.places([[(100, 1)], [(200, 2)]], at: 0.25) == [100, 200])
    #expect(Self.places([[(100, nil)], []], at: 0.1) == [100])
    #expect(Self.places([[(100, nil)], []], at: 0.4) == [])
  }
}
