internal import Foundation
internal import Pose3D

/// Points that were found in a picture, by name.
open class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {
  /// All points by name.
  final let points: [VNRecognizedPointKey: VNRecognizedPoint]
  private let order: [VNRecognizedPointKey]
  private let groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])]

  /// The points that a person or a hand can have, those that weren't found with confidence 0.
  init(
    points: [(key: VNRecognizedPointKey, point: Pose2D.Point?)], size: (width: Int, height: Int),
    groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])],
    confidence: Double
  ) {
    order = points.map(\.key)
    self.groups = groups
    self.points = Dictionary(
      uniqueKeysWithValues: points.map { key, point in
        (key, VNRecognizedPoint(point, size: size, identifier: key))
      })
    super.init(confidence: VNConfidence(confidence))
  }

  /// The names of all points of the request, whether they were found or not.
  public final var availableKeys: [VNRecognizedPointKey] { order }

  /// The names of all groups.
  public final var availableGroupKeys: [VNRecognizedPointGroupKey] { groups.map(\.key) }

  /// A point; one that wasn't found has the confidence 0. Throws an error of `VNErrorDomain`,
  /// `invalidArgument`, for a name of another request.
  public final func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws
    -> VNRecognizedPoint
  {
    guard let point = points[pointKey] else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(pointKey.rawValue)\" is no point of \(type(of: self)): those are "
          + order.map(\.rawValue).joined(separator: ", ")
      ).cocoaError
    }
    return point
  }

  /// The points of a group; those that weren't found have the confidence 0. Throws an error of
  /// `VNErrorDomain`, `invalidArgument`, for a group of another request.
  public final func recognizedPoints(forGroupKey groupKey: VNRecognizedPointGroupKey) throws
    -> [VNRecognizedPointKey: VNRecognizedPoint]
  {
    guard let group = groups.first(where: { $0.key == groupKey }) else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(groupKey.rawValue)\" is no group of \(type(of: self)): those are "
          + groups.map(\.key.rawValue).joined(separator: ", ")
      ).cocoaError
    }
    return Dictionary(
      uniqueKeysWithValues: group.members.compactMap { key in points[key].map { (key, $0) } })
  }

  /// Coordinates and confidences as Core ML takes them: 1 × 3 × the number of points, x, y and
  /// confidence one after the other, the points in the order of `availableKeys`. Of a body's points the
  /// root is left out, as with Apple's.
  public func keypointsMultiArray() throws -> MLMultiArray {
    let listed = order.filter { $0.rawValue != "root" }.compactMap { points[$0] }
    return MLMultiArray(
      shape: [1, 3, listed.count],
      floats: listed.map { Float($0.x) } + listed.map { Float($0.y) } + listed.map(\.confidence))
  }
}

extension VNRecognizedPoint {
  /// A point of a picture of this size; one that isn't in it counts as not found.
  convenience init(
    _ point: Pose2D.Point?, size: (width: Int, height: Int), identifier: VNRecognizedPointKey
  ) {
    let place = point?.normalized(width: size.width, height: size.height) ?? SIMD2(-1, -1)
    let isInside = place.x >= 0 && place.x <= 1 && place.y >= 0 && place.y <= 1
    self.init(
      location: isInside ? CGPoint(x: place.x, y: place.y) : .zero,
      confidence: isInside ? VNConfidence(point?.confidence ?? 0) : 0, identifier: identifier)
  }
}
