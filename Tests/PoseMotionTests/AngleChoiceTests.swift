@testable import MotionTestSupport
import Kinematics
@testable import PoseMotion
import Testing

@Suite struct AngleChoiceTests {
  private func degrees(_ value: Double) -> Double { value * .pi / 180 }

  @Test func `an angle is known by its name in every dialect`() {
    #expect(ExerciseChoice.angleDefinition(named: "leftElbowFlexion")?.name == "leftElbowFlexion")
    #expect(ExerciseChoice.angleDefinition(named: "elbow_flex_l")?.name == "elbow_flex_l")
    #expect(ExerciseChoice.angleDefinition(named: "left knee")?.name == "left knee")
    #expect(ExerciseChoice.angleDefinition(named: "elbow") == nil)
  }

  @Test func `an angle of a dialect is followed from frame to frame, too`() throws {
    let person = SyntheticSet(.bicepsCurl, [1, 1]).person()
    let choice = ExerciseChoice.angle(name: "elbow_flex_l", minimumRange: nil)
    let analysis = ExerciseAnalysis(of: person, choice: choice)
    let first = try #require(analysis.repetitions.first)
    let progress = ExerciseTimeline(of: analysis, person: person).progress(at: first.turn)
    #expect(progress.angle.map { abs($0 - first.angleAtTurn) < degrees(3) } == true)
  }

  @Test func `a least range that is given decides alone`() {
    let person = SyntheticSet(.bicepsCurl, [1, 0.5, 0.2]).person()
    func count(_ least: Double?) -> Int {
      Finding(
        of: person,
        choice: .angle(name: "leftElbowFlexion", minimumRange: least.map(degrees))
      ).count
    }
    #expect(count(20) == 3)
    #expect(count(40) == 2)
    #expect(count(80) == 1)
    #expect(count(nil) == 1)
  }

  @Test func `rest is where the person stays, at either end of the angle`() throws {
    var set = SyntheticSet(.bicepsCurl, [1, 1])
    set.tail = 2
    for name in ["leftElbowFlexion", "leftElbowIncluded"] {
      let found = Finding(of: set.person(), choice: .angle(name: name, minimumRange: nil))
      #expect(found.exercise == name && found.confidence == 1)
      #expect(found.count == 2)
      let first = try #require(found.repetitions.first)
      #expect(first.angle == name)
      #expect(abs(first.rangeOfMotion - degrees(125)) < degrees(3))
      #expect(first.eccentricTime == nil && first.concentricTime == nil)
      #expect(first.asymmetry == nil && first.criteria.isEmpty)
    }
  }

  @Test func `standing still has no repetitions of any angle`() {
    var set = SyntheticSet(.standing, [])
    set.lead = 6
    set.noise = 0.005
    for name in ["leftKneeFlexion", "rightHipFlexion", "trunkLean"] {
      let choice = ExerciseChoice.angle(name: name, minimumRange: nil)
      #expect(Finding(of: set.person(), choice: choice).count == 0)
    }
  }
}
