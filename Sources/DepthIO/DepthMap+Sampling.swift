extension DepthMap {
  /// Reads the map at a place by the near mode: the median of the nearest surface that holds a fair
  /// share of the window. At the edge of a limb, where the window sees the wall behind it too, this
  /// stays on the limb (mean, median and interpolation don't).
  ///
  /// - Parameters:
  ///   - point: pixels of this map, the centre of the top-left pixel at (0, 0).
  ///   - window: how far around it is read, and what counts as a surface.
  ///   - expected: the depth near which the surface is expected, in metres; `nil` for anywhere.
  ///   - mask: the person to read, of this map's size: nothing outside is read; `nil` for anything.
  /// - Returns: the reading, or why there is none.
  public func sample(
    at point: SIMD2<Double>, window: DepthWindow, near expected: Double? = nil,
    within mask: PersonMask? = nil
  ) -> DepthSample {
    precondition(
      mask.map { $0.width == width && $0.height == height } ?? true,
      "a mask of another size than the map's \(width)×\(height)")
    guard point.x.isFinite, point.y.isFinite,
      abs(point.x) < Double(Int32.max), abs(point.y) < Double(Int32.max)
    else { return .missing(.outsideMap) }
    let column = Int(point.x.rounded(.toNearestOrEven))
    let row = Int(point.y.rounded(.toNearestOrEven))
    guard (0..<width).contains(column), (0..<height).contains(row) else {
      return .missing(.outsideMap)
    }
    let radius = min(window.radius, max(width, height))
    let columns = max(0, column - radius)..<min(width, column + radius + 1)
    let rows = max(0, row - radius)..<min(height, row + radius + 1)
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: columns.count * rows.count) {
      let values = gather(columns: columns, rows: rows, window: window, mask: mask, into: $0)
      return Self.nearMode(
        of: values, window: window, near: expected, pixels: columns.count * rows.count)
    }
  }

  /// Copies the readings of a part of the map that the window takes; all of them when it would take
  /// fewer than two.
  private func gather(
    columns: Range<Int>, rows: Range<Int>, window: DepthWindow, mask: PersonMask?,
    into values: UnsafeMutableBufferPointer<Float>
  ) -> UnsafeMutableBufferPointer<Float> {
    let least = window.leastConfidence.flatMap { $0 == .low ? nil : $0 }
    let confidence = least == nil ? nil : confidence
    var count = 0
    if confidence != nil || window.flyingJump != nil {
      for row in rows {
        for column in columns where mask?[column, row] ?? true {
          let depth = self[column, row]
          guard !depth.isNaN else { continue }
          if let least, let confidence,
            confidence[row * width + column].rawValue < least.rawValue
          {
            continue
          }
          if let jump = window.flyingJump, isFlying(column: column, row: row, jump: Float(jump)) {
            continue
          }
          values[count] = depth
          count += 1
        }
      }
      if count >= 2 { return UnsafeMutableBufferPointer(rebasing: values[..<count]) }
      count = 0
    }
    metres.withUnsafeBufferPointer { metres in
      for row in rows {
        for column in columns {
          // Written in any case, counted when it is a reading: no branch to guess wrong.
          let depth = metres[row * width + column]
          values[count] = depth
          count += depth.isNaN || !(mask?[column, row] ?? true) ? 0 : 1
        }
      }
    }
    return UnsafeMutableBufferPointer(rebasing: values[..<count])
  }

  /// Whether a reading is far from the pixels on two opposite sides of it: a mixture of the surfaces
  /// before and behind an edge, which is neither. A hole beside it counts as far: depth cameras drop
  /// the worst of such pixels themselves.
  private func isFlying(column: Int, row: Int, jump: Float) -> Bool {
    let depth = self[column, row]
    func isFar(_ dx: Int, _ dy: Int) -> Bool {
      let (x, y) = (column + dx, row + dy)
      guard (0..<width).contains(x), (0..<height).contains(y) else { return false }
      return !(abs(self[x, y] - depth) <= jump * depth)
    }
    return isFar(-1, 0) && isFar(1, 0) || isFar(0, -1) && isFar(0, 1)
      || isFar(-1, -1) && isFar(1, 1) || isFar(1, -1) && isFar(-1, 1)
  }

  /// The near mode of some readings, which are sorted on the way.
  private static func nearMode(
    of readings: UnsafeMutableBufferPointer<Float>, window: DepthWindow, near expected: Double?,
    pixels: Int
  ) -> DepthSample {
    guard readings.count >= 2 else { return .missing(.noReading) }
    var values = readings
    if let expected {
      // Those in the band to the front; the order of the rest doesn't matter.
      var count = 0
      for index in values.indices where abs(Double(values[index]) - expected) < window.band {
        values.swapAt(count, index)
        count += 1
      }
      if count >= 2 { values = UnsafeMutableBufferPointer(rebasing: values[..<count]) }
    }
    values.sortDepths()
    let surface = nearestSurface(in: UnsafeBufferPointer(values), window: window)
    return .measured(
      DepthSample.Reading(
        depth: quantile(0.5, of: surface),
        spread: (quantile(0.84, of: surface) - quantile(0.16, of: surface)) / 2,
        count: surface.count,
        share: Double(surface.count) / Double(pixels)))
  }

  /// The first run of sorted values without a gap that holds the least share; all values when the
  /// runs are too many for any to do so.
  private static func nearestSurface(
    in values: UnsafeBufferPointer<Float>, window: DepthWindow
  ) -> Slice<UnsafeBufferPointer<Float>> {
    let least = max(2, window.leastShare * Double(values.count))
    var first = 0
    for index in 1...values.count {
      guard
        index == values.count || Double(values[index]) - Double(values[index - 1]) > window.gap
      else { continue }
      if Double(index - first) >= least { return values[first..<index] }
      first = index
    }
    return values[...]
  }

  /// A quantile of sorted values, linearly interpolated.
  private static func quantile(
    _ share: Double, of values: Slice<UnsafeBufferPointer<Float>>
  ) -> Double {
    let position = share * Double(values.count - 1)
    let below = values.startIndex + Int(position)
    let above = min(below + 1, values.endIndex - 1)
    let (low, high) = (Double(values[below]), Double(values[above]))
    return low + (high - low) * (position - position.rounded(.down))
  }
}
