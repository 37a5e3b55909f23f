import PoseGeometry
import Kinematics
import Testing

struct SegmentFrameTests {
  static let poses: [Mannequin] = [
    Mannequin(), Mannequin(hipFlexion: (100, 90), kneeFlexion: (110, 95), trunkFlexion: 30),
    Mannequin(shoulderFlexion: (180, 20), elbowFlexion: (90, 5)),
    Mannequin(shoulderAbduction: (90, 60), elbowFlexion: (0, 120)),
    Mannequin(shoulderFlexion: (-40, 130), hipFlexion: (-20, 70), kneeFlexion: (90, 0)),
  ]

  @Test(arguments: poses.indices, [0.0, 45, 90, 180, 300])
  func `forward kinematics through the local transforms returns the positions`(
    index: Int, heading: Double
  ) throws {
    let frames = try #require(
      SegmentFrames(cameraPositions: Self.poses[index].cameraPositions(heading: heading)))
    let chained = SegmentFrames.forwardKinematics(
      localTransforms: PerJoint { frames.localTransform($0) })
    for joint in Joint.allCases {
      let expected = frames.rootFromJoint[joint]
      #expect((chained[joint].translation - expected.translation).length < Tolerance.chain)
      #expect(difference(chained[joint].rotation, expected.rotation) < Tolerance.chain)
    }
  }

  @Test(arguments: poses.indices)
  func `the body's frame returns the body's own coordinates`(index: Int) throws {
    let body = Self.poses[index].positions
    let frames = try #require(
      SegmentFrames(cameraPositions: Self.poses[index].cameraPositions(heading: 35)))
    for joint in Joint.allCases {
      #expect((frames.rootFromJoint[joint].translation - body[joint]).length < Tolerance.chain)
    }
    let hip = frames.rootFromJoint[.leftHip].translation
    #expect(hip.x > 0 && abs(hip.y) < Tolerance.chain && abs(hip.z) < Tolerance.chain)
  }

  @Test func `standing with hanging arms, every joint's rotation is the identity`() throws {
    let frames = try #require(
      SegmentFrames(cameraPositions: Mannequin().cameraPositions(heading: 0)))
    for joint in Joint.allCases {
      #expect(difference(frames.localTransform(joint).rotation, .identity) < 1e-7, "\(joint)")
    }
  }

  @Test func `a bent knee is a pitch of the shank, a bent elbow a negative one of the forearm`()
    throws
  {
    let pose = Mannequin(elbowFlexion: (80, 80), kneeFlexion: (70, 70))
    let frames = try #require(SegmentFrames(cameraPositions: pose.cameraPositions(heading: 120)))
    for (joint, degrees) in [
      (Joint.leftKnee, 70.0), (.rightKnee, 70), (.leftElbow, -80), (.rightElbow, -80),
    ] {
      let angles = EulerAngles(frames.localTransform(joint).rotation)
      #expect(abs(angles.pitch * 180 / .pi - degrees) < 1e-6, "\(joint)")
      #expect(abs(angles.yaw) < 1e-7 && abs(angles.roll) < 1e-7)
    }
  }

  @Test func `a skeleton without hips or trunk has no frames`() {
    #expect(SegmentFrames(cameraPositions: PerJoint(repeating: Vector3(0, 0, 2))) == nil)
    var p = Mannequin().positions
    p[.spine] = p[.leftHip] * 0.5
    #expect(SegmentFrames(cameraPositions: p) == nil)
  }

  @Test func `pelvis and thorax are least-squares fits to the person's neutral pose`() throws {
    for skeleton in AngleTests.jittered {
      let p = skeleton.positions
      let frames = try #require(SegmentFrames(cameraPositions: p))
      // The same by LAPACK from the joints themselves, about root and centre of the shoulders.
      let half = (p[.leftHip] - p[.rightHip]) / 2
      let spine = p[.spine] - p[.root]
      let across = try #require(half.normalized)
      let up = spine - across * spine.dot(across)
      let pelvis = try #require(
        Rotation.fitting(
          [Vector3(half.length, 0, 0), Vector3(-half.length, 0, 0), Vector3(0, up.length, 0)],
          to: [half, -half, up]))
      #expect(difference(frames.cameraFromBody.rotation, pelvis) < Tolerance.chain)

      let center = (p[.leftShoulder] + p[.rightShoulder]) / 2
      let breadth = (p[.leftShoulder] - p[.rightShoulder]).length
      let trunk = p[.centerShoulder] - p[.spine]
      let thorax = try #require(
        Rotation.fitting(
          [Vector3(breadth / 2, 0, 0), Vector3(-breadth / 2, 0, 0), Vector3(0, -trunk.length, 0)],
          to: [p[.leftShoulder] - center, p[.rightShoulder] - center, -trunk]))
      let ours = try #require(frames.orientation(of: .thorax))
      #expect(difference(frames.cameraFromBody.rotation * ours, thorax) < Tolerance.chain)
    }
  }

  @Test
  func `a limb's frame has its bone along y and its hinge along x; a straight one is not twisted`()
    throws
  {
    let pose = Mannequin(
      shoulderRotation: (40, -20), elbowFlexion: (70, 10), hipFlexion: (40, 40),
      hipRotation: (25, -10), kneeFlexion: (60, 15))
    let p = pose.positions
    let frames = try #require(SegmentFrames(cameraPositions: p))
    for segment in BodySegment.allCases {
      guard let joint = segment.joint,
        let child = Joint.allCases.first(where: { $0.parent == joint }),
        segment != .pelvis, segment != .thorax, segment != .head
      else { continue }
      let bone = try #require((p[child] - p[joint]).normalized)
      let frame = try #require(frames.orientation(of: segment))
      #expect((frame.y + bone).length < Tolerance.chain, "\(segment)")
    }
    #expect(frames.orientation(of: .leftFoot) == nil)
    // Bent: the turn about the bone is shown, on the side where it is internal to the left.
    let thigh = try #require(frames.orientation(of: .leftThigh))
    let expected =
      Rotation.about(.x, by: -40 * .pi / 180) * .about(.y, by: -25 * .pi / 180)
    #expect(difference(thigh, expected) < 1e-9)
    // Nearly straight: the turn of 10° is not shown and not made up.
    let straight = try #require(frames.orientation(of: .rightThigh))
    #expect(difference(straight, .about(.x, by: -40 * .pi / 180)) < 1e-9)
  }

  @Test func `a knee that is bent the wrong way doesn't turn the thigh around`() throws {
    let frames = try #require(
      SegmentFrames(cameraPositions: Mannequin(kneeFlexion: (-30, -30)).positions))
    let thigh = try #require(frames.orientation(of: .leftThigh))
    #expect(difference(thigh, .identity) < 1e-7)
  }

  @Test func `a skeleton with a coordinate that is not finite has no frames`() {
    for joint in [Joint.leftWrist, .spine, .root] {
      var p = Mannequin().positions
      p[joint].z = .nan
      #expect(SegmentFrames(cameraPositions: p) == nil)
      p[joint].z = .infinity
      #expect(SegmentFrames(cameraPositions: p) == nil)
    }
  }
}
