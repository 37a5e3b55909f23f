public import PoseImaging

/// A depth map in colours, for people to read, with the scale below it: yellow is near, violet
/// far, grey hatched where nothing was measured.
///
/// The colours run over the middle 98 % of the depths, so that a few stray pixels don't use them
/// up; nearer and farther pixels have the colour of the end. Between the ends they follow 1/depth,
/// as a depth camera's accuracy does: near things, people mostly, are the most distinct. A small
/// map is enlarged by a whole factor, pixel by pixel. Of one beyond 2048 pixels every second, third
/// … is shown: nothing is smoothed.
///
/// ```swift
/// let png = try DepthPicture(of: depthMap).png()
/// ```
public struct DepthPicture: Sendable {
  /// The map that is drawn.
  public let map: DepthMap
  /// The depths in metres at the two ends of the colours; `nil` when nothing was measured.
  public let range: ClosedRange<Double>?

  /// A picture of a map.
  public init(of map: DepthMap) {
    self.map = map
    guard let near = map.quantile(0.01), let far = map.quantile(0.99) else {
      range = nil
      return
    }
    // A wall at one distance still gets a scale with a length.
    range = near...max(far, near * 1.01)
  }

  /// The picture as a PNG file, 8-bit RGB. The same map gives the same bytes.
  ///
  /// - Throws: `drawingFailed` when there is no memory for it.
  public func png() throws(DrawingError) -> [UInt8] {
    let layout = DepthScaleLayout(of: map)
    let canvas = try Canvas(colored(layout))
    draw(on: canvas, layout)
    return try canvas.png()
  }

  /// The map in colours, enlarged, with room for the scale below.
  private func colored(_ layout: DepthScaleLayout) -> ColorImage {
    let ramp = DepthColors.table
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * layout.width * layout.height)
    for row in 0..<layout.mapHeight {
      for column in 0..<layout.width {
        let depth = Double(
          map[column / layout.factor * layout.step, row / layout.factor * layout.step])
        let color =
          if depth.isNaN {
            DepthColors.hole(column: column, row: row)
          } else {
            ramp[Int((min(max(share(of: depth), 0), 1) * 255).rounded())]
          }
        pixels.append(color.x)
        pixels.append(color.y)
        pixels.append(color.z)
      }
    }
    for _ in layout.mapHeight * layout.width..<layout.height * layout.width {
      pixels += [0x0F, 0x12, 0x17]
    }
    return ColorImage(width: layout.width, height: layout.height, pixels: pixels)
  }

  private func draw(on canvas: Canvas, _ layout: DepthScaleLayout) {
    guard let range else {
      let run = TextRun(text: "nothing measured", size: layout.font)
      canvas.text(run, at: layout.caption, Palette.text)
      return
    }
    let bar = layout.bar
    for (index, color) in DepthColors.table.enumerated() {
      let left = bar.origin.x + bar.size.x * Double(index) / 256
      // A little wider than its share: no seam between two.
      let width = min(bar.size.x / 256 + 1, bar.corner.x - left)
      canvas.fill(
        Rectangle(origin: [left, bar.origin.y], size: [width, bar.size.y]), Color(color))
    }
    let unit = map.isMetric ? " m" : ""
    var end = -Double.infinity
    for mark in DepthMark.marks(in: range, most: layout.maximumLabels) {
      let x = bar.origin.x + bar.size.x * share(of: mark.depth)
      let run = TextRun(
        text: DrawnText.fixed(mark.depth, decimals: mark.decimals) + unit, size: layout.font)
      let width = canvas.width(of: run)
      let left = min(max(x - width / 2, layout.font * 0.2), Double(layout.width) - width - 1)
      guard left > end + layout.font * 0.5 else { continue }
      canvas.fill(
        Rectangle(origin: [x - 0.5, bar.corner.y], size: [1, layout.font * 0.3]), Palette.text)
      canvas.text(run, at: [left, layout.baseline], Palette.text)
      end = left + width
    }
    if !map.isMetric {
      let run = TextRun(text: "relative depth: the numbers have no unit", size: layout.font)
      canvas.text(run, at: layout.caption, Palette.dimmedText)
    }
  }

  /// The position of a depth between the near end of the colours, 0, and the far one, 1.
  private func share(of depth: Double) -> Double {
    guard let range else { return 0 }
    let (near, far) = (range.lowerBound, range.upperBound)
    return (1 / near - 1 / depth) / (1 / near - 1 / far)
  }
}

/// A round depth on the scale.
private struct DepthMark {
  let depth: Double
  let decimals: Int

  /// The round depths in a range, from near to far: 1, 1.5, 2, 3, 4, 5, 6 and 8 times powers of ten,
  /// or, where the range is too narrow for them, multiples of 1, 2 or 5 times a power of ten.
  static func marks(in range: ClosedRange<Double>, most: Int) -> [DepthMark] {
    var marks: [DepthMark] = []
    for exponent in -4...6 {
      for digits in [10, 15, 20, 25, 30, 40, 50, 60, 80] {
        let decimals = max(0, -exponent + (digits % 10 == 0 ? 0 : 1))
        marks.append(
          DepthMark(depth: Double(digits) / 10 * power(exponent), decimals: decimals))
      }
    }
    marks = marks.filter { range.contains($0.depth) }
    guard marks.count < 4 else { return marks }
    let length = range.upperBound - range.lowerBound
    for exponent in -6...6 {
      for factor in [1.0, 2, 5] {
        let step = factor * power(exponent)
        let (first, last) = (range.lowerBound / step, range.upperBound / step)
        guard length / step <= Double(most), last < 1e9 else { continue }
        return stride(from: first.rounded(.up), through: last.rounded(.down), by: 1).map {
          DepthMark(depth: $0 * step, decimals: max(0, -exponent))
        }
      }
    }
    return marks
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
  }
}

/// The layout of the map and its scale on the canvas.
private struct DepthScaleLayout {
  /// The width of a pixel of the map in pixels of the canvas.
  let factor: Int
  /// The number of pixels of the map of which one is shown, along a side.
  let step: Int
  let width: Int
  let mapHeight: Int
  let height: Int
  let font: Double

  /// A map narrower than this is enlarged.
  private static let minimumWidth = 640
  /// Of a map longer than this not every pixel is shown.
  private static let maximumLength = 2048

  init(of map: DepthMap) {
    step = (max(map.width, map.height) + Self.maximumLength - 1) / Self.maximumLength
    let (mapWidth, mapHeight) = (
      (map.width + step - 1) / step, (map.height + step - 1) / step
    )
    factor = max(1, (Self.minimumWidth + mapWidth - 1) / max(mapWidth, mapHeight))
    width = mapWidth * factor
    self.mapHeight = mapHeight * factor
    font = min(max((Double(width) / 48).rounded(), 9), 60)
    // A map without a unit gets a line about it.
    height = self.mapHeight + Int((font * (map.isMetric ? 3.4 : 4.8)).rounded(.up))
  }

  var bar: Rectangle {
    Rectangle(
      origin: [font, Double(mapHeight) + font * 0.6],
      size: [max(Double(width) - 2 * font, 1), font * 0.9])
  }
  /// The base line of the labels under the bar.
  var baseline: Double { Double(mapHeight) + font * 2.95 }
  /// The start of a line of text about the whole.
  var caption: CanvasPoint { [font, Double(height) - font * 0.55] }
  var maximumLabels: Int { max(2, Int(Double(width) / (font * 5))) }
}

/// The colours of depths: viridis, read from far to near. Its values are the published ones of
/// Matplotlib's colour map (van der Walt and Smith 2015, CC0) at nine equidistant places; it grows
/// brighter at an even pace, for colour-blind people too.
private enum DepthColors {
  private static let anchors: [SIMD3<Double>] = [
    [253, 231, 37], [173, 220, 48], [94, 201, 98], [40, 174, 128], [33, 145, 140],
    [44, 114, 142], [59, 82, 139], [71, 45, 123], [68, 1, 84],
  ]

  /// 256 colours from near to far.
  static let table: [SIMD3<UInt8>] = (0..<256).map { index in
    let place = Double(index) / 255 * Double(anchors.count - 1)
    let below = min(Int(place), anchors.count - 2)
    let mixed = anchors[below] + (anchors[below + 1] - anchors[below]) * (place - Double(below))
    return SIMD3<UInt8>(mixed.rounded(.toNearestOrAwayFromZero))
  }

  /// The colour where nothing was measured: grey with a hatching, unlike any depth.
  static func hole(column: Int, row: Int) -> SIMD3<UInt8> {
    SIMD3(repeating: (column + row) % 8 < 2 ? 150 : 120)
  }
}

extension Color {
  fileprivate init(_ rgb: SIMD3<UInt8>) {
    self.init(UInt32(rgb.x) << 16 | UInt32(rgb.y) << 8 | UInt32(rgb.z))
  }
}
