internal import PoseGeometry

/// What stands still in the images of a camera that turns: emblems, clocks and captions that were laid over them.
struct StillOverlay: Sendable {
  private var before: (view: BackgroundTracker.View, turn: Rotation)?
  /// For each pixel of the reduced image, for how many comparisons it stood still, less for how many it didn't.
  private var counts: [Int] = []
  private(set) var covered: [CoveredPart] = []

  // Chosen:
  /// Images are compared between which the background has moved by so many pixels of the reduced image.
  private static let shift = 4.0
  /// The gradient of a pixel that counts, in grey levels, and the share of it by which its value may differ.
  private static let gradient: (least: Float, share: Float) = (4, 0.5)
  /// So many comparisons more say that it stands still, and no more are counted.
  private static let (enough, most) = (3, 6)
  /// So far around it pixels are left out.
  private static let border = 2

  /// Goes on with an image.
  ///
  /// - Parameters:
  ///   - view: the image.
  ///   - turn: the rotation of the camera.
  ///   - pixels: of the image, for a radian.
  mutating func add(_ view: BackgroundTracker.View, _ turn: Rotation, pixels: Double) {
    guard let last = before else {
      before = (view, turn)
      return
    }
    // The optical axis goes the way of the background.
    let way = last.turn * turn.inverse * Vector3(0, 0, 1)
    let shift = SIMD2(way.x, way.y) * (pixels / Double(view.factor))
    let length = (shift * shift).sum().squareRoot()
    guard length > Self.shift else { return }
    let along = SIMD2<Float>(shift / length)
    before = (view, turn)
    let (width, now) = view.grey
    let then = last.view.grey.values
    guard now.count == then.count else { return }
    if counts.count != now.count { counts = [Int](repeating: 0, count: now.count) }
    for place in width + 1..<max(width + 1, now.count - width - 1) {
      func slope(_ values: [Float]) -> Float {
        let right = values[place + 1] - values[place - 1]
        let down = values[place + width] - values[place - width]
        return abs(right * along.x + down * along.y) / 2
      }
      let (a, b) = (slope(now), slope(then))
      guard max(a, b) > Self.gradient.least else { continue }
      let isStill = abs(now[place] - then[place]) < Self.gradient.share * min(a, b)
      counts[place] = min(max(counts[place] + (isStill ? 1 : -2), 0), Self.most)
    }
    var isCovered = [Bool](repeating: false, count: counts.count)
    for place in counts.indices where counts[place] >= Self.enough {
      for row in -Self.border...Self.border {
        for column in -Self.border...Self.border {
          let other = place + row * width + column
          if isCovered.indices.contains(other) { isCovered[other] = true }
        }
      }
    }
    covered =
      isCovered.contains(true) ? [CoveredPart(isCovered, width: width, factor: view.factor)] : []
  }
}
