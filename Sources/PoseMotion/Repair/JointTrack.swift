import PoseGeometry
import Kinematics
import Pose3D

/// One joint over the frames in which a person was seen: relative to the root; the root in space.
struct JointTrack {
  private let joint: Joint
  private let person: PersonMotion
  private let frames: [Int]

  init(_ joint: Joint, _ person: PersonMotion, frames: [Int]) {
    (self.joint, self.person, self.frames) = (joint, person, frames)
  }

  var count: Int { frames.count }

  /// Seconds.
  func time(_ step: Int) -> Double { person.times[frames[step]] }

  /// Metres.
  func place(_ step: Int) -> Vector3 {
    guard let positions = person.states[frames[step]]?.body.positions else { return .zero }
    return joint == .root ? positions[.root] : positions[joint] - positions[.root]
  }

  /// Returns the joint's position at a step if it goes straight from one to another.
  func chord(_ before: Int, _ after: Int, at step: Int) -> Vector3 {
    let share = (time(step) - time(before)) / (time(after) - time(before))
    return place(before) * (1 - share) + place(after) * share
  }

  /// Returns the joint's distance from that position.
  func distance(_ step: Int, _ before: Int, _ after: Int) -> Double {
    (place(step) - chord(before, after, at: step)).length
  }

  /// Returns the maximum of that distance by the joint's hardest acceleration.
  func allowance(_ before: Int, _ after: Int) -> Double {
    let span = time(after) - time(before)
    return Self.accelerations[joint] * span * span / 8
  }

  /// The median distance from the chord between the frames next to it.
  var commonDistance: Double {
    // A few thousand say as much as all.
    stride(from: 1, to: count - 1, by: count / 2000 + 1)
      .map { distance($0, $0 - 1, $0 + 1) }.median ?? 0
  }

  /// The hardest accelerations that sport asks of a joint relative to the root, metres a second
  /// squared: about 150 at a punching wrist and at the ankle of a kick; the root's is that of
  /// landing from a jump.
  private static let accelerations = PerJoint<Double> { joint in
    switch joint {
    case .leftWrist, .rightWrist, .leftAnkle, .rightAnkle: 150
    case .leftElbow, .rightElbow, .leftKnee, .rightKnee: 100
    case .leftShoulder, .rightShoulder, .centerShoulder, .centerHead, .topHead: 60
    case .root: 50
    case .spine, .leftHip, .rightHip: 30
    }
  }
}
