import PoseGeometry
import Pose3D
import Testing

/// The layouts, their groups, and the points that follow from others.
struct KeypointLayoutTests {
  static let pose = Pose2D(
    points: [
      .leftShoulder: Pose2D.Point(x: 30, y: 10, confidence: 0.9, presence: 0.8),
      .rightShoulder: Pose2D.Point(x: 10, y: 20, confidence: 0.4, presence: 0.95),
      .leftHip: Pose2D.Point(x: 28, y: 50, confidence: 0.7, presence: 0.5),
      .rightHip: Pose2D.Point(x: 12, y: 52, confidence: 0.8),
      .leftWrist: Pose2D.Point(x: 5, y: 7, confidence: 0.6),
      .mouthLeft: Pose2D.Point(x: 21, y: 3, confidence: 0.5),
    ], imageWidth: 40, imageHeight: 60, id: 2,
    worldLandmarks: [.leftWrist: Vector3(0.1, 0.2, 0.3), .nose: Vector3(-0.05, -0.6, -0.1)])

  @Test(arguments: KeypointLayout.allCases)
  func `a layout has no point twice`(layout: KeypointLayout) {
    let points = layout.points.compactMap { $0 }
    #expect(Set(points).count == points.count)
  }

  @Test func `layouts that begin with another's points do`() {
    let coco = KeypointLayout.coco.points
    for layout in [KeypointLayout.halpe26, .halpe136, .coco133, .body25b] {
      #expect(Array(layout.points.prefix(17)) == coco, "\(layout)")
    }
    #expect(Array(KeypointLayout.halpe136.points.prefix(26)) == KeypointLayout.halpe26.points)
    #expect(
      KeypointLayout.openposeCoco.points
        == KeypointLayout.body25.points[..<19].filter { $0 != .root })
    let counts: [KeypointLayout: Int] = [
      .coco: 17, .halpe26: 26, .halpe136: 136, .coco133: 133, .body25: 25, .body25b: 25,
      .openposeCoco: 18, .crowdpose: 14, .aic: 14, .mediapipe: 33, .vision: 19,
    ]
    for layout in KeypointLayout.allCases { #expect(layout.points.count == counts[layout]) }
  }

  @Test func `Vision's names are those of its points, and tell them apart`() {
    let points = KeypointLayout.vision.points.compactMap { $0 }
    #expect(points.count == 19)
    #expect(Set(points) == Set(Keypoint.allCases.filter { $0.visionName != nil }))
    #expect(Set(points.compactMap(\.visionName)).count == 19)
    for point in points { #expect(point.visionName.flatMap(Keypoint.init(visionName:)) == point) }
    #expect(Keypoint(visionName: "left_toe_joint") == nil)
    // A shoulder and an elbow are not called what one would think.
    #expect(Keypoint.leftElbow.visionName == "left_forearm_joint")
    #expect(Keypoint.rightKnee.visionName == "right_leg_joint")
  }

  @Test func `the groups cover the 19 points, each limb on its side`() {
    let limbs = KeypointGroup.allCases.filter { $0 != .all }
    #expect(Set(limbs.flatMap(\.points)) == Set(KeypointGroup.all.points))
    #expect(Set(KeypointGroup.allCases.map(\.visionName)).count == 7)
    #expect(KeypointGroup.leftArm.points.map(\.mirrored) == KeypointGroup.rightArm.points)
    #expect(KeypointGroup.leftLeg.points.map(\.mirrored) == KeypointGroup.rightLeg.points)
    for group in [KeypointGroup.face, .torso] {
      #expect(Set(group.points.map(\.mirrored)) == Set(group.points))
    }
  }

  @Test func `neck and root are the middles where the detector gives none`() {
    let points = Self.pose.points(in: .vision)
    #expect(points.count == 19)
    #expect(points[7] == Pose2D.Point(x: 20, y: 15, confidence: 0.4, presence: 0.8))
    #expect(points[14] == Pose2D.Point(x: 20, y: 51, confidence: 0.7))
    #expect(points[0] == nil && points[16] == nil)
    var pose = Self.pose
    pose.points[.neck] = Pose2D.Point(x: 1, y: 2, confidence: 0.3)
    pose.points[.leftHip] = nil
    #expect(pose.point(.neck) == Pose2D.Point(x: 1, y: 2, confidence: 0.3))
    #expect(pose.point(.root) == nil)
  }

  @Test func `a middle is as unsure as two points that are off independently`() {
    var pose = Self.pose
    pose.points[.leftShoulder]?.sigma = 3
    #expect(pose.point(.neck)?.sigma == nil)
    pose.points[.rightShoulder]?.sigma = 4
    #expect(pose.point(.neck)?.sigma == 2.5)
  }

  @Test func `a sigma goes with its point when sides are swapped`() {
    var pose = Self.pose
    pose.points[.leftShoulder]?.sigma = 3
    #expect(pose.withSidesSwapped().points[.rightShoulder]?.sigma == 3)
    #expect(pose.withSidesSwapped().points[.leftShoulder]?.sigma == nil)
  }

  @Test func `of BlazePose's points HALPE lacks the top of the head and the small toes`() {
    var pose = Self.pose
    for case let keypoint? in KeypointLayout.mediapipe.points {
      pose.points[keypoint] = Pose2D.Point(x: 1, y: 1, confidence: 1)
    }
    let missing = zip(KeypointLayout.halpe26.points, pose.points(in: .halpe26))
      .compactMap { $1 == nil ? $0 : nil }
    #expect(missing == [.topHead, .leftSmallToe, .rightSmallToe])
  }

  @Test(arguments: [
    (SIMD2(-0.5, -0.5), SIMD2(0.0, 1)), (SIMD2(639.5, 479.5), SIMD2(1, 0)),
    (SIMD2(319.5, 239.5), SIMD2(0.5, 0.5)), (SIMD2(0.0, 479), SIMD2(0.5 / 640, 0.5 / 480)),
  ])
  func `normalised places count from the picture's lower left corner`(
    pixel: SIMD2<Double>, normalized: SIMD2<Double>
  ) {
    let point = Pose2D.Point(x: pixel.x, y: pixel.y, confidence: 0.5)
    let place = point.normalized(width: 640, height: 480)
    #expect(abs(place.x - normalized.x) < 1e-15 && abs(place.y - normalized.y) < 1e-15)
    let back = Pose2D.Point(normalized: place, width: 640, height: 480, confidence: 0.5)
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
  }
}

/// A picture that shows its scene mirrored.
struct SwappedSidesTests {
  @Test(arguments: Keypoint.allCases)
  func `every point has its own mirror image`(keypoint: Keypoint) {
    #expect(keypoint.mirrored.mirrored == keypoint)
    let hasSide = ["left", "right"].contains { keypoint.rawValue.lowercased().contains($0) }
    #expect((keypoint.mirrored != keypoint) == hasSide)
    let name = keypoint.rawValue.lowercased()
    let other = keypoint.mirrored.rawValue.lowercased()
    #expect(
      name.replacing("left", with: "").replacing("right", with: "")
        == other.replacing("left", with: "").replacing("right", with: ""))
  }

  @Test func `names change sides, pixels stay, and the world is turned over`() {
    let pose = KeypointLayoutTests.pose
    let swapped = pose.withSidesSwapped()
    #expect(swapped.points[.rightWrist] == pose.points[.leftWrist])
    #expect(swapped.points[.mouthRight] == pose.points[.mouthLeft])
    #expect(swapped.points[.leftWrist] == nil && swapped.points.count == pose.points.count)
    #expect(swapped.worldLandmarks[.rightWrist] == Vector3(-0.1, 0.2, 0.3))
    #expect(swapped.worldLandmarks[.nose] == Vector3(0.05, -0.6, -0.1))
    #expect(swapped.withSidesSwapped() == pose)
  }

  @Test func `a left hand becomes a right one at the same pixels`() {
    let hand = HandPose(
      points: [.wrist: Pose2D.Point(x: 3, y: 4, confidence: 1)],
      worldLandmarks: [.thumbTip: Vector3(0.01, 0.02, 0.03)], chirality: .left,
      chiralityConfidence: 0.9, imageWidth: 40, imageHeight: 60, bodyID: 2)
    let swapped = hand.withSidesSwapped()
    #expect(swapped.chirality == .right && swapped.points == hand.points)
    #expect(swapped.worldLandmarks[.thumbTip] == Vector3(-0.01, 0.02, 0.03))
    #expect(swapped.withSidesSwapped() == hand)
    var unknown = hand
    unknown.chirality = nil
    #expect(unknown.withSidesSwapped().chirality == nil)
    let picture = PicturePoses(
      file: "a.jpg", width: 40, height: 60, people: [KeypointLayoutTests.pose], hands: [hand])
    #expect(picture.withSidesSwapped().hands == [swapped])
    #expect(picture.withSidesSwapped().withSidesSwapped() == picture)
  }
}
