import PoseGeometry
import Kinematics
import Pose3D

/// The curves and stances of a person, measured once for all exercises.
struct MotionCurves {
  let person: PersonMotion
  /// The thresholds by which they are judged.
  var thresholds: ExerciseThresholds
  let knee: SidedCurves
  let hip: SidedCurves
  let elbow: SidedCurves
  let shoulder: SidedCurves
  /// The upper arms against the trunk, as `shoulder`, also where the hips weren't seen: out of the
  /// picture, they still are below the shoulders.
  let upperArm: SidedCurves
  /// Whether it is known where the person is: the hips aren't always the origin.
  private let isPlaced: Bool
  /// The person's length, of which the stances' lengths are fractions.
  private let stature: Double

  /// Metres within which hips are at the origin: bones of one length move them by millimetres.
  private static let origin = 0.02

  /// The curves of a person.
  init(_ person: PersonMotion, thresholds: ExerciseThresholds = .standard) {
    self.person = person
    self.thresholds = thresholds
    knee = SidedCurves("KneeFlexion", of: person)
    hip = SidedCurves("HipFlexion3D", of: person)
    elbow = SidedCurves("ElbowFlexion", of: person)
    shoulder = SidedCurves("ShoulderElevation", of: person)
    upperArm = shoulder.filled(of: person) { isLeft, state in
      let (shoulder, elbow): (Joint, Joint) =
        isLeft ? (.leftShoulder, .leftElbow) : (.rightShoulder, .rightElbow)
      let (body, p) = (state.body, state.body.positions)
      guard body.sources[shoulder] != .inferred, body.sources[elbow] != .inferred else {
        return nil
      }
      let (arm, trunk) = (p[elbow] - p[shoulder], p[.root] - p[.centerShoulder])
      // Joints are relative to the root, so that the trunk errs by the middle of the shoulders.
      let sigma = body.sigmas.map { sigmas in
        let ofArm = SIMD2(sigmas[shoulder], sigmas[elbow]) / max(arm.length, 0.05)
        let ofTrunk = sigmas[.centerShoulder] / max(trunk.length, 0.05)
        return ((ofArm * ofArm).sum() + ofTrunk * ofTrunk).squareRoot()
      }
      return (arm.angle(to: trunk), sigma)
    }
    let lengths = person.states.compactMap {
      $0.map { Anthropometry.stature(of: $0.body.positions) }
    }
    isPlaced = person.states.contains { ($0?.body.positions[.root].length ?? 0) > Self.origin }
    stature = lengths.median ?? person.stature.metres
  }

  /// The curves of an angle that an exercise follows.
  subscript(angle: String) -> SidedCurves {
    switch angle {
    case "KneeFlexion": knee
    case "HipFlexion3D": hip
    case "ElbowFlexion": elbow
    case "ShoulderElevation": upperArm
    default: SidedCurves(angle, of: person)
    }
  }

  /// The stance of the mean of the frames close to some times; `nil` where there are none.
  func stance(around times: [Double]) -> Stance? {
    guard let first = times.min(), let last = times.max() else { return nil }
    let window = thresholds.recognition.stanceWindow.value
    // A little more, so that rounding loses none.
    let margin = window + 0.03
    let near = person.times.positions(from: first - margin, to: last + margin).filter { index in
      times.contains { abs(person.times[index] - $0) <= window }
    }.compactMap { person.states[$0]?.body.positions }
    guard !near.isEmpty else { return nil }
    let mean = PerJoint<Vector3> { joint in
      near.reduce(Vector3.zero) { $0 + $1[joint] } / Double(near.count)
    }
    return Stance(mean, up: person.world?.up, stature: stature)
  }

  /// Returns a point's distance between two stances, in statures; over the ground if `isLevel`.
  /// `nil` if only joints relative to each other are known, or up is needed and unknown.
  func way(
    along point: KeyPath<Stance, Vector3>, from first: Stance, to last: Stance,
    isLevel: Bool = false
  ) -> Double? {
    guard isPlaced else { return nil }
    let way = last[keyPath: point] - first[keyPath: point]
    guard isLevel else { return way.length / stature }
    return person.world.map { (way - $0.up * way.dot($0.up)).length / stature }
  }

  /// The largest value of a length in the frames between two times, of which one in `trim` is larger; in statures, 0 where
  /// there are no frames.
  func greatest(_ length: (Stance) -> Double, from start: Double, to end: Double) -> Double {
    let lengths = person.times.positions(from: start, to: end).compactMap { frame in
      person.states[frame].flatMap {
        Stance($0.body.positions, up: person.world?.up, stature: stature).map(length)
      }
    }.sorted()
    guard !lengths.isEmpty else { return 0 }
    return lengths[lengths.count - 1 - lengths.count / thresholds.recognition.trim.count]
  }
}
