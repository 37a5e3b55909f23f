import PoseMotion
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D

/// The synchronised frame sets that show one person in several cameras.
struct SynchronizedFrames {
  /// The points of the body that cameras are placed by.
  static let points: [Keypoint] = [
    .nose, .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist,
    .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .leftToe, .rightToe,
  ]
  /// Those that keep their distance.
  static let bones: [(Keypoint, Keypoint)] = [
    (.leftShoulder, .rightShoulder), (.leftHip, .rightHip), (.leftShoulder, .leftElbow),
    (.rightShoulder, .rightElbow), (.leftElbow, .leftWrist), (.rightElbow, .rightWrist),
    (.leftHip, .leftKnee), (.rightHip, .rightKnee), (.leftKnee, .leftAnkle),
    (.rightKnee, .rightAnkle), (.leftAnkle, .leftToe), (.rightAnkle, .rightToe),
  ]

  /// A moment: the pose in each view, or `nil`.
  struct Frame {
    var time: Double
    var poses: [Pose2D?]
  }

  let moments: [Frame]
  /// The median size of the person in each view, in pixels: trunk and leg.
  let sizes: [Double]

  /// Keypoints below this confidence don't count; chosen.
  private static let minimumConfidence = 0.3
  /// Keypoints that a pose has at least.
  private static let minimumCount = 8

  /// At most so many moments of the first recording's clock, evenly over the time in which two
  /// views show a person.
  init(
    _ recordings: [KeypointRecording], of person: CommonPerson, clocks: [ViewClock],
    atMost limit: Int
  ) {
    let intervals = recordings.map { $0.interval ?? 1 }
    let chosen = person.trackers
    var all: [Frame] = []
    var times = Set(recordings[0].frames.map(\.time))
    // Where the first camera shows no person, the others' frames are moments as well.
    for (view, recording) in recordings.enumerated().dropFirst() {
      let known = recordings[0].frames
      for frame in recording.frames {
        let time = (frame.time - clocks[view].offset) / clocks[view].rate
        if time < known.first?.time ?? 0 || time > known.last?.time ?? 0 { times.insert(time) }
      }
    }
    for time in times.sorted() {
      let poses = recordings.indices.map { view -> Pose2D? in
        let people = recordings[view].people(
          at: clocks[view].local(time), interval: intervals[view])
        let person = people.first { $0.id == chosen[view] } ?? (people.count == 1 ? people[0] : nil)
        guard let person else { return nil }
        let seen = Self.points.count { Self.isSeen($0, in: person) }
        return seen >= Self.minimumCount ? person : nil
      }
      if poses.count(where: { $0 != nil }) > 1 { all.append(Frame(time: time, poses: poses)) }
    }
    let pace = max(1.0, Double(all.count) / Double(limit))
    let moments = stride(from: 0.0, to: Double(all.count), by: pace).map { all[Int($0)] }
    self.moments = moments
    sizes = recordings.indices.map { view in
      moments.compactMap { $0.poses[view].flatMap(Self.size(of:)) }.median ?? 0
    }
  }

  static func isSeen(_ point: Keypoint, in pose: Pose2D) -> Bool {
    (pose.points[point]?.confidence ?? 0) >= minimumConfidence
  }

  /// Trunk and leg, in pixels; `nil` where hips or shoulders are missing.
  static func size(of pose: Pose2D) -> Double? {
    func at(_ keypoint: Keypoint) -> SIMD2<Double>? {
      pose.points[keypoint].map { SIMD2($0.x, $0.y) }
    }
    guard let a = at(.leftShoulder), let b = at(.rightShoulder), let c = at(.leftHip),
      let d = at(.rightHip)
    else { return nil }
    let legs = [(c, at(.leftKnee), at(.leftAnkle)), (d, at(.rightKnee), at(.rightAnkle))]
      .compactMap { hip, knee, ankle -> Double? in
        knee.flatMap { knee in ankle.map { (hip - knee).length + (knee - $0).length } }
      }
    let trunk = ((a + b - c - d) / 2).length
    return trunk + (legs.isEmpty ? 1.7 * trunk : legs.reduce(0, +) / Double(legs.count))
  }
}
