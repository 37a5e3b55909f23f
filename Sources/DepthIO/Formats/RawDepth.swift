internal import PoseDocuments
internal import PoseImaging

/// Raw numbers with a JSON document beside them that describes their layout.
enum RawDepth {
  /// The advice for a file of unknown content.
  static let advice =
    "; raw numbers need a JSON file of the same name beside them, with \"width\", \"height\" and "
    + "\"type\" (float16, float32, float64, uint16, uint32), and \"unit\" for integers"

  /// The depths in a raw file with a document beside it (`a.json` or `a.bin.json` for `a.bin`), or
  /// in the raw file beside a document; `nil` when neither is there.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth? {
    // First what lies beside it: raw numbers may happen to start like a document.
    for path in Self.sidecars(of: file.path) {
      guard let bytes = try existing(path) else { continue }
      return try depth(file, try RawDepthSidecar(bytes, path: path))
    }
    guard isDocument(file.bytes) else { return nil }
    let sidecar = try RawDepthSidecar(file.bytes, path: file.path)
    return try depth(try data(of: sidecar, in: file), sidecar)
  }

  /// The depths in the bytes of a file with this layout.
  static func stored(
    _ file: InputFile, layout: RawDepthLayout, confidence: InputFile?
  ) throws(FileError) -> StoredDepth {
    let format = layout.format
    let placement = try layout.placement(in: file)
    var depth = StoredDepth(
      width: layout.width, height: layout.height,
      samples: try format.samples(placement, of: file.bytes, in: file), unit: layout.unit,
      details: DepthDetails(format: "raw file", encoding: format.words))
    if let confidence {
      depth.confidence = try levels(confidence, width: layout.width, height: layout.height)
    }
    if let camera = layout.camera {
      depth.camera = CameraFile(
        path: file.path, color: camera, depth: nil, depthUnit: nil, colorFromDepth: nil,
        gravity: nil)
    }
    return depth
  }

  private static func depth(
    _ file: InputFile, _ sidecar: RawDepthSidecar
  ) throws(FileError) -> StoredDepth {
    var confidence: InputFile?
    if let name = sidecar.confidenceName {
      let path = folder(of: sidecar.path) + name
      confidence = InputFile(
        path: path, bytes: try FileBytes.read(path), options: file.options)
    }
    return try stored(file, layout: sidecar.layout, confidence: confidence)
  }

  private static func levels(
    _ file: InputFile, width: Int, height: Int
  ) throws(FileError) -> [DepthConfidence] {
    guard file.bytes.count == width * height else {
      throw file.error(
        .mismatch,
        "\(file.bytes.count) bytes, where the confidences of \(width)×\(height) samples are "
          + "\(width * height), one byte each")
    }
    var levels: [DepthConfidence] = []
    levels.reserveCapacity(file.bytes.count)
    for byte in file.bytes {
      guard let level = DepthConfidence(rawValue: byte) else {
        throw file.error(
          .unsuitable, "a confidence of \(byte), where 0, 1 or 2 was expected (ARKit's levels)")
      }
      levels.append(level)
    }
    return levels
  }
}

// MARK: - Companions

extension RawDepth {
  private static func isDocument(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }

  /// The raw file that a document is about: the one that it names, else one of the same name.
  private static func data(
    of sidecar: RawDepthSidecar, in file: InputFile
  ) throws(FileError) -> InputFile {
    if let name = sidecar.dataName {
      let path = folder(of: file.path) + name
      return InputFile(path: path, bytes: try FileBytes.read(path), options: file.options)
    }
    let base = file.path.hasSuffix(".json") ? String(file.path.dropLast(5)) : file.path
    let endings = ["", ".bin", ".raw", ".depth", ".dat"].filter { base + $0 != file.path }
    for ending in endings {
      guard let bytes = try existing(base + ending) else { continue }
      return InputFile(path: base + ending, bytes: bytes, options: file.options)
    }
    throw file.error(
      .noSuchFile,
      "the raw file that this JSON is about isn't beside it: name it in \"file\", or call it by the "
        + "JSON's name with .bin")
  }

  private static func sidecars(of path: String) -> [String] {
    guard !path.hasSuffix(".json") else { return [] }
    let folder = folder(of: path)
    let name = path.dropFirst(folder.count)
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let stem = dot.map { String(name[..<$0]) }
    return (stem.map { [folder + $0 + ".json"] } ?? []) + [path + ".json"]
  }

  /// The part of a path up to its last slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The bytes of a file; `nil` when there is none. Throws for one that may not be read.
  private static func existing(_ path: String) throws(FileError) -> [UInt8]? {
    FileBytes.isThere(path) ? try FileBytes.read(path) : nil
  }
}

/// The JSON document beside raw depths. There is no standard for it: the keys are those that people
/// write, each with its usual synonyms; others are ignored.
struct RawDepthSidecar {
  let path: String
  let layout: RawDepthLayout
  /// The raw file's name; `nil` when the document doesn't say.
  let dataName: String?
  /// The name of the file of confidences; `nil` when there is none.
  let confidenceName: String?

  private static let limit = 1 << 20

  init(_ bytes: [UInt8], path: String) throws(FileError) {
    self.path = path
    guard bytes.count <= Self.limit else {
      throw FileError(
        .unsuitable, path: path,
        "this JSON is larger than 1 MiB, too large to be the layout of raw depths")
    }
    do throws(DocumentNode.Problem) {
      let document = try DocumentNode(parsing: bytes)
      layout = try Self.layout(document)
      dataName = try document.first("file", "data").map(Self.fileName)
      confidenceName = try Self.confidence(document.first("confidence", "conf"))
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  private static func layout(_ document: DocumentNode) throws(DocumentNode.Problem)
    -> RawDepthLayout
  {
    guard document.isObject else { throw document.mismatch(expected: "an object") }
    let width = document.first("width", "w", "cols", "columns")
    let height = document.first("height", "h", "rows")
    let type = document.first("type", "dtype", "format")
    guard let width, let height, let type else {
      let missing = [("width", width), ("height", height), ("type", type)]
        .filter { $0.1 == nil }.map { "\"\($0.0)\"" }.joined(separator: ", ")
      throw DocumentNode.Problem(
        "the document has no \(missing): the layout of raw depths needs \"width\", \"height\" and "
          + "\"type\"")
    }
    let (sample, isBigEndian) = try sample(type)
    var layout = RawDepthLayout(
      width: try width.positiveInteger(), height: try height.positiveInteger(), sample: sample)
    layout.isBigEndian = isBigEndian
    if let node = document.first("endian", "endianness", "byteOrder", "byte_order", "byteorder") {
      layout.isBigEndian = try self.isBigEndian(node)
    }
    if let node = document.first(
      "rowStride", "row_stride", "stride", "bytesPerRow", "bytes_per_row")
    {
      layout.rowStride = try node.positiveInteger()
    }
    if let node = document.first("offset", "headerSize", "header_size"), try node.number() != 0 {
      guard try node.number() > 0 else {
        throw node.mismatch(expected: "a whole number of at least 0")
      }
      layout.offset = try node.positiveInteger()
    }
    layout.unit = try document.first("unit", "units", "depthUnit", "depth_unit").map(unit)
    layout.camera = try document.first("K", "intrinsics", "cameraMatrix", "camera_matrix").map {
      node throws(DocumentNode.Problem) in
      try camera(node, width: layout.width, height: layout.height)
    }
    return layout
  }

  /// A type by NumPy's, C's or Swift's name, with the byte order that NumPy writes before it.
  private static func sample(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> (sample: RawDepthLayout.Sample, isBigEndian: Bool) {
    var name = node.string?.lowercased() ?? ""
    let isBigEndian = name.hasPrefix(">")
    if let first = name.first, "<>=|".contains(first) { name.removeFirst() }
    let sample: RawDepthLayout.Sample
    switch name {
    case "float32", "f4", "f32", "float", "single": sample = .float32
    case "float16", "f2", "f16", "half": sample = .float16
    case "float64", "f8", "f64", "double": sample = .float64
    case "uint16", "u2", "u16", "uint16_t", "ushort": sample = .uint16
    case "uint32", "u4", "u32", "uint32_t", "uint": sample = .uint32
    default:
      throw node.mismatch(expected: "float16, float32, float64, uint16 or uint32")
    }
    return (sample, isBigEndian)
  }

  private static func isBigEndian(_ node: DocumentNode) throws(DocumentNode.Problem) -> Bool {
    switch node.string?.lowercased() {
    case "little", "le", "<": return false
    case "big", "be", ">": return true
    default: throw node.mismatch(expected: "\"little\" or \"big\"")
    }
  }

  /// A unit as `--depth-scale` takes it, a name or a number.
  private static func unit(_ node: DocumentNode) throws(DocumentNode.Problem) -> DepthUnit {
    let text: String
    if let string = node.string { text = string } else { text = "\(try node.number())" }
    do throws(DepthUnit.ParsingError) {
      return try DepthUnit(parsing: synonyms[text.lowercased()] ?? text)
    } catch {
      throw DocumentNode.Problem("\(node.place): \(error.description)")
    }
  }

  private static let synonyms = [
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "millimetre": "mm",
    "millimetres": "mm", "millimeter": "mm", "millimeters": "mm",
  ]

  private static func confidence(_ node: DocumentNode?) throws(DocumentNode.Problem) -> String? {
    guard let node else { return nil }
    guard node.isObject else { return try fileName(node) }
    if let type = node.first("type", "dtype") {
      guard ["uint8", "u1", "|u1", "u8", "uint8_t"].contains(type.string?.lowercased()) else {
        throw type.mismatch(expected: "uint8")
      }
    }
    guard let name = node.first("file", "data") else {
      throw DocumentNode.Problem(
        "\(node.place) has no \"file\", the name of a file beside this one")
    }
    return try fileName(name)
  }

  /// A name without folders: a document from another person opens no file elsewhere.
  private static func fileName(_ node: DocumentNode) throws(DocumentNode.Problem) -> String {
    guard let name = node.string, !name.isEmpty, !name.contains("/") else {
      throw node.mismatch(expected: "the name of a file beside this one")
    }
    return name
  }

  // MARK: - Intrinsics

  /// fx, fy, cx, cy in a list or an object, or a 3×3 matrix in one list or three. An object may
  /// state the size of the picture that they belong to; otherwise it is the depth map's.
  private static func camera(
    _ node: DocumentNode, width: Int, height: Int
  ) throws(DocumentNode.Problem) -> Camera {
    let camera: Camera?
    if node.isObject {
      let names = ["fx", "fy", "cx", "cy"]
      var numbers: [Double] = []
      for name in names {
        guard let value = node[name] else {
          throw DocumentNode.Problem(
            "\(node.place) has no \"\(name)\": fx, fy, cx, cy were expected")
        }
        numbers.append(try value.number())
      }
      let ownWidth = try node.first("width", "w")?.positiveInteger() ?? width
      let ownHeight = try node.first("height", "h")?.positiveInteger() ?? height
      camera = Self.camera(numbers, width: ownWidth, height: ownHeight)
    } else {
      var numbers: [Double] = []
      for row in try node.list(of: "intrinsics") {
        numbers += !row.isList ? [try row.number()] : try row.numbers()
      }
      camera = Self.camera(numbers, width: width, height: height)
    }
    guard let camera else {
      throw DocumentNode.Problem(
        "\(node.place) is no camera for an image of \(width)×\(height) pixels: fx, fy, cx, cy in "
          + "pixels or a 3×3 matrix of them were expected")
    }
    return camera
  }

  private static func camera(_ numbers: [Double], width: Int, height: Int) -> Camera? {
    guard numbers.count == 4 else {
      return Camera(matrix: numbers, width: width, height: height, source: .calibration)
    }
    return Camera(
      checking: (numbers[0], numbers[1], numbers[2], numbers[3]), width: width, height: height,
      source: .calibration)
  }
}

extension DocumentNode {
  /// The first member that is there of several names for one thing.
  fileprivate func first(_ names: String...) -> DocumentNode? {
    names.lazy.compactMap { self[$0] }.first
  }
}
