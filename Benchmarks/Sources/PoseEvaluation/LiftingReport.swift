package import Kinematics
package import Pose3D
internal import PoseDocuments

/// The results of a set of cases.
package struct LiftingReport: Sendable {
  /// The inputs.
  package let benchmark: LiftingBenchmark
  /// The cases that were lifted, in their order.
  package internal(set) var lifted: [LiftedCase] = []
  /// The names of the images in which no person was found.
  package internal(set) var notFound: [String] = []
  /// Those that the lifter refused, and why.
  package internal(set) var refused: [EvaluationSet.Skipped] = []
  /// Those that were not tried, and why.
  package let skipped: [EvaluationSet.Skipped]

  init(benchmark: LiftingBenchmark, skipped: [EvaluationSet.Skipped]) {
    self.benchmark = benchmark
    self.skipped = skipped
  }

  /// A name and the accuracy of the cases that it stands for; "unknown" where a case doesn't say.
  package typealias Group = (name: String, accuracy: LiftingAccuracy)

  /// All cases together.
  package var overall: LiftingAccuracy { LiftingAccuracy(of: lifted) }

  /// The cases of each view, by name.
  package var byView: [Group] { groups(by: \.view) }

  /// The cases of each sensor, by name.
  package var bySensor: [Group] { groups(by: \.sensor) }

  /// The number of cases lifted without their depth map, which the lifter found unusable.
  package var depthNotUsed: Int {
    lifted.count { $0.pose.depthUse != .used && $0.pose.depthUse != .notGiven }
  }

  /// All joints together.
  package var joints: JointAccuracy { JointAccuracy(of: lifted.flatMap(\.samples)) }

  /// The joints that the camera sees.
  package var visible: JointAccuracy { joints { lifted, sample in lifted.isVisible(sample.joint) } }

  /// The joints that something hides, and those outside the picture.
  package var hidden: JointAccuracy { joints { lifted, sample in !lifted.isVisible(sample.joint) } }

  /// One joint of all cases.
  package func joint(_ joint: Joint) -> JointAccuracy { joints { $1.joint == joint } }

  /// The joints that came from one source.
  package func source(_ source: JointSource) -> JointAccuracy {
    joints { $1.source == source }
  }

  /// Every angle of the catalogue that the true joints show.
  package var angles: [AngleAccuracy] { AngleAccuracy.table(of: lifted) }

  private func joints(
    where isMeant: (LiftedCase, JointAccuracy.Sample) -> Bool
  ) -> JointAccuracy {
    JointAccuracy(
      of: lifted.flatMap { lifted in lifted.samples.filter { isMeant(lifted, $0) } })
  }

  private func groups(by key: KeyPath<EvaluationCase, String?>) -> [Group] {
    let groups = Dictionary(grouping: lifted) { $0.frame[keyPath: key] ?? "unknown" }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, LiftingAccuracy(of: $0.value)) }
  }
}

extension LiftedCase {
  fileprivate func isVisible(_ joint: Joint) -> Bool { frame.visibility[joint] == .visible }
}

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
