public import PoseGeometry
internal import Foundation

/// The landmarks of one hand in one picture.
public struct HandPose: Sendable, Equatable {
  /// The landmarks that were found, in pixels of the picture; they may lie outside it. The
  /// confidence is the hand's where the detector has none for each point.
  public var points: [HandJoint: Pose2D.Point]
  /// The landmarks in metres, origin the hand's middle, x right, y down, z away from the camera;
  /// empty when the detector makes no guess.
  public var worldLandmarks: [HandJoint: Vector3]
  /// The side of the person's hand; `nil` when that is not known.
  public var chirality: Chirality?
  /// 0…1, the confidence in `chirality` (handedness); 0 when that is `nil`.
  public var chiralityConfidence: Double
  /// 0…1, the detector's confidence that this is a hand.
  public var confidence: Double
  /// Width in pixels of the picture that the points belong to.
  public var imageWidth: Int
  /// Height in pixels of the picture that the points belong to.
  public var imageHeight: Int
  /// The `id` of the body that the hand belongs to; `nil` when that is not known.
  public var bodyID: Int?

  /// A hand from its landmarks.
  public init(
    points: [HandJoint: Pose2D.Point], worldLandmarks: [HandJoint: Vector3] = [:],
    chirality: Chirality? = nil, chiralityConfidence: Double = 0, confidence: Double = 1,
    imageWidth: Int, imageHeight: Int, bodyID: Int? = nil
  ) {
    self.points = points
    self.worldLandmarks = worldLandmarks
    self.chirality = chirality
    self.chiralityConfidence = chiralityConfidence
    self.confidence = confidence
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    self.bodyID = bodyID
  }
}

extension HandPose {
  /// The hand in a picture that shows its scene mirrored, as a selfie camera's does, called what it
  /// is: left becomes right. The points stay at their pixels; the x of the world landmarks changes
  /// its sign, so that they are those of the hand and no longer of its mirror image.
  public func withSidesSwapped() -> HandPose {
    var hand = self
    hand.chirality = chirality?.mirrored
    hand.worldLandmarks = worldLandmarks.mapValues { Vector3(-$0.x, $0.y, $0.z) }
    return hand
  }
}

/// The side of a person's hand, the person's own left or right. The raw value is the name in our
/// files; Vision's raw values are -1 and 1.
public enum Chirality: String, CaseIterable, Sendable {
  case left, right

  /// The other one.
  public var mirrored: Chirality { self == .left ? .right : .left }
}

/// The 21 landmarks of a hand, in MediaPipe's order, under the names of Vision's hand pose. The raw
/// value is the name in our files.
public enum HandJoint: String, CaseIterable, Sendable {
  /// The wrist.
  case wrist
  /// The thumb: carpometacarpal, metacarpophalangeal and interphalangeal joint, tip.
  case thumbCMC, thumbMP, thumbIP, thumbTip
  /// The index finger: metacarpophalangeal, proximal and distal interphalangeal joint, tip.
  case indexMCP, indexPIP, indexDIP, indexTip
  /// The middle finger.
  case middleMCP, middlePIP, middleDIP, middleTip
  /// The ring finger.
  case ringMCP, ringPIP, ringDIP, ringTip
  /// The little finger.
  case littleMCP, littlePIP, littleDIP, littleTip

  /// Vision's raw value, `VNHumanHandPoseObservation.JointName`.
  public var visionName: String {
    switch self {
    case .wrist: "VNHLKWRI"
    case .thumbCMC: "VNHLKTCMC"
    case .thumbMP: "VNHLKTMP"
    case .thumbIP: "VNHLKTIP"
    case .thumbTip: "VNHLKTTIP"
    case .indexMCP: "VNHLKIMCP"
    case .indexPIP: "VNHLKIPIP"
    case .indexDIP: "VNHLKIDIP"
    case .indexTip: "VNHLKITIP"
    case .middleMCP: "VNHLKMMCP"
    case .middlePIP: "VNHLKMPIP"
    case .middleDIP: "VNHLKMDIP"
    case .middleTip: "VNHLKMTIP"
    case .ringMCP: "VNHLKRMCP"
    case .ringPIP: "VNHLKRPIP"
    case .ringDIP: "VNHLKRDIP"
    case .ringTip: "VNHLKRTIP"
    case .littleMCP: "VNHLKPMCP"
    case .littlePIP: "VNHLKPPIP"
    case .littleDIP: "VNHLKPDIP"
    case .littleTip: "VNHLKPTIP"
    }
  }

  /// The finger that it belongs to; `nil` for the wrist.
  public var finger: Finger? {
    Finger.allCases.first { $0.joints.contains(self) }
  }
}

/// The fingers of a hand. The raw value is the name in our files.
public enum Finger: String, CaseIterable, Sendable {
  case thumb, index, middle, ring, little

  /// The finger's joints from the palm to the tip.
  public var joints: [HandJoint] {
    switch self {
    case .thumb: [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]
    case .index: [.indexMCP, .indexPIP, .indexDIP, .indexTip]
    case .middle: [.middleMCP, .middlePIP, .middleDIP, .middleTip]
    case .ring: [.ringMCP, .ringPIP, .ringDIP, .ringTip]
    case .little: [.littleMCP, .littlePIP, .littleDIP, .littleTip]
    }
  }

  /// Vision's raw value of the group of its joints, `VNHumanHandPoseObservation.JointsGroupName`.
  public var visionName: String {
    switch self {
    case .thumb: "VNHLRKT"
    case .index: "VNHLRKI"
    case .middle: "VNHLRKM"
    case .ring: "VNHLRKR"
    case .little: "VNHLRKP"
    }
  }
}

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
  public var extendedFingers: Set<Finger>? { fingers { !isBent($0, margin: 0) } }

  /// The fingers of which it is unclear whether they are stretched out, because what decides lies so close to a limit
  /// that the other side of it has a probability of 10 % or more; `nil` unless the hand has all 21 world landmarks.
  /// `extendedFingers` has the more likely answer for them, too.
  ///
  /// One standard deviation of a finger's bend is 14°, of the thumb's 10°, and of the place of the thumb's tip 0.07
  /// palm widths: 12 pictures of one hand, rotated, shrunk, mirrored, blurred and noisy (SubhiH/HandsDataset, 16
  /// versions each).
  public var unclearFingers: Set<Finger>? {
    fingers { isBent($0, margin: -Self.quantile) != isBent($0, margin: Self.quantile) }
  }

  /// The number of fingers that are stretched out, 0…5; `nil` unless the hand has all 21 world
  /// landmarks.
  public var fingerCount: Int? { extendedFingers?.count }

  /// The numbers of fingers that the hand may show: one, or a range if there are unclear fingers; `nil` unless the hand
  /// has all 21 world landmarks.
  public var possibleFingerCounts: ClosedRange<Int>? {
    guard let extendedFingers, let unclearFingers else { return nil }
    return extendedFingers.subtracting(unclearFingers)
      .count...extendedFingers.union(unclearFingers)
      .count
  }

  /// 90 % of a normal distribution lie below its mean plus so many standard deviations.
  private static let quantile = 1.2816
  /// A finger's bend in radians: the limit and one standard deviation, measured on 16 versions of 12 pictures.
  private static let fingerBend = (limit: 280 * Double.pi / 180 / 3, sigma: 14 * Double.pi / 180)
  /// The thumb's bend in radians: the limit and one standard deviation, from the same pictures.
  private static let thumbBend = (limit: 130 * Double.pi / 180 / 2, sigma: 10 * Double.pi / 180)
  /// How far the thumb's tip is beyond the index finger's knuckle, in palm widths: the limit and one standard
  /// deviation, from the same pictures.
  private static let thumbReach = (limit: 0.25, sigma: 0.07)

  private func fingers(where condition: (Finger) -> Bool) -> Set<Finger>? {
    guard HandJoint.allCases.allSatisfy({ worldLandmarks[$0] != nil }) else { return nil }
    return Set(Finger.allCases.filter(condition))
  }

  /// Whether a finger isn't stretched out, with limits that are `margin` standard deviations further towards bent.
  private func isBent(_ finger: Finger, margin: Double) -> Bool {
    guard let bend = flexion(of: finger) else { return true }
    guard finger == .thumb else {
      return bend >= Self.fingerBend.limit + margin * Self.fingerBend.sigma
    }
    guard let tip = worldLandmarks[.thumbTip], let index = worldLandmarks[.indexMCP],
      let little = worldLandmarks[.littleMCP]
    else { return true }
    let knuckles = index - little
    // In palm widths, which are the knuckles' length; a palm without width has no such side.
    let beyond = (tip - index).dot(knuckles) / knuckles.dot(knuckles)
    let reaches = beyond > Self.thumbReach.limit - margin * Self.thumbReach.sigma
    return !reaches || bend >= Self.thumbBend.limit + margin * Self.thumbBend.sigma
  }
}

/// How many fingers one or more hands show.
public struct FingerCount: Sendable, Equatable {
  /// The likeliest number.
  public var likeliest: Int
  /// The numbers that it may be: one, or a range if there are unclear fingers.
  public var possible: ClosedRange<Int>

  /// A number of fingers, and those that it may be.
  public init(likeliest: Int, possible: ClosedRange<Int>) {
    (self.likeliest, self.possible) = (likeliest, possible)
  }
}

extension Sequence<HandPose> {
  /// The fingers that all hands together show; `nil` when that isn't known of one of them.
  public var shownFingers: FingerCount? {
    fingerCount.flatMap { count in
      possibleFingerCounts.map { FingerCount(likeliest: count, possible: $0) }
    }
  }

  /// The number of fingers that are stretched out on all hands together, 0 without a hand; `nil`
  /// when that isn't known of one of them.
  public var fingerCount: Int? {
    reduce(0) { sum, hand in
      guard let sum, let count = hand.fingerCount else { return nil }
      return sum + count
    }
  }

  /// The numbers of fingers that all hands together may show; `nil` when that isn't known of one of them.
  public var possibleFingerCounts: ClosedRange<Int>? {
    reduce(0...0) { sum, hand in
      guard let sum, let counts = hand.possibleFingerCounts else { return nil }
      return sum.lowerBound + counts.lowerBound...sum.upperBound + counts.upperBound
    }
  }
}
