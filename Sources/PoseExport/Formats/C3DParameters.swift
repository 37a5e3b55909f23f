/// The parameters of a C3D file: groups of named values.
struct C3DParameters {
  private var records = BinaryBytes()
  private var group: UInt8 = 0

  private static let block = 512

  /// The section, not filled up to whole blocks.
  var bytes: [UInt8] {
    let length = 4 + records.bytes.count + 2
    var section = BinaryBytes()
    section.append([UInt8(1), 0x50, UInt8((length + Self.block - 1) / Self.block), 84])
    section.append(records.bytes)
    section.append([UInt8](repeating: 0, count: 2))
    return section.bytes
  }

  /// Begins a group, to which the parameters that follow belong.
  mutating func beginGroup(_ name: String, _ description: String) {
    group += 1
    records.append(UInt8(name.utf8.count))
    records.append(0 &- group)
    records.append(name.utf8)
    records.append(UInt16(2 + 1 + description.utf8.count))
    records.append(UInt8(description.utf8.count))
    records.append(description.utf8)
  }

  /// Whole numbers without a sign.
  mutating func add(_ name: String, words: [UInt16], dimensions: [UInt8] = []) {
    var data = BinaryBytes()
    for word in words { data.append(word) }
    add(name, type: 2, dimensions: dimensions, data: data.bytes)
  }

  mutating func add(_ name: String, floats: [Float], dimensions: [UInt8] = []) {
    var data = BinaryBytes()
    for value in floats { data.append(value) }
    add(name, type: 4, dimensions: dimensions, data: data.bytes)
  }

  mutating func add(_ name: String, text: String) {
    add(name, type: 0xFF, dimensions: [UInt8(text.utf8.count)], data: Array(text.utf8))
  }

  /// Up to 255 texts, filled up with spaces to the length of the longest.
  mutating func add(_ name: String, texts: [String]) {
    let width = texts.map(\.utf8.count).max() ?? 0
    var data: [UInt8] = []
    for text in texts {
      data += Array(text.utf8) + Array(repeating: 0x20, count: width - text.utf8.count)
    }
    add(name, type: 0xFF, dimensions: [UInt8(width), UInt8(texts.count)], data: data)
  }

  private mutating func add(_ name: String, type: UInt8, dimensions: [UInt8], data: [UInt8]) {
    records.append(UInt8(name.utf8.count))
    records.append(group)
    records.append(name.utf8)
    records.append(UInt16(2 + 2 + dimensions.count + data.count + 1))
    records.append([type, UInt8(dimensions.count)])
    records.append(dimensions)
    records.append(data)
    records.append(UInt8(0))
  }
}
