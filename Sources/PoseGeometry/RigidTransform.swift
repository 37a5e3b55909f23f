/// A rotation and a translation, named target-from-source: `a_point = aFromB * b_point`, so that
/// neighbours in a product match.
public struct RigidTransform: Sendable, Equatable {
  /// The source's axes in the target's frame.
  public var rotation: Rotation
  /// The source's origin in the target's frame, in metres.
  public var translation: Vector3

  /// No motion.
  public static let identity = RigidTransform(rotation: .identity, translation: .zero)

  /// A transform from its parts.
  public init(rotation: Rotation, translation: Vector3) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The transform of a column-major 4 × 4 matrix, as `columnMajor` gives it. The rotation is the one
  /// nearest to the matrix's, so that rounded numbers (files) give a rotation again.
  ///
  /// Returns `nil` for anything that is no rigid motion: not 16 finite numbers, a last row other than
  /// 0 0 0 1, or columns that differ from orthonormal right-handed ones by more than `tolerance`
  /// (scaled, sheared or mirrored axes).
  public init?(columnMajor m: [Double], tolerance: Double = 1e-4) {
    guard m.count == 16, m.allSatisfy(\.isFinite),
      [m[3], m[7], m[11], m[15] - 1].allSatisfy({ abs($0) <= tolerance })
    else { return nil }
    let (x, y, z) = (
      Vector3(m[0], m[1], m[2]), Vector3(m[4], m[5], m[6]), Vector3(m[8], m[9], m[10])
    )
    guard let rotation = Rotation(orthonormalizing: x, y, z),
      max((rotation.x - x).length, (rotation.y - y).length, (rotation.z - z).length) <= tolerance
    else { return nil }
    self.init(rotation: rotation, translation: Vector3(m[12], m[13], m[14]))
  }

  /// The transform moved by a step of least squares, given as three numbers of a rotation vector and three of a
  /// translation, both in the target's axes: the translation turns with the rotation.
  package func moved(by v: some Collection<Double>) -> RigidTransform {
    let v = Array(v)
    let turn = Rotation(rotationVector: Vector3(v[0], v[1], v[2]))
    return RigidTransform(
      rotation: turn * rotation, translation: turn * translation + Vector3(v[3], v[4], v[5]))
  }

  /// The transform the other way: source-from-target.
  public var inverse: RigidTransform {
    let inverse = rotation.inverse
    return RigidTransform(rotation: inverse, translation: inverse * -translation)
  }

  /// The 4 × 4 matrix that acts on column vectors, column-major: the translation is elements 12–14.
  public var columnMajor: [Double] {
    let (x, y, z, t) = (rotation.x, rotation.y, rotation.z, translation)
    return [x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1]
  }

  /// A point taken from the source's frame to the target's.
  public static func * (transform: RigidTransform, point: Vector3) -> Vector3 {
    transform.rotation * point + transform.translation
  }

  /// First the right one, then the left one: `aFromC = aFromB * bFromC`.
  public static func * (a: RigidTransform, b: RigidTransform) -> RigidTransform {
    RigidTransform(rotation: a.rotation * b.rotation, translation: a * b.translation)
  }
}

extension RigidTransform {
  /// A transform from the nine numbers of a rotation, row by row, and a translation in metres. The
  /// rotation is the one nearest to the numbers, so that rounded ones (files) give a rotation again.
  ///
  /// Returns `nil` unless there are nine numbers whose columns differ from orthonormal right-handed ones
  /// by no more than `tolerance`.
  public init?(
    rotationRowMajor r: [Double], translation: Vector3, tolerance: Double = 1e-4
  ) {
    guard r.count == 9 else { return nil }
    let t = translation
    self.init(
      columnMajor: [
        r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, t.x, t.y, t.z, 1,
      ], tolerance: tolerance)
  }

  /// A transform from a rotation vector, whose direction is the axis and whose length is the angle in
  /// radians (OpenCV's `rvec`), and a translation in metres.
  public init(rotationVector: Vector3, translation: Vector3) {
    self.init(rotation: Rotation(rotationVector: rotationVector), translation: translation)
  }
}
