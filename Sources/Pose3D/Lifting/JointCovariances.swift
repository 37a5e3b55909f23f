internal import PoseGeometry
internal import Kinematics

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
