internal import PoseDocuments

/// The storage format of a raster's numbers: NumPy's arrays, float maps and raw files share it.
struct NumberFormat: Sendable, Equatable {
  enum Kind: Sendable {
    case floatingPoint, signed, unsigned
  }

  let kind: Kind
  /// The size of a number in bytes.
  let size: Int
  let isBigEndian: Bool

  /// The numbers in words, "16-bit integers".
  var words: String {
    "\(8 * size)-bit \(kind == .floatingPoint ? "floating-point numbers" : "integers")"
  }

  /// Whether numbers like these can be depths. Eight bits are a preview.
  var isReadable: Bool { [2, 4, 8].contains(size) }
}

/// The placement of a raster's numbers among the bytes of a file: the one at a pixel starts at
/// `offset + row * rowStride + column * columnStride`. A negative stride runs from bottom to top.
struct RasterPlacement: Sendable {
  let width: Int
  let height: Int
  let offset: Int
  let rowStride: Int
  let columnStride: Int

  /// Whether the numbers at all four corners, and so all of them, lie within so many bytes.
  func lies(within count: Int, size: Int) -> Bool {
    let rows = [0, (height - 1) * rowStride]
    let columns = [0, (width - 1) * columnStride]
    return rows.allSatisfy { row in
      columns.allSatisfy { column in
        let start = offset + row + column
        return start >= 0 && start + size <= count
      }
    }
  }
}

extension NumberFormat {
  /// The samples of a raster, row by row from the top. That all of it lies within the bytes is the
  /// caller's to have checked; `firstRow` is the number of the first one in sentences.
  ///
  /// Throws `unsuitable` for an integer that no depth map holds, a negative one or one beyond 32
  /// bits.
  func samples(
    _ placement: RasterPlacement, of bytes: [UInt8], in file: InputFile, firstRow: Int = 0
  ) throws(FileError) -> StoredDepth.Samples {
    switch (kind, size) {
    case (.floatingPoint, 2):
      return .distances(values(placement, of: bytes) { Float(halfBits: $0) })
    case (.floatingPoint, 4):
      return .distances(values(placement, of: bytes) { Float(bitPattern: $0) })
    case (.floatingPoint, _):
      return .distances(values(placement, of: bytes) { Float(Double(bitPattern: $0)) })
    case (.unsigned, 2): return .steps16(values(placement, of: bytes) { (word: UInt16) in word })
    case (.unsigned, 4): return .steps32(values(placement, of: bytes) { (word: UInt32) in word })
    case (.unsigned, _):
      return .steps32(
        try steps(
          values(placement, of: bytes) { (word: UInt64) in word }, placement, in: file, firstRow))
    case (.signed, 2):
      let numbers = values(placement, of: bytes) { Int16(bitPattern: $0) }
      return .steps16(try steps(numbers, placement, in: file, firstRow))
    case (.signed, 4):
      let numbers = values(placement, of: bytes) { Int32(bitPattern: $0) }
      return .steps32(try steps(numbers, placement, in: file, firstRow))
    case (.signed, _):
      let numbers = values(placement, of: bytes) { Int64(bitPattern: $0) }
      return .steps32(try steps(numbers, placement, in: file, firstRow))
    }
  }

  /// Numbers that follow each other, within the bytes; of a readable format.
  func doubles(_ count: Int, of bytes: [UInt8], from start: Int) -> [Double] {
    let row = RasterPlacement(
      width: count, height: 1, offset: start, rowStride: 0, columnStride: size)
    switch (kind, size) {
    case (.floatingPoint, 2): return values(row, of: bytes) { Double(Float(halfBits: $0)) }
    case (.floatingPoint, 4): return values(row, of: bytes) { Double(Float(bitPattern: $0)) }
    case (.floatingPoint, _): return values(row, of: bytes) { Double(bitPattern: $0) }
    case (.unsigned, 2): return values(row, of: bytes) { (word: UInt16) in Double(word) }
    case (.unsigned, 4): return values(row, of: bytes) { (word: UInt32) in Double(word) }
    case (.unsigned, _): return values(row, of: bytes) { (word: UInt64) in Double(word) }
    case (.signed, 2): return values(row, of: bytes) { Double(Int16(bitPattern: $0)) }
    case (.signed, 4): return values(row, of: bytes) { Double(Int32(bitPattern: $0)) }
    case (.signed, _): return values(row, of: bytes) { Double(Int64(bitPattern: $0)) }
    }
  }

  private func values<Word: FixedWidthInteger, Value>(
    _ placement: RasterPlacement, of bytes: [UInt8], _ value: (Word) -> Value
  ) -> [Value] {
    precondition(placement.lies(within: bytes.count, size: size), "numbers outside of their file")
    var values: [Value] = []
    values.reserveCapacity(placement.width * placement.height)
    bytes.withUnsafeBytes { raw in
      for row in 0..<placement.height {
        var position = placement.offset + row * placement.rowStride
        for _ in 0..<placement.width {
          let word = raw.loadUnaligned(fromByteOffset: position, as: Word.self)
          values.append(value(isBigEndian ? Word(bigEndian: word) : Word(littleEndian: word)))
          position += placement.columnStride
        }
      }
    }
    return values
  }

  private func steps<Step: FixedWidthInteger>(
    _ numbers: [some FixedWidthInteger], _ placement: RasterPlacement, in file: InputFile,
    _ firstRow: Int
  ) throws(FileError) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(numbers.count)
    for (index, number) in numbers.enumerated() {
      guard let step = Step(exactly: number) else {
        throw file.error(
          .unsuitable,
          "\(number) in row \(firstRow + index / placement.width), column \(index % placement.width) is no "
            + "depth: whole numbers from 0 to \(Step.max) were expected, 0 for nothing measured")
      }
      steps.append(step)
    }
    return steps
  }
}

extension Float {
  /// The value of a half-precision number, every one of which a `Float` can hold (IEEE 754-2008
  /// §3.6, binary16). `Float16` would do, but Intel Macs don't have it.
  init(halfBits bits: UInt16) {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = UInt32(bits & 0x3FF)
    let magnitude: Float
    switch exponent {
    case 0: magnitude = Float(fraction) * 0x1p-24
    case 0x1F: magnitude = fraction == 0 ? .infinity : .nan
    default: magnitude = Float(bitPattern: UInt32(exponent + 112) << 23 | fraction << 13)
    }
    self = bits >> 15 == 0 ? magnitude : -magnitude
  }
}
