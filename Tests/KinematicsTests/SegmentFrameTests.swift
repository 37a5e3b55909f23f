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

  @Test func `stature is the sum of the bones in any pose`() {
    for pose in Self.poses {
      #expect(abs(Anthropometry.stature(of: pose.positions) - 1.75) < Tolerance.chain)
    }
  }

  @Test func `the proportions add up to the stature`() {
    let chain: Set = ["shank", "thigh", "lowerTrunk", "upperTrunk", "neck", "head"]
    var seen: Set<String> = []
    var sum = Anthropometry.ankleHeightRatio
    for bone in Anthropometry.bones where chain.contains(bone.name) {
      if seen.insert(bone.name).inserted { sum += bone.ratio }
    }
    #expect(abs(sum - 1) < Tolerance.rounding)
  }
}
