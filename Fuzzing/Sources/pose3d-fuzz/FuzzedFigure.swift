import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D

/// People, cameras and depth maps out of bytes: from a person who stands in front of an ordinary
/// camera to the impossible.
extension ByteSource {
  /// A person who faces the camera: fractions of the body's height to the right of the middle, and below
  /// the top of the head.
  private static let standing: [Keypoint: SIMD2<Double>] = [
    .topHead: [0, 0], .nose: [0, 0.07], .leftEye: [0.02, 0.06], .rightEye: [-0.02, 0.06],
    .leftEar: [0.04, 0.07], .rightEar: [-0.04, 0.07], .neck: [0, 0.17],
    .leftShoulder: [0.1, 0.18], .rightShoulder: [-0.1, 0.18], .leftElbow: [0.13, 0.36],
    .rightElbow: [-0.13, 0.36], .leftWrist: [0.14, 0.5], .rightWrist: [-0.14, 0.5],
    .leftHip: [0.05, 0.5], .rightHip: [-0.05, 0.5], .leftKnee: [0.06, 0.73],
    .rightKnee: [-0.06, 0.73], .leftAnkle: [0.06, 0.96], .rightAnkle: [-0.06, 0.96],
    .leftHeel: [0.06, 0.98], .rightHeel: [-0.06, 0.98], .leftToe: [0.09, 1], .rightToe: [-0.09, 1],
  ]

  /// A camera of a picture; `nil` for numbers that no camera is made of.
  mutating func camera(width: Int, height: Int) -> Camera? {
    let side = Double(max(width, height))
    let fx = anyNumber(0.1 * side...3 * side)
    let fy = isOne(in: 4) ? anyNumber(0.1 * side...3 * side) : fx
    let cx = anyNumber(-side...2 * side)
    let cy = anyNumber(-side...2 * side)
    guard fx > 0, fy > 0, [fx, fy, cx, cy].allSatisfy(\.isFinite) else { return nil }
    let sources: [Camera.Source] = [.file, .assumed, .exif, .calibration, .user]
    return Camera(
      width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy, distortion: distortion(),
      source: sources[choice(sources.count)])
  }

  private mutating func distortion() -> LensDistortion? {
    let models = LensDistortion.Model.allCases
    let index = choice(models.count + 4)
    guard index >= 4 else { return nil }
    let model = models[index - 4]
    let count = [4, 5, 8, 4][choice(4)]
    let coefficients = (0..<count).map { _ in anyNumber(-0.5...0.5) }
    guard model == .radialTable else {
      return LensDistortion(model: model, coefficients: coefficients)
    }
    return LensDistortion(
      radialTable: coefficients, center: SIMD2(anyNumber(0...640), anyNumber(0...480)))
  }

  /// A person's keypoints: those of the standing one, moved, left out or anywhere.
  mutating func pose(width: Int, height: Int) -> Pose2D {
    let scale = number(0.02...1.5) * Double(height)
    let middle = Double(width) * number(-0.2...1.2)
    let top = Double(height) * number(-0.4...0.6)
    let spread = Double(byte()) / 255 * 0.3
    let extent = Double(max(width, height))
    let hasLooks = isOne(in: 2)
    var points: [Keypoint: Pose2D.Point] = [:]
    for keypoint in Keypoint.allCases {
      guard let place = Self.standing[keypoint] else { continue }
      let kind = choice(16)
      guard kind < 14 else { continue }
      var x = middle + scale * (place.x + spread * number(-1...1))
      var y = top + scale * (place.y + spread * number(-1...1))
      if kind == 13 {
        x = anyNumber(-extent...2 * extent)
        y = anyNumber(-extent...2 * extent)
      }
      points[keypoint] = Pose2D.Point(
        x: x, y: y, confidence: kind == 12 ? anyNumber(0...1) : 1,
        presence: kind == 11 ? anyNumber(0...1) : nil,
        sigma: hasLooks ? anyNumber(0...20) : nil)
    }
    var pose = Pose2D(
      points: points, imageWidth: width, imageHeight: height, confidence: anyNumber(0...1),
      convention: isOne(in: 2) ? .blazePose : .jointCenters)
    if isOne(in: 2) {
      for (keypoint, place) in Self.standing.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        pose.worldLandmarks[keypoint] = Vector3(
          1.7 * place.x + anyNumber(-0.2...0.2), 1.7 * (place.y - 0.5) + anyNumber(-0.2...0.2),
          anyNumber(-0.5...0.5))
      }
    }
    return pose
  }

  /// A depth map: a wall with a person in front of it, slanting, with holes and any numbers; `nil` for
  /// none.
  mutating func depthMap() -> DepthMap? {
    guard isOne(in: 2) else { return nil }
    let (width, height) = (integer(1...48), integer(1...48))
    let (near, far) = (anyNumber(0.2...6), anyNumber(0.2...10))
    let slant = anyNumber(-0.1...0.1)
    let holes = byte()
    var metres: [Float] = []
    for row in 0..<height {
      for column in 0..<width {
        let isMiddle = abs(2 * column - width) < width / 3
        let depth = (isMiddle ? near : far) + slant * Double(row)
        metres.append(
          (row &* 31 &+ column &* 17) % 256 < Int(holes) / 2 ? .nan : Float(depth))
      }
    }
    for _ in 0..<choice(32) {
      metres[integer(0...metres.count - 1)] = Float(anyNumber(0...10))
    }
    let scales: [DepthScale] = [.caller, .unknown, .assumed, .file]
    let confidence: [DepthConfidence]? =
      isOne(in: 4) ? metres.map { _ in DepthConfidence.allCases[choice(3)] } : nil
    return DepthMap(
      width: width, height: height, metres: metres, confidence: confidence,
      scale: scales[choice(scales.count)])
  }

  /// A direction, or what isn't one; `nil` once in two.
  mutating func direction() -> Vector3? {
    guard isOne(in: 2) else { return nil }
    return Vector3(anyNumber(-1...1), anyNumber(0...1), anyNumber(-1...1))
  }
}
