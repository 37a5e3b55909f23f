internal import PoseDocuments
internal import Kinematics
internal import Pose3D

extension LiftingReport {
  /// The schema of the JSON document.
  package static let schema = "pose3d.liftingBenchmark/1"

  /// The report as JSON: millimetres, degrees and percent, rounded to 1e-6; the same report gives the
  /// same bytes. `version` is the program's; with `perCase` every case has a line.
  package func json(version: String, perCase: Bool = false) -> String {
    let joints = joints
    var members: [(String, JSONValue)] = [
      ("schema", .string(Self.schema)),
      ("generator", .object([("name", .string("pose3d")), ("version", .string(version))])),
      (
        "units",
        .object([
          ("length", .string("millimetre")), ("angle", .string("degree")),
          ("stature", .string("percent")),
        ])
      ),
      (
        "input",
        .object([
          ("2d", .string(benchmark.keypoints.rawValue)),
          ("depth", .string(benchmark.depth.rawValue)),
          ("gravity", .bool(benchmark.usesGravity)),
        ])
      ),
    ]
    members += Self.members(of: overall)
    members += [
      ("sigmaCoverage", .optional(joints.sigmaCoverage.map(JSONValue.number))),
      ("twoSigmaCoverage", .optional(joints.twoSigmaCoverage.map(JSONValue.number))),
      ("sigmaCoverageByAxis", .optional(joints.axisCoverage.map(JSONValue.numbers))),
      (
        "sigmaCoverageBySource",
        .object(
          Self.sources.map { source in
            let joints = self.source(source)
            let value = JSONValue.object([
              ("errors", .integer(joints.axisErrors)),
              ("coverage", .optional(joints.sigmaCoverage.map(JSONValue.number))),
              ("twoSigmaCoverage", .optional(joints.twoSigmaCoverage.map(JSONValue.number))),
              ("coverageByAxis", .optional(joints.axisCoverage.map(JSONValue.numbers))),
            ])
            return (source.rawValue, value)
          })
      ),
      ("visible", Self.value(of: visible)),
      ("hidden", Self.value(of: hidden)),
      ("byJoint", .object(Joint.allCases.map { ($0.name, Self.value(of: joint($0))) })),
      ("byView", .object(byView.map { ($0.name, .object(Self.members(of: $0.accuracy))) })),
      ("bySensor", .object(bySensor.map { ($0.name, .object(Self.members(of: $0.accuracy))) })),
      ("byAngle", .object(angles.map { ($0.name, Self.value(of: $0)) })),
      ("notFound", .integer(notFound.count)),
      ("depthNotUsed", .integer(depthNotUsed)),
      ("refused", .array(refused.map(Self.value))),
      ("skipped", .array(skipped.map(Self.value))),
    ]
    if perCase { members.append(("perCase", .array(lifted.map(Self.value)))) }
    return JSONValue.object(members).text
  }

  private static let sources: [JointSource] = [.depth, .lifted, .inferred]

  private static func members(of accuracy: LiftingAccuracy) -> [(String, JSONValue)] {
    let flexion = { (errors: LiftingAccuracy.Flexion?) in
      JSONValue.object([
        ("mean", .degrees(errors?.mean)), ("median", .degrees(errors?.median)),
      ])
    }
    return [
      ("cases", .integer(accuracy.count)),
      ("mpjpe", .millimetres(accuracy.mpjpe)),
      ("paMpjpe", .millimetres(accuracy.paMpjpe)),
      ("elbow", flexion(accuracy.elbow)),
      ("knee", flexion(accuracy.knee)),
      ("stature", .optional(accuracy.stature.map { .percent($0.error) })),
      ("statureBias", .optional(accuracy.stature.map { .percent($0.bias) })),
      ("statureCases", .integer(accuracy.stature?.count ?? 0)),
    ]
  }

  private static func value(of joints: JointAccuracy) -> JSONValue {
    .object([
      ("joints", .integer(joints.count)),
      ("error", .millimetres(joints.error)),
      ("sigmaCoverage", .optional(joints.sigmaCoverage.map(JSONValue.number))),
    ])
  }

  private static func value(of angle: AngleAccuracy) -> JSONValue {
    .object([
      ("measurable", .integer(angle.measurable)),
      ("measured", .integer(angle.measured)),
      ("mean", .degrees(angle.mean)),
      ("median", .degrees(angle.median)),
      ("ninetieth", .degrees(angle.ninetieth)),
      ("errorPerSigma", .optional(angle.errorPerSigma.map(JSONValue.number))),
      ("sigmaCoverage", .optional(angle.coverage.map { .number($0.one) })),
      ("twoSigmaCoverage", .optional(angle.coverage.map { .number($0.two) })),
    ])
  }

  private static func value(of skipped: EvaluationSet.Skipped) -> JSONValue {
    .object([("case", .string(skipped.name)), ("reason", .string(skipped.reason))])
  }

  private static func value(of lifted: LiftedCase) -> JSONValue {
    .object([
      ("case", .string(lifted.frame.name)),
      ("mpjpe", .millimetres(lifted.errors.mean)),
      ("paMpjpe", .millimetres(lifted.errors.aligned)),
      ("elbow", .degrees(lifted.errors.elbows.mean)),
      ("knee", .degrees(lifted.errors.knees.mean)),
      ("stature", .optional(lifted.statureError.map { .percent($0) })),
      ("depthUsed", .bool(lifted.pose.depthUse == .used)),
    ])
  }
}

extension JSONValue {
  /// Metres as millimetres.
  fileprivate static func millimetres(_ metres: Double?) -> JSONValue {
    .optional(metres.map { .number(1000 * $0) })
  }

  /// Radians as degrees.
  fileprivate static func degrees(_ radians: Double?) -> JSONValue {
    .optional(radians.map { .number($0 * 180 / .pi) })
  }

  fileprivate static func percent(_ share: Double) -> JSONValue { .number(100 * share) }
}
