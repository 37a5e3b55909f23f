public import Foundation

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
