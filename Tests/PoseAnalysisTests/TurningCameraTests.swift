import Foundation
import ImageTestSupport
import PoseDetection
import PoseDocuments
import PoseGeometry
import PoseImaging
import PoseMotion
import PoseVideo
import PoseWorkers
import TestSupport
import Testing

@testable import PoseAnalysis

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
      let image = frame.image.seen(
        by: part, turned: turn(at: frame.time, share: share), of: whole)
      try image.words.withUnsafeBufferPointer { try writer.append(words: $0, at: frame.time) }
      frames.append(FrameStream.Frame(time: frame.time, image: image))
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

/// Rotations of a camera whose background is lost for a while.
struct LostTurnTests {
  private typealias Moment = VideoAnalysis.Moment

  /// An even turn about the vertical, ten moments a second, with those of which none is known.
  private static func moments(without lost: Range<Int>, count: Int = 40) -> [Moment] {
    (0..<count).map { place -> Moment in
      let time = Double(place) / 10
      let known: Rotation? = lost.contains(place) ? nil : turn(time)
      return Moment(frame: 3 * place, time: time, startsShot: place == 0, turn: known, zoom: 0)
    }
  }

  private static func turn(_ time: Double) -> Rotation { .about(.y, by: 0.1 * time) }

  private static func isTrue(_ moment: Moment) -> Bool {
    moment.turn.map { ($0 * turn(moment.time).inverse).rotationVector.length < 1e-9 } ?? false
  }

  @Test func `what is known after a loss is as the background shows it`() throws {
    let known = try #require(VideoAnalysis.known(Self.moments(without: 10..<13)))
    #expect(known.count == 37 && known.allSatisfy(Self.isTrue))
  }

  @Test func `at the end of a shot the camera goes on as before`() throws {
    let known = try #require(VideoAnalysis.known(Self.moments(without: 37..<40)))
    #expect(known.count == 40 && known.allSatisfy(Self.isTrue))
  }

  // Less than a tenth of all: too long one after the other, between others and at the end.
  @Test(arguments: [(10..<14, true), (96..<100, true), (10..<12, false), (98..<100, false)])
  func `where too much is lost nothing is known`(lost: Range<Int>, isTooMuch: Bool) {
    #expect((VideoAnalysis.known(Self.moments(without: lost, count: 100)) == nil) == isTooMuch)
  }
}
