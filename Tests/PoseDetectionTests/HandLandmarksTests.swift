@testable import PoseDetection
import PoseGeometry
import Pose3D
import Testing

@Suite("Hand landmarks")
struct HandLandmarksTests {
  @Test(
    "carry MediaPipe's numbers",
    arguments: [
      (0, HandJoint.wrist), (1, .thumbCMC), (4, .thumbTip), (5, .indexMCP), (9, .middleMCP),
      (12, .middleTip), (13, .ringMCP), (17, .littleMCP), (20, .littleTip),
    ])
  func names(index: Int, name: HandJoint) {
    #expect(HandLandmarks.names[index] == name)
    #expect(HandLandmarks.names.count == 21)
  }

  @Test(
    "say left or right with the surer number",
    arguments: [(0.9, Chirality.right, 0.9), (0.25, .left, 0.75), (0.5, .left, 0.5)])
  func chirality(rightness: Double, expected: Chirality, confidence: Double) {
    let pose = hand(rightness: rightness).pose(in: 640, 480)
    #expect(pose.chirality == expected && pose.chiralityConfidence == confidence)
    #expect(pose.confidence == 0.75 && pose.bodyID == nil)
    #expect(pose.points[.thumbTip] == Pose2D.Point(x: 14, y: 28, confidence: 0.75))
    #expect(pose.worldLandmarks[.thumbTip] == Vector3(4, 0, -4))
  }

  @Test(
    "leave an unsure side to the one wrist where the hand begins",
    arguments: [
      (0.7, [Chirality.left], Chirality.left, 0.8), (0.95, [.left], .right, 0.95),
      (0.7, [.left, .right], .right, 0.7), (0.3, [.right], .right, 0.8),
    ])
  func side(rightness: Double, wrists: [Chirality], expected: Chirality, confidence: Double) {
    let views = WristView.views(of: body(id: 4))
    let near = wrists.compactMap { side in views.first { $0.chirality == side } }
    let pose = hand(rightness: rightness).pose(in: 640, 480, at: near)
    #expect(pose.chirality == expected && pose.chiralityConfidence == confidence)
    #expect(pose.bodyID == 4)
  }

  @Test("are the same hand's when they are near each other or one holds the other")
  func sameHand() {
    // The box is 20 wide and 40 high.
    let one = hand()
    #expect(one.isSameHand(as: one))
    #expect(one.isSameHand(as: hand(x: 10, y: 29)))
    #expect(!one.isSameHand(as: hand(x: 31, y: 20)))
    var part = one
    part.points = one.points.map { ($0 - one.points[10]) / 4 + one.points[18] }
    #expect(one.isSameHand(as: part) && part.isSameHand(as: one))
  }

  @Test("are looked for beyond the wrist, in the forearm's direction")
  func wristView() throws {
    let views = WristView.views(of: body(id: nil))
    #expect(views.map(\.chirality) == [.left, .right])
    let left = try #require(views.first)
    // The forearm is 100 long and hangs; shoulders 120 apart and a trunk of 160 say no more.
    #expect(left.forearm == 100 && left.wrist == [400, 300])
    #expect(left.expectedRegion.center == [400, 335])
    #expect(abs(abs(left.expectedRegion.rotation) - Double.pi) < Tolerance.rounding)
    #expect(left.moved(by: [-50, 20]).wrist == [350, 320])
    #expect(left.isWrist(of: hand(x: 420, y: 340)))
    #expect(!left.isWrist(of: hand(x: 440, y: 340)))
  }

  @Test("a forearm that points at the camera has its length from the body")
  func foreshortened() throws {
    var body = body(id: nil)
    body.points[.leftElbow] = Pose2D.Point(x: 400, y: 290, confidence: 1)
    #expect(try #require(WristView.views(of: body).first).forearm == 80)
    body.points[.leftHip] = nil
    #expect(try #require(WristView.views(of: body).first).forearm == 72)
    body.points[.leftShoulder] = nil
    #expect(try #require(WristView.views(of: body).first).forearm == 10)
  }

  @Test("an unsure wrist, a missing elbow and one on the wrist are not looked at")
  func noWristView() {
    var body = body(id: nil)
    body.points[.leftWrist]?.confidence = 0.2
    body.points[.rightElbow] = nil
    #expect(WristView.views(of: body).isEmpty)
    body.points[.rightElbow] = body.points[.rightWrist]
    #expect(WristView.views(of: body).isEmpty)
  }

  private func hand(x: Double = 10, y: Double = 20, rightness: Double = 0.9) -> HandLandmarks {
    let indices = HandLandmarks.names.indices
    return HandLandmarks(
      presence: 0.75, rightness: rightness,
      points: indices.map { SIMD2(x + Double($0), y + 2 * Double($0)) },
      world: indices.map { Vector3(Double($0), 0, -Double($0)) },
      region: SquareRegion(center: SIMD2(x + 10, y + 20), side: 60, rotation: 0))
  }

  private func body(id: Int?) -> Pose2D {
    let places: [Keypoint: (Double, Double)] = [
      .leftShoulder: (380, 100), .rightShoulder: (260, 100), .leftElbow: (400, 200),
      .rightElbow: (240, 200), .leftWrist: (400, 300), .rightWrist: (240, 300),
      .leftHip: (360, 260), .rightHip: (280, 260),
    ]
    return Pose2D(
      points: places.mapValues { Pose2D.Point(x: $0.0, y: $0.1, confidence: 0.8) },
      imageWidth: 640, imageHeight: 480, id: id)
  }
}
