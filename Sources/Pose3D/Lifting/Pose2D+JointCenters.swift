internal import PoseGeometry

/// BlazePose's limb keypoints are not the joints' centres: its shoulders lie above them, its elbows
/// and ankles short of them. The offsets are medians over the visible joints of 3,000 rendered
/// people whose joint centres are known exactly, as fractions of stature.
extension Pose2D {
  /// The pose with its keypoints moved to the joints' centres; itself when they are there already.
  var withJointCenters: Pose2D {
    guard convention == .blazePose, let stature = apparentStature else { return self }
    var moved = self
    moved.convention = .jointCenters
    for (keypoint, towards, from, share) in Self.offsets {
      guard let origin = place(from), let end = place(towards) else { continue }
      let direction = end - origin
      let length = direction.length
      // A segment that is seen end-on has no direction in the picture: the offset fades out.
      let size = share * stature * min(1, length / (0.1 * stature))
      guard length > 0, var point = moved.points[keypoint] else { continue }
      point.x += size * direction.x / length
      point.y += size * direction.y / length
      moved.points[keypoint] = point
    }
    return moved
  }

  /// A keypoint, and how far it is moved in the direction from one place to another.
  private static let offsets: [(keypoint: Keypoint, towards: Place, from: Place, share: Double)] = [
    (.leftShoulder, .hips, .shoulders, 0.0147),
    (.rightShoulder, .hips, .shoulders, 0.0147),
    (.leftElbow, .keypoint(.leftElbow), .keypoint(.leftShoulder), 0.0110),
    (.rightElbow, .keypoint(.rightElbow), .keypoint(.rightShoulder), 0.0110),
    (.leftKnee, .keypoint(.leftKnee), .keypoint(.leftHip), 0.0019),
    (.rightKnee, .keypoint(.rightKnee), .keypoint(.rightHip), 0.0019),
    (.leftAnkle, .keypoint(.leftAnkle), .keypoint(.leftKnee), 0.0120),
    (.rightAnkle, .keypoint(.rightAnkle), .keypoint(.rightKnee), 0.0120),
  ]

  private enum Place {
    case keypoint(Keypoint)
    case hips
    case shoulders
  }

  private func place(_ place: Place) -> SIMD2<Double>? {
    switch place {
    case .keypoint(let keypoint): points[keypoint].map { SIMD2($0.x, $0.y) }
    case .hips: middle(.leftHip, .rightHip)
    case .shoulders: middle(.leftShoulder, .rightShoulder)
    }
  }

  private func middle(_ a: Keypoint, _ b: Keypoint) -> SIMD2<Double>? {
    guard let a = place(.keypoint(a)), let b = place(.keypoint(b)) else { return nil }
    return (a + b) / 2
  }

  /// Stature in pixels, from the spread of the twelve limb keypoints: 2.6 times its root mean
  /// square is 0.655 of the stature in the median of the same pictures; `nil` when one is missing.
  private var apparentStature: Double? {
    let places = LifterInput.limbs.compactMap { place(.keypoint($0)) }
    guard places.count == LifterInput.limbs.count else { return nil }
    let count = Double(places.count)
    let mean = places.reduce(.zero, +) / count
    let sum = places.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
    return 2.6 / 0.655 * (sum / count).squareRoot()
  }
}
