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
    first frame: AVFrame, pixelAspect: AVRational, orientation: ImageOrientation, pixelLimit: Int,
    path: String
  ) throws(FileError) {
    var width = Int(frame.width)
    // An anamorphic picture has wrong angles. Players widen pixels, too; what is next to square
    // are rounded sizes.
    if pixelAspect.num > 0, pixelAspect.den > 0 {
      let ratio = Double(pixelAspect.num) / Double(pixelAspect.den)
      if abs(ratio - 1) > 0.01 && (0.1...10).contains(ratio) {
        width = max(1, Int((Double(width) * ratio).rounded()))
      }
    }
    guard width * Int(frame.height) <= pixelLimit else {
      throw FileError(
        .unsupported, path: path,
        "\(width)×\(frame.height) is more than \(pixelLimit / 1_000_000) megapixels, the most that "
          + "is read", remedy: .raisePixelLimit)
    }
    (self.width, self.height) = (width, Int(frame.height))
    firstSize = (frame.width, frame.height)
    self.orientation = orientation
  }

  deinit { sws_freeContext(scaler) }

  /// The upright picture; `nil` when the frame's pixels are of a kind that nothing converts.
  ///
  /// The frame's own colour matrix and range are used; where it names no matrix, BT.601, as
  /// FFmpeg's and OpenCV's readers do.
  func picture(_ frame: UnsafeMutablePointer<AVFrame>) -> ColorImage? {
    guard prepare(frame.pointee) else { return nil }
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
  func isResized(_ frame: AVFrame) -> Bool { firstSize != (frame.width, frame.height) }

  private func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, to target: UnsafeMutablePointer<UInt8>?, stride: Int
  ) {
    withUnsafePointer(to: frame.pointee.data) { data in
      withUnsafePointer(to: frame.pointee.linesize) { linesize in
        let planes = UnsafeRawPointer(data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        let strides = UnsafeRawPointer(linesize).assumingMemoryBound(to: Int32.self)
        var targets: [UnsafeMutablePointer<UInt8>?] = [target, nil, nil, nil]
        let targetStrides: [Int32] = [Int32(stride), 0, 0, 0]
        sws_scale(scaler, planes, strides, 0, frame.pointee.height, &targets, targetStrides)
      }
    }
  }

  /// Makes the scaler for frames like this one.
  private func prepare(_ frame: AVFrame) -> Bool {
    let (format, isFullRange) = Self.format(of: frame)
    let wanted = Scaled(
      width: frame.width, height: frame.height, format: format.rawValue,
      matrix: Self.matrix(of: frame), isFullRange: isFullRange)
    guard wanted != scaled else { return true }
    sws_freeContext(scaler)
    scaled = nil
    // Accurate rounding costs the fast loops, which take a twelfth of the time.
    let isSameSize = (Int(frame.width), Int(frame.height)) == (width, height)
    let flags = isSameSize ? SWS_BICUBIC : SWS_BICUBIC | SWS_ACCURATE_RND
    scaler = sws_getContext(
      frame.width, frame.height, format, Int32(width), Int32(height), AV_PIX_FMT_RGB24, flags, nil,
      nil, nil)
    guard scaler != nil else { return false }
    let one: Int32 = 1 << 16
    sws_setColorspaceDetails(
      scaler, sws_getCoefficients(wanted.matrix), isFullRange ? 1 : 0,
      sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, one, one)
    scaled = wanted
    return true
  }

  /// The pixel format, the old names of full range replaced, and whether the range is full.
  private static func format(of frame: AVFrame) -> (AVPixelFormat, isFullRange: Bool) {
    switch AVPixelFormat(frame.format) {
    case AV_PIX_FMT_YUVJ420P: (AV_PIX_FMT_YUV420P, true)
    case AV_PIX_FMT_YUVJ422P: (AV_PIX_FMT_YUV422P, true)
    case AV_PIX_FMT_YUVJ444P: (AV_PIX_FMT_YUV444P, true)
    case AV_PIX_FMT_YUVJ440P: (AV_PIX_FMT_YUV440P, true)
    case AV_PIX_FMT_YUVJ411P: (AV_PIX_FMT_YUV411P, true)
    case let format: (format, frame.color_range == AVCOL_RANGE_JPEG)
    }
  }

  private static func matrix(of frame: AVFrame) -> Int32 {
    switch frame.colorspace {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    default: SWS_CS_DEFAULT
    }
  }
}
