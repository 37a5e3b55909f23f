public import Imaging

/// Whether left and right are told apart.
extension Lifter {
  /// Whether arms and legs are told apart: the person is lifted once more with the keypoints of the arms
  /// exchanged, and once with those of the legs. Where the solver's residuals are no larger then, the
  /// picture doesn't show which is which. On rendered people a third of the legs that BlazePose has
  /// exchanged are found so, and one leg in ten that it hasn't.
  ///
  /// - Returns: `certain` for both where the keypoints show no body at all.
  public func sides(
    of pose: Pose2D, camera: Camera, depth: DepthMap? = nil
  ) -> LimbSides {
    guard let own = cost(of: pose, camera: camera, depth: depth) else {
      return LimbSides(arms: .certain, legs: .certain)
    }
    func certainty(_ keypoints: [Keypoint]) -> LimbSides.Certainty {
      let exchanged = pose.exchanging(keypoints)
      guard exchanged != pose,
        let other = cost(of: exchanged, camera: camera, depth: depth),
        // With a depth map there are more residuals than without.
        other.usesDepth == own.usesDepth
      else { return .certain }
      return other.value <= own.value ? .uncertain : .certain
    }
    return LimbSides(arms: certainty(Self.leftArm), legs: certainty(Self.leftLeg))
  }

  private static let leftArm: [Keypoint] = [
    .leftElbow, .leftWrist, .leftPinky, .leftIndex, .leftThumb,
  ]
  private static let leftLeg: [Keypoint] = [
    .leftHip, .leftKnee, .leftAnkle, .leftHeel, .leftToe, .leftSmallToe,
  ]

  private func cost(
    of pose: Pose2D, camera: Camera, depth: DepthMap?
  ) -> (value: Double, usesDepth: Bool)? {
    guard let setting = try? setting(of: pose, camera: camera, depth: depth).setting else {
      return nil
    }
    if let depth, case .success(let solution) = setting.solve(with: depth) {
      return (solution.cost, true)
    }
    return setting.solveWithoutDepth().map { ($0.cost, false) }
  }
}

extension Pose2D {
  /// The pose with keypoints, and what the detector says of them in 3D, exchanged with those of the
  /// other side.
  fileprivate func exchanging(_ keypoints: [Keypoint]) -> Pose2D {
    var pose = self
    for keypoint in keypoints {
      let other = keypoint.mirrored
      (pose.points[keypoint], pose.points[other]) = (points[other], points[keypoint])
      (pose.worldLandmarks[keypoint], pose.worldLandmarks[other]) = (
        worldLandmarks[other], worldLandmarks[keypoint]
      )
    }
    return pose
  }
}
