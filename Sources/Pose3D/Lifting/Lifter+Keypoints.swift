internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseSystem

/// One person's keypoints on their way to the solver.
struct PreparedKeypoints {
  /// As they came.
  let given: Pose2D
  /// Without those that can't be the person's.
  let usable: Pose2D
  /// Moved to the joints' centres.
  let centered: Pose2D
  /// The body's size in pixels, as the usable ones have it.
  let bodySize: Double

  init(_ pose: Pose2D, camera: Camera) {
    given = pose
    usable = pose.withoutUnusablePoints(camera: camera)
    centered = usable.withJointCenters
    bodySize = usable.bodySize
  }
}

/// The validation of keypoints, and their use as evidence.
extension Lifter {
  /// Throws when the keypoints don't show enough of a person.
  func check(_ input: LifterInput, of pose: Pose2D) throws(LiftingError) {
    guard input.count >= Self.minimumKeypoints else {
      throw .tooFewKeypoints(found: input.count, needed: Self.minimumKeypoints)
    }
    let present = zip(LifterInput.keypoints, input.isPresent).compactMap { $1 ? $0 : nil }
    let trunk = [Keypoint.leftHip, .rightHip, .leftShoulder, .rightShoulder].filter(
      present.contains)
    guard
      trunk.starts(with: [.leftHip, .rightHip])
        || trunk.suffix(2) == [.leftShoulder, .rightShoulder]
    else { throw .noTrunk }
    let points = present.compactMap { pose.points[$0] }
    guard trunk.contains(where: { pose.points[$0].map(pose.isInPicture) ?? false }) else {
      throw .trunkOutside
    }
    let (length, width) = Self.extent(of: points)
    guard length >= Self.minimumExtent else {
      throw .tooSmall(extent: length, needed: Self.minimumExtent)
    }
    guard width >= Self.minimumSlenderness * length else { throw .onALine }
  }

  /// The fewest keypoints with which a body is lifted; chosen.
  private static let minimumKeypoints = 6
  /// The extent of the smallest person's keypoints in pixels: below it a pixel is more than a tenth
  /// of a metre.
  private static let minimumExtent = 16.0
  /// The least extent across the line of keypoints, as a fraction of that along it: the slenderest
  /// of 61 rendered people in all sorts of views, upright and from the side, has 0.026.
  private static let minimumSlenderness = 0.005

  /// The extent of points along the direction of their greatest spread, and across it: four
  /// standard deviations, in pixels.
  private static func extent(of points: [Pose2D.Point]) -> (length: Double, width: Double) {
    let places = points.map { SIMD2($0.x, $0.y) }
    let mean = places.reduce(.zero, +) / Double(max(places.count, 1))
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for place in places {
      let d = place - mean
      xx += d.x * d.x / Double(places.count)
      xy += d.x * d.y / Double(places.count)
      yy += d.y * d.y / Double(places.count)
    }
    let (middle, half) = ((xx + yy) / 2, hypot((xx - yy) / 2, xy))
    return (4 * (middle + half).squareRoot(), 4 * max(0, middle - half).squareRoot())
  }

  /// A number as a share, 0…1; 0 for NaN.
  static func share(_ value: Double) -> Double { value.isNaN ? 0 : max(0, min(value, 1)) }

  /// The joints that have a keypoint of their own that was seen inside the picture, and those of the
  /// trunk and head between seen ones.
  func seenJoints(_ pose: Pose2D) -> Set<Joint> {
    let size = pose.bodySize
    let isSeen = { (keypoint: Keypoint) in
      pose.points[keypoint].map { self.isSeen($0, of: size) && pose.isInPicture($0) } ?? false
    }
    var seen = Set(
      LifterInput.joints.map(\.joint).filter { joint in
        Keypoint(rawValue: joint.name).map(isSeen) ?? false
      })
    let hips = seen.isSuperset(of: [.leftHip, .rightHip])
    let shoulders = seen.isSuperset(of: [.leftShoulder, .rightShoulder])
    if hips { seen.insert(.root) }
    if shoulders { seen.insert(.centerShoulder) }
    if hips && shoulders { seen.insert(.spine) }
    if [.nose, .leftEye, .rightEye, .leftEar, .rightEar].contains(where: isSeen) {
      seen.formUnion([.centerHead, .topHead])
    }
    return seen
  }

  /// The joints of the limbs that are outside the picture or have no keypoint that counts.
  func outsideJoints(_ pose: Pose2D) -> Set<Joint> {
    Set(
      LifterInput.joints.map(\.joint).filter { joint in
        guard joint != .topHead,
          let point = Keypoint(rawValue: joint.name).flatMap({ pose.points[$0] }),
          point.confidence >= options.minimumConfidence
        else { return joint != .topHead }
        return !pose.isInPicture(point)
      })
  }

  /// Whether a keypoint was seen inside the picture.
  func isSeen(_ keypoint: Keypoint, in pose: Pose2D) -> Bool {
    pose.points[keypoint].map { isSeen($0, of: pose.bodySize) && pose.isInPicture($0) } ?? false
  }

  /// Whether a keypoint was seen, by the detector's confidence or, where it looked several times, by
  /// how far its inference passes are apart; `size` is the body's in pixels.
  private func isSeen(_ point: Pose2D.Point, of size: Double) -> Bool {
    guard let sigma = point.sigma else { return point.confidence >= options.minimumSeenConfidence }
    return point.confidence >= options.minimumConfidence && sigma <= options.largestSeenSigma * size
  }

  // MARK: Evidence

  /// The use of a joint's keypoint; `pixel` is the joint's projection in the solution.
  func keypoint(
    of joint: Joint, in person: PreparedKeypoints, seenAt pixel: SIMD2<Double>?
  ) -> JointEvidence.Keypoint2D {
    guard LifterInput.hasKeypoint[joint], let keypoint = Keypoint(rawValue: joint.name) else {
      return .init(use: .derived)
    }
    guard let given = person.given.points[keypoint] else { return .init(use: .absent) }
    guard let usable = person.usable.points[keypoint],
      let center = person.centered.points[keypoint]
    else { return .init(use: .unusable) }
    let confidence = Self.share(given.confidence)
    guard usable.confidence >= options.minimumConfidence else {
      return .init(use: .rejected, confidence: confidence)
    }
    let use: JointEvidence.KeypointUse =
      if !person.usable.isInPicture(usable) {
        .outside
      } else {
        isSeen(usable, of: person.bodySize) ? .seen : .unsure
      }
    let distance = pixel.map { pixel in
      let offset = pixel - SIMD2(center.x, center.y)
      return offset.length
    }
    return .init(use: use, confidence: confidence, distance: distance)
  }
}

extension Pose2D {
  /// The pose without points that can't be the person's: those that are no numbers, those farther
  /// from the picture than its size, and those where the camera's lens shows nothing.
  fileprivate func withoutUnusablePoints(camera: Camera) -> Pose2D {
    let usable = points.filter { isUsable($0.value) && camera.ray(to: $0.value) != nil }
    guard usable.count < points.count else { return self }
    var pose = self
    pose.points = usable
    return pose
  }

  private func isUsable(_ point: Point) -> Bool {
    let (width, height) = (Double(imageWidth), Double(imageHeight))
    // Comparisons with NaN are false.
    return abs(point.x - (width - 1) / 2) <= 1.5 * width
      && abs(point.y - (height - 1) / 2) <= 1.5 * height && !point.confidence.isNaN
  }

  /// 2.6 times the root mean square spread of the keypoints that the lifter reads, in pixels.
  fileprivate var bodySize: Double {
    let places = LifterInput.keypoints.map { points[$0].map { SIMD2($0.x, $0.y) } }
    return 2.6
      * LifterInput.spread(of: places.map { $0 ?? .zero }, present: places.map { $0 != nil })
  }

  /// Whether a point is inside the picture.
  fileprivate func isInPicture(_ point: Point) -> Bool {
    (-0.5...Double(imageWidth) - 0.5).contains(point.x)
      && (-0.5...Double(imageHeight) - 0.5).contains(point.y)
  }
}
