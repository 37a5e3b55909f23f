internal import PoseDocuments

/// The bytes of a file in the making, handed on in pieces: a long recording's file is never in memory as
/// a whole.
struct FileText {
  private var bytes: [UInt8] = []
  private let piece: ([UInt8]) throws -> Void

  /// Hands what is written to `piece`, some of it at a time.
  init(to piece: @escaping ([UInt8]) throws -> Void) {
    self.piece = piece
    bytes.reserveCapacity(Self.size + 4096)
  }

  /// The text that isn't handed on yet.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let size = 1 << 18

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// A number with so many decimals at most; without trailing zeros, without an exponent, never `-0`.
  /// Its magnitude times ten to the number of decimals has to fit a whole number of 63 bits.
  mutating func write(_ value: Double, decimals: Int) {
    let power = Self.powers[decimals]
    let whole = (value.magnitude * power).rounded()
    guard whole < 9e18 else {
      write("\(value)")
      return
    }
    if value < 0 && whole > 0 { bytes.append(UInt8(ascii: "-")) }
    var places = decimals
    var number = UInt64(whole)
    while places > 0, number.isMultiple(of: 10) {
      number /= 10
      places -= 1
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
      var count = 0
      repeat {
        digits[count] = UInt8(ascii: "0") + UInt8(number % 10)
        number /= 10
        count += 1
        if count == places {
          digits[count] = UInt8(ascii: ".")
          count += 1
        }
      } while number > 0 || count <= places + (places > 0 ? 1 : 0)
      for index in stride(from: count - 1, through: 0, by: -1) { bytes.append(digits[index]) }
    }
  }

  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Hands on what is there where it is much; called now and then, between lines.
  mutating func flushIfLarge() throws { if bytes.count >= Self.size { try flush() } }

  /// Hands on what is there.
  mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try piece(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Numbers as bytes, the low one first.
struct BinaryBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ others: some Sequence<UInt8>) { bytes.append(contentsOf: others) }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(_ value: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
    }
  }

  mutating func append(_ value: Float) { append(value.bitPattern) }

  /// Fills up to a multiple of a size.
  mutating func pad(to size: Int, with byte: UInt8 = 0) {
    while !bytes.count.isMultiple(of: size) { bytes.append(byte) }
  }
}
