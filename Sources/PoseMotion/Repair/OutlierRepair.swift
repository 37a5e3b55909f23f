import Kinematics
internal import Pose3D
import PoseGeometry

/// Puts joints that jump away and are back within three frames where the frames around say.
///
/// A joint's place relative to the root is compared with the chord between the frames before and
/// after. It has jumped where it is farther off, in all frames between, than 4 cm, than its hardest
/// muscle-driven acceleration would take it (a body under an acceleration a leaves the chord over a
/// time T by a·T²/8 at most), and than four times its common distance (Hampel's 1.4826 × median of 7
/// frames and of the whole clip, whichever is more; four, since a joint has three axes to err along).
/// The root is treated in the same way by its own place, and takes all joints with it.
///
/// Limbs that are where the others should be, or turned over in depth, are left to `SideRepair`.
struct OutlierRepair {
  /// Whether the joints are in a camera's frame.
  var isInCameraFrame: Bool

  /// The most frames in a row that are taken for a jump.
  static let longestRun = 3
  /// Half of Hampel's window of 7.
  private static let window = 3
  /// Four standard deviations of a normal distribution, as a multiple of the median absolute deviation.
  private static let threshold = 4 * 1.4826
  /// Metres.
  private static let floor = 0.04
  /// A step from one place to another is half of it off the chord; a jump away and back is more.
  private static let minimumRatio = 0.75

  /// Repairs a person's frames.
  ///
  /// - Returns: what was put right, in the order of the frames.
  func repair(_ person: inout PersonMotion) -> [Repair] {
    let body = SideRepair.Body(person, isInCameraFrame: isInCameraFrame)
    let frames = person.states.indices.filter { person.states[$0] != nil }
    var moves: [Move] = []
    for joint in Joint.allCases {
      let track = JointTrack(joint, person, frames: frames)
      let common = track.commonDistance
      var step = 1
      while step < frames.count - 1 {
        let length = (1...Self.longestRun).first { length in
          step + length < frames.count
            && isJump(track, step..<step + length, common: common)
            && !(step..<step + length).contains {
              isSwapped(joint, person, frames, $0, step - 1, step + length, body: body)
            }
        }
        guard let length else {
          step += 1
          continue
        }
        moves += (step..<step + length).map { inside in
          Move(
            step: inside, joint: joint, place: track.chord(step - 1, step + length, at: inside),
            sigma: track.allowance(step - 1, step + length))
        }
        step += length + 1
      }
    }
    var joints: [Int: [Joint]] = [:]
    for move in moves {
      person.states[frames[move.step]]?.make(move)
      joints[move.step, default: []].append(move.joint)
    }
    return joints.sorted { $0.key < $1.key }.map { step, joints in
      Repair(
        frame: frames[step], time: person.times[frames[step]], person: person.id, kind: .outlier,
        joints: joints.first == .root ? Joint.allCases : joints)
    }
  }

  /// A joint's new place in one of a person's frames: relative to the root; the root's in space.
  fileprivate struct Move {
    var step: Int
    var joint: Joint
    var place: Vector3
    /// One standard deviation of the place, in metres.
    var sigma: Double
  }

  private func isJump(_ track: JointTrack, _ run: Range<Int>, common: Double) -> Bool {
    let (before, after) = (run.lowerBound - 1, run.upperBound)
    guard track.time(after) - track.time(before) <= SideRepair.longestStep else { return false }
    let least = max(
      Self.floor + track.allowance(before, after), Self.threshold * common,
      Self.minimumRatio * (track.place(after) - track.place(before)).length)
    guard run.allSatisfy({ track.distance($0, before, after) > least }) else { return false }
    let near = max(1, before - Self.window)..<min(track.count - 1, after + Self.window + 1)
    let around = near.filter { !run.contains($0) }
      .map { track.distance($0, $0 - 1, $0 + 1) }
    let local = Self.threshold * (around.median ?? 0)
    return run.allSatisfy { track.distance($0, before, after) > local }
  }

  /// Whether a frame is where the frames around expect it once its limbs are swapped, or its depth
  /// is turned over.
  private func isSwapped(
    _ joint: Joint, _ person: PersonMotion, _ frames: [Int], _ step: Int, _ before: Int,
    _ after: Int, body: SideRepair.Body
  ) -> Bool {
    guard joint != .root, let here = person.states[frames[step]],
      let first = person.states[frames[before]], let last = person.states[frames[after]]
    else { return false }
    let times = [before, step, after].map { person.times[frames[$0]] }
    let share = (times[1] - times[0]) / (times[2] - times[0])
    let candidates = SideCandidates(here.body.positions, body: body)
    let limb = [LimbPair.legs, .arms].first { $0.joints.contains(joint) }
    let joints = limb?.joints ?? SideCandidates.middle
    let places =
      limb == nil ? candidates.middle : limb == .legs ? candidates.legs : candidates.arms
    let expected = joints.map { joint in
      (first.body.positions[joint] - first.body.positions[.root]) * (1 - share)
        + (last.body.positions[joint] - last.body.positions[.root]) * share
    }
    let misfits = stride(from: 0, to: places.count, by: joints.count).map { variant in
      expected.indices.reduce(0) { sum, place in
        let off = places[variant + place] - expected[place]
        return sum + off.dot(off)
      }
    }
    return misfits.dropFirst().contains { $0 < misfits[0] / 2 }
  }
}

extension PersonMotion.State {
  /// Puts a joint elsewhere, and with it the foot that hangs on it; with the root everything.
  fileprivate mutating func make(_ move: OutlierRepair.Move) {
    let joint = move.joint
    if joint == .root {
      let shift = move.place - body.positions[.root]
      body.positions = body.positions.map { $0 + shift }
      body.leftFoot = body.leftFoot?.moved { $0 + shift }
      body.rightFoot = body.rightFoot?.moved { $0 + shift }
    } else {
      let shift = body.positions[.root] + move.place - body.positions[joint]
      body.positions[joint] += shift
      body.sources[joint] = .inferred
      if joint == .leftAnkle { body.leftFoot = body.leftFoot?.moved { $0 + shift } }
      if joint == .rightAnkle { body.rightFoot = body.rightFoot?.moved { $0 + shift } }
    }
    if let own = body.covariances?[joint] {
      body.covariances?[joint] = own + SymmetricMatrix3(sigma: move.sigma)
    }
  }
}

extension Foot {
  /// The foot elsewhere.
  func moved(_ move: (Vector3) -> Vector3) -> Foot {
    Foot(heel: move(heel), toe: move(toe), sigma: sigma)
  }
}
