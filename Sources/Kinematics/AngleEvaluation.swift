import PoseSystem
internal import PoseGeometry

/// The angles of one skeleton: frames are fitted once, and every angle is computed with its slope,
/// the gradient with respect to all points, from which its sigma follows to first order.
///
/// An angle doesn't change when the whole skeleton is turned. The gradient with respect to a turn of
/// the frame in which it is measured is therefore the opposite of what its vectors exert,
/// −Σ v × ∂θ/∂v: no formula needs a derivative of its own for the frame.
struct AngleEvaluation {
  /// The angle, or why there is none.
  enum Outcome: Equatable {
    case value(Double)
    case absent(JointAngle.Reason)
  }

  /// The dependence of a frame's turn on the points that decide it.
  private enum Support {
    /// It is given.
    case fixed
    case twoVectors(TwoVectorFrame)
    /// Two vectors of which the first is given.
    case fixedAxis(TwoVectorFrame)
    case fitted(ThoraxFit)
  }

  /// The joints and the feet's points, NaN where there is none.
  let points: [Vector3]
  /// The axes of every `BodyFrame`, their supports, and why there are none; where there are none,
  /// the axes are of no use.
  private(set) var rotations: [Rotation] = []
  private var supports: [Support] = []
  private(set) var absences: [JointAngle.Reason?] = []
  /// Each point's covariance; `nil` when unknown: then no gradient is computed.
  private let covariances: PerJoint<SymmetricMatrix3>?
  /// The symmetric root of each point's covariance, as far as it was asked for.
  private var roots: [SymmetricMatrix3?] = []
  private let correlation: JointCorrelation
  private let inferred: UInt32
  /// The points that are means, with what they are means of.
  private let means: [(point: Int, sources: [(point: Int, weight: Double)])]
  /// The gradient of the current angle, and the points in which it isn't zero, one bit each.
  private var gradient: [Vector3]
  private var touched: UInt32 = 0
  /// The gradient of the current angle with respect to a small turn of the vertical.
  private var verticalTorque = Vector3.zero
  /// The vertical, where it is known.
  private let world: WorldAxes?
  private let headingSigma: Double
  /// The joints' shares of the current angle's variance: root of the covariance times slope.
  private var weighted: [(joint: Int, share: Vector3)] = []

  init(_ skeleton: Skeleton) {
    let p = skeleton.positions
    let nowhere = Vector3(repeating: .nan)
    points =
      Joint.allCases.map { p[$0] } + [
        skeleton.leftFoot?.heel ?? nowhere, skeleton.leftFoot?.toe ?? nowhere,
        skeleton.rightFoot?.heel ?? nowhere, skeleton.rightFoot?.toe ?? nowhere,
      ]
    covariances = skeleton.covariances
    roots = covariances == nil ? [] : Self.roots(of: skeleton)
    correlation = skeleton.correlation
    gradient = [Vector3](repeating: .zero, count: AngleFormula.Point.count)
    world = skeleton.world
    headingSigma = skeleton.headingSigma
    inferred = skeleton.inferred.reduce(0) { $0 | (1 << UInt32($1.rawValue)) }
    // In the joints' order: a dictionary's own would change the last digits from run to run.
    means = skeleton.means.isEmpty ? [] : Self.means(of: skeleton)
    rotations.reserveCapacity(BodyFrame.allCases.count)
    supports.reserveCapacity(BodyFrame.allCases.count)
    absences.reserveCapacity(BodyFrame.allCases.count)
    for frame in BodyFrame.allCases { place(frame, of: p, world: skeleton.world) }
    for frame in BodyFrame.allCases where frame.isUnseen(inferred: skeleton.inferred) {
      absences[frame.rawValue] = .jointInferred
    }
  }

  /// Appends a frame's axes.
  private mutating func place(_ frame: BodyFrame, of p: PerJoint<Vector3>, world: WorldAxes?) {
    let hips = p[.leftHip] - p[.rightHip]
    let trunk = p[.centerShoulder] - p[.root]
    switch frame {
    case .pelvis:
      guard let axes = TwoVectorFrame(hips, p[.spine] - p[.root]) else { break }
      return place(Rotation(trusted: axes.p, axes.q, axes.r), .twoVectors(axes))
    case .thorax:
      guard let fit = ThoraxFit(p) else { break }
      return place(fit.rotation, .fitted(fit))
    case .trunkAtHips, .trunkAtShoulders:
      let left = frame == .trunkAtHips ? hips : p[.leftShoulder] - p[.rightShoulder]
      guard let axes = TwoVectorFrame(trunk, left) else { break }
      return place(Rotation(trusted: axes.q, axes.p, -axes.r), .twoVectors(axes))
    case .heading:
      guard let up = world?.up, hips.length > BodyFrame.minimumLength else { break }
      let isLying = (hips - up * hips.dot(up)).length < Self.minimumProjection * hips.length
      guard !isLying else { return place(.identity, .fixed, absence: .gimbalLock) }
      guard let axes = TwoVectorFrame(up, hips) else { break }
      return place(Rotation(trusted: axes.q, axes.p, -axes.r), .fixedAxis(axes))
    case .world:
      guard let world else { break }
      return place(world.axes, .fixed)
    }
    place(.identity, .fixed, absence: .unobservable)
  }

  private mutating func place(
    _ rotation: Rotation, _ support: Support, absence: JointAngle.Reason? = nil
  ) {
    rotations.append(rotation)
    supports.append(support)
    absences.append(absence)
  }

  private static func means(
    of skeleton: Skeleton
  ) -> [(point: Int, sources: [(point: Int, weight: Double)])] {
    Joint.allCases.compactMap { joint in
      guard let weights = skeleton.means[joint] else { return nil }
      return (
        joint.rawValue,
        Joint.allCases.compactMap { source in weights[source].map { (source.rawValue, $0) } }
      )
    }
  }

  /// The roots of the feet's points; the joints' are computed later.
  private static func roots(of skeleton: Skeleton) -> [SymmetricMatrix3?] {
    var roots = [SymmetricMatrix3?](repeating: nil, count: Joint.allCases.count)
    for foot in [skeleton.leftFoot, skeleton.rightFoot] {
      // A foot without a sigma has angles without one.
      let sigma = foot.map { $0.sigma ?? .infinity } ?? 0
      let root = SymmetricMatrix3(diagonal: Vector3(repeating: sigma))
      roots += [root, root]
    }
    return roots
  }

  /// Whether the joints' errors are known, and so the angles'.
  var hasSigmas: Bool { covariances != nil }

  /// The symmetric root of a point's covariance.
  private mutating func root(_ point: Int, of covariances: PerJoint<SymmetricMatrix3>)
    -> SymmetricMatrix3
  {
    if let root = roots[point] { return root }
    let root = covariances[Joint.allCases[point]].squareRoot
    roots[point] = root
    return root
  }

  /// The angle of a definition, or the reason why there is none.
  mutating func angle(_ definition: AngleDefinition) -> JointAngle {
    guard definition.limbMask & inferred == 0 else {
      return JointAngle(name: definition.name, reason: .jointInferred)
    }
    switch evaluate(definition.formula) {
    case .absent(let reason): return JointAngle(name: definition.name, reason: reason)
    case .value(let angle):
      let sigma = takeSigma()
      guard angle.isFinite else { return JointAngle(name: definition.name, reason: .unobservable) }
      return JointAngle(
        name: definition.name, value: definition.offset + definition.sign * angle, sigma: sigma)
    }
  }

  /// The sigma of the gradient that was gathered, which is cleared; `nil` when a sigma is unknown.
  private mutating func takeSigma() -> Double? {
    let ofVertical = verticalVariance
    verticalTorque = .zero
    guard let covariances else { return nil }
    for (point, sources) in means where touched & (1 << UInt32(point)) != 0 {
      let slope = gradient[point]
      gradient[point] = .zero
      for (source, weight) in sources {
        gradient[source] += slope * weight
        touched |= 1 << UInt32(source)
      }
    }
    var variance = ofVertical
    weighted.removeAll(keepingCapacity: true)
    while touched != 0 {
      let index = touched.trailingZeroBitCount
      touched &= touched - 1
      let slope = gradient[index]
      gradient[index] = .zero
      // A point that has no sigma but no influence either must not make the angle's unknown.
      guard slope != .zero else { continue }
      let own = root(index, of: covariances) * slope
      variance += own.dot(own)
      if correlation != .independent, index < Joint.allCases.count {
        for (other, shared) in weighted {
          variance += 2 * correlation[index, other] * own.dot(shared)
        }
        weighted.append((index, own))
      }
    }
    guard variance.isFinite else { return nil }
    return min(max(variance, 0).squareRoot(), .pi)
  }

  /// The variance that the vertical's adds to the current angle. A turn about the vertical changes the heading's zero,
  /// which is no error, unless the camera has turned since.
  private var verticalVariance: Double {
    guard let world else { return 0 }
    let pitch = verticalTorque.dot(world.up.cross(world.front)) * world.tiltSigma.pitch
    let roll = verticalTorque.dot(world.front) * world.tiltSigma.roll
    let heading = verticalTorque.dot(world.up) * headingSigma
    return pitch * pitch + roll * roll + heading * heading
  }

  // MARK: Vectors, axes and their slopes

  /// Below this share, sin 15°, of its length in the plane in which it is measured, a bone has no
  /// usable angle there.
  static let minimumProjection = sin(15 * Double.pi / 180)
  /// At this sine of the bend, 20°, or below, a limb shows no plane in which it is bent.
  static let minimumBend = sin(20 * Double.pi / 180)

  func vector(_ bone: AngleFormula.Bone) -> Vector3? {
    let vector = points[bone.to.index] - points[bone.from.index]
    let length = vector.length
    return length > BodyFrame.minimumLength && length.isFinite ? vector : nil
  }

  static func direction(_ axis: AngleFormula.Axis, of rotation: Rotation) -> Vector3 {
    switch axis {
    case .left: rotation.x
    case .right: -rotation.x
    case .up: rotation.y
    case .down: -rotation.y
    case .front: rotation.z
    }
  }

  /// ISB's axes X, Y, Z (0, 1, 2): front, up, right.
  static func isbAxis(_ index: Int, of rotation: Rotation) -> Vector3 {
    index == 0 ? rotation.z : index == 1 ? rotation.y : -rotation.x
  }

  /// Adds a gradient with respect to the vector between two points.
  mutating func push(_ slope: Vector3, from: Int, to: Int) {
    gradient[to] += slope
    gradient[from] -= slope
    touched |= 1 << UInt32(to) | 1 << UInt32(from)
  }

  mutating func push(_ slope: Vector3, to bone: AngleFormula.Bone) {
    push(slope, from: bone.from.index, to: bone.to.index)
  }

  mutating func push(_ slope: Vector3, from: Joint, to: Joint) {
    push(slope, from: from.rawValue, to: to.rawValue)
  }

  /// Adds a gradient with respect to a small turn of a frame.
  mutating func push(torque: Vector3, to frame: BodyFrame) {
    switch supports[frame.rawValue] {
    case .fixed:
      if frame == .world { verticalTorque += torque }
    case .fitted(let fit):
      let (u, v) = fit.gradients(torque: torque)
      push(u, from: .rightShoulder, to: .leftShoulder)
      push(v, from: .spine, to: .centerShoulder)
    case .fixedAxis(let axes):
      let (first, second) = axes.gradients(torque: torque)
      push(second, from: .rightHip, to: .leftHip)
      if let world { verticalTorque += world.up.cross(first) }
    case .twoVectors(let axes):
      let (first, second) = axes.gradients(torque: torque)
      switch frame {
      case .pelvis:
        push(first, from: .rightHip, to: .leftHip)
        push(second, from: .root, to: .spine)
      default:
        push(first, from: .root, to: .centerShoulder)
        if frame == .trunkAtHips {
          push(second, from: .rightHip, to: .leftHip)
        } else {
          push(second, from: .rightShoulder, to: .leftShoulder)
        }
      }
    }
  }
}
