internal import Geometry
internal import Kinematics
internal import Pose3D

/// The errors of some of the joints of several skeletons.
package struct JointAccuracy: Sendable {
  /// A joint of a lifted case.
  struct Sample {
    let joint: Joint
    /// Less the true joint, both relative to the root, in metres.
    let offset: Vector3
    let sigma: Double
    let source: JointSource
  }

  /// How many joints there are.
  package let count: Int
  /// Their mean distance from the true ones, relative to the root, in metres; `nil` of none. The
  /// root itself counts with its zero.
  package let error: Double?
  /// How many of their errors along the three axes `sigmaCoverage` is a share of: the root has none.
  package let axisErrors: Int
  /// The share, 0…1, of the errors along an axis of the camera that are within one stated sigma: 0.683
  /// when the sigmas are right, more when they are too large; `nil` of none.
  package let sigmaCoverage: Double?

  init(of samples: [Sample]) {
    count = samples.count
    error = samples.map(\.offset.length).mean
    var (errors, covered) = (0, 0)
    for sample in samples where sample.joint != .root {
      for axis in 0..<3 {
        errors += 1
        if abs(sample.offset[axis]) <= sample.sigma { covered += 1 }
      }
    }
    axisErrors = errors
    sigmaCoverage = errors == 0 ? nil : Double(covered) / Double(errors)
  }
}

extension LiftedCase {
  /// The joints with their errors.
  var samples: [JointAccuracy.Sample] {
    Joint.allCases.map { joint in
      JointAccuracy.Sample(
        joint: joint, offset: errors.offsets[joint], sigma: pose.sigma(joint),
        source: pose.source(joint))
    }
  }
}
