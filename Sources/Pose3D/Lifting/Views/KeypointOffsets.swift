public import Kinematics
public import PoseGeometry

/// The offsets of BlazePose's keypoints from the joints' centres on a body.
///
/// One camera doesn't see how far before or behind a joint its keypoint is; several do. The places were
/// fitted to the keypoints of 13,900 rendered people whose joints are known exactly (`Training/marks.py`): a
/// vector from each joint to its keypoint along axes of the body that turn with it, robust least squares over
/// the places in the picture.
///
/// Shoulders and elbows have half of what was fitted. On a real man the triangulated upper arms have the
/// usual length without an offset, and by the whole one his elbows were 5 to 8° more bent than the
/// triangulation. Rendered elbows are as near with the half (docs/research/accuracy.md).
enum KeypointOffsets {
  /// The vectors from joints to keypoints of a body, in metres; zero where they are the same.
  static func offsets(_ p: PerJoint<Vector3>, stature: Double) -> PerJoint<Vector3> {
    var offsets = PerJoint(repeating: Vector3.zero)
    let up = p[.centerShoulder] - p[.root]
    guard let pelvis = Axes(lateral: p[.leftHip] - p[.rightHip], up: up),
      let thorax = Axes(lateral: p[.leftShoulder] - p[.rightShoulder], up: up)
    else { return offsets }
    for side in Limbs.all {
      let out = { (axes: Axes) in axes.lateral * side.sign }
      let upperArm = direction(p, side.shoulder, side.elbow)
      let forearm = direction(p, side.elbow, side.wrist)
      let thigh = direction(p, side.hip, side.knee)
      let shank = direction(p, side.knee, side.ankle)
      var shoulder = out(thorax) * -0.0100 + thorax.up * 0.0078
      shoulder += thorax.forward * -0.0039 + upperArm * -0.0056
      offsets[side.shoulder] = shoulder * armShare
      let elbow = upperArm * -0.0172 + forearm * 0.0045 + out(thorax) * -0.0038
      offsets[side.elbow] = elbow * armShare
      offsets[side.wrist] = forearm * -0.0029 + out(thorax) * -0.0046 + thorax.forward * 0.0018
      var hip = out(pelvis) * -0.0117 + pelvis.up * 0.0159
      hip += pelvis.forward * 0.0073 + thigh * 0.0225
      offsets[side.hip] = hip
      var knee = thigh * -0.0097 + shank * 0.0047
      knee += out(pelvis) * -0.0048 + pelvis.forward * 0.0020
      offsets[side.knee] = knee
      offsets[side.ankle] = shank * -0.0190 + out(pelvis) * -0.0016
    }
    return offsets.map { $0 * stature }
  }

  /// The share of the fitted offsets that shoulders and elbows have; chosen.
  private static let armShare = 0.5

  private static func direction(
    _ p: PerJoint<Vector3>, _ from: Joint, _ to: Joint
  ) -> Vector3 {
    (p[to] - p[from]).normalized ?? .zero
  }

  /// Axes that turn with the pelvis or the thorax.
  private struct Axes {
    /// To the person's left.
    let lateral: Vector3
    let up: Vector3
    let forward: Vector3

    init?(lateral: Vector3, up: Vector3) {
      guard let lateral = lateral.normalized,
        let up = (up - lateral * lateral.dot(up)).normalized
      else { return nil }
      (self.lateral, self.up, forward) = (lateral, up, lateral.cross(up))
    }
  }

  /// The limbs of one side.
  private struct Limbs {
    /// 1 on the left: what is outwards along the axis to the left.
    let sign: Double
    let shoulder, elbow, wrist, hip, knee, ankle: Joint

    static let all = [
      Limbs(
        sign: 1, shoulder: .leftShoulder, elbow: .leftElbow, wrist: .leftWrist, hip: .leftHip,
        knee: .leftKnee, ankle: .leftAnkle),
      Limbs(
        sign: -1, shoulder: .rightShoulder, elbow: .rightElbow, wrist: .rightWrist, hip: .rightHip,
        knee: .rightKnee, ankle: .rightAnkle),
    ]
  }
}

extension BodyEstimate {
  /// BlazePose's marks of the joints, in metres in the body's frame: on the skin or in the clothes
  /// beside some joints' centres, the centres themselves for the rest. A camera's keypoints are the
  /// projections of these marks.
  public var keypointMarks: PerJoint<Vector3> {
    let offsets = KeypointOffsets.offsets(positions, stature: stature.metres)
    return PerJoint { positions[$0] + offsets[$0] }
  }
}

/// The measured errors of joints that several cameras show: the factors on the solver's standard
/// deviations.
///
/// The solver takes the errors of keypoints in the views as independent; the detector marks a joint amiss in the
/// same way in all of them. Measured on ten rendered takes of four cameras, of people that the network was not
/// trained with, by every pair and triple and by all four: with these factors 68 % of the errors along the axes of
/// the covariances lie within one standard deviation and 91 % within two.
///
/// Since the network's prediction counts once for all views, the knees' factors are larger by 0.2, by six further
/// takes and by marker trials: 71 % lie within one standard deviation and 89 to 92 % within two.
enum ViewErrorModel {
  /// The factor of a joint that so many cameras have seen.
  static func factor(of joint: Joint, seenBy count: Int, withDepth: Bool) -> Double {
    let (several, one) = factors(of: joint)
    return (count > 1 ? several : one) * (withDepth ? depth : 1)
  }

  /// The factor on all sigmas if depth maps contribute, whose errors at a limb are alike in all
  /// views: from six rendered takes with two kinds of depth camera, as above.
  static let depth = 1.1

  /// The factor of the logarithm of stature.
  static let stature = 1.45

  /// Of joints that two cameras or more have seen, and of those that one or none has.
  private static func factors(of joint: Joint) -> (several: Double, one: Double) {
    switch JointErrorModel.Group(joint) {
    case .root: (1.9, 2.3)
    case .hips: (1.15, 1.35)
    case .knees: (1.6, 1.85)
    case .ankles: (1.3, 1.45)
    case .spine: (0.9, 1.35)
    case .centerShoulder: (1.65, 2.0)
    case .head: (1.05, 1.3)
    case .shoulders: (1.8, 2.1)
    case .elbows: (2.0, 2.4)
    case .wrists: (1.55, 2.0)
    }
  }
}
