import PoseGeometry
import Kinematics
import Pose3D

/// Repairs frames in which left and right are swapped, of the body or of its legs or arms, or front
/// and back are turned over.
///
/// Over the whole clip the labelling of every frame is found that makes the motion smoothest at the
/// least number of repairs (Viterbi 1967): each joint is where its two frames before let expect it,
/// under a Student t so that a joint that jumps decides nothing; knees bend backwards, hips and
/// shoulders face alike, thighs and upper arms keep their lengths; what isn't as it came costs a
/// little for its time and more where it begins or ends. The sides that most frames came with are
/// never overruled: a clip that is swapped in most of its frames comes out swapped throughout. Across a gap of more than 0.3 s nothing is expected.
///
/// In a camera's frame depth is turned over along its z axis about the root: an image can't show
/// the difference. Elsewhere the axis is unknown, and is taken across the frontal plane of the
/// body. A person whose sides a 2D detector swapped comes out of a lifter facing the other way:
/// both swapped and turned over.
struct SideRepair {
  /// Whether the joints are in a camera's frame.
  var isInCameraFrame: Bool

  /// Seconds between two frames from which on the one tells nothing of the other.
  static let longestStep = 0.3

  /// The properties of a person that are the same in all frames.
  struct Body {
    /// The median lengths of the bones that hang on hips and shoulders, in metres.
    var thigh: Double
    var upperArm: Double
    /// Whether the joints are in a camera's frame.
    var isInCameraFrame: Bool
  }

  /// Repairs a person's frames.
  ///
  /// - Returns: the repairs, in the order of the frames; two entries of a frame in which sides were
  ///   swapped and depth was turned over.
  func repair(_ person: inout PersonMotion) -> [Repair] {
    let frames = person.states.indices.filter { person.states[$0] != nil }
    guard frames.count > 2 else { return [] }
    let body = Body(person, isInCameraFrame: isInCameraFrame)
    let labels = SideDecoder(person, frames: frames, body: body).labels()
    let measured = frames.compactMap { person.states[$0] }
    var repairs: [Repair] = []
    for (step, frame) in frames.enumerated() where labels[step] != .asIs {
      person.states[frame] = measured[step].corrected(labels[step], of: body)
      repairs += labels[step].repairs.map { kind, joints in
        Repair(
          frame: frame, time: person.times[frame], person: person.id, kind: kind, joints: joints)
      }
    }
    return repairs
  }
}

extension SideRepair.Body {
  init(_ person: PersonMotion, isInCameraFrame: Bool) {
    func median(_ bones: [(Joint, Joint)]) -> Double {
      let lengths = person.states.compactMap { state in
        state.map { state in
          bones.reduce(0) { $0 + (state.body.positions[$1.0] - state.body.positions[$1.1]).length }
            / Double(bones.count)
        }
      }
      return lengths.median ?? 0
    }
    self.init(
      thigh: median([(.leftHip, .leftKnee), (.rightHip, .rightKnee)]),
      upperArm: median([(.leftShoulder, .leftElbow), (.rightShoulder, .rightElbow)]),
      isInCameraFrame: isInCameraFrame)
  }

  /// The direction along which depth may be turned over; length 1.
  func depthAxis(_ positions: PerJoint<Vector3>) -> Vector3 {
    guard !isInCameraFrame else { return Vector3(0, 0, 1) }
    let lateral = positions[.leftHip] - positions[.rightHip]
    let up = positions[.centerShoulder] - positions[.root]
    return lateral.cross(up).normalized ?? Vector3(0, 0, 1)
  }

  /// Returns the shift of a joint when a limb that hangs on the wrong side (`Swap.hanging`) is
  /// given back to the left. It is in depth, from where the right limb hangs to where the left one
  /// does. The other way round for the right.
  func shift(_ limb: LimbPair, _ positions: PerJoint<Vector3>) -> Vector3 {
    let apart = positions[limb.left[0]] - positions[limb.left[0].mirrored]
    guard isInCameraFrame else { return apart }
    let axis = depthAxis(positions)
    return axis * apart.dot(axis)
  }
}

extension PersonMotion.State {
  /// The state with a labelling undone.
  fileprivate func corrected(
    _ labeling: SideLabeling, of person: SideRepair.Body
  ) -> PersonMotion.State {
    var state = self
    for (limb, swap) in [(LimbPair.legs, labeling.legs), (.arms, labeling.arms)] {
      let shift = swap == .hanging ? person.shift(limb, body.positions) : .zero
      for joint in limb.joints(swap) {
        state.body.positions[joint] =
          body.positions[joint.mirrored] + (limb.left.contains(joint) ? shift : -shift)
        state.body.sources[joint] = body.sources[joint.mirrored]
        if let own = body.covariances?[joint.mirrored] { state.body.covariances?[joint] = own }
      }
      if limb == .legs, swap != .none {
        state.body.leftFoot = body.rightFoot?.moved { $0 + shift }
        state.body.rightFoot = body.leftFoot?.moved { $0 - shift }
      }
    }
    guard labeling.isFlipped else { return state }
    let (root, axis) = (body.positions[.root], person.depthAxis(body.positions))
    func turned(_ place: Vector3) -> Vector3 {
      root + SideCandidates.turned(place - root, axis)
    }
    state.body.positions = state.body.positions.map(turned)
    state.body.covariances = state.body.covariances?.map { $0.mapped(turned) }
    state.body.leftFoot = state.body.leftFoot?.moved(turned)
    state.body.rightFoot = state.body.rightFoot?.moved(turned)
    return state
  }
}
