/// The lines of a file with text on them, one after the other, with their numbers from 0.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var number: Int

  /// The lines from a position on, which is in the line of this number.
  init(_ bytes: [UInt8], from position: Int = 0, number: Int = 0) {
    (self.bytes, self.position, self.number) = (bytes, position, number)
  }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    while position < bytes.count {
      let line = bytes[position...].prefix { $0 != 0x0A }
      defer { number += 1 }
      position = line.endIndex + 1
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return (number, line) }
    }
    return nil
  }
}
