public import PoseGeometry

extension CameraRig {
  /// The place that is nearest to all optical axes, in metres: the middle of the cameras' common
  /// view; `nil` if they look in one direction, or away from each other.
  public var middle: Vector3? {
    var matrix = SymmetricMatrix3.zero
    var side = Vector3.zero
    for camera in cameras {
      let across =
        SymmetricMatrix3(diagonal: Vector3(1, 1, 1)) + SymmetricMatrix3(outer: camera.direction)
        * -1
      matrix = matrix + across
      side += across * camera.position
    }
    guard cameras.count > 1, let inverse = matrix.inverse else { return nil }
    let middle = inverse * side
    let isBefore = cameras.allSatisfy { ($0.cameraFromWorld * middle).z > 0 }
    return isBefore ? middle : nil
  }
}
