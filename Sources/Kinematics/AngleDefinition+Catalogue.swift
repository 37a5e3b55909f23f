extension AngleDefinition {
  /// Every angle that is measured, in the order in which they are written.
  public static let catalogue: [AngleDefinition] = kinds.flatMap { kind in
    [("left", kind.left), ("right", kind.left.mirrored)].flatMap { side, formula in
      [
        AngleDefinition(
          name: "\(side)\(kind.name)Flexion", dialect: .clinical, summary: kind.flexion,
          reference: kind.reference, formula: formula),
        AngleDefinition(
          name: "\(side)\(kind.name)Included", dialect: .fitness, summary: kind.included,
          reference: kind.reference, formula: formula),
      ]
    }
  }

  /// An angle that exists on both sides, with its meaning in each dialect.
  private struct Kind {
    let name: String
    let left: Formula
    let reference: String
    let flexion: String
    let included: String
  }

  /// The hinge's and the hip's angle are the first of the joint coordinate system's; the shoulder's
  /// is that of the same sequence, as OpenSim's `arm_flex`, not of ISB's Y-X-Y for this joint.
  private static let jointCoordinates = "Grood & Suntay 1983; Wu et al. 2002 (ISB)"
  private static let shoulderFlexion = "Z-X-Y of the upper arm in the thorax, OpenSim's arm_flex"

  private static let kinds = [
    Kind(
      name: "Elbow", left: .hinge(.leftShoulder, .leftElbow, .leftWrist),
      reference: jointCoordinates,
      flexion: "between upper arm and forearm; 0 = straight, positive = bent",
      included: "between upper arm and forearm; 180 = straight"),
    Kind(
      name: "Knee", left: .hinge(.leftHip, .leftKnee, .leftAnkle), reference: jointCoordinates,
      flexion: "between thigh and shank; 0 = straight, positive = bent",
      included: "between thigh and shank; 180 = straight"),
    Kind(
      name: "Hip", left: .sagittalOfPelvis(.leftHip, .leftKnee), reference: jointCoordinates,
      flexion: "thigh in the sagittal plane of the pelvis; 0 = standing, positive = forward",
      included: "180 less the flexion of the thigh; 180 = standing, less = flexed"),
    Kind(
      name: "Shoulder", left: .sagittalOfThorax(.leftShoulder, .leftElbow),
      reference: shoulderFlexion,
      flexion: "upper arm in the sagittal plane of the thorax; 0 = hanging, positive = forward, "
        + "180 = overhead",
      included: "180 less the flexion of the upper arm; 180 = hanging, 0 = overhead"),
  ]
}
