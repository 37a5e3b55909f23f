internal import Kinematics
public import Motion
internal import Pose3D

extension PoseObservation {
  /// A person from a file of 3D joints: as they were measured, where a sequence of ours says that.
  ///
  /// - Parameter asIs: whether to take them as they stand there instead, repaired and smoothed.
  public init(_ person: SkeletonFile.Person, asIs: Bool = false) {
    let skeleton = person.skeleton
    guard let estimate = asIs ? person.estimate : person.measured ?? person.estimate else {
      self.init(
        id: person.id, positions: skeleton.positions, sigmas: skeleton.sigmas,
        sources: PerJoint { skeleton.inferred.contains($0) ? .inferred : .lifted },
        leftFoot: skeleton.leftFoot, rightFoot: skeleton.rightFoot)
      return
    }
    self.init(
      id: person.id, confidence: person.confidence ?? 1, positions: estimate.positions,
      sigmas: estimate.sigmas ?? skeleton.sigmas, sources: estimate.sources,
      leftFoot: estimate.leftFoot, rightFoot: estimate.rightFoot, bodyHeight: estimate.bodyHeight,
      bodyHeightSigma: estimate.bodyHeightSigma, heightEstimation: estimate.heightEstimation)
    // Where a gap was filled the joints count as known, though not as measured.
    if person.isFilled { sources = PerJoint(repeating: .lifted) }
  }
}
