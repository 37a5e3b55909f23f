internal import Pose3D
internal import PoseVideo

/// The counts over the frames of a video.
struct VideoTally: Sendable, Equatable, Codable {
  /// People whose keypoints were too few to lift.
  var tooLittleSeen = 0
  /// People with whose keypoints no skeleton agrees.
  var unsolved = 0
  /// Skeletons.
  var skeletons = 0
  /// The uses of depth maps other than the intended one, with their counts, in the order of their
  /// first occurrence.
  private(set) var depthUses: [DepthUses] = []
  /// The moments a second apart of which the background was compared, and those between which it moved.
  private(set) var background = BackgroundCounts()
  /// The report of the video's reader.
  var report = VideoReport()

  /// A use of depth maps and its count.
  struct DepthUses: Sendable, Equatable, Codable {
    let use: BodyPose.DepthUse
    var count: Int
  }

  /// Moments at which the background was compared with that of a second before.
  struct BackgroundCounts: Sendable, Equatable, Codable {
    var compared = 0
    var stirred = 0
    var moved = 0
  }

  // Chosen: the median over the seconds of public videos is at most 0.0014 of the image's longer side before seven cameras
  // that stand, 0.003 to 0.009 before three that are held or move slowly, and 0.011 and more before two that follow a
  // person and one that turns. Of the last three's seconds two thirds and more are above the limit, of the others' a
  // quarter at most.
  /// The movement in a second from which on the camera may be held or turn, and from which on it moves, as a share of the
  /// image's longer side.
  private static let movement = (least: 0.002, clear: 0.01)
  /// The camera moves if it does in this share of the seconds, and in this number.
  private static let moving = (share: 0.4, count: 2)

  /// Whether the camera may move: in most of the seconds more than one that stands seems to.
  var mayCameraMove: Bool {
    background.stirred >= Self.moving.count && 2 * background.stirred > background.compared
  }

  /// Whether the camera moves.
  var isCameraMoving: Bool {
    background.moved >= Self.moving.count
      && Double(background.moved) >= Self.moving.share * Double(background.compared)
  }

  /// Counts a movement of the background within a second.
  mutating func count(background shift: Double) {
    background.compared += 1
    if shift > Self.movement.least { background.stirred += 1 }
    if shift > Self.movement.clear { background.moved += 1 }
  }

  /// Counts a skeleton.
  mutating func count(_ use: BodyPose.DepthUse) {
    skeletons += 1
    guard use != .used, use != .notGiven else { return }
    add(DepthUses(use: use, count: 1))
  }

  private mutating func add(_ uses: DepthUses) {
    // Statures that are not an adult's differ in their sentences alone.
    if let place = depthUses.firstIndex(where: { $0.use.isSaid(as: uses.use) }) {
      depthUses[place].count += uses.count
    } else {
      depthUses.append(uses)
    }
  }

  static func += (tally: inout VideoTally, other: VideoTally) {
    tally.tooLittleSeen += other.tooLittleSeen
    tally.unsolved += other.unsolved
    tally.skeletons += other.skeletons
    tally.background.compared += other.background.compared
    tally.background.stirred += other.background.stirred
    tally.background.moved += other.background.moved
    for uses in other.depthUses { tally.add(uses) }
    tally.report = tally.report + other.report
  }
}

extension BodyPose.DepthUse {
  fileprivate func isSaid(as other: BodyPose.DepthUse) -> Bool {
    if case (.contradictsHeight, .contradictsHeight) = (self, other) { return true }
    return self == other || (refusal != nil && refusal == other.refusal)
  }
}
