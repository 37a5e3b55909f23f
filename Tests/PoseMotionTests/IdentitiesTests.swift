import PoseGeometry
import Kinematics
import TestSupport
@testable import PoseMotion
import Pose3D
import Testing

struct IdentitiesTests {
  /// Someone who walks along a line, from a place at a speed.
  private func walker(
    _ clip: String = "walk", from start: Vector3, at speed: Vector3, frames: Int = 90,
    noise: Double = 0.01,
    seed: UInt64 = 1, stature: Double = 1.75
  ) -> [PoseObservation] {
    let seen = MotionClip.named(clip).seen(turned: speed.x < 0 ? -90 : 90, noise: noise, seed: seed)
    return (0..<frames).map { frame in
      var person = seen[frame % seen.count]
      let shift = start + speed * (Double(frame) / 30) - person.body.positions[.root]
      person.body.positions = person.body.positions.map { $0 + shift }
      person.body.stature = Stature(metres: stature)
      return person
    }
  }

  /// Two who cross at frame 45, half a metre apart in depth.
  private func crossing() -> (a: [PoseObservation], b: [PoseObservation]) {
    (
      walker(from: Vector3(-1.5, 0, 3), at: Vector3(1, 0, 0)),
      walker("run", from: Vector3(1.5, 0, 3.5), at: Vector3(-1, 0, 0), seed: 2)
    )
  }

  /// Whether each person of the sequence is one of those given, in their order.
  private func follow(
    _ sequence: PoseSequence, _ people: [[PoseObservation]]
  ) -> Bool {
    sequence.people.count == people.count
      && zip(sequence.people, people).allSatisfy { person, truth in
        zip(person.states, truth).allSatisfy { state, truth in
          state.map { ($0.body.positions[.root] - truth.body.positions[.root]).length < 0.02 }
            ?? false
        }
      }
  }

  private var raw: PoseSequence.Options {
    var options = PoseSequence.Options()
    (options.repairs, options.smoothing, options.holdsBones) = (false, .none, false)
    options.groundsFeet = false
    return options
  }

  @Test(arguments: [true, false])
  func `a track ends at a cut, and goes on without one`(isCut: Bool) {
    var recording = PoseRecording(walker(from: Vector3(0, 0, 3), at: .zero).map { [$0] })
    recording.frames[50].startsShot = isCut
    let people = PoseSequence(recording, options: raw).people
    #expect(people.map { $0.states.count { $0 != nil } } == (isCut ? [50, 40] : [90]))
    #expect(people.map(\.id) == (isCut ? [0, 1] : [0]))
  }

  @Test func `two who cross stay who they are, in whatever order they come`() {
    let (a, b) = crossing()
    var random = RandomNumbers(seed: 5)
    let frames = zip(a, b).enumerated().map { number, pair in
      number > 0 && Bool.random(using: &random) ? [pair.1, pair.0] : [pair.0, pair.1]
    }
    let sequence = PoseSequence(PoseRecording(frames), options: raw)
    let isRight = follow(sequence, [a, b])
    #expect(isRight)
    #expect(sequence.people.map(\.id) == [0, 1])
    // What was measured can be found again.
    for person in sequence.people {
      for (frame, state) in person.states.enumerated() {
        let place = state?.observation.map { frames[frame][$0].body.positions[.root] }
        #expect(place == state?.body.positions[.root])
      }
    }
  }

  @Test func `given identities that are swapped where people cross are corrected`() {
    let (a, b) = crossing()
    let frames = a.indices.map { frame in
      var people = [a[frame], b[frame]]
      (people[0].id, people[1].id) = frame < 48 ? (4, 9) : (9, 4)
      return people
    }
    let sequence = PoseSequence(PoseRecording(frames), options: raw)
    let isRight = follow(sequence, [a, b])
    #expect(isRight)
    #expect(sequence.people.map(\.id) == [4, 9])
  }

  @Test func `a given identity is kept through a jump that no swap explains`() {
    let (a, b) = crossing()
    let frames = a.indices.map { frame in
      var people = [a[frame], b[frame]]
      if frame >= 20 {
        people[0].body.positions = people[0].body.positions.map { $0 + Vector3(0, 0, -1.2) }
      }
      (people[0].id, people[1].id) = (4, 9)
      return people
    }
    let sequence = PoseSequence(PoseRecording(frames), options: raw)
    let isRight = follow(sequence, [frames.map { $0[0] }, b])
    #expect(isRight)
  }

  @Test
  func `who comes back within two seconds is the same, with a new identity of the tracker too`() {
    let a = walker(from: Vector3(-1, 0, 3), at: Vector3(0.4, 0, 0), frames: 120)
    let frames = a.enumerated().map { number, person in
      var person = person
      person.id = number < 40 ? 0 : 7
      return (40..<85).contains(number) ? [] : [person]
    }
    let sequence = PoseSequence(PoseRecording(frames), options: raw)
    #expect(sequence.people.map(\.id) == [0])
    #expect(sequence.people.first?.states.count { $0 != nil } == 75)
  }

  @Test(arguments: [(Vector3(5, 0, 0), 1.75), (Vector3.zero, 1.45)])
  func `a person from elsewhere, or of another stature, is another one`(
    shift: Vector3, stature: Double
  ) {
    let a = walker(from: Vector3(-1, 0, 3), at: .zero, frames: 40)
    let b = walker(from: Vector3(-1, 0, 3) + shift, at: .zero, frames: 40, stature: stature)
    let gap = [[PoseObservation]](repeating: [], count: 40)
    let sequence = PoseSequence(
      PoseRecording(a.map { [$0] } + gap + b.map { [$0] }), options: raw)
    #expect(sequence.people.map(\.id) == [0, 1])
  }

  @Test func `a person far from the position of a lost one is another one at once`() {
    let a = walker(from: Vector3(-2, 0, 4), at: .zero, frames: 30)
    let b = walker(from: Vector3(3, 0, 4), at: .zero, frames: 30)
    let gap = [[PoseObservation]](repeating: [], count: 12)
    let sequence = PoseSequence(
      PoseRecording(a.map { [$0] } + gap + b.map { [$0] }), options: raw)
    #expect(sequence.people.map(\.id) == [0, 1])
  }

  @Test func `people come in the order of how long they were seen, ghosts not at all`() {
    let (a, b) = crossing()
    let ghost = walker(from: Vector3(0, 0, 8), at: .zero, frames: 4)
    let frames = a.indices.map { frame in
      (frame < 60 ? [a[frame]] : []) + [b[frame]]
        + ((30..<34).contains(frame) ? [ghost[frame - 30]] : [])
    }
    let sequence = PoseSequence(PoseRecording(frames), options: raw)
    #expect(sequence.people.map(\.id) == [1, 0])
    #expect(sequence.recording.frames[30].people.count == 3)
  }

  @Test func `a short recording's people are no ghosts`() {
    let (a, b) = crossing()
    #expect(PoseSequence(PoseRecording([[a[0], b[0]]]), options: raw).people.map(\.id) == [0, 1])
    #expect(PoseSequence(PoseRecording([[], []]), options: raw).people.isEmpty)
    #expect(PoseSequence(PoseRecording([]), options: raw).people.isEmpty)
  }

  @Test func `an assignment costs no more than any other`() {
    func permutations(_ items: [Int]) -> [[Int]] {
      items.isEmpty
        ? [[]]
        : items.flatMap { item in
          permutations(items.filter { $0 != item }).map { [item] + $0 }
        }
    }
    var random = RandomNumbers(seed: 11)
    for rows in 1...4 {
      for columns in rows...5 {
        let costs = (0..<rows).map { _ in
          (0..<columns).map { _ in Double.random(in: 0..<10, using: &random) }
        }
        func total(_ assignment: some Sequence<Int>) -> Double {
          zip(costs, assignment).reduce(0) { $0 + $1.0[$1.1] }
        }
        let found = cheapestAssignment(costs)
        #expect(Set(found).count == rows)
        let least = permutations(Array(0..<columns)).map { total($0.prefix(rows)) }.min() ?? 0
        #expect(abs(total(found) - least) < 1e-9)
      }
    }
    #expect(cheapestAssignment([]) == [])
  }
}
