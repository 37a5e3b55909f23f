/// A depth map: metres along the optical axis (z, not range), row by row from the top, NaN where
/// nothing was measured.
public struct DepthMap: Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// `width * height` depths in metres; NaN where nothing was measured.
  public let metres: [Float]
  /// The camera's confidence in each of them; `nil` when it states none.
  public let confidence: [DepthConfidence]?
  /// The source of the unit.
  public let scale: DepthScale

  /// Whether the unit is known. Otherwise the numbers are metres times an unknown factor: they show
  /// shapes, not sizes.
  public var isMetric: Bool { scale != .unknown }

  /// A map from depths in metres. Zero, negative and infinite values become NaN: all of them are
  /// ways in which devices write "nothing measured".
  public init(
    width: Int, height: Int, metres: [Float], confidence: [DepthConfidence]? = nil,
    scale: DepthScale = .caller
  ) {
    precondition(
      width > 0 && height > 0 && metres.count == width * height,
      "\(metres.count) samples for a \(width)×\(height) map")
    precondition(
      confidence == nil || confidence?.count == metres.count,
      "\(confidence?.count ?? 0) confidences for a \(width)×\(height) map")
    self.width = width
    self.height = height
    self.confidence = confidence
    self.scale = scale
    self.metres = Self.withoutEmptiness(metres)
  }

  /// A map from depths of which none is zero, negative or infinite.
  init(
    width: Int, height: Int, positive metres: [Float], confidence: [DepthConfidence]?,
    scale: DepthScale
  ) {
    self.width = width
    self.height = height
    self.metres = metres
    self.confidence = confidence
    self.scale = scale
  }

  /// The depth at a pixel, NaN where nothing was measured.
  public subscript(column: Int, row: Int) -> Float { metres[row * width + column] }

  /// The map with every depth multiplied by a positive factor.
  public func scaled(by factor: Double) -> DepthMap {
    precondition(factor > 0 && factor.isFinite, "depths can't be multiplied by \(factor)")
    return DepthMap(
      width: width, height: height, metres: metres.map { $0 * Float(factor) },
      confidence: confidence, scale: scale)
  }

  /// The depths with NaN for everything that is none. Most maps hold nothing of the kind and are
  /// taken as they are: comparing is four times as fast as copying.
  private static func withoutEmptiness(_ metres: [Float]) -> [Float] {
    var others: UInt32 = 0
    for depth in metres { others |= (depth <= 0 ? 1 : 0) | (depth == .infinity ? 1 : 0) }
    guard others != 0 else { return metres }
    return metres.map { $0 > 0 && $0.isFinite ? $0 : .nan }
  }
}

extension DepthMap {
  /// The upright map of one that belongs to a stored raster with an orientation.
  public func oriented(_ orientation: ImageOrientation) -> DepthMap {
    guard orientation != .up else { return self }
    let upright = orientation.upright(metres, width: width, height: height, channels: 1)
    return DepthMap(
      width: upright.width, height: upright.height, metres: upright.samples,
      confidence: confidence.map {
        orientation.upright($0, width: width, height: height, channels: 1).samples
      }, scale: scale)
  }
}

extension DepthMap {
  /// The share of the pixels, 0…1, at which something was measured.
  public var validShare: Double {
    Double(metres.count { !$0.isNaN }) / Double(metres.count)
  }

  /// The median in metres of what was measured (the upper one of two); `nil` when nothing was. A
  /// median outside 0.2–10 m hints at a wrong unit.
  public var median: Double? { quantile(0.5) }

  /// The depth in metres below which this share, 0…1, of what was measured lies: the reading at that
  /// rank, not interpolated; `nil` when nothing was measured.
  public func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "the share \(share) of a map")
    let count = metres.count { !$0.isNaN }
    guard count > 0 else { return nil }
    return Double(measured(atRank: min(Int(share * Double(count)), count - 1)))
  }

  /// The reading with so many smaller ones. Positive numbers have the order of their bits, so that
  /// two counts, of the upper and of the lower half of the bits, find it without sorting.
  private func measured(atRank rank: Int) -> Float {
    var rank = rank
    var bits: UInt32 = 0
    for shift in [UInt32(16), 0] {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for depth in metres where !depth.isNaN {
        let pattern = depth.bitPattern
        guard shift == 16 || pattern >> 16 == bits >> 16 else { continue }
        counts[Int(pattern >> shift & 0xFFFF)] += 1
      }
      var half = 0
      while rank >= counts[half] {
        rank -= counts[half]
        half += 1
      }
      bits |= UInt32(half) << shift
    }
    return Float(bitPattern: bits)
  }

  /// The least and the greatest depth in metres of what was measured; `nil` when nothing was.
  public var range: ClosedRange<Double>? {
    var (least, greatest) = (Float.infinity, -Float.infinity)
    for depth in metres {
      least = depth < least ? depth : least
      greatest = depth > greatest ? depth : greatest
    }
    return least <= greatest ? Double(least)...Double(greatest) : nil
  }
}

extension DepthMap {
  /// A map from 16-bit integers as depth cameras write them, row by row from the top, 0 where nothing
  /// was measured; `nil` when nothing was measured anywhere. Not API: shared with the module that
  /// reads videos.
  package init?(
    steps: [UInt16], width: Int, height: Int, unit: DepthUnit, scale: DepthScale
  ) {
    let metres = unit.metres(steps)
    guard metres.contains(where: { !$0.isNaN }) else { return nil }
    self.init(width: width, height: height, metres: metres, scale: scale)
  }
}

/// A depth camera's confidence in a sample: ARKit's `ARConfidenceLevel`, with its numbers.
public enum DepthConfidence: UInt8, Sendable, CaseIterable {
  /// Not to be relied on: edges, dark and glossy surfaces.
  case low = 0
  /// Between the two.
  case medium = 1
  /// As good as the camera can.
  case high = 2
}
