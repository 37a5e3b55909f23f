internal import Foundation
internal import PoseGeometry

/// A turned square of a picture, in pixels from the centre of the top-left pixel.
struct SquareRegion: Codable, Equatable {
  /// Its middle.
  var center: SIMD2<Double>
  /// Length of a side in pixels.
  var side: Double
  /// Radians in -π ..< π, clockwise as seen in the picture; 0 when its edges are the picture's.
  var rotation: Double
}

extension SquareRegion {
  /// The size of BlazePose's region, as a factor on the circle around the person.
  static let enlargement = 1.25

  /// The square that BlazePose cuts out around a person whose hips' middle and whose scale point
  /// are known: the scale point lies on the circle around the person, in the direction of the head,
  /// and the square is turned so that the head is up. MediaPipe's AlignmentPointsRectsCalculator
  /// and RectTransformationCalculator.
  init(
    hips: SIMD2<Double>, scalePoint: SIMD2<Double>, enlargement: Double = SquareRegion.enlargement
  ) {
    let reach = scalePoint - hips
    center = hips
    side = 2 * reach.length * enlargement
    rotation = Self.rotation(up: reach)
  }

  /// The rotation of a square whose upper edge lies in a direction of the picture.
  static func rotation(up direction: SIMD2<Double>) -> Double {
    let angle = Double.pi / 2 - atan2(-direction.y, direction.x)
    return angle - 2 * Double.pi * ((angle + Double.pi) / (2 * Double.pi)).rounded(.down)
  }

  /// The upright square around a whole picture, what is outside it being padding.
  init(around width: Int, _ height: Int) {
    center = SIMD2(Double(width), Double(height)) / 2
    side = Double(max(width, height))
    rotation = 0
  }

  /// Whether there is anything to sample: finite, not empty, and so near that its coordinates
  /// still resolve fractions of a pixel. A network's answer to noise may be otherwise.
  var isUsable: Bool {
    let farthest = 1e9
    return side > 0 && side < farthest && rotation.isFinite
      && abs(center.x) < farthest && abs(center.y) < farthest
  }

  /// The pixel of a point given in units of the square: (0, 0) its top-left corner, (1, 1) its
  /// bottom-right one.
  func pixel(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let turned = turned(point - 0.5)
    return center + turned * side
  }

  /// A direction given along the square's edges, along the picture's.
  func turned(_ direction: SIMD2<Double>) -> SIMD2<Double> {
    let (c, s) = (cos(rotation), sin(rotation))
    return SIMD2(c * direction.x - s * direction.y, s * direction.x + c * direction.y)
  }

  /// The square that shows the same in the mirrored image.
  ///
  /// - Parameter width: the picture's width in pixels.
  func mirrored(inWidth width: Int) -> SquareRegion {
    SquareRegion(center: center.mirrored(inWidth: width), side: side, rotation: -rotation)
  }

  /// Whether two squares frame the same person: a tenth of a side apart at most, a quarter larger,
  /// turned by 20°.
  func isAlmost(_ other: SquareRegion) -> Bool {
    let angle = remainder(rotation - other.rotation, 2 * Double.pi)
    return center.distance(to: other.center) < 0.1 * min(side, other.side)
      && max(side, other.side) < 1.25 * min(side, other.side) && abs(angle) < Double.pi / 9
  }
}

extension SIMD2<Double> {
  /// The same place of the mirrored picture, in pixels from the centre of the top-left pixel.
  func mirrored(inWidth width: Int) -> Self { Self(Double(width - 1) - x, y) }
}

/// An upright rectangle of a picture, in pixels from its top-left corner; what is outside isn't
/// looked at.
public struct RegionOfInterest: Sendable, Equatable {
  /// The left and the top edge.
  public var x, y: Double
  /// Extents.
  public var width, height: Double

  /// A rectangle by its top-left corner and its extents, which are positive.
  public init(x: Double, y: Double, width: Double, height: Double) {
    precondition(width > 0 && height > 0, "a region of \(width)×\(height) pixels is empty")
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A rectangle as Vision gives it: fractions of the picture's size, from its lower-left corner.
  public init(
    normalizedX: Double, normalizedY: Double, normalizedWidth: Double, normalizedHeight: Double,
    imageWidth: Int, imageHeight: Int
  ) {
    let (width, height) = (Double(imageWidth), Double(imageHeight))
    self.init(
      x: normalizedX * width, y: (1 - normalizedY - normalizedHeight) * height,
      width: normalizedWidth * width, height: normalizedHeight * height)
  }
}

extension RegionOfInterest {
  /// The columns and rows that it touches in a picture; `nil` when it touches none.
  func pixels(of width: Int, _ height: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
    guard let columns = Self.touched(from: x, extent: self.width, of: width),
      let rows = Self.touched(from: y, extent: self.height, of: height)
    else { return nil }
    return (columns, rows)
  }

  private static func touched(from start: Double, extent: Double, of count: Int) -> Range<Int>? {
    let first = max(start, 0).rounded(.down)
    let end = min(start + extent, Double(count)).rounded(.up)
    // False for whatever isn't a number, too.
    return first < end ? Int(first)..<Int(end) : nil
  }
}

/// An upright rectangle, in whatever unit its corners have.
struct BoundingBox: Equatable {
  var minimum: SIMD2<Double>
  var maximum: SIMD2<Double>

  /// The rectangle around points; `nil` without any.
  init?(around points: some Sequence<SIMD2<Double>>) {
    var points = points.makeIterator()
    guard let first = points.next() else { return nil }
    (minimum, maximum) = (first, first)
    while let point = points.next() {
      minimum = pointwiseMin(minimum, point)
      maximum = pointwiseMax(maximum, point)
    }
  }

  init(minimum: SIMD2<Double>, maximum: SIMD2<Double>) {
    self.minimum = minimum
    self.maximum = maximum
  }

  var width: Double { maximum.x - minimum.x }
  var height: Double { maximum.y - minimum.y }
  var area: Double { width * height }

  /// The share of their union that two rectangles have in common; 0 when the union is empty.
  func overlap(with other: BoundingBox) -> Double {
    let intersection = intersection(with: other)
    let union = area + other.area - intersection
    return union > 0 ? intersection / union : 0
  }

  /// The share of the smaller of two rectangles that lies in the other; 0 when it is empty.
  func coverage(with other: BoundingBox) -> Double {
    let smaller = min(area, other.area)
    return smaller > 0 ? intersection(with: other) / smaller : 0
  }

  /// The area that two rectangles have in common.
  private func intersection(with other: BoundingBox) -> Double {
    let shared = pointwiseMin(maximum, other.maximum) - pointwiseMax(minimum, other.minimum)
    return max(0, shared.x) * max(0, shared.y)
  }
}
