@testable import MotionTestSupport
import PoseGeometry
import Kinematics
import Pose3D
import TestSupport
import Testing

@testable import PoseMotion

/// A person measured while they move, against the same person measured afterwards.
@Suite struct OnlinePersonFilterTests {
  /// All that a person is found to do, looked for four times a second.
  private func progress(
    of person: PersonMotion, _ choice: ExerciseChoice
  ) -> (exercise: String?, repetitions: [Repetition], motion: OnlinePersonFilter) {
    var motion = OnlinePersonFilter(id: 0, world: person.world, groundsFeet: false)
    var (exercise, found, lastLook) = (String?.none, [Repetition](), -1.0)
    for (time, state) in zip(person.times, person.states) {
      guard let state else { continue }
      _ = motion.add(state.body, at: time)
      guard time - lastLook >= 0.25 else { continue }
      lastLook = time
      let progress = motion.progress(choice)
      exercise = progress.exercise ?? exercise
      found += progress.completed
    }
    return (exercise, found, motion)
  }

  @Test(arguments: RepetitionCountTests.exercises, [(15.0, 0.0), (30, 0.02), (60, 0.01)])
  func `repetitions are counted once each, as they are afterwards`(
    _ activity: Activity, _ recording: (rate: Double, noise: Double)
  ) {
    var set = SyntheticSet(activity, [1, 0.9, 0.5, 1, 0.6, 1])
    (set.framesPerSecond, set.noise, set.seed, set.tail) = (recording.rate, recording.noise, 5, 1.5)
    let person = set.person()
    let found = progress(of: person, .named(activity.exercise!)).repetitions
    #expect(found.map(\.isCounted) == [true, true, false, true, false, true])
    for (repetition, truth) in zip(found, set.truth) {
      #expect(abs(repetition.turn - truth.turn) < 0.25)
    }
  }

  @Test(arguments: RepetitionCountTests.exercises)
  func `an exercise is recognised while it is done, and its repetitions count from the first`(
    _ activity: Activity
  ) {
    var set = SyntheticSet(
      activity, [1, 1, 1, 1, 1],
      seconds: [.highKnees, .mountainClimber].contains(activity) ? 1.2 : 2)
    (set.noise, set.tail) = (0.01, 1.5)
    let found = progress(of: set.person(), .recognized)
    #expect(found.exercise == activity.exercise?.rawValue)
    #expect(found.repetitions.count(where: \.isCounted) == 5)
  }

  @Test func `an exercise that was named isn't taken for a recognised one`() {
    let person = SyntheticSet(.squat, [1, 1, 1]).person()
    var motion = progress(of: person, .named(.bicepsCurl)).motion
    #expect(motion.progress(.recognized).exercise == "squat")
  }

  @Test(arguments: [10.0, 30, 120]) func `an hour leaves no more behind than a minute`(rate: Double)
  {
    let person = SyntheticSet(.squat, [1, 1]).person()
    let bodies = person.states.compactMap { $0?.body }
    var motion = OnlinePersonFilter(id: 0, world: person.world, groundsFeet: false)
    var remembered: [Int] = []
    // A gap of half a minute now and then.
    for frame in 0..<Int(3600 * rate / 20) {
      let time = Double(frame) / rate + (frame % 5000 > 4000 ? 30 : 0)
      guard time > motion.lastTime ?? -1 else { continue }
      _ = motion.add(bodies[frame % bodies.count], at: time)
      remembered.append(motion.remembered)
    }
    // Half a minute at 36 a second, and 5 a second for bones.
    #expect(remembered.max()! <= 30 * 36 + 30 * 5 + 3)
  }

  @Test func `it looks only back`() throws {
    var set = SyntheticSet(.squat, [1, 0.8])
    set.noise = 0.02
    let person = set.person()
    let bodies = person.states.compactMap { $0?.body }
    var (whole, part) = (
      OnlinePersonFilter(id: 0, world: nil, groundsFeet: false),
      OnlinePersonFilter(id: 0, world: nil, groundsFeet: false)
    )
    let shown = zip(person.times, bodies).map { whole.add($1, at: $0) }
    let first = zip(person.times, bodies).prefix(40).map { part.add($1, at: $0) }
    #expect(first == Array(shown.prefix(40)))
  }

  @Test func `positions are those of a sequence that is smoothed by the One-Euro filter`() throws {
    var set = SyntheticSet(.squat, [1, 0.8, 1])
    set.noise = 0.01
    let person = set.person()
    var motion = OnlinePersonFilter(id: 0, world: nil, groundsFeet: false)
    let shown = zip(person.times, person.states).map { time, state in
      motion.add(state!.body, at: time)
    }
    let smoothed = person.smoothed(.oneEuro)
    for frame in person.times.indices {
      // What is left is the bones' lengths, which the filter doesn't hold.
      for joint in Joint.allCases {
        let there = try #require(smoothed.states[frame]).body.positions[joint]
        #expect((shown[frame].positions[joint] - there).length < 0.04)
      }
    }
    let bones = try #require(BoneLengths(of: person.states))
    let last = try #require(shown.last)
    for (joint, length) in zip(Joint.allCases, Joint.allCases.map { bones.lengths[$0] })
    where [.leftKnee, .rightAnkle, .leftElbow].contains(joint) {
      let own = (last.positions[joint] - last.positions[joint.parent!]).length
      #expect(abs(own - length) < 0.01)
    }
  }

  @Test func `after a gap it restarts, and keeps the bones`() throws {
    let person = SyntheticSet(.squat, [1]).person()
    let bodies = person.states.compactMap { $0?.body }
    var motion = OnlinePersonFilter(id: 0, world: nil, groundsFeet: false)
    for (time, body) in zip(person.times, bodies) {
      _ = motion.add(body, at: time)
    }
    let moved = BodyEstimate(positions: bodies[0].positions.map { $0 + Vector3(1, 0, 0) })
    let last = person.times.last!
    var later = motion
    // Half a second later the filter still leans on what was before; after more it doesn't.
    let soon = motion.add(moved, at: last + 0.4)
    let late = later.add(moved, at: last + 0.6)
    #expect((soon.positions[.root] - moved.positions[.root]).length > 0.01)
    #expect((late.positions[.root] - moved.positions[.root]).length < 0.01)
  }
}
