public import PoseDocuments
internal import PoseGeometry
public import PoseImaging

extension CameraFile {
  /// The colour camera for a picture of this size: the file's, scaled; of a picture with one side as the file has it
  /// and the other shorter or longer by less than 16 pixels the file's own, for what is missing at the right or the
  /// lower edge is a video codec's padding (1080 of 1088). Throws `mismatch` when
  /// the aspect ratios differ by more than 1 %: a cropped or turned picture has other intrinsics.
  public func colorCamera(forWidth width: Int, height: Int) throws(FileError) -> Camera {
    try scaled(color, toWidth: width, height: height, what: "color")
  }

  /// The depth camera for a depth map of this size: the file's, scaled; the colour camera's where
  /// the file has no depth camera. Throws `mismatch` when the aspect ratios differ by more than
  /// 1 %.
  public func depthCamera(forWidth width: Int, height: Int) throws(FileError) -> Camera {
    let what = depth == nil ? "color" : "depth"
    return try scaled(depth ?? color, toWidth: width, height: height, what: what)
  }

  /// The same file for pictures that have been turned upright: the colour camera, gravity and
  /// `colorFromDepth` follow the picture, and so does the depth camera where the depth map is
  /// registered to the picture. A depth camera of another view keeps its raster.
  public func oriented(_ orientation: ImageOrientation) -> CameraFile {
    let turned = turned(orientation)
    return CameraFile(
      path: path, color: color.oriented(orientation),
      depth: turned == nil ? depth?.oriented(orientation) : depth, depthUnit: depthUnit,
      colorFromDepth: turned?.colorFromDepth, mirrorsColor: turned?.mirrorsColor ?? false,
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
      colorFromDepth: colorFromDepth, mirrorsColor: mirrorsColor, gravity: gravity)
  }

  private func scaled(
    _ camera: Camera, toWidth width: Int, height: Int, what: String
  ) throws(FileError) -> Camera {
    if let cut = camera.withoutPadding(toWidth: width, height: height) { return cut }
    guard haveSameAspect((camera.width, camera.height), (width, height)) else {
      throw FileError(
        .mismatch, path: path,
        "the \(what) intrinsics are for \(camera.width)×\(camera.height), the picture is "
          + "\(width)×\(height): different aspect ratios; give the intrinsics of this picture")
    }
    return camera.scaled(toWidth: width, height: height)
  }
}

extension CameraFile {
  /// `colorFromDepth` in the frame of the upright picture, and whether that is mirrored.
  fileprivate func turned(
    _ orientation: ImageOrientation
  ) -> (colorFromDepth: RigidTransform, mirrorsColor: Bool)? {
    guard let colorFromDepth else { return nil }
    // An orthogonal map of the colour camera's axes: a rotation, or a rotation with x flipped.
    let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map(orientation.upright)
    let mirrors = axes[0].cross(axes[1]).dot(axes[2]) < 0
    let side = mirrors ? Vector3(-1, 1, 1) : Vector3(1, 1, 1)
    let turn = Rotation(trusted: axes[0] * side, axes[1] * side, axes[2] * side)
    // What was mirrored before is turned the other way: M·T·M is the turn as M shows it.
    let own = mirrorsColor ? turn.mirroredInX : turn
    return (
      RigidTransform(
        rotation: own * colorFromDepth.rotation, translation: own * colorFromDepth.translation),
      mirrors != mirrorsColor
    )
  }
}

extension Rotation {
  /// The same turn seen in a mirror across x.
  fileprivate var mirroredInX: Rotation {
    let side = Vector3(-1, 1, 1)
    return Rotation(trusted: x * side * -1, y * side, z * side)
  }
}

extension Camera {
  /// Video codecs work on blocks of so many pixels.
  private static let block = 16

  /// The same camera for a picture that lacks a codec's padding at its right or lower edge, or has it; `nil` for other
  /// sizes. Scaled, a picture would have changed both sides.
  fileprivate func withoutPadding(toWidth newWidth: Int, height newHeight: Int) -> Camera? {
    let (columns, rows) = (abs(newWidth - width), abs(newHeight - height))
    guard (columns == 0) != (rows == 0), max(columns, rows) < Self.block,
      max(width, newWidth).isMultiple(of: Self.block) || columns == 0,
      max(height, newHeight).isMultiple(of: Self.block) || rows == 0
    else { return nil }
    return Camera(
      width: newWidth, height: newHeight, fx: fx, fy: fy, cx: cx, cy: cy, distortion: distortion,
      source: source, focalLengthSigma: focalLengthSigma)
  }
}
