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
      guard
        let surface = Self.nearestSurface(in: values, window: window, near: expected)
      else { return .missing(.noReading) }
      let share = Double(surface.count) / Double(columns.count * rows.count)
      if let ramp = window.longestRamp, surface.span > ramp {
        return .measured(
          unsmoothed(column: column, row: row, surface: surface, radius: radius, share: share))
      }
      return .measured(
        DepthSample.Reading(
          depth: surface.quantile(0.5),
          spread: (surface.quantile(0.84) - surface.quantile(0.16)) / 2,
          count: surface.count, share: share))
    }
  }

  /// Reads the map at a person's joint, with the window that `DepthWindow.joint` makes.
  ///
  /// - Parameters:
  ///   - point: pixels of this map, the centre of the top-left pixel at (0, 0).
  ///   - camera: the camera of the map, for its size or another.
  ///   - expected: the person's depth, in metres; `nil` for anywhere.
  ///   - mask: the person to read, of this map's size: nothing outside is read; `nil` for anything.
  /// - Returns: the reading, or why there is none.
  public func jointSample(
    at point: SIMD2<Double>, camera: Camera, near expected: Double? = nil,
    within mask: PersonMask? = nil
  ) -> DepthSample {
    let focalLength = camera.fx * Double(width) / Double(camera.width)
    func sample(_ depth: Double) -> DepthSample {
      let window = DepthWindow.joint(at: depth, focalLength: focalLength)
      return self.sample(at: point, window: window, near: expected, within: mask)
    }
    if let expected, expected > 0 { return sample(expected) }
    // Where people stand before a camera; then again where this one does.
    let first = sample(2.5)
    return first.depth.map(sample) ?? first
  }

  /// Copies the readings of a part of the map that the window takes; all of them when it would take
  /// fewer than two.
  private func gather(
    columns: Range<Int>, rows: Range<Int>, window: DepthWindow, mask: PersonMask?,
    into values: UnsafeMutableBufferPointer<Float>
  ) -> UnsafeMutableBufferPointer<Float> {
    let least = window.minimumConfidence.flatMap { $0 == .low ? nil : $0 }
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

  /// The nearest surface among some readings, which are sorted on the way; `nil` with fewer than two.
  private static func nearestSurface(
    in readings: UnsafeMutableBufferPointer<Float>, window: DepthWindow, near expected: Double?
  ) -> Slice<UnsafeBufferPointer<Float>>? {
    guard readings.count >= 2 else { return nil }
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
    values.sort()
    return nearestSurface(in: UnsafeBufferPointer(values), window: window)
  }

  /// The first run of sorted values without a gap that holds the least share; all values when the
  /// runs are too many for any to do so.
  private static func nearestSurface(
    in values: UnsafeBufferPointer<Float>, window: DepthWindow
  ) -> Slice<UnsafeBufferPointer<Float>> {
    let least = max(2, window.minimumShare * Double(values.count))
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

  /// The map's reading at a ramp without the camera's smoothing.
  ///
  /// From the pixel of the ramp that is closest to the place, a step to the nearest of its
  /// neighbours leads towards the limb's middle. Smoothing by a Gaussian of σ pixels adds σ²/2 times
  /// the second derivative there (the heat equation), which is taken away again: 0.3, for σ = 0.8.
  /// Phones smooth more, but this overshoots less than it leaves.
  private func unsmoothed(
    column: Int, row: Int, surface: Slice<UnsafeBufferPointer<Float>>, radius: Int, share: Double
  ) -> DepthSample.Reading {
    let ramp = surface[surface.startIndex]...surface[surface.endIndex - 1]
    let start = closest(to: (column, row), within: radius) { ramp.contains($0) }
    var end = start
    for y in max(0, start.row - 1)...min(height - 1, start.row + 1) {
      for x in max(0, start.column - 1)...min(width - 1, start.column + 1)
      where self[x, y] < self[end.column, end.row] {
        end = (x, y)
      }
    }
    let depth = Double(self[end.column, end.row])
    /// The sum of the distances that the pixels before and after lie behind; 0 if one of them is
    /// missing.
    func behind(_ dx: Int, _ dy: Int) -> Double {
      let (before, after) = ((end.column - dx, end.row - dy), (end.column + dx, end.row + dy))
      guard before.0 >= 0, before.1 >= 0, after.0 < width, after.1 < height else { return 0 }
      let sum = Double(self[before.0, before.1]) + Double(self[after.0, after.1]) - 2 * depth
      return sum > 0 ? sum : 0
    }
    // A sixth of the distance at most, which no limb sinks.
    let sunk = min(0.3 * (behind(1, 0) + behind(0, 1)), 0.15 * depth)
    return DepthSample.Reading(
      depth: depth - sunk, spread: max(sunk, 0.02 * depth), count: surface.count, share: share)
  }

  /// The pixel closest to a place whose depth is as wanted; the place itself when there is none.
  private func closest(
    to place: (column: Int, row: Int), within radius: Int, isWanted: (Float) -> Bool
  ) -> (column: Int, row: Int) {
    var (best, found) = (Int.max, place)
    for y in max(0, place.row - radius)...min(height - 1, place.row + radius) {
      for x in max(0, place.column - radius)...min(width - 1, place.column + radius) {
        let (dx, dy) = (x - place.column, y - place.row)
        guard dx * dx + dy * dy < best, isWanted(self[x, y]) else { continue }
        (best, found) = (dx * dx + dy * dy, (x, y))
      }
    }
    return found
  }
}

extension Slice<UnsafeBufferPointer<Float>> {
  /// The difference between the last and the first of sorted values.
  fileprivate var span: Double { Double(self[endIndex - 1]) - Double(self[startIndex]) }

  /// A quantile of sorted values, linearly interpolated.
  fileprivate func quantile(_ share: Double) -> Double {
    let position = share * Double(count - 1)
    let below = startIndex + Int(position)
    let above = Swift.min(below + 1, endIndex - 1)
    let (low, high) = (Double(self[below]), Double(self[above]))
    return low + (high - low) * (position - position.rounded(.down))
  }
}

/// A depth map's value at a position: a reading, or the reason for its absence. An absent
/// measurement is ordinary data.
public enum DepthSample: Sendable, Equatable {
  /// A surface was found.
  case measured(Reading)
  /// None was.
  case missing(Reason)

  /// The nearest surface within the window.
  public struct Reading: Sendable, Equatable {
    /// The median of the surface's readings, in metres along the optical axis; of a ramp
    /// (`DepthWindow.longestRamp`) what its nearest pixel would be without the smoothing.
    public let depth: Double
    /// Half the distance between its 16th and 84th percentile, in metres: one standard deviation
    /// for a normal distribution. Of a ramp it is how far the depth was moved, and 2 % of it at least.
    public let spread: Double
    /// The number of readings on the surface.
    public let count: Int
    /// The surface's share of the window's pixels, 0…1.
    public let share: Double
  }

  /// The reason for a missing reading.
  public enum Reason: Sendable {
    /// The place is outside the map.
    case outsideMap
    /// The window holds fewer than two readings.
    case noReading
  }

  /// The reading; `nil` when there is none.
  public var reading: Reading? {
    guard case .measured(let reading) = self else { return nil }
    return reading
  }

  /// The depth in metres; `nil` when there is no reading.
  public var depth: Double? { reading?.depth }
}

/// The options for reading a depth map at a place: the size of the window, the definition of a
/// surface, and the readings that count.
public struct DepthWindow: Sendable {
  /// The window reaches this many pixels to each side.
  public var radius: Int
  /// Readings farther than this from the expected depth are left out, in metres, unless fewer than
  /// two would remain.
  public var band = 1.1
  /// A gap in the sorted readings that separates two surfaces, in metres.
  public var gap = 0.12
  /// The share of the window's readings that a surface must hold to count.
  public var minimumShare = 0.2
  /// Readings of lower confidence are left out, unless fewer than two would remain;
  /// `nil` takes all, as does a map without confidences.
  public var minimumConfidence: DepthConfidence?
  /// A reading that differs by more than this, as a share of its depth, from the pixels on two
  /// opposite sides of it hangs in the air between two surfaces and is left out, unless fewer than
  /// two would remain; `nil` takes all.
  public var flyingJump: Double?

  /// Readings of one surface that span more than this, in metres, are the ramp that a smoothing
  /// camera draws between a limb and what is behind it. The reading is then what the nearest pixel
  /// of the ramp would be without the smoothing, not the median; `nil` takes the median of anything.
  public var longestRamp: Double?

  /// A window of a radius in pixels, which takes every reading.
  public init(radius: Int) {
    precondition(radius >= 0, "a window of radius \(radius)")
    self.radius = radius
  }
}

extension DepthWindow {
  /// The window for a joint of a person, from its rough distance in metres and the depth camera's
  /// focal length in pixels of the map.
  ///
  /// It reaches 2.5 cm to each side, half the width of a wrist, and at least a pixel: wider windows
  /// find other limbs before the joint, narrower ones lose it when the point is off by a pixel or
  /// two. The nearest surface counts from two fifths of the window on. Readings within 10 cm are one
  /// surface, for cloth and noise; if they span more than 15 cm, at more than 70° to the picture,
  /// they are a ramp: phones' LiDAR maps are smooth across edges, and thin limbs sink into them.
  /// If the camera states confidences, readings of high confidence go first.
  public static func joint(at depth: Double, focalLength: Double) -> DepthWindow {
    precondition(depth > 0 && focalLength > 0, "a joint \(depth) m away, \(focalLength) pixels")
    let radius = (0.025 * focalLength / depth).rounded(.toNearestOrEven)
    var window = DepthWindow(radius: Int(max(1, min(radius, 64))))
    window.gap = 0.1
    window.minimumShare = 0.4
    window.minimumConfidence = .high
    window.longestRamp = 0.15
    return window
  }
}
