import DepthIO
import Foundation
import PoseImaging
import TestSupport
import Testing

@testable import PoseDetection

/// Against MediaPipe 0.10.21 following a person through a video, step by step: each step gets
/// MediaPipe's own state before it. Left alone the two drift apart, as MediaPipe does from itself
/// when a few pixels change by a level. `fixtures/detection/README.md` describes the origin of its
/// numbers.
@Suite(
  "Parity with MediaPipe's tracking", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct TrackingParityTests {
  @Test("landmarks in MediaPipe's own squares", arguments: try GoldenSequence.readable())
  func landmarks(sequence: GoldenSequence) throws {
    let detector = try Installation.detector()
    let distances = try sequence.frames.map { frame in
      let picture = try ColorImage(contentsOf: try #require(frame.path))
      let person = try #require(
        try detector.person(in: picture, region: SquareRegion(golden: frame.region)))
      let framing = [
        (person.hips, frame.hips), (person.scalePoint, frame.scalePoint),
      ].map { hypot($0.x - $1[0], $0.y - $1[1]) }
      #expect(framing.allSatisfy { $0 <= Tolerance.framingPixels }, "\(frame.file)")
      return try PoseDistance(
        of: person.pose(in: picture.width, picture.height), to: frame.landmarks, world: frame.world)
    }
    let summary = Comment(rawValue: PoseDistance.summary(of: distances))
    let pixels = distances.flatMap(\.pixels)
    let mean = pixels.reduce(0, +) / Double(pixels.count)
    #expect(mean <= Tolerance.meanPixelsInSameSquare, summary)
    let millimetres = distances.flatMap(\.millimetres)
    #expect(
      millimetres.reduce(0, +) / Double(millimetres.count) <= Tolerance.meanMillimetresInSameSquare,
      summary
    )
  }

  @Test("the next square, from MediaPipe's own landmarks", arguments: try GoldenSequence.all())
  func nextRegion(sequence: GoldenSequence) throws {
    var track: BodyTrack?
    for (index, frame) in sequence.frames.enumerated() {
      // The clock of MediaPipe's `solutions`, which counts pictures.
      let time = Double(index) * 0.033333
      let person = BodyLandmarks(
        presence: 1,
        points: frame.landmarks.map {
          BodyLandmarks.Point(position: SIMD2($0[0], $0[1]), visibility: $0[2], presence: 1)
        }, world: [], region: SquareRegion(golden: frame.region),
        hips: SIMD2(frame.hips[0], frame.hips[1]),
        scalePoint: SIMD2(frame.scalePoint[0], frame.scalePoint[1]))
      if track == nil {
        track = BodyTrack(id: 0, landmarks: person, appearance: BodyAppearance(), at: time)
      } else {
        track?.follow(person, BodyAppearance(), isAlone: true, at: time)
      }
      let next = try #require(track).region
      let expected = SquareRegion(golden: frame.nextRegion)
      let apart = next.center - expected.center
      #expect(hypot(apart.x, apart.y) <= Tolerance.meanPixelsInSameSquare, "\(frame.file)")
      #expect(abs(next.side - expected.side) <= Tolerance.meanPixelsInSameSquare, "\(frame.file)")
      #expect(abs(next.rotation - expected.rotation) <= Tolerance.squareRotation, "\(frame.file)")
    }
  }
}

/// MediaPipe following one person through pictures that are 1/30 s apart.
struct GoldenSequence: Decodable, Sendable, CustomTestStringConvertible {
  struct Frame: Decodable, Sendable {
    let file: String
    /// Of the picture file, in hexadecimal.
    let sha256: String
    let width, height: Int
    /// Where MediaPipe looked and where it looks next: middle and side in pixels, radians.
    let region, nextRegion: [Double]
    /// x and y in pixels, visibility.
    let landmarks: [[Double]]
    /// x, y, z in metres.
    let world: [[Double]]
    /// The two points that frame the body, in pixels.
    let hips, scalePoint: [Double]
  }

  let sequence: String
  let frames: [Frame]

  var testDescription: String { sequence }

  /// All of them; the landmarks' numbers are enough for some tests.
  static func all() throws -> [GoldenSequence] {
    try ["tracking_goldens.json", "real_tracking_goldens.json"].flatMap {
      try Fixture.decode([GoldenSequence].self, from: "detection/\($0)")
    }
  }

  /// Those whose pictures are here.
  static func readable() throws -> [GoldenSequence] {
    try all().filter { sequence in sequence.frames.allSatisfy { $0.path != nil } }
  }
}

extension GoldenSequence.Frame {
  /// Where the picture is.
  var path: String? {
    let own = Fixture.path("detection/\(file)")
    return FileManager.default.isReadableFile(atPath: own) ? own : RealFrames.paths[sha256]
  }
}

extension SquareRegion {
  /// A square as the goldens have it.
  fileprivate init(golden numbers: [Double]) {
    self.init(
      center: SIMD2(numbers[0], numbers[1]), side: numbers[2], rotation: numbers[3])
  }
}
