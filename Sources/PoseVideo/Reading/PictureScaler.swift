internal import CFFmpeg
import PoseDocuments
import PoseImaging

/// Brings pictures of changing size to that of the first.
final class PictureScaler {
  private let width: Int
  private let height: Int
  private let path: String
  private var scaler: OpaquePointer?

  /// - Parameter path: the folder or recording, for errors.
  init(width: Int, height: Int, path: String) {
    (self.width, self.height, self.path) = (width, height, path)
  }

  deinit { if let scaler { sws_freeContext(scaler) } }

  /// The picture in the first one's size; counted when it had another. Throws `unsupported` when
  /// that would need FFmpeg, and it isn't there.
  func scaled(
    _ picture: ColorImage, _ report: inout VideoReport
  ) throws(FileError) -> ColorImage {
    guard (picture.width, picture.height) != (width, height) else { return picture }
    try FFmpegLibraries.load(for: path)
    report.resizedFrames += 1
    scaler = sws_getCachedContext(
      scaler, Int32(picture.width), Int32(picture.height), AV_PIX_FMT_RGB24, Int32(width),
      Int32(height), AV_PIX_FMT_RGB24, SWS_BICUBIC | SWS_ACCURATE_RND, nil, nil, nil)
    // Room at the ends for FFmpeg's loops, which read and write whole vectors.
    let pixels = picture.pixels + [UInt8](repeating: 0, count: 64)
    let stride = (3 * width + 63) / 64 * 64 + 64
    var target = [UInt8](repeating: 0, count: stride * height + 64)
    pixels.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        let planes = [source.baseAddress, nil, nil, nil]
        var targets = [target.baseAddress, nil, nil, nil]
        sws_scale(
          scaler, planes, [Int32(3 * picture.width), 0, 0, 0], 0, Int32(picture.height), &targets,
          [Int32(stride), 0, 0, 0])
      }
    }
    return target.withUnsafeBufferPointer { bytes in
      PackedRaster(width: width, height: height, stride: stride, bytes: bytes).upright(.up)
    }
  }
}
