internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// The measured errors of the solver's joints: the factor on its standard deviations along each
/// axis of the camera. It depends on the source of the keypoints, the verdict of the depth map, and
/// the joint.
///
/// The solver takes its pieces of evidence as independent. They aren't: a detector's keypoints err
/// together, and the network's guess follows the keypoints that the solver weighs against it; joints
/// that the depth map doesn't confirm are on the wrong limb, or hidden. With these factors 68 % of the
/// errors lie within one standard deviation and 95 % within two, on rendered people that the network was
/// not trained with. `Training/calibrate.py` measures them and writes the tables.
struct JointErrorModel {
  /// The source of keypoints.
  enum Origin: Int, CaseIterable {
    /// BlazePose, whose keypoints the network was trained with.
    case blazePose
    /// `KeypointAccuracy.exact`.
    case exact
    /// Another detector whose keypoints are off by 1.2 % of the body's size.
    case precise
    /// Another detector whose keypoints are off by 3 % of the body's size.
    case detected
  }

  /// The depth map's verdict on a joint.
  enum Depth: Int, CaseIterable {
    /// There is none.
    case none
    /// It confirms the joint's place.
    case confirmed
    /// It doesn't.
    case unconfirmed
  }

  /// Joints that err alike.
  enum Group: Int, CaseIterable {
    case root, hips, knees, ankles, spine, centerShoulder, head, shoulders, elbows, wrists

    init(_ joint: Joint) {
      self =
        switch joint {
        case .root: .root
        case .leftHip, .rightHip: .hips
        case .leftKnee, .rightKnee: .knees
        case .leftAnkle, .rightAnkle: .ankles
        case .spine: .spine
        case .centerShoulder: .centerShoulder
        case .centerHead, .topHead: .head
        case .leftShoulder, .rightShoulder: .shoulders
        case .leftElbow, .rightElbow: .elbows
        case .leftWrist, .rightWrist: .wrists
        }
    }
  }

  /// The tables between which the factors lie, and how much the second counts.
  private let origins: (Origin, Origin, share: Double)

  /// The model for keypoints of a source and an accuracy; between the accuracies that were measured
  /// the factors' logarithms are interpolated by that of the accuracy.
  init(isBlazePose: Bool, accuracy: KeypointAccuracy) {
    if isBlazePose {
      origins = (.blazePose, .blazePose, 0)
      return
    }
    switch accuracy {
    case .exact: origins = (.exact, .exact, 0)
    case .detected(let sigma):
      let (precise, rough) = (log(0.012), log(0.03))
      let share = (log(max(sigma, 1e-6)) - precise) / (rough - precise)
      origins = (.precise, .detected, max(0, min(share, 1)))
    }
  }

  /// The factors of a joint along the camera's axes.
  func factors(of joint: Joint, _ depth: Depth) -> Vector3 {
    let (first, second, share) = origins
    let (a, b) = (
      Self.factors(first, depth, Group(joint)), Self.factors(second, depth, Group(joint))
    )
    guard share > 0 else { return a }
    func between(_ axis: Int) -> Double { a[axis] * pow(b[axis] / a[axis], share) }
    return Vector3(between(0), between(1), between(2))
  }

  /// The factor of the logarithm of stature.
  var stature: Double {
    let (a, b) = (Self.stature[origins.0.rawValue], Self.stature[origins.1.rawValue])
    return a * pow(b / a, origins.share)
  }

  private static func factors(_ origin: Origin, _ depth: Depth, _ group: Group) -> Vector3 {
    table[
      (origin.rawValue * Depth.allCases.count + depth.rawValue) * Group.allCases.count
        + group.rawValue]
  }
}

/// The accuracy of 2D keypoints, with one standard deviation of a keypoint whose source is sure of
/// it: a fraction of 2.6 times the keypoints' root mean square spread (two thirds of a standing
/// body's height).
public enum KeypointAccuracy: Sendable, Equatable {
  /// A detector found them, whose errors come together: a whole limb is marked too far out. 0.03 is
  /// BlazePose's error on rendered people, about 35 mm.
  case detected(sigma: Double = 0.03)
  /// Keypoints marked by hand, or rendered. Across the viewing ray they locate a joint better than
  /// the lifting network does, which then counts half there.
  case exact(sigma: Double = 0.004)

  /// The standard deviation.
  public var sigma: Double {
    switch self {
    case .detected(let sigma), .exact(let sigma): sigma
    }
  }

  /// Factor on the standard deviations that the network gives joints across the viewing ray.
  var lateralScale: Double {
    switch self {
    case .detected: 1
    case .exact: 2
    }
  }
}

/// The covariance of the solver's unknowns, by joints.
struct JointCovariances {
  /// Column-major, `PoseUnknowns.order` squared; the lower triangle counts.
  private let unknowns: [Double]

  /// The covariance that `DenseNormalEquations.covariance()` gives.
  init(unknowns: [Double]) { self.unknowns = unknowns }

  /// The covariance of two unknowns.
  subscript(_ a: Int, _ b: Int) -> Double {
    unknowns[min(a, b) * PoseUnknowns.order + max(a, b)]
  }

  /// The variance of the logarithm of stature.
  var logStatureVariance: Double {
    self[PoseUnknowns.logStature, PoseUnknowns.logStature]
  }

  /// The covariance of a joint's place relative to the root, in m²; for the root, of its own place.
  func relative(_ joint: Joint) -> SymmetricMatrix3 {
    let (first, root) = (3 * joint.rawValue, 3 * Joint.root.rawValue)
    func element(_ i: Int, _ k: Int) -> Double {
      let own = self[first + i, first + k]
      guard joint != .root else { return own }
      return own + self[root + i, root + k] - self[first + i, root + k]
        - self[root + i, first + k]
    }
    return SymmetricMatrix3(
      xx: max(element(0, 0), 0), xy: element(0, 1), xz: element(0, 2), yy: max(element(1, 1), 0),
      yz: element(1, 2), zz: max(element(2, 2), 0))
  }
}
