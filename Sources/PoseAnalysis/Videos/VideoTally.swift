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
  /// The report of the video's reader.
  var report = VideoReport()

  /// A use of depth maps and its count.
  struct DepthUses: Sendable, Equatable, Codable {
    let use: BodyPose.DepthUse
    var count: Int
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
    for uses in other.depthUses { tally.add(uses) }
    tally.report = tally.report + other.report
  }
}

extension BodyPose.DepthUse {
  fileprivate func isSaid(as other: BodyPose.DepthUse) -> Bool {
    self == other || (refusal != nil && refusal == other.refusal)
  }
}
