internal import CFFmpeg
import PoseDocuments
import PoseImaging

/// Turns decoded frames into upright RGB pictures of one size, that of the first.
final class PictureConverter {
  /// The pictures' size before they are turned upright, with square pixels.
  let width: Int
  let height: Int
  private let orientation: ImageOrientation
  private let firstSize: (Int32, Int32)
  private var scaler: OpaquePointer?
  private var scaled: Scaled?
  private var scratch: [UInt8] = []

  /// The properties that the scaler was made for.
  private struct Scaled: Equatable {
    let width: Int32
    let height: Int32
    let format: Int32
    let matrix: Int32
    let isFullRange: Bool
  }

  /// Throws `unsupported` when the picture would be too large.
  init(
    first frame: UnsafeMutablePointer<AVFrame>, pixelAspect: AVRational,
    orientation: ImageOrientation, pixelLimit: Int,
    path: String
  ) throws(FileError) {
    var width = Int(frame[.width])
    // An anamorphic picture has wrong angles. Players widen pixels, too; what is next to square
    // are rounded sizes.
    if pixelAspect.num > 0, pixelAspect.den > 0 {
      let ratio = Double(pixelAspect.num) / Double(pixelAspect.den)
      if abs(ratio - 1) > 0.01 && (0.1...10).contains(ratio) {
        width = max(1, Int((Double(width) * ratio).rounded()))
      }
    }
    guard width * Int(frame[.height]) <= pixelLimit else {
      throw FileError(
        .unsupported, path: path,
        "\(width)×\(frame[.height]) is more than \(pixelLimit / 1_000_000) megapixels, the most that "
          + "is read", remedy: .raisePixelLimit)
    }
    (self.width, self.height) = (width, Int(frame[.height]))
    firstSize = (frame[.width], frame[.height])
    self.orientation = orientation
  }

  deinit { pose3d_scaler_free(scaler) }

  /// The upright picture; `nil` when the frame's pixels are of a kind that nothing converts.
  ///
  /// The frame's own colour matrix and range are used; where it names no matrix, BT.601, as
  /// FFmpeg's and OpenCV's readers do.
  func picture(_ frame: UnsafeMutablePointer<AVFrame>) -> ColorImage? {
    guard prepare(frame) else { return nil }
    let count = 3 * width * height
    // FFmpeg's fast loops write whole vectors, past the end of the last row too; and where a row
    // is no multiple of them they want room at the end of each.
    let isDirect = orientation == .up && width % 8 == 0
    if isDirect {
      return ColorImage(
        width: width, height: height,
        pixels: Array(unsafeUninitializedCapacity: count + 64) { target, filled in
          convert(frame, to: target.baseAddress, stride: 3 * width)
          filled = count
        })
    }
    let stride = (3 * width + 63) / 64 * 64 + 64
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: stride * height + 64) }
    return scratch.withUnsafeMutableBufferPointer { buffer in
      convert(frame, to: buffer.baseAddress, stride: stride)
      let raster = PackedRaster(
        width: width, height: height, stride: stride, bytes: UnsafeBufferPointer(buffer))
      return raster.upright(orientation)
    }
  }

  /// Whether the frame has another size than the first.
  func isResized(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    firstSize != (frame[.width], frame[.height])
  }

  private func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, to target: UnsafeMutablePointer<UInt8>?, stride: Int
  ) {
    let planes = UnsafeRawPointer(frame.planes)
      .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    var targets: [UnsafeMutablePointer<UInt8>?] = [target, nil, nil, nil]
    let targetStrides: [Int32] = [Int32(stride), 0, 0, 0]
    pose3d_scaler_convert(
      scaler, planes, frame.strides, frame[.height], &targets, targetStrides)
  }

  /// Makes the scaler for frames like this one.
  private func prepare(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let (format, isFullRange) = Self.format(of: frame)
    let wanted = Scaled(
      width: frame[.width], height: frame[.height], format: format.rawValue,
      matrix: Self.matrix(of: frame), isFullRange: isFullRange)
    guard wanted != scaled else { return true }
    pose3d_scaler_free(scaler)
    scaler = nil
    scaled = nil
    // Accurate rounding costs the fast loops, which take a twelfth of the time.
    let isSameSize = (Int(frame[.width]), Int(frame[.height])) == (width, height)
    scaler = pose3d_scaler_make(
      nil, frame[.width], frame[.height], format, Int32(width), Int32(height), AV_PIX_FMT_RGB24,
      isSameSize ? 0 : 1)
    guard scaler != nil else { return false }
    pose3d_scaler_colors(scaler, wanted.matrix, isFullRange ? 1 : 0, SWS_CS_DEFAULT, 1)
    scaled = wanted
    return true
  }

  /// The pixel format, the old names of full range replaced, and whether the range is full.
  private static func format(of frame: UnsafeMutablePointer<AVFrame>) -> (
    AVPixelFormat, isFullRange: Bool
  ) {
    switch AVPixelFormat(frame[.format]) {
    case AV_PIX_FMT_YUVJ420P: (AV_PIX_FMT_YUV420P, true)
    case AV_PIX_FMT_YUVJ422P: (AV_PIX_FMT_YUV422P, true)
    case AV_PIX_FMT_YUVJ444P: (AV_PIX_FMT_YUV444P, true)
    case AV_PIX_FMT_YUVJ440P: (AV_PIX_FMT_YUV440P, true)
    case .yuvj411p: (AV_PIX_FMT_YUV411P, true)
    case let format: (format, frame[.colorRange] == AVCOL_RANGE_JPEG)
    }
  }

  private static func matrix(of frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
    switch frame[.colorSpace] {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    default: SWS_CS_DEFAULT
    }
  }
}

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

  deinit { pose3d_scaler_free(scaler) }

  /// The picture in the first one's size; counted when it had another. Throws `unsupported` when
  /// that would need FFmpeg, and it isn't there.
  func scaled(
    _ picture: ColorImage, _ report: inout VideoReport
  ) throws(FileError) -> ColorImage {
    guard (picture.width, picture.height) != (width, height) else { return picture }
    try FFmpegLibraries.load(for: path)
    report.resizedFrames += 1
    scaler = pose3d_scaler_make(
      scaler, Int32(picture.width), Int32(picture.height), AV_PIX_FMT_RGB24, Int32(width),
      Int32(height), AV_PIX_FMT_RGB24, 1)
    // Room at the ends for FFmpeg's loops, which read and write whole vectors.
    let pixels = picture.pixels + [UInt8](repeating: 0, count: 64)
    let stride = (3 * width + 63) / 64 * 64 + 64
    var target = [UInt8](repeating: 0, count: stride * height + 64)
    pixels.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        let planes = [source.baseAddress, nil, nil, nil]
        var targets = [target.baseAddress, nil, nil, nil]
        pose3d_scaler_convert(
          scaler, planes, [Int32(3 * picture.width), 0, 0, 0], Int32(picture.height), &targets,
          [Int32(stride), 0, 0, 0])
      }
    }
    return target.withUnsafeBufferPointer { bytes in
      PackedRaster(width: width, height: height, stride: stride, bytes: bytes).upright(.up)
    }
  }
}

/// RGB in memory, three bytes a pixel, each row with room at its end.
struct PackedRaster {
  let width: Int
  let height: Int
  let stride: Int
  let bytes: UnsafeBufferPointer<UInt8>

  /// The picture turned upright. Tiles keep both the rows that are read and those that are written
  /// in the cache.
  func upright(_ orientation: ImageOrientation) -> ColorImage {
    let (newWidth, newHeight) = orientation.swapsAxes ? (height, width) : (width, height)
    let count = 3 * width * height
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      filled = count
      guard let target = target.baseAddress, let source = bytes.baseAddress else { return }
      if orientation == .up {
        for row in 0..<height {
          (target + 3 * width * row).update(from: source + stride * row, count: 3 * width)
        }
        return
      }
      // Where the upright picture's pixel (0, 0) is stored, and how far its neighbours are.
      let flips = orientation.flips
      let (alongX, alongY) = orientation.swapsAxes ? (stride, 3) : (3, stride)
      let origin =
        (flips.x ? (newWidth - 1) * alongX : 0) + (flips.y ? (newHeight - 1) * alongY : 0)
      let (stepX, stepY) = (flips.x ? -alongX : alongX, flips.y ? -alongY : alongY)
      let tile = 32
      for top in Swift.stride(from: 0, to: newHeight, by: tile) {
        for left in Swift.stride(from: 0, to: newWidth, by: tile) {
          for y in top..<min(top + tile, newHeight) {
            var from = source + (origin + y * stepY + left * stepX)
            var to = target + 3 * (y * newWidth + left)
            for _ in left..<min(left + tile, newWidth) {
              (to[0], to[1], to[2]) = (from[0], from[1], from[2])
              to += 3
              from += stepX
            }
          }
        }
      }
    }
    return ColorImage(width: newWidth, height: newHeight, pixels: pixels)
  }
}
