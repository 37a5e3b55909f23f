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
