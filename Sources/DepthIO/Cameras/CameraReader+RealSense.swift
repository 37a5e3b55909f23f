internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// RealSense's intrinsics as programs write the SDK's structures: `width`, `height`, `fx`, `fy`,
/// `ppx`, `ppy`, `model`, `coeffs`, alone or as a colour and a depth stream. The SDK's extrinsics
/// between the two have a name with their direction (`depth_to_color`).
///
/// Sources: librealsense `rs_types.h` (rotation column by column, translation in metres),
/// `rs2_intrinsics` and `rs2_distortion`; the SDK defines no JSON of its own, and members are found by
/// what their names contain.
extension CameraReader {
  static func isRealSense(_ document: DocumentNode) -> Bool {
    document["ppx"] != nil || document.allMembers.contains { $0.node["ppx"] != nil }
  }

  func realSenseFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    let members = document.allMembers
    let scale = members.first { member in
      ["depth_scale", "depth_units"].contains { member.name.hasSuffix($0) }
    }
    let unit = try depthScale(scale?.node)
    guard document["ppx"] == nil else {
      return file(color: try realSenseCamera(document, isDepth: false), depthUnit: unit)
    }
    let streams = members.filter { $0.node["ppx"] != nil }
    let depthNode = streams.first { $0.name.contains("depth") }?.node
    let colorNode = streams.first {
      $0.name.contains("color") || $0.name.contains("rgb")
    }?.node
    guard let node = colorNode ?? depthNode ?? streams.first?.node else {
      throw document.mismatch(expected: "an object with a color stream")
    }
    let color = try realSenseCamera(node, isDepth: colorNode == nil && depthNode != nil)
    guard colorNode != nil, let depthNode else { return file(color: color, depthUnit: unit) }
    return file(
      color: color, depth: try realSenseCamera(depthNode, isDepth: true), depthUnit: unit,
      colorFromDepth: try realSenseMotion(members))
  }

  /// The camera of a stream's intrinsics.
  private func realSenseCamera(
    _ node: DocumentNode, isDepth: Bool
  ) throws(DocumentNode.Problem) -> Camera {
    guard let fx = node["fx"], let fy = node["fy"], let ppx = node["ppx"], let ppy = node["ppy"]
    else {
      throw DocumentNode.Problem(
        "\(node.place) is no stream of a RealSense: it needs \"fx\", \"fy\", \"ppx\" and \"ppy\"")
    }
    let model = node["model"] ?? node["distortion_model"] ?? node["distortion"]
    let list = node["coeffs"] ?? node["coefficients"]
    var coefficients: [Double] = []
    if let list { coefficients = try list.numbers() }
    return try camera(
      try size(node["width"], node["height"], in: node), fx: fx, fy: fy, cx: ppx, cy: ppy,
      distortion: try Self.realSenseDistortion(
        model: try Self.realSenseModel(model), coefficients: coefficients, isDepth: isDepth,
        place: list?.place ?? node.place))
  }

  /// The model's name, as `str()` in Python, C, C++ and `rs-enumerate-devices` write it, or its
  /// number.
  private static func realSenseModel(_ node: DocumentNode?) throws(DocumentNode.Problem) -> String?
  {
    guard let node else { return nil }
    if let text = node.string { return text }
    let names = [
      "none", "modified brown conrady", "inverse brown conrady", "ftheta", "brown conrady",
      "kannala brandt4",
    ]
    let number = try node.number()
    guard let index = Int(exactly: number), names.indices.contains(index) else {
      throw node.mismatch(expected: "a model of librealsense (rs2_distortion)")
    }
    return names[index]
  }

  /// The distortion of a stream.
  ///
  /// "Inverse" is a name with two readings. A depth stream's pixels only ever become points, for
  /// which the SDK's alignment and point cloud use the closed formula; a colour stream's points only
  /// ever become pixels, for which every version of the SDK uses the modified formula
  /// (`rs2_project_point_to_pixel`; librealsense #7335, #8523).
  static func realSenseDistortion(
    model: String?, coefficients: [Double], isDepth: Bool, place: String
  ) throws(DocumentNode.Problem) -> LensDistortion? {
    let words = (model ?? "brown conrady").lowercased().split {
      $0 == "_" || $0 == " " || $0 == "."
    }
    let known: LensDistortion.Model
    if words.contains("kannala") {
      known = .fisheye
    } else if words.contains("none") || coefficients.allSatisfy({ $0 == 0 }) {
      return nil
    } else if words.contains("conrady") {
      known =
        words.contains("inverse")
        ? (isDepth ? .realSenseInverse : .realSenseModified)
        : words.contains("modified") ? .realSenseModified : .brownConrady
    } else {
      throw DocumentNode.Problem(
        "\(place) is of the distortion model \"\(model ?? "")\": none, brown_conrady, "
          + "modified_brown_conrady, inverse_brown_conrady and kannala_brandt4 are read")
    }
    try Self.checkCoefficients(coefficients, place)
    guard coefficients.count == 5 || known == .fisheye && coefficients.count == 4,
      let distortion = LensDistortion(
        model: known, coefficients: known == .fisheye ? Array(coefficients.prefix(4)) : coefficients
      )
    else {
      throw DocumentNode.Problem(
        "\(place) has \(coefficients.count) coefficients where RealSense's 5 were expected")
    }
    return distortion
  }

  private func realSenseMotion(
    _ members: [(name: String, node: DocumentNode)]
  ) throws(DocumentNode.Problem) -> RigidTransform? {
    let motions = members.filter { $0.node["rotation"] != nil && $0.node["translation"] != nil }
    guard !motions.isEmpty else { return nil }
    for (name, node) in motions {
      guard let depth = name.firstRange(of: "depth"), let color = name.firstRange(of: "color")
      else {
        continue
      }
      let motion = try realSenseMotion(node)
      return depth.lowerBound < color.lowerBound ? motion : motion.inverse
    }
    throw DocumentNode.Problem(
      "\(motions[0].node.place) doesn't say from which camera to which: call it depth_to_color or "
        + "color_to_depth")
  }

  private func realSenseMotion(_ node: DocumentNode) throws(DocumentNode.Problem) -> RigidTransform
  {
    guard let rotation = node["rotation"], let translation = node["translation"] else {
      throw node.mismatch(expected: "an object with \"rotation\" and \"translation\"")
    }
    // Rows of a list of lists may be the SDK's columns: the file doesn't decide it.
    guard rotation.elements?.first?.elements == nil else {
      throw DocumentNode.Problem(
        "\(rotation.place) is a list of lists, which doesn't say whether they are rows or columns: "
          + "write the SDK's nine numbers as one list, column by column")
    }
    let (r, t) = (try rotation.numbers(), try translation.numbers())
    guard t.count == 3 else { throw translation.mismatch(expected: "3 numbers in metres") }
    guard r.count == 9,
      let motion = RigidTransform(
        columnMajor: [
          r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0, t[0], t[1], t[2], 1,
        ], tolerance: Self.motionTolerance)
    else {
      throw DocumentNode.Problem("\(rotation.place) is no rotation: nine numbers were expected")
    }
    return try Self.checkDistance(motion, node.place)
  }
}

extension DocumentNode {
  /// The members of an object and of the objects in it, in alphabetical order, by their names in
  /// lower case; a member of an inner object carries both names, `color.intrinsics`.
  fileprivate var allMembers: [(name: String, node: DocumentNode)] {
    var members: [(String, DocumentNode)] = []
    for key in keys {
      guard let node = self[key] else { continue }
      members.append((key.lowercased(), node))
      for inner in node.keys {
        if let child = node[inner] { members.append(("\(key).\(inner)".lowercased(), child)) }
      }
    }
    return members
  }
}
