internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The errors of some of the joints of several skeletons, and whether their sigmas were right.
package struct JointAccuracy: Sendable {
  /// A joint of a lifted case.
  struct Sample {
    let joint: Joint
    /// Less the true joint, both relative to the root, in metres.
    let offset: Vector3
    /// One standard deviation along each axis of the camera, in metres.
    let sigmas: Vector3
    let source: JointSource
  }

  /// The number of joints.
  package let count: Int
  /// Their mean distance from the true ones, relative to the root, in metres; `nil` of none. The
  /// root itself counts with its zero.
  package let error: Double?
  /// The number of errors along the three axes of which `sigmaCoverage` is a share: the root has
  /// none.
  package let axisErrors: Int
  /// The share, 0…1, of the errors along an axis of the camera that are within one stated sigma of that
  /// axis: 0.683 when the sigmas are right, more when they are too large; `nil` of none.
  package let sigmaCoverage: Double?
  /// The same for two sigmas: 0.954 when they are right.
  package let twoSigmaCoverage: Double?
  /// `sigmaCoverage` of x, y and z alone.
  package let axisCoverage: [Double]?

  init(of samples: [Sample]) {
    count = samples.count
    error = samples.map(\.offset.length).mean
    let errors = samples.filter { $0.joint != .root }
    var (one, two) = ([0, 0, 0], 0)
    for sample in errors {
      for axis in 0..<3 {
        let size = abs(sample.offset[axis])
        if size <= sample.sigmas[axis] { one[axis] += 1 }
        if size <= 2 * sample.sigmas[axis] { two += 1 }
      }
    }
    axisErrors = 3 * errors.count
    func share(_ count: Int, of all: Int) -> Double? {
      all == 0 ? nil : Double(count) / Double(all)
    }
    sigmaCoverage = share(one[0] + one[1] + one[2], of: axisErrors)
    twoSigmaCoverage = share(two, of: axisErrors)
    axisCoverage = errors.isEmpty ? nil : one.map { Double($0) / Double(errors.count) }
  }
}

extension LiftedCase {
  /// The joints with their errors.
  var samples: [JointAccuracy.Sample] {
    Joint.allCases.map { joint in
      JointAccuracy.Sample(
        joint: joint, offset: errors.offsets[joint],
        sigmas: pose.covariance(joint).diagonal.squareRoot(), source: pose.source(joint))
    }
  }
}

extension [Double] {
  /// The mean; `nil` of nothing.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
