import Foundation
import PoseAnalysis
import PoseDetection
import PoseDocuments
import PoseGeometry
import PoseImaging
import PoseMotion
import PoseVideo
import PoseWorkers
import TestSupport
import Testing

/// The rendered squats as a camera would see them that turns meanwhile.
@Suite(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct TurningCameraTests {
  private static let degree = Double.pi / 180
  /// The fixture's camera, and a part of its view that turns.
  private static let whole = Camera(
    width: 480, height: 360, diagonalFieldOfView: 60 * degree, source: .assumed)
  private static let (width, height) = (360, 300)
  private static let fieldOfView = 2 * atan(hypot(360, 300) / 2 / whole.fx)

  /// The rotation at a time in seconds: to and fro by 10°, and a little up and down.
  private static func turn(at time: Double, share: Double = 1) -> Rotation {
    .about(.x, by: share * 1.5 * degree * sin(2.5 * time))
      * .about(.y, by: share * 5 * degree * sin(2.5 * time + 1.2))
  }

  /// Writes the video, or its upper rows, and returns its frames. The camera turns by a share of `turn`.
  private static func write(
    _ path: String, rows: Int = height, share: Double = 1
  ) throws -> [FrameStream.Frame] {
    let reader = try VideoReader(contentsOf: Fixture.path("video/squats.mp4"))
    let writer = try VideoWriter(path, width: width, height: rows, frameRate: 30)
    let part = Camera(
      width: width, height: rows, fx: whole.fx, fy: whole.fy, cx: Double(width - 1) / 2,
      cy: Double(height - 1) / 2, source: .assumed)
    var frames: [FrameStream.Frame] = []
    while let frame = try reader.next() {
      let back = turn(at: frame.time, share: share).inverse
      var pixels: [UInt8] = []
      pixels.reserveCapacity(3 * width * rows)
      for y in 0..<rows {
        for x in 0..<width {
          let ideal = part.normalized(SIMD2(Double(x), Double(y)))
          let place = whole.pixel(of: back * Vector3(ideal.x, ideal.y, 1)) ?? SIMD2(0, 0)
          pixels += frame.image.bilinear(at: place)
        }
      }
      let words = stride(from: 0, to: pixels.count, by: 3).map { place in
        pixels[place..<place + 3].reduce(UInt32(0xFF)) { $0 << 8 | UInt32($1) }
      }
      try words.withUnsafeBufferPointer { try writer.append(words: $0, at: frame.time) }
      frames.append(
        FrameStream.Frame(
          time: frame.time, image: ColorImage(width: width, height: rows, pixels: pixels)))
    }
    try writer.finish()
    return frames
  }

  private static func settings(_ path: String) -> VideoAnalysis.Settings {
    var settings = VideoAnalysis.Settings(path: path)
    settings.measurement.detection.effort = .fast
    settings.measurement.camera.diagonalFieldOfView = fieldOfView
    return settings
  }

  @Test func `a camera that turns is followed by the background, and feet stand still`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("turning.mp4")
    let frames = try Self.write(path)
    let analysis = try VideoAnalysis(Self.settings(path))
    let result = try analysis.result(assets: try .installed())
    let recording = result.sequence.recording
    #expect(!recording.isCameraMoving && result.isComplete)
    let first = Self.turn(at: recording.frames[0].time).inverse
    for frame in recording.frames {
      let found = Rotation(rotationVector: try #require(frame.turn))
      let error = found * (Self.turn(at: frame.time) * first).inverse
      #expect(error.rotationVector.length < 0.4 * Self.degree, "at \(frame.time) s")
    }
    let person = try #require(result.sequence.people.first)
    #expect(person.grounding == .used)
    let analysed = try #require(result.analyses.first)
    #expect(analysed.repetitions.count { $0.isCounted } == 2)
    let sentence = analysis.diagnostics(of: result).map(\.description).first {
      $0.contains("the camera turns by 1")
    }
    #expect(sentence?.contains("it is allowed for") == true)

    // The same frames from a program come once, and can't be read again.
    let stream = try VideoAnalysis(
      of: FrameStream(replaying: frames, name: "frames"), Self.settings(""))
    let once = try stream.result(assets: try .installed())
    #expect(
      once.sequence.recording.isCameraMoving
        && once.sequence.recording.frames.allSatisfy { $0.turn == nil })
  }

  @Test func `a camera that is held turns a little, and needs no feet to show it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("held.mp4")
    let (rows, share) = (180, 0.25)
    _ = try Self.write(path, rows: rows, share: share)
    var settings = Self.settings(path)
    settings.measurement.camera.diagonalFieldOfView =
      2 * atan(hypot(Double(Self.width), Double(rows)) / 2 / Self.whole.fx)
    let sequence = try VideoAnalysis(settings).result(assets: try .installed()).sequence
    #expect(sequence.people.first?.grounding == .feetUnseen)
    #expect(!sequence.recording.isCameraMoving)
    let frames = sequence.recording.frames
    let first = Self.turn(at: frames[0].time, share: share).inverse
    for frame in frames {
      let found = Rotation(rotationVector: try #require(frame.turn))
      let error = found * (Self.turn(at: frame.time, share: share) * first).inverse
      #expect(error.rotationVector.length < 0.4 * Self.degree, "at \(frame.time) s")
    }
  }

  @Test func `stopped before the second reading, the result is not complete`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("turning.mp4")
    let frames = try Self.write(path)
    let analysis = try VideoAnalysis(Self.settings(path))
    let isStopped = CancellationFlag()
    let result = try analysis.result(
      assets: try .installed(), isCancelled: { isStopped.isSet },
      onFrame: { if $0 == frames.count { isStopped.set() } })
    #expect(!result.isComplete && result.sequence.recording.isCameraMoving)
  }
}

extension ColorImage {
  /// The channels between four pixels; 0 outside.
  fileprivate func bilinear(at place: SIMD2<Double>) -> [UInt8] {
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    guard x >= 0, y >= 0, x + 1 < width, y + 1 < height else { return [0, 0, 0] }
    let (fx, fy) = (place.x - Double(x), place.y - Double(y))
    return (0..<3).map { channel in
      func value(_ column: Int, _ row: Int) -> Double {
        Double(pixels[3 * (row * width + column) + channel])
      }
      let upper = value(x, y) * (1 - fx) + value(x + 1, y) * fx
      let lower = value(x, y + 1) * (1 - fx) + value(x + 1, y + 1) * fx
      return UInt8((upper * (1 - fy) + lower * fy).rounded())
    }
  }
}
