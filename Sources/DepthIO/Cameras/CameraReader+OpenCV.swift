internal import PoseDocuments
internal import PoseImaging

/// OpenCV's calibrations in YAML, XML and JSON (`FileStorage`), under the names that its samples and
/// most programs use, and ROS' `camera_info` (`camera_calibration_parsers`; `sensor_msgs/CameraInfo`).
/// Names are compared without case and underscores: `camera_matrix`, `CameraMatrix`, `K`.
extension CameraReader {
  private static let matrixNames = ["cameramatrix", "k", "mtx"]
  private static let distortionNames = [
    "distortioncoefficients", "distcoeffs", "distcoeff", "distortioncoeffs", "dist", "d",
  ]

  static func isOpenCV(_ document: DocumentNode) -> Bool {
    document.member(named: matrixNames) != nil
  }

  func openCVFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    guard let matrix = document.member(named: Self.matrixNames) else {
      throw document.mismatch(expected: "an object with \"camera_matrix\"")
    }
    return file(
      color: try camera(
        try openCVSize(document), matrix: try matrix.matrixNumbers(9),
        distortion: try openCVDistortion(document)))
  }

  func openCVSize(_ document: DocumentNode) throws(DocumentNode.Problem) -> Size {
    if let list = document.member(named: ["imagesize", "size", "resolution"]) {
      let sides = try list.flatNumbers()
      guard sides.count == 2 else { throw list.mismatch(expected: "a width and a height") }
      return (try sides[0].pictureSide(), try sides[1].pictureSide())
    }
    return try size(
      document.member(named: ["imagewidth", "width"]),
      document.member(named: ["imageheight", "height"]), in: document)
  }

  private func openCVDistortion(_ document: DocumentNode) throws(DocumentNode.Problem)
    -> LensDistortion?
  {
    guard let list = document.member(named: Self.distortionNames) else { return nil }
    let numbers = try list.flatNumbers()
    let model = document.member(named: ["distortionmodel"])
    var isFisheye = false
    if let flag = document.member(named: ["fisheyemodel", "fisheye"]) {
      // OpenCV writes a flag as 0 or 1.
      if let bool = flag.bool { isFisheye = bool } else { isFisheye = try flag.number() != 0 }
    }
    switch model?.string {
    case nil, "plumb_bob", "rational_polynomial": break
    case "equidistant", "fisheye": isFisheye = true
    default:
      throw (model ?? document).mismatch(
        expected: "plumb_bob, rational_polynomial, equidistant or fisheye")
    }
    return isFisheye ? try fisheye(numbers, in: list) : try openCVDistortion(numbers, in: list)
  }
}

extension DocumentNode {
  /// The first member that has one of these names when case and underscores are left aside.
  func member(named names: [String]) -> DocumentNode? {
    for name in names {
      let key = keys.first { key in key.lowercased().filter { $0 != "_" } == name }
      if let key, let node = self[key] { return node }
    }
    return nil
  }
}
