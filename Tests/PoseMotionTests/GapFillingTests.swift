import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

struct GapFillingTests {
  private func filled(
    _ people: [PoseObservation], hiding hidden: Range<Int>, longestGap: Double = 0.5
  ) -> PersonMotion {
    var person = PersonMotion(
      id: 0, times: people.indices.map { Double($0) / 30 },
      states: people.enumerated().map {
        hidden.contains($0) ? nil : PersonMotion.State($1.body, observation: 0)
      }, world: nil)
    GapFilling(longestGap: longestGap).fill(&person)
    return person
  }

  @Test func `straight on at a constant speed, a gap is filled exactly`() throws {
    let start = MotionClip.named("walk").seen()[0]
    let people = (0..<40).map { frame in
      var person = start
      let way = Vector3(0.03, 0, -0.01) * Double(frame)
      person.body.positions = start.body.positions.map { $0 + way }
      person.body.positions[.leftWrist] += Vector3(0, -0.01, 0) * Double(frame)
      let ankle = person.body.positions[.leftAnkle]
      person.body.leftFoot = Foot(heel: ankle, toe: ankle + Vector3(0, 0, -0.2), sigma: 0.01)
      person.body.rightFoot = frame < 20 ? person.body.leftFoot : nil
      return person
    }
    let person = filled(people, hiding: 15..<25)
    for frame in 15..<25 {
      let state = try #require(person.states[frame])
      #expect(state.isFilled)
      #expect(state.body.sources == PerJoint(repeating: .inferred))
      #expect(meanDistance(state.body.positions, people[frame].body.positions) < 1e-12)
      let (foot, truth) = (
        try #require(state.body.leftFoot), try #require(people[frame].body.leftFoot)
      )
      #expect((foot.toe - truth.toe).length < 1e-12)
      // Seen on one side of the gap only.
      #expect(state.body.rightFoot == nil)
    }
    #expect(person.states.count { $0?.isFilled == false } == 30)
  }

  @Test func `what a frame at an end of a gap doesn't show stays hidden in it`() throws {
    var people = MotionClip.named("walk").seen().prefix(12).map { $0 }
    for frame in 0..<12 { people[frame].body.sources[.leftKnee] = .inferred }
    people[7].body.sources[.rightAnkle] = .inferred
    let person = filled(people, hiding: 4..<7)
    for frame in 4..<7 {
      let skeleton = try #require(person.skeleton(at: frame))
      #expect(skeleton.inferred == [.leftKnee, .rightAnkle])
      let angles = skeleton.angles(
        ["leftKneeFlexion", "rightKneeFlexion", "leftElbowFlexion"].map { .named($0) })
      #expect(angles.map { $0.value != nil } == [false, false, true])
    }
  }

  @Test func `a gap of a walk is filled to 3 cm`() throws {
    let people = MotionClip.named("walk").seen(turned: 90)
    for start in stride(from: 10, to: 70, by: 7) {
      let person = filled(people, hiding: start..<start + 8)
      for frame in start..<start + 8 {
        let state = try #require(person.states[frame])
        #expect(meanDistance(state.body.positions, people[frame].body.positions) < 0.03)
      }
    }
  }

  @Test(arguments: [(14, true), (15, false)])
  func `the longest gap is the time between what was measured`(frames: Int, isFilled: Bool) {
    let people = MotionClip.named("walk").seen()
    let person = filled(people, hiding: 20..<20 + frames)
    #expect(person.states.allSatisfy { $0 != nil } == isFilled)
    #expect(person.states.count { $0?.isFilled ?? false } == (isFilled ? frames : 0))
  }

  @Test func `nothing is added before the first measurement or after the last, nor without leave`()
  {
    let people = MotionClip.named("walk").seen()
    #expect(filled(people, hiding: 0..<5).states.prefix(5).allSatisfy { $0 == nil })
    #expect(filled(people, hiding: 85..<90).states.suffix(5).allSatisfy { $0 == nil })
    #expect(filled(people, hiding: 40..<41, longestGap: 0).states[40] == nil)
  }

  @Test func `sigmas grow with the distance from what was measured`() throws {
    var people = MotionClip.named("walk").seen()
    for frame in people.indices { people[frame].body.sigmas = PerJoint(repeating: 0.03) }
    let person = filled(people, hiding: 20..<29)
    let sigmas = try (19...29).map { try #require(person.states[$0]?.body.sigmas) }
    // q/3 · (t·(T − t)/T)³ of an ankle, q = 7 m²/s³, in the middle of T = 1/3 s.
    #expect(abs(sigmas[5][.leftAnkle] * sigmas[5][.leftAnkle] - 0.0009 - 7.0 / 3 / 1728) < 1e-12)
    for joint in Joint.allCases {
      #expect(abs(sigmas[0][joint] - 0.03) < 1e-12)
      #expect((0..<5).allSatisfy { sigmas[$0][joint] < sigmas[$0 + 1][joint] })
      #expect((0..<5).allSatisfy { abs(sigmas[$0][joint] - sigmas[10 - $0][joint]) < 1e-12 })
    }
  }

  @Test func `without sigmas a filled gap has none`() {
    let person = filled(MotionClip.named("walk").seen(), hiding: 20..<22)
    #expect(person.states.allSatisfy { $0?.body.sigmas == nil })
  }
}
