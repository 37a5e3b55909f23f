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
