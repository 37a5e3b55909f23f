public import Foundation

/// A raster in memory, of one plane or of two (Core Video).
///
/// Nothing is locked: a writer to its memory has to make sure that no one reads it meanwhile.
public final class CVBuffer: @unchecked Sendable, Hashable {
  struct Plane {
    let width, height, bytesPerRow, offset: Int
  }

  private static let maximumPixels = 1 << 30

  let width: Int
  let height: Int
  let format: OSType
  let planes: [Plane]
  let memory: UnsafeMutableRawPointer
  let byteCount: Int

  /// An empty raster, all bytes 0; `nil` for a format that isn't known and a size that isn't positive.
  init?(width: Int, height: Int, format: OSType) {
    guard width > 0, height > 0, width <= Self.maximumPixels, height <= Self.maximumPixels / width
    else {
      return nil
    }
    var planes: [Plane] = []
    var offset = 0
    func add(_ width: Int, _ height: Int, _ bytes: Int) {
      planes.append(
        Plane(width: width, height: height, bytesPerRow: width * bytes, offset: offset))
      offset += width * bytes * height
    }
    if PixelFormat.biPlanar.contains(format) {
      add(width, height, 1)
      add((width + 1) / 2, (height + 1) / 2, 2)
    } else if let bytes = PixelFormat.bytesPerPixel[format] {
      add(width, height, bytes)
    } else {
      return nil
    }
    (self.width, self.height, self.format, self.planes) = (width, height, format, planes)
    byteCount = offset
    memory = .allocate(byteCount: offset, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: offset)
  }

  deinit { memory.deallocate() }

  /// The bytes of a plane.
  func bytes(ofPlane index: Int = 0) -> UnsafeMutablePointer<UInt8> {
    (memory + planes[index].offset).assumingMemoryBound(to: UInt8.self)
  }

  /// Whether they are the same raster in memory.
  public static func == (a: CVBuffer, b: CVBuffer) -> Bool { a === b }

  /// Hashes which raster it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A raster in memory.
public typealias CVImageBuffer = CVBuffer
/// A raster in memory.
public typealias CVPixelBuffer = CVBuffer

extension CVBuffer {
  /// A raster of 32BGRA from its bytes, row by row from the top. Not Apple's. `nil` unless there are
  /// four bytes for every pixel, and at least one pixel.
  public convenience init?(width: Int, height: Int, bgra: [UInt8]) {
    self.init(width: width, height: height, format: kCVPixelFormatType_32BGRA)
    guard bgra.count == byteCount else { return nil }
    UnsafeMutableRawBufferPointer(start: memory, count: byteCount).copyBytes(from: bgra)
  }

  /// A raster of 32BGRA with the pixels of a picture. Not Apple's.
  public convenience init(_ image: CGImage) {
    // A picture in memory has a size that a buffer can have.
    self.init(width: image.width, height: image.height, format: kCVPixelFormatType_32BGRA)!
    let target = bytes()
    for (pixel, start) in stride(from: 0, to: image.rgb.count, by: 3).enumerated() {
      for channel in 0..<3 { target[4 * pixel + channel] = image.rgb[start + 2 - channel] }
      target[4 * pixel + 3] = 255
    }
  }
}

// Core Video's functions of a pixel buffer.

/// A result code of Core Video's.
public typealias CVReturn = Int32
/// It worked.
public let kCVReturnSuccess: CVReturn = 0
/// A parameter makes no sense.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no such pixel format here.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680

/// Attributes that are accepted and have no effect.
public let kCVPixelBufferCGImageCompatibilityKey = "CGImageCompatibility"
/// Attributes that are accepted and have no effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey = "CGBitmapContextCompatibility"
/// Attributes that are accepted and have no effect.
public let kCVPixelBufferMetalCompatibilityKey = "MetalCompatibility"
/// Attributes that are accepted and have no effect.
public let kCVPixelBufferIOSurfacePropertiesKey = "IOSurfaceProperties"
/// Attributes that are accepted and have no effect.
public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
/// Attributes that are accepted and have no effect.
public let kCVPixelBufferWidthKey = "Width"
/// Attributes that are accepted and have no effect.
public let kCVPixelBufferHeightKey = "Height"

/// The options for locking a buffer's memory, which have no effect here.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Flags from their bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// For reading alone.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes a buffer whose bytes are all 0; `kCVReturnInvalidArgument` for a size that isn't positive,
/// `kCVReturnInvalidPixelFormat` for a format that isn't known here. Allocator and attributes have no
/// effect.
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard width > 0, height > 0 else { return kCVReturnInvalidArgument }
  guard let buffer = CVBuffer(width: width, height: height, format: pixelFormatType) else {
    return kCVReturnInvalidPixelFormat
  }
  pixelBufferOut.pointee = buffer
  return kCVReturnSuccess
}

/// Has no effect: memory is always there.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }

/// Has no effect.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }

/// Width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The format of the pixels.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format
}

/// The first byte; of several planes, that of the first.
public func CVPixelBufferGetBaseAddress(
  _ pixelBuffer: CVPixelBuffer
) -> UnsafeMutableRawPointer? { pixelBuffer.memory }

/// Bytes of a row; of several planes, of the first.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].bytesPerRow
}

/// All bytes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }

/// Whether it has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
  pixelBuffer.planes.count > 1
}

/// The number of planes; 0 for a raster that has no planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
}

/// The first byte of a plane; `nil` when there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard pixelBuffer.planes.indices.contains(planeIndex) else { return nil }
  return UnsafeMutableRawPointer(pixelBuffer.bytes(ofPlane: planeIndex))
}

/// Bytes of a row of a plane; 0 when there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.planes.indices.contains(planeIndex)
    ? pixelBuffer.planes[planeIndex].bytesPerRow : 0
}

/// Width of a plane in samples; 0 when there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].width : 0
}

/// Height of a plane in samples; 0 when there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].height : 0
}

/// The size in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The size in pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

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
