extension CameraFile {
  /// The colour camera for a picture of this size: the file's, scaled. Throws `sizeMismatch` when
  /// the aspect ratios differ by more than 1 %: a cropped or turned picture has other intrinsics.
  public func colorCamera(forWidth width: Int, height: Int) throws(DepthIOError) -> Camera {
    try scaled(color, toWidth: width, height: height, what: "color")
  }

  /// The depth camera for a depth map of this size: the file's, scaled; the colour camera's where
  /// the file has no depth camera. Throws `sizeMismatch` when the aspect ratios differ by more than
  /// 1 %.
  public func depthCamera(forWidth width: Int, height: Int) throws(DepthIOError) -> Camera {
    let what = depth == nil ? "color" : "depth"
    return try scaled(depth ?? color, toWidth: width, height: height, what: what)
  }

  /// The same file for pictures that have been turned upright: the colour camera, gravity and
  /// `colorFromDepth` follow the picture, and so does the depth camera where the depth map is
  /// registered to the picture. A depth camera of another view keeps its raster.
  public func oriented(_ orientation: ImageOrientation) -> CameraFile {
    CameraFile(
      path: path, color: color.oriented(orientation),
      depth: colorFromDepth == nil ? depth?.oriented(orientation) : depth, depthUnit: depthUnit,
      colorFromDepth: colorFromDepth?.oriented(orientation),
      gravity: gravity.map(orientation.upright))
  }

  /// The same calibration for depth maps that have been moved into the colour picture's view: without
  /// a depth camera.
  public var forRegisteredDepth: CameraFile {
    CameraFile(
      path: path, color: color, depth: nil, depthUnit: depthUnit, colorFromDepth: nil,
      gravity: gravity)
  }

  /// The same calibration for depth files whose integers mean something else.
  public func with(depthUnit: DepthUnit?) -> CameraFile {
    CameraFile(
      path: path, color: color, depth: depth, depthUnit: depthUnit,
      colorFromDepth: colorFromDepth, gravity: gravity)
  }

  private func scaled(
    _ camera: Camera, toWidth width: Int, height: Int, what: String
  ) throws(DepthIOError) -> Camera {
    guard haveSameAspect((camera.width, camera.height), (width, height)) else {
      throw DepthIOError(
        .sizeMismatch, path: path,
        "the \(what) intrinsics are for \(camera.width)×\(camera.height), the picture is "
          + "\(width)×\(height): different aspect ratios; give the intrinsics of this picture")
    }
    return camera.scaled(toWidth: width, height: height)
  }
}

/// Whether two sizes agree in their aspect ratio within 1 %.
func haveSameAspect(_ a: (width: Int, height: Int), _ b: (width: Int, height: Int)) -> Bool {
  let ratio = Double(a.width) * Double(b.height) / (Double(a.height) * Double(b.width))
  return abs(ratio - 1) <= 0.01
}

extension Extrinsics {
  /// The motion into the frame of the upright picture; a mirroring one for a mirrored picture.
  fileprivate func oriented(_ orientation: ImageOrientation) -> Extrinsics {
    var numbers = columnMajor
    for start in [0, 4, 8, 12] {
      let column = SIMD3(numbers[start], numbers[start + 1], numbers[start + 2])
      let turned = orientation.upright(column)
      (numbers[start], numbers[start + 1], numbers[start + 2]) = (turned.x, turned.y, turned.z)
    }
    return Extrinsics(unchecked: numbers)
  }
}
