internal import Pose3D
internal import PoseGeometry
internal import PoseImaging

/// What speaks for a track's points being those of another person, whom the landmark model sees a second time in a
/// square on parts of the body: lying people, close views and raised legs are found twice. Means over the last moments.
struct DuplicateEvidence: Codable, Equatable {
  /// The share of the joints that lie on limbs of the one of the others on whom the most do.
  private(set) var share: Double
  /// The mean distance of the points from those in the mirror image, as a share of the extent; `nil` if it wasn't
  /// measured.
  private(set) var mirroredDistance: Double?
  /// The time of that measurement in seconds.
  private var measured = -Double.infinity
  /// Whether the points are another person's.
  private(set) var isDuplicate = false

  init(share: Double) { self.share = share }

  /// Seconds over which shares and distances are averaged; chosen.
  private static let memory = (share: 1.0, distance: 0.5)
  /// Seconds between two measurements in the mirror image; chosen.
  private static let pause = 0.1
  /// The distance that counts where the mirror image shows no person; chosen.
  private static let noPerson = 0.3

  /// The share of joints on another person's limbs from which on the mirror image is looked at, and from which on a
  /// person may be a duplicate. Most duplicates in twelve public videos had 0.5 to 1 in the median, four pairs of
  /// people who cover each other up to 0.33. Once a duplicate a person stays one down to the lower value.
  private static let (near, on) = (0.4, 0.5)
  /// The mirrored distance from which on a person may be a duplicate, and below which they are none any more. In the
  /// same videos duplicates had 0.05 to 0.2 in the median, the people on whom they lay 0.008 to 0.04.
  private static let (doubtful, sure) = (0.05, 0.035)
  /// The maximum distance of the person on whom a duplicate lies, as a share of its own; chosen.
  private static let surer = 0.5

  /// Whether the mirror image is to be looked at.
  func isDue(at time: Double) -> Bool { share >= Self.near && time - measured >= Self.pause }

  mutating func update(share new: Double, after elapsed: Double) {
    share += (new - share) * min(max(elapsed, 0) / Self.memory.share, 1)
  }

  /// - Parameter distance: `nil` where the mirror image shows no person.
  mutating func update(mirroredDistance distance: Double?, at time: Double) {
    // A network's answer to noise may be no number.
    let new = distance.flatMap { $0 < Self.noPerson ? $0 : nil } ?? Self.noPerson
    let weight = min(max(time - measured, 0) / Self.memory.distance, 1)
    mirroredDistance = mirroredDistance.map { $0 + (new - $0) * weight } ?? new
    measured = time
  }

  /// - Parameter other: the evidence against the one on whom most joints lie.
  mutating func judge(besides other: DuplicateEvidence?) {
    guard let own = mirroredDistance, share >= Self.near, own > Self.sure else {
      isDuplicate = false
      return
    }
    guard !isDuplicate, let its = other?.mirroredDistance, other?.isDuplicate == false else {
      return
    }
    isDuplicate = share >= Self.on && own > Self.doubtful && its < Self.surer * own
  }
}

extension BodyLandmarks {
  private static let bones: [(Int, Int)] = [
    (.leftShoulder, .rightShoulder), (.leftHip, .rightHip), (.leftShoulder, .leftHip),
    (.rightShoulder, .rightHip), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
    (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist), (.leftHip, .leftKnee),
    (.leftKnee, .leftAnkle), (.rightHip, .rightKnee), (.rightKnee, .rightAnkle),
  ].map { (one: Keypoint, other: Keypoint) in (index(of: one), index(of: other)) }

  /// The distance from another person's bones within which a joint lies on them, as a share of that one's extent: half
  /// the width of a thigh; chosen.
  private static let limbWidth = 0.05

  /// The share of the joints that lie on another person's limbs or trunk.
  func share(on other: BodyLandmarks) -> Double {
    let reach = Self.limbWidth * other.extent
    let joints = Self.trunk + Self.limbs
    let count = joints.count { joint in
      Self.bones.contains { one, end in
        points[joint].position.distance(
          toSegmentFrom: other.points[one].position, to: other.points[end].position) < reach
      }
    }
    return Double(count) / Double(joints.count)
  }
}

/// On whom of the others the most joints of a person lie, and how many of them, as a share; `nil` on none.
private typealias Owner = (share: Double, other: Int?)

extension [BodyLandmarks] {
  /// Of each person the one of the others on whom the most joints lie.
  ///
  /// - Parameter isPerson: whether someone may be that other one.
  fileprivate func owners(_ isPerson: (Int) -> Bool) -> [Owner] {
    indices.map { index in
      let shares = indices.map { other in
        other == index || !isPerson(other) ? 0 : self[index].share(on: self[other])
      }
      let most = shares.max() ?? 0
      return (most, most > 0 ? shares.firstIndex(of: most) : nil)
    }
  }
}

extension [DuplicateEvidence] {
  /// The places of those whose mirror images are to be looked at, and of those on whom they lie.
  fileprivate func due(_ owners: [Owner], at time: Double) -> [Int] {
    let due = indices.filter { self[$0].isDue(at: time) }
    return Set(due + due.compactMap { owners[$0].other }).sorted()
  }
}

extension SIMD2<Double> {
  /// The distance from a line segment.
  fileprivate func distance(toSegmentFrom start: Self, to end: Self) -> Double {
    let along = end - start
    let square = (along * along).sum()
    let place =
      square > 0 ? Swift.min(Swift.max(((self - start) * along).sum() / square, 0), 1) : 0
    return distance(to: start + place * along)
  }
}

extension [BodyTrack] {
  /// Gives the lower ones of the numbers of new tracks to people, the higher ones to duplicates.
  ///
  /// - Parameter numbers: those of the new tracks.
  /// - Returns: the new tracks' places in the order of their numbers.
  mutating func renumber(_ numbers: [Int]) -> [Int] {
    let new = indices.filter { numbers.contains(self[$0].id) }
    let order = new.filter { !self[$0].isDuplicate } + new.filter { self[$0].isDuplicate }
    for (place, number) in zip(order, new.map { self[$0].id }.sorted()) { self[place].id = number }
    return order
  }
}

extension BodyPoseDetector {
  /// The people of a single image without those whose points are another one's, by the same evidence as of people who
  /// are followed.
  func withoutDuplicates(
    _ found: [FoundPose], in picture: ColorImage
  ) throws(DetectionError) -> [FoundPose] {
    guard found.count > 1 else { return found }
    let people = found.map(\.person)
    let owners = people.owners { _ in true }
    var evidence = owners.map { DuplicateEvidence(share: $0.share) }
    for index in evidence.due(owners, at: 0) {
      let distance = try mirroredDistance(of: people[index], in: picture)
      evidence[index].update(mirroredDistance: distance, at: 0)
    }
    for (index, owner) in owners.enumerated() {
      let other = owner.other.map { evidence[$0] }
      evidence[index].judge(besides: other)
    }
    return zip(found, evidence).filter { !$1.isDuplicate }.map(\.0)
  }

  /// The mean distance of a person's points from those that the model finds in the mirror image, as a share of the
  /// extent; `nil` where it finds no person there.
  private func mirroredDistance(
    of person: BodyLandmarks, in picture: ColorImage
  ) throws(DetectionError) -> Double? {
    try self.person(in: picture, region: person.region, isMirrored: true).map {
      $0.meanDistance(to: person) / person.extent
    }
  }

  /// Looks for those among the people who are followed whose points are another one's, and notes it in their tracks.
  ///
  /// - Parameter elapsed: seconds since the last picture.
  func judgeDuplicates(
    among tracks: inout [BodyTrack], in picture: ColorImage, at time: Double, after elapsed: Double
  ) throws(DetectionError) {
    guard tracks.count > 1 || tracks.contains(where: { $0.duplicate != nil }) else { return }
    let owners = tracks.map(\.landmarks).owners { !tracks[$0].isDuplicate }
    for (index, owner) in owners.enumerated() {
      if tracks[index].duplicate == nil {
        tracks[index].duplicate = DuplicateEvidence(share: owner.share)
      } else {
        tracks[index].duplicate?.update(share: owner.share, after: elapsed)
      }
    }
    for index in tracks.compactMap(\.duplicate).due(owners, at: time) {
      let distance = try mirroredDistance(of: tracks[index].landmarks, in: picture)
      tracks[index].duplicate?.update(mirroredDistance: distance, at: time)
    }
    for (index, owner) in owners.enumerated() {
      let other = owner.other.flatMap { tracks[$0].duplicate }
      tracks[index].duplicate?.judge(besides: other)
    }
  }
}
