internal import Foundation
internal import PoseDocuments
internal import PoseImaging
internal import PoseVideo

extension VideoReader {
  /// Seconds by which times differ that are the same: documents have them to 1e-6.
  private static let tolerance = 1e-4

  /// The frame of a video at a time.
  static func image(
    of path: String, at time: Double, _ reading: VideoReader.Options, _ camera: Camera
  ) throws -> ColorImage {
    var options = reading
    options.usesOwnDepth = false
    // Of frames at one time the first one counts.
    options.from = max(reading.from ?? 0, time - tolerance)
    (options.to, options.every) = (nil, 1)
    let reader = try VideoReader(contentsOf: path, options: options)
    let info = reader.info
    let ratio =
      Double(info.width) * Double(camera.height) / (Double(info.height) * Double(camera.width))
    guard abs(ratio - 1) <= 0.01 else {
      throw FileError(
        .mismatch, path: path,
        "it has \(info.width)×\(info.height) pixels, and the joints were measured in \(camera.width)×\(camera.height): this is another video"
      )
    }
    guard let frame = try reader.next(), abs(frame.time - time) <= 2 * tolerance else {
      throw FileError(
        .mismatch, path: path,
        String(format: "it has no frame at %.3f s: this is another video", time))
    }
    return frame.image
  }
}
