import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

struct OutlierRepairTests {
  private func repaired(_ people: [PoseObservation]) -> (PersonMotion, [Repair]) {
    var person = PersonMotion(
      id: 3, times: people.indices.map { Double($0) / 30 },
      states: people.map { PersonMotion.State($0.body, observation: 0) }, world: nil)
    let repairs = OutlierRepair(isInCameraFrame: true).repair(&person)
    return (person, repairs)
  }

  @Test(arguments: [1, 2, 3])
  func `a joint that jumps away and back is put where the frames around say`(length: Int) throws {
    var people = MotionClip.named("squat").seen(turned: 30)
    for frame in people.indices { people[frame].body.sigmas = PerJoint(repeating: 0.02) }
    var spoilt = people
    for frame in 40..<40 + length { spoilt[frame].body.positions[.leftWrist].x += 0.6 }
    let (person, repairs) = repaired(spoilt)
    #expect(
      repairs
        == (40..<40 + length).map {
          Repair(frame: $0, time: Double($0) / 30, person: 3, kind: .outlier, joints: [.leftWrist])
        })
    for frame in people.indices {
      let state = try #require(person.states[frame])
      let isRepaired = (40..<40 + length).contains(frame)
      #expect((state.body.sources[.leftWrist] == .inferred) == isRepaired)
      #expect((try #require(state.body.sigmas)[.leftWrist] > 0.02) == isRepaired)
      // A squat's wrist is hardly off the chord of four frames.
      #expect(
        (state.body.positions[.leftWrist] - people[frame].body.positions[.leftWrist]).length
          < (isRepaired ? 0.03 : 1e-12))
      #expect(state.body.positions[.leftElbow] == people[frame].body.positions[.leftElbow])
    }
  }

  @Test func `a person who jumps takes their joints and feet along`() throws {
    var people = MotionClip.named("curl").seen()
    for frame in people.indices {
      let ankle = people[frame].body.positions[.leftAnkle]
      people[frame].body.leftFoot = Foot(heel: ankle, toe: ankle + Vector3(0, 0, -0.2))
    }
    var spoilt = people
    spoilt[30].body.positions = people[30].body.positions.map { $0 + Vector3(0, 0, 1) }
    spoilt[30].body.leftFoot = people[30].body.leftFoot.map {
      Foot(heel: $0.heel + Vector3(0, 0, 1), toe: $0.toe + Vector3(0, 0, 1))
    }
    let (person, repairs) = repaired(spoilt)
    #expect(repairs.map(\.frame) == [30])
    #expect(repairs.first?.joints == Joint.allCases)
    let (state, heel) = (
      try #require(person.states[30]), try #require(people[30].body.leftFoot?.heel)
    )
    #expect(meanDistance(state.body.positions, people[30].body.positions) < 1e-9)
    #expect((try #require(state.body.leftFoot).heel - heel).length < 1e-9)
    #expect(state.body.sources == people[30].body.sources)
  }

  @Test(arguments: [30.0, 60, 120])
  func `a punch is no jump`(framesPerSecond: Double) {
    let people = MotionClip.named("curl").seen()
    // 150 m/s² for 0.07 s, the same to a stop, and back: 10 m/s at most.
    func reach(_ time: Double) -> Double {
      let phase = abs(min(max(time, 0), 0.28) - 0.14)
      return phase < 0.07 ? 0.735 - 75 * phase * phase : 75 * (0.14 - phase) * (0.14 - phase)
    }
    let times = (0..<60).map { Double($0) / framesPerSecond }
    var person = PersonMotion(
      id: 0, times: times,
      states: times.map { time in
        var punch = people[0]
        punch.body.positions[.rightWrist].z -= reach(time - 0.2)
        return PersonMotion.State(punch.body, observation: 0)
      }, world: nil)
    let repairs = OutlierRepair(isInCameraFrame: true).repair(&person)
    #expect(repairs == [])
  }

  @Test(arguments: MotionClip.all)
  func `nothing of a clean clip is taken for a jump`(clip: MotionClip) {
    #expect(repaired(clip.seen(turned: 50)).1 == [])
  }

  @Test func `a step to another place is no jump`() {
    var people = MotionClip.named("curl").seen()
    for frame in 45..<people.count {
      people[frame].body.positions = people[frame].body.positions.map { $0 + Vector3(0.8, 0, 0) }
    }
    #expect(repaired(people).1 == [])
  }

  @Test(arguments: Swap.allCases)
  func `limbs that are where the others should be are left to the repair of sides`(
    swap: Swap
  ) {
    var people = MotionClip.named("lunge").seen(turned: 40)
    for frame in [30, 50, 51] {
      people[frame].body.positions = swap(people[frame].body.positions)
    }
    #expect(repaired(people).1 == [])
  }
}
