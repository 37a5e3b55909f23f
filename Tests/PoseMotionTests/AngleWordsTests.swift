import Kinematics
@testable import PoseMotion
import Testing

@Suite("Words for people")
struct AngleWordsTests {
  @Test(
    "An angle's name is taken apart into side and words",
    arguments: [
      ("leftKneeFlexion", .left, ["knee", "flexion"], "left knee flexion"),
      (
        "rightShoulderPlaneOfElevation", .right, ["shoulder", "plane", "of", "elevation"],
        "right shoulder plane of elevation"
      ),
      ("trunkLateralBend", nil, ["trunk", "lateral", "bend"], "trunk lateral bend"),
      ("leftKneeFPPA", .left, ["knee", "FPPA"], "left knee FPPA"),
      ("leftHipFlexion3D", .left, ["hip", "flexion", "3D"], "left hip flexion 3D"),
      ("knee_angle_l", nil, ["knee", "angle", "l"], "knee angle l"),
      ("left", nil, ["left"], "left"), ("", nil, [], ""),
    ] as [(String, AngleWords.Side?, [String], String)])
  func words(name: String, side: AngleWords.Side?, words: [String], text: String) {
    let angle = AngleWords(name)
    #expect(angle.side == side)
    #expect(angle.words == words)
    #expect(angle.text == text)
  }

  @Test("Both sides of an angle have the same words, and no two other angles have")
  func wordsTellAnglesApart() {
    let names = AngleDefinition.catalogue.map { AngleWords($0.name) }
    #expect(Set(names.map(\.text)).count == names.count)
    let lefts = names.filter { $0.side == .left }.map(\.words)
    #expect(!lefts.isEmpty)
    #expect(lefts == names.filter { $0.side == .right }.map(\.words))
  }

  @Test("Every exercise has a name for people")
  func titles() {
    #expect(
      Exercise.allCases.map(\.title) == [
        "squat", "lunge", "push-up", "sit-up", "biceps curl", "overhead press", "lateral raise",
        "jumping jack", "sit-to-stand", "hip hinge", "front raise", "bent-over row", "pull-up",
        "deadlift", "dip", "high knees", "leg press", "glute bridge",
        "mountain climber",
      ])
  }
}
