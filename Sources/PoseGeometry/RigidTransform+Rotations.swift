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
