internal import PoseDocuments

/// An ONNX model's file: Protocol Buffers, a `ModelProto` of onnx.proto3. Only what lies at its top
/// is read here; the rest is the runtime's.
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

  /// The file, its fields having been followed to its end.
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
      if let damage = try Self.damage(of: file) {
        throw FileError(
          .damaged, path: path, "the ONNX model is damaged or cut short: \(damage)")
      }
      try FileBytes.read(path, inPieces: { digest.add($0) })
    } catch {
      throw DetectionError(.modelUnusable, path: path, "\(error.message); \(Self.remedy)")
    }
    self.digest = digest.hexadecimal
  }

  /// The fields of a `ModelProto`; every writer writes them in this order.
  private enum Field {
    static let (version, graph) = (1, 7)
    static let all: Set<Int> = [1, 2, 3, 4, 5, 6, 7, 8, 14, 20, 25, 26]
  }

  /// Whether a file begins with the version of the format and goes on with another field.
  private static func begins(_ head: [UInt8]) -> Bool {
    guard head.count >= 3, head[0] == 0x08, (1...64).contains(head[1]) else { return false }
    return Field.all.contains(Int(head[2] >> 3)) && [0, 2].contains(head[2] & 7)
  }

  /// The damage to the fields; `nil` when they go to the file's end and the graph is there.
  private static func damage(of file: borrowing RegularFile) throws(FileError) -> String? {
    // Tag and length of a field are at most ten bytes each.
    let longest = 20
    var (place, hasGraph) = (0, false)
    while place < file.size {
      let bytes = try file.bytes(min(longest, file.size - place), from: place)
      var rest = bytes[...]
      guard let tag = varint(&rest), let value = varint(&rest), [0, 2].contains(tag & 7) else {
        return "at byte \(place) there is no field of a model"
      }
      place += bytes.count - rest.count
      hasGraph = hasGraph || tag >> 3 == Field.graph
      guard tag & 7 == 2 else { continue }
      guard value <= file.size - place else {
        return "field \(tag >> 3) should have \(value) bytes, and \(file.size - place) are left"
      }
      place += value
    }
    return hasGraph ? nil : "it has no graph"
  }

  /// A number of up to 62 bits, seven a byte; `nil` where it doesn't end.
  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var (number, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      guard shift < 63 else { return nil }
      number |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}
