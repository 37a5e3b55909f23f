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
