internal import Pose3D

/// Everything that a wireframe draws, at its place; nothing here touches a picture.
struct WireframeLayout: Sendable {
  /// From the least prominent person to the most prominent one.
  let bodies: [BodyWireframe]
  let hands: [HandWireframe]
  /// The labels that found a place, with their plates.
  let labels: [(label: Label, plate: Rectangle)]

  init(
    of poses: [Pose2D], hands: [HandPose], width: Int, height: Int, options: Wireframe.Options,
    textWidth: TextWidth
  ) {
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    let hands = hands.map { HandWireframe(of: $0, canvas: picture.size) }
    let bodies = poses.map { pose in
      BodyWireframe(
        of: pose, canvas: picture.size,
        minimumConfidence: options.minimumConfidence
          ?? Wireframe.usualConfidence(for: pose.convention),
        hands: hands)
    }
    var wanted: [Label] = []
    if options.showsFingerCounts { wanted += hands.compactMap { $0.count(textWidth: textWidth) } }
    if options.showsNumbers, poses.count > 1 {
      wanted += zip(poses, bodies).enumerated().compactMap { index, person in
        person.1.number(person.0.id ?? index, textWidth: textWidth)
      }
    }
    wanted = wanted.filter { picture.contains($0.anchor) }
    let obstacles = (bodies.map(\.figure) + hands.map(\.figure)).flatMap(\.obstacles)
    let plates = LabelPlacement.place(
      wanted, in: picture.expanded(by: -1), taken: [], obstacles: obstacles)
    self.bodies = bodies.reversed()
    self.hands = hands
    labels = zip(wanted, plates).compactMap { label, plate in plate.map { (label, $0) } }
  }
}

extension Canvas {
  /// Draws the people, the hands above them, then the labels.
  func draw(_ layout: WireframeLayout) {
    for figure in layout.bodies.map(\.figure) + layout.hands.map(\.figure) { draw(figure) }
    draw(layout.labels)
  }

  /// Lines, then circles. All casings go first, so that none cuts another line in two.
  private func draw(_ figure: WireframeFigure) {
    for stroke in figure.strokes {
      self.stroke(
        stroke.segment, width: stroke.width + 2 * stroke.casing, Palette.casing)
    }
    for stroke in figure.strokes { self.stroke(stroke.segment, width: stroke.width, stroke.color) }
    for mark in figure.marks {
      fillDisc(at: mark.centre, radius: mark.radius + mark.casing, Palette.casing)
      fillDisc(at: mark.centre, radius: mark.radius, mark.color)
      if let core = mark.core { fillDisc(at: mark.centre, radius: core, Palette.text) }
    }
  }
}
