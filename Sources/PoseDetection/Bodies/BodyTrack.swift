internal import Foundation
internal import PoseGeometry

/// One person who is followed from picture to picture: who it is and where to search next.
struct BodyTrack: Codable, Equatable {
  /// The person's number, counted from 0 as people appear.
  var id: Int
  /// The person in the last picture.
  private(set) var landmarks: BodyLandmarks
  /// The square in which the person is searched for in the next frame.
  private(set) var region: SquareRegion
  /// The time at which the person was last seen, in seconds.
  private(set) var time: Double
  /// The time at which the person was first seen, in seconds.
  var start: Double

  /// Pixels a second that the hips move, of the last few pictures.
  private var velocity = SIMD2<Double>.zero

  /// MediaPipe smooths the two points that frame the body always, the landmarks only on demand.
  private var frameFilter = Self.newFilter

  /// The constants are those of MediaPipe's `pose_landmark_filtering.pbtxt`.
  private static var newFilter: LandmarkFilter {
    LandmarkFilter(minimumCutoff: 0.01, speedCoefficient: 10, speedCutoff: 1)
  }

  /// The person's clothes, and their variance from frame to frame.
  private(set) var appearance: BodyAppearance
  private var appearanceVariance = Self.newVariance
  /// The time at which the person was last away from the expected position.
  private var lastJump = -Double.infinity
  /// How far the appearance of who was seen last was from this person's; `nil` where clothes weren't visible.
  private var appearanceChange: Double?
  /// Whether who was seen last is dressed otherwise than this person was before.
  var isDressedOtherwise: Bool { appearanceChange.map { $0 > Self.otherwise } ?? false }
  /// The visibility of the limbs (`BodyLandmarks.limbVisibility`), a mean over about the last second.
  private var limbVisibility: Double?
  /// The confidence in the person, a mean over about the last second.
  private var confidence: Double?
  /// The share of about the last second in which hardly anything of the person was visible
  /// (`BodyLandmarks.isHardlyVisible`).
  private var hardlyVisible: Double?
  /// Whether no limb has been visible for a while, so that it is a thing that resembles a trunk.
  var isThing: Bool { limbVisibility.map { $0 < Self.thing } ?? false }
  /// The side of the square while it is held (`holdSize`).
  private var heldSide: Double?
  /// Whether the person wasn't there in the last picture.
  var isLost = false
  /// What speaks for the points being another person's; `nil` if no other one was followed.
  var duplicate: DuplicateEvidence?
  /// Whether the points are another person's, so that they aren't given as a person.
  var isDuplicate: Bool { duplicate?.isDuplicate ?? false }

  /// A person who was found at a time in seconds.
  init(id: Int, landmarks: BodyLandmarks, appearance: BodyAppearance, at time: Double) {
    self.id = id
    self.landmarks = landmarks
    self.appearance = appearance
    self.time = time
    start = time
    region = landmarks.nextRegion
    follow(landmarks, appearance, isAlone: false, at: time)
  }

  /// Updates the means of what is visible.
  ///
  /// - Parameters:
  ///   - width: the width of the frame in pixels.
  ///   - height: its height.
  ///   - elapsed: seconds since the frame before.
  mutating func see(inPicture width: Int, _ height: Int, after elapsed: Double) {
    see(
      limbVisibility: landmarks.limbVisibility(inPicture: width, height),
      isHardlyVisible: landmarks.isHardlyVisible(inPicture: width, height), after: elapsed)
  }

  /// Updates the means of what is visible of the person in this frame.
  mutating func see(
    limbVisibility visibility: Double, isHardlyVisible: Bool, after elapsed: Double
  ) {
    let share = min(max(elapsed, 0), 1)
    func mean(_ before: Double?, _ now: Double) -> Double {
      before.map { $0 + (now - $0) * share } ?? now
    }
    confidence = mean(confidence, landmarks.presence * visibility)
    limbVisibility = mean(limbVisibility, visibility)
    hardlyVisible = mean(hardlyVisible, isHardlyVisible ? 1 : 0)
  }

  /// Goes on to where the person is now.
  ///
  /// - Parameter isAlone: whether no other person is near enough for a mix-up: only then is the
  ///   person's appearance learnt.
  mutating func follow(
    _ landmarks: BodyLandmarks, _ seenAppearance: BodyAppearance, isAlone: Bool, at time: Double
  ) {
    let (hips, scalePoint) = (landmarks.hips, landmarks.scalePoint)
    let extent = SquareRegion(hips: hips, scalePoint: scalePoint, enlargement: 1).side
    let elapsed = time - self.time
    // A lost person comes back elsewhere: the filter would hold them at the old position.
    if elapsed > Self.pause {
      frameFilter = Self.newFilter
      velocity = .zero
    }
    let frame = frameFilter.filter(
      SIMD4(lowHalf: hips, highHalf: scalePoint), at: time, scale: extent > 0 ? 1 / extent : 0)
    if elapsed > 0, elapsed <= Self.pause {
      let change = (hips - self.landmarks.hips) / elapsed - velocity
      velocity += change * (elapsed / (elapsed + Self.velocityTime))
    }
    if isStray(landmarks, at: time) { lastJump = time }
    let off = appearance.distance(to: seenAppearance)
    appearanceChange = off
    if isAlone, !isLost, off ?? 0 <= limit(at: time) {
      // A mean over about the last second.
      let share = min(max(elapsed, 0), 1)
      if let off { appearanceVariance += (off - appearanceVariance) * share }
      appearance.approach(seenAppearance, by: Float(share))
    }
    isLost = false
    self.landmarks = landmarks
    self.time = time
    region = SquareRegion(hips: frame.lowHalf, scalePoint: frame.highHalf)
    holdSize(after: elapsed)
  }
}

extension BodyTrack {
  /// Keeps the square's size where the head isn't well inside the picture: the landmark model presses such a body into
  /// the part that is seen, and from a square of the right size it doesn't.
  private mutating func holdSize(after elapsed: Double) {
    let isPressed = heldSide != nil && landmarks.isForeshortened
    if landmarks.hasHeadInside(below: 0), !isPressed {
      heldSide = nil
    } else if let held = heldSide, elapsed <= Self.pause {
      let share = isPressed ? 0 : min(1, max(0, elapsed) / Self.sizeTime)
      region.side = held + (region.side - held) * share
      heldSide = region.side
    } else {
      heldSide = region.side
    }
  }

  /// Seconds in which a held size follows the measured one; chosen.
  private static let sizeTime = 2.0

  /// Seconds for which a person who was found gives way to another one who came into view, who is so many times larger: a
  /// mirror or a picture shows the first, or they stand behind. Later, someone who passes before the camera is no reason to
  /// leave them. One of whom the detector was unsure may be none, and gives way to any who isn't smaller. Chosen; people who
  /// are seen well have a confidence of 0.95 and more.
  private static let beginning = (seconds: 3.0, times: 1.6, unsure: 0.9, sure: 0.95)

  /// Whether the person may give way: they were followed for a short time only, or hardly anything of them is visible.
  var isProvisional: Bool { time - start < Self.beginning.seconds || isHardlyVisible }

  /// Whether hardly anything of the person has been visible for most of about the last second: they can't be measured.
  private var isHardlyVisible: Bool { hardlyVisible.map { $0 > 0.5 } ?? false }

  /// Whether hardly anything of the person is visible, and what there is takes up so little of the frame that another
  /// person, however small in it, may be the one who is filmed.
  func isRemnant(inPicture width: Int, _ height: Int) -> Bool {
    isHardlyVisible
      && landmarks.visibleArea(inPicture: width, height) < Self.remnant * Double(width * height)
  }

  /// A remnant's share of the frame at most. Chosen: a head and shoulders before a webcam are a tenth and more.
  private static let remnant = 0.02

  /// Whether the person gives way to another one who is seen.
  ///
  /// One of whom hardly anything is visible, as at the border of the image, gives way to one whose visible points take up
  /// more of it; and to anyone else once they are lost.
  ///
  /// - Parameters:
  ///   - other: the other one.
  ///   - otherConfidence: the confidence in the other one.
  ///   - width: the width of the frame in pixels.
  ///   - height: its height.
  func givesWay(
    to other: BodyLandmarks, confidence otherConfidence: Double, inPicture width: Int, _ height: Int
  ) -> Bool {
    guard isProvisional, otherConfidence > Self.beginning.unsure else { return false }
    if isHardlyVisible, !other.isHardlyVisible(inPicture: width, height),
      isLost
        || other.visibleArea(inPicture: width, height)
          > landmarks.visibleArea(inPicture: width, height)
    {
      return true
    }
    guard time - start < Self.beginning.seconds else { return false }
    let times = other.region.side / landmarks.region.side
    if times > Self.beginning.times { return true }
    return times > 1 && (confidence ?? 1) < Self.beginning.unsure
      && otherConfidence > Self.beginning.sure
  }

  /// Whether the place of a person who was lost is kept for them: as long as they were followed, but half a second at least,
  /// and no longer than `BodyPoseTracker.patience`. One of whom the detector was unsure may have been none.
  func keepsPlace(at time: Double) -> Bool {
    time - self.time <= min(BodyPoseTracker.patience, max(self.time - start, 0.5))
      && (confidence ?? 1) >= Self.beginning.unsure
  }

  /// Seconds for which a person who was lost is looked for where they should be by now.
  static let pause = 1.0
  /// Seconds after which a person who was lost is a new one when they come back.
  static let memory = 60.0

  /// The maximum difference from this person's appearance (`BodyAppearance.distance`): of any
  /// candidate, and of one who comes back after a longer time. In rendered clips of six pairs the
  /// same person is 0.02 to 0.25 off from frame to frame, another one 0.3 to 0.9.
  private static let (strange, unlike) = (0.7, 0.25)
  /// A larger one, from one image to the next and where the rest of the image changes, too, is another person's.
  private static let otherwise = 0.3
  /// The same for a person who was just lost, if all others are followed.
  private static let related = 0.45
  /// The variance of a new person's appearance; chosen.
  private static let newVariance = 0.15
  /// The largest difference in appearance of a person who was lost, and of one after a jump: a part, and a multiple of
  /// the usual variance; chosen.
  private static let (lostLimit, jumpLimit) = ((0.08, 1.2), (0.15, 1.5))
  /// Neither is larger than this; chosen.
  private static let largestLimit = 0.5
  /// The visibility of limbs below which they are none; chosen.
  private static let thing = 0.4
  /// Seconds over which the hips' speed is a mean, and for which it is extrapolated; chosen.
  private static let (velocityTime, longestExtrapolation) = (0.2, 0.5)
  /// The gating radius as a share of the square, and its growth a second; chosen.
  private static let gating = (radius: 0.25, growth: 0.5)
  /// The largest growth or shrinkage from one look to the next, and what is added a second; chosen.
  private static let growth = (most: 1.5, added: 0.25)
  /// What is added to twice the usual variance of the appearance, where differences cost; chosen.
  private static let variance = 0.1
  /// The variance of the logarithm of a person's growth; chosen.
  private static let growthVariance = 0.16
  /// A candidate farther from the expected position, as a share of the gating radius, may be
  /// another person who got before this one; and the time for which that is remembered, in seconds.
  private static let jump = (share: 0.1, memory: 0.25)

  /// The maximum difference from the person's appearance at a time. If the motion continues as
  /// before, the person may turn round, or step into the shade. After a jump it may be another
  /// person, and a person who was lost must have the same appearance.
  private func limit(at time: Double) -> Double {
    if isLost {
      let limit = Self.lostLimit.0 + Self.lostLimit.1 * appearanceVariance
      return min(time - self.time > Self.pause ? max(limit, Self.unlike) : limit, Self.largestLimit)
    }
    return time - lastJump <= Self.jump.memory
      ? min(limitAfterJump, Self.largestLimit) : Self.strange
  }

  private var limitAfterJump: Double {
    Self.jumpLimit.0 + Self.jumpLimit.1 * appearanceVariance
  }

  /// The distance of a candidate from the person's expected position, as a share of the gating
  /// radius: a quarter of their square, and half a square more for each second (in other words, a
  /// walk).
  private func gatingDistance(of person: BodyLandmarks, at time: Double) -> Double {
    let reach =
      (Self.gating.radius + Self.gating.growth * (time - self.time)) * landmarks.nextRegion.side
    return person.hips.distance(to: expectedHips(at: time)) / reach
  }

  private func isStray(_ person: BodyLandmarks, at time: Double) -> Bool {
    gatingDistance(of: person, at: time) > Self.jump.share
  }

  /// The expected middle of the hips at a time. The last motion is not extrapolated for long.
  func expectedHips(at time: Double) -> SIMD2<Double> {
    landmarks.hips + velocity * min(time - self.time, Self.longestExtrapolation)
  }

  /// The square in which the person should be searched for at a time.
  func expectedRegion(at time: Double) -> SquareRegion {
    var region = region
    region.center += velocity * min(time - self.time, Self.longestExtrapolation)
    return region
  }

  /// The cost of taking a candidate for this person; `nil` if it can't be: too far away, half as
  /// large again or as small, or too different in appearance.
  ///
  /// - Parameter isOneOfAll: whether all other people in the frame are followed, too: a candidate
  ///   at this person's expected position is then hardly a new person, even with a different
  ///   appearance.
  func cost(
    of person: BodyLandmarks, _ seenAppearance: BodyAppearance, at time: Double,
    isOneOfAll: Bool = false
  ) -> Double? {
    let elapsed = time - self.time
    guard elapsed <= Self.memory else { return nil }
    let (side, other) = (landmarks.nextRegion.side, person.nextRegion.side)
    let growth = max(side, other) / min(side, other)
    let gatingDistance = gatingDistance(of: person, at: time)
    guard growth <= Self.growth.most + Self.growth.added * max(0, elapsed - Self.pause),
      gatingDistance <= 1
    else {
      return nil
    }
    let off = appearance.distance(to: seenAppearance)
    var limit = limit(at: time)
    if isLost, isOneOfAll, elapsed <= 2 * Self.pause { limit = max(limit, Self.related) }
    if !isLost, gatingDistance > Self.jump.share {
      limit = min(limit, limitAfterJump)
    }
    // A person who has been away for long, and whose clothes aren't visible, may be any person.
    guard off.map({ $0 <= limit }) ?? (elapsed <= Self.pause) else { return nil }
    let appearanceCost = (off ?? appearanceVariance) / (2 * appearanceVariance + Self.variance)
    return gatingDistance * gatingDistance + log(growth) * log(growth) / Self.growthVariance + 2
      * appearanceCost
      * appearanceCost
  }
}
