@testable import MotionTestSupport
@testable import PoseMotion
import Kinematics
import Pose3D
import Testing

/// Prescribed angles, and repetitions that are judged by them.
struct AngleTargetTests {
  @Test(arguments: [
    ("kneeFlexion=90±10", 80.0, 100.0), ("kneeFlexion=90+-10", 80, 100),
    ("kneeFlexion=90+/-10", 80, 100), ("kneeFlexion=80..100", 80, 100),
    ("kneeFlexion=80...100", 80, 100), ("kneeFlexion=80…100", 80, 100),
    ("kneeFlexion=90° ± 10°", 80, 100), ("leftKneeFlexion=120", 110, 130),
    ("trunkLean=-5..5", -5, 5), ("trunkLean=-20±0.5", -20.5, -19.5),
  ])
  func `a target is read from text`(text: String, least: Double, most: Double) throws {
    let target = try AngleTarget(text)
    #expect(target.degrees == least...most)
    #expect(target.angle == text.prefix { $0 != "=" })
  }

  private static let expected =
    "an angle and its degrees were expected: kneeFlexion=90±10, kneeFlexion=80..100"

  @Test(arguments: [
    ("", expected), ("kneeFlexion", expected), ("=90", expected), ("kneeFlexion=", expected),
    ("kneeFlexion=ninety", expected), ("kneeFlexion=90±-1", expected),
    ("kneeFlexion=100..80", expected), ("kneeFlexion=nan", expected),
    ("kneeFlexion=inf", expected), ("kneeFlexion=1=2", expected),
    ("kneeFlexion=80..90..100", expected),
    ("kneeFlexion=400", "degrees between -360 and 360 were expected"),
    ("kneeFlexion=1e308±1e308", "degrees between -360 and 360 were expected"),
  ])
  func `a text that is no target is refused`(text: String, reason: String) {
    #expect(throws: AngleTarget.Unreadable(description: reason)) { try AngleTarget(text) }
  }

  @Test func `an unknown angle is answered with those near it`() {
    let error = #expect(throws: AngleTarget.Unreadable.self) {
      try AngleTarget("leftKneFlexion=90")
    }
    #expect(error?.description.hasPrefix("there is no angle leftKneFlexion; near it: ") == true)
    #expect(error?.description.contains("leftKneeFlexion") == true)
  }

  @Test(arguments: [
    (90.0, nil as Double?, true as Bool?), (101, nil, false), (90, 5, true), (90, 9, true),
    (90, 20, nil), (100, 8, nil), (103, 8, nil), (110, 8, false), (70, 8, false), (60, 60, nil),
  ])
  func `the sigma decides whether it can be told`(value: Double, sigma: Double?, isMet: Bool?)
    throws
  {
    let target = try AngleTarget("kneeFlexion=80..100")
    #expect(target.isMet(by: value, sigma: sigma) == isMet)
  }

  private static func squats(_ depths: [Double]) -> PersonMotion {
    SyntheticSet(.squat, depths).person()
  }

  @Test func `both knees of a squat are judged, in the place of the usual form`() throws {
    let person = Self.squats([1, 1])
    let usual = ExerciseAnalysis(of: person, choice: .named(.squat))
    let peak = try #require(usual.repetitions.first).angleAtTurn * 180 / .pi
    for (offset, isMet) in [(0.0, true), (40, false), (-40, false)] {
      let target = try AngleTarget(
        angle: "kneeFlexion", degrees: peak + offset - 15...peak + offset + 15)
      let found = ExerciseAnalysis(of: person, choice: .named(.squat), targets: [target])
      #expect(found.count == 2 && found.repetitions.count == 2)
      for repetition in found.repetitions {
        #expect(repetition.criteria.map(\.name) == ["leftKneeFlexion", "rightKneeFlexion"])
        #expect(repetition.criteria.allSatisfy { $0.isMet == isMet && $0.target == target.degrees })
        for criterion in repetition.criteria {
          #expect(abs(try #require(criterion.value) - peak) < 4)
        }
      }
    }
  }

  @Test func `only the named side is judged, and a side that is nowhere measured can't be told`()
    throws
  {
    let targets = [try AngleTarget("leftKneeFlexion=90"), try AngleTarget("rightElbowFlexion=90")]
    let whole = Self.squats([1])
    let person = PersonMotion(
      id: 0, times: whole.times,
      states: whole.states.map { state in
        var state = state
        // Upper arm and forearm without a length have no angle.
        if let elbow = state?.body.positions[.rightElbow] {
          state?.body.positions[.rightWrist] = elbow
        }
        return state
      }, world: whole.world)
    let found = ExerciseAnalysis(of: person, choice: .named(.squat), targets: targets)
    let criteria = try #require(found.repetitions.first).criteria
    #expect(criteria.map(\.name) == ["leftKneeFlexion", "rightElbowFlexion"])
    #expect(criteria[0].isMet != nil && criteria[1].isMet == nil && criteria[1].value == nil)
  }

  @Test func `a prescribed half squat counts`() throws {
    let person = Self.squats([0.3, 0.3])
    #expect(ExerciseAnalysis(of: person, choice: .named(.squat)).count == 0)
    let found = ExerciseAnalysis(
      of: person, choice: .named(.squat), targets: [try AngleTarget("kneeFlexion=45±15")])
    #expect(found.count == 2)
    #expect(found.repetitions.flatMap(\.criteria).allSatisfy { $0.isMet == true })
    // A deeper prescription doesn't ask for more of a repetition to count.
    let deep = ExerciseAnalysis(
      of: Self.squats([1, 1]), choice: .named(.squat), targets: [try AngleTarget("kneeFlexion=170")]
    )
    #expect(deep.count == 2)
  }

  @Test func `an included angle is judged where it is smallest`() throws {
    let person = Self.squats([1])
    let targets = [try AngleTarget("kneeFlexion=90"), try AngleTarget("leftKneeIncluded=90")]
    let found = ExerciseAnalysis(of: person, choice: .named(.squat), targets: targets)
    let criteria = try #require(found.repetitions.first).criteria
    try #require(criteria.count == 3)
    let (flexion, included) = (try #require(criteria[0].value), try #require(criteria[2].value))
    #expect(abs(flexion + included - 180) < 0.5)
  }

  @Test func `a lunge is judged at the leg in front`() throws {
    var set = SyntheticSet(.lunge, [1, 1])
    set.alternates = true
    let found = ExerciseAnalysis(
      of: set.person(), choice: .named(.lunge), targets: [try AngleTarget("kneeFlexion=90")])
    try #require(found.repetitions.count == 2)
    for repetition in found.repetitions {
      #expect(
        repetition.criteria.map(\.name).filter { $0.hasSuffix("Flexion") } == [repetition.angle])
    }
  }
}
