internal import Synchronization

/// A JSON document as its bytes and where the values in them stand: eight bytes a value, so that a file
/// of any shape takes five times its size at the most. Numbers and texts are read when they are asked
/// for.
final class JSONText: Sendable {
  /// A value, a member's name, or a container, which stands before all that is in it.
  struct Entry {
    private static let mark: UInt32 = 1 << 31

    private var place: UInt32
    /// For a container the index of the entry behind its last one; for anything else the position
    /// behind its last byte.
    private(set) var end: UInt32

    init(start: Int) { (place, end) = (UInt32(start), 0) }

    /// The position of the first byte.
    var start: Int { Int(place & ~Self.mark) }

    /// Of a list, that no container is in it; of a text, that it has escaped characters.
    var isMarked: Bool { place & Self.mark != 0 }

    mutating func close(at end: Int, isMarked: Bool = false) {
      self.end = UInt32(end)
      if isMarked { place |= Self.mark }
    }
  }

  enum Kind { case null, bool, number, string, array, object }

  let bytes: [UInt8]
  let entries: [Entry]
  /// The beginning of the paths of the document's values.
  let place: String
  /// The members of objects that have many.
  private let directories = Mutex<[Int: Directory]>([:])

  private struct Directory {
    let values: [String: Int]
    let names: [String]
  }

  /// Objects of more members have a directory.
  private static let fewMembers = 64

  /// Throws a problem with line and column for what is no JSON.
  init(
    _ bytes: [UInt8], place: String, depthLimit: Int = JSONParser.depthLimit
  ) throws(DocumentNode.Problem) {
    var parser = JSONParser(bytes, depthLimit: depthLimit)
    entries = try parser.document()
    self.bytes = bytes
    self.place = place
  }

  func kind(_ index: Int) -> Kind {
    switch bytes[entries[index].start] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    default: .number
    }
  }

  /// The entry behind a value and all that is in it.
  func next(after index: Int) -> Int {
    switch bytes[entries[index].start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): Int(entries[index].end)
    default: index + 1
    }
  }
}

// MARK: Plain values

extension JSONText {
  func bool(_ index: Int) -> Bool { bytes[entries[index].start] == UInt8(ascii: "t") }

  /// A text or a member's name.
  func string(_ index: Int) -> String {
    let text = content(index)
    guard entries[index].isMarked else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: JSONParser.unescaped(text), as: UTF8.self)
  }

  /// The bytes between the quotation marks.
  private func content(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(entries[index].start + 1)..<(Int(entries[index].end) - 1)]
  }

  func number(_ index: Int) -> Double {
    let text = bytes[entries[index].start..<Int(entries[index].end)]
    if let number = JSONNumber.short(text) { return number }
    switch text.last {
    case UInt8(ascii: "N"): return .nan
    case UInt8(ascii: "y"): return text.first == UInt8(ascii: "-") ? -.infinity : .infinity
    default: return Double(String(decoding: text, as: UTF8.self)) ?? .nan
    }
  }
}

// MARK: Containers

extension JSONText {
  /// Returns the number of values in a list or an object.
  func count(_ index: Int) -> Int {
    let end = Int(entries[index].end)
    let isObject = kind(index) == .object
    if !isObject && entries[index].isMarked { return end - index - 1 }
    var (count, place) = (0, index + 1)
    while place < end {
      place = next(after: isObject ? place + 1 : place)
      count += 1
    }
    return count
  }

  /// The entries of a list's values; `nil` where they are those that follow the list's own.
  func places(_ index: Int) -> [UInt32]? {
    guard !entries[index].isMarked else { return nil }
    var places: [UInt32] = []
    places.reserveCapacity(count(index))
    let end = Int(entries[index].end)
    var place = index + 1
    while place < end {
      places.append(UInt32(place))
      place = next(after: place)
    }
    return places
  }

  /// The value of an object's member; of several with the name the last.
  func member(_ name: String, of index: Int) -> Int? {
    if let directory = directory(index) { return directory.values[name] }
    let end = Int(entries[index].end)
    var (place, found) = (index + 1, Int?.none)
    while place < end {
      if isName(place, name) { found = place + 1 }
      place = next(after: place + 1)
    }
    return found
  }

  /// The names of an object's members in alphabetical order.
  func names(_ index: Int) -> [String] {
    directory(index)?.names ?? Set(members(index).map(\.name)).sorted()
  }

  private func isName(_ index: Int, _ name: String) -> Bool {
    let entry = entries[index]
    guard !entry.isMarked else { return string(index) == name }
    return Int(entry.end) - entry.start - 2 == name.utf8.count
      && content(index).elementsEqual(name.utf8)
  }

  private func members(_ index: Int) -> [(name: String, value: Int)] {
    let end = Int(entries[index].end)
    var (place, members) = (index + 1, [(name: String, value: Int)]())
    while place < end {
      members.append((string(place), place + 1))
      place = next(after: place + 1)
    }
    return members
  }

  /// Returns the members of an object that has many, which are kept; `nil` for fewer.
  private func directory(_ index: Int) -> Directory? {
    // So many take three entries each, and two is the least.
    guard Int(entries[index].end) - index > 2 * Self.fewMembers else { return nil }
    return directories.withLock { directories in
      if let directory = directories[index] { return directory }
      let values = Dictionary(members(index).map { ($0.name, $0.value) }) { $1 }
      let directory = Directory(values: values, names: values.keys.sorted())
      directories[index] = directory
      return directory
    }
  }
}

extension JSONText {
  /// A document of another syntax, written as JSON: there is one way to read values.
  convenience init(_ value: DocumentValue) {
    var bytes: [UInt8] = []
    Self.write(value, to: &bytes)
    do throws(DocumentNode.Problem) {
      // The reader of the other syntax has bounded its depth.
      try self.init(bytes, place: "", depthLimit: .max)
    } catch {
      preconditionFailure("what was written as JSON is none: \(error.message)")
    }
  }

  private static func write(_ value: DocumentValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += "\(value)".utf8
    case .number(let value) where value.isNaN: bytes += "NaN".utf8
    case .number(let value) where value.isInfinite:
      bytes += (value < 0 ? "-Infinity" : "Infinity").utf8
    case .number(let value): bytes += "\(value)".utf8
    case .string(let text): bytes += JSONValue.string(text).compactText.utf8
    case .array(let elements):
      bytes += "[".utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ",".utf8 }
        write(element, to: &bytes)
      }
      bytes += "]".utf8
    case .object(let members):
      bytes += "{".utf8
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes += ",".utf8 }
        write(.string(member.key), to: &bytes)
        bytes += ":".utf8
        write(member.value, to: &bytes)
      }
      bytes += "}".utf8
    }
  }
}
