import PoseGeometry
import Kinematics
import Pose3D

/// The common deviations of a person's joints, relative to the root, from their prediction by the
/// two frames before. They contain the measurement's noise and the person's own acceleration.
struct MotionSpreads {
  /// Standard deviations along each axis in metres, at the clip's own frame rate.
  private let spreads: PerJoint<Vector3>

  /// Never less than this, in metres.
  private static let floor = 0.02
  /// The common speed and acceleration of limbs without any error: metres a second, relative to the
  /// root, and metres a second squared.
  private static let speed = 1.5
  /// The same of the acceleration, in metres a second squared.
  private static let acceleration = 15.0

  /// The spreads of a person's frames: medians, which what is wrong in less than a sixth of the
  /// frames (each is in three expectations) changes little; left and right share them.
  init(_ person: PersonMotion, frames: [Int]) {
    let whole = frames.count < 3 ? 0..<0 : 0..<frames.count - 2
    // A few thousand say as much as all.
    let chosen = Array(stride(from: 0, to: whole.count, by: whole.count / 2000 + 1))
    func misses(_ joint: Joint) -> [Vector3] {
      chosen.compactMap { start in
        let three = frames[start..<start + 3]
        let times = three.map { person.times[$0] }
        guard times[2] - times[0] < SideRepair.longestStep else { return nil }
        let places = three.compactMap { frame in
          person.states[frame].map { $0.body.positions[joint] - $0.body.positions[.root] }
        }
        return places[2] - places[1] - (places[1] - places[0]) * Self.ratio(times)
      }
    }
    spreads = PerJoint { joint in
      let misses = misses(joint) + (joint == joint.mirrored ? [] : misses(joint.mirrored))
      return Vector3(
        misses.map { abs($0.x) }.median ?? 0, misses.map { abs($0.y) }.median ?? 0,
        misses.map { abs($0.z) }.median ?? 0) * 1.4826
    }
  }

  /// The step to the last of three times by the one before it, at most 2; 0 of fewer times.
  static func ratio(_ times: [Double]) -> Double {
    guard times.count > 2 else { return 0 }
    return min(2, (times[2] - times[1]) / (times[1] - times[0]))
  }

  /// The inverse of the variances along each axis with which a joint is expected at the last of two or
  /// three times.
  func weights(of joint: Joint, times: [Double]) -> Vector3 {
    guard times.count > 1 else { return .zero }
    let step = times[times.count - 1] - times[times.count - 2]
    // After a while the speed of before tells no more than that there is none.
    let travel = min(
      Self.speed * step, times.count > 2 ? Self.acceleration * step * step : .infinity)
    let spread = spreads[joint]
    return Vector3(repeating: 1)
      / (spread * spread + Vector3(repeating: travel * travel + Self.floor * Self.floor))
  }
}
