/// How a depth map is read at a place.
public struct DepthWindow: Sendable {
  /// The window reaches this many pixels to each side.
  public var radius: Int
  /// Readings farther than this from the expected depth are left out, in metres, unless fewer than
  /// two would remain.
  public var band = 1.1
  /// A gap in the sorted readings that separates two surfaces, in metres.
  public var gap = 0.12
  /// The share of the window's readings that a surface must hold to count.
  public var leastShare = 0.2

  /// A window of a radius in pixels.
  public init(radius: Int) {
    precondition(radius >= 0, "a window of radius \(radius)")
    self.radius = radius
  }
}

extension DepthMap {
  /// Reads the map at a place by the near mode: the median of the nearest surface that holds a fair
  /// share of the window. At the edge of a limb, where the window sees the wall behind it too, this
  /// stays on the limb (mean, median and interpolation don't).
  ///
  /// - Parameters:
  ///   - point: pixels of this map, the centre of the top-left pixel at (0, 0).
  ///   - window: how far around it is read, and what counts as a surface.
  ///   - expected: the depth near which the surface is expected, in metres; `nil` for anywhere.
  /// - Returns: the reading, or why there is none.
  public func sample(
    at point: SIMD2<Double>, window: DepthWindow, near expected: Double? = nil
  ) -> DepthSample {
    guard point.x.isFinite, point.y.isFinite,
      abs(point.x) < Double(Int32.max), abs(point.y) < Double(Int32.max)
    else { return .missing(.outsideMap) }
    let column = Int(point.x.rounded(.toNearestOrEven))
    let row = Int(point.y.rounded(.toNearestOrEven))
    guard (0..<width).contains(column), (0..<height).contains(row) else {
      return .missing(.outsideMap)
    }
    let radius = window.radius
    let columns = max(0, column - radius)...min(width - 1, column + radius)
    let rows = max(0, row - radius)...min(height - 1, row + radius)
    var values: [Double] = []
    values.reserveCapacity(columns.count * rows.count)
    for row in rows {
      for column in columns {
        let depth = self[column, row]
        if !depth.isNaN { values.append(Double(depth)) }
      }
    }
    guard values.count >= 2 else { return .missing(.noReading) }
    if let expected {
      let plausible = values.filter { abs($0 - expected) < window.band }
      if plausible.count >= 2 { values = plausible }
    }
    values.sort()
    let surface = Self.nearestSurface(in: values, window: window)
    return .measured(
      DepthSample.Reading(
        depth: Self.quantile(0.5, of: surface),
        spread: (Self.quantile(0.84, of: surface) - Self.quantile(0.16, of: surface)) / 2,
        count: surface.count,
        share: Double(surface.count) / Double(columns.count * rows.count)))
  }

  /// The first run of sorted values without a gap that holds the least share; all values when the
  /// runs are too many for any to do so.
  private static func nearestSurface(
    in values: [Double], window: DepthWindow
  ) -> ArraySlice<Double> {
    let least = max(2, window.leastShare * Double(values.count))
    var first = 0
    for index in 1...values.count {
      guard index == values.count || values[index] - values[index - 1] > window.gap else {
        continue
      }
      if Double(index - first) >= least { return values[first..<index] }
      first = index
    }
    return values[...]
  }

  /// A quantile of sorted values, linearly interpolated.
  private static func quantile(_ share: Double, of values: ArraySlice<Double>) -> Double {
    let position = share * Double(values.count - 1)
    let below = values.startIndex + Int(position)
    let above = min(below + 1, values.endIndex - 1)
    return values[below] + (values[above] - values[below]) * (position - position.rounded(.down))
  }
}
