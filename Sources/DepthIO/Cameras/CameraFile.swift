public import PoseDocuments
public import PoseGeometry
public import PoseImaging

/// A camera's calibration: the intrinsics of the colour camera and, if depth comes from a camera of
/// its own, that camera's and the motion between them.
public struct CameraFile: Sendable, Equatable {
  /// The schema that is read and written.
  public static let schema = "pose3d.camera/1"

  /// The maximum size of a camera file, in bytes; a device's listing may have about 100 kB.
  package static let sizeLimit = 1 << 20

  /// The file, as the caller named it.
  public let path: String
  /// The colour camera, for the size of picture that the file states.
  public let color: Camera
  /// The depth camera, for the size that the file states; `nil` when the depth map is registered to
  /// the colour picture.
  public let depth: Camera?
  /// The unit of an integer depth file; `nil` when the file doesn't state it.
  public let depthUnit: DepthUnit?
  /// Takes points of the depth camera's frame to the colour camera's; `nil` when the file has none.
  public let colorFromDepth: RigidTransform?
  /// Whether the colour image has been mirrored on reading. Points then have their x flipped after
  /// `colorFromDepth`, which no rigid motion can do.
  let mirrorsColor: Bool
  /// Direction of gravity, of length 1, in the colour camera's frame; `nil` when it isn't known.
  public let gravity: SIMD3<Double>?

  /// Reads a camera file: `pose3d.camera/1` or a flat object of the six intrinsics, and the calibrations of
  /// Open3D, RealSense, Azure Kinect, OpenCV, ROS, ORB-SLAM, the TUM data set, Pose2Sim and Qualisys. Its
  /// contents decide the format, never its name. `docs/reference/keypoint-and-camera-values.md` has the fields
  /// of the first.
  ///
  /// Throws a `FileError`: `noSuchFile`, `unknownFormat` for a file of another kind, and
  /// `unsuitable`, with a sentence that names the place in the document, when a value is missing or
  /// makes no sense, or when only `options` can say which camera or size is meant.
  public init(
    contentsOf path: String, options: CameraReadingOptions = CameraReadingOptions()
  ) throws(FileError) {
    try self.init(
      bytes: try FileBytes.read(path, limit: Self.sizeLimit), name: path, options: options)
  }

  /// Reads a camera file from its bytes; `name` is what errors call it. Throws as
  /// `init(contentsOf:options:)` does.
  public init(
    bytes: [UInt8], name: String, options: CameraReadingOptions = CameraReadingOptions()
  ) throws(FileError) {
    self = try CameraReader(path: name, options: options).cameraFile(bytes)
    guard let camera = options.cameraName else { return }
    // In a file of one camera any name would do: none is looked for.
    var other = options
    other.cameraName = "\0"
    if (try? CameraReader(path: name, options: other).cameraFile(bytes)) != nil {
      throw FileError(
        .unsuitable, path: name,
        "it has one camera, and no names to find \"\(camera)\" among: leave the name out")
    }
  }

  /// The calibration of a colour camera that is in memory already; `name` is what errors call it.
  package init(name: String, color: Camera) {
    self.init(
      path: name, color: color, depth: nil, depthUnit: nil, colorFromDepth: nil, gravity: nil)
  }

  /// The file with the depth camera of another calibration of the same device, if it has none itself; `nil` for
  /// no other.
  package func withDepthCamera(of other: CameraFile?) -> CameraFile {
    guard depth == nil, let other, other.depth != nil, !mirrorsColor, !other.mirrorsColor else {
      return self
    }
    return CameraFile(
      path: path, color: color, depth: other.depth, depthUnit: depthUnit ?? other.depthUnit,
      colorFromDepth: other.colorFromDepth, gravity: gravity)
  }

  init(
    path: String, color: Camera, depth: Camera?, depthUnit: DepthUnit?,
    colorFromDepth: RigidTransform?, mirrorsColor: Bool = false, gravity: SIMD3<Double>?
  ) {
    self.path = path
    self.color = color
    self.depth = depth
    self.depthUnit = depthUnit
    self.colorFromDepth = colorFromDepth
    self.mirrorsColor = mirrorsColor
    self.gravity = gravity
  }
}

extension CameraFile {
  /// This as a `pose3d.camera/1` document, with a line break at its end. The same file always gives
  /// the same text: the order is the schema's, numbers are rounded to 1e-6.
  public var json: String {
    var members: [(String, JSONValue)] = [
      ("schema", .string(Self.schema)), ("color", JSONValue(intrinsics: color)),
    ]
    if let depth { members.append(("depth", JSONValue(intrinsics: depth))) }
    if let depthUnit {
      // Not rounded: a step may be shorter than 1e-6 m.
      let value = depthUnit.metresPerStep.map(JSONValue.exact)
      members.append(("depthUnit", value ?? .string(DepthUnit.relative.name)))
    }
    if let colorFromDepth {
      members.append(
        ("colorFromDepth", .numbers(Self.numbers(colorFromDepth, mirrored: mirrorsColor))))
    }
    if let gravity { members.append(("gravity", .numbers([gravity.x, gravity.y, gravity.z]))) }
    return JSONValue.object(members).text
  }

  /// The 4×4 matrix, column by column; a mirroring one for a picture that was mirrored.
  private static func numbers(_ motion: RigidTransform, mirrored: Bool) -> [Double] {
    let numbers = motion.columnMajor
    guard mirrored else { return numbers }
    return numbers.enumerated().map { $0.isMultiple(of: 4) ? -$1 : $1 }
  }
}

extension DepthMap {
  /// This map, after a check that it can show the same view as a colour picture of this size: their
  /// aspect ratios agree within 1 %. The resolutions may differ; pixel (x, y) of the picture is
  /// (x + 0.5)·width/colourWidth − 0.5 here.
  ///
  /// Throws `mismatch`, about the file at `path`, when they don't.
  public func registered(
    toWidth colorWidth: Int, height colorHeight: Int, path: String
  ) throws(FileError) -> DepthMap {
    guard haveSameAspect((width, height), (colorWidth, colorHeight)) else {
      throw FileError(
        .mismatch, path: path,
        "depth is \(width)×\(height), color is \(colorWidth)×\(colorHeight): different aspect "
          + "ratios", remedy: .giveBothCameras)
    }
    return self
  }
}

extension CameraFile {
  /// A depth map in the view of the colour picture: moved there when the file has a depth camera and
  /// `colorFromDepth`, and as it is when the depth map is registered already.
  ///
  /// Throws a `FileError`: `mismatch` when the map's aspect ratio fits neither, `unsuitable`
  /// when the file's two cameras have different views and it doesn't say where one is in the other,
  /// and for a map to be moved whose unit is not known: by how much depends on it.
  /// `depthPath` names the depth map's file.
  public func registered(
    _ map: DepthMap, toWidth colorWidth: Int, height colorHeight: Int, depthPath: String
  ) throws(FileError) -> DepthMap {
    guard let depth, let colorFromDepth else {
      try checkOneView()
      return try map.registered(toWidth: colorWidth, height: colorHeight, path: depthPath)
    }
    guard haveSameAspect((map.width, map.height), (depth.width, depth.height)) else {
      throw FileError(
        .mismatch, path: depthPath,
        "depth is \(map.width)×\(map.height), the depth intrinsics in \(path) are for "
          + "\(depth.width)×\(depth.height): different aspect ratios")
    }
    guard map.isMetric else {
      throw FileError(
        .unsuitable, path: depthPath,
        "its unit is not known, so that it can't be moved from the depth camera to the color camera "
          + "by \"colorFromDepth\", which is in metres: give a map of the image's own view")
    }
    let registration = Registration(
      depth: depth.scaled(toWidth: map.width, height: map.height),
      color: try colorCamera(forWidth: colorWidth, height: colorHeight),
      colorFromDepth: colorFromDepth, mirrorsColor: mirrorsColor)
    return registration.registered(map)
  }

  /// Without `colorFromDepth` the depth map shows the colour picture's view, so a depth camera must
  /// be the colour camera scaled; 2 % leave room for rounding and for calibrations of one sensor.
  private func checkOneView() throws(FileError) {
    guard let depth else { return }
    let expected = color.scaled(toWidth: depth.width, height: depth.height)
    let (side, tolerance) = (Double(max(depth.width, depth.height)), 0.02)
    let agrees =
      abs(depth.fx / expected.fx - 1) <= tolerance && abs(depth.fy / expected.fy - 1) <= tolerance
      && abs(depth.cx - expected.cx) <= tolerance * side
      && abs(depth.cy - expected.cy) <= tolerance * side
    guard !agrees else { return }
    throw FileError(
      .unsuitable, path: path,
      "the color and depth intrinsics describe different views, but there is no \"colorFromDepth\": "
        + "add the 4×4 matrix, column by column, that takes depth points to the color camera")
  }
}

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
        "the \(what) intrinsics are for \(camera.width)×\(camera.height), the image is "
          + "\(width)×\(height): different aspect ratios; give the intrinsics of this image")
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

extension JSONValue {
  /// A camera with the source of its intrinsics, gravity in its frame, and further members.
  package init(
    camera: Camera, gravity: SIMD3<Double>?, _ others: [(String, JSONValue)] = []
  ) {
    let source: [(String, JSONValue)] = [
      ("source", .string(camera.source.rawValue)),
      ("focalLengthSigma", .number(camera.focalLengthSigma)),
      ("gravity", .optional(gravity.map { .numbers([$0.x, $0.y, $0.z]) })),
    ]
    self = .object(Self.members(of: camera) + source + others)
  }

  /// A camera's intrinsics, the lens left out where there is no distortion.
  init(intrinsics camera: Camera) { self = .object(Self.members(of: camera)) }

  private static func members(of camera: Camera) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("width", .integer(camera.width)), ("height", .integer(camera.height)),
      ("fx", .number(camera.fx)), ("fy", .number(camera.fy)),
      ("cx", .number(camera.cx)), ("cy", .number(camera.cy)),
    ]
    if let distortion = camera.distortion { members.append(("distortion", .init(distortion))) }
    return members
  }

  /// A lens under the name of its model, with everything that the model needs.
  private init(_ distortion: LensDistortion) {
    var members: [(String, JSONValue)] = [
      ("model", .string(distortion.model.rawValue)),
      ("coefficients", .numbers(distortion.coefficients)),
    ]
    if case .radialTable(let table) = distortion {
      if let inverse = table.inverse { members.append(("inverse", .numbers(inverse))) }
      members.append(("center", .numbers([table.center.x, table.center.y])))
    }
    self = .object(members)
  }
}
