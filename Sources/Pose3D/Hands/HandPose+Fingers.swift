internal import Foundation
internal import PoseGeometry

extension HandPose {
  /// The flexion of a finger's joint, in radians: the angle in space between the bone that ends
  /// there and the one that begins there; 0 is straight and π folded back. A knuckle's first bone
  /// is taken to begin at the wrist, so that a spread finger is bent a little there.
  ///
  /// `nil` for the wrist, the thumb's carpometacarpal joint and the tips, which lie between no two
  /// bones of the hand, when the world landmarks lack one of the points, and for a bone without
  /// length.
  public func flexion(at joint: HandJoint) -> Double? {
    guard let finger = joint.finger, joint != .thumbCMC, joint != finger.joints.last,
      let index = finger.joints.firstIndex(of: joint)
    else { return nil }
    let before = index > 0 ? finger.joints[index - 1] : .wrist
    guard let start = worldLandmarks[before], let place = worldLandmarks[joint],
      let end = worldLandmarks[finger.joints[index + 1]]
    else { return nil }
    guard let incoming = (place - start).normalized, let outgoing = (end - place).normalized else {
      return nil
    }
    return atan2(incoming.cross(outgoing).length, incoming.dot(outgoing))
  }

  /// The flexion of a finger, in radians: the sum of its joints' flexions, three of a finger and
  /// two of the thumb. `nil` if the world landmarks lack one of its points.
  public func flexion(of finger: Finger) -> Double? {
    var sum = 0.0
    for joint in finger.joints.dropLast() where joint != .thumbCMC {
      guard let bend = flexion(at: joint) else { return nil }
      sum += bend
    }
    return sum
  }

  /// The fingers that are stretched out, the thumb included; `nil` unless the hand has all 21 world
  /// landmarks. It follows from their distances and angles alone, so that it is the same for a hand
  /// turned or tilted in any way, for either hand and in a mirrored picture.
  ///
  /// - A finger is stretched out when it is bent by less than a third of the range of its joints,
  ///   which is 280°: 90° at the knuckle, 100° at the middle and 90° at the last joint (American
  ///   Academy of Orthopaedic Surgeons, Joint Motion, 1965).
  /// - The thumb is stretched out when it is bent by less than half of its range of 130° (50° and
  ///   80°, ibid.) and its tip is at least a quarter of the palm's width beyond the index finger's
  ///   knuckle, seen along the knuckles. A thumb that lies across the palm, on the fingers or along
  ///   a fist ends before.
  public var extendedFingers: Set<Finger>? {
    guard HandJoint.allCases.allSatisfy({ worldLandmarks[$0] != nil }) else { return nil }
    return Set(Finger.allCases.filter { $0 == .thumb ? isThumbExtended : isExtended($0) })
  }

  /// The number of fingers that are stretched out, 0…5; `nil` unless the hand has all 21 world
  /// landmarks.
  public var fingerCount: Int? { extendedFingers?.count }

  private func isExtended(_ finger: Finger) -> Bool {
    let range = 280 * Double.pi / 180
    return flexion(of: finger).map { $0 < range / 3 } ?? false
  }

  private var isThumbExtended: Bool {
    let range = 130 * Double.pi / 180
    guard let bend = flexion(of: .thumb), let tip = worldLandmarks[.thumbTip],
      let index = worldLandmarks[.indexMCP], let little = worldLandmarks[.littleMCP]
    else { return false }
    let knuckles = index - little
    // In palm widths, which are the knuckles' length; a palm without width has no such side.
    let beyond = (tip - index).dot(knuckles) / knuckles.dot(knuckles)
    return bend < range / 2 && beyond > 0.25
  }
}

extension Sequence<HandPose> {
  /// The number of fingers that are stretched out on all hands together, 0 without a hand; `nil`
  /// when that isn't known of one of them.
  public var fingerCount: Int? {
    reduce(0) { sum, hand in
      guard let sum, let count = hand.fingerCount else { return nil }
      return sum + count
    }
  }
}
