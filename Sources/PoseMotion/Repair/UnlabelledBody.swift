import Kinematics
import Pose3D
import PoseGeometry

/// A body over the frames in which a person was seen, whatever in it is called left and right, and
/// whichever way round its depth is: each limb is taken under the labelling that is nearest.
struct UnlabelledBody {
  private let person: PersonMotion
  private let frames: [Int]
  private let body: SideRepair.Body

  /// The joints of the legs, of the arms, and of the middle.
  private static let sizes = [
    LimbPair.legs.joints.count, LimbPair.arms.joints.count, SideCandidates.middle.count,
  ]
  private static let joints = Double(sizes.reduce(0, +))

  init(_ person: PersonMotion, frames: [Int], body: SideRepair.Body) {
    (self.person, self.frames, self.body) = (person, frames, body)
  }

  var count: Int { frames.count }

  /// Seconds.
  func time(_ step: Int) -> Double { person.times[frames[step]] }

  /// Returns the joints' mean distance from their positions interpolated in time between two other
  /// frames; relative to the root, in metres.
  func distance(_ step: Int, _ before: Int, _ after: Int) -> Double {
    let share = (time(step) - time(before)) / (time(after) - time(before))
    let (first, here, last) = (places(before), places(step), places(after))
    return Self.sizes.indices.reduce(0) { sum, part in
      let start = first[part].prefix(Self.sizes[part])
      let end = Self.nearest(last[part], to: start).places
      let chord = zip(start, end).map { $0 * (1 - share) + $1 * share }
      return sum + Self.nearest(here[part], to: chord[...]).distance
    } / Self.joints
  }

  /// Returns the joints' mean distance between two frames; relative to the root, in metres.
  func change(_ before: Int, _ after: Int) -> Double {
    let (first, last) = (places(before), places(after))
    return Self.sizes.indices.reduce(0) { sum, part in
      sum + Self.nearest(last[part], to: first[part].prefix(Self.sizes[part])).distance
    } / Self.joints
  }

  /// The median distance from halfway between the frames next to it.
  var commonDistance: Double {
    // A few thousand say as much as all.
    stride(from: 1, to: count - 1, by: count / 2000 + 1)
      .map { distance($0, $0 - 1, $0 + 1) }.median ?? 0
  }

  /// The parts of the body, each in all its variants, one after the other.
  private func places(_ step: Int) -> [[Vector3]] {
    guard let positions = person.states[frames[step]]?.body.positions else { return [[], [], []] }
    let candidates = SideCandidates(positions, body: body)
    return [candidates.legs, candidates.arms, candidates.middle]
  }

  /// The variant nearest to places, and the sum of its joints' distances: the first, and infinity,
  /// where they are too far apart for a number.
  private static func nearest(
    _ variants: [Vector3], to places: ArraySlice<Vector3>
  ) -> (places: ArraySlice<Vector3>, distance: Double) {
    guard !places.isEmpty, variants.count >= places.count else { return (places, 0) }
    var best = (places: variants.prefix(places.count), distance: Double.infinity)
    for start in stride(from: 0, to: variants.count, by: places.count) {
      let variant = variants[start..<start + places.count]
      let distance = zip(variant, places).reduce(0) { $0 + ($1.0 - $1.1).length }
      if distance < best.distance { best = (variant, distance) }
    }
    return best
  }
}

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
