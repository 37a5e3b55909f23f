internal import DepthIO
public import Foundation
internal import PoseImaging

/// A file with a picture (Image I/O).
public final class CGImageSource: Sendable {
  let file: ColorFile
  let depth: DepthFile?

  init?(_ file: StillFile?) {
    guard let file, let color = try? file.color() else { return nil }
    self.file = color
    depth = file.depth()
  }
}

/// The key of the picture's orientation, EXIF's number.
public let kCGImagePropertyOrientation = "Orientation"
/// The key of the picture's width in pixels, as it is stored.
public let kCGImagePropertyPixelWidth = "PixelWidth"
/// The key of the picture's height in pixels, as it is stored.
public let kCGImagePropertyPixelHeight = "PixelHeight"

/// The file at a place; `nil` when it holds no picture that can be read. Options have no effect.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(try? StillFile(url))
}

/// The bytes of a file; `nil` when they hold no picture that can be read. Options have no effect.
public func CGImageSourceCreateWithData(
  _ data: CFData, _ options: CFDictionary?
) -> CGImageSource? { CGImageSource(StillFile(data)) }

/// The number of pictures: one.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { 1 }

/// The picture's raster as it is stored; its orientation is among the properties. `nil` for another
/// index than 0. Options have no effect.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard index == 0 else { return nil }
  return CGImage(isrc.file.image.upright(isrc.file.orientation.inverse))
}

/// The picture's orientation and size; `nil` for another index than 0. Options have no effect.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0 else { return nil }
  return [
    kCGImagePropertyOrientation: UInt32(isrc.file.orientation.rawValue),
    kCGImagePropertyPixelWidth: isrc.file.storedWidth,
    kCGImagePropertyPixelHeight: isrc.file.storedHeight,
  ]
}

/// The picture's depth map, turned as the raster is, for `AVDepthData(fromDictionaryRepresentation:)`:
/// in metres as `kCGImageAuxiliaryDataTypeDepth`, in one over metres as
/// `kCGImageAuxiliaryDataTypeDisparity`, whichever of them the file holds. `nil` without one.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ auxiliaryImageDataType: CFString
) -> CFDictionary? {
  let formats = [
    kCGImageAuxiliaryDataTypeDepth: kCVPixelFormatType_DepthFloat32,
    kCGImageAuxiliaryDataTypeDisparity: kCVPixelFormatType_DisparityFloat32,
  ]
  guard index == 0, let depth = isrc.depth, let format = formats[auxiliaryImageDataType] else {
    return nil
  }
  return AVDepthData(depth.oriented(isrc.file.orientation.inverse))
    .converting(toDepthDataType: format).auxiliaryPicture
}
