internal import DepthIO
public import Foundation
internal import PoseImaging

/// A picture in memory, 8 bits a channel in sRGB, without alpha (Core Graphics).
///
/// Apple's is made by Image I/O or UIKit; this one is made from a file, from bytes or from pixels.
public final class CGImage: Sendable {
  let image: ColorImage

  init(_ image: ColorImage) { self.image = image }

  /// The upright picture in a file: JPEG, PNG, HEIC, TIFF, OpenEXR, PPM. The orientation that the file
  /// states has been applied, so it is passed on as `.up`; `CGImageSourceCreateImageAtIndex` gives the
  /// raster as it is stored.
  ///
  /// Throws an error of `VNErrorDomain`, `invalidImage`, for a file that can't be read.
  public convenience init(contentsOf url: URL) throws {
    do {
      try self.init(StillFile(url).color().image)
    } catch {
      throw VisionFailure(error).cocoaError
    }
  }

  /// The upright picture in the bytes of such a file. Throws as `init(contentsOf:)` does.
  public convenience init(data: Data) throws {
    do {
      try self.init(StillFile(data).color().image)
    } catch {
      throw VisionFailure(error).cocoaError
    }
  }

  /// A picture from its pixels: red, green, blue, row by row from the top. `nil` unless there are three
  /// bytes for every pixel, and at least one pixel.
  public convenience init?(width: Int, height: Int, rgb: [UInt8]) {
    guard width > 0, height > 0, width <= rgb.count, height <= rgb.count,
      rgb.count == 3 * width * height
    else { return nil }
    self.init(ColorImage(width: width, height: height, pixels: rgb))
  }

  /// Width in pixels.
  public var width: Int { image.width }
  /// Height in pixels.
  public var height: Int { image.height }
  /// Bits of a channel.
  public var bitsPerComponent: Int { 8 }
  /// Bits of a pixel.
  public var bitsPerPixel: Int { 24 }
  /// Bytes of a row.
  public var bytesPerRow: Int { 3 * width }
  /// Red, green, blue of every pixel, row by row from the top. Not Apple's.
  public var rgb: [UInt8] { image.pixels }

  /// The part of the picture inside a rectangle, in pixels from the upper left corner; `nil` when none
  /// of it is inside. The rectangle is widened to whole pixels and cut to the picture.
  public func cropping(to rectangle: CGRect) -> CGImage? {
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let part = rectangle.standardized.intersection(whole)
    guard part.width > 0, part.height > 0 else { return nil }
    let columns = Int(part.minX.rounded(.down))..<Int(part.maxX.rounded(.up))
    let rows = Int(part.minY.rounded(.down))..<Int(part.maxY.rounded(.up))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * columns.count * rows.count)
    for row in rows {
      let start = 3 * (row * width + columns.lowerBound)
      pixels += image.pixels[start..<(start + 3 * columns.count)]
    }
    return CGImage(width: columns.count, height: rows.count, rgb: pixels)
  }
}
