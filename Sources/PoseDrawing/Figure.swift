internal import PoseImaging
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// One person as it is drawn: strokes and marks on the canvas.
struct Figure: Sendable {
  struct Bone: Sendable {
    let segment: Segment
    let side: BodySide
    /// Whether one of its ends was not seen.
    let isInferred: Bool
    /// Metres from the camera.
    let distance: Double
  }

  struct Mark: Sendable {
    let centre: CanvasPoint
    let side: BodySide
    let source: JointSource
    /// Metres from the camera.
    let distance: Double
  }

  /// Widths and sizes in pixels, fit for the picture and for the person in it.
  struct Measures: Sendable {
    let line: Double
    let casing: Double
    let jointRadius: Double
    let font: Double

    /// The radius of a joint's mark with its casing.
    var markRadius: Double { jointRadius + casing }

    /// - Parameters:
    ///   - stature: the person's height in pixels if it stood upright.
    ///   - shortSide: of the picture, in pixels.
    init(stature: Double, shortSide: Double) {
      line = max(1.5, shortSide * 0.003, min(stature * 0.011, shortSide * 0.014))
      casing = max(1, line * 0.28)
      jointRadius = line * 0.95
      // Whole pixels: on a video the letters of one size are drawn once, not again for each frame.
      font = max(9, shortSide * 0.018, min(stature * 0.040, shortSide * 0.035)).rounded()
    }
  }

  let pose: BodyPose
  let points: PerJoint<CanvasPoint?>
  /// The person's height in pixels if it stood upright, facing the camera.
  let stature: Double
  let measures: Measures
  /// From the farthest to the nearest.
  let bones: [Bone]
  /// From the farthest to the nearest.
  let marks: [Mark]
  /// Bars under the points of feet that rest on the ground.
  let contacts: [(segment: Segment, side: BodySide)]
  /// The distance of the root from the camera, in metres.
  let distance: Double

  init(of pose: BodyPose, canvas: SIMD2<Double>, contacts planted: [ContactPoint] = []) {
    let scale = canvas / SIMD2(Double(pose.camera.width), Double(pose.camera.height))
    // A lens far outside its calibration can put a joint nowhere.
    let points = PerJoint<CanvasPoint?> { joint in
      pose.pixel(joint).flatMap { $0.length.isFinite ? ($0 + 0.5) * scale : nil }
    }
    let root = pose.cameraRelativePosition(.root)
    self.pose = pose
    self.points = points
    distance = root.z
    stature = root.z > 0 ? pose.camera.fy * scale.y * pose.bodyHeight / root.z : 0
    measures = Measures(stature: stature, shortSide: canvas.min())
    let half = 2.5 * measures.jointRadius
    contacts = planted.compactMap { point in
      guard let place = point.place(in: pose.body),
        let pixel = pose.camera.pixel(of: place), pixel.length.isFinite
      else { return nil }
      let centre = (pixel + 0.5) * scale + SIMD2(0, 1.5 * half / 2.5)
      return (
        Segment(start: centre - SIMD2(half, 0), end: centre + SIMD2(half, 0)),
        point.isLeft ? .left : .right
      )
    }
    bones = Joint.allCases.compactMap { joint -> Bone? in
      guard let parent = joint.parent, let start = points[parent], let end = points[joint]
      else { return nil }
      let ends = [parent, joint]
      return Bone(
        segment: Segment(start: start, end: end), side: BodySide(of: joint),
        isInferred: ends.contains { pose.source($0) == .inferred },
        distance: ends.reduce(0) { $0 + pose.cameraRelativePosition($1).z } / 2)
    }.sorted { $0.distance > $1.distance }
    marks = Joint.allCases.compactMap { joint -> Mark? in
      guard let centre = points[joint] else { return nil }
      return Mark(
        centre: centre, side: BodySide(of: joint), source: pose.source(joint),
        distance: pose.cameraRelativePosition(joint).z)
    }.sorted { $0.distance > $1.distance }
  }

  /// The strokes that text should leave visible.
  var obstacles: [Obstacle] {
    bones.map {
      Obstacle(segment: $0.segment, halfWidth: measures.markRadius)
    }
  }

  // MARK: Where its text wants to be

  /// The direction away from the inside of the bend at an elbow or a knee; for a limb that looks
  /// straight, square to it and away from the other side's limb.
  func outside(of joint: Joint, between proximal: Joint, and distal: Joint) -> CanvasPoint? {
    guard let centre = points[joint], let a = points[proximal], let b = points[distal],
      let towardsA = (a - centre).normalized, let towardsB = (b - centre).normalized
    else { return nil }
    let inwards = towardsA + towardsB
    if inwards.length > 0.25, let direction = inwards.normalized { return -direction }
    guard let along = (towardsA - towardsB).normalized else { return nil }
    let square = CanvasPoint(-along.y, along.x)
    let away = centre - (points[joint.mirrored] ?? points[.spine] ?? centre)
    return (square * away).sum() < 0 ? -square : square
  }

  /// The direction from the neck to the top of the head; up when it can't be seen.
  var headwards: CanvasPoint {
    guard let neck = points[.centerShoulder], let top = points[.topHead],
      let direction = (top - neck).normalized
    else { return CanvasPoint(0, -1) }
    return direction
  }
}
