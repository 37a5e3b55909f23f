internal import PoseGeometry
internal import PoseImaging
internal import Kinematics

/// The 22 keypoints that the lifting network reads, as rays of the camera, and what else is known of
/// the picture.
struct LifterInput {
  /// The keypoints of the limbs, each a joint of the skeleton: left arm, right arm, left leg, right
  /// leg.
  static let limbs: [Keypoint] = [
    .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
    .leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle,
  ]
  /// The feet's keypoints.
  static let feet: [Keypoint] = [.leftToe, .rightToe, .leftHeel, .rightHeel]

  /// The keypoints in the network's order: limbs, head, feet.
  static let keypoints: [Keypoint] =
    limbs + [.nose, .leftEye, .rightEye, .leftEar, .rightEar, .topHead] + feet

  /// The network's inputs that are among the 17 joints: the limbs and the top of the head.
  static let joints: [(index: Int, joint: Joint)] = keypoints.enumerated().compactMap {
    index, keypoint in Joint(name: keypoint.rawValue).map { (index, $0) }
  }

  /// The joints that are among the inputs.
  static let hasKeypoint = PerJoint<Bool> { joint in joints.contains { $0.joint == joint } }

  /// The index of each input's mirror image.
  static let mirrorImages = keypoints.mirrorImages(\.mirrored)

  /// The keypoints that have a world landmark, by their index.
  static let worldKeypoints = keypoints.indices.filter { keypoints[$0] != .topHead }
  /// The index of each landmark's mirror image.
  static let worldMirrorImages = worldKeypoints.mirrorImages { mirrorImages[$0] }

  /// (x/z, y/z) of the ray through each keypoint; zero where there is none.
  let rays: [SIMD2<Double>]
  /// Whether there is a keypoint.
  let isPresent: [Bool]
  /// 0…1; zero where there is none.
  let confidence: [Double]
  /// Whether the intrinsics are known, rather than assumed.
  let hasKnownCamera: Bool
  /// One standard deviation of a sure keypoint, as a fraction of the body's size in the picture.
  var keypointSigma = 0.03
  /// Whether the keypoints are BlazePose's, which mark limbs in its own way.
  var isBlazePose = false
  /// The spread of each keypoint over several inference passes; `nil` after one pass. One standard
  /// deviation in units of x/z, zero where there is no keypoint.
  var spreads: [Double]?
  /// BlazePose's own 3D guess for every keypoint (zero for topHead), in metres; `nil` without one.
  var worldLandmarks: [Vector3]?
  /// The direction of gravity (down) in the camera's frame, length 1; `nil` when unknown.
  var gravity: Vector3?

  init(
    rays: [SIMD2<Double>], isPresent: [Bool], confidence: [Double], hasKnownCamera: Bool
  ) {
    precondition(
      [rays.count, isPresent.count, confidence.count].allSatisfy { $0 == Self.keypoints.count },
      "the network reads \(Self.keypoints.count) keypoints")
    self.rays = rays
    self.isPresent = isPresent
    self.confidence = confidence
    self.hasKnownCamera = hasKnownCamera
  }

  /// The input from a 2D pose; keypoints below the least confidence count as absent, and so do those
  /// where the camera's lens shows nothing.
  init(_ pose: Pose2D, camera: Camera, options: Lifter.Options) {
    let points = Self.keypoints.map { keypoint in
      pose.points[keypoint].flatMap { point -> (ray: SIMD2<Double>, confidence: Double)? in
        guard point.confidence >= options.minimumConfidence, let ray = camera.ray(to: point) else {
          return nil
        }
        return (ray, min(point.confidence, 1))
      }
    }
    self.init(
      rays: points.map { $0?.ray ?? .zero }, isPresent: points.map { $0 != nil },
      confidence: points.map { $0?.confidence ?? 0 },
      hasKnownCamera: camera.isCalibrated)
    keypointSigma = options.keypoints.sigma
    isBlazePose = pose.convention == .blazePose
    gravity = options.gravity?.normalized
    let sigmas = zip(Self.keypoints, isPresent).map { keypoint, isPresent in
      isPresent ? pose.points[keypoint]?.sigma : 0
    }
    if isPresent.contains(true), !sigmas.contains(nil) {
      spreads = sigmas.map { ($0 ?? 0) / camera.fx }
    }
    let world = Self.keypoints.map { pose.worldLandmarks[$0] }
    // Relative to the hips: no point of a body is farther away, and NaN is not nearer.
    if isBlazePose, Self.worldKeypoints.allSatisfy({ (world[$0]?.length ?? .infinity) < 3 }) {
      worldLandmarks = world.map { $0 ?? .zero }
    }
  }

  /// The number of keypoints present.
  var count: Int { isPresent.count { $0 } }

  /// 2.6 times the root mean square spread of the keypoints, about the height of the body, in units
  /// of x/z.
  var bodySize: Double { max(2.6 * Self.spread(of: rays, present: isPresent), 1e-6) }

  /// The root mean square distance of the present points from their mean; zero when there are none.
  static func spread(of points: [SIMD2<Double>], present: [Bool]) -> Double {
    var (count, center) = (0.0, SIMD2<Double>.zero)
    for (point, present) in zip(points, present) where present {
      center += point
      count += 1
    }
    guard count > 0 else { return 0 }
    center /= count
    var sum = 0.0
    for (point, present) in zip(points, present) where present {
      sum += ((point - center) * (point - center)).sum()
    }
    return (sum / count).squareRoot()
  }
}

extension Camera {
  /// The ray (x/z, y/z) to a keypoint; `nil` where the lens shows nothing.
  package func ray(to point: Pose2D.Point) -> SIMD2<Double>? {
    let ray = normalized(SIMD2(point.x, point.y))
    return ray.x.isNaN ? nil : ray
  }
}

extension Array where Element: Equatable {
  /// The index of an element that the list has; a list without it is a bug.
  func index(ofKnown element: Element) -> Int {
    guard let index = firstIndex(of: element) else {
      preconditionFailure("\(element) is not among \(self)")
    }
    return index
  }

  /// The index of each element's mirror image, by which it is replaced when left and right are
  /// swapped; the list has it.
  func mirrorImages(_ mirrored: (Element) -> Element) -> [Int] {
    map { index(ofKnown: mirrored($0)) }
  }
}
