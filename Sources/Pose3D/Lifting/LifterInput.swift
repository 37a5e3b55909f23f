#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

internal import DepthIO
internal import Kinematics

/// The 22 keypoints that the lifting network reads, as rays of the camera, and the 68 numbers that
/// they are turned into.
struct LifterInput {
  /// The keypoints in the network's order: left arm, right arm, left leg, right leg, head, feet.
  static let keypoints: [Keypoint] = [
    .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
    .leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle,
    .nose, .leftEye, .rightEye, .leftEar, .rightEar, .topHead,
    .leftToe, .rightToe, .leftHeel, .rightHeel,
  ]

  /// The network's inputs that are among the 17 joints: the limbs and the top of the head.
  static let joints: [(index: Int, joint: Joint)] = keypoints.enumerated().compactMap {
    index, keypoint in Joint(name: keypoint.rawValue).map { (index, $0) }
  }

  /// Where each input goes when left and right are exchanged.
  static let mirrorImages = [
    3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 14, 13, 16, 15, 17, 19, 18, 21, 20,
  ]

  /// (x/z, y/z) of the ray through each keypoint; zero where there is none.
  let rays: [SIMD2<Double>]
  /// Whether there is a keypoint.
  let isPresent: [Bool]
  /// 0…1; zero where there is none.
  let confidence: [Double]
  /// Whether the intrinsics are known, rather than assumed.
  let hasKnownCamera: Bool

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

  /// The input from a 2D pose; keypoints below `leastConfidence` count as absent.
  init(_ pose: Pose2D, camera: Camera, leastConfidence: Double) {
    let points = Self.keypoints.map { keypoint in
      pose.points[keypoint].flatMap {
        $0.confidence >= leastConfidence && $0.x.isFinite && $0.y.isFinite ? $0 : nil
      }
    }
    self.init(
      rays: points.map { $0.map { camera.normalized(SIMD2($0.x, $0.y)) } ?? .zero },
      isPresent: points.map { $0 != nil },
      confidence: points.map { min($0?.confidence ?? 0, 1) },
      hasKnownCamera: camera.source != .assumed)
  }

  /// The number of keypoints present.
  var count: Int { isPresent.count { $0 } }

  /// 2.6 times the root mean square spread of the keypoints, about the height of the body, in units
  /// of x/z.
  var bodySize: Double {
    let present = zip(rays, isPresent).filter(\.1).map(\.0)
    guard !present.isEmpty else { return 1 }
    let mean = present.reduce(.zero, +) / Double(present.count)
    let sum = present.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
    return max(2.6 * (sum / Double(present.count)).squareRoot(), 1e-6)
  }

  /// The features, and the virtual camera in which they are expressed: one that looks along the
  /// mean ray, so that a person is seen alike wherever they stand in the picture.
  var features: (values: [Float], virtualFromCamera: Rotation) {
    let directions = rays.map { Vector3($0.x, $0.y, 1) }.map { $0 / $0.length }
    var mean = Vector3.zero
    for (direction, present) in zip(directions, isPresent) where present { mean += direction }
    let virtualFromCamera = Self.looking(along: mean)

    let count = Double(max(count, 1))
    let points = directions.map { direction -> SIMD2<Double> in
      let v = virtualFromCamera * direction
      return SIMD2(v.x, v.y) / max(v.z, 0.1)
    }
    var center = SIMD2<Double>.zero
    for (point, present) in zip(points, isPresent) where present { center += point / count }
    var variance = 0.0
    for (point, present) in zip(points, isPresent) where present {
      variance += ((point - center) * (point - center)).sum() / count
    }
    let scale = variance.squareRoot() + 1e-6

    var values: [Float] = []
    values.reserveCapacity(LiftingNetwork.inputCount)
    for (point, present) in zip(points, isPresent) {
      values.append(present ? Float(point.x / scale) : 0)
      values.append(present ? Float(point.y / scale) : 0)
    }
    for (confidence, present) in zip(confidence, isPresent) {
      values.append(present ? Float(confidence) : 0)
    }
    values.append(Float(log(scale) + 1.5))
    values.append(hasKnownCamera ? 1 : 0)
    return (values, virtualFromCamera)
  }

  /// The rotation of a camera that looks along a ray, its x axis kept level in the old camera.
  private static func looking(along ray: Vector3) -> Rotation {
    guard let z = ray.normalized, let x = Vector3(0, 1, 0).cross(z).normalized,
      let cameraFromVirtual = Rotation(nearestTo: x, z.cross(x), z)
    else { return .identity }
    return cameraFromVirtual.inverse
  }
}
