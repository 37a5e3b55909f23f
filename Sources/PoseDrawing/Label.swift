internal import Kinematics
internal import Pose3D
internal import PoseSystem

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

/// The placement of labels: greedy, one after the other, in the best free place near its anchor.
enum LabelPlacement {
  /// Directions tried, as degrees from the preferred one.
  private static let turns = [0.0, 25, -25, 50, -50, 75, -75, 100, -100, 130, -130, 160, -160]
    .map { turn -> (cosine: Double, sine: Double) in
      let radians = turn * .pi / 180
      return (cos(radians), sin(radians))
    }
  /// Extra distances tried, in heights of the label.
  private static let reaches = [0.0, 0.5, 1.1, 1.9, 3]
  /// The most of the skeletons that a label may cover, in heights of the label.
  private static let maximumCovered = 2.0

  /// A plate for each label, in the labels' order; `nil` for a label that finds no place.
  ///
  /// Whatever is asked for, no plate leaves `bounds`, none overlaps another one or a rectangle of
  /// `taken`. Within that, a plate covers as little as possible of the obstacles and stays near
  /// its anchor, in its direction.
  static func place(
    _ labels: [Label], in bounds: Rectangle, taken: [Rectangle], obstacles: [Obstacle]
  ) -> [Rectangle?] {
    var taken = taken
    return labels.map { label in
      var best: (plate: Rectangle, cost: Double)?
      for turn in turns {
        for reach in reaches {
          let wanted = plate(of: label, turn: turn, reach: reach * label.size.y)
          guard let plate = wanted.moved(into: bounds),
            !taken.contains(where: plate.expanded(by: label.size.y * 0.15).overlaps)
          else { continue }
          let distance =
            (1 - turn.cosine) * 0.7 + reach * 0.8
            + (plate.origin - wanted.origin).length / label.size.y
          guard best.map({ distance < $0.cost }) ?? true else { continue }
          let covered = obstacles.reduce(0) { $0 + $1.covered(by: plate) } / label.size.y
          let cost = distance + covered * 3
          guard covered <= maximumCovered, best.map({ cost < $0.cost }) ?? true else { continue }
          best = (plate, cost)
        }
      }
      if let best { taken.append(best.plate) }
      return best?.plate
    }
  }

  /// The plate whose border is at the label's clearance, and `reach` more, from the anchor.
  private static func plate(
    of label: Label, turn: (cosine: Double, sine: Double), reach: Double
  ) -> Rectangle {
    let direction = label.direction.turned(cosine: turn.cosine, sine: turn.sine)
    let half = label.size / 2
    let toBorder = min(
      half.x / max(abs(direction.x), 1e-9), half.y / max(abs(direction.y), 1e-9))
    return Rectangle(
      centre: label.anchor + direction * (label.clearance + reach + toBorder), size: label.size)
  }
}

/// A text at its place.
struct PlacedText: Sendable, Equatable {
  let run: TextRun
  /// Its start on its base line.
  let baseline: CanvasPoint
  /// The area that it covers.
  let frame: Rectangle

  init(_ run: TextRun, at baseline: CanvasPoint, textWidth: TextWidth) {
    self.run = run
    self.baseline = baseline
    // Capitals of DejaVu Sans are 0.73 em high, and letters go 0.24 em below the base line.
    frame = Rectangle(
      origin: baseline - CanvasPoint(0, run.size * 0.76),
      size: SIMD2(textWidth(run), run.size))
  }
}

extension TextRun {
  /// The text as wide as there is room for: smaller down to seven tenths, then cut off with an
  /// ellipsis.
  func fitted(to width: Double, textWidth: TextWidth) -> TextRun {
    var run = self
    let wanted = textWidth(run)
    guard wanted > width else { return run }
    run.size = max(size * width / wanted * 0.99, size * 0.7, min(size, 9))
    var characters = Array(text)
    while !characters.isEmpty, textWidth(run) > width {
      characters.removeLast()
      run.text = String(characters) + "…"
    }
    return run
  }
}

/// Numbers as they are printed on the picture.
enum DrawnText {
  /// `93°`, from radians.
  static func degrees(_ radians: Double) -> String {
    fixed(radians * 180 / .pi, decimals: 0) + "°"
  }

  /// `±4`, from radians; with a decimal below 1°, `±0.4`.
  static func sigmaDegrees(_ radians: Double) -> String {
    let degrees = radians * 180 / .pi
    return "±" + fixed(degrees, decimals: degrees < 0.95 ? 1 : 0)
  }

  /// `1.74 m ±0.03 (measured)`.
  static func height(of pose: BodyPose) -> String {
    let origin =
      switch pose.heightEstimation {
      case .measured: "measured"
      case .reference: "assumed"
      case .user: "given"
      }
    return "\(fixed(pose.bodyHeight, decimals: 2)) m ±\(fixed(pose.bodyHeightSigma, decimals: 2)) "
      + "(\(origin))"
  }

  /// A number with `decimals` places, without a sign before a rounded zero.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value * factor).rounded()) else { return "?" }
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = scaled < 0 ? "−" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
