internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
package import Pose3D
internal import PoseSystem

extension EvaluationCase {
  /// The true points inside the picture, each with confidence 1: the 12 joints of the limbs, the top
  /// of the head and, where it is known, the tip of the nose.
  package var exactKeypoints: Pose2D {
    var points: [Keypoint: SIMD2<Double>] = [:]
    for joint in Joint.allCases where visibility[joint] != .outOfFrame {
      if let keypoint = Keypoint(rawValue: joint.name), Self.keypoints.contains(keypoint) {
        points[keypoint] = pixels[joint]
      }
    }
    if let pixel = noseTip.flatMap(camera.pixel(of:)), isInPicture(pixel) { points[.nose] = pixel }
    return Pose2D(
      points: points.mapValues { Pose2D.Point(x: $0.x, y: $0.y, confidence: 1) },
      imageWidth: camera.width, imageHeight: camera.height)
  }

  /// The same points as a detector might find them. Most are off by 1 % of the body's size along
  /// each axis (log-normal, 35 %) with a confidence of 0.55…1; 8 % are uncertain, 4 % off with
  /// 0.1…0.6; 2 % are outliers, 12 % off with 0.1…0.9. The body's size is 2.6 times the points' root
  /// mean square spread.
  ///
  /// The noise follows from the case's name and the keypoint's alone, not from the other cases.
  package var noisyKeypoints: Pose2D {
    var pose = exactKeypoints
    let rays = pose.points.mapValues { camera.normalized(SIMD2($0.x, $0.y)) }
    // In the order of the keypoints, so that the sum is the same every time.
    let present = Self.keypoints.compactMap { rays[$0] }
    guard !present.isEmpty else { return pose }
    let center = present.reduce(.zero, +) / Double(present.count)
    let squares = present.reduce(0) { $0 + (($1 - center) * ($1 - center)).sum() }
    let size = 2.6 * (squares / Double(present.count)).squareRoot()
    var random = RandomNumbers(seed: RandomNumbers.seed(from: name))
    for keypoint in Self.keypoints {
      // All are drawn, those of absent points too.
      let (kind, spread) = (random.uniform(), exp(0.35 * random.normal()))
      let direction = SIMD2(random.normal(), random.normal())
      let fraction = random.uniform()
      guard let ray = rays[keypoint] else { continue }
      let (share, confidence) =
        switch kind {
        case ..<0.02: (0.12, 0.1...0.9)
        case ..<0.1: (0.04, 0.1...0.6)
        default: (0.01 * spread, 0.55...1)
        }
      let moved = ray + share * size * direction
      guard let pixel = camera.pixel(of: Vector3(moved.x, moved.y, 1)) else { continue }
      pose.points[keypoint] = Pose2D.Point(
        x: pixel.x, y: pixel.y,
        confidence: confidence.lowerBound
          + fraction * (confidence.upperBound - confidence.lowerBound))
    }
    return pose
  }

  /// The points that are given, in the order in which their noise is drawn.
  private static let keypoints: [Keypoint] = [
    .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
    .leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle, .nose, .topHead,
  ]

  private func isInPicture(_ pixel: SIMD2<Double>) -> Bool {
    (-0.5...Double(camera.width) - 0.5).contains(pixel.x)
      && (-0.5...Double(camera.height) - 0.5).contains(pixel.y)
  }
}
