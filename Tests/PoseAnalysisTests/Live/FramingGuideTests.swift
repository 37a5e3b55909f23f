import PoseImaging
import Pose3D
import Testing

@testable import PoseAnalysis

@Suite struct FramingGuideTests {
  /// A person who stands straight in an image of 640×480, between two heights, about a line.
  private static func person(top: Double, bottom: Double, middle: Double = 320) -> Pose2D {
    let parts: [(Keypoint, Double, Double)] = [
      (.nose, 0, 0), (.leftShoulder, 0.12, 0.15), (.rightShoulder, -0.12, 0.15),
      (.leftHip, 0.08, 0.5), (.rightHip, -0.08, 0.5), (.leftKnee, 0.08, 0.75),
      (.rightKnee, -0.08, 0.75), (.leftAnkle, 0.08, 1), (.rightAnkle, -0.08, 1),
    ]
    let height = bottom - top
    return Pose2D(
      points: Dictionary(
        uniqueKeysWithValues: parts.map { keypoint, across, down in
          (
            keypoint,
            .init(x: middle + across * height, y: top + down * height, confidence: 0.9)
          )
        }), imageWidth: 640, imageHeight: 480)
  }

  private static let bright = ColorImage(grey: 120, width: 640, height: 480)

  @Test(
    arguments: [
      ("all of them", person(top: 60, bottom: 430), []),
      ("the feet cut off", person(top: 60, bottom: 520), [.feetOutside]),
      ("the head cut off", person(top: -30, bottom: 400), [.headOutside]),
      ("both cut off", person(top: -30, bottom: 520), [.tooNear]),
      ("down to the hips", person(top: 40, bottom: 760), [.tooNear]),
      ("far away", person(top: 200, bottom: 330), [.tooFar]),
      ("a third of the image", person(top: 200, bottom: 365), []),
      ("at the left edge", person(top: 60, bottom: 430, middle: 30), [.tooFarAside]),
      ("at the right edge", person(top: 60, bottom: 430, middle: 620), [.tooFarAside]),
    ] as [(String, Pose2D, [LiveGuidance])])
  func `an unsuitable position of a person is reported`(
    name: String, pose: Pose2D, expected: [LiveGuidance]
  ) {
    var guide = FramingGuide()
    _ = guide.add(Self.bright, [pose], others: 0, at: 0)
    #expect(guide.add(Self.bright, [pose], others: 0, at: 0.5) == expected, "\(name)")
  }

  @Test func `darkness, an empty frame and other people are reported`() {
    var guide = FramingGuide()
    let dark = ColorImage(grey: 20, width: 640, height: 480)
    _ = guide.add(dark, [], others: 0, at: 0)
    #expect(guide.add(dark, [], others: 0, at: 1) == [.tooDark, .nobody])
    let person = Self.person(top: 60, bottom: 430)
    _ = guide.add(Self.bright, [person], others: 1, at: 2)
    #expect(guide.add(Self.bright, [person], others: 1, at: 3) == [.otherPeople])
  }

  @Test func `what is wrong for a moment only isn't told`() {
    var guide = FramingGuide()
    let person = Self.person(top: 60, bottom: 430)
    _ = guide.add(Self.bright, [], others: 0, at: 0)
    #expect(guide.add(Self.bright, [], others: 0, at: 0.4) == [])
    #expect(guide.add(Self.bright, [person], others: 0, at: 0.45) == [])
    #expect(guide.add(Self.bright, [], others: 0, at: 0.5) == [])
    #expect(guide.add(Self.bright, [], others: 0, at: 0.9) == [])
    #expect(guide.add(Self.bright, [], others: 0, at: 1) == [.nobody])
  }

  @Test(arguments: LiveGuidance.allCases) func `each is one or two sentences`(
    guidance: LiveGuidance
  ) {
    #expect(guidance.sentence.hasSuffix(".") && guidance.sentence.count < 100)
  }
}
