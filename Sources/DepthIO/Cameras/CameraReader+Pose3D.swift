package import PoseDocuments
internal import PoseGeometry
package import PoseImaging

extension CameraFile {
  /// The camera in an object of intrinsics, as our own documents have it; `nil` when it is none.
  package static func camera(in node: DocumentNode) -> Camera? {
    try? CameraReader(path: "", options: CameraReadingOptions()).camera(node)
  }
}

/// `pose3d.camera/1`, and the flat object of six intrinsics.
extension CameraReader {
  func pose3DFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
    guard document.isObject else { throw document.mismatch(expected: "an object") }
    if let schema = document["schema"] {
      guard schema.string == CameraFile.schema else {
        throw schema.mismatch(expected: "\"\(CameraFile.schema)\"")
      }
    }
    let color = try camera(document["color"] ?? document)
    var depth: Camera?
    if let node = document["depth"] { depth = try camera(node) }
    let colorFromDepth = try Self.extrinsics(document["colorFromDepth"])
    guard depth != nil || colorFromDepth == nil else {
      throw DocumentNode.Problem(
        "there is \"colorFromDepth\", but no \"depth\" camera whose depth map it would move: add "
          + "\"depth\" with its intrinsics")
    }
    return file(
      color: color, depth: depth, depthUnit: try Self.depthUnit(document["depthUnit"]),
      colorFromDepth: colorFromDepth, gravity: try Self.direction(document["gravity"]))
  }

  /// The camera in an object of intrinsics.
  func camera(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> Camera {
    guard node.isObject else { throw node.mismatch(expected: "an object with the intrinsics") }
    guard let fx = node["fx"], let fy = node["fy"], let cx = node["cx"], let cy = node["cy"] else {
      let missing = ["fx", "fy", "cx", "cy"].filter { node[$0] == nil }
      let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
      throw DocumentNode.Problem(
        "\(node.place) has no \(names): a camera needs \"width\", \"height\", \"fx\", \"fy\", \"cx\", \"cy\""
      )
    }
    // Ours states it: intrinsics that are taken for another size are wrong without a sign.
    if node["width"] == nil || node["height"] == nil { throw Self.sizeMissing(in: node) }
    let size = try size(node["width"], node["height"], in: node)
    return try camera(
      size, fx: fx, fy: fy, cx: cx, cy: cy, distortion: try Self.distortion(node["distortion"]))
  }

  private static func distortion(_ node: DocumentNode?) throws(DocumentNode.Problem)
    -> LensDistortion?
  {
    guard let node else { return nil }
    let names = ["none"] + LensDistortion.Model.allCases.map(\.rawValue)
    let list = names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
    guard let name = node["model"] else {
      throw DocumentNode.Problem("\(node.place) has no \"model\": \(list)")
    }
    let model: LensDistortion.Model
    switch name.string?.lowercased() {
    case "none": return nil
    // Older names of the first.
    case "opencv", "rational": model = .brownConrady
    case let text:
      guard let known = text.flatMap(LensDistortion.Model.init) else {
        throw name.mismatch(expected: list)
      }
      model = known
    }
    let distortion =
      model == .radialTable ? try radialTable(node) : try polynomial(model, node)
    return distortion.isNone ? nil : distortion
  }

  private static func polynomial(
    _ model: LensDistortion.Model, _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> LensDistortion {
    let expected =
      switch model {
      case .brownConrady, .radialTable: "4, 5 or 8 numbers (k1 k2 p1 p2 k3 k4 k5 k6)"
      case .fisheye: "4 numbers (k1 k2 k3 k4)"
      case .realSenseModified, .realSenseInverse: "5 numbers (k1 k2 p1 p2 k3)"
      }
    guard let list = node["coefficients"] else {
      throw DocumentNode.Problem("\(node.place) has no \"coefficients\": \(expected)")
    }
    let values = try list.numbers()
    try checkCoefficients(values, list.place)
    guard let distortion = LensDistortion(model: model, coefficients: values) else {
      throw list.mismatch(expected: expected)
    }
    return distortion
  }

  private static func radialTable(_ node: DocumentNode) throws(DocumentNode.Problem)
    -> LensDistortion
  {
    guard let list = node["coefficients"], let center = node["center"] else {
      throw DocumentNode.Problem(
        "\(node.place) has no \(node["center"] == nil ? "\"center\"" : "\"coefficients\""): a radial "
          + "table needs \"coefficients\" (magnifications from the center to the farthest corner) and "
          + "\"center\" (in pixels)")
    }
    let place = try center.numbers()
    guard place.count == 2, LensDistortion.RadialTable.isCenter(SIMD2(place[0], place[1])) else {
      throw center.mismatch(expected: "2 numbers, a pixel,")
    }
    var inverse: [Double]?
    if let node = node["inverse"] {
      let values = try node.numbers()
      try checkCoefficients(values, node.place)
      inverse = values
    }
    let values = try list.numbers()
    try checkCoefficients(values, list.place)
    guard
      let table = LensDistortion(
        radialTable: values, inverseRadialTable: inverse,
        center: SIMD2(place[0], place[1]))
    else {
      throw DocumentNode.Problem(
        "\(node.place) has a table of magnifications that is none: 2 or more numbers above -1 were "
          + "expected")
    }
    return table
  }

  static func depthUnit(_ node: DocumentNode?) throws(DocumentNode.Problem) -> DepthUnit? {
    guard let node else { return nil }
    if node.string == DepthUnit.relative.name { return .relative }
    guard node.string == nil, let unit = DepthUnit(metresPerStep: try node.number()) else {
      throw node.mismatch(
        expected: "metres a step, more than 0 and at most 1 (0.001 is millimetres), or \"relative\""
      )
    }
    return unit
  }

  private static func extrinsics(_ node: DocumentNode?) throws(DocumentNode.Problem)
    -> RigidTransform?
  {
    guard let node else { return nil }
    let numbers = try node.numbers()
    guard numbers.count == 16 else {
      throw node.mismatch(expected: "16 numbers (a 4×4 matrix, column by column)")
    }
    guard let extrinsics = RigidTransform(columnMajor: numbers, tolerance: motionTolerance) else {
      let lastColumn = [numbers[3], numbers[7], numbers[11]]
      let isRowMajor =
        numbers[12...15] == [0, 0, 0, 1] && lastColumn.contains { $0 != 0 }
      throw DocumentNode.Problem(
        isRowMajor
          ? "\(node.place) is written row by row: write the 4×4 matrix column by column, the "
            + "translation as numbers 13 to 15"
          : "\(node.place) is no rigid motion: a rotation, a translation in metres and the last row "
            + "0 0 0 1 were expected, column by column")
    }
    return try checkDistance(extrinsics, node.place)
  }

  private static func direction(_ node: DocumentNode?) throws(DocumentNode.Problem) -> SIMD3<
    Double
  >? {
    guard let node else { return nil }
    let numbers = try node.numbers()
    guard numbers.count == 3 else { throw node.mismatch(expected: "3 numbers, a direction,") }
    let direction = SIMD3(numbers[0], numbers[1], numbers[2])
    // Scaled first, so that no length overflows or vanishes.
    let largest = numbers.map(abs).max() ?? 0
    guard largest > 0 else {
      throw DocumentNode.Problem("\(node.place) is 0 0 0, which is no direction: leave it out")
    }
    let scaled = direction / largest
    return scaled / scaled.length
  }
}
