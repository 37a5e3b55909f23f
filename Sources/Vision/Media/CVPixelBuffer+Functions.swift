public import Foundation

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
