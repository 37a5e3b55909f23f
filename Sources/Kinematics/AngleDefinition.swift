#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One entry of the catalogue of joint angles: what is measured, from what, zero and sign.
public struct AngleDefinition: Sendable {
  /// The two ways in which joint angles are counted.
  public enum Dialect: String, Sendable {
    /// Flexion: a straight joint is 0°.
    case clinical
    /// 180° less the flexion: a straight joint is 180°.
    case fitness
  }

  /// How an angle is measured, and of which joints.
  enum Formula: Sendable {
    /// Angle between two successive segments: unsigned, 0…π.
    case hinge(Joint, Joint, Joint)
    /// Elevation of a limb in the sagittal plane of the pelvis.
    case sagittalOfPelvis(Joint, Joint)
    /// Elevation of a limb in the sagittal plane of the thorax.
    case sagittalOfThorax(Joint, Joint)

    /// The same angle on the other side of the body.
    var mirrored: Formula {
      switch self {
      case .hinge(let a, let b, let c): .hinge(a.mirrored, b.mirrored, c.mirrored)
      case .sagittalOfPelvis(let a, let b): .sagittalOfPelvis(a.mirrored, b.mirrored)
      case .sagittalOfThorax(let a, let b): .sagittalOfThorax(a.mirrored, b.mirrored)
      }
    }
  }

  /// The name in files, `leftElbowFlexion`.
  public let name: String
  /// Which way it is counted.
  public let dialect: Dialect
  /// What is measured, where it is zero and which way is positive, in a sentence.
  public let summary: String
  /// Where the formula comes from.
  public let reference: String
  let formula: Formula

  /// The joints whose places decide the angle.
  public var joints: [Joint] {
    switch formula {
    case .hinge(let a, let b, let c): [a, b, c]
    case .sagittalOfPelvis(let a, let b): [.root, .rightHip, .leftHip, .spine, a, b].uniqued
    case .sagittalOfThorax(let a, let b):
      [.spine, .centerShoulder, .rightShoulder, .leftShoulder, a, b].uniqued
    }
  }

  /// The joints of the limb itself: when one of them was not seen, the angle is not measured.
  public var limb: [Joint] {
    switch formula {
    case .hinge(let a, let b, let c): [a, b, c]
    case .sagittalOfPelvis(let a, let b), .sagittalOfThorax(let a, let b): [a, b]
    }
  }

  /// The angle of a skeleton in any frame of right-handed axes.
  ///
  /// - Parameters:
  ///   - positions: the joints in metres.
  ///   - sigmas: one standard deviation of each joint's place along each axis, in metres; taken as
  ///     independent, to first order, by central differences.
  ///   - inferred: the joints that were not seen.
  /// - Returns: the angle with its sigma, or the reason why it has none.
  public func measure(
    _ positions: PerJoint<Vector3>, sigmas: PerJoint<Double>, inferred: Set<Joint> = []
  ) -> JointAngle {
    guard inferred.isDisjoint(with: limb) else {
      return JointAngle(name: name, reason: .jointInferred)
    }
    switch value(positions) {
    case .failure(let absent): return JointAngle(name: name, reason: absent.reason)
    case .success(let angle):
      var variance = 0.0
      for joint in joints {
        for axis in 0..<3 {
          let slope = slope(at: positions, joint: joint, axis: axis)
          variance += slope * slope * sigmas[joint] * sigmas[joint]
        }
      }
      return JointAngle(name: name, value: angle, sigma: min(variance.squareRoot(), .pi))
    }
  }

  // MARK: Formulas

  /// A limb nearer than 15° to the axis about which it is measured has no usable angle there.
  private static let leastProjection = sin(15 * Double.pi / 180)

  private struct Absent: Error { let reason: JointAngle.Reason }

  private func value(_ p: PerJoint<Vector3>) -> Result<Double, Absent> {
    let flexion: Result<Double, Absent>
    switch formula {
    case .hinge(let a, let b, let c):
      flexion = Self.hinge(p[b] - p[a], p[c] - p[b])
    case .sagittalOfPelvis(let a, let b):
      flexion = Self.sagittal(p[b] - p[a], frame: SegmentFrames.pelvis(p))
    case .sagittalOfThorax(let a, let b):
      flexion = Self.sagittal(p[b] - p[a], frame: SegmentFrames.thorax(p))
    }
    return dialect == .clinical ? flexion : flexion.map { .pi - $0 }
  }

  /// κ = atan2(|d × s|, d · s), the angle by which the second segment turns away from the first;
  /// exact near 0 and π, where acos loses half the digits.
  private static func hinge(_ d: Vector3, _ s: Vector3) -> Result<Double, Absent> {
    guard d.normalized != nil, s.normalized != nil else {
      return .failure(Absent(reason: .unobservable))
    }
    return .success(atan2(d.cross(s).length, d.dot(s)))
  }

  /// α = atan2(d · X, −d · Y) with X to the front and Y up in the proximal segment.
  private static func sagittal(_ limb: Vector3, frame: Rotation?) -> Result<Double, Absent> {
    guard let frame, let d = limb.normalized else {
      return .failure(Absent(reason: .unobservable))
    }
    let (front, up) = (d.dot(frame.z), d.dot(frame.y))
    guard (front * front + up * up).squareRoot() > leastProjection else {
      return .failure(Absent(reason: .gimbalLock))
    }
    return .success(atan2(front, -up))
  }

  /// ∂angle/∂coordinate by a central difference over ±0.1 mm, in radians a metre; 0 where the angle
  /// can't be measured on one of the sides.
  private func slope(at positions: PerJoint<Vector3>, joint: Joint, axis: Int) -> Double {
    let step = 1e-4
    var (ahead, behind) = (positions, positions)
    ahead[joint][axis] += step
    behind[joint][axis] -= step
    guard case .success(let a) = value(ahead), case .success(let b) = value(behind) else {
      return 0
    }
    return remainder(a - b, 2 * .pi) / (2 * step)
  }
}

extension [Joint] {
  fileprivate var uniqued: [Joint] {
    var seen: Set<Joint> = []
    return filter { seen.insert($0).inserted }
  }
}
