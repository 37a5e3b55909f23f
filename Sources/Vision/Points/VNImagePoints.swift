public import Foundation

// From normalised coordinates to a picture's and back. Both have their origin in the lower left corner;
// the picture's width and height are in pixels.

/// All of a picture.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Whether a rectangle is all of a picture.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
  normalizedRect == VNNormalizedIdentityRect
}

/// A point in pixels.
public func VNImagePointForNormalizedPoint(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  CGPoint(
    x: normalizedPoint.x * CGFloat(imageWidth), y: normalizedPoint.y * CGFloat(imageHeight))
}

/// A point from pixels.
public func VNNormalizedPointForImagePoint(
  _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  CGPoint(x: imagePoint.x / CGFloat(imageWidth), y: imagePoint.y / CGFloat(imageHeight))
}

/// A point in pixels, from its place in a region of interest.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
  let point = CGPoint(
    x: roi.minX + normalizedPoint.x * roi.width, y: roi.minY + normalizedPoint.y * roi.height)
  return VNImagePointForNormalizedPoint(point, imageWidth, imageHeight)
}

/// A point's place in a region of interest, from pixels.
public func VNNormalizedPointForImagePointUsingRegionOfInterest(
  _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
  let point = VNNormalizedPointForImagePoint(imagePoint, imageWidth, imageHeight)
  return CGPoint(x: (point.x - roi.minX) / roi.width, y: (point.y - roi.minY) / roi.height)
}

/// A rectangle in pixels.
public func VNImageRectForNormalizedRect(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGRect {
  let (width, height) = (CGFloat(imageWidth), CGFloat(imageHeight))
  return CGRect(
    x: normalizedRect.minX * width, y: normalizedRect.minY * height,
    width: normalizedRect.width * width, height: normalizedRect.height * height)
}

/// A rectangle from pixels.
public func VNNormalizedRectForImageRect(
  _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGRect {
  let (width, height) = (CGFloat(imageWidth), CGFloat(imageHeight))
  return CGRect(
    x: imageRect.minX / width, y: imageRect.minY / height, width: imageRect.width / width,
    height: imageRect.height / height)
}

/// A rectangle in pixels, from its place in a region of interest.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
  let rectangle = CGRect(
    x: roi.minX + normalizedRect.minX * roi.width, y: roi.minY + normalizedRect.minY * roi.height,
    width: normalizedRect.width * roi.width, height: normalizedRect.height * roi.height)
  return VNImageRectForNormalizedRect(rectangle, imageWidth, imageHeight)
}

/// A rectangle's place in a region of interest, from pixels.
public func VNNormalizedRectForImageRectUsingRegionOfInterest(
  _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
  let rectangle = VNNormalizedRectForImageRect(imageRect, imageWidth, imageHeight)
  return CGRect(
    x: (rectangle.minX - roi.minX) / roi.width, y: (rectangle.minY - roi.minY) / roi.height,
    width: rectangle.width / roi.width, height: rectangle.height / roi.height)
}
