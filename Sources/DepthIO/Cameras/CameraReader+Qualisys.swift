internal import PoseDocuments
internal import PoseImaging

/// Qualisys' calibration in XML (`.qca.txt`), as QTM exports it and Pose2Sim's demonstrations and Theia
/// have it: a `camera` for each, named by its `serial`, with `fov_video` and `intrinsic`.
///
/// Lengths on the sensor are in 64ths of a pixel, in files of other programs in pixels. The
/// sensor's extent against the image's size decides between them. The image is the part of the
/// sensor that `fov_video` names. The distortion coefficients are OpenCV's k1, k2, p1, p2, k3,
/// without a unit. For the cameras of Pose2Sim's demonstration they are close to those that OpenCV
/// finds in its chessboards (−0.046 and 0.140 against −0.053 and 0.151). Pose2Sim divides them by
/// 64, which is a mistake. The motion is that of the scene, which has no depth camera, and is not
/// used.
extension CameraReader {
  static func isQualisys(_ tree: XMLTree) -> Bool { qualisysCameras(tree) != nil }

  /// The `camera` elements with intrinsics; `nil` for XML of another kind.
  static func qualisysCameras(_ tree: XMLTree) -> [XMLTree]? {
    guard let calibration = tree.name == "calibration" ? tree : tree.element("calibration"),
      let list = calibration.element("cameras")
    else { return nil }
    let cameras = list.elements.filter { $0.name == "camera" && $0.element("intrinsic") != nil }
    return cameras.isEmpty ? nil : cameras
  }

  func qualisysFile(_ tree: XMLTree) throws(DocumentNode.Problem) -> CameraFile {
    let cameras = Self.qualisysCameras(tree) ?? []
    let index = try chosen(among: cameras.map { $0.attribute("serial") ?? "without a serial" })
    let name = cameras[index].attribute("serial") ?? "\(index)"
    return file(color: try qualisysCamera(cameras[index], name: name))
  }

  func qualisysCamera(
    _ camera: XMLTree, name: String
  ) throws(DocumentNode.Problem) -> Camera {
    let place = "camera \(name)"
    guard let intrinsic = camera.element("intrinsic") else {
      throw DocumentNode.Problem("\(place) has no \"intrinsic\"")
    }
    func number(_ name: String) throws(DocumentNode.Problem) -> Double {
      try intrinsic.number(name, of: place)
    }
    guard abs(try number("skew")) < 1e-6 else {
      throw DocumentNode.Problem("\(place) has a skew, and only sensors without are read")
    }
    let low = SIMD2(try number("sensorMinU"), try number("sensorMinV"))
    let high = SIMD2(try number("sensorMaxU"), try number("sensorMaxV"))
    let extent = high - low
    let video = try camera.element("fov_video").map { (field) throws(DocumentNode.Problem) in
      try FieldOfView(field, of: place)
    }
    let whole =
      try camera.element("fov_video_max").map { (field) throws(DocumentNode.Problem) in
        try FieldOfView(field, of: place)
      } ?? video
    // Pixels of the sensor for one of the picture: 64, or 1; more where pixels are put together.
    let unit = whole.map { extent.x / ($0.width + 1) } ?? 1
    guard unit > 0.5, unit < 10_000, extent.y > 0 else {
      throw DocumentNode.Problem(
        "\(place) has a sensor of \(extent.x)×\(extent.y), which is none of its images'")
    }
    let scale = Self.powerOfTwo(near: unit) ?? unit
    let width = (video?.width).map { $0 + 1 } ?? extent.x / scale
    let height = (video?.height).map { $0 + 1 } ?? extent.y / scale
    guard let columns = width.nearestInteger(in: 1...1_000_000),
      let rows = height.nearestInteger(in: 1...1_000_000)
    else {
      throw DocumentNode.Problem("\(place) has an image of \(width)×\(height) pixels")
    }
    return try self.camera(
      (columns, rows),
      focal: SIMD2(try number("focalLengthU"), try number("focalLengthV")) / scale,
      principal: SIMD2(try number("centerPointU"), try number("centerPointV")) / scale
        - (video?.corner ?? .zero),
      distortion: try qualisysDistortion(intrinsic, place: place), place: place)
  }

  private func qualisysDistortion(
    _ intrinsic: XMLTree, place: String
  ) throws(DocumentNode.Problem) -> LensDistortion? {
    var coefficients: [Double] = []
    // Qualisys writes "tangental".
    for name in [
      "radialDistortion1", "radialDistortion2", "tangentalDistortion1", "tangentalDistortion2",
      "radialDistortion3",
    ] {
      coefficients.append(try intrinsic.number(name, of: place))
    }
    try Self.checkCoefficients(coefficients, place)
    let distortion = LensDistortion(coefficients: coefficients)
    return distortion?.isNone == true ? nil : distortion
  }

  /// The power of two from which a number is off by less than a hundredth; `nil` without one. (A sensor
  /// of 1088 pixels has 69568 or 69631 64ths.)
  private static func powerOfTwo(near number: Double) -> Double? {
    (0...12).map { Double(1 << $0) }.first { abs(number / $0 - 1) < 0.01 }
  }

  /// The part of a sensor that a picture shows.
  private struct FieldOfView {
    /// The left and upper edge, in pixels.
    let corner: SIMD2<Double>
    /// From the first pixel to the last.
    let width, height: Double

    init(_ element: XMLTree, of camera: String) throws(DocumentNode.Problem) {
      let place = "\(element.name) of \(camera)"
      corner = SIMD2(
        try element.number("left", of: place), try element.number("top", of: place))
      width = try element.number("right", of: place) - corner.x
      height = try element.number("bottom", of: place) - corner.y
    }
  }
}

extension XMLTree {
  func element(_ name: String) -> XMLTree? { elements.first { $0.name == name } }

  func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.text
  }

  /// A number in an attribute.
  func number(
    _ name: String, of place: String
  ) throws(DocumentNode.Problem) -> Double {
    guard let text = attribute(name), let number = Double(text), number.isFinite else {
      throw DocumentNode.Problem("\(place) has no number under \"\(name)\"")
    }
    return number
  }
}
