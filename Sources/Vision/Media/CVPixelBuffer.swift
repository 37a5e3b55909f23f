internal import Foundation

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
