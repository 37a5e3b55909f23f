internal import Pose3D

/// One hand of a wireframe.
struct HandWireframe: Sendable {
  /// The points that are drawn, on the canvas.
  let points: [HandJoint: CanvasPoint]
  /// The longer side of the box around them.
  let extent: Double
  let side: BodySide
  /// The fingers that are extended; `nil` when that isn't known.
  let extendedFingers: Set<Finger>?
  /// How many fingers may be extended; `nil` when that isn't known.
  private let fingerCounts: ClosedRange<Int>?
  private let line: Double
  private let font: Double
  private(set) var figure = WireframeFigure()

  /// - Parameter canvas: its size, to which the hand's picture is scaled.
  init(of hand: HandPose, canvas: SIMD2<Double>) {
    let scale = canvas / SIMD2(Double(hand.imageWidth), Double(hand.imageHeight))
    points = hand.points.compactMapValues { point in
      let place = (CanvasPoint(point.x, point.y) + 0.5) * scale
      return place.length.isFinite ? place : nil
    }
    extent = WireframeFigure.extent(of: points.values)
    side = hand.chirality.map { $0 == .left ? .left : .right } ?? .middle
    extendedFingers = hand.extendedFingers
    fingerCounts = hand.possibleFingerCounts
    let shortSide = canvas.min()
    line = max(1, min(extent * 0.022, shortSide * 0.009))
    font = max(9, shortSide * 0.022, min(extent * 0.14, shortSide * 0.055))
    draw()
  }

  private mutating func draw() {
    let casing = max(0.7, line * 0.3)
    let fingers = Finger.allCases.map { $0.joints }
    let palm: [[HandJoint]] = [
      [.wrist, .thumbCMC], [.wrist, .indexMCP], [.wrist, .littleMCP],
      [.indexMCP, .middleMCP, .ringMCP, .littleMCP],
    ]
    for chain in palm + fingers {
      for (a, b) in zip(chain, chain.dropFirst()) {
        guard let start = points[a], let end = points[b] else { continue }
        figure.strokes.append(
          .init(
            segment: Segment(start: start, end: end), width: line, casing: casing,
            color: side.color))
      }
    }
    let tips = Finger.allCases.filter { extendedFingers?.contains($0) ?? false }
      .compactMap(\.joints.last)
    for joint in HandJoint.allCases where !tips.contains(joint) {
      guard let centre = points[joint] else { continue }
      figure.marks.append(
        .init(centre: centre, radius: line * 1.1, casing: casing, color: side.color))
    }
    for centre in tips.compactMap({ points[$0] }) {
      figure.marks.append(
        .init(
          centre: centre, radius: line * 2.4, casing: casing, color: side.color,
          core: line * 1.5))
    }
  }

  /// Whether the hand begins at a body's wrist.
  func isAt(_ wrist: CanvasPoint) -> Bool {
    points[.wrist].map { ($0 - wrist).length < 0.5 * extent } ?? false
  }

  /// The least size of a hand with a number, in heights of its text.
  private static let minimumExtent = 4.0

  /// The number of extended fingers, beside the wrist; `nil` when that isn't known, and for a hand
  /// so small that the number would cover it.
  func count(textWidth: TextWidth) -> Label? {
    guard let counts = fingerCounts, let wrist = points[.wrist],
      extent >= Self.minimumExtent * font
    else { return nil }
    let knuckles = points[.middleMCP].flatMap { (wrist - $0).normalized }
    let count =
      counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
    return Label(
      [TextRun(text: count, size: font, isBold: true)], side: side, anchor: wrist,
      direction: knuckles ?? CanvasPoint(0, 1), markRadius: line * 1.4, textWidth: textWidth)
  }
}
