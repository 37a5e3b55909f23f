internal import Kinematics
internal import Pose3D
internal import PoseMotion

/// Everything that is drawn, at its place; nothing here touches a picture.
struct OverlayLayout: Sendable {
  /// From the farthest person to the nearest.
  let figures: [Figure]
  let legend: Legend?
  /// The counter of an exercise.
  let badge: ExerciseBadge?
  /// The labels that found a place, with their plates.
  let labels: [(label: Label, plate: Rectangle)]

  /// - Parameter exercises: what the people do on a frame of a video; the first has the counter.
  ///   `nil` for a picture by itself, whose legend goes where it covers least: on a video it has to
  ///   stay where it is.
  init(
    of poses: [BodyPose], width: Int, height: Int, options: PoseOverlay.Options,
    exercises: [ExerciseOverlay.Exercise]? = nil, contacts: [Int: [ContactPoint]]? = nil,
    textWidth: TextWidth
  ) {
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    let figures = poses.map {
      Figure(of: $0, canvas: picture.size, contacts: contacts?[$0.id] ?? [])
    }
    .sorted { $0.distance > $1.distance }
    let obstacles = figures.flatMap(\.obstacles)
    var wanted: [Label] = []
    if poses.count > 1 {
      wanted += figures.reversed().compactMap {
        Self.number(of: $0, exercises: exercises, in: picture, textWidth: textWidth)
      }
    }
    var angleNote: String?
    if options.showsAngles {
      let angles = figures.reversed().flatMap {
        Label.angles(
          of: $0, in: picture, dialect: options.angleDialect, areNamed: exercises != nil,
          textWidth: textWidth)
      }
      wanted += angles
      angleNote =
        angles.isEmpty && exercises == nil ? nil : Self.note(on: options.angleDialect)
    }
    let legend =
      options.showsLegend
      ? Legend(
        poses: poses, angleNote: angleNote, showsContacts: contacts != nil, in: picture,
        isSteady: exercises != nil, obstacles: obstacles, textWidth: textWidth) : nil
    let badge = exercises?.first.flatMap {
      ExerciseBadge($0, in: picture, above: legend?.frame, textWidth: textWidth)
    }
    let plates = LabelPlacement.place(
      wanted, in: picture.expanded(by: -1),
      taken: [legend?.frame, badge?.frame].compactMap(\.self),
      obstacles: obstacles)
    self.badge = badge
    self.figures = figures
    self.legend = legend
    labels = zip(wanted, plates).compactMap { label, plate in plate.map { (label, $0) } }
  }

  /// The person's number and, beside it, the repetitions of those who don't have the counter.
  private static func number(
    of figure: Figure, exercises: [ExerciseOverlay.Exercise]?, in picture: Rectangle,
    textWidth: TextWidth
  ) -> Label? {
    let other = exercises?.dropFirst().first { $0.person == figure.pose.id }
    return Label.number(
      of: figure, count: other?.progress.count, in: picture, textWidth: textWidth)
  }

  private static func note(on dialect: AngleDialect) -> String {
    "angles: straight = \(dialect == .fitness ? 180 : 0)°, ±1σ"
  }
}

extension Canvas {
  /// Draws the people from the farthest to the nearest, then the legend, then the labels.
  func draw(_ layout: OverlayLayout) {
    for figure in layout.figures {
      for (segment, side) in figure.contacts {
        drawContact(
          segment, side.color, width: figure.measures.line, casing: figure.measures.casing)
      }
      figure.bones.forEach { draw($0, figure.measures) }
      figure.marks.forEach {
        drawJoint(
          at: $0.centre, $0.source, $0.side.color, radius: figure.measures.jointRadius,
          casing: figure.measures.casing)
      }
    }
    if let legend = layout.legend { draw(legend) }
    if let badge = layout.badge { draw(badge) }
    draw(layout.labels)
  }

  /// Draws labels on their plates, above the thin strokes that lead to them.
  func draw(_ labels: [(label: Label, plate: Rectangle)]) {
    for (label, plate) in labels { drawLeader(from: plate, of: label) }
    for (label, plate) in labels { draw(label, on: plate) }
  }

  private func draw(_ bone: Figure.Bone, _ measures: Figure.Measures) {
    let cased = measures.line + 2 * measures.casing
    if bone.isInferred {
      stroke(bone.segment, width: cased, Palette.casing.faded(to: 0.4))
      stroke(
        bone.segment, width: measures.line, bone.side.color.faded(to: Palette.inferredOpacity),
        dashes: [measures.line * 1.8, measures.line * 1.4])
    } else {
      stroke(bone.segment, width: cased, Palette.casing.faded(to: 0.85))
      stroke(bone.segment, width: measures.line, bone.side.color)
    }
  }

  /// Depth, or several cameras: a disc. Lifted: a ring. Inferred: a smaller, dashed ring.
  private func drawJoint(
    at centre: CanvasPoint, _ source: JointSource, _ color: Color, radius: Double,
    casing: Double
  ) {
    switch source {
    case .depth, .triangulated:
      fillDisc(at: centre, radius: radius + casing, Palette.casing)
      fillDisc(at: centre, radius: radius, color)
    case .lifted:
      let width = radius * 0.45
      fillDisc(at: centre, radius: radius + casing, Palette.casing)
      strokeCircle(at: centre, radius: radius - width / 2, width: width, color)
    case .inferred:
      let (small, width) = (radius * 0.85, max(1, radius * 0.32))
      fillDisc(at: centre, radius: small + casing, Palette.casing.faded(to: 0.7))
      let dash = 2 * .pi * (small - width / 2) / 10
      strokeCircle(
        at: centre, radius: small - width / 2, width: width,
        color.faded(to: Palette.inferredOpacity), dashes: [dash * 1.1, dash * 0.9])
    }
  }

  private func drawContact(_ segment: Segment, _ color: Color, width: Double, casing: Double) {
    stroke(segment, width: width + 2 * casing, Palette.casing.faded(to: 0.85))
    stroke(segment, width: width, color)
  }

  /// A thin stroke to the joint from a plate that found no place beside it.
  private func drawLeader(from plate: Rectangle, of label: Label) {
    let nearest = pointwiseMax(plate.origin, pointwiseMin(label.anchor, plate.corner))
    guard let direction = (nearest - label.anchor).normalized,
      (nearest - label.anchor).length > label.clearance + label.font * 0.8
    else { return }
    let start = label.anchor + direction * label.markRadius
    let (width, segment) = (max(1, label.font * 0.08), Segment(start: start, end: nearest))
    stroke(segment, width: width + 2, Palette.casing.faded(to: Palette.plateOpacity))
    stroke(segment, width: width, label.side.color)
  }

  private func draw(_ label: Label, on frame: Rectangle) {
    let font = label.font
    plate(
      frame, cornerRadius: font * 0.32, Palette.casing.faded(to: Palette.plateOpacity),
      border: label.side.color, borderWidth: max(1, font * 0.07))
    var x = frame.origin.x + Label.padding(font)
    for run in label.runs {
      text(
        run, at: CanvasPoint(x, frame.origin.y + Label.baseline(font)),
        run.isDimmed ? Palette.dimmedText : Palette.text)
      x += width(of: run) + Label.gap(font)
    }
  }

  private func draw(_ badge: ExerciseBadge) {
    let font = badge.font
    plate(badge.frame, cornerRadius: font * 0.45, Palette.casing.faded(to: Palette.plateOpacity))
    if let bar = badge.bar {
      plate(bar, cornerRadius: bar.size.y / 2, Palette.text.faded(to: 0.25))
      if let fill = badge.fill { plate(fill, cornerRadius: fill.size.y / 2, Palette.text) }
    }
    for text in badge.texts {
      self.text(
        text.run, at: text.baseline, text.run.isDimmed ? Palette.dimmedText : Palette.text)
    }
    if let note = badge.note { text(note.run, at: note.baseline, Palette.warning) }
  }

  private func draw(_ legend: Legend) {
    let font = legend.font
    let (radius, casing) = (font * 0.34, max(1, font * 0.1))
    plate(
      legend.frame, cornerRadius: font * 0.45, Palette.casing.faded(to: Palette.plateOpacity))
    for entry in legend.entries {
      switch entry.symbol {
      case .bone(let side):
        let half = SIMD2(Legend.symbolWidth(font) / 2 - font * 0.18, 0)
        stroke(
          Segment(start: entry.symbolCentre - half, end: entry.symbolCentre + half),
          width: font * 0.36, side.color)
      case .joint(let source):
        drawJoint(
          at: entry.symbolCentre, source, Palette.middle, radius: radius, casing: casing)
      case .contact:
        // Under a joint, as it is drawn under a foot.
        let (half, below) = (SIMD2(font * 0.6, 0), SIMD2(0, font * 0.4))
        drawJoint(
          at: entry.symbolCentre - below / 2, .lifted, Palette.middle, radius: radius * 0.8,
          casing: casing)
        drawContact(
          Segment(
            start: entry.symbolCentre + below - half, end: entry.symbolCentre + below + half),
          Palette.middle, width: font * 0.16, casing: casing)
      case nil: break
      }
      text(entry.run, at: entry.baseline, Palette.text)
    }
  }
}
