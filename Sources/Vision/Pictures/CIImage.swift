public import Foundation
internal import PoseImaging

/// A picture as Core Image takes it, for handlers that are given one; there are no filters.
public final class CIImage: Sendable {
  let image: CGImage

  /// A picture.
  public init(cgImage: CGImage) { image = cgImage }

  /// The upright picture in a file; `nil` when it can't be read.
  public convenience init?(contentsOf url: URL) {
    guard let image = try? CGImage(contentsOf: url) else { return nil }
    self.init(cgImage: image)
  }

  /// The upright picture in the bytes of a file; `nil` when they can't be read.
  public convenience init?(data: Data) {
    guard let image = try? CGImage(data: data) else { return nil }
    self.init(cgImage: image)
  }

  /// The colours of a pixel buffer; black for one that holds none.
  public convenience init(cvPixelBuffer: CVPixelBuffer) {
    let colors = try? cvPixelBuffer.colors()
    let (width, height) = (cvPixelBuffer.width, cvPixelBuffer.height)
    self.init(
      cgImage: CGImage(
        colors
          ?? ColorImage(
            width: width, height: height,
            pixels: [UInt8](repeating: 0, count: 3 * width * height))))
  }

  /// The picture's rectangle in pixels.
  public var extent: CGRect { CGRect(x: 0, y: 0, width: image.width, height: image.height) }

  /// The picture as Core Graphics has it.
  public var cgImage: CGImage? { image }

  /// The picture turned upright.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    CIImage(cgImage: CGImage(image.image.upright(ImageOrientation(orientation))))
  }
}

/// A converter from images of Core Image to those of Core Graphics.
public final class CIContext: Sendable {
  /// A context; options have no effect.
  public init(options: [AnyHashable: Any]? = nil) {}

  /// The part of a picture inside a rectangle, in pixels from the lower left corner; `nil` when none of
  /// it is inside.
  public func createCGImage(_ image: CIImage, from rectangle: CGRect) -> CGImage? {
    let fromTop = CGRect(
      x: rectangle.minX, y: image.extent.height - rectangle.maxY, width: rectangle.width,
      height: rectangle.height)
    return fromTop == image.extent ? image.image : image.image.cropping(to: fromTop)
  }
}
