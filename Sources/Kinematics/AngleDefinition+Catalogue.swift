import PoseSystem

extension AngleDefinition {
  /// Every angle that is measured, in the order in which they are written: those of both sides, left
  /// before right, then those of the middle. `docs/reference/angles.md` has the same as a table.
  public static let catalogue: [AngleDefinition] =
    sided.flatMap { kind in
      [kind.definition(isLeft: true), kind.definition(isLeft: false)]
    } + central

  /// The angles, without their sides, that tables, plots, reports, comparisons and the live page show
  /// unless others are chosen. At the shoulder it is the elevation: it has a value in every direction in
  /// which an arm is raised, and exercises are counted by it.
  package static let principalKinds = [
    "ElbowFlexion", "KneeFlexion", "HipFlexion", "ShoulderElevation",
  ]

  /// The same angles, those of the legs or of the arms first: of the limbs whose angle is named.
  ///
  /// - Parameter angle: an angle's name, with or without its side; `nil` changes nothing.
  package static func principalKinds(besides angle: String?) -> [String] {
    guard let angle else { return principalKinds }
    func isOfLeg(_ name: String) -> Bool {
      ["knee", "hip"].contains { name.lowercased().contains($0) }
    }
    let isSame = { isOfLeg($0) == isOfLeg(angle) }
    return principalKinds.filter(isSame) + principalKinds.filter { !isSame($0) }
  }

  /// The names of these angles, left before right.
  package static let principalNames = principalKinds.flatMap { ["left" + $0, "right" + $0] }

  // MARK: Words that return

  private static let kneeCoordinates = "Grood & Suntay 1983"
  private static let hipCoordinates = "Grood & Suntay 1983; Wu et al. 2002 (ISB), Z-X-Y"
  private static let elbowCoordinates = "Wu et al. 2005 (ISB), Z-X-Y"
  private static let armCoordinates = "Z-X-Y as in OpenSim's full-body model, Rajagopal et al. 2016"
  private static let thoracohumeral = "Wu et al. 2005 (ISB), thoracohumeral, Y-X-Y"
  static let sports2d = "Sports2D (Pagnon & Kim 2024), in the person's own sagittal plane"
  private static let goniometer = "goniometry: the fixed arm along the trunk (Norkin & White 2016)"
  private static let fitnessApps = "three-point angle, as fitness applications count it"
  static let unsigned = "has no sign, 0…180°"
  static let standing = "standing straight, arms hanging"
  static let always = "whenever the joints are seen"
  private static let needsBend = "needs a bend between 20° and 160°, which shows the limb's plane"
  static let needsVertical = "needs the vertical: gravity, else that of a level camera"
  static let needsHeading =
    needsVertical + "; not within 15° of straight to the side, nor lying on the side"
  static let notAside =
    "not where the one is turned sideways against the other by 75° or more"

  static let least15 = sin(15 * Double.pi / 180)
  private static let least20 = sin(20 * Double.pi / 180)

  // MARK: Angles of both sides

  /// An angle that exists on both sides; written for the left.
  private struct Kind {
    var name: String
    var dialect = AngleDialect.clinical
    var summary: String
    var zero: String
    var positive: String
    var formulaText: String
    var reference: String
    var observability: String
    var segments: [BodySegment]
    var openSim: String?
    var gait2392Sign = 1.0
    var sports2d: String?
    var formula: AngleFormula
    /// The sign on the left; on the right it is the same unless `isMirrored`.
    var sign = 1.0
    var isMirrored = false
    var offset = 0.0

    func definition(isLeft: Bool) -> AngleDefinition {
      let (side, letter) = isLeft ? ("left", "l") : ("right", "r")
      var aliases: [Alias] = []
      if let openSim {
        let coordinate = "\(openSim)_\(letter)"
        aliases.append(Alias(dialect: .openSim, name: coordinate, sign: 1))
        aliases.append(
          Alias(
            dialect: .openSimGait2392, name: coordinate, sign: gait2392Sign,
            positive: gait2392Sign < 0 ? "overstretched; bent is negative, −180…0°" : nil))
      }
      if let sports2d {
        aliases.append(Alias(dialect: .sports2d, name: "\(side) \(sports2d)", sign: 1))
      }
      return AngleDefinition(
        name: side + name, dialect: dialect, summary: summary, zero: zero, positive: positive,
        formulaText: formulaText, reference: reference, observability: observability,
        segments: isLeft ? segments : segments.map(\.mirrored), aliases: aliases,
        formula: isLeft ? formula : formula.mirrored,
        sign: isMirrored && !isLeft ? -sign : sign, offset: offset)
    }
  }

  private static let thigh = AngleFormula.Bone(.leftHip, .leftKnee)
  private static let shank = AngleFormula.Bone(.leftKnee, .leftAnkle)
  private static let upperArm = AngleFormula.Bone(.leftShoulder, .leftElbow)
  private static let forearm = AngleFormula.Bone(.leftElbow, .leftWrist)
  private static let leg = AngleFormula.Limb(
    first: thigh, second: shank, isLeg: true, isLeft: true)
  private static let arm = AngleFormula.Limb(
    first: upperArm, second: forearm, isLeg: false, isLeft: true)
  private static let foot = AngleFormula.Bone(.leftHeel, .leftToe)
  static let trunk = AngleFormula.Bone(.root, .centerShoulder)
  private static let trunkDown = AngleFormula.Bone(.centerShoulder, .root)
  private static let flank = AngleFormula.Bone(.leftHip, .leftShoulder)
  private static let flankDown = AngleFormula.Bone(.leftShoulder, .leftHip)

  private static func sagittal(
    _ bone: AngleFormula.Bone, _ frame: BodyFrame
  ) -> AngleFormula {
    .planar(bone, frame, from: .down, to: .front, least: least15)
  }

  private static let sided: [Kind] = [elbow, knee, hip, shoulder, inclinations].flatMap { $0 }

  private static let elbow: [Kind] = [
    Kind(
      name: "ElbowFlexion", summary: "between upper arm and forearm", zero: "arm straight",
      positive: "bent; \(unsigned)", formulaText: "∠(E − S, W − E)", reference: elbowCoordinates,
      observability: always, segments: [.leftUpperArm, .leftForearm], openSim: "elbow_flex",
      sports2d: "elbow", formula: .between(upperArm, forearm)),
    Kind(
      name: "ElbowIncluded", dialect: .fitness, summary: "between upper arm and forearm",
      zero: "folded; arm straight = 180°", positive: "opened", formulaText: "180° − ElbowFlexion",
      reference: fitnessApps, observability: always, segments: [.leftUpperArm, .leftForearm],
      formula: .between(upperArm, forearm), sign: -1, offset: .pi),
  ]

  private static let knee: [Kind] = [
    Kind(
      name: "KneeFlexion", summary: "between thigh and shank", zero: "leg straight",
      positive: "bent; \(unsigned): an overstretched knee reads like a bent one",
      formulaText: "∠(K − H, A − K)", reference: kneeCoordinates, observability: always,
      segments: [.leftThigh, .leftShank], openSim: "knee_angle", gait2392Sign: -1,
      sports2d: "knee", formula: .between(thigh, shank)),
    Kind(
      name: "KneeIncluded", dialect: .fitness, summary: "between thigh and shank",
      zero: "folded; leg straight = 180°", positive: "opened", formulaText: "180° − KneeFlexion",
      reference: fitnessApps, observability: always, segments: [.leftThigh, .leftShank],
      formula: .between(thigh, shank), sign: -1, offset: .pi),
    Kind(
      name: "KneeFPPA",
      summary: "frontal-plane projection angle of the knee: thigh and shank seen from the front, "
        + "across the hips' line and the line from hip to ankle",
      zero: "hip, knee and ankle in line, seen from the front",
      positive: "knee towards the other leg (valgus)",
      formulaText: "angle of K − H and A − K projected along n(h × (A − H))",
      reference: "after Willson & Davis 2008, in the leg's own plane instead of the image's",
      observability: "not where thigh or shank points at the viewer",
      segments: [.leftThigh, .leftShank], formula: .frontalProjection(thigh, shank), sign: -1,
      isMirrored: true),
    Kind(
      name: "AnkleDorsiflexion", summary: "between shank and foot (heel to toe)",
      zero: "foot at a right angle to the shank", positive: "toes towards the shin",
      formulaText: "90° − ∠(K − A, toe − heel)", reference: "Sports2D (Pagnon & Kim 2024)",
      observability: "needs foot points: heel and toe", segments: [.leftShank, .leftFoot],
      openSim: "ankle_angle", sports2d: "ankle",
      formula: .between(AngleFormula.Bone(.leftAnkle, .leftKnee), foot), sign: -1,
      offset: .pi / 2),
  ]

  private static let hip: [Kind] = [
    Kind(
      name: "HipFlexion", summary: "thigh in the sagittal plane of the pelvis", zero: standing,
      positive: "thigh forward", formulaText: "pelvis: atan2(d·z, −d·y)",
      reference: hipCoordinates, observability: "not within 15° of straight out to the side",
      segments: [.pelvis, .leftThigh], openSim: "hip_flexion", formula: sagittal(thigh, .pelvis)),
    Kind(
      name: "HipIncluded", dialect: .fitness,
      summary: "180° less the flexion of the thigh in the sagittal plane of the pelvis",
      zero: "thigh against the trunk; standing = 180°", positive: "opened",
      formulaText: "180° − HipFlexion", reference: hipCoordinates,
      observability: "not within 15° of straight out to the side", segments: [.pelvis, .leftThigh],
      formula: sagittal(thigh, .pelvis), sign: -1, offset: .pi),
    Kind(
      name: "HipAdduction", summary: "thigh out of the sagittal plane of the pelvis",
      zero: "thigh in that plane", positive: "towards the midline; abduction is negative",
      formulaText: "pelvis: −asin(d·out)", reference: hipCoordinates, observability: always,
      segments: [.pelvis, .leftThigh], openSim: "hip_adduction",
      formula: .elevation(thigh, .pelvis, normal: .right)),
    Kind(
      name: "HipRotation", summary: "turn of the thigh about itself, shown by the bent knee",
      zero: "knee bends straight back", positive: "internal: the knee turns towards the midline",
      formulaText: "pelvis: atan2(−R₃₁, R₃₃) of pelvisᵀ · thigh; left: negated",
      reference: hipCoordinates,
      observability: needsBend + "; not within 15° of straight out to the side",
      segments: [.pelvis, .leftThigh], openSim: "hip_rotation",
      formula: .axial(leg, .pelvis, .zxy, limit: .pi / 2)),
    Kind(
      name: "HipFlexion3D", summary: "between thigh and the line of the trunk, in space",
      zero: "thigh in line with the trunk", positive: unsigned, formulaText: "∠(O − C, K − H)",
      reference: "Sports2D's hip in space (Pagnon & Kim 2024)", observability: always,
      segments: [.pelvis, .thorax, .leftThigh],
      formula: .between(trunkDown, thigh)),
    Kind(
      name: "HipFlexionSagittal",
      summary: "thigh against the line of the trunk, in the sagittal plane of trunk and hips",
      zero: "thigh in line with the trunk", positive: "thigh forward",
      formulaText: "trunk with the hips' axis: atan2(d·z, −d·y)", reference: sports2d,
      observability: "not within 15° of straight out to the side",
      segments: [.pelvis, .thorax, .leftThigh], sports2d: "hip",
      formula: sagittal(thigh, .trunkAtHips)),
    Kind(
      name: "ShoulderHipKnee", dialect: .fitness, summary: "at the hip, from shoulder to knee",
      zero: "folded; standing about 180°", positive: "opened; \(unsigned)",
      formulaText: "∠(S − H, K − H)", reference: fitnessApps, observability: always,
      segments: [.thorax, .leftThigh], formula: .between(flank, thigh)),
  ]

  private static let shoulder: [Kind] = [
    Kind(
      name: "ShoulderFlexion", summary: "upper arm in the sagittal plane of the thorax",
      zero: standing, positive: "arm forward; overhead = 180°",
      formulaText: "thorax: atan2(d·z, −d·y)", reference: armCoordinates,
      observability: "not within 15° of straight out to the side",
      segments: [.thorax, .leftUpperArm], openSim: "arm_flex", formula: sagittal(upperArm, .thorax)),
    Kind(
      name: "ShoulderIncluded", dialect: .fitness,
      summary: "180° less the flexion of the upper arm in the sagittal plane of the thorax",
      zero: "arm overhead; hanging = 180°", positive: "lowered",
      formulaText: "180° − ShoulderFlexion", reference: armCoordinates,
      observability: "not within 15° of straight out to the side",
      segments: [.thorax, .leftUpperArm], formula: sagittal(upperArm, .thorax), sign: -1,
      offset: .pi),
    Kind(
      name: "ShoulderAbduction", summary: "upper arm in the frontal plane of the thorax",
      zero: standing, positive: "arm away from the midline; overhead = 180°",
      formulaText: "thorax: atan2(d·out, −d·y)",
      reference: "goniometry: projection on the frontal plane of the thorax (Norkin & White 2016)",
      observability: "not within 15° of straight forward or back",
      segments: [.thorax, .leftUpperArm],
      formula: .planar(upperArm, .thorax, from: .down, to: .left, least: least15)),
    Kind(
      name: "ShoulderAdduction", summary: "upper arm out of the sagittal plane of the thorax",
      zero: "arm in that plane", positive: "towards the midline; abduction is negative",
      formulaText: "thorax: −asin(d·out)", reference: armCoordinates, observability: always,
      segments: [.thorax, .leftUpperArm], openSim: "arm_add",
      formula: .elevation(upperArm, .thorax, normal: .right)),
    Kind(
      name: "ShoulderRotation",
      summary: "turn of the upper arm about itself, shown by the bent elbow",
      zero: "elbow bends straight forward", positive: "internal: the forearm turns to the midline",
      formulaText: "thorax: atan2(−R₃₁, R₃₃) of thoraxᵀ · upper arm; left: negated",
      reference: armCoordinates,
      observability: needsBend + "; not within 15° of straight out to the side",
      segments: [.thorax, .leftUpperArm], openSim: "arm_rot",
      formula: .axial(arm, .thorax, .zxy, limit: .pi)),
    Kind(
      name: "ShoulderElevation", summary: "between upper arm and the line of the trunk, in space",
      zero: "arm in line with the trunk", positive: "\(unsigned); overhead = 180°",
      formulaText: "∠(O − C, E − S)", reference: goniometer, observability: always,
      segments: [.pelvis, .thorax, .leftUpperArm], formula: .between(trunkDown, upperArm)),
    Kind(
      name: "ShoulderFlexionSagittal",
      summary:
        "upper arm against the line of the trunk, in the sagittal plane of trunk and shoulders",
      zero: "arm in line with the trunk", positive: "arm forward; overhead = 180°",
      formulaText: "trunk with the shoulders' axis: atan2(d·z, −d·y)", reference: sports2d,
      observability: "not within 15° of straight out to the side",
      segments: [.pelvis, .thorax, .leftUpperArm], sports2d: "shoulder",
      formula: sagittal(upperArm, .trunkAtShoulders)),
    Kind(
      name: "ShoulderPlaneOfElevation",
      summary: "the vertical plane of the thorax in which the arm is raised",
      zero: "straight to the side (abduction)", positive: "forward: flexion = 90°",
      formulaText: "thorax: atan2(d·z, d·out)", reference: thoracohumeral,
      observability: "needs an elevation between 20° and 160°",
      segments: [.thorax, .leftUpperArm],
      formula: .planar(upperArm, .thorax, from: .left, to: .front, least: least20)),
    Kind(
      name: "ThoracohumeralElevation", summary: "between upper arm and the thorax's long axis",
      zero: standing, positive: "\(unsigned); overhead = 180° (ISB's own angle is the negative)",
      formulaText: "thorax: ∠(d, −y)", reference: thoracohumeral, observability: always,
      segments: [.thorax, .leftUpperArm], formula: .toAxis(upperArm, .thorax, .down)),
    Kind(
      name: "ThoracohumeralRotation",
      summary:
        "turn of the upper arm about itself after plane and elevation, shown by the bent elbow",
      zero: "arm out to the side, forearm forward",
      positive: "internal: the forearm turns down from there",
      formulaText: "thorax: atan2(−R₂₁, R₂₃) of thoraxᵀ · upper arm; left: atan2(−R₂₁, −R₂₃)",
      reference: thoracohumeral,
      observability: needsBend + " and an elevation between 20° and 160°",
      segments: [.thorax, .leftUpperArm],
      formula: .axial(arm, .thorax, .yxy, limit: .pi)),
    Kind(
      name: "HipShoulderElbow", dialect: .fitness, summary: "at the shoulder, from hip to elbow",
      zero: "arm along the trunk", positive: "raised; \(unsigned)",
      formulaText: "∠(H − S, E − S)", reference: fitnessApps, observability: always,
      segments: [.thorax, .leftUpperArm], formula: .between(flankDown, upperArm)),
  ]

  private static func inclination(
    _ name: String, _ summary: String, _ text: String, _ segment: BodySegment, sports2d: String,
    _ bone: AngleFormula.Bone
  ) -> Kind {
    Kind(
      name: name, summary: "\(summary), against the horizontal in the person's sagittal plane",
      zero: "pointing straight forward", positive: "upwards; hanging = −90°",
      formulaText: "heading: atan2(v·y, v·z), v = \(text)", reference: Self.sports2d,
      observability: (segment == .leftFoot ? "needs foot points: heel and toe; " : "")
        + needsHeading,
      segments: [segment], sports2d: sports2d,
      formula: .planar(bone, .heading, from: .front, to: .up, least: least15))
  }

  private static let inclinations: [Kind] = [
    inclination("ThighInclination", "hip to knee", "K − H", .leftThigh, sports2d: "thigh", thigh),
    inclination("ShankInclination", "knee to ankle", "A − K", .leftShank, sports2d: "shank", shank),
    inclination("FootInclination", "heel to toe", "toe − heel", .leftFoot, sports2d: "foot", foot),
    inclination(
      "UpperArmInclination", "shoulder to elbow", "E − S", .leftUpperArm, sports2d: "arm", upperArm),
    inclination(
      "ForearmInclination", "elbow to wrist", "W − E", .leftForearm, sports2d: "forearm", forearm),
  ]
}
