internal import Kinematics
public import PoseMotion
internal import Pose3D

extension PoseObservation {
  /// A person from a file of 3D joints: as they were measured, if this program's sequence has that.
  ///
  /// - Parameters:
  ///   - person: the person in the file.
  ///   - asIs: whether to take them as they stand there instead, repaired and smoothed.
  public init(_ person: SkeletonFile.Person, asIs: Bool = false) {
    self.init(
      asIs ? person.body : person.measured ?? person.body, id: person.id,
      confidence: person.confidence ?? 1)
  }
}
