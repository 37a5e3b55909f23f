import Geometry
import Kinematics
import Pose3D

/// The curves and stances of a person, measured once for all exercises.
struct MotionCurves {
  let person: PersonMotion
  /// By which they are judged.
  var thresholds: ExerciseThresholds
  let knee: SidedCurves
  let hip: SidedCurves
  let elbow: SidedCurves
  let shoulder: SidedCurves
  /// The person's length, of which the stances' lengths are fractions.
  private let stature: Double

  /// The curves of a person.
  init(_ person: PersonMotion, thresholds: ExerciseThresholds = .standard) {
    self.person = person
    self.thresholds = thresholds
    knee = SidedCurves("KneeFlexion", of: person)
    hip = SidedCurves("HipFlexion3D", of: person)
    elbow = SidedCurves("ElbowFlexion", of: person)
    shoulder = SidedCurves("ShoulderElevation", of: person)
    let lengths = person.states.compactMap {
      $0.map { Anthropometry.stature(of: $0.body.positions) }
    }
    stature = lengths.median ?? person.stature.metres
  }

  /// The curves of an angle that an exercise follows.
  subscript(angle: String) -> SidedCurves {
    switch angle {
    case "KneeFlexion": knee
    case "HipFlexion3D": hip
    case "ElbowFlexion": elbow
    case "ShoulderElevation": shoulder
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
    guard let origin = near.first?[.root] else { return nil }
    let mean = PerJoint<Vector3> { joint in
      near.reduce(Vector3.zero) { $0 + ($1[joint] - $1[.root]) } / Double(near.count) + origin
    }
    return Stance(mean, up: person.world?.up, stature: stature)
  }
}
