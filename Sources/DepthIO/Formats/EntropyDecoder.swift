/// A decoder of finite-state entropy (Duda: "Asymmetric numeral systems", 2013), as LZFSE lays out
/// its tables: a symbol of frequency f holds f neighbouring states, in the order of the symbols.
struct EntropyDecoder {
  private struct State {
    /// The number of bits of the stream that lead to the next state.
    var bits: Int
    /// The next state is this plus those bits.
    var base: Int
    /// The value of this state's symbol is this plus the extra bits.
    var value: Int
    var extraBits: Int
  }

  private let table: [State]
  private var state: Int

  /// A decoder for a number of states, a power of two. Every symbol is followed by its extra bits,
  /// and values follow one another: a symbol's lowest is one more than the highest of the symbol
  /// before.
  init(
    _ frequencies: [Int], states: Int, extraBits: [Int], start: Int
  ) throws(LZFSE.Problem) {
    guard frequencies.reduce(0, +) <= states else { throw .contradictory }
    var table: [State] = []
    table.reserveCapacity(states)
    var value = 0
    for (frequency, extra) in zip(frequencies, extraBits) {
      if frequency > 0 {
        // The larger bit count brings the frequency up to the number of states; the first `many`
        // states need it, the others one bit less.
        let most = frequency.leadingZeroBitCount - states.leadingZeroBitCount
        let many = (2 * states) >> most - frequency
        for index in 0..<frequency {
          let isFirst = index < many
          table.append(
            State(
              bits: isFirst ? most : most - 1,
              base: isFirst
                ? (frequency + index) << most - states : (index - many) << (most - 1),
              value: value, extraBits: extra))
        }
      }
      value += 1 << extra
    }
    self.table = table
    state = start
  }

  /// A decoder with the same table in another state.
  func starting(at start: Int) -> EntropyDecoder {
    var decoder = self
    decoder.state = start
    return decoder
  }

  /// The next value; moves on to the next state.
  mutating func next(_ stream: inout BackwardBits) throws(LZFSE.Problem) -> Int {
    guard state < table.count else { throw .contradictory }
    let current = table[state]
    let bits = try stream.pull(current.bits + current.extraBits)
    state = current.base + bits >> current.extraBits
    return current.value + bits & (1 << current.extraBits - 1)
  }
}

/// Bits that were written from front to back and are read from back to front: the last ones written
/// come out first, as entropy coding of this kind needs it.
struct BackwardBits {
  private let bytes: ArraySlice<UInt8>
  private var count: Int

  init(_ bytes: ArraySlice<UInt8>, spareBits: Int) throws(LZFSE.Problem) {
    self.bytes = bytes
    count = 8 * bytes.count - spareBits
    guard count >= 0, Int(bytes.last ?? 0) >> (8 - spareBits) == 0 else { throw .contradictory }
  }

  /// The highest bits that are left, at most 24.
  mutating func pull(_ width: Int) throws(LZFSE.Problem) -> Int {
    guard width <= count else { throw .contradictory }
    count -= width
    var value = 0
    var index = bytes.startIndex + (count + width + 7) / 8
    let first = bytes.startIndex + count / 8
    while index > first {
      index -= 1
      value = value << 8 | Int(bytes[index])
    }
    return value >> (count % 8) & (1 << width - 1)
  }
}
