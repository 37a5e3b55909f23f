// The formats of pixels that buffers can have, by Core Video's codes.

/// 8 bits of blue, green, red and alpha.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 8 bits of alpha, red, green and blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// 8 bits of red, green, blue and alpha.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 8 bits of alpha, blue, green and red.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// 8 bits of red, green and blue.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// 8 bits of blue, green and red.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// 8 bits of grey.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// A plane of luma and one of chroma at half the size, 16…235 and 16…240.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// A plane of luma and one of chroma at half the size, 0…255.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// 32-bit floating-point numbers.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// Depth in metres, 32-bit floating-point numbers.
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// Depth in metres, 16-bit floating-point numbers.
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// One over metres, 32-bit floating-point numbers.
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// One over metres, 16-bit floating-point numbers.
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973

/// Properties of the formats.
enum PixelFormat {
  static let biPlanar: Set<OSType> = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
  ]

  static let bytesPerPixel: [OSType: Int] = [
    kCVPixelFormatType_32BGRA: 4, kCVPixelFormatType_32ARGB: 4, kCVPixelFormatType_32RGBA: 4,
    kCVPixelFormatType_32ABGR: 4, kCVPixelFormatType_24RGB: 3, kCVPixelFormatType_24BGR: 3,
    kCVPixelFormatType_OneComponent8: 1, kCVPixelFormatType_OneComponent32Float: 4,
    kCVPixelFormatType_DepthFloat32: 4, kCVPixelFormatType_DepthFloat16: 2,
    kCVPixelFormatType_DisparityFloat32: 4, kCVPixelFormatType_DisparityFloat16: 2,
  ]

  /// The positions of red, green and blue in a pixel of one plane of colours.
  static let channels: [OSType: [Int]] = [
    kCVPixelFormatType_32BGRA: [2, 1, 0], kCVPixelFormatType_32ARGB: [1, 2, 3],
    kCVPixelFormatType_32RGBA: [0, 1, 2], kCVPixelFormatType_32ABGR: [3, 2, 1],
    kCVPixelFormatType_24RGB: [0, 1, 2], kCVPixelFormatType_24BGR: [2, 1, 0],
    kCVPixelFormatType_OneComponent8: [0, 0, 0],
  ]

  /// The four characters of a code, or its number.
  static func name(_ format: OSType) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> (24 - 8 * $0)) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "\(format)" }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
  }
}
