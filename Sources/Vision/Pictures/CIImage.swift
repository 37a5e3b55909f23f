internal import DepthIO
public import Foundation
internal import PoseImaging

/// A picture as Core Image takes it, for handlers that are given one; there are no filters.
public final class CIImage: Sendable {
  let image: CGImage
  private let orientation: ImageOrientation

  /// A picture.
  public convenience init(cgImage: CGImage) { self.init(cgImage, .up) }

  private init(_ image: CGImage, _ orientation: ImageOrientation) {
    (self.image, self.orientation) = (image, orientation)
  }

  /// The orientation that the file states and that hasn't been applied (`kCGImagePropertyOrientation`), and the size.
  public var properties: [String: Any] {
    [
      kCGImagePropertyOrientation: UInt32(orientation.rawValue),
      kCGImagePropertyPixelWidth: image.width, kCGImagePropertyPixelHeight: image.height,
    ]
  }

  /// The image in a file as it is stored, or upright with `applyOrientationProperty`; `nil` when it can't be read.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    self.init(CGImageSourceCreateWithURL(url, nil), options)
  }

  /// The image in the bytes of a file as it is stored, or upright with `applyOrientationProperty`; `nil` when they can't
  /// be read.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    self.init(CGImageSourceCreateWithData(data, nil), options)
  }

  private convenience init?(_ source: CGImageSource?, _ options: [CIImageOption: Any]?) {
    guard let file = source?.file else { return nil }
    let isUpright = options?[.applyOrientationProperty] as? Bool ?? false
    let orientation = isUpright ? .up : file.orientation
    self.init(CGImage(file.image.upright(orientation.inverse)), orientation)
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

/// A choice about an image that is read (Core Image).
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  /// Its name.
  public let rawValue: String

  /// An option with a name; others than those here have no effect.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether an image is turned upright by the orientation that its file states. Without, it is as it is stored.
  public static let applyOrientationProperty = CIImageOption(
    rawValue: "CIImageApplyOrientationProperty")
}
