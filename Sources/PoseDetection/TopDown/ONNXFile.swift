internal import PoseDocuments

/// An ONNX model's file: Protocol Buffers, a `ModelProto` of onnx.proto3. Whether what its graph refers
/// to is there is checked here; what its operators do is the runtime's.
struct ONNXFile {
  let path: String
  /// A digest of what is in the file.
  let digest: String

  /// The recovery suggestion of errors about a user's model.
  static let remedy = "give another file, or use the full model"

  /// Whether a file's first bytes are an ONNX model's, or its name ends in .onnx and they are not
  /// those of another supported model.
  static func isONNX(_ path: String) -> Bool {
    guard let file = RegularFile(path) else { return false }
    guard let head = try? file.bytes(min(file.size, 16), from: 0) else { return false }
    if begins(head) { return true }
    return path.lowercased().hasSuffix(".onnx") && !TensorFlowLiteModel.isModel(head)
      && !ZIPArchive.isArchive(head)
  }

  /// The file, its fields having been followed to its end, and its graph checked.
  ///
  /// - Throws: `modelUnusable` for a file that is empty, none of ONNX, damaged or cut short.
  init(_ path: String) throws(DetectionError) {
    self.path = path
    guard let file = RegularFile(path) else {
      throw DetectionError(.modelUnusable, path: path, "the file can't be read; \(Self.remedy)")
    }
    var digest = ContentDigest()
    do throws(FileError) {
      guard file.size > 0 else {
        throw FileError(.damaged, path: path, "the model is empty, a file of 0 bytes")
      }
      guard Self.begins(try file.bytes(min(file.size, 16), from: 0)) else {
        throw FileError(
          .damaged, path: path, "this is no ONNX model: its first bytes are none of one's")
      }
      try Self.check(ProtocolBufferFile(file, path: path, kind: "the ONNX model"))
      try FileBytes.read(path, inPieces: { digest.add($0) })
    } catch {
      throw DetectionError(.modelUnusable, path: path, "\(error.message); \(Self.remedy)")
    }
    self.digest = digest.hexadecimal
  }

  /// The fields of a `ModelProto`; every writer writes them in this order.
  private enum Field {
    static let (graph, operators, function) = (7, 8, 25)
    static let all: Set<Int> = [1, 2, 3, 4, 5, 6, 7, 8, 14, 20, 25, 26]
  }

  /// Whether a file begins with the version of the format and goes on with another field.
  private static func begins(_ head: [UInt8]) -> Bool {
    guard head.count >= 3, head[0] == 0x08, (1...64).contains(head[1]) else { return false }
    return Field.all.contains(Int(head[2] >> 3)) && [0, 2].contains(head[2] & 7)
  }

  /// Throws `damaged` unless the fields go to the file's end, and the graph and the functions are sound.
  private static func check(_ file: consuming ProtocolBufferFile) throws(FileError) {
    var check = ONNXGraphCheck(file)
    var (place, graphs, functions) = (0, [Range<Int>](), [Range<Int>]())
    while place < check.file.size {
      let start = place
      let field = try check.file.field(at: &place, before: check.file.size, of: "a model")
      guard field.wire == .varint || field.wire == .bytes else {
        throw check.file.damaged("at byte \(start) there is no field of a model")
      }
      guard field.wire == .bytes else { continue }
      switch field.number {
      case Field.graph: graphs.append(field.content)
      case Field.function: functions.append(field.content)
      case Field.operators: try check.readVersion(field.content)
      default: break
      }
    }
    guard !graphs.isEmpty else { throw check.file.damaged("it has no graph") }
    // The version of the operators comes after the graph.
    for graph in graphs { try check.graph(graph) }
    for function in functions { try check.function(function) }
  }
}
