internal import PoseGeometry
internal import PoseImaging
internal import Pose3D

/// The keypoints of one person in one view at even steps of its clock, smoothed a little: the parabola through
/// the frames around each step, weighted by Cleveland's tricube kernel, so that dropped frames and other rates
/// need nothing of their own.
struct EvenMovement {
  /// Steps a second.
  static let rate = 60.0
  /// The keypoints, by limb: what one limb's keypoints err by they err by together.
  static let limbs: [[Keypoint]] = [
    [.nose, .leftShoulder, .rightShoulder], [.leftHip, .rightHip], [.leftElbow, .leftWrist],
    [.rightElbow, .rightWrist], [.leftKnee, .leftAnkle], [.rightKnee, .rightAnkle],
  ]
  static let keypoints = limbs.flatMap { $0 }
  /// The limb of each keypoint.
  static let limbOfKeypoint = limbs.enumerated().flatMap { limb, members in
    members.map { _ in limb }
  }

  /// The number of the first step: its time is this many steps after 0.
  let start: Int
  /// Steps.
  let count: Int
  /// The median length of trunk and leg in the picture, as x/z.
  let size: Double
  /// Rays (x/z, y/z), keypoint by keypoint; NaN where there is none.
  let rays: [SIMD2<Double>]
  /// Downward speeds of the rays, in sizes per second.
  let speeds: [Double]

  /// Half the width of the kernel in seconds, and in intervals at least.
  private static let halfWidth = (seconds: 0.1, intervals: 3.0)
  /// Keypoints below this confidence don't count.
  private static let minimumConfidence = 0.3
  /// The shortest that tells anything, in seconds.
  private static let shortest = 0.5

  /// The longest people of a recording, at most four.
  static func all(in recording: KeypointRecording) -> [EvenMovement] {
    guard let interval = recording.interval else { return [] }
    var tracks: [Int: [(time: Double, pose: Pose2D)]] = [:]
    for frame in recording.frames {
      for (place, person) in frame.people.enumerated() {
        tracks[person.id ?? -1 - place, default: []].append((frame.time, person))
      }
    }
    let longest = tracks.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(4)
    return longest.compactMap { EvenMovement($0.value, recording.camera, interval) }
  }

  private init?(
    _ track: [(time: Double, pose: Pose2D)], _ camera: Camera, _ interval: Double
  ) {
    guard let first = track.first?.time, let last = track.last?.time,
      last - first >= Self.shortest
    else { return nil }
    let nowhere = SIMD2(repeating: Double.nan)
    var observed = [[SIMD2<Double>]](repeating: [], count: Self.keypoints.count)
    var weights = [[Double]](repeating: [], count: Self.keypoints.count)
    var sizes: [Double] = []
    for (_, pose) in track {
      var rays: [Keypoint: SIMD2<Double>] = [:]
      for (place, keypoint) in Self.keypoints.enumerated() {
        let point = pose.points[keypoint].flatMap {
          $0.confidence >= Self.minimumConfidence ? $0 : nil
        }
        let ray = point.map { camera.normalized(SIMD2($0.x, $0.y)) } ?? nowhere
        let isSeen = ray.x.isFinite && ray.y.isFinite
        if isSeen { rays[keypoint] = ray }
        observed[place].append(isSeen ? ray : .zero)
        weights[place].append(isSeen ? point?.confidence ?? 0 : 0)
      }
      if let size = Self.size(of: rays) { sizes.append(size) }
    }
    guard let size = sizes.median, size > 0 else { return nil }
    (start, self.size) = (Int((first * Self.rate).rounded(.down)), size)
    count = Int((last * Self.rate).rounded(.up)) - start + 1
    let half = max(Self.halfWidth.seconds, Self.halfWidth.intervals * interval)
    var rays = [SIMD2<Double>](repeating: nowhere, count: count * Self.keypoints.count)
    var speeds = [Double](repeating: .nan, count: rays.count)
    var low = 0
    for step in 0..<count {
      let time = Double(start + step) / Self.rate
      while low < track.count, track[low].time < time - half { low += 1 }
      var high = low
      while high < track.count, track[high].time <= time + half { high += 1 }
      let offsets = track[low..<high].map { $0.time - time }
      // An end of the recording, or of what was seen, is no place for a parabola.
      guard let before = offsets.first, let after = offsets.last, before < -half / 3,
        after > half / 3
      else { continue }
      for place in Self.keypoints.indices {
        var fit = Parabola()
        for (index, offset) in zip(low..<high, offsets) where weights[place][index] > 0 {
          let share = abs(offset) / half
          let kernel = 1 - share * share * share
          fit.add(
            observed[place][index], at: offset / half,
            weight: kernel * kernel * kernel * weights[place][index])
        }
        guard let (value, slope) = fit.solution else { continue }
        rays[place * count + step] = value
        speeds[place * count + step] = slope.y / half / size
      }
    }
    (self.rays, self.speeds) = (rays, speeds)
  }

  private static func size(of rays: [Keypoint: SIMD2<Double>]) -> Double? {
    guard let leftShoulder = rays[.leftShoulder], let rightShoulder = rays[.rightShoulder],
      let leftHip = rays[.leftHip], let rightHip = rays[.rightHip]
    else { return nil }
    let trunk = ((leftShoulder + rightShoulder - leftHip - rightHip) / 2).length
    let legs = [
      (Keypoint.leftHip, Keypoint.leftKnee, Keypoint.leftAnkle),
      (.rightHip, .rightKnee, .rightAnkle),
    ].compactMap { hip, knee, ankle -> Double? in
      guard let hip = rays[hip], let knee = rays[knee], let ankle = rays[ankle] else { return nil }
      return (hip - knee).length + (knee - ankle).length
    }
    // A leg is as long as trunk and head, about 1.7 trunks.
    return trunk + (legs.isEmpty ? 1.7 * trunk : legs.reduce(0, +) / Double(legs.count))
  }
}

/// Weighted least squares of a parabola, about 0.
private struct Parabola {
  private var moments = (0.0, 0.0, 0.0, 0.0, 0.0)
  private var sums = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
  private var count = 0

  mutating func add(_ value: SIMD2<Double>, at t: Double, weight w: Double) {
    let (wt, wtt) = (w * t, w * t * t)
    moments.0 += w
    moments.1 += wt
    moments.2 += wtt
    moments.3 += wtt * t
    moments.4 += wtt * t * t
    sums.0 += w * value
    sums.1 += wt * value
    sums.2 += wtt * value
    count += 1
  }

  /// Value and slope at 0; `nil` of too few points, or of points that are too close together.
  var solution: (value: SIMD2<Double>, slope: SIMD2<Double>)? {
    guard count > 3, moments.0 > 0.5 else { return nil }
    let matrix = SymmetricMatrix3(
      xx: moments.0, xy: moments.1, xz: moments.2, yy: moments.2, yz: moments.3, zz: moments.4)
    guard let inverse = matrix.inverse else { return nil }
    let x = inverse * Vector3(sums.0.x, sums.1.x, sums.2.x)
    let y = inverse * Vector3(sums.0.y, sums.1.y, sums.2.y)
    let spread = moments.2 / moments.0
    guard spread > 0.01, abs(x.x) < 1e3, abs(y.x) < 1e3 else { return nil }
    return (SIMD2(x.x, y.x), SIMD2(x.y, y.y))
  }
}
