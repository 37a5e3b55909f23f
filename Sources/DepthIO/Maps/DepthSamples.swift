/// The numbers of a depth map in memory, upright, row by row from its top.
public struct DepthSamples: Sendable {
  enum Values {
    case steps([UInt16])
    case distances([Float])
  }

  /// Width in samples.
  public let width: Int
  /// Height in samples.
  public let height: Int
  let values: Values

  /// Integers as depth cameras write them, steps of a unit; 0 where nothing was measured. Their count
  /// must be `width * height`.
  public init(width: Int, height: Int, steps: [UInt16]) {
    Self.check(steps.count, width, height)
    (self.width, self.height, values) = (width, height, .steps(steps))
  }

  /// Distances along z, in metres unless another unit is stated; NaN, 0 or less where nothing was
  /// measured. Their count must be `width * height`.
  public init(width: Int, height: Int, distances: [Float]) {
    Self.check(distances.count, width, height)
    (self.width, self.height, values) = (width, height, .distances(distances))
  }

  private static func check(_ count: Int, _ width: Int, _ height: Int) {
    precondition(
      width > 0 && height > 0 && count == width * height,
      "\(count) samples for a \(width)×\(height) map")
  }
}

extension StoredDepth {
  /// The raster of numbers in memory.
  init(_ samples: DepthSamples) {
    let (values, encoding): (Samples, String) =
      switch samples.values {
      case .steps(let steps): (.steps16(steps), "16-bit integers")
      case .distances(let distances): (.distances(distances), "32-bit floating-point numbers")
      }
    self.init(
      width: samples.width, height: samples.height, samples: values,
      details: DepthDetails(format: "array", encoding: encoding))
  }
}
