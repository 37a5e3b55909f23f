internal import Kinematics
internal import Pose3D

/// Everything that is drawn, at its place; nothing here touches a picture.
struct OverlayLayout: Sendable {
  /// From the farthest person to the nearest.
  let figures: [Figure]
  let legend: Legend?
  /// The labels that found a place, with their plates.
  let labels: [(label: Label, plate: Rectangle)]

  init(
    of poses: [BodyPose], width: Int, height: Int, options: PoseOverlay.Options,
    textWidth: TextWidth
  ) {
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    let figures = poses.map { Figure(of: $0, canvas: picture.size) }
      .sorted { $0.distance > $1.distance }
    let obstacles = figures.flatMap(\.obstacles)
    var wanted: [Label] = []
    if poses.count > 1 {
      wanted += figures.reversed().compactMap {
        Label.number(of: $0, in: picture, textWidth: textWidth)
      }
    }
    var angleNote: String?
    if options.showsAngles {
      let angles = figures.reversed().flatMap {
        Label.angles(of: $0, in: picture, dialect: options.angleDialect, textWidth: textWidth)
      }
      wanted += angles
      angleNote =
        angles.isEmpty ? nil : Self.note(on: options.angleDialect)
    }
    let legend =
      options.showsLegend
      ? Legend(
        poses: poses, angleNote: angleNote, in: picture, obstacles: obstacles,
        textWidth: textWidth) : nil
    let plates = LabelPlacement.place(
      wanted, in: picture.expanded(by: -1), taken: legend.map { [$0.frame] } ?? [],
      obstacles: obstacles)
    self.figures = figures
    self.legend = legend
    labels = zip(wanted, plates).compactMap { label, plate in plate.map { (label, $0) } }
  }

  private static func note(on dialect: AngleDialect) -> String {
    "angles: straight = \(dialect == .fitness ? 180 : 0)°, ±1σ"
  }
}
