package import Kinematics
package import Pose3D

/// The results of a set of cases.
public struct LiftingReport: Sendable {
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
  public var overall: LiftingAccuracy { LiftingAccuracy(of: lifted) }

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
