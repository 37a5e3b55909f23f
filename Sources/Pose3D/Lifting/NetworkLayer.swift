internal import CLifterWeights

/// A fully connected layer with weights of half precision.
struct NetworkLayer: Sendable {
  /// Half-precision numbers by their bits, row-major [in][out].
  let weights: [UInt16]
  let bias: [Float]

  /// The number of values in a row that the layer takes.
  var inputs: Int { weights.count / bias.count }

  /// The layer's outputs for an even number of rows, one after the other. Two rows are multiplied at once: to
  /// read the weights takes longer than to multiply with them, so that a second row is almost free.
  func applied(to rows: [Float]) -> [Float] {
    let (inputs, outputs) = (inputs, bias.count)
    precondition(rows.count.isMultiple(of: 2 * inputs), "\(rows.count) values for pairs of rows")
    let pairs = rows.count / (2 * inputs)
    var sums: [Float] = []
    sums.reserveCapacity(2 * pairs * outputs)
    for _ in 0..<2 * pairs { sums += bias }
    rows.withUnsafeBufferPointer { rows in
      sums.withUnsafeMutableBufferPointer { sums in
        guard let first = rows.baseAddress, let start = sums.baseAddress else { return }
        for pair in 0..<pairs {
          pose3d_add_half_products(
            first + 2 * pair * inputs, weights, inputs, outputs, start + 2 * pair * outputs)
        }
      }
    }
    return sums
  }

  /// Makes negative values 0.
  static func rectify(_ values: inout [Float]) {
    for index in values.indices { values[index] = max(values[index], 0) }
  }
}

/// The normalisation of rows (Ba et al. 2016): each to mean 0 and variance 1, then times a gain, plus an offset.
struct NetworkNormalization: Sendable {
  let gain: [Float]
  let offset: [Float]

  /// The normalised rows, whose length is a multiple of eight.
  func applied(to rows: [Float]) -> [Float] {
    let width = gain.count
    var result = rows
    for row in stride(from: 0, to: rows.count, by: width) {
      let range = row..<row + width
      let mean = Self.sum(over: range) { rows[$0] } / Float(width)
      let variance = Self.sum(over: range) { (rows[$0] - mean) * (rows[$0] - mean) } / Float(width)
      let factor = 1 / (variance + 1e-5).squareRoot()
      for column in 0..<width {
        result[row + column] = (rows[row + column] - mean) * factor * gain[column] + offset[column]
      }
    }
    return result
  }

  /// The sum of a term over a range whose length is a multiple of eight, in eight parts that don't
  /// wait for each other.
  @inline(__always)
  private static func sum(over range: Range<Int>, of term: (Int) -> Float) -> Float {
    var parts = SIMD8<Float>.zero
    for first in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      for lane in 0..<8 { parts[lane] += term(first + lane) }
    }
    return parts.sum()
  }
}

/// Reads a file of weights: a magic of four letters, little-endian 32-bit numbers that state the shape, then
/// arrays of half floats, row-major [in][out]. Such a file is part of the program: one of another shape is a bug.
struct NetworkReader {
  private let weights: UnsafeRawBufferPointer
  private var offset: Int

  init(weights: UnsafeRawBufferPointer, magic: String, header expected: [Int]) {
    let header = expected.indices.map {
      weights.loadUnaligned(fromByteOffset: 4 * ($0 + 1), as: UInt32.self)
    }
    precondition(
      weights.prefix(4).elementsEqual(magic.utf8)
        && header.map { Int(UInt32(littleEndian: $0)) } == expected,
      "weights of another shape: \(header)")
    self.weights = weights
    offset = 4 * (expected.count + 1)
  }

  /// The next layer.
  mutating func layer(_ inputs: Int, _ outputs: Int) -> NetworkLayer {
    let weights = halves(inputs * outputs)
    return NetworkLayer(weights: weights, bias: floats(outputs))
  }

  /// The next normalisation of rows of a width.
  mutating func normalization(_ width: Int) -> NetworkNormalization {
    let gain = floats(width)
    return NetworkNormalization(gain: gain, offset: floats(width))
  }

  /// Checks that all was read.
  func end() {
    precondition(offset == weights.count, "\(weights.count - offset) bytes after the weights")
  }

  private mutating func halves(_ count: Int) -> [UInt16] {
    defer { offset += 2 * count }
    return (0..<count).map {
      UInt16(
        littleEndian: weights.loadUnaligned(fromByteOffset: offset + 2 * $0, as: UInt16.self))
    }
  }

  private mutating func floats(_ count: Int) -> [Float] {
    halves(count).map(Self.float(fromHalf:))
  }

  /// A half-precision float by its bits (IEEE 754 binary16); Swift's `Float16` is missing on one
  /// of the platforms. Multiplying by 2¹¹² moves the exponent and makes subnormals come out right.
  private static func float(fromHalf bits: UInt16) -> Float {
    let magnitude = Float(bitPattern: UInt32(bits & 0x7fff) << 13) * 0x1p112
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
