@testable import PoseDetection
import PoseGeometry
import Pose3D
import Testing

@Suite("Body landmarks")
struct BodyLandmarksTests {
  @Test(
    "carry MediaPipe's numbers",
    arguments: [
      (0, Keypoint.nose), (1, .leftEyeInner), (2, .leftEye), (6, .rightEyeOuter), (7, .leftEar),
      (8, .rightEar), (9, .mouthLeft), (11, .leftShoulder), (12, .rightShoulder),
      (13, .leftElbow), (15, .leftWrist), (16, .rightWrist), (17, .leftPinky), (19, .leftIndex),
      (21, .leftThumb), (23, .leftHip), (24, .rightHip), (25, .leftKnee), (27, .leftAnkle),
      (29, .leftHeel), (30, .rightHeel), (31, .leftToe), (32, .rightToe),
    ])
  func names(index: Int, name: Keypoint) {
    #expect(BodyLandmarks.names[index] == name)
  }

  @Test("are 33 different ones, and left and right alternate below the face")
  func sides() {
    #expect(Set(BodyLandmarks.names).count == 33)
    for index in stride(from: 11, to: 33, by: 2) {
      let pair = BodyLandmarks.names[index...(index + 1)].map(\.rawValue)
      #expect(pair[0].replacing("left", with: "right") == pair[1])
    }
  }

  @Test("become a pose point by point")
  func pose() {
    let pose = person(x: 10, y: 20, presence: 0.75).pose(in: 640, 480, id: 3)
    #expect(pose.points.count == 33)
    #expect(pose.worldLandmarks.count == 33)
    #expect(
      pose.points[.leftToe] == Pose2D.Point(x: 10 + 31, y: 20 + 62, confidence: 0.5, presence: 0.9))
    #expect(pose.worldLandmarks[.leftToe] == Vector3(31, 0, -31))
    #expect(pose.imageWidth == 640 && pose.imageHeight == 480)
    // The most visible limb has a visibility of 0.5.
    #expect(pose.confidence == 0.75 * 0.5 && pose.id == 3)
  }

  @Test("the confidence is the presence times the best visibility of a limb within the image")
  func confidence() {
    var person = BodyLandmarks.standing(x: 300, shoulders: 100, hips: 200, presence: 0.9)
    func confidence(_ height: Int = 480) -> Double { person.confidence(inPicture: 640, height) }
    #expect(confidence() == 0.9)
    let limbs: [Keypoint] = [
      .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftKnee, .rightKnee, .leftAnkle,
      .rightAnkle,
    ]
    for (number, limb) in limbs.enumerated() {
      #expect(confidence() == 0.9)
      person.points[BodyLandmarks.index(of: limb)].visibility = 0.1 * Double(number + 1)
    }
    #expect(abs(confidence() - 0.9 * 0.8) < Tolerance.rounding)
    // Knees and ankles are at 300 and 400: below the edge they don't count.
    #expect(abs(confidence(250) - 0.9 * 0.4) < Tolerance.rounding)
    // No limb is within a portrait.
    #expect(confidence(140) == 0.9)
  }

  @Test("people are hardly visible if fewer than four joints are visible within the image")
  func hardlyVisible() {
    var person = BodyLandmarks.standing(x: 300, shoulders: 100, hips: 200)
    #expect(!person.isHardlyVisible(inPicture: 640, 480))
    #expect(person.isHardlyVisible(inPicture: 640, 101))
    for keypoint in BodyLandmarks.names.dropFirst(13) {
      person.points[BodyLandmarks.index(of: keypoint)].visibility = 0.4
    }
    #expect(person.isHardlyVisible(inPicture: 640, 480))
    person.points[BodyLandmarks.index(of: .leftWrist)].visibility = 0.6
    person.points[BodyLandmarks.index(of: .rightKnee)].visibility = 0.6
    #expect(!person.isHardlyVisible(inPicture: 640, 480))
  }

  @Test("the visible share is of the points within the image: a portrait's is not small")
  func visibleShare() {
    var person = BodyLandmarks.standing(x: 300, shoulders: 100, hips: 200)
    for index in person.points.indices.dropFirst(13) { person.points[index].visibility = 0.1 }
    #expect(person.visibleShare(inPicture: 640, 480) == 13.0 / 33)
    // Face and shoulders, which are all that the image shows.
    #expect(person.visibleShare(inPicture: 640, 101) == 1)
    #expect(person.visibleShare(inPicture: 640, 20) == 0)
  }

  @Test("are the same person's within 0.15 of the larger extent")
  func samePerson() {
    // The box is 32 wide and 64 high.
    let one = person(x: 0, y: 0)
    #expect(one.isSamePerson(as: one))
    #expect(one.isSamePerson(as: person(x: 0, y: 9.5)))
    #expect(!one.isSamePerson(as: person(x: 9.7, y: 0)))
  }

  @Test("are the same person's when the trunks meet, whatever the limbs do")
  func sameTrunk() {
    let one = BodyLandmarks.standing(x: 100, shoulders: 100, hips: 200)
    var other = one
    for index in 25..<33 { other.points[index].position += [250, -150] }
    // The extent is now 350, and 0.12 of it 42.
    #expect(other.meanDistance(to: one) > 0.15 * other.extent)
    #expect(other.isSamePerson(as: one) && one.isSamePerson(as: other))
    for index in 11..<25 { other.points[index].position.x += 41 }
    #expect(other.isSamePerson(as: one))
    for index in 11..<25 { other.points[index].position.x += 2 }
    #expect(!other.isSamePerson(as: one))
  }

  @Test("slip by as much as their square was beside them")
  func slip() {
    var one = BodyLandmarks.standing(x: 100, shoulders: 100, hips: 200)
    #expect(one.cropMisalignment < Tolerance.rounding)
    one.region.center += [30, 40]
    #expect(abs(one.cropMisalignment - 0.1) < Tolerance.rounding)
    #expect(one.nextRegion.center == [100, 200])
  }

  private func person(x: Double, y: Double, presence: Double = 1) -> BodyLandmarks {
    let indices = BodyLandmarks.names.indices
    return BodyLandmarks(
      presence: presence,
      points: indices.map {
        BodyLandmarks.Point(
          position: SIMD2(x + Double($0), y + 2 * Double($0)), visibility: 0.5, presence: 0.9)
      },
      world: indices.map { Vector3(Double($0), 0, -Double($0)) },
      region: SquareRegion(center: SIMD2(x, y), side: 125, rotation: 0),
      hips: SIMD2(x, y), scalePoint: SIMD2(x, y - 50))
  }
}
