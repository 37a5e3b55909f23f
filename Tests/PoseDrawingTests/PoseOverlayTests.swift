import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D
@testable import PoseDrawing
import Testing

@Suite("The overlay")
struct PoseOverlayTests {
  private let bare = PoseOverlay.Options(showsAngles: false, showsLegend: false)
  private let ground: UInt32 = 0x464646
  private let orange: UInt32 = 0xE69F00
  private let blue: UInt32 = 0x56B4E9
  private let light: UInt32 = 0xEEEEEE

  private func drawn(
    _ poses: [BodyPose], on image: ColorImage = SyntheticPose.picture(),
    _ options: PoseOverlay.Options = .init()
  ) throws -> DrawnPicture {
    try #require(
      DrawnPicture(png: try PoseOverlay(of: poses, on: image, options: options).png()))
  }

  @Test(
    "The drawing has the image's own size",
    arguments: [(64, 64), (1, 1), (320, 240), (639, 481), (480, 640)])
  func sizeIsKept(width: Int, height: Int) throws {
    let pose = try SyntheticPose.standing(width: width, height: height)
    let picture = try drawn([pose], on: SyntheticPose.picture(width: width, height: height))
    #expect(picture.width == width)
    #expect(picture.height == height)
  }

  @Test("Pixels away from the skeleton stay as they were, and without people all of them do")
  func restIsUnchanged() throws {
    let pose = try SyntheticPose.standing()
    let picture = try drawn([pose], bare)
    let bones = Figure(of: pose, canvas: SIMD2(640, 480)).bones
    var changed: [SIMD2<Int>] = []
    for y in stride(from: 0, to: picture.height, by: 3) {
      for x in stride(from: 0, to: picture.width, by: 3) where picture[x, y] != ground {
        let around = Rectangle(centre: SIMD2(Double(x), Double(y)), size: SIMD2(24, 24))
        if bones.allSatisfy({ $0.segment.clipped(to: around) == nil }) { changed.append([x, y]) }
      }
    }
    #expect(changed == [])
    #expect(try drawn([]).allColors == [ground])
  }

  @Test("Bones are orange on the person's left, blue on the right and light in the middle")
  func bonesHaveTheColorOfTheirSide() throws {
    let pose = try SyntheticPose.standing()
    let picture = try drawn([pose], bare)
    // The discs at their ends cover the shortest bones.
    let short: Set<Joint> = [.root, .topHead, .leftHip, .rightHip]
    for joint in Joint.allCases where !short.contains(joint) {
      let expected = [.left: orange, .right: blue, .middle: light][BodySide(of: joint)]
      #expect(Set(picture.colors(along: pose, boneOf: joint)) == [expected], "\(joint)")
    }
  }

  @Test("A bone to an inferred joint is dashed and translucent, the others are not")
  func inferredBonesAreDashed() throws {
    let pose = try SyntheticPose.standing(sources: [.leftAnkle: .inferred])
    let picture = try drawn([pose], bare)
    let dashed = picture.colors(along: pose, boneOf: .leftAnkle)
    let isBright = dashed.map { ($0 >> 16) > 140 }
    let changes = zip(isBright, isBright.dropFirst()).count { $0 != $1 }
    #expect(changes >= 6)
    #expect(!dashed.contains(orange))
    #expect(Set(picture.colors(along: pose, boneOf: .rightAnkle)) == [blue])
  }

  @Test("A joint is a disc when seen, a ring when lifted and dim when inferred")
  func jointsShowTheirSource() throws {
    let pose = try SyntheticPose.standing(
      sources: [.leftWrist: .lifted, .rightAnkle: .inferred])
    let picture = try drawn([pose], bare)
    func color(_ joint: Joint) throws -> UInt32 {
      picture.color(at: try #require(pose.pixel(joint)))
    }
    #expect(try color(.leftAnkle) == orange)
    #expect(try color(.rightWrist) == blue)
    #expect(try color(.topHead) == light)
    #expect(try color(.leftWrist) == 0x0F1217)
    #expect(try color(.rightAnkle) != blue)
  }

  @Test("Nothing is drawn for an angle that has no value")
  func absentAnglesAreNotDrawn() throws {
    let hidden: [Joint: JointSource] = [
      .leftWrist: .inferred, .rightElbow: .inferred, .leftKnee: .inferred, .rightHip: .inferred,
    ]
    let pose = try SyntheticPose.standing(sources: hidden)
    let picture = SyntheticPose.picture()
    var withAngles = bare
    withAngles.showsAngles = true
    #expect(
      try PoseOverlay(of: [pose], on: picture, options: withAngles).png()
        == PoseOverlay(of: [pose], on: picture, options: bare).png())
    #expect(
      try PoseOverlay(of: [try SyntheticPose.standing()], on: picture, options: withAngles).png()
        != PoseOverlay(of: [try SyntheticPose.standing()], on: picture, options: bare).png())
  }

  @Test("The nearest person is drawn on top, whatever the order")
  func nearestIsOnTop() throws {
    let near = try SyntheticPose.standing(id: 1)
    let far = try SyntheticPose.standing(id: 2, offset: Vector3(0, 0, 2))
    let picture = SyntheticPose.picture()
    #expect(
      try PoseOverlay(of: [near, far], on: picture, options: bare).png()
        == PoseOverlay(of: [far, near], on: picture, options: bare).png())
    let spine = try #require(near.pixel(.spine))
    #expect(try drawn([far, near], bare).color(at: spine) == light)
  }

  @Test("A pose of another image size is scaled to the image")
  func poseIsScaledToThePicture() throws {
    let pose = try SyntheticPose.standing(width: 1280, height: 960)
    let picture = try drawn([pose], bare)
    let large = try SyntheticPose.standing()
    #expect(picture.color(at: try #require(large.pixel(.leftKnee))) == orange)
  }

  @Test("Joints outside the image and behind the camera do no harm")
  func jointsOutside() throws {
    let near = try SyntheticPose.standing(offset: Vector3(0.6, 0.5, -2.999_999))
    let behind = try SyntheticPose.standing(offset: Vector3(0, 0, -6))
    let outside = try SyntheticPose.standing(offset: Vector3(9, 0, 0))
    for pose in [near, behind, outside] {
      #expect(try drawn([pose], bare).width == 640)
    }
    let picture = try drawn([behind], bare)
    #expect(picture[320, 240] == ground)
  }

  @Test("The same input gives the same bytes")
  func isDeterministic() throws {
    let poses = [
      try SyntheticPose.standing(id: 1),
      try SyntheticPose.standing(id: 2, offset: Vector3(0.6, 0, 1)),
    ]
    let overlay = PoseOverlay(of: poses, on: SyntheticPose.picture())
    #expect(try overlay.png() == overlay.png())
  }

  @Test("An image too large to draw on is refused with its size")
  func tooLarge() throws {
    let overlay = PoseOverlay(of: [], on: SyntheticPose.picture(width: 32_768, height: 1))
    let error = #expect(throws: DrawingError.self) { try overlay.png() }
    #expect(error?.code == .tooLarge)
    #expect(
      error?.description
        == "an image of 32768×1 pixels can't be drawn on; no side may be longer than 32767")
  }
}
