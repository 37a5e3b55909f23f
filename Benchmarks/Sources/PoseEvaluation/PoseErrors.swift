package import PoseGeometry
package import Kinematics
internal import PoseSystem

/// The errors of a skeleton against the true one.
package struct PoseErrors: Sendable {
  /// Every joint less the true one, both relative to their root, in metres along the axes of the
  /// frame that both are in; zero for the root.
  package let offsets: PerJoint<Vector3>
  /// The mean distance of the joints, in metres, that remains after the similarity (rotation,
  /// translation, scale) that brings the skeleton nearest to the true one: PA-MPJPE.
  package let aligned: Double
  /// Errors of the left and the right elbow's flexion, in radians, without sign.
  package let elbows: [Double]
  /// Errors of the left and the right knee's flexion, in the same unit.
  package let knees: [Double]

  /// The errors of joints against the true ones, both in metres in one frame; a true skeleton that is
  /// compared by its shape is scaled beforehand.
  package init(of positions: PerJoint<Vector3>, truth: PerJoint<Vector3>) {
    offsets = PerJoint { joint in
      (positions[joint] - positions[.root]) - (truth[joint] - truth[.root])
    }
    aligned = Self.alignedDistance(of: positions, to: truth)
    let errors = { (bends: [(Joint, Joint, Joint)]) in
      bends.map { abs(Self.flexion($0, of: positions) - Self.flexion($0, of: truth)) }
    }
    elbows = errors([
      (.leftShoulder, .leftElbow, .leftWrist), (.rightShoulder, .rightElbow, .rightWrist),
    ])
    knees = errors([(.leftHip, .leftKnee, .leftAnkle), (.rightHip, .rightKnee, .rightAnkle)])
  }

  /// The mean distance of the 17 joints relative to the root, in metres, the root's zero among them:
  /// MPJPE.
  package var mean: Double {
    Joint.allCases.reduce(0) { $0 + offsets[$1].length } / Double(Joint.allCases.count)
  }

  /// The angle between two bones that follow each other; 0 when they are in line.
  private static func flexion(
    _ joints: (Joint, Joint, Joint), of positions: PerJoint<Vector3>
  ) -> Double {
    let upper = positions[joints.1] - positions[joints.0]
    let lower = positions[joints.2] - positions[joints.1]
    return atan2(upper.cross(lower).length, upper.dot(lower))
  }

  /// Procrustes' fit: rotation by singular value decomposition, never a reflection, and the scale
  /// that belongs to it (Umeyama 1991, IEEE PAMI 13:376). Where the joints are all on one line no
  /// rotation is determined, and none is applied.
  private static func alignedDistance(
    of positions: PerJoint<Vector3>, to truth: PerJoint<Vector3>
  ) -> Double {
    let (source, target) = (centered(positions), centered(truth))
    let rotation = Rotation.fitting(source, to: target) ?? .identity
    let turned = source.map { rotation * $0 }
    let extent = turned.reduce(0) { $0 + $1.dot($1) }
    let scale = extent > 0 ? zip(turned, target).reduce(0) { $0 + $1.0.dot($1.1) } / extent : 1
    return zip(turned, target).reduce(0) { $0 + (scale * $1.0 - $1.1).length }
      / Double(target.count)
  }

  private static func centered(_ positions: PerJoint<Vector3>) -> [Vector3] {
    let points = Joint.allCases.map { positions[$0] }
    let mean = points.reduce(.zero, +) / Double(points.count)
    return points.map { $0 - mean }
  }
}
