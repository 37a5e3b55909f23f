import PoseMotion
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D

/// Which tracks of the views are the same person, over a whole recording.
///
/// A knocked camera's rays pass by those of the others from a moment on. So tracks are matched by the
/// quarter of the moments in which their rays meet best, and all of a person's at once.
struct MatchedTracks {
  /// The tracker's numbers of one person in each view; one track ends before the next begins.
  typealias Person = [Set<Int>]

  let people: [Person]

  /// The number of a person in recordings without numbers, who is alone in each frame.
  static let unnumbered = -1

  /// Moments in which two tracks are compared, at most and at least.
  private static let moments = (most: 80, least: 4)
  /// The largest ray distance of the same keypoint, in metres: about 3° at 5 m. A chosen value.
  private static let gate = 0.3
  /// The smallest confidence and the smallest number of keypoints that are compared.
  private static let minimum = (confidence: 0.3, count: 4)
  /// The lengths of trunks, in metres: shoulders to hips.
  private static let trunks = 0.2...0.95
  /// Tracks of less than this share of the moments don't count.
  private static let minimumShare = 0.05

  private static let limbs: [Keypoint] = [
    .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftHip,
    .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
  ]

  /// A track of a view.
  private struct Track: Hashable {
    var view: Int
    var id: Int
  }

  /// The numbers and poses of the people of a view at a moment.
  static func people(in poses: [Pose2D]) -> [(id: Int, pose: Pose2D)] {
    if poses.count == 1, poses[0].id == nil { return [(unnumbered, poses[0])] }
    return poses.compactMap { pose in pose.id.map { ($0, pose) } }
  }

  /// - Parameters:
  ///   - sets: the people of each view at each moment.
  ///   - rays: the ray of a keypoint in the world, by view and pixel.
  init(_ sets: [[[Pose2D]]], ray: (Int, Pose2D.Point) -> Ray?) {
    var frames: [Track: [Int: Pose2D]] = [:]
    let pace = max(1, sets.count / Self.moments.most)
    for moment in stride(from: 0, to: sets.count, by: pace) {
      for (view, poses) in sets[moment].enumerated() {
        for (id, pose) in Self.people(in: poses) {
          frames[Track(view: view, id: id), default: [:]][moment] = pose
        }
      }
    }
    let fewest = max(2, Int(Self.minimumShare * Double(sets.count / pace)))
    let tracks = frames.filter { $0.value.count >= fewest }.map(\.key).sorted {
      ($0.view, $0.id) < ($1.view, $1.id)
    }
    var costs: [(cost: Double, a: Int, b: Int)] = []
    for a in tracks.indices {
      for b in tracks.indices.dropFirst(a + 1) where tracks[a].view != tracks[b].view {
        guard let one = frames[tracks[a]], let other = frames[tracks[b]] else { continue }
        let distances = one.keys.sorted().compactMap { moment -> Double? in
          guard let first = one[moment], let second = other[moment] else { return nil }
          return Self.distance((tracks[a].view, first), (tracks[b].view, second), ray)
        }.sorted()
        guard distances.count >= Self.moments.least else { continue }
        let quartile = distances[distances.count / 4]
        if quartile < Self.gate { costs.append((quartile, a, b)) }
      }
    }
    costs.sort { ($0.cost, $0.a, $0.b) < ($1.cost, $1.a, $1.b) }
    // Each track alone at first, then the nearest two groups become one, if no view would show a person
    // twice at a time.
    var group = Array(tracks.indices)
    let known = Dictionary(uniqueKeysWithValues: costs.map { ([$0.a, $0.b], $0.cost) })
    for (_, a, b) in costs where group[a] != group[b] {
      let (one, other) = (
        tracks.indices.filter { group[$0] == group[a] },
        tracks.indices.filter { group[$0] == group[b] }
      )
      let isOnePerson = one.allSatisfy { i in
        other.allSatisfy { j in
          guard tracks[i].view == tracks[j].view else {
            // Tracks that are never seen at the same time tell nothing.
            let isTogether = !Set((frames[tracks[i]] ?? [:]).keys).isDisjoint(
              with: (frames[tracks[j]] ?? [:]).keys)
            return !isTogether || known[[min(i, j), max(i, j)]] != nil
          }
          return Set((frames[tracks[i]] ?? [:]).keys).isDisjoint(
            with: (frames[tracks[j]] ?? [:]).keys)
        }
      }
      guard isOnePerson else { continue }
      let number = group[b]
      for index in group.indices where group[index] == number { group[index] = group[a] }
    }
    let views = sets.first?.count ?? 0
    people = Set(group).sorted().compactMap { number in
      var person = Person(repeating: [], count: views)
      for index in tracks.indices where group[index] == number {
        person[tracks[index].view].insert(tracks[index].id)
      }
      return person.count(where: { !$0.isEmpty }) > 1 ? person : nil
    }
  }

  /// The median ray distance of two poses' keypoints, in metres, with the sides as they are or swapped;
  /// `nil` where they can't be one person's.
  private static func distance(
    _ first: (view: Int, pose: Pose2D), _ second: (view: Int, pose: Pose2D),
    _ ray: (Int, Pose2D.Point) -> Ray?
  ) -> Double? {
    [false, true].compactMap { isSwapped -> Double? in
      var places: [Keypoint: Vector3] = [:]
      var distances: [Double] = []
      for keypoint in limbs {
        guard let a = first.pose.points[keypoint],
          let b = second.pose.points[isSwapped ? keypoint.mirrored : keypoint],
          min(a.confidence, b.confidence) >= minimum.confidence, let one = ray(first.view, a),
          let other = ray(second.view, b), let found = one.triangulated(with: other)
        else { continue }
        places[keypoint] = found.place
        distances.append(found.distance)
      }
      guard distances.count >= minimum.count, let median = distances.median else { return nil }
      let sides: [(Keypoint, Keypoint)] = [(.leftShoulder, .leftHip), (.rightShoulder, .rightHip)]
      for (shoulder, hip) in sides {
        guard let top = places[shoulder], let bottom = places[hip] else { continue }
        guard trunks.contains((top - bottom).length) else { return nil }
      }
      return median
    }.min()
  }
}
