@testable import MotionTestSupport
import Foundation
import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

@Suite struct MotionMeasureTests {
  @Test func `ranges are those of the poses, filled frames left out`() throws {
    var set = SyntheticSet(.bicepsCurl, [1], seconds: 1)
    set.framesPerSecond = 20
    var person = set.person()
    let measures = MotionMeasures(of: person, repetitions: [])
    let elbow = try #require(measures.ranges.first { $0.name == "leftElbowFlexion" })
    #expect(abs(elbow.minimum.value * 180 / .pi - 8) < 0.01)
    #expect(abs(elbow.maximum.value * 180 / .pi - 133) < 1.5)
    #expect(elbow.percentile5 <= elbow.median && elbow.median <= elbow.percentile95)
    #expect(elbow.frames == person.times.count)
    #expect(elbow.minimum.sigma == nil)
    // The order is the catalogue's.
    let names = AngleDefinition.catalogue.map(\.name).filter { name in
      measures.ranges.contains { $0.name == name }
    }
    #expect(measures.ranges.map(\.name) == names)
    let turn = set.truth[0].turn
    for (frame, time) in person.times.enumerated() where abs(time - turn) < 0.26 {
      person.states[frame]?.observation = nil
    }
    let filled = MotionMeasures(of: person, repetitions: [])
    let rest = try #require(filled.ranges.first { $0.name == "leftElbowFlexion" })
    #expect(rest.maximum.value < 80 * .pi / 180)
    #expect(rest.frames < elbow.frames)
  }

  @Test func `symmetry compares both sides' ranges`() throws {
    var set = SyntheticSet(.bicepsCurl, [1, 1], seconds: 1)
    set.framesPerSecond = 20
    let both = MotionMeasures(of: set.person(), repetitions: [])
    let even = try #require(both.symmetry.first { $0.name == "elbowFlexion" })
    #expect(abs(try #require(even.asymmetry).value) < 1e-9 && abs(even.offset.value) < 1e-9)
    set.isOneArmed = true
    set.noise = 0.003
    let one = MotionMeasures(of: set.person(), repetitions: [])
    let odd = try #require(one.symmetry.first { $0.name == "elbowFlexion" })
    let asymmetry = try #require(odd.asymmetry)
    #expect(asymmetry.value > 1.7)
    #expect(odd.offset.value > 0.3)
    #expect(asymmetry.sigma! > 0 && odd.left.sigma! > 0)
  }

  @Test func `a person who doesn't move has no asymmetry`() throws {
    let set = SyntheticSet(.standing, [])
    let person = set.person()
    // The joints of one frame, moved as a whole: ranges are what rounding leaves.
    let first = try #require(person.states.first ?? nil)
    let still = PersonMotion(
      id: 7, times: person.times,
      states: person.times.map { time in
        var state = first
        let shift = Vector3(0.1 * time, 0.03 * time, 2 + 0.01 * time)
        state.body.positions = state.body.positions.map { $0 + shift }
        return state
      }, world: person.world)
    let measures = MotionMeasures(of: still, repetitions: [])
    #expect(measures.symmetry.count > 4)
    #expect(measures.symmetry.allSatisfy { $0.asymmetry == nil })
    #expect(measures.symmetry.allSatisfy { $0.left.value < 1e-6 && $0.right.value < 1e-6 })
  }

  @Test func `ranges that sigmas can't tell from none have no asymmetry`() throws {
    var set = SyntheticSet(.bicepsCurl, [1, 1], seconds: 1)
    (set.framesPerSecond, set.noise) = (20, 0.01)
    let measures = MotionMeasures(of: set.person(), repetitions: [])
    let knee = try #require(measures.symmetry.first { $0.name == "kneeFlexion" })
    let elbow = try #require(measures.symmetry.first { $0.name == "elbowFlexion" })
    #expect(knee.asymmetry == nil && elbow.asymmetry != nil)
    for symmetry in measures.symmetry {
      #expect(symmetry.asymmetry?.sigma ?? 0 < 0.7, "\(symmetry.name)")
    }
  }

  @Test func `sway is what goes along the ground apart from even motion`() throws {
    var set = SyntheticSet(.standing, [])
    set.lead = 4
    set.tilt = 20
    let still = set.person()
    // 3 cm to and fro along the picture, 1 Hz, on a drift of 10 cm/s; and up and down, which is none.
    let up = try #require(still.world?.up)
    let swaying = PersonMotion(
      id: 7, times: still.times,
      states: zip(still.times, still.states).map { time, state in
        state.map { state in
          var state = state
          let shift =
            Vector3(0.03 * sin(2 * .pi * time) + 0.1 * time, 0, 0) + up * (0.2 * sin(5 * time))
          state.body.positions = state.body.positions.map { $0 + shift }
          return state
        }
      }, world: still.world)
    let sway = try #require(MotionMeasures(of: swaying, repetitions: []).sway)
    #expect(abs(sway.rootMeanSquare.value - 0.03 / 2.0.squareRoot()) < 0.002)
    #expect(sway.pathLength.value > 0.4)
    #expect(abs(sway.duration - still.times.last!) < 1e-9)
    let none = try #require(MotionMeasures(of: still, repetitions: []).sway)
    #expect(none.rootMeanSquare.value < 1e-9)
    let unknown = PersonMotion(id: 7, times: still.times, states: still.states, world: nil)
    #expect(MotionMeasures(of: unknown, repetitions: []).sway == nil)
  }

  @Test func `tempo is that of the repetitions that count`() throws {
    func repetition(_ start: Double, _ end: Double, isCounted: Bool = true) -> Repetition {
      Repetition(
        person: 0, isCounted: isCounted, start: start, turn: (start + end) / 2, end: end,
        angle: "leftKneeFlexion", rangeOfMotion: 1, angleAtTurn: 1, peakVelocity: 1)
    }
    let nobody = PersonMotion(id: 0, times: [], states: [], world: nil)
    let tempo = try #require(
      MotionMeasures(
        of: nobody,
        repetitions: [
          repetition(0, 2), repetition(3, 4, isCounted: false), repetition(5, 8), repetition(7, 11),
        ]
      ).tempo)
    #expect(tempo.repetitions == 3)
    #expect(abs(tempo.duration.value - 3) < 1e-12)
    // The standard deviation of 2, 3, 4 is 1.
    #expect(abs(tempo.duration.sigma! - 1 / 3.0.squareRoot()) < 1e-12)
    #expect(abs(tempo.variation!.value - 1.0 / 3) < 1e-12)
    // 0…2 and 5…11, of which a second is both's.
    #expect(abs(tempo.timeUnderTension - 8) < 1e-12)
    let two = MotionMeasures(of: nobody, repetitions: [repetition(0, 2), repetition(3, 4)])
    #expect(two.tempo?.variation == nil)
    #expect(MotionMeasures(of: nobody, repetitions: []).tempo == nil)
  }
}
