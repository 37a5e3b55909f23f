@testable import Motion
import Testing

@Suite struct RecognitionTests {
  @Test(arguments: Activity.allCases, [0, 1])
  func `each exercise is recognised, and nothing else is one`(_ activity: Activity, _ run: Int) {
    // Seen from the front without noise, and from aside by a tilted camera that nobody knows of.
    var set = SyntheticSet(activity, [1, 1, 0.5], seconds: activity == .jumpingJack ? 1 : 1.8)
    if activity.exercise == nil { set.lead = 5 }
    if run == 1 {
      set.noise = 0.02
      set.heading = 50
      set.tilt = 12
      set.knowsGravity = false
      set.stature = 1.6
      set.seed = 11
    }
    let found = Finding(of: set.person(), choice: .recognized)
    #expect(found.exercise == activity.exercise?.rawValue)
    #expect(found.count == (activity.exercise == nil ? 0 : 2))
    #expect(found.confidence > 0.5 && found.confidence <= 1)
  }

  @Test func `more repetitions raise the confidence`() {
    let (one, four) = (SyntheticSet(.squat, [1]), SyntheticSet(.squat, [1, 1, 1, 1]))
    let a = Finding(of: one.person(), choice: .recognized)
    let b = Finding(of: four.person(), choice: .recognized)
    #expect(a.exercise == "squat" && b.exercise == "squat")
    #expect(a.confidence < b.confidence)
  }

  @Test func `alternating and one-armed curls are curls`() {
    var set = SyntheticSet(.bicepsCurl, [1, 1, 1, 1])
    set.alternates = true
    #expect(Finding(of: set.person(), choice: .recognized).exercise == "bicepsCurl")
    set.alternates = false
    set.isOneArmed = true
    #expect(Finding(of: set.person(), choice: .recognized).exercise == "bicepsCurl")
  }

  @Test func `sitting down once and staying is no exercise`() {
    let person = SyntheticSet(.sitToStand, [1]).person()
    // From standing to the end.
    let turn = SyntheticSet(.sitToStand, [1]).truth[0].turn
    let frames = person.times.indices.filter { person.times[$0] > turn }
    let seated = PersonMotion(
      id: 7, times: frames.map { person.times[$0] }, states: frames.map { person.states[$0] },
      world: person.world)
    let found = Finding(of: seated, choice: .recognized)
    #expect(found.exercise == nil)
    #expect(found.repetitions.isEmpty)
  }

  @Test func `nobody seen is no exercise, and no failure`() {
    let person = PersonMotion(id: 0, times: [0, 0.1], states: [nil, nil], world: nil)
    let found = ExerciseAnalysis(of: person)
    #expect(found.exercise == nil && found.confidence > 0.9 && found.repetitions.isEmpty)
    let none = PersonMotion(id: 0, times: [], states: [], world: nil)
    #expect(ExerciseAnalysis(of: none, choice: .named(.squat)).repetitions.isEmpty)
  }
}
