internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// The calibration that an Azure Kinect carries and its recordings hold (`calibration.json`; pyk4a's
/// `calibration_raw`): both cameras for their whole sensors, in fractions of the sensor's size.
///
/// Sources: Azure Kinect Sensor SDK `calibration.c` (fields, order of the parameters: cx cy fx fy k1…k6
/// codx cody p2 p1; translations in metres), `mode_specific_calibration.c` (crop and binning of every
/// mode; pixels whose corner is 0 become pixels whose centre is 0), `extrinsic_transformation.c` (a
/// camera's Rt takes the device's frame to the camera's, its rotation written row by row).
extension CameraReader {
  /// A mode: the size that the sensor is binned to, what is cropped away, what is left.
  private struct Mode {
    let binned: Size
    let crop: Size
    let output: Size

    /// Whether the mode is the depth camera's, whose sensor is square.
    var isDepth: Bool { binned.width == binned.height }
  }

  private static let depthModes: [Mode] = [
    Mode(binned: (512, 512), crop: (96, 90), output: (320, 288)),
    Mode(binned: (1024, 1024), crop: (192, 180), output: (640, 576)),
    Mode(binned: (512, 512), crop: (0, 0), output: (512, 512)),
    Mode(binned: (1024, 1024), crop: (0, 0), output: (1024, 1024)),
  ]

  private static let colorModes: [Mode] = [
    Mode(binned: (1280, 960), crop: (0, 120), output: (1280, 720)),
    Mode(binned: (1920, 1440), crop: (0, 180), output: (1920, 1080)),
    Mode(binned: (2560, 1920), crop: (0, 240), output: (2560, 1440)),
    Mode(binned: (2048, 1536), crop: (0, 0), output: (2048, 1536)),
    Mode(binned: (3840, 2880), crop: (0, 360), output: (3840, 2160)),
    Mode(binned: (4096, 3072), crop: (0, 0), output: (4096, 3072)),
  ]

  func azureKinectFile(_ information: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    guard let list = information["Cameras"] else {
      throw DocumentNode.Problem("\(information.place) has no \"Cameras\"")
    }
    let cameras = try list.list(of: "cameras")
    let color = try Self.camera("CALIBRATION_CameraLocationPV0", in: cameras, list)
    let colorCamera = try azureCamera(
      color, mode: try Self.mode(of: options.colorSize, Self.colorModes, "color image"))
    // Millimetres: every depth map of the device is in them.
    let unit = DepthUnit(metresPerStep: 0.001)
    guard let depthSize = options.depthSize,
      !haveSameAspect(depthSize, (colorCamera.width, colorCamera.height))
    else { return file(color: colorCamera, depthUnit: unit) }
    let depth = try Self.camera("CALIBRATION_CameraLocationD0", in: cameras, list)
    let depthCamera = try azureCamera(
      depth, mode: try Self.mode(of: depthSize, Self.depthModes, "depth map"))
    let colorFromDepth = try Self.motion(of: color) * Self.motion(of: depth).inverse
    return file(
      color: colorCamera, depth: depthCamera, depthUnit: unit,
      colorFromDepth: try Self.checkDistance(colorFromDepth, list.place))
  }

  private static func mode(
    of size: Size?, _ modes: [Mode], _ what: String
  ) throws(DocumentNode.Problem) -> Mode {
    let match = modes.first { mode in
      size.map { $0 == mode.output } ?? false
    }
    if let match { return match }
    let sizes = modes.map { "\($0.output.width)×\($0.output.height)" }.joined(separator: ", ")
    let found =
      size.map { "the \(what) is \($0.width)×\($0.height)" } ?? "no \(what)'s size is given"
    throw DocumentNode.Problem(
      "an Azure Kinect's calibration holds for all its modes, of \(sizes), and \(found)")
  }

  private static func camera(
    _ location: String, in cameras: DocumentNode.List, _ list: DocumentNode
  ) throws(DocumentNode.Problem) -> DocumentNode {
    guard let camera = cameras.first(where: { $0["Location"]?.string == location }) else {
      throw DocumentNode.Problem(
        "\(list.place) has no camera whose \"Location\" is \"\(location)\"")
    }
    return camera
  }

  private func azureCamera(
    _ node: DocumentNode, mode: Mode
  ) throws(DocumentNode.Problem) -> Camera {
    guard let intrinsics = node["Intrinsics"], let list = intrinsics["ModelParameters"] else {
      throw DocumentNode.Problem("\(node.place) has no \"Intrinsics\" with \"ModelParameters\"")
    }
    let model = "CALIBRATION_LensDistortionModelBrownConrady"
    guard let type = intrinsics["ModelType"], type.string == model else {
      throw (intrinsics["ModelType"] ?? intrinsics).mismatch(expected: "\"\(model)\"")
    }
    let p = try list.numbers()
    guard p.count == 14 else { throw list.mismatch(expected: "14 numbers") }
    guard p[10] == 0, p[11] == 0 else {
      throw DocumentNode.Problem(
        "\(list.place) has a center of distortion (numbers 11, 12) other than 0")
    }
    let coefficients = [p[4], p[5], p[13], p[12], p[6], p[7], p[8], p[9]]
    try Self.checkCoefficients(coefficients, list.place)
    let sensor = try Self.sensorHeight(node, isDepth: mode.isDepth)
    let (width, height) = (Double(mode.binned.width), Double(mode.binned.height))
    let corner = SIMD2(p[0] * width, (p[1] * sensor.share + sensor.start) * height)
    return try camera(
      mode.output, focal: SIMD2(p[2] * width, p[3] * sensor.share * height),
      principal: corner - SIMD2(Double(mode.crop.width), Double(mode.crop.height)) - 0.5,
      distortion: LensDistortion(coefficients: coefficients),
      place: list.place)
  }

  /// Returns the part of the sensor's height to which the parameters apply. It is the whole, or for
  /// old calibrations of the color camera the 16:9 part in the middle of a 4:3 sensor.
  private static func sensorHeight(
    _ node: DocumentNode, isDepth: Bool
  ) throws(DocumentNode.Problem) -> (share: Double, start: Double) {
    guard let widthNode = node["SensorWidth"], let heightNode = node["SensorHeight"] else {
      throw DocumentNode.Problem("\(node.place) has no \"SensorWidth\" and \"SensorHeight\"")
    }
    let (width, height) = (try widthNode.pictureSide(), try heightNode.pictureSide())
    if isDepth {
      guard (width, height) == (1024, 1024) else {
        throw DocumentNode.Problem(
          "\(node.place) has a sensor of \(width)×\(height) where 1024×1024 was expected")
      }
      return (1, 0)
    }
    if width * 3 == height * 4 { return (1, 0) }
    guard width * 9 == height * 16 else {
      throw DocumentNode.Problem(
        "\(node.place) has a sensor of \(width)×\(height) where one of 4:3 was expected")
    }
    return (0.75, 0.125)
  }

  private static func motion(of camera: DocumentNode) throws(DocumentNode.Problem) -> RigidTransform
  {
    guard let rotation = camera["Rt"]?["Rotation"], let translation = camera["Rt"]?["Translation"]
    else {
      throw DocumentNode.Problem("\(camera.place) has no \"Rt\" with a rotation and a translation")
    }
    let t = try translation.numbers()
    guard t.count == 3 else { throw translation.mismatch(expected: "3 numbers in metres") }
    guard
      let motion = RigidTransform(
        rotationRowMajor: try rotation.numbers(), translation: SIMD3(t[0], t[1], t[2]),
        tolerance: motionTolerance)
    else {
      throw DocumentNode.Problem("\(rotation.place) is no rotation: nine numbers were expected")
    }
    return motion
  }
}
