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
  /// The em of its main run.
  let font: Double
  /// The size of the plate.
  let size: SIMD2<Double>

  init(
    _ runs: [TextRun], side: BodySide, anchor: CanvasPoint, direction: CanvasPoint,
    font: Double? = nil, markRadius: Double, textWidth: TextWidth
  ) {
    self.runs = runs
    self.side = side
    self.anchor = anchor
    self.direction = direction
    self.markRadius = markRadius
    let em = font ?? runs.first?.size ?? 0
    self.font = em
    let text = runs.reduce(0) { $0 + textWidth($1) } + Label.gap(em) * Double(runs.count - 1)
    size = SIMD2(text + 2 * Label.padding(em), em * 1.28)
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
  ///
  /// - Parameter areNamed: whether every label has its joint's name, as in a video, where it must not come and go.
  ///   Else a label has it where another joint is near.
  static func angles(
    of figure: Figure, in picture: Rectangle, dialect: AngleDialect, areNamed: Bool,
    textWidth: TextWidth
  ) -> [Label] {
    guard figure.stature >= minimumStature * figure.measures.font else { return [] }
    let angles = figure.pose.angles
    let hinges: [(Joint, Joint, Joint)] = [
      (.leftShoulder, .leftElbow, .leftWrist), (.rightShoulder, .rightElbow, .rightWrist),
      (.leftHip, .leftKnee, .leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ]
    let suffix = dialect == .fitness ? "Included" : "Flexion"
    let shown = hinges.compactMap { proximal, joint, distal -> Hinge? in
      guard let angle = angles.first(where: { $0.name == joint.name + suffix }),
        let value = angle.value, !angle.isUncertain, let anchor = figure.points[joint],
        picture.contains(anchor),
        let direction = figure.outside(of: joint, between: proximal, and: distal)
      else { return nil }
      return Hinge(
        joint: joint, anchor: anchor, direction: direction, value: value, sigma: angle.sigma)
    }
    let font = figure.measures.font
    return shown.map { hinge in
      // Beside two joints a number alone could belong to either.
      let isNamed =
        areNamed
        || shown.contains {
          $0.joint != hinge.joint && ($0.anchor - hinge.anchor).length <= nearAnchors * font
        }
      let small = max(9, font * 0.72)
      var runs = [TextRun(text: DrawnText.degrees(hinge.value), size: font, isBold: true)]
      if isNamed { runs.insert(TextRun(text: hinge.word, size: small), at: 0) }
      if let sigma = hinge.sigma {
        runs.append(TextRun(text: DrawnText.sigmaDegrees(sigma), size: small, isDimmed: true))
      }
      return Label(
        runs, side: BodySide(of: hinge.joint), anchor: hinge.anchor, direction: hinge.direction,
        font: font, markRadius: figure.measures.markRadius, textWidth: textWidth)
    }
  }

  /// Joints nearer to each other than this have their names on their labels, in heights of the text.
  private static let nearAnchors = 6.0

  /// An elbow or a knee whose angle is shown.
  private struct Hinge {
    let joint: Joint
    let anchor: CanvasPoint
    let direction: CanvasPoint
    /// In radians.
    let value: Double
    let sigma: Double?

    /// The joint's name; the plate's colour is the side's.
    var word: String { joint == .leftElbow || joint == .rightElbow ? "elbow" : "knee" }
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
