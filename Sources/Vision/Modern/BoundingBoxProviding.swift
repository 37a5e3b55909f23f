/// An observation with a rectangle around it.
public protocol BoundingBoxProviding {
  /// The rectangle, from the lower left corner.
  var boundingBox: NormalizedRect { get }
}
