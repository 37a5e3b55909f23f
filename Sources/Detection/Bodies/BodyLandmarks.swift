internal import Kinematics
internal import Pose3D

/// What BlazePose's landmark model says about one person.
struct BodyLandmarks {
  /// A point in the picture.
  struct Point: Equatable {
    /// Pixels from the centre of the top-left pixel.
    var position: SIMD2<Double>
    /// 0…1, whether it can be seen.
    var visibility: Double
    /// 0…1, whether it is inside the picture.
    var presence: Double
  }

  /// 0…1, whether there is a person at all.
  var presence: Double
  /// The body's points in the order of `names`.
  var points: [Point]
  /// The body's points in metres, origin mid-hips, x right, y down, z away from the camera.
  var world: [Vector3]
  /// The square of the picture that they were seen in.
  var region: SquareRegion
  /// The middle of the hips in pixels, a point of its own.
  var hips: SIMD2<Double>
  /// The point on the circle around the body, in pixels.
  var scalePoint: SIMD2<Double>

  /// The 33 points of the body, in MediaPipe's order (`PoseLandmark`). MediaPipe's foot index is
  /// the big toe, its mouth's left is the person's.
  static let names: [Keypoint] = [
    .nose, .leftEyeInner, .leftEye, .leftEyeOuter, .rightEyeInner, .rightEye, .rightEyeOuter,
    .leftEar, .rightEar, .mouthLeft, .mouthRight,
    .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist,
    .leftPinky, .rightPinky, .leftIndex, .rightIndex, .leftThumb, .rightThumb,
    .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
    .leftHeel, .rightHeel, .leftToe, .rightToe,
  ]
}

extension BodyLandmarks {
  /// The rectangle around the body's points, in pixels.
  var box: BoundingBox {
    // There are always 33 points.
    BoundingBox(around: points.lazy.map(\.position))!
  }

  /// Whether two findings are the same person: their points are on average closer than 0.15 of the
  /// larger one's extent. Two people side by side are half an extent apart.
  func isSamePerson(as other: BodyLandmarks) -> Bool {
    let total = zip(points, other.points).reduce(0) { sum, pair in
      let apart = pair.0.position - pair.1.position
      return sum + (apart.x * apart.x + apart.y * apart.y).squareRoot()
    }
    let extent = [box, other.box].map { max($0.width, $0.height) }.max() ?? 0
    return total / Double(points.count) < 0.15 * extent
  }

  /// The pose in the form that the rest of the program reads.
  func pose(in width: Int, _ height: Int, id: Int? = nil) -> Pose2D {
    let named = zip(Self.names, points).map { name, point in
      (
        name,
        Pose2D.Point(
          x: point.position.x, y: point.position.y, confidence: point.visibility,
          presence: point.presence)
      )
    }
    return Pose2D(
      points: Dictionary(uniqueKeysWithValues: named), imageWidth: width, imageHeight: height,
      confidence: presence, id: id,
      worldLandmarks: Dictionary(uniqueKeysWithValues: zip(Self.names, world)),
      convention: .blazePose)
  }
}
