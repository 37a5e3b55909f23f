internal import PoseDocuments

/// Lossless JPEG of one component (ITU-T T.81, Annex H: process 14, SOF3), 2 to 16 bits: how iPhones
/// store depth that they haven't filtered. libjpeg-turbo before 3.0 doesn't know the process, and
/// after it not through the interface that is used here.
enum LosslessJPEG {
  /// The marker of its frame header.
  static let process: UInt8 = 0xC3

  /// The samples of a lossless JPEG.
  ///
  /// Throws `unsuitable` for more than one component, `tooLarge` for more pixels than the limit, and
  /// `damaged` when so much as one sample is missing.
  static func decode(_ file: InputFile) throws(FileError) -> GreyRaster {
    let parameters = try Parameters(file)
    try file.checkSize(width: parameters.width, height: parameters.height)
    // No sample takes less than a bit.
    try file.checkSize(
      of: "lossless JPEG", width: parameters.width, height: parameters.height, bitsAPixel: 1,
      expansion: 1)
    var scan = LosslessScan(file.bytes, parameters)
    guard let samples = scan.samples() else { throw damaged(file) }
    return GreyRaster(
      width: parameters.width, height: parameters.height, samples: samples,
      bits: parameters.precision)
  }

  /// The scan's parameters in the headers.
  struct Parameters {
    var width = 0
    var height = 0
    var precision = 0
    /// The predictor of samples from their neighbours, 1 to 7 (Table H.1).
    var predictor = 0
    /// The number of bits by which the samples were shifted down.
    var pointTransform = 0
    /// The samples between two restart markers; 0 for none.
    var restartInterval = 0
    let table: HuffmanTable
    /// The start of the entropy-coded data.
    var scan = 0
  }

  private static func damaged(_ file: InputFile) -> FileError {
    file.error(.damaged, "the lossless JPEG is damaged or cut short")
  }
}

extension LosslessJPEG.Parameters {
  init(_ file: InputFile) throws(FileError) {
    let bytes = file.bytes
    let damaged = file.error(.damaged, "the lossless JPEG is damaged or cut short")
    var tables: [Int: HuffmanTable.Definition] = [:]
    var table: HuffmanTable?
    for segment in JPEGSegments(bytes).header {
      let content = Array(bytes[segment.content])
      switch segment.marker {
      case 0xC4:
        guard HuffmanTable.Definition.read(content, into: &tables) else { throw damaged }
      case 0xDD:
        guard let interval = content.bigEndian(at: 0, count: 2) else { throw damaged }
        restartInterval = interval
      case LosslessJPEG.process:
        guard content.count >= 6 else { throw damaged }
        precision = Int(content[0])
        height = content.bigEndian(at: 1, count: 2) ?? 0
        width = content.bigEndian(at: 3, count: 2) ?? 0
        guard content[5] == 1 else {
          throw file.error(
            .unsuitable, "a lossless JPEG of \(content[5]) components where grey was expected")
        }
      case 0xDA:
        guard content.count >= 6, content[0] == 1, let codes = tables[Int(content[2] >> 4)] else {
          throw damaged
        }
        table = HuffmanTable(codes)
        predictor = Int(content[3])
        pointTransform = Int(content[5] & 0xF)
        scan = segment.content.upperBound
      default: break
      }
    }
    // A restart has to fall on the start of a row (H.1.1).
    guard width > 0, height > 0, (2...16).contains(precision), (1...7).contains(predictor),
      pointTransform < precision, restartInterval % width == 0, let table
    else { throw damaged }
    self.table = table
  }
}

/// Decodes the samples of a scan.
struct LosslessScan {
  private var bits: BitReader
  private let parameters: LosslessJPEG.Parameters

  /// The scan in a file's bytes.
  init(_ bytes: [UInt8], _ parameters: LosslessJPEG.Parameters) {
    bits = BitReader(bytes, from: parameters.scan)
    self.parameters = parameters
  }

  /// All samples, row by row; `nil` when the data ends before or holds what is no code.
  mutating func samples() -> [UInt16]? {
    let (width, height) = (parameters.width, parameters.height)
    let rowsBetweenRestarts = parameters.restartInterval / width
    var samples: [UInt16] = []
    samples.reserveCapacity(width * height)
    for row in 0..<height {
      let isRestart = rowsBetweenRestarts > 0 && row > 0 && row % rowsBetweenRestarts == 0
      if isRestart, !bits.passRestart() { return nil }
      let isFirst = row == 0 || isRestart
      for column in 0..<width {
        guard let difference = difference() else { return nil }
        let prediction = prediction(samples, column: column, isFirstRow: isFirst)
        // Modulo 2^16 (H.1.2.1).
        samples.append(UInt16(truncatingIfNeeded: prediction + difference))
      }
    }
    let shift = UInt16(parameters.pointTransform)
    // What a damaged file makes of a sample may have more bits than there are.
    let mask = UInt16(truncatingIfNeeded: (1 << parameters.precision) - 1)
    return samples.map { $0 << shift & mask }
  }

  /// Table H.1, and H.1.1 for the samples without all neighbours: half the range for the very first
  /// and after a restart, the one to the left in such a row, the one above at the start of others.
  private func prediction(_ samples: [UInt16], column: Int, isFirstRow: Bool) -> Int {
    let next = samples.count
    if isFirstRow {
      let half = 1 << (parameters.precision - parameters.pointTransform - 1)
      return column == 0 ? half : Int(samples[next - 1])
    }
    let above = Int(samples[next - parameters.width])
    guard column > 0 else { return above }
    let left = Int(samples[next - 1])
    let corner = Int(samples[next - parameters.width - 1])
    switch parameters.predictor {
    case 1: return left
    case 2: return above
    case 3: return corner
    case 4: return left + above - corner
    case 5: return left + ((above - corner) >> 1)
    case 6: return above + ((left - corner) >> 1)
    default: return (left + above) / 2
    }
  }

  /// The next difference (H.1.2.2): the code of its length, then its bits, of which a leading zero
  /// makes it negative. The length 16 stands for 32768 and has no bits.
  private mutating func difference() -> Int? {
    guard let code = parameters.table.code(bits.peek()), bits.skip(code.bits) else { return nil }
    let length = code.symbol
    guard length > 0 else { return 0 }
    guard length < 16 else { return 32768 }
    let value = Int(bits.peek() >> UInt16(16 - length))
    guard bits.skip(length) else { return nil }
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }
}

/// Bits of entropy-coded data, with the stuffed zeros taken out (T.81, F.1.2.3).
private struct BitReader {
  private let bytes: [UInt8]
  private var position: Int
  private var window: UInt64 = 0
  private var count = 0

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next 16 bits, ones where the data has ended.
  mutating func peek() -> UInt16 {
    fill()
    guard count < 16 else { return UInt16(truncatingIfNeeded: window >> UInt64(count - 16)) }
    let missing = UInt64(16 - count)
    return UInt16(truncatingIfNeeded: window << missing | ((1 << missing) - 1))
  }

  /// Moves on by at most 16 bits; `false` when the data ends before.
  mutating func skip(_ bits: Int) -> Bool {
    guard bits <= count else { return false }
    count -= bits
    return true
  }

  /// Passes a restart marker and what is left of the byte before it; `false` when there is none.
  mutating func passRestart() -> Bool {
    fill()
    guard count < 8, position + 2 <= bytes.count, bytes[position] == 0xFF,
      (0xD0...0xD7).contains(bytes[position + 1])
    else { return false }
    (window, count) = (0, 0)
    position += 2
    return true
  }

  private mutating func fill() {
    while count <= 48, position < bytes.count {
      let byte = bytes[position]
      if byte == 0xFF {
        // Anything but a stuffed zero is a marker: the data ends here.
        guard position + 1 < bytes.count, bytes[position + 1] == 0 else { return }
        position += 1
      }
      position += 1
      window = window << 8 | UInt64(byte)
      count += 8
    }
  }
}

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
