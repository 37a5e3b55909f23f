public import Foundation
internal import Pose3D

/// Points that were found in a picture, by name.
open class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {
  /// All points by name.
  final let points: [VNRecognizedPointKey: VNRecognizedPoint]
  private let layout: PointLayout

  /// The points of a layout, those that weren't found with confidence 0.
  init(
    _ point: (VNRecognizedPointKey) -> Pose2D.Point?, size: (width: Int, height: Int),
    layout: PointLayout, confidence: Double
  ) {
    self.layout = layout
    points = Dictionary(
      uniqueKeysWithValues: layout.order.map { key in
        (key, VNRecognizedPoint(point(key), size: size, identifier: key))
      })
    super.init(confidence: VNConfidence(confidence))
  }

  /// The names of all points of the request, whether they were found or not.
  public final var availableKeys: [VNRecognizedPointKey] { layout.order }

  /// The names of all groups.
  public final var availableGroupKeys: [VNRecognizedPointGroupKey] { layout.groups.map(\.key) }

  /// A point; one that wasn't found has the confidence 0. Throws an error of `VNErrorDomain`,
  /// `invalidArgument`, for a name of another request.
  public final func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws
    -> VNRecognizedPoint
  {
    guard let point = points[pointKey] else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(pointKey.rawValue)\" is no point of \(type(of: self)): those are "
          + layout.order.map(\.rawValue).joined(separator: ", ")
      ).cocoaError
    }
    return point
  }

  /// The points of a group; those that weren't found have the confidence 0. Throws an error of
  /// `VNErrorDomain`, `invalidArgument`, for a group of another request.
  public final func recognizedPoints(forGroupKey groupKey: VNRecognizedPointGroupKey) throws
    -> [VNRecognizedPointKey: VNRecognizedPoint]
  {
    guard let group = layout.groups.first(where: { $0.key == groupKey }) else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(groupKey.rawValue)\" is no group of \(type(of: self)): those are "
          + layout.groups.map(\.key.rawValue).joined(separator: ", ")
      ).cocoaError
    }
    return Dictionary(
      uniqueKeysWithValues: group.members.compactMap { key in points[key].map { (key, $0) } })
  }

  /// Coordinates and confidences as Core ML takes them: 1 × 3 × the number of points, x, y and
  /// confidence one after the other, the points in the order of `availableKeys`. Of a body's points the
  /// root is left out, as with Apple's.
  public func keypointsMultiArray() throws -> MLMultiArray {
    let listed = layout.order.filter { $0.rawValue != "root" }.compactMap { points[$0] }
    return MLMultiArray(
      shape: [1, 3, listed.count],
      floats: listed.map { Float($0.x) } + listed.map { Float($0.y) } + listed.map(\.confidence))
  }

  /// Whether another one is the same observation with the same points.
  open override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNRecognizedPointsObservation)?.points == points
  }

  // MARK: Archives

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required convenience init?(coder: NSCoder) { self.init(coder: coder, layout: .none) }

  /// An observation from an archive; `nil` when it hasn't the points of this layout.
  init?(coder: NSCoder, layout: PointLayout) {
    guard let joints = coder.part([Joint].self, forKey: "points"),
      joints.map(\.jointName) == layout.order.map(\.rawValue), joints.allSatisfy(\.isInPicture)
    else { return nil }
    self.layout = layout
    points = Dictionary(
      uniqueKeysWithValues: zip(layout.order, joints.map(VNRecognizedPoint.init)))
    super.init(coder: coder)
  }

  /// Archives the observation.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(
      part: layout.order.compactMap { points[$0].map(Joint.init) }, forKey: "points")
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

extension Joint {
  /// Whether the joint is in the picture, or counts as not found.
  fileprivate var isInPicture: Bool {
    (0...1).contains(location.x) && (0...1).contains(location.y) && (0...1).contains(confidence)
  }
}

extension VNRecognizedPoint {
  /// The same point of the original API.
  fileprivate convenience init(_ joint: Joint) {
    self.init(
      location: joint.location.cgPoint, confidence: joint.confidence,
      identifier: VNRecognizedPointKey(rawValue: joint.jointName))
  }
}

/// The points that a kind of observation has, and their groups.
struct PointLayout: Sendable {
  /// The points' names.
  let order: [VNRecognizedPointKey]
  /// The groups, each with the names of its points.
  let groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])]

  /// No points.
  static let none = PointLayout(order: [], groups: [])

  /// The 19 points of a body, and the detected points that they come from.
  static let bodyKeypoints = KeypointLayout.vision.points.compactMap { keypoint in
    keypoint.flatMap { keypoint in
      keypoint.visionName.map { (key: VNRecognizedPointKey(rawValue: $0), keypoint: keypoint) }
    }
  }

  /// A body's points.
  static let body = PointLayout(
    order: bodyKeypoints.map(\.key),
    groups: KeypointGroup.allCases.map { group in
      (
        VNRecognizedPointGroupKey(rawValue: group.visionName),
        group.points.compactMap { $0.visionName.map(VNRecognizedPointKey.init(rawValue:)) }
      )
    })

  /// A hand's points.
  static let hand = PointLayout(
    order: HandJoint.allCases.map { VNRecognizedPointKey(rawValue: $0.visionName) },
    groups: Finger.allCases.map { finger in
      (
        VNRecognizedPointGroupKey(rawValue: finger.visionName),
        finger.joints.map { VNRecognizedPointKey(rawValue: $0.visionName) }
      )
    } + [(.all, HandJoint.allCases.map { VNRecognizedPointKey(rawValue: $0.visionName) })])
}
