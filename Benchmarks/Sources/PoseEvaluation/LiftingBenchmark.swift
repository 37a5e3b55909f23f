internal import Kinematics
package import Pose3D
package import PoseImaging

/// Lifts the people of a set of cases and compares them with the truth.
package struct LiftingBenchmark: Sendable {
  /// The choice of the 2D keypoints that are lifted. The raw value is their name on the command
  /// line.
  package enum Keypoints: String, CaseIterable, Sendable {
    /// The true ones inside the image, with confidence 1: 12 of the limbs, the top of the head and the nose.
    case exact
    /// The same with noise and outliers, as a detector might find them. The noise depends on the case's name and
    /// the keypoint alone.
    case noisy
    /// The keypoints that a detector finds in the colour image.
    case detected
  }

  /// The 2D keypoints.
  package let keypoints: Keypoints
  /// The depth map.
  package let depth: EvaluationCase.DepthSource
  /// Whether the lifter gets the direction of gravity, if a case has it.
  package let usesGravity: Bool

  /// A benchmark with these inputs.
  ///
  /// - Parameters:
  ///   - keypoints: the 2D keypoints that are lifted.
  ///   - depth: the depth map that the lifter gets; without one, the truth is scaled to a body of 1.8 m.
  ///   - usesGravity: whether the lifter gets the direction of gravity, if a case has it.
  package init(
    keypoints: Keypoints, depth: EvaluationCase.DepthSource, usesGravity: Bool = false
  ) {
    self.keypoints = keypoints
    self.depth = depth
    self.usesGravity = usesGravity
  }

  /// Lifts every case, one after the other. On one kind of processor the same set gives the same report.
  ///
  /// - Parameters:
  ///   - set: the cases.
  ///   - detect: finds the person in a colour picture, `nil` if there is none; needed for
  ///     `detected` and not called otherwise.
  ///   - progress: is called before each case with the number of those done.
  /// - Returns: the skeletons with their errors, and the cases without one.
  /// - Throws: a `FileError` for a file that is missing or can't be used, and what `detect`
  ///   throws. A person that the lifter refuses is no error but part of the report.
  package func report(
    on set: EvaluationSet, detect: ((ColorImage) throws -> Pose2D?)? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws -> LiftingReport {
    precondition(keypoints != .detected || detect != nil, "nothing to detect people with")
    var report = LiftingReport(benchmark: self, skipped: set.skipped)
    for (index, frame) in set.cases.enumerated() {
      progress(index)
      // Read first, so that a missing file is found whatever the picture shows.
      let map = try frame.depthMap(depth)
      guard let pose = try pose(in: frame, detect: detect) else {
        report.notFound.append(frame.name)
        continue
      }
      do throws(LiftingError) {
        let lifter = Lifter(options: options(for: frame))
        let lifted = try lifter.bodyPose(from: pose, camera: frame.camera, depth: map)
        report.lifted.append(LiftedCase(frame: frame, pose: lifted))
      } catch {
        report.refused.append(.init(name: frame.name, reason: error.description))
      }
    }
    return report
  }

  private func pose(
    in frame: EvaluationCase, detect: ((ColorImage) throws -> Pose2D?)?
  ) throws -> Pose2D? {
    switch keypoints {
    case .exact: frame.exactKeypoints
    case .noisy: frame.noisyKeypoints
    case .detected: try detect?(try frame.colorImage())
    }
  }

  /// The keypoints' sigma is the one with which the lifter is best, a detector's the default.
  private func options(for frame: EvaluationCase) -> Lifter.Options {
    var options = Lifter.Options()
    if usesGravity { options.gravity = frame.gravity }
    switch keypoints {
    case .exact: options.keypoints = .exact()
    case .noisy: options.keypoints = .detected(sigma: 0.012)
    case .detected: break
    }
    return options
  }
}

/// A case with the skeleton that was lifted from it.
package struct LiftedCase: Sendable {
  /// The case.
  package let frame: EvaluationCase
  /// The skeleton.
  package let pose: BodyPose
  /// Its errors: against the truth in metres when there was a depth map, whether or not the lifter
  /// used it; else against the truth scaled to Vision's reference of 1.8 m.
  package let errors: PoseErrors

  init(frame: EvaluationCase, pose: BodyPose) {
    self.frame = frame
    self.pose = pose
    let scale =
      pose.depthUse == .notGiven ? Anthropometry.referenceHeight / frame.stature : 1
    errors = PoseErrors(
      of: pose.body.positions, truth: frame.truth.map { scale * $0 })
  }

  /// Relative error of the stature, positive when it is too tall; `nil` when it wasn't measured.
  package var statureError: Double? {
    pose.heightEstimation == .measured ? pose.bodyHeight / frame.stature - 1 : nil
  }
}
