internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics

/// The parts of a glTF file in the making: one buffer, and what stands where in it.
struct GLTFScene {
  /// The buffer; every part of it begins at a multiple of four bytes.
  private(set) var data = BinaryBytes()
  var nodes: [JSONValue] = []
  /// The nodes at the top of the scene.
  var roots: [Int] = []
  private var views: [JSONValue] = []
  private var accessors: [JSONValue] = []
  private var meshes: [JSONValue] = []
  private var skins: [JSONValue] = []
  private var samplers: [JSONValue] = []
  private var channels: [JSONValue] = []

  private static let float = 5126
  private static let byte = 5121
  private static let short = 5123
  private static let vertices = 34962
  private static let elements = 34963

  /// Numbers over time; returns the accessor.
  mutating func addScalars(_ values: [Float]) -> Int {
    add(values, type: "SCALAR", width: 1, hasBounds: true)
  }

  mutating func addChannel(
    _ node: Int, _ path: String, times: Int, values: [Float], width: Int
  ) {
    let output = add(values, type: "VEC\(width)", width: width)
    channels.append(
      .object([
        ("sampler", .integer(samplers.count)),
        ("target", .object([("node", .integer(node)), ("path", .string(path))])),
      ]))
    samplers.append(
      .object([
        ("input", .integer(times)), ("interpolation", .string("LINEAR")),
        ("output", .integer(output)),
      ]))
  }

  /// A skin of joints at places in the rest pose, none of them turned; returns its number.
  mutating func addSkin(joints: [Int], places: [Vector3]) -> Int {
    let matrices = places.flatMap { place -> [Float] in
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, Float(-place.x), Float(-place.y), Float(-place.z), 1]
    }
    let inverse = add(matrices, type: "MAT4", width: 16)
    skins.append(
      .object([
        ("inverseBindMatrices", .integer(inverse)), ("skeleton", .integer(joints[0])),
        ("joints", .array(joints.map(JSONValue.integer))),
      ]))
    return skins.count - 1
  }

  /// A mesh each corner of which moves with one joint; returns its number.
  mutating func addMesh(_ shapes: BoneShapes, name: String) -> Int {
    func floats(_ vectors: [Vector3]) -> [Float] {
      vectors.flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
    }
    let count = shapes.corners.count
    let places = add(
      floats(shapes.corners), type: "VEC3", width: 3, target: Self.vertices, hasBounds: true)
    let normals = add(floats(shapes.normals), type: "VEC3", width: 3, target: Self.vertices)
    let joints = add(
      bytes: shapes.joints.flatMap { [UInt8($0.rawValue), 0, 0, 0] }, component: Self.byte,
      type: "VEC4", count: count, target: Self.vertices)
    let weights = add(
      shapes.corners.flatMap { _ in [Float(1), 0, 0, 0] }, type: "VEC4", width: 4,
      target: Self.vertices)
    var indices = BinaryBytes()
    for index in shapes.triangles { indices.append(UInt16(index)) }
    let elements = add(
      bytes: indices.bytes, component: Self.short, type: "SCALAR", count: shapes.triangles.count,
      target: Self.elements)
    meshes.append(
      .object([
        ("name", .string(name)),
        (
          "primitives",
          .array([
            .object([
              (
                "attributes",
                .object([
                  ("POSITION", .integer(places)), ("NORMAL", .integer(normals)),
                  ("JOINTS_0", .integer(joints)), ("WEIGHTS_0", .integer(weights)),
                ])
              ), ("indices", .integer(elements)), ("material", .integer(0)),
            ])
          ])
        ),
      ]))
    return meshes.count - 1
  }

  private mutating func add(
    _ values: [Float], type: String, width: Int, target: Int? = nil, hasBounds: Bool = false
  ) -> Int {
    var bytes = BinaryBytes()
    for value in values { bytes.append(value) }
    var bounds: [(String, JSONValue)] = []
    if hasBounds {
      func bound(_ best: (Float, Float) -> Float) -> JSONValue {
        .array(
          (0..<width).map { column in
            let column = stride(from: column, to: values.count, by: width).map { values[$0] }
            // All digits: the bounds are those of the numbers as they are stored.
            return .exact(Double(column.dropFirst().reduce(column.first ?? 0, best)))
          })
      }
      bounds = [("min", bound { Swift.min($0, $1) }), ("max", bound { Swift.max($0, $1) })]
    }
    return add(
      bytes: bytes.bytes, component: Self.float, type: type, count: values.count / width,
      target: target, further: bounds)
  }

  private mutating func add(
    bytes: [UInt8], component: Int, type: String, count: Int, target: Int? = nil,
    further: [(String, JSONValue)] = []
  ) -> Int {
    data.pad(to: 4)
    views.append(
      .object(
        [
          ("buffer", .integer(0)), ("byteOffset", .integer(data.bytes.count)),
          ("byteLength", .integer(bytes.count)),
        ] + (target.map { [("target", .integer($0))] } ?? [])))
    data.append(bytes)
    data.pad(to: 4)
    accessors.append(
      .object(
        [
          ("bufferView", .integer(views.count - 1)), ("componentType", .integer(component)),
          ("count", .integer(count)), ("type", .string(type)),
        ] + further))
    return accessors.count - 1
  }

  /// The document that describes the buffer.
  func json(generator: String) -> JSONValue {
    .object([
      ("asset", .object([("version", .string("2.0")), ("generator", .string(generator))])),
      ("scene", .integer(0)),
      ("scenes", .array([.object([("nodes", .array(roots.map(JSONValue.integer)))])])),
      ("nodes", .array(nodes)), ("meshes", .array(meshes)), ("skins", .array(skins)),
      (
        "materials",
        .array([
          .object([
            ("name", .string("bones")),
            (
              "pbrMetallicRoughness",
              .object([
                ("baseColorFactor", .numbers([0.8, 0.75, 0.65, 1])),
                ("metallicFactor", .integer(0)), ("roughnessFactor", .number(0.8)),
              ])
            ),
          ])
        ])
      ),
      (
        "animations",
        .array([
          .object([
            ("name", .string("motion")), ("samplers", .array(samplers)),
            ("channels", .array(channels)),
          ])
        ])
      ), ("accessors", .array(accessors)), ("bufferViews", .array(views)),
      ("buffers", .array([.object([("byteLength", .integer(data.bytes.count))])])),
    ])
  }
}
