internal import Kinematics
internal import Pose3D

/// A piece of text in one size and weight.
struct TextRun: Equatable, Sendable {
  var text: String
  /// The em in pixels.
  var size: Double
  var isBold = false
  var isDimmed = false
}

/// The advance of a run in pixels.
typealias TextWidth = (TextRun) -> Double

/// A short text on a plate beside a point of a figure.
struct Label: Sendable {
  let runs: [TextRun]
  let side: BodySide
  /// The point that it is about.
  let anchor: CanvasPoint
  /// The direction, of length 1, from the anchor in which it is best placed.
  let direction: CanvasPoint
  /// The radius of the mark at the anchor.
  let markRadius: Double
  /// The em of its first run.
  let font: Double
  /// The size of the plate.
  let size: SIMD2<Double>

  init(
    _ runs: [TextRun], side: BodySide, anchor: CanvasPoint, direction: CanvasPoint,
    markRadius: Double, textWidth: TextWidth
  ) {
    self.runs = runs
    self.side = side
    self.anchor = anchor
    self.direction = direction
    self.markRadius = markRadius
    font = runs.first?.size ?? 0
    let text = runs.reduce(0) { $0 + textWidth($1) } + Label.gap(font) * Double(runs.count - 1)
    size = SIMD2(text + 2 * Label.padding(font), font * 1.28)
  }

  /// The least distance between anchor and plate.
  var clearance: Double { markRadius + font * 0.25 }

  /// Between the plate's left and right sides and the text.
  static func padding(_ font: Double) -> Double { font * 0.32 }
  /// Between two runs.
  static func gap(_ font: Double) -> Double { font * 0.22 }
  /// From the plate's top to the base line: digits of DejaVu Sans are 0.73 em high.
  static func baseline(_ font: Double) -> Double { font * (1.28 + 0.73) / 2 }
}

extension Label {
  /// The least height of a person with angles, in heights of their text.
  private static let minimumStature = 7.0

  /// The angles beside elbows and knees. An angle without a value or with a sigma above 45°, and one
  /// whose joint is outside the picture, has no label; nor has a person so small that the labels would cover it.
  static func angles(
    of figure: Figure, in picture: Rectangle, dialect: AngleDialect,
    textWidth: TextWidth
  ) -> [Label] {
    guard figure.stature >= minimumStature * figure.measures.font else { return [] }
    let angles = figure.pose.angles
    let hinges: [(Joint, Joint, Joint)] = [
      (.leftShoulder, .leftElbow, .leftWrist), (.rightShoulder, .rightElbow, .rightWrist),
      (.leftHip, .leftKnee, .leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ]
    let suffix = dialect == .fitness ? "Included" : "Flexion"
    return hinges.compactMap { proximal, joint, distal in
      guard let angle = angles.first(where: { $0.name == joint.name + suffix }),
        let value = angle.value, !angle.isUncertain, let anchor = figure.points[joint],
        picture.contains(anchor),
        let direction = figure.outside(of: joint, between: proximal, and: distal)
      else { return nil }
      let font = figure.measures.font
      var runs = [TextRun(text: DrawnText.degrees(value), size: font, isBold: true)]
      if let sigma = angle.sigma {
        runs.append(
          TextRun(text: DrawnText.sigmaDegrees(sigma), size: max(9, font * 0.72), isDimmed: true))
      }
      return Label(
        runs, side: BodySide(of: joint), anchor: anchor, direction: direction,
        markRadius: figure.measures.markRadius, textWidth: textWidth)
    }
  }

  /// The person's number beside the head, and how many repetitions they have done, where that is
  /// known; none when the head is outside the picture.
  static func number(
    of figure: Figure, count: Int?, in picture: Rectangle, textWidth: TextWidth
  ) -> Label? {
    guard let anchor = figure.points[.topHead], picture.contains(anchor) else { return nil }
    let font = figure.measures.font * 1.15
    let number = count == nil ? "\(figure.pose.id)" : "\(figure.pose.id):"
    var runs = [TextRun(text: number, size: font, isBold: true)]
    if let count { runs.append(TextRun(text: "\(count)×", size: font)) }
    return Label(
      runs, side: .middle, anchor: anchor, direction: figure.headwards,
      markRadius: figure.measures.markRadius, textWidth: textWidth)
  }
}
