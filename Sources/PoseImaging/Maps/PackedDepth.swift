/// A part of a depth map in 65,535 steps up to its farthest depth, as it is stored for a while: to 0.1 mm in a room.
///
/// Its bytes are rows of 16-bit steps, 0 where nothing was measured, and after them a byte of confidence each where the
/// camera states one.
package struct PackedDepth: Sendable {
  private let width: Int
  private let height: Int
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let step: Float
  private let scale: DepthScale
  private let hasConfidence: Bool

  private var count: Int { columns.count * rows.count }

  /// The number of its bytes.
  package var byteCount: Int { count * (hasConfidence ? 3 : 2) }

  /// Packs some columns and rows of a map.
  ///
  /// - Returns: `nil` where nothing was measured there.
  package static func packing(
    _ map: DepthMap, columns: Range<Int>, rows: Range<Int>
  ) -> (part: PackedDepth, bytes: [UInt8])? {
    var farthest: Float = 0
    for row in rows {
      for column in columns where map[column, row] > farthest { farthest = map[column, row] }
    }
    guard farthest > 0 else { return nil }
    // A step is at least what a number of 32 bits can tell from 0.
    let step = max(farthest / Float(UInt16.max), .leastNormalMagnitude)
    let part = PackedDepth(
      width: map.width, height: map.height, columns: columns, rows: rows, step: step,
      scale: map.scale, hasConfidence: map.confidence != nil)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.byteCount)
    for row in rows {
      for column in columns {
        let depth = map[column, row]
        let steps = depth > 0 ? UInt16(min(max((depth / step).rounded(), 1), 65_535)) : 0
        bytes.append(UInt8(truncatingIfNeeded: steps))
        bytes.append(UInt8(truncatingIfNeeded: steps >> 8))
      }
    }
    if let confidence = map.confidence {
      for row in rows {
        for column in columns { bytes.append(confidence[row * map.width + column].rawValue) }
      }
    }
    return (part, bytes)
  }

  /// The map, with nothing measured outside the part.
  ///
  /// - Parameter bytes: those that it was packed into.
  package func map(_ bytes: UnsafeRawBufferPointer) -> DepthMap {
    precondition(bytes.count == byteCount, "\(bytes.count) bytes of a map with \(byteCount)")
    var metres = [Float](repeating: .nan, count: width * height)
    var confidence = hasConfidence ? [DepthConfidence](repeating: .low, count: metres.count) : nil
    var place = 0
    for row in rows {
      for column in columns {
        let steps = UInt16(bytes[2 * place]) | UInt16(bytes[2 * place + 1]) << 8
        if steps > 0 { metres[row * width + column] = Float(steps) * step }
        if hasConfidence {
          confidence?[row * width + column] =
            DepthConfidence(rawValue: bytes[2 * count + place]) ?? .low
        }
        place += 1
      }
    }
    return DepthMap(
      width: width, height: height, metres: metres, confidence: confidence, scale: scale)
  }
}
