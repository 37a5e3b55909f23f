internal import Kinematics
internal import PoseMotion
internal import Pose3D

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
