extension [UInt8] {
  /// An unsigned integer of `count` bytes, most significant first, as JPEG and HEIF write them; `nil`
  /// where the bytes end before it does and for what no `Int` holds.
  package func bigEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, count <= self.count, position <= self.count - count else { return nil }
    let value = self[position..<(position + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// An unsigned number of `count` bytes, the lowest first; `nil` beyond the end.
  package func littleEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, count <= self.count, position <= self.count - count else { return nil }
    let value = self[position..<(position + count)].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
