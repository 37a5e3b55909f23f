@testable import MotionTestSupport
import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// Tests of function by synthetic people, whose times and heights are known.
@Suite("Functional tests")
struct FunctionalTestTests {
  // MARK: Rises

  /// Rises after the start of the recording: a person who sits rises and sits down again so many times.
  private static func chair(_ count: Int, seconds: Double = 2) -> (PersonMotion, SyntheticSet) {
    let set = SyntheticSet(
      .sitToStand, Array(repeating: 1, count: count), seconds: seconds)
    return (set.person(), set)
  }

  @Test(arguments: [2.0, 3])
  func `five rises take the time from the first movement to the fifth standing`(
    seconds: Double
  ) throws {
    let (person, set) = Self.chair(5, seconds: seconds)
    let result = FunctionalTestResult(.fiveTimesSitToStand, of: person)
    let truth = set.truth[4].turn - set.truth[0].start
    let time = try #require(result.value(.time)?.value)
    // The knees of a smooth rise are within a tenth of their way for a while at both ends.
    #expect(abs(time.value - truth) < 2 * (try #require(time.sigma)))
    #expect(result.trials.count == 5 && result.value(.rises)?.value?.value == 5)
    for (trial, cycle) in zip(result.trials, set.truth) {
      #expect(abs(trial.start - cycle.start) < 0.6 && abs(trial.end - cycle.turn) < 0.4)
    }
    #expect(result.findings.first { $0.requirement == .standsFully }?.isMet == true)
    #expect(result.findings.first { $0.requirement == .withoutPause }?.isMet == true)
  }

  @Test func `four rises are too few, and nothing is made up`() {
    let result = FunctionalTestResult(.fiveTimesSitToStand, of: Self.chair(4).0)
    #expect(result.value(.time)?.value == nil && result.value(.time)?.missing == .tooFewRises)
    #expect(result.value(.rises)?.value?.value == 4)
  }

  @Test func `rises in 30 seconds are counted, and a shorter recording isn't`() throws {
    let (person, set) = Self.chair(14, seconds: 3)
    let result = FunctionalTestResult(.chairStand, of: person)
    let start = set.truth[0].start
    // By the middle of each way up.
    let truth = set.truth.count { ($0.start + $0.turn) / 2 <= start + 30 }
    let count = try #require(result.value(.rises)?.value)
    #expect(abs(count.value - Double(truth)) <= 2 * (count.sigma ?? 0))
    let short = FunctionalTestResult(.chairStand, of: Self.chair(5).0)
    #expect(short.value(.rises)?.missing == .endNotSeen)
  }

  @Test(arguments: [Activity.standing, .walking, .bicepsCurl, .waving])
  func `a person who doesn't sit down has no rises`(activity: Activity) {
    let result = FunctionalTestResult(
      .fiveTimesSitToStand, of: SyntheticSet(activity, [1, 1, 1]).person())
    #expect(result.trials.isEmpty && result.value(.time)?.missing == .tooFewRises)
  }

  // MARK: Jumps

  /// A person who stands still for two seconds, is in the air for some time, and stands again.
  private static func jump(
    flight: Double, rate: Double = 100, rises: Bool = true, standsHigher: Double = 0
  ) -> PersonMotion {
    let body = SyntheticWalk()
    let frames = (0...Int(4.5 * rate)).map { index -> PoseRecording.Frame in
      let time = Double(index) / rate
      let since = time - 2
      var height = since < 0 ? standsHigher : 0
      if since > 0, since < flight {
        let thrown = 9.80665 / 2 * since * (flight - since)
        height = (rises ? thrown : 0) + standsHigher * (1 - since / flight)
      }
      // One posture throughout: both feet beside each other.
      let markers = body.markers(at: 0).mapValues { $0 + SIMD3(0, height, 0) }
      let point = { (name: String) -> Vector3 in
        var marker = markers[name] ?? .zero
        if name.hasSuffix("Ankle") || name.hasSuffix("Heel") || name.hasSuffix("Toe") {
          marker.y = height + (name.hasSuffix("Ankle") ? 0.09 : 0.03)
        }
        return marker
      }
      let foot = { (side: String) in
        Foot(heel: point(side + "Heel"), toe: point(side + "Toe"), sigma: 0.01)
      }
      return PoseRecording.Frame(
        index: index, time: time,
        people: [
          PoseObservation(
            BodyEstimate(
              positions: PerJoint { point($0.name) }, sigmas: PerJoint(repeating: 0.01),
              leftFoot: foot("left"), rightFoot: foot("right"), stature: Stature(metres: 1.8)))
        ])
    }
    let world = WorldAxes(up: Vector3(0, 1, 0), front: Vector3(1, 0, 0), source: .file)
    return PoseSequence(PoseRecording(frames: frames, world: world)).people[0]
  }

  @Test(arguments: [0.3, 0.45, 0.6])
  func `a jump has the height of its time of flight, and the pelvis rises as high`(
    flight: Double
  ) throws {
    let result = FunctionalTestResult(.jump, of: Self.jump(flight: flight))
    #expect(result.trials.count == 1)
    let (time, height, rise) = (
      try #require(result.value(.flightTime)?.value),
      try #require(result.value(.flightHeight)?.value),
      try #require(result.value(.pelvisRise)?.value)
    )
    let truth = 9.80665 * flight * flight / 8
    #expect(abs(time.value - flight) < 2 * (try #require(time.sigma)))
    #expect(abs(height.value - truth) < 2 * (try #require(height.sigma)))
    #expect(abs(rise.value - truth) < 2 * (try #require(rise.sigma)))
    #expect(abs(height.value - 9.80665 * time.value * time.value / 8) < 1e-12)
  }

  @Test func `too few frames a second give the pelvis's rise alone`() throws {
    let result = FunctionalTestResult(.jump, of: Self.jump(flight: 0.5, rate: 30))
    #expect(result.value(.flightHeight)?.missing == .frameRate)
    #expect(result.value(.flightTime)?.missing == .frameRate)
    let rise = try #require(result.value(.pelvisRise)?.value)
    #expect(abs(rise.value - 9.80665 * 0.25 / 8) < 2 * (try #require(rise.sigma)))
  }

  @Test func `a step down is no jump, and standing isn't one`() {
    for person in [
      Self.jump(flight: 0.3, rises: false, standsHigher: 0.4), Self.jump(flight: 0),
    ] {
      let result = FunctionalTestResult(.jump, of: person)
      #expect(result.trials.isEmpty)
      #expect(result.values.allSatisfy { $0.value == nil && $0.missing == .noJump })
    }
  }

  @Test func `a jump down from a box is found, and its heights don't agree`() {
    let result = FunctionalTestResult(.jump, of: Self.jump(flight: 0.5, standsHigher: 0.5))
    #expect(result.findings.first { $0.requirement == .heightsAgree }?.isMet != true)
  }

  // MARK: Documents

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a document is valid, and not with what the schema forbids`() async throws {
    let document = FunctionalTestDocument(
      version: "1.0", file: "chair.json",
      people: [
        .init(id: 0, result: FunctionalTestResult(.fiveTimesSitToStand, of: Self.chair(5).0)),
        .init(id: 1, result: FunctionalTestResult(.jump, of: Self.jump(flight: 0.4))),
      ], warnings: ["A sentence."])
    let folder = try TemporaryFolder()
    let file = try folder.file("test.json", Data(document.json.utf8))
    try await SchemaValidator("functionalTest").expect(
      file,
      exceptWith: [
        ("\"test\": \"5xsts\"", "\"test\": \"6xsts\""),
        ("\"quantity\": \"time\"", "\"quantity\": \"hours\""),
        ("\"name\": \"standsFully\"", "\"name\": \"stands\""),
        ("\"unit\": \"m\"", "\"unit\": \"cm\""),
      ])
  }
}
