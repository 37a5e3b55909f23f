internal import Kinematics
internal import Pose3D

/// The legend's contents, laid out in a corner of the picture.
struct Legend: Sendable {
  /// The symbol before a text.
  enum Symbol: Sendable {
    case bone(BodySide)
    case joint(JointSource)
    /// A point of a foot that rests on the ground.
    case contact
  }

  /// A symbol and its text at their places.
  struct Entry: Sendable {
    let symbol: Symbol?
    let symbolCentre: CanvasPoint
    let run: TextRun
    /// The start of the text on its base line.
    let baseline: CanvasPoint
  }

  let frame: Rectangle
  let font: Double
  let entries: [Entry]

  /// The four corners, the lower left one first.
  private static let corners = [SIMD2(0.0, 1.0), SIMD2(1, 1), SIMD2(0, 0), SIMD2(1, 0)]

  /// The width of a symbol.
  static func symbolWidth(_ font: Double) -> Double { font * 1.5 }

  /// The legend in the corner where it covers least of the skeletons, smaller where that covers
  /// less. It loses rows, and is `nil` at last, where it would take more than a sixth of the
  /// picture.
  ///
  /// - Parameter isSteady: whether it is that of a video: in one corner, with what is the same in
  ///   every frame.
  /// - Parameter showsContacts: whether points of feet on the ground are drawn.
  init?(
    poses: [BodyPose], angleNote: String?, showsContacts: Bool, in picture: Rectangle,
    isSteady: Bool,
    obstacles: [Obstacle], textWidth: TextWidth
  ) {
    guard isSteady || !poses.isEmpty else { return nil }
    let largest = max(9, picture.size.min() * 0.024)
    let room = picture.expanded(by: -largest * 0.6)
    let fonts: [Double] = [largest, max(9, largest * 0.85), max(9, largest * 0.7), 9]
    let contents = Self.contents(
      poses: isSteady ? [] : poses, angleNote: angleNote, showsContacts: showsContacts)
    for rows in contents {
      let blocks = fonts.map { Block(rows, font: $0, textWidth: textWidth) }
      let fitting = blocks.filter { block in
        block.size.x * block.size.y <= picture.area / 6 && all(block.size .<= room.size)
      }
      guard
        let best = Self.minimumCovering(
          fitting, in: room, corners: isSteady ? [Self.corners[0]] : Self.corners,
          obstacles: isSteady ? [] : obstacles)
      else { continue }
      self = best
      return
    }
    return nil
  }

  /// The first block and corner that cover nothing of the obstacles, or else the least.
  private static func minimumCovering(
    _ blocks: [Block], in room: Rectangle, corners: [SIMD2<Double>], obstacles: [Obstacle]
  ) -> Legend? {
    var best: (legend: Legend, covered: Double)?
    for block in blocks {
      for corner in corners {
        let frame = Rectangle(
          origin: room.origin + (room.size - block.size) * corner, size: block.size)
        let covered = obstacles.reduce(0) { $0 + $1.covered(by: frame) }
        if best.map({ covered < $0.covered }) ?? true { best = (Legend(block, in: frame), covered) }
        if covered == 0 { return best?.legend }
      }
    }
    return best?.legend
  }

  private init(_ block: Block, in frame: Rectangle) {
    self.frame = frame
    font = block.font
    entries = block.entries.map {
      Entry(
        symbol: $0.symbol, symbolCentre: frame.origin + $0.symbolCentre, run: $0.run,
        baseline: frame.origin + $0.baseline)
    }
  }

  // MARK: Contents

  private typealias Row = [(symbol: Symbol?, text: String)]

  /// The most people whose heights are listed.
  private static let longestList = 6

  /// The rows in full, then the choices with fewer of them.
  private static func contents(
    poses: [BodyPose], angleNote: String?, showsContacts: Bool
  ) -> [[Row]] {
    let sides: Row =
      [(.bone(.left), "person's left"), (.bone(.right), "right")]
      + (showsContacts ? [(.contact, "on the ground")] : [])
    let isTriangulated = poses.contains { pose in
      Joint.allCases.contains { pose.source($0) == .triangulated }
    }
    let sources: Row = [
      isTriangulated
        ? (.joint(.triangulated), "seen by several cameras") : (.joint(.depth), "seen in depth"),
      (.joint(.lifted), "estimated"), (.joint(.inferred), "hidden"),
    ]
    var heights: [Row] =
      poses.count == 1
      ? [[(nil, "height " + DrawnText.height(of: poses[0]))]]
      : poses.prefix(longestList).map { [(nil, "\($0.id): " + DrawnText.height(of: $0))] }
    if poses.count > longestList {
      heights.append([(nil, "and \(poses.count - longestList) more")])
    }
    let symbols = [sides, sources]
    let note: [Row] = angleNote.map { [[(nil, $0)]] } ?? []
    return [symbols + note + heights, symbols + heights, symbols]
  }

  /// Rows laid out from (0, 0).
  private struct Block {
    let font: Double
    let size: SIMD2<Double>
    private(set) var entries: [Entry] = []

    init(_ rows: [Row], font: Double, textWidth: TextWidth) {
      self.font = font
      let (padding, line) = (font * 0.6, font * 1.5)
      var widest = 0.0
      for (index, row) in rows.enumerated() {
        let middle = padding + (Double(index) + 0.5) * line
        var x = padding
        for (position, item) in row.enumerated() {
          if position > 0 { x += font * 0.9 }
          let symbolX = x
          if item.symbol != nil { x += Legend.symbolWidth(font) + font * 0.35 }
          let run = TextRun(text: item.text, size: font)
          entries.append(
            Entry(
              symbol: item.symbol,
              symbolCentre: CanvasPoint(symbolX + Legend.symbolWidth(font) / 2, middle),
              run: run, baseline: CanvasPoint(x, middle + font * 0.36)))
          x += textWidth(run)
        }
        widest = max(widest, x)
      }
      size = SIMD2(widest + padding, 2 * padding + Double(rows.count) * line)
    }
  }
}
