package import PoseGeometry
package import PoseImaging
package import Kinematics
package import Pose3D

/// The keypoints that BlazePose finds of a body, as far as they can be predicted: the projections of its
/// marks, each with the confidence that it usually has there. The errors are left out; the lifter's error
/// model has them.
package struct ExpectedKeypoints {
  /// In the camera's frame, in metres.
  let positions: PerJoint<Vector3>
  let stature: Double
  /// The direction up, in the camera's frame.
  let up: Vector3

  /// A body in a camera's frame.
  ///
  /// - Parameters:
  ///   - positions: the joints, in metres.
  ///   - stature: in metres.
  ///   - up: against gravity; length 1.
  package init(of positions: PerJoint<Vector3>, stature: Double, up: Vector3) {
    (self.positions, self.stature, self.up) = (positions, stature, up)
  }

  /// The points in the camera's frame, whether they are in the image or not.
  var points: [(keypoint: Keypoint, place: Vector3)] {
    let marks = BodyEstimate(positions: positions, stature: Stature(metres: stature)).keypointMarks
    let limbs = Self.limbs.map { joint, keypoint in (keypoint, marks[joint]) }
    return limbs + face + feet
  }

  /// The 2D pose in a camera; `nil` where a point isn't in front of it.
  package func pose(in camera: Camera) -> Pose2D? {
    let occlusion = SelfOcclusion(of: positions, stature: stature)
    var points: [Keypoint: Pose2D.Point] = [:]
    for (keypoint, place) in self.points {
      guard let pixel = camera.pixel(of: place), pixel.x.isFinite, pixel.y.isFinite else {
        return nil
      }
      var confidence = 1.0
      if let joint = Joint(name: keypoint.rawValue), let usual = Self.confidences[joint] {
        confidence =
          occlusion.hides(joint, at: positions[joint], from: .zero) ? usual.hidden : usual.seen
      }
      points[keypoint] = Pose2D.Point(x: pixel.x, y: pixel.y, confidence: confidence)
    }
    return Pose2D(
      points: points, imageWidth: camera.width, imageHeight: camera.height,
      convention: .blazePose)
  }

  private static let limbs: [(joint: Joint, keypoint: Keypoint)] = Joint.allCases.compactMap {
    joint in
    guard joint.mirrored != joint, let keypoint = Keypoint(rawValue: joint.name) else { return nil }
    return (joint, keypoint)
  }

  /// BlazePose's visibility of joints that are seen and of those that the body itself hides: medians of
  /// 115,000 keypoints of rendered people. Those of shoulders, hips and face are 1 in any case.
  private static let confidences: [Joint: (seen: Double, hidden: Double)] = {
    var table: [Joint: (seen: Double, hidden: Double)] = [
      .leftElbow: (0.98, 0.17), .leftWrist: (0.95, 0.16), .leftKnee: (0.98, 0.57),
      .leftAnkle: (0.97, 0.65),
    ]
    for (joint, usual) in table { table[joint.mirrored] = usual }
    return table
  }()

  /// Face and feet relative to the middle of the head and to the ankles, as shares of the stature: medians
  /// of 1,000 rendered people. Lateral, up and forwards.
  private static let face: [(keypoint: Keypoint, offset: Vector3)] = [
    (.nose, Vector3(0, -0.040, 0.071)),
    (.leftEye, Vector3(0.018, -0.019, 0.052)), (.rightEye, Vector3(-0.018, -0.019, 0.052)),
    (.leftEar, Vector3(0.043, -0.032, 0.004)), (.rightEar, Vector3(-0.043, -0.032, 0.004)),
  ]
  /// The toe's keypoint from the ankle, as a fraction of stature.
  private static let toe = (ahead: 0.111, below: 0.053)
  /// The heel's keypoint from the ankle, as a fraction of stature.
  private static let heel = (ahead: -0.032, below: 0.015)

  private var face: [(Keypoint, Vector3)] {
    let lateral = positions[.leftShoulder] - positions[.rightShoulder]
    guard let y = (positions[.topHead] - positions[.centerHead]).normalized,
      let x = (lateral - y * y.dot(lateral)).normalized
    else { return [] }
    let z = x.cross(y)
    return Self.face.map { keypoint, offset in
      let place = x * offset.x + y * offset.y + z * offset.z
      return (keypoint, positions[.centerHead] + place * stature)
    }
  }

  private var feet: [(Keypoint, Vector3)] {
    let lateral = positions[.leftHip] - positions[.rightHip]
    let places = [
      (Joint.leftKnee, Joint.leftAnkle, Keypoint.leftToe, Keypoint.leftHeel),
      (.rightKnee, .rightAnkle, .rightToe, .rightHeel),
    ]
    return places.flatMap { knee, ankle, toe, heel -> [(Keypoint, Vector3)] in
      // A foot stands on the floor, unless the shank is too far from upright for that.
      guard let shank = (positions[knee] - positions[ankle]).normalized else { return [] }
      let sole = shank.dot(up) > 0.6 ? up : shank
      guard let ahead = lateral.cross(sole).normalized else { return [] }
      func place(_ offset: (ahead: Double, below: Double)) -> Vector3 {
        positions[ankle] + (ahead * offset.ahead - sole * offset.below) * stature
      }
      return [(toe, place(Self.toe)), (heel, place(Self.heel))]
    }
  }
}

/// How the detector's errors grow as people become small in the image.
enum PixelError {
  /// The errors of BlazePose's keypoints, as fractions of the body's size, are `a·√(1 + (s/size)²)`: those of
  /// 9,600 rendered people, in classes of size from 50 to 300 pixels, follow it within 15 %.
  private static let halving = 105.0
  /// The size for which the lifter's error model holds: the mean of the people it was measured on.
  private static let usual = 200.0

  /// The factor on an angle's sigma for a body of this size in pixels, 2.6 times the root mean square
  /// spread of the keypoints. It never rises with the size.
  static func factor(size: Double) -> Double {
    func error(_ size: Double) -> Double { 1 + (halving / max(size, 1)) * (halving / max(size, 1)) }
    return (error(size) / error(usual)).squareRoot()
  }
}
