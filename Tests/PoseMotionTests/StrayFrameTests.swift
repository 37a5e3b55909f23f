import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import TestSupport
import Testing

struct StrayFrameTests {
  /// Every joint halfway to the other side's: a body without width.
  private func collapsed(_ positions: PerJoint<Vector3>) -> PerJoint<Vector3> {
    PerJoint { (positions[$0] + positions[$0.mirrored]) / 2 }
  }

  /// A sequence with repairs alone.
  private func repaired(_ people: [PoseObservation]) throws -> (PersonMotion, [Repair]) {
    var options = PoseSequence.Options()
    (options.smoothing, options.holdsBones, options.groundsFeet) = (.none, false, false)
    options.liftsOverTime = false
    let sequence = PoseSequence(PoseRecording(people.map { [$0] }), options: options)
    try #require(sequence.people.count == 1)
    return (sequence.people[0], sequence.repairs)
  }

  /// The results of clips in which a run was swapped and frames at its ends went astray.
  private struct Tally {
    var (swapped, right, others, touched, astray, filled) = (0, 0, 0, 0, 0, 0)

    mutating func add(
      _ person: PersonMotion, _ repairs: [Repair], truth: [PoseObservation],
      spoilt: [PoseObservation], run: Range<Int>, strays: Set<Int>
    ) throws {
      let sides = Set(repairs.filter { $0.kind != .outlier }.map(\.frame))
      let outliers = Set(repairs.filter { $0.kind == .outlier }.map(\.frame))
      for frame in truth.indices {
        let before = meanDistance(spoilt[frame].body.positions, truth[frame].body.positions)
        let after = meanDistance(
          try #require(person.states[frame]).body.positions, truth[frame].body.positions)
        if strays.contains(frame) {
          astray += 1
          filled += after < 0.5 * before ? 1 : 0
        } else if run.contains(frame) {
          swapped += 1
          right += after < 0.3 * before ? 1 : 0
        } else {
          others += 1
          touched += sides.contains(frame) || outliers.contains(frame) ? 1 : 0
        }
      }
    }
  }

  /// From an edited journal, or a file in another unit.
  @Test(arguments: [1e4, 1e9, 1e200, 1e308, -.greatestFiniteMagnitude])
  func `places farther away than numbers can say end no program`(place: Double) throws {
    let clip = try #require(MotionClip.all.first)
    for joints in [Joint.allCases, [.leftWrist], [.root], [.rightKnee, .leftHip]] {
      var people = clip.seen(turned: 0, noise: 0.005, seed: 1)
      for frame in [10, 11, people.count - 1] {
        for joint in joints { people[frame].body.positions[joint] = Vector3(place, -place, place) }
      }
      let sequence = PoseSequence(PoseRecording(people.map { [$0] }))
      #expect(sequence.recording.frames.count == people.count)
    }
  }

  @Test(arguments: [Swap.sides, .facing])
  func `a swap that begins and ends in frames that are nothing is put right`(
    swap: Swap
  ) throws {
    var random = RandomNumbers(seed: 11)
    var tally = Tally()
    for (number, clip) in MotionClip.all.enumerated() {
      let truth = clip.seen(
        turned: [0, 60, 150][number % 3], noise: [0.005, 0.01, 0.02][number % 3],
        seed: UInt64(number))
      let length = Int.random(in: 5...truth.count * 2 / 5, using: &random)
      let start = Int.random(in: 12..<truth.count - length - 12, using: &random)
      let counts = (
        Int.random(in: 0...4, using: &random),
        Int.random(in: 1...4, using: &random)
      )
      let (run, strays) = (
        start..<start + length,
        Set(start - counts.0..<start).union(start + length..<start + length + counts.1)
      )
      var spoilt = truth
      for frame in run { spoilt[frame].body.positions = swap(truth[frame].body.positions) }
      for frame in strays.sorted() {
        spoilt[frame].body.positions = collapsed(truth[frame].body.positions)
      }
      let (person, repairs) = try repaired(spoilt)
      try tally.add(
        person, repairs, truth: truth, spoilt: spoilt, run: run, strays: strays)
    }
    #expect(Double(tally.right) >= 0.95 * Double(tally.swapped), "\(tally)")
    #expect(Double(tally.touched) <= 0.001 * Double(tally.others), "\(tally)")
    #expect(Double(tally.filled) >= 0.9 * Double(tally.astray), "\(tally)")
  }

  @Test(arguments: ["walk", "jumping_jack", "curl", "squat"])
  func `a swap of two fifths of a long clip is put right`(name: String) throws {
    let once = MotionClip.named(name).frames
    let clip = MotionClip(
      name: name, frames: (0..<6).flatMap { $0 % 2 == 0 ? once : once.reversed() })
    let truth = clip.seen(turned: 20, noise: 0.01)
    let run = 200..<200 + truth.count * 2 / 5
    var spoilt = truth
    for frame in run { spoilt[frame].body.positions = Swap.sides(truth[frame].body.positions) }
    let (_, repairs) = try repaired(spoilt)
    let sides = repairs.filter { $0.kind == .swappedSides }.map(\.frame)
    #expect(sides == Array(run))
  }

  @Test(arguments: MotionClip.all)
  func `no frame of a clean clip is astray`(clip: MotionClip) throws {
    for (turned, noise) in [(0.0, 0.0), (45, 0.02), (90, 0.03)] {
      let people = clip.seen(turned: turned, noise: noise)
      var person = PersonMotion(
        id: 0, times: people.indices.map { Double($0) / 30 },
        states: people.map { PersonMotion.State($0.body, observation: 0) }, world: nil)
      #expect(StrayFrames(isInCameraFrame: true).setAside(from: &person).isEmpty)
    }
  }

  @Test func `a frame that is astray is filled, and what was measured stays known`() throws {
    var people = MotionClip.named("squat").seen(turned: 30)
    for frame in people.indices { people[frame].body.sigmas = PerJoint(repeating: 0.02) }
    var spoilt = people
    for frame in 40..<43 {
      spoilt[frame].body.positions = collapsed(people[frame].body.positions)
        .map { $0 + Vector3(0, 0, 0.5) }
    }
    let (person, repairs) = try repaired(spoilt)
    #expect(
      repairs
        == (40..<43).map {
          Repair(
            frame: $0, time: Double($0) / 30, person: person.id, kind: .outlier,
            joints: Joint.allCases)
        })
    for frame in people.indices {
      let state = try #require(person.states[frame])
      let isFilled = (40..<43).contains(frame)
      #expect(state.observation == 0)
      #expect(
        state.body.sources
          == PerJoint(repeating: isFilled ? .inferred : people[frame].body.sources[.root]))
      #expect(
        meanDistance(state.body.positions, people[frame].body.positions) < (isFilled ? 0.02 : 1e-12)
      )
      #expect((try #require(state.body.sigmas)[.leftWrist] > 0.02) == isFilled)
    }
  }

  @Test func `a detector that wavers for half a second in a real video is seen through`() throws {
    let clip = MotionClip.wavering
    var person = PersonMotion(
      id: 0, times: clip.frames.indices.map { Double($0) / 60 },
      states: clip.frames.map { places in
        PersonMotion.State(
          BodyEstimate(positions: places.map { $0 + Vector3(0, 0, 4.5) }), observation: 0)
      }, world: nil)
    let stray = StrayFrames(isInCameraFrame: true)
    let strays = stray.setAside(from: &person)
    _ = OutlierRepair(isInCameraFrame: true).repair(&person)
    let repairs = SideRepair(isInCameraFrame: true).repair(&person)
    _ = stray.restore(strays, to: &person)
    let sides = Set(repairs.filter { $0.kind == .swappedSides }.map(\.frame))
    #expect(sides.isSuperset(of: 41...59))
    #expect(sides.isDisjoint(with: 0..<41))
    #expect(sides.isDisjoint(with: 82..<100))
    // He faces the camera throughout.
    for state in person.states {
      let places = try #require(state).body.positions
      #expect(places[.leftShoulder].x - places[.rightShoulder].x > 0.2)
    }
  }
}
