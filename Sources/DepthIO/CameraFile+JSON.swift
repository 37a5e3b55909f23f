extension CameraFile {
  /// The camera file in a JSON document.
  init(_ document: JSONNode, path: String) throws(JSONNode.Problem) {
    guard document.isObject else { throw document.mismatch(expected: "an object") }
    if let schema = document["schema"] {
      guard schema.string == Self.schema else {
        throw schema.mismatch(expected: "\"\(Self.schema)\"")
      }
    }
    let color = try Self.camera(document["color"] ?? document)
    var depth: Camera?
    if let node = document["depth"] { depth = try Self.camera(node) }
    let colorFromDepth = try Self.extrinsics(document["colorFromDepth"])
    guard depth != nil || colorFromDepth == nil else {
      throw JSONNode.Problem(
        "there is \"colorFromDepth\", but no \"depth\" camera whose depth map it would move: add "
          + "\"depth\" with its intrinsics")
    }
    self.init(
      path: path, color: color, depth: depth, depthUnit: try Self.unit(document["depthUnit"]),
      colorFromDepth: colorFromDepth, gravity: try Self.direction(document["gravity"]))
  }

  private static func camera(_ node: JSONNode) throws(JSONNode.Problem) -> Camera {
    guard node.isObject else { throw node.mismatch(expected: "an object with the intrinsics") }
    let intrinsics = ["fx", "fy", "cx", "cy"]
    let missing = intrinsics.filter { node[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
      throw JSONNode.Problem(
        "\(node.place) has no \(names): a camera needs \"width\", \"height\", \"fx\", \"fy\", \"cx\", \"cy\""
      )
    }
    guard let width = node["width"], let height = node["height"] else {
      throw JSONNode.Problem(
        (node.path.isEmpty ? "" : "\(node.path): ")
          + "intrinsics without the size of the picture they belong to: add \"width\" and \"height\""
      )
    }
    let (pictureWidth, pictureHeight) = (try width.pictureSide(), try height.pictureSide())
    let side = Double(max(pictureWidth, pictureHeight))
    var values: [Double] = []
    for name in intrinsics {
      guard let value = node[name] else { continue }
      let number = try value.number()
      try check(number, named: name, value, side: side)
      values.append(number)
    }
    return Camera(
      width: pictureWidth, height: pictureHeight, fx: values[0], fy: values[1], cx: values[2],
      cy: values[3], distortion: try distortion(node["distortion"]), source: .file)
  }

  /// Throws for a number that no lens has: a focal length below a twentieth of the picture's longer
  /// side (a field of view of 169°) or above a hundred times it, a principal point twenty pictures
  /// away (a window cut out of a larger picture may well have it outside).
  private static func check(
    _ number: Double, named name: String, _ value: JSONNode, side: Double
  ) throws(JSONNode.Problem) {
    if name.hasPrefix("f") {
      guard number > 0 else {
        throw value.mismatch(expected: "a focal length in pixels, more than 0,")
      }
      guard (side / 20...side * 100).contains(number) else {
        throw value.mismatch(
          expected: "a focal length in pixels of a picture of \(Int(side)) pixels")
      }
    } else if abs(number) > side * 20 {
      throw value.mismatch(expected: "a principal point in pixels of a picture of \(Int(side))")
    }
  }

  private static func distortion(_ node: JSONNode?) throws(JSONNode.Problem) -> LensDistortion? {
    guard let node else { return nil }
    guard let model = node["model"] else {
      throw JSONNode.Problem(
        "\(node.place) has no \"model\": none, brown-conrady, opencv or rational")
    }
    switch model.string?.lowercased() {
    case "none": return nil
    case "brown-conrady", "opencv", "rational": break
    default: throw model.mismatch(expected: "none, brown-conrady, opencv or rational")
    }
    guard let list = node["coefficients"] else {
      throw JSONNode.Problem(
        "\(node.place) has no \"coefficients\": 4, 5 or 8 numbers (k1 k2 p1 p2 k3 k4 k5 k6)")
    }
    let coefficients = try list.numbers()
    guard let distortion = LensDistortion(coefficients: coefficients) else {
      throw list.mismatch(expected: "4, 5 or 8 numbers (k1 k2 p1 p2 k3 k4 k5 k6)")
    }
    return coefficients.allSatisfy { $0 == 0 } ? nil : distortion
  }

  private static func unit(_ node: JSONNode?) throws(JSONNode.Problem) -> DepthUnit? {
    guard let node else { return nil }
    if node.string == DepthUnit.relative.name { return .relative }
    guard node.string == nil, let unit = DepthUnit(metresPerStep: try node.number()) else {
      throw node.mismatch(
        expected: "metres a step, more than 0 and at most 1 (0.001 is millimetres), or \"relative\""
      )
    }
    return unit
  }

  private static func extrinsics(_ node: JSONNode?) throws(JSONNode.Problem) -> Extrinsics? {
    guard let node else { return nil }
    let numbers = try node.numbers()
    guard numbers.count == 16 else {
      throw node.mismatch(expected: "16 numbers (a 4×4 matrix, column by column)")
    }
    guard let extrinsics = Extrinsics(columnMajor: numbers) else {
      let lastColumn = [numbers[3], numbers[7], numbers[11]]
      let isRowMajor =
        numbers[12...15] == [0, 0, 0, 1] && lastColumn.contains { $0 != 0 }
      throw JSONNode.Problem(
        isRowMajor
          ? "\(node.place) is written row by row: write the 4×4 matrix column by column, the "
            + "translation as numbers 13 to 15"
          : "\(node.place) is no rigid motion: a rotation, a translation in metres and the last row "
            + "0 0 0 1 were expected, column by column")
    }
    let distance = (extrinsics.translation * extrinsics.translation).sum().squareRoot()
    guard distance <= 10 else {
      throw JSONNode.Problem(
        "\(node.place) puts the cameras \(Int(distance.rounded())) m apart: the translation is in "
          + "metres, not millimetres")
    }
    return extrinsics
  }

  private static func direction(_ node: JSONNode?) throws(JSONNode.Problem) -> SIMD3<Double>? {
    guard let node else { return nil }
    let numbers = try node.numbers()
    guard numbers.count == 3 else { throw node.mismatch(expected: "3 numbers, a direction,") }
    let direction = SIMD3(numbers[0], numbers[1], numbers[2])
    // Scaled first, so that no length overflows or vanishes.
    let largest = numbers.map(abs).max() ?? 0
    guard largest > 0 else {
      throw JSONNode.Problem("\(node.place) is 0 0 0, which is no direction: leave it out")
    }
    let scaled = direction / largest
    return scaled / (scaled * scaled).sum().squareRoot()
  }
}

extension JSONNode {
  /// A width or height in pixels.
  fileprivate func pictureSide() throws(Problem) -> Int {
    let side = try positiveInteger()
    guard side <= 1_000_000 else { throw mismatch(expected: "at most 1000000 pixels") }
    return side
  }
}
