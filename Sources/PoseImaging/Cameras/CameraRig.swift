public import PoseGeometry

/// Several cameras that stand still around one scene, and where they are in one world.
public struct CameraRig: Sendable, Equatable {
  /// A camera of the rig.
  public struct Member: Sendable, Equatable {
    /// Its name; no two are alike.
    public var name: String
    /// Its intrinsics.
    public var camera: Camera
    /// Into the camera's frame (x right, y down, z forward) from the world's, in metres.
    public var cameraFromWorld: RigidTransform

    /// The uncertainty of its numbers; `nil` if it is unknown.
    public var sigma: Sigma?

    /// A camera.
    public init(
      name: String, camera: Camera, cameraFromWorld: RigidTransform, sigma: Sigma? = nil
    ) {
      (self.name, self.camera, self.cameraFromWorld) = (name, camera, cameraFromWorld)
      self.sigma = sigma
    }

    /// The position in the world, in metres.
    public var position: Vector3 { cameraFromWorld.inverse.translation }
    /// The viewing direction in the world; of length 1.
    public var direction: Vector3 { cameraFromWorld.rotation.inverse.z }

    /// Whether the world has its origin in this camera, and axes along the camera's.
    fileprivate var isWorld: Bool {
      let axes = cameraFromWorld.rotation
      return cameraFromWorld.translation.length < 1e-6
        && [axes.x, axes.y, axes.z].allSatisfy { max(abs($0.x), abs($0.y), abs($0.z)) > 1 - 1e-9 }
    }
  }

  /// Cameras nearer to each other than this are in one place, in metres; chosen.
  package static let minimumDistance = 0.01

  /// The names of the first two cameras that are in one place, from where nothing can be triangulated; `nil` if there
  /// are none.
  package var pairInOnePlace: (String, String)? {
    for (index, member) in cameras.enumerated() {
      let other = cameras[..<index].first {
        ($0.position - member.position).length < Self.minimumDistance
      }
      if let other { return (other.name, member.name) }
    }
    return nil
  }

  /// One standard deviation of each number of a calibrated camera.
  public struct Sigma: Sendable, Equatable {
    /// Of fx, fy, cx and cy, in pixels; `nil` if the intrinsics were given.
    public var intrinsics: [Double]?
    /// Of the lens' coefficients in their order; `nil` if the intrinsics were given.
    public var distortion: [Double]?
    /// Of the rotation about the camera's x, y and z, in radians; `nil` for the camera that sets the world.
    public var rotation: Vector3?
    /// Of the position in the world, in metres; `nil` for the camera that sets the world.
    public var position: Vector3?

    /// Standard deviations; `nil` for those that are unknown.
    public init(
      intrinsics: [Double]? = nil, distortion: [Double]? = nil, rotation: Vector3? = nil,
      position: Vector3? = nil
    ) {
      (self.intrinsics, self.distortion) = (intrinsics, distortion)
      (self.rotation, self.position) = (rotation, position)
    }

    /// The standard deviations of a pose from its covariance in an adjustment.
    ///
    /// - Parameters:
    ///   - covariance: of a turn in radians and a shift in metres, both in the camera's own frame, 6 × 6 row by row.
    ///     A camera is at −Rᵀt: a turn of R and t together leaves it there, and a shift of d moves it by −Rᵀd.
    ///   - cameraFromWorld: the pose.
    package init(turnAndShift covariance: [Double], cameraFromWorld: RigidTransform) {
      func block(_ first: Int) -> SymmetricMatrix3 {
        let c = { (i: Int, j: Int) in covariance[(first + i) * 6 + first + j] }
        return SymmetricMatrix3(
          xx: c(0, 0), xy: c(0, 1), xz: c(0, 2), yy: c(1, 1), yz: c(1, 2), zz: c(2, 2))
      }
      let place = block(3).rotated(by: cameraFromWorld.rotation.inverse)
      self.init(
        rotation: pointwiseMax(block(0).diagonal, .zero).squareRoot(),
        position: pointwiseMax(place.diagonal, .zero).squareRoot())
    }
  }

  /// The cameras, in the order of their file.
  public var cameras: [Member]
  /// The upward direction in the world, of length 1; `nil` when unknown.
  public var up: Vector3?
  /// One standard deviation of `up`, in radians; `nil` when unknown.
  public var upSigma: Double?
  /// One standard deviation of all lengths together, as a share of them; `nil` when unknown.
  public var scaleSigma: Double?
  /// The covariance of the cameras' numbers, in their order, without that of the scale; `nil` when unknown.
  public var covariance: RigCovariance?

  /// A rig.
  ///
  /// - Parameters:
  ///   - cameras: the cameras.
  ///   - up: the upward direction in the world, of length 1; `nil` when unknown.
  ///   - upSigma: one standard deviation of `up`, in radians; `nil` when unknown.
  ///   - scaleSigma: one standard deviation of all lengths together, as a share of them; `nil` when unknown.
  ///   - covariance: that of the cameras' numbers, in their order; `nil` when unknown.
  public init(
    cameras: [Member], up: Vector3? = nil, upSigma: Double? = nil, scaleSigma: Double? = nil,
    covariance: RigCovariance? = nil
  ) {
    precondition(
      covariance.map { $0.cameraCount == cameras.count } ?? true,
      "the covariance is of another number of cameras")
    (self.cameras, self.up, self.covariance) = (cameras, up, covariance)
    (self.upSigma, self.scaleSigma) = (upSigma, scaleSigma)
  }

  /// The axis of the world that points up, taken from how the cameras are held; `nil` where they
  /// don't agree, and where the world is a camera's own frame: that one would be taken to be level.
  public var upByCameras: Vector3? {
    guard !cameras.contains(where: \.isWorld) else { return nil }
    let sum = cameras.reduce(Vector3.zero) { $0 - $1.cameraFromWorld.rotation.inverse.y }
    guard let mean = sum.normalized, sum.length > 0.7 * Double(cameras.count) else { return nil }
    let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].flatMap { [$0, -$0] }
    return axes.first { $0.dot(mean) > Self.minimumCosine }
  }

  /// The mean of the cameras' own verticals is at most 35° from the world's: the cosine.
  private static let minimumCosine = 0.82
}

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
