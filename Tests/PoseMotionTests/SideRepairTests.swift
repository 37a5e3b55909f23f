import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import TestSupport
import Testing

struct SideRepairTests {
  /// People as they are seen, with a lifter's errors.
  private static let views: [(turned: Double, noise: Double)] = [
    (0, 0.01), (90, 0.02), (150, 0.03),
  ]

  private func sequence(_ people: [PoseObservation]) throws -> (PersonMotion, [Repair]) {
    // Repaired places are compared with the true ones, so nothing else moves them.
    var options = PoseSequence.Options()
    options.smoothing = .none
    options.holdsBones = false
    options.groundsFeet = false
    let sequence = PoseSequence(PoseRecording(people.map { [$0] }), options: options)
    try #require(sequence.people.count == 1)
    return (sequence.people[0], sequence.repairs)
  }

  /// The person as the side repair alone leaves them.
  private func repaired(
    _ people: [PoseObservation], isInCameraFrame: Bool = true
  ) -> (PersonMotion, [Repair]) {
    var person = PersonMotion(
      id: 0, times: people.indices.map { Double($0) / 30 },
      states: people.map { PersonMotion.State($0.body, observation: 0) }, world: nil)
    let repairs = SideRepair(isInCameraFrame: isInCameraFrame).repair(&person)
    return (person, repairs)
  }

  @Test(
    arguments: [
      (LimbPairs.arms, Repair.Kind.swappedArms), (.legs, .swappedLegs), (.all, .swappedSides),
    ])
  func `limbs that were swapped before a person was lifted are listed`(
    limbs: LimbPairs, kind: Repair.Kind
  ) throws {
    let clip = try #require(MotionClip.all.first)
    var people = clip.seen(turned: 0, noise: 0.01, seed: 1)
    let others = try sequence(people).1
    people[7].body.swappedLimbs = limbs
    let (person, repairs) = try sequence(people)
    let added = repairs.filter { !others.contains($0) }
    #expect(added.map(\.kind) == [kind])
    #expect(added.map(\.frame) == [7])
    #expect(added.flatMap(\.joints).contains(limbs == .legs ? .leftAnkle : .leftWrist))
    #expect(person.states.allSatisfy { $0?.body.swappedLimbs.isEmpty ?? true })
  }

  @Test(arguments: Swap.allCases)
  func `a swap of one to ten frames is put right, and nothing else is touched`(
    swap: Swap
  ) throws {
    var random = RandomNumbers(seed: 7)
    var (wrong, right, named, others, touched) = (0, 0, 0, 0, 0)
    for (number, clip) in MotionClip.all.enumerated() {
      let view = Self.views[number % Self.views.count]
      let people = clip.seen(turned: view.turned, noise: view.noise, seed: UInt64(number))
      var spoilt = people
      let length = Int.random(in: 1...10, using: &random)
      let start = Int.random(in: 2..<people.count - length - 2, using: &random)
      let run = start..<start + length
      for frame in run { spoilt[frame].body.positions = swap(people[frame].body.positions) }
      let (person, repairs) = try sequence(spoilt)
      for frame in people.indices {
        let kinds = Set(
          repairs.filter { $0.frame == frame && $0.kind != .outlier }.map(\.kind))
        guard run.contains(frame) else {
          others += 1
          touched += kinds.isEmpty ? 0 : 1
          continue
        }
        let before = meanDistance(spoilt[frame].body.positions, people[frame].body.positions)
        let after = meanDistance(
          try #require(person.states[frame]).body.positions, people[frame].body.positions)
        wrong += 1
        right += after < 0.3 * before ? 1 : 0
        named += kinds == swap.kinds ? 1 : 0
      }
    }
    #expect(Double(right) >= 0.95 * Double(wrong), "\(right) of \(wrong)")
    #expect(Double(named) >= 0.95 * Double(wrong), "\(named) of \(wrong)")
    #expect(Double(touched) <= 0.001 * Double(others), "\(touched) of \(others)")
  }

  @Test(arguments: MotionClip.all)
  func `frames in which nothing is wrong stay as they are`(clip: MotionClip) {
    for turned in [0.0, 45, 90] {
      let people = clip.seen(turned: turned, noise: 0.02)
      let (person, repairs) = repaired(people)
      #expect(repairs == [])
      #expect(person.states.map { $0?.body.positions } == people.map(\.body.positions))
    }
  }

  @Test func `a joint takes its sigma, its source and its foot with it`() throws {
    var people = MotionClip.named("walk").seen(turned: 60)
    for frame in people.indices {
      people[frame].body.sigmas = PerJoint { 0.01 + 0.001 * Double($0.rawValue) }
      people[frame].body.sources = PerJoint { $0 == .leftKnee ? .depth : .lifted }
      let (left, right) = (
        people[frame].body.positions[.leftAnkle], people[frame].body.positions[.rightAnkle]
      )
      people[frame].body.leftFoot = Foot(heel: left + Vector3(0, 0.1, 0), toe: left)
      people[frame].body.rightFoot = Foot(heel: right + Vector3(0, 0.1, 0), toe: right, sigma: 0.02)
    }
    var spoilt = people
    for frame in 40..<44 {
      let whole = people[frame]
      spoilt[frame].body.positions = Swap.legs(whole.body.positions)
      let legs: Set<Joint> = [.leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle]
      spoilt[frame].body.sigmas = PerJoint {
        0.01 + 0.001 * Double((legs.contains($0) ? $0.mirrored : $0).rawValue)
      }
      spoilt[frame].body.sources = PerJoint { $0 == .rightKnee ? .depth : .lifted }
      (spoilt[frame].body.leftFoot, spoilt[frame].body.rightFoot) = (
        whole.body.rightFoot, whole.body.leftFoot
      )
    }
    let (person, repairs) = repaired(spoilt)
    #expect(repairs.map(\.frame) == [40, 41, 42, 43])
    #expect(
      repairs.allSatisfy {
        $0.kind == .swappedLegs
          && $0.joints == [
            .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle,
          ]
      })
    for (frame, state) in person.states.enumerated() {
      let state = try #require(state)
      #expect(state.body.positions == people[frame].body.positions)
      #expect(state.body.sigmas == people[frame].body.sigmas)
      #expect(state.body.sources == people[frame].body.sources)
      #expect(state.body.leftFoot == people[frame].body.leftFoot)
      #expect(state.body.rightFoot == people[frame].body.rightFoot)
    }
  }

  @Test func `legs that a lifter hung on the wrong hips get back to theirs in depth`() throws {
    let people = MotionClip.named("walk").seen(turned: 80)
    var spoilt = people
    for frame in 30..<35 {
      let places = people[frame].body.positions
      let apart = Vector3(0, 0, places[.leftHip].z - places[.rightHip].z)
      spoilt[frame].body.positions = Swap.lowerLegs(places)
      for joint in [Joint.leftKnee, .leftAnkle] {
        spoilt[frame].body.positions[joint] += apart
        spoilt[frame].body.positions[joint.mirrored] -= apart
      }
    }
    let (person, repairs) = repaired(spoilt)
    #expect(repairs.map(\.frame) == Array(30..<35))
    for frame in 30..<35 {
      let state = try #require(person.states[frame])
      #expect(meanDistance(state.body.positions, people[frame].body.positions) < 1e-12)
    }
  }

  @Test func `arms that are swapped in the image are put right whatever their depths are`() {
    let arms: [Joint] = [.leftShoulder, .leftElbow, .leftWrist]
    var (wrong, right) = (0, 0)
    for clip in MotionClip.all {
      let people = clip.seen(turned: 0, noise: 0.01)
      var spoilt = people
      let run = people.count / 2..<people.count / 2 + 8
      for frame in run {
        let places = people[frame].body.positions
        for (number, joint) in arms.enumerated() {
          // A lifter's guess for a body that seems to face the other way.
          let off = Vector3(0, 0, 0.2 + 0.3 * Double(number))
          spoilt[frame].body.positions[joint] = places[joint.mirrored] + off
          spoilt[frame].body.positions[joint.mirrored] = places[joint] - off
        }
      }
      let (_, repairs) = repaired(spoilt)
      for frame in run {
        let places = people[frame].body.positions
        let apart = places[.leftWrist] - places[.rightWrist]
        guard abs(apart.x) > 0.3 else { continue }
        wrong += 1
        right += repairs.contains { $0.frame == frame && $0.kind == .swappedArms } ? 1 : 0
      }
    }
    #expect(wrong > 50 && Double(right) >= 0.95 * Double(wrong), "\(right) of \(wrong)")
  }

  @Test func `what most frames say is taken for right`() {
    let people = MotionClip.named("walk").seen(turned: 30)
    var spoilt = people
    for frame in 20..<people.count {
      spoilt[frame].body.positions = Swap.facing(people[frame].body.positions)
    }
    let (person, repairs) = repaired(spoilt)
    #expect(Set(repairs.map(\.frame)) == Set(0..<20))
    #expect(
      person.states.enumerated().allSatisfy { frame, state in
        state.map {
          meanDistance($0.body.positions, Swap.facing(people[frame].body.positions)) < 1e-12
        }
          ?? false
      })
  }

  /// Frames of 90 in which a detector takes the front for the back, a third of them at most.
  private static let minorities: [[Range<Int>]] = [
    [0..<30], [30..<60], [60..<90], [5..<20, 40..<55], [10..<16, 30..<38, 52..<60, 70..<76],
  ]

  @Test(arguments: MotionClip.all, minorities)
  func `most frames are never overruled, whatever knees and hips seem to say`(
    clip: MotionClip, minority: [Range<Int>]
  ) throws {
    let people = Array(clip.seen(turned: 10, noise: 0.02).prefix(90))
    // A lifter that turns legs over in depth in every right frame, and in none of the wrong ones.
    let right = people.map { person in
      var person = person
      for side: (Joint) -> Joint in [{ $0 }, \.mirrored] {
        let hip = person.body.positions[side(.leftHip)].z
        for joint in [side(.leftKnee), side(.leftAnkle)] {
          person.body.positions[joint].z = 2 * hip - person.body.positions[joint].z
        }
      }
      return person
    }
    var spoilt = right
    try #require(people.count >= 60)
    for frame in minority.joined() where frame < people.count {
      spoilt[frame].body.positions = Swap.facing(people[frame].body.positions)
    }
    let (person, _) = repaired(spoilt)
    let facing = try person.states.enumerated().map { frame, state in
      let state = try #require(state)
      func across(_ positions: PerJoint<Vector3>) -> Vector3 {
        positions[.leftShoulder] - positions[.rightShoulder]
      }
      return across(state.body.positions).dot(across(people[frame].body.positions)) > 0
    }
    let wrong = facing.count { !$0 }
    #expect(wrong <= 2, "\(wrong) frames face away")
  }

  @Test func `unseen limbs don't decide left and right`() {
    for clip in MotionClip.all {
      let people = clip.seen(turned: 20, noise: 0.02).map { person in
        var person = person
        let legs: Set<Joint> = [.leftHip, .leftKnee, .leftAnkle]
        person.body.sources = PerJoint {
          legs.contains($0) || legs.contains($0.mirrored) ? .inferred : .lifted
        }
        // Thighs of any length, knees bent forwards, hips that face the other way.
        person.body.positions = PerJoint { joint in
          guard legs.contains(joint) || legs.contains(joint.mirrored) else {
            return person.body.positions[joint]
          }
          var other = person.body.positions[joint.mirrored]
          other.z = 2 * person.body.positions[.root].z - other.z
          return other
        }
        return person
      }
      let (_, repairs) = repaired(people)
      #expect(repairs == [], "\(clip)")
    }
  }

  @Test func `without a camera, front and back are those of the body`() throws {
    let people = MotionClip.named("lunge").seen(turned: 70)
    var spoilt = people
    for frame in 45..<50 {
      let places = people[frame].body.positions
      let across = (places[.leftHip] - places[.rightHip])
        .cross(places[.centerShoulder] - places[.root])
      let front = try #require(across.normalized)
      spoilt[frame].body.positions = places.map { place in
        place - front * (2 * (place - places[.root]).dot(front))
      }
    }
    let (person, repairs) = repaired(spoilt, isInCameraFrame: false)
    #expect(repairs.map(\.frame) == Array(45..<50))
    #expect(repairs.allSatisfy { $0.kind == .flippedDepth })
    for frame in 45..<50 {
      let state = try #require(person.states[frame])
      #expect(meanDistance(state.body.positions, people[frame].body.positions) < 1e-12)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `a person of two frames or fewer is left alone`(count: Int) {
    let people = Array(MotionClip.named("walk").seen().prefix(count))
    let (person, repairs) = repaired(people)
    #expect(repairs == [])
    #expect(person.states.map { $0?.body.positions } == people.map(\.body.positions))
  }
}
