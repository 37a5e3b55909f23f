/// Apple's LZFSE: blocks that are stored, packed by LZVN, or packed by LZ77 whose literals and
/// matches are coded with finite-state entropy. Written from the format that Apple's reference
/// implementation (github.com/lzfse/lzfse, `lzfse_internal.h`) documents.
enum LZFSE {
  /// An error in a stream, as the end of a sentence.
  struct Problem: Error, Equatable {
    let message: String

    static let cutShort = Problem(message: "it is cut short")
    static let contradictory = Problem(message: "its blocks contradict each other")
  }

  /// The bytes that were packed; at most so many, whatever the stream claims.
  static func decoded(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
    var input = LZInput(bytes[...])
    var output = LZOutput(limit: limit)
    while true {
      let start = input
      switch String(decoding: try input.take(4), as: UTF8.self) {
      case "bvx$":
        return output.bytes
      case "bvx-":
        let count = Int(try input.integer(bytes: 4))
        try output.beginBlock(count)
        try output.append(try input.take(count))
      case "bvxn":
        try output.beginBlock(Int(try input.integer(bytes: 4)))
        let count = Int(try input.integer(bytes: 4))
        try LZVN.decode(try input.take(count), into: &output)
      case "bvx1", "bvx2":
        input = start
        let header = try LZFSEHeader(&input)
        try output.beginBlock(header.byteCount)
        try decode(header, &input, into: &output)
      default:
        throw Problem(message: "it is no LZFSE stream")
      }
      try output.endBlock()
    }
  }

  private static func decode(
    _ header: LZFSEHeader, _ input: inout LZInput, into output: inout LZOutput
  ) throws(Problem) {
    let literals = try literals(header, try input.take(header.literals.byteCount))
    var bits = try BackwardBits(
      try input.take(header.matches.byteCount), spareBits: header.matches.spareBits)
    var lengths = try EntropyDecoder(
      header.lengthFrequencies, states: 64, extraBits: extraLengthBits, start: header.states.length)
    var matches = try EntropyDecoder(
      header.matchFrequencies, states: 64, extraBits: extraMatchBits, start: header.states.match)
    var distances = try EntropyDecoder(
      header.distanceFrequencies, states: 256, extraBits: extraDistanceBits,
      start: header.states.distance)
    var used = 0
    var distance = 0
    for _ in 0..<header.matches.count {
      let literalCount = try lengths.next(&bits)
      let matchCount = try matches.next(&bits)
      // Distance 0 stands for the one before.
      let coded = try distances.next(&bits)
      if coded != 0 { distance = coded }
      guard used + literalCount <= literals.count else { throw .contradictory }
      try output.append(literals[used..<(used + literalCount)])
      used += literalCount
      try output.copy(matchCount, distance: distance)
    }
  }

  /// Four decoders take turns, so that a processor can work at all of them at once.
  private static func literals(
    _ header: LZFSEHeader, _ bytes: ArraySlice<UInt8>
  ) throws(Problem) -> [UInt8] {
    var bits = try BackwardBits(bytes, spareBits: header.literals.spareBits)
    let decoder = try EntropyDecoder(
      header.literalFrequencies, states: 1024, extraBits: Array(repeating: 0, count: 256),
      start: 0)
    var decoders = header.states.literals.map(decoder.starting)
    var literals: [UInt8] = []
    literals.reserveCapacity(header.literals.count)
    for index in 0..<header.literals.count {
      literals.append(UInt8(try decoders[index % 4].next(&bits)))
    }
    return literals
  }

  // How many bits follow the symbols of literal counts, match counts and distances.
  private static let extraLengthBits = Array(repeating: 0, count: 16) + [2, 3, 5, 8]
  private static let extraMatchBits = Array(repeating: 0, count: 16) + [3, 5, 8, 11]
  private static let extraDistanceBits = (0..<64).map { $0 / 4 }
}

/// Bytes that are taken from the front.
struct LZInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ count: Int) throws(LZFSE.Problem) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .cutShort }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// An unsigned integer of up to eight bytes, the lowest first.
  mutating func integer(bytes count: Int) throws(LZFSE.Problem) -> UInt64 {
    try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The unpacked bytes, with the checks that no block writes more than it claims and no match
/// reaches before the beginning.
struct LZOutput {
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private var blockEnd = 0

  init(limit: Int) { self.limit = limit }

  mutating func beginBlock(_ count: Int) throws(LZFSE.Problem) {
    guard count <= limit - bytes.count else {
      throw LZFSE.Problem(message: "it unpacks to more than the \(limit) bytes that were expected")
    }
    blockEnd = bytes.count + count
  }

  func endBlock() throws(LZFSE.Problem) {
    guard bytes.count == blockEnd else { throw .contradictory }
  }

  mutating func append(_ literals: ArraySlice<UInt8>) throws(LZFSE.Problem) {
    guard literals.count <= blockEnd - bytes.count else { throw .contradictory }
    bytes += literals
  }

  /// Repeats bytes from so far back; a match may run into what it writes itself.
  mutating func copy(_ count: Int, distance: Int) throws(LZFSE.Problem) {
    guard count > 0 else { return }
    guard distance > 0 && distance <= bytes.count, count <= blockEnd - bytes.count else {
      throw .contradictory
    }
    for _ in 0..<count { bytes.append(bytes[bytes.count - distance]) }
  }
}

/// The header of an entropy-coded block: `bvx1` with its tables as they are, `bvx2` with everything
/// packed into bits.
struct LZFSEHeader {
  /// One of the two bit streams of a block.
  struct Stream {
    /// The number of literals or matches in it.
    let count: Int
    let byteCount: Int
    /// The number of unused bits at the top of its last byte, 0…7.
    let spareBits: Int
  }

  struct States {
    let literals: [Int]
    let length: Int
    let match: Int
    let distance: Int
  }

  /// The number of bytes that the block unpacks to.
  let byteCount: Int
  let literals: Stream
  let matches: Stream
  let states: States
  let lengthFrequencies: [Int]
  let matchFrequencies: [Int]
  let distanceFrequencies: [Int]
  let literalFrequencies: [Int]

  /// The header at the front of the input; leaves the two streams there.
  init(_ input: inout LZInput) throws(LZFSE.Problem) {
    let isPacked = try input.take(4).last == UInt8(ascii: "2")
    byteCount = Int(try input.integer(bytes: 4))
    let frequencies: [Int]
    if isPacked {
      let (counts, sizes, starts) = (
        try input.integer(bytes: 8), try input.integer(bytes: 8), try input.integer(bytes: 8)
      )
      func field(_ word: UInt64, _ position: Int, _ bits: Int) -> Int {
        Int(word >> UInt64(position) & (1 << UInt64(bits) - 1))
      }
      literals = Stream(
        count: field(counts, 0, 20), byteCount: field(counts, 20, 20),
        spareBits: 7 - field(counts, 60, 3))
      matches = Stream(
        count: field(counts, 40, 20), byteCount: field(sizes, 40, 20),
        spareBits: 7 - field(sizes, 60, 3))
      states = States(
        literals: [0, 10, 20, 30].map { field(sizes, $0, 10) }, length: field(starts, 32, 10),
        match: field(starts, 42, 10), distance: field(starts, 52, 10))
      let tableSize = field(starts, 0, 32) - 32
      guard (0...720).contains(tableSize) else { throw .contradictory }
      frequencies = try Self.unpacked(try input.take(tableSize))
    } else {
      func integer(_ bytes: Int) throws(LZFSE.Problem) -> Int {
        Int(try input.integer(bytes: bytes))
      }
      // The size of both streams together is repeated in the fields that follow.
      _ = try integer(4)
      let (literalCount, matchCount) = (try integer(4), try integer(4))
      let (literalBytes, matchBytes) = (try integer(4), try integer(4))
      literals = Stream(
        count: literalCount, byteCount: literalBytes, spareBits: try Self.spareBits(&input))
      let literalStates = [try integer(2), try integer(2), try integer(2), try integer(2)]
      matches = Stream(
        count: matchCount, byteCount: matchBytes, spareBits: try Self.spareBits(&input))
      states = States(
        literals: literalStates, length: try integer(2), match: try integer(2),
        distance: try integer(2))
      var plain: [Int] = []
      for _ in 0..<360 { plain.append(try integer(2)) }
      // The structure ends at a multiple of four bytes.
      _ = try integer(2)
      frequencies = plain
    }
    // The format's own limits, 10000 matches a block and four times as many literals; and what is
    // decoded has to come out, or a small file could keep the decoder busy for long: literals, whose
    // number is brought up to a multiple of four, and matches.
    guard literals.count <= min(40_000, byteCount + 3), matches.count <= min(10_000, byteCount),
      byteCount > 0
    else { throw .contradictory }
    lengthFrequencies = Array(frequencies[0..<20])
    matchFrequencies = Array(frequencies[20..<40])
    distanceFrequencies = Array(frequencies[40..<104])
    literalFrequencies = Array(frequencies[104...])
  }

  /// `bvx1` counts the spare bits downwards from 0, as a 32-bit integer.
  private static func spareBits(_ input: inout LZInput) throws(LZFSE.Problem) -> Int {
    let spare = -Int(Int32(truncatingIfNeeded: try input.integer(bytes: 4)))
    guard (0...7).contains(spare) else { throw .contradictory }
    return spare
  }

  /// The 360 frequencies of `bvx2`, each in 2 to 14 bits, the small ones in the fewest.
  private static func unpacked(_ bytes: ArraySlice<UInt8>) throws(LZFSE.Problem) -> [Int] {
    // A block without symbols needs no table.
    guard !bytes.isEmpty else { return Array(repeating: 0, count: 360) }
    let bytes = Array(bytes)
    var position = 0
    func pull(_ count: Int) throws(LZFSE.Problem) -> Int {
      var value = 0
      for bit in 0..<count {
        guard position < 8 * bytes.count else { throw .contradictory }
        value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << bit
        position += 1
      }
      return value
    }
    func frequency() throws(LZFSE.Problem) -> Int {
      if try pull(1) == 0 { return try pull(1) }
      if try pull(1) == 0 { return 2 + (try pull(1)) }
      if try pull(1) == 0 { return 4 + (try pull(2)) }
      if try pull(1) == 0 { return 8 + (try pull(4)) }
      return 24 + (try pull(10))
    }
    var frequencies: [Int] = []
    for _ in 0..<360 { frequencies.append(try frequency()) }
    guard (position + 7) / 8 == bytes.count else { throw .contradictory }
    return frequencies
  }
}

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

/// LZVN, the plain Lempel–Ziv code of LZFSE's short blocks: every instruction copies some literals
/// and repeats a match (opcodes as in the reference implementation's `lzvn_decode_base.c`).
enum LZVN {
  /// Unpacks a block to its end mark, which has to be the end of the bytes.
  static func decode(
    _ bytes: ArraySlice<UInt8>, into output: inout LZOutput
  ) throws(LZFSE.Problem) {
    var input = LZInput(bytes)
    var distance = 0
    while true {
      let opcode = Int(try input.integer(bytes: 1))
      var literalCount = 0
      var matchCount = 0
      switch opcode {
      case 0x06:  // the end, padded to eight bytes
        guard try input.take(7).allSatisfy({ $0 == 0 }), input.rest.isEmpty else {
          throw .contradictory
        }
        return
      case 0x0E, 0x16:  // nothing
        continue
      case 0x1E, 0x26, 0x2E, 0x36, 0x3E, 0x70...0x7F, 0xD0...0xDF:
        throw .contradictory
      case 0xA0...0xBF:
        let word = Int(try input.integer(bytes: 2))
        literalCount = opcode >> 3 & 3
        matchCount = (opcode & 7) << 2 + word & 3 + 3
        distance = word >> 2
      case 0xE0:
        literalCount = Int(try input.integer(bytes: 1)) + 16
      case 0xE1...0xEF:
        literalCount = opcode & 15
      case 0xF0:
        matchCount = Int(try input.integer(bytes: 1)) + 16
      case 0xF1...0xFF:
        matchCount = opcode & 15
      default:
        literalCount = opcode >> 6
        matchCount = opcode >> 3 & 7 + 3
        switch opcode & 7 {
        case 6: break  // the distance before
        case 7: distance = Int(try input.integer(bytes: 2))
        default: distance = (opcode & 7) << 8 | Int(try input.integer(bytes: 1))
        }
      }
      try output.append(try input.take(literalCount))
      try output.copy(matchCount, distance: distance)
    }
  }
}
