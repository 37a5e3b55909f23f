internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// Kalibr's camera chain: `cam0`, `cam1` … with `intrinsics` fx, fy, cx, cy and the pose of each camera
/// relative to the one before it, `T_cn_cnm1` (Kalibr's documentation, YAML formats).
extension CameraReader {
  static func isKalibr(_ document: DocumentNode) -> Bool {
    document["cam0"]?["intrinsics"] != nil
  }

  /// The rig, in the frame of its first camera.
  func kalibrRig(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraRigFile {
    var members: [CameraRig.Member] = []
    var pose = RigidTransform.identity
    while let node = document["cam\(members.count)"] {
      let name = "cam\(members.count)"
      if !members.isEmpty {
        guard let motion = node["T_cn_cnm1"] else {
          throw Problem(
            "\(name) has no \"T_cn_cnm1\": where it is relative to cam\(members.count - 1) isn't known"
          )
        }
        var rows: [Double] = []
        for number in try motion.flatNumbers() { rows.append(try number.number()) }
        let order = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
        guard rows.count == 16,
          let step = RigidTransform(columnMajor: order.map { rows[$0] }, tolerance: 1e-3)
        else { throw motion.mismatch(expected: "a rigid motion (a 4×4 matrix, row by row)") }
        pose = step * pose
      }
      members.append(
        .init(name: name, camera: try kalibrCamera(node, name), cameraFromWorld: pose))
    }
    let further = document.keys.filter { key in
      key.hasPrefix("cam") && Int(key.dropFirst(3)).map { $0 > members.count } ?? false
    }
    if let next = further.min() {
      throw Problem(
        "there is \(next), and no cam\(members.count) before it: where it is isn't known")
    }
    return try rigFile(members, up: nil, layout: "Kalibr")
  }

  private func kalibrCamera(
    _ node: DocumentNode, _ name: String
  ) throws(DocumentNode.Problem) -> Camera {
    guard let intrinsics = node["intrinsics"], let resolution = node["resolution"] else {
      throw Problem(
        "\(name) has no \"\(node["intrinsics"] == nil ? "intrinsics" : "resolution")\"")
    }
    if let model = node["camera_model"], model.string != "pinhole" {
      throw model.mismatch(expected: "pinhole, the only camera model that is read,")
    }
    let (numbers, sides) = (try intrinsics.flatNumbers(), try resolution.flatNumbers())
    guard numbers.count == 4 else { throw intrinsics.mismatch(expected: "fx, fy, cx and cy") }
    guard sides.count == 2 else { throw resolution.mismatch(expected: "a width and a height") }
    var distortion: LensDistortion?
    if let list = node["distortion_coeffs"] {
      switch node["distortion_model"]?.string {
      case "radtan", nil: distortion = try openCVDistortion(try list.flatNumbers(), in: list)
      case "equidistant": distortion = try fisheye(try list.flatNumbers(), in: list)
      case "none": break
      default:
        throw (node["distortion_model"] ?? list).mismatch(
          expected: "radtan, equidistant or none, the lens models that are read,")
      }
    }
    return try camera(
      (try sides[0].pictureSide(), try sides[1].pictureSide()), fx: numbers[0], fy: numbers[1],
      cx: numbers[2], cy: numbers[3], distortion: distortion)
  }
}
