import PoseDocuments

/// A file of Protocol Buffers, read field by field. The contents of a field are read only when asked
/// for, so that a model's weights are passed over.
struct ProtocolBufferFile: ~Copyable {
  /// A field of a message.
  struct Field {
    /// Its number in the message's description.
    let number: Int
    /// How its value is written.
    let wire: Wire
    /// The number of a `varint`, the bits of 64 taken as signed; 0 for the others.
    let value: Int
    /// The places of its contents in the file; empty for a `varint`.
    let content: Range<Int>
  }

  /// How a value is written; groups, which no description uses any more, aren't read.
  enum Wire: Int {
    case varint = 0
    case eightBytes = 1
    case bytes = 2
    case fourBytes = 5
  }

  /// Tag and number of a field have at most ten bytes each.
  private static let longest = 20
  /// Bytes read at once.
  private static let step = 4096

  private let file: RegularFile
  private var window: [UInt8] = []
  private var start = 0
  /// The file's size in bytes.
  let size: Int

  private let path: String
  /// What the file is, in errors.
  private let kind: String

  /// A file that is open; its fields are read from it when they are asked for.
  init(_ file: consuming RegularFile, path: String, kind: String) {
    size = file.size
    self.file = file
    (self.path, self.kind) = (path, kind)
  }

  /// The error for a file that is damaged, with what is wrong as the end of its sentence.
  func damaged(_ detail: String) -> FileError {
    FileError(.damaged, path: path, "\(kind) is damaged or cut short: \(detail)")
  }

  /// The error for a file that is whole and can't be used.
  func unfit(_ detail: String) -> FileError { FileError(.damaged, path: path, detail) }

  /// The field at `place`, which moves on to the next one.
  ///
  /// - Parameters:
  ///   - place: between the message's beginning and `end`.
  ///   - end: the end of the message, at most the file's size.
  ///   - message: the name of the message in errors.
  mutating func field(
    at place: inout Int, before end: Int, of message: String
  ) throws(FileError) -> Field {
    let bytes = try bytes(in: place..<min(place + Self.longest, end))
    var rest = bytes[...]
    guard let tag = Self.varint(&rest), let wire = Wire(rawValue: tag & 7),
      case let number = tag >> 3, number > 0
    else { throw damaged("at byte \(place) there is no field of \(message)") }
    var (value, length) = (0, wire == .fourBytes ? 4 : wire == .eightBytes ? 8 : 0)
    if wire == .varint || wire == .bytes {
      guard let read = Self.varint(&rest) else {
        throw damaged("at byte \(place) there is no field of \(message)")
      }
      if wire == .varint { value = read } else { length = read }
    }
    place += bytes.count - rest.count
    guard length >= 0, length <= end - place else {
      let claimed = length < 0 ? "more than 2^63" : "\(length)"
      throw damaged("field \(number) should have \(claimed) bytes, and \(end - place) are left")
    }
    defer { place += length }
    return Field(number: number, wire: wire, value: value, content: place..<place + length)
  }

  /// The bytes in a range of the file.
  mutating func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    if range.lowerBound < start || range.upperBound > start + window.count {
      let count = min(max(range.count, Self.step), size - range.lowerBound)
      window = try file.bytes(count, from: range.lowerBound)
      start = range.lowerBound
    }
    return Array(window[range.lowerBound - start..<range.upperBound - start])
  }

  /// The numbers of a packed field; `nil` where the last one doesn't end.
  mutating func varints(in range: Range<Int>) throws(FileError) -> [Int]? {
    var rest = try bytes(in: range)[...]
    var numbers: [Int] = []
    while !rest.isEmpty {
      guard let number = Self.varint(&rest) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// A number of up to 64 bits, seven a byte, the lowest first; `nil` where it doesn't end.
  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var (number, shift) = (0 as UInt64, 0 as UInt64)
    while let byte = bytes.popFirst() {
      guard shift < 64 else { return nil }
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return Int(truncatingIfNeeded: number) }
      shift += 7
    }
    return nil
  }
}
