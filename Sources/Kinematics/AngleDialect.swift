internal import PoseGeometry

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

extension AngleDefinition {
  /// The pelvis in the ground by the sequence of OpenSim's models, which isn't the clinical one.
  static func openSimPelvis(_ dialect: AngleDialect) -> [AngleDefinition] {
    let turns = [
      ("pelvis_tilt", "backward", "α"), ("pelvis_list", "right side down", "β"),
      ("pelvis_rotation", "turned to their left", "γ"),
    ]
    return turns.enumerated().map { index, turn in
      AngleDefinition(
        name: turn.0, dialect: dialect, summary: "pelvis in the ground, by the model's sequence",
        zero: "upright, facing forward", positive: turn.1,
        formulaText: "\(turn.2) of worldᵀ · pelvis = Rz(α) Rx(β) Ry(γ)",
        reference: "OpenSim's full-body model, Rajagopal et al. 2016",
        observability: "needs the vertical: gravity, else that of a level camera",
        segments: [.pelvis], formula: .cardan(.world, .pelvis, .zxy, index))
    }
  }

  /// Vision's polar angles of every bone but the root's, which has none.
  static let polarAngles: [AngleDefinition] = Joint.allCases.flatMap { joint in
    guard let parent = joint.parent else { return [AngleDefinition]() }
    let bone = AngleFormula.Bone(parent, joint)
    let angles: [(String, String, String, AngleFormula)] = [
      ("pitch", "never", "π/2", .constant(.pi / 2, bone)),
      ("yaw", "bone to the front", "acos(t.z/|t|)", .toAxis(bone, .pelvis, .front)),
      (
        "roll", "bone to the person's left", "atan2(t.y, t.x)",
        .planar(bone, .pelvis, from: .left, to: .up, least: 0)
      ),
    ]
    return angles.map { name, zero, text, formula in
      AngleDefinition(
        name: "\(joint.name).\(name)", dialect: .vision,
        summary: "polar angle of the bone that ends at the joint, in the body's frame: no rotation",
        zero: zero,
        positive: name == "roll"
          ? "towards up" : name == "yaw" ? "has no sign, 0…180°" : "constant",
        formulaText: "\(text) of t = localPosition",
        reference: "Apple's sample code for 3D body poses",
        observability: "whenever t has a length",
        segments: [], formula: formula)
    }
  }
}
