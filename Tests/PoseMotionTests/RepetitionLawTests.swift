@testable import MotionTestSupport
import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

@Suite struct RepetitionLawTests {
  private static var set: SyntheticSet {
    var set = SyntheticSet(.squat, [1, 0.9, 0.5, 1], seconds: 1.6)
    set.noise = 0.01
    return set
  }

  private func squats(_ person: PersonMotion) -> [Repetition] {
    Finding(of: person, choice: .named(.squat)).repetitions
  }

  @Test func `the mirror image has the sides swapped and all else the same`() throws {
    let person = Self.set.person()
    let mirrored = PersonMotion(
      id: 7, times: person.times,
      states: person.states.map { state in
        state.map { state in
          var state = state
          let positions = state.body.positions
          state.body.positions = PerJoint<Vector3> {
            let place = positions[$0.mirrored]
            return Vector3(-place.x, place.y, place.z)
          }
          return state
        }
      }, world: person.world)
    let (a, b) = (squats(person), squats(mirrored))
    #expect(a.count == 4 && b.count == 4)
    for (a, b) in zip(a, b) {
      #expect(a.reason == b.reason)
      #expect(abs(a.start - b.start) < 1e-9 && abs(a.end - b.end) < 1e-9)
      #expect(abs(a.rangeOfMotion - b.rangeOfMotion) < 1e-9)
      let (left, right) = (try #require(a.asymmetry), try #require(b.asymmetry))
      #expect(abs(left.value + right.value) < 1e-9)
      #expect(abs(try #require(left.sigma) - #require(right.sigma)) < 1e-9)
      #expect(a.angle.hasPrefix("left") != b.angle.hasPrefix("left"))
    }
  }

  @Test func `a larger person does the same`() {
    let person = Self.set.person()
    let larger = PersonMotion(
      id: 7, times: person.times,
      states: person.states.map { state in
        state.map {
          var state = $0
          state.body.positions = state.body.positions.map { $0 * 1.3 }
          return state
        }
      }, world: person.world)
    for (a, b) in zip(squats(person), squats(larger)) {
      #expect(a.reason == b.reason && a.angle == b.angle)
      #expect(abs(a.start - b.start) < 1e-9 && abs(a.rangeOfMotion - b.rangeOfMotion) < 1e-9)
    }
  }

  @Test func `a recording that begins later has later repetitions`() {
    let person = Self.set.person()
    let later = PersonMotion(
      id: 7, times: person.times.map { $0 + 1000 }, states: person.states, world: person.world)
    for (a, b) in zip(squats(person), squats(later)) {
      #expect(a.reason == b.reason)
      #expect(abs(a.start + 1000 - b.start) < 1e-6 && abs(a.turn + 1000 - b.turn) < 1e-6)
      #expect(abs(a.rangeOfMotion - b.rangeOfMotion) < 1e-6)
    }
  }

  @Test func `standing longer before and after adds no repetition`() {
    var longer = Self.set
    longer.lead = 15
    longer.tail = 15
    #expect(squats(longer.person()).map(\.reason) == squats(Self.set.person()).map(\.reason))
  }

  @Test func `twice as slow takes twice as long`() {
    let person = SyntheticSet(.squat, [1, 0.5, 1]).person()
    let slower = PersonMotion(
      id: 7, times: person.times.map { $0 * 2 }, states: person.states, world: person.world)
    for (a, b) in zip(squats(person), squats(slower)) {
      #expect(a.reason == b.reason)
      #expect(abs(2 * (a.end - a.start) - (b.end - b.start)) < 0.1)
    }
  }
}
