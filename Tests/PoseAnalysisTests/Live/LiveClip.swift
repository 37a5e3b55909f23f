import PoseDetection
import PoseDocuments
import PoseImaging
import PoseMotion
import TestSupport
import PoseVideo

@testable import PoseAnalysis

/// The squats of `fixtures/video` as a camera shows them.
enum LiveClip {
  static let path = Fixture.path("video/squats.mp4")

  static func frames() throws -> [(picture: ColorImage, time: Double)] {
    let reader = try VideoReader(contentsOf: path)
    var frames: [(ColorImage, Double)] = []
    while let frame = try reader.next() { frames.append((frame.image, frame.time)) }
    return frames
  }

  static func session(
    _ change: (inout LiveSession.Settings) -> Void = { _ in }
  ) throws -> LiveSession {
    var settings = LiveSession.Settings()
    settings.measurement.exercise = .named(.squat)
    change(&settings)
    return try LiveSession(settings, assets: .installed())
  }

  /// What a session finds in the clip.
  static func found(
    _ change: (inout LiveSession.Settings) -> Void = { _ in }
  ) throws -> [LiveFrame] {
    let session = try session(change)
    return try frames().map { try session.add($0.picture, at: $0.time) }
  }
}

extension ColorImage {
  /// A picture of one grey.
  init(grey: UInt8, width: Int = 320, height: Int = 240) {
    self.init(
      width: width, height: height,
      pixels: [UInt8](repeating: grey, count: 3 * width * height))
  }
}
