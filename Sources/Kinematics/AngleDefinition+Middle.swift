internal import PoseGeometry

extension AngleDefinition {
  private static let neck = AngleFormula.Bone(.centerHead, .topHead)

  private static func alias(
    _ coordinate: String, sign: Double = 1, positive: String? = nil
  ) -> [Alias] {
    [AngleDialect.openSim, .openSimGait2392].map {
      Alias(dialect: $0, name: coordinate, sign: sign, positive: positive)
    }
  }

  private static let thoraxToPelvis = "Z-X-Y of the thorax in the pelvis, as OpenSim's lumbar joint"
  private static let baker = "Baker 2001: rotation, obliquity, tilt (Y-X-Z)"

  /// The angles of trunk, head and pelvis.
  static let central: [AngleDefinition] = [
    AngleDefinition(
      name: "trunkFlexion", dialect: .clinical, summary: "thorax against pelvis, forward",
      zero: standing, positive: "bent forward",
      formulaText: "−atan2(−R₁₂, R₂₂) of pelvisᵀ · thorax",
      reference: thoraxToPelvis, observability: "needs a spine that was seen; " + notAside,
      segments: [.pelvis, .thorax],
      aliases: alias("lumbar_extension", sign: -1, positive: "bent backward"),
      formula: .cardan(.pelvis, .thorax, .zxy, 0), sign: -1),
    AngleDefinition(
      name: "trunkLateralBend", dialect: .clinical, summary: "thorax against pelvis, sideways",
      zero: standing, positive: "bent to the right", formulaText: "asin(R₃₂) of pelvisᵀ · thorax",
      reference: thoraxToPelvis, observability: "needs a spine that was seen",
      segments: [.pelvis, .thorax], aliases: alias("lumbar_bending"),
      formula: .cardan(.pelvis, .thorax, .zxy, 1)),
    AngleDefinition(
      name: "trunkRotation", dialect: .clinical,
      summary: "thorax against pelvis, about the long axis", zero: standing,
      positive: "shoulders turned to the left",
      formulaText: "atan2(−R₃₁, R₃₃) of pelvisᵀ · thorax", reference: thoraxToPelvis,
      observability: notAside, segments: [.pelvis, .thorax], aliases: alias("lumbar_rotation"),
      formula: .cardan(.pelvis, .thorax, .zxy, 2)),
    AngleDefinition(
      name: "trunkLean", dialect: .clinical, summary: "line of the trunk against the vertical",
      zero: "trunk upright", positive: unsigned, formulaText: "∠(C − O, up)",
      reference: "inclination of the line from hips to shoulders", observability: needsVertical,
      segments: [.pelvis, .thorax], formula: .toAxis(trunk, .world, .up)),
    AngleDefinition(
      name: "trunkInclination", dialect: .clinical,
      summary: "hips to shoulders, against the horizontal in the person's sagittal plane",
      zero: "pointing straight forward", positive: "upwards; upright = 90°, leaning forward less",
      formulaText: "heading: atan2(v·y, v·z), v = C − O", reference: sports2d,
      observability: needsHeading, segments: [.pelvis, .thorax],
      aliases: [Alias(dialect: .sports2d, name: "trunk", sign: 1)],
      formula: .planar(trunk, .heading, from: .front, to: .up, least: least15)),
    AngleDefinition(
      name: "headInclination", dialect: .clinical,
      summary: "shoulders to the top of the head, against the horizontal in the sagittal plane",
      zero: "pointing straight forward", positive: "upwards; upright = 90°",
      formulaText: "heading: atan2(v·y, v·z), v = T − C", reference: sports2d,
      observability: needsHeading, segments: [.head],
      aliases: [Alias(dialect: .sports2d, name: "head", sign: 1)],
      formula: .planar(
        AngleFormula.Bone(.centerShoulder, .topHead), .heading, from: .front, to: .up,
        least: least15)),
    AngleDefinition(
      name: "shoulderLineInclination", dialect: .clinical,
      summary: "line of the shoulders against the horizontal", zero: "shoulders level",
      positive: "left shoulder higher", formulaText: "asin(n(leftShoulder − rightShoulder)·up)",
      reference: "Sports2D (Pagnon & Kim 2024)", observability: needsVertical, segments: [.thorax],
      aliases: [Alias(dialect: .sports2d, name: "shoulders", sign: 1)],
      formula: .elevation(
        AngleFormula.Bone(.rightShoulder, .leftShoulder), .world, normal: .up)),
    AngleDefinition(
      name: "neckFlexion", dialect: .clinical,
      summary: "line of the head in the sagittal plane of the thorax",
      zero: "head in line with the thorax", positive: "head forward",
      formulaText: "thorax: atan2(h·z, h·y), h = T − N",
      reference: "projection on the sagittal plane of the thorax",
      observability: "not within 15° of straight to the side",
      segments: [.thorax, .head],
      formula: .planar(neck, .thorax, from: .up, to: .front, least: least15)),
    AngleDefinition(
      name: "neckLateralBend", dialect: .clinical,
      summary: "line of the head in the frontal plane of the thorax",
      zero: "head in line with the thorax", positive: "head to the right",
      formulaText: "thorax: atan2(−h·x, h·y), h = T − N",
      reference: "projection on the frontal plane of the thorax",
      observability: "not within 15° of straight forward or back",
      segments: [.thorax, .head],
      formula: .planar(neck, .thorax, from: .up, to: .right, least: least15)),
    AngleDefinition(
      name: "pelvisTilt", dialect: .clinical, summary: "pelvis against the vertical, forward",
      zero: "upright", positive: "anterior: the top forward",
      formulaText: "−atan2(R₂₁, R₂₂) of worldᵀ · pelvis", reference: baker,
      observability: needsVertical + ", and a spine that was seen; not lying on the side",
      segments: [.pelvis],
      formula: .cardan(.world, .pelvis, .yxz, 2), sign: -1),
    AngleDefinition(
      name: "pelvisList", dialect: .clinical, summary: "line of the hips against the horizontal",
      zero: "hips level", positive: "right hip lower",
      formulaText: "asin(−R₂₃) of worldᵀ · pelvis", reference: baker,
      observability: needsVertical, segments: [.pelvis],
      aliases: [Alias(dialect: .sports2d, name: "pelvis", sign: 1)],
      formula: .elevation(AngleFormula.Bone(.rightHip, .leftHip), .world, normal: .up)),
    AngleDefinition(
      name: "pelvisRotation", dialect: .clinical, summary: "heading of the pelvis",
      zero: "facing the camera, or a file's forward axis", positive: "turned to their left",
      formulaText: "atan2(R₁₃, R₃₃) of worldᵀ · pelvis", reference: baker,
      observability: needsVertical + "; not lying on the side", segments: [.pelvis],
      formula: .cardan(.world, .pelvis, .yxz, 0)),
  ]
}
