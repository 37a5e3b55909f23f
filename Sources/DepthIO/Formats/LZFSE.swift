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
