/// A set of names, zeros and signs under which joint angles are known. The raw value is the
/// dialect's name on the command line.
public enum AngleDialect: String, CaseIterable, Sendable {
  /// Flexion and the other clinical angles: a straight joint is 0°.
  case clinical
  /// Included angles: a straight joint is 180°.
  case fitness
  /// Sports2D's and Pose2Sim's names, zeros and signs, in the person's own sagittal plane instead of
  /// the picture's.
  case sports2d
  /// The coordinates of OpenSim's full-body models after Rajagopal 2016: the knee's flexion is
  /// positive.
  case openSim = "opensim"
  /// The same with the signs of gait2392, whose knee flexion is negative.
  case openSimGait2392 = "opensim-gait2392"
  /// The polar angles of Apple's sample code, of every bone in the body's frame.
  case vision
}

extension AngleDialect {
  /// The source of the dialect's names, beside that of each angle's formula.
  var source: String? {
    switch self {
    case .openSim: "coordinate of OpenSim's full-body model, Rajagopal et al. 2016"
    case .openSimGait2392: "coordinate of OpenSim's gait2392"
    case .sports2d: "name of Sports2D"
    case .clinical, .fitness, .vision: nil
    }
  }

  /// The angles of the dialect under its own names.
  public var angles: [AngleDefinition] { Self.angles[self] ?? [] }

  private static let angles: [AngleDialect: [AngleDefinition]] = Dictionary(
    uniqueKeysWithValues: allCases.map { dialect in
      let angles: [AngleDefinition] =
        switch dialect {
        case .clinical, .fitness: AngleDefinition.catalogue.filter { $0.dialect == dialect }
        case .vision: AngleDefinition.polarAngles
        case .openSim, .openSimGait2392:
          AngleDefinition.openSimPelvis(dialect)
            + AngleDefinition.catalogue.compactMap { $0.renamed(in: dialect) }
        case .sports2d: AngleDefinition.catalogue.compactMap { $0.renamed(in: dialect) }
        }
      return (dialect, angles)
    })
}
