internal import PoseGeometry

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
