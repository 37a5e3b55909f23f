/// A table of Huffman codes (T.81, Annex C) for the 17 lengths that a difference can have.
struct HuffmanTable {
  /// For every next 16 bits the bits of the code they start with, and its symbol; 0 bits for none.
  private var lookup: [(bits: UInt8, symbol: UInt8)] = []

  /// A table as a file defines it: how many codes of each length there are, and their symbols.
  struct Definition {
    let counts: [Int]
    let symbols: [UInt8]

    /// The tables of a DHT segment, by their number; `false` when it is damaged.
    static func read(_ content: [UInt8], into tables: inout [Int: Definition]) -> Bool {
      var position = 0
      while position < content.count {
        guard position + 17 <= content.count else { return false }
        let counts = content[(position + 1)..<(position + 17)].map(Int.init)
        let end = position + 17 + counts.reduce(0, +)
        guard end <= content.count else { return false }
        // Tables for the AC coefficients of other processes are no concern of this one.
        if content[position] >> 4 == 0 {
          tables[Int(content[position])] = Definition(
            counts: counts, symbols: Array(content[(position + 17)..<end]))
        }
        position = end
      }
      return true
    }
  }

  /// The table of a definition; `nil` when there are more codes than fit, or a symbol is no length of
  /// a difference.
  init?(_ definition: Definition) {
    lookup = Array(repeating: (0, 0), count: 1 << 16)
    var (code, next) = (0, 0)
    for (index, count) in definition.counts.enumerated() {
      let unused = 15 - index
      for _ in 0..<count {
        guard (code + 1) << unused <= 1 << 16, definition.symbols[next] <= 16
        else { return nil }
        for entry in (code << unused)..<((code + 1) << unused) {
          lookup[entry] = (UInt8(index + 1), definition.symbols[next])
        }
        code += 1
        next += 1
      }
      code <<= 1
    }
  }

  /// The code that the bits start with; `nil` for none.
  func code(_ bits: UInt16) -> (bits: Int, symbol: Int)? {
    let entry = lookup[Int(bits)]
    return entry.bits == 0 ? nil : (Int(entry.bits), Int(entry.symbol))
  }
}
