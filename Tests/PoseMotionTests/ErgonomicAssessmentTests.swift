@testable import MotionTestSupport
import Foundation
import Kinematics
import Pose3D
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// Postures over time by REBA and RULA.
@Suite("Postures over time")
struct ErgonomicAssessmentTests {
  private typealias Postures = ErgonomicScoringTests

  private static func assessment(
    _ postures: [WorkingPosture?], rate: Double = 10, _ method: ErgonomicMethod = .rula,
    _ conditions: WorkConditions = ErgonomicScoringTests.favourable
  ) -> ErgonomicAssessment {
    ErgonomicAssessment(
      method, postures: postures, times: postures.indices.map { Double($0) / rate },
      conditions: conditions)
  }

  @Test func `half of the time bent and half upright is half of the time in each level`() throws {
    let upright = Array(repeating: Postures.posture(), count: 50)
    let bent = Array(repeating: Postures.posture(trunk: 70, bend: 20, neck: 30), count: 50)
    let assessment = Self.assessment(upright + bent)
    // Bent: table B of neck 3, trunk 5, legs 1 is 6, arm 1: a grand score of 5.
    let levels = assessment.levels
    for (level, (share, reached)) in zip(levels, [(0.5, 1.0), (0, 0.5), (0.5, 0.5), (0, 0)]) {
      #expect(abs(level.share.lowest.value - share) < 1e-9)
      #expect(abs(level.reached.highest.value - reached) < 1e-9)
    }
    #expect(levels.allSatisfy { $0.share.lowest.sigma == 0 })
    #expect(assessment.median == .init(1, 1) && assessment.percentile95 == .init(5, 5))
    #expect(assessment.assessedShare == 1 && assessment.bothSidesShare == 1)
    #expect(abs(assessment.duration - 10) < 1e-9 && assessment.missing.isEmpty)
    #expect(assessment.contributions[0].part == .trunk)
    #expect(assessment.contributions.filter { $0.part == .wrist }.map(\.points.value) == [0])
    #expect(assessment.contributions.allSatisfy { $0.points.sigma == 0 })
  }

  @Test func `scores of an angle without a sigma have none, and are those of its value`() throws {
    var posture = Postures.posture(trunk: 40)
    let known = Self.assessment(Array(repeating: posture, count: 20))
    posture.trunkFlexion?.sigma = nil
    let unknown = Self.assessment(Array(repeating: posture, count: 20))
    #expect(unknown.levels.map(\.share.lowest.value) == known.levels.map(\.share.lowest.value))
    #expect(
      unknown.levels.allSatisfy { $0.share.lowest.sigma == nil && $0.reached.highest.sigma == nil })
    #expect(unknown.contributions.allSatisfy { $0.points.sigma == nil })
    let worst = try #require(unknown.worst.first)
    #expect(worst.score?.lowest.sigma == nil && known.worst.first?.score?.lowest.sigma == 0)
    #expect(worst.angles.first { $0.name == .trunkFlexion }?.sigma == nil)
    #expect(worst.score?.text.contains("±") == false)
  }

  /// A mean of many frames would be certain if their errors were independent.
  @Test(arguments: [10, 100, 2000])
  func `a share of the time is no more certain with more frames`(count: Int) throws {
    // The trunk is at the limit of 20°, which is as uncertain in each frame; all else is certain.
    var posture = Postures.posture(trunk: 20)
    posture.trunkFlexion?.sigma = 3 * .pi / 180
    let assessment = Self.assessment(Array(repeating: posture, count: count), rate: 30)
    let level = assessment.levels[1]
    #expect(abs(level.reached.lowest.value - 0.5) < 1e-9)
    // Either all frames are above the limit or none: a standard deviation of a half.
    #expect(abs(try #require(level.reached.lowest.sigma) - 0.5) < 0.01)
    // And half of the draws have a point of the trunk more than the others.
    let trunk = try #require(assessment.contributions.first { $0.part == .trunk }).points
    let sigma = try #require(trunk.sigma)
    #expect(trunk.value > 0 && (0.3...0.7).contains(sigma), "\(trunk)")
  }

  @Test func `a movement through a limit is sure of most of its time`() throws {
    // From 0 to 40° with an error of 2°: the time above 20° is half, give or take 2 of 40.
    let postures = (0...400).map { index in
      var posture = Postures.posture(trunk: Double(index) / 10)
      posture.trunkFlexion?.sigma = 2 * .pi / 180
      return posture
    }
    let above = Self.assessment(postures).levels[1].reached.lowest
    #expect(abs(above.value - 0.5) < 0.01)
    #expect(abs(try #require(above.sigma) - 0.05) < 0.01)
  }

  @Test func `frames without the person or an angle are not assessed, and the shares are stated`()
    throws
  {
    var noNeck = Postures.posture()
    noNeck.neckFlexion = nil
    let oneArm = Postures.posture(left: .init())
    let postures: [WorkingPosture?] =
      Array(repeating: nil, count: 20) + Array(repeating: noNeck, count: 30)
      + Array(repeating: oneArm, count: 25) + Array(repeating: Postures.posture(), count: 25)
    let assessment = Self.assessment(postures)
    #expect(abs(assessment.assessedShare - 0.5) < 1e-9)
    #expect(abs(assessment.bothSidesShare - 0.25) < 1e-9)
    #expect(assessment.missing.map(\.reason) == [.person, .neck])
    #expect(zip(assessment.missing, [0.2, 0.3]).allSatisfy { abs($0.share - $1) < 1e-9 })
    // Shares are of the assessed time.
    #expect(assessment.levels[0].share.lowest.value == 1)
    let frame = assessment.frames[60]
    #expect(frame.left == nil && frame.right != nil && frame.missing == nil)
    let none = Self.assessment(Array(repeating: noNeck, count: 5))
    #expect(none.levels.isEmpty && none.median == nil && none.worst.isEmpty)
    #expect(none.assessedShare == 0)
  }

  @Test func `the worst moments are peaks that are apart in time`() {
    // Two deep bends 5 s apart, and a smaller one between them.
    let postures = (0..<120).map { index -> WorkingPosture in
      let time = Double(index) / 10
      func bump(_ at: Double, _ height: Double) -> Double {
        max(0, height * (1 - abs(time - at) / 0.8))
      }
      return Postures.posture(trunk: bump(3, 80) + bump(6, 40) + bump(9, 75), sigma: 5)
    }
    let worst = Self.assessment(postures).worst
    #expect(worst.count >= 3)
    #expect(zip([3.0, 9, 6], worst).allSatisfy { abs($0 - $1.time) < 0.15 })
    for (index, one) in worst.enumerated() {
      #expect(worst[..<index].allSatisfy { abs($0.time - one.time) >= 2 })
    }
    #expect(worst[0].angles.first?.name == .trunkFlexion)
    // A still posture has one moment, its first frame.
    let still = Self.assessment(Array(repeating: Postures.posture(trunk: 30), count: 15)).worst
    #expect(still.map(\.time) == [0])
  }

  @Test func `a single frame has a score and no duration`() {
    let assessment = Self.assessment([Postures.posture(trunk: 30)])
    #expect(assessment.duration == 0 && assessment.assessedShare == 1)
    #expect(assessment.worst.count == 1 && assessment.levels.count == 4)
  }

  @Test func `frames stand for the time to their neighbours, and a gap for none`() {
    let durations = FrameTimes.durations(of: [0, 0.1, 0.2, 0.4, 10, 10.1])
    #expect(zip(durations, [0.1, 0.1, 0.15, 0.25, 0.2, 0.1]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(FrameTimes.durations(of: [3]) == [1] && FrameTimes.durations(of: []).isEmpty)
  }

  // MARK: People

  @Test func `a person who walks stands upright on both feet, and is assessed throughout`() throws {
    let walk = SyntheticWalk()
    let frames = (0...180).map { index -> PoseRecording.Frame in
      let time = Double(index) / 60
      let markers = walk.markers(at: time)
      let point = { (name: String) in markers[name] ?? .zero }
      return PoseRecording.Frame(
        index: index, time: time,
        people: [
          PoseObservation(
            BodyEstimate(
              positions: PerJoint { point($0.name) }, sigmas: PerJoint(repeating: 0.01),
              stature: Stature(metres: 1.8, sigma: 0.018, estimation: .measured)))
        ])
    }
    let world = WorldAxes(up: Vector3(0, 1, 0), front: Vector3(1, 0, 0), source: .file)
    let person = PoseSequence(PoseRecording(frames: frames, world: world)).people[0]
    let postures = person.workingPostures()
    for posture in postures {
      let trunk = try #require(posture?.trunkFlexion)
      #expect(abs(trunk.value) < 15 * .pi / 180 && (trunk.sigma ?? 0) > 0)
      #expect(try #require(posture?.arms.left).isMeasured)
    }
    let assessment = ErgonomicAssessment(
      .reba, of: person, conditions: ErgonomicScoringTests.favourable)
    #expect(assessment.assessedShare == 1)
    #expect(try #require(assessment.percentile95).highest <= 4)
    // Without the vertical the trunk's inclination is unknown.
    let blind = PoseSequence(PoseRecording(frames: frames, world: nil)).people[0]
    let unknown = ErgonomicAssessment(.reba, of: blind)
    #expect(unknown.median == nil && unknown.missing.map(\.reason) == [.trunk])
  }

  @Test func `the wrist's place against the midline is a multiple of the shoulder's`() throws {
    var positions = PerJoint { _ in Vector3(0, 0, 0) }
    positions[.leftShoulder] = Vector3(0.2, 1.4, 0)
    positions[.rightShoulder] = Vector3(-0.2, 1.4, 0)
    for (wrist, left, right) in [
      (Vector3(0.2, 0.9, 0.3), 1.0, -1.0), (Vector3(-0.1, 1, 0.4), -0.5, 0.5),
      (Vector3(0.5, 1, 0), 2.5, -2.5),
    ] {
      positions[.leftWrist] = wrist
      positions[.rightWrist] = wrist
      let body = BodyEstimate(positions: positions, sigmas: PerJoint(repeating: 0.02))
      let own = try #require(body.wristOffset(isLeft: true))
      #expect(abs(own.value - left) < 1e-9)
      #expect(abs(try #require(body.wristOffset(isLeft: false)).value - right) < 1e-9)
      let sigma = try #require(own.sigma)
      // By a small shift of each point along each axis.
      var variance = 0.0
      for joint in [Joint.leftWrist, .leftShoulder, .rightShoulder] {
        for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
          var shifted = body
          shifted.positions[joint] += axis * 1e-5
          let change = try #require(shifted.wristOffset(isLeft: true)).value - own.value
          variance += (change / 1e-5 * 0.02) * (change / 1e-5 * 0.02)
        }
      }
      #expect(abs(sigma / variance.squareRoot() - 1) < 0.01)
      var unseen = body
      unseen.sources[.leftWrist] = .inferred
      #expect(unseen.wristOffset(isLeft: true) == nil)
    }
  }
}
