public import PoseGeometry

extension CameraRig {
  /// The place that is nearest to all optical axes, in metres: the middle of the cameras' common
  /// view; `nil` if they look in one direction, or away from each other.
  public var middle: Vector3? {
    let axes = cameras.compactMap { Ray(origin: $0.position, along: $0.direction) }
    guard axes.count == cameras.count, let middle = Ray.nearestPlace(to: axes) else { return nil }
    let isBefore = cameras.allSatisfy { ($0.cameraFromWorld * middle).z > 0 }
    return isBefore ? middle : nil
  }
}
