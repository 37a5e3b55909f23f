import Foundation
import Kinematics
import Pose3D
import PoseGeometry
import PoseImaging
import PoseMotion
import TestSupport
import Testing

@testable import PoseMultiView

@Suite struct CameraKnockTests {
  private static let degree = Double.pi / 180

  /// A camera, the number of cameras, and a rotation vector in degrees.
  struct Case: CustomTestStringConvertible, Sendable {
    var cameras: Int
    var knocked: Int
    var degrees: Vector3
    var time: Double

    var testDescription: String {
      "\(cameras) cameras, camera \(knocked): \(degrees)° at \(time) s"
    }
  }

  private static let cases = [
    Case(cameras: 4, knocked: 0, degrees: Vector3(1, 0, 0), time: 4),
    Case(cameras: 4, knocked: 1, degrees: Vector3(0, 1, 0), time: 3.2),
    Case(cameras: 4, knocked: 2, degrees: Vector3(0.6, -0.8, 0), time: 5.1),
    Case(cameras: 4, knocked: 3, degrees: Vector3(0, -3, 0), time: 4.4),
    Case(cameras: 3, knocked: 0, degrees: Vector3(0, 1, 0), time: 4),
    Case(cameras: 3, knocked: 1, degrees: Vector3(-1, 0, 0), time: 3.7),
    Case(cameras: 3, knocked: 2, degrees: Vector3(2, 2, 1), time: 4.6),
  ]

  @Test(arguments: cases)
  func `A knock of 1° and more is found by people: camera, moment and angle`(_ given: Case) throws {
    var take = NoisyViews()
    take.azimuths = Array(take.azimuths.prefix(given.cameras))
    take.seed = UInt64(given.knocked + 7)
    let movement = RigMovement(
      take.views(.init(camera: given.knocked, time: given.time, degrees: given.degrees)))
    try #require(movement.knocks.count == 1, "\(movement)")
    let knock = movement.knocks[0]
    // Of three cameras it may stay open which one was rotated about the vertical.
    #expect(knock.candidates.contains(given.knocked))
    if given.cameras > 3 { #expect(knock.view == given.knocked) }
    #expect(knock.evidence == .people)
    #expect(abs(knock.time - given.time) < 0.2)
    #expect(abs(knock.time - given.time) < 3 * knock.timeSigma + 1 / 30)
    guard knock.candidates[0] == given.knocked else { return }
    #expect(abs(knock.angle - given.degrees.length * Self.degree) < 0.2 * Self.degree)
    let error = knock.rotation - given.degrees * Self.degree
    for axis in 0..<3 { #expect(abs(error[axis]) < 3 * knock.sigma[axis]) }
  }

  @Test(arguments: 1...4)
  func `A knock of half a degree is found right or not at all`(_ seed: UInt64) {
    var take = NoisyViews()
    take.seed = seed
    let degrees = Vector3(0.3, 0.4, 0)
    for knock in RigMovement(take.views(.init(camera: 1, time: 4, degrees: degrees))).knocks {
      #expect(knock.candidates.contains(1))
      #expect(abs(knock.time - 4) < 0.3)
      let error = knock.rotation - degrees * Self.degree
      for axis in 0..<3 { #expect(abs(error[axis]) < 3 * knock.sigma[axis]) }
    }
  }

  /// What is wrong with a take without being a knock.
  enum Flaw: String, CaseIterable, Sendable {
    case none, wrongRig, clocks, twoPeople, sway
  }

  @Test(arguments: Flaw.allCases, [UInt64(1), 2, 3])
  func `Nothing is found in takes in which nothing was knocked`(_ flaw: Flaw, _ seed: UInt64) {
    var take = NoisyViews()
    take.seed = seed
    var random = RandomNumbers(seed: seed)
    var people: [SyntheticViews]?
    switch flaw {
    case .none: break
    case .wrongRig: break
    case .clocks: take.clockErrors = (0..<4).map { _ in 0.015 * random.normal() }
    case .twoPeople:
      people = [
        .walker,
        SyntheticViews { SyntheticViews.walker.body($0 - 2.3).map { $0 + Vector3(1.2, 0, -0.4) } },
      ]
    case .sway: (take.noise, take.correlation) = (4, 1.5)
    }
    var views = take.views(people: people)
    if flaw == .wrongRig {
      for index in views.indices.dropFirst() {
        let turn = 0.4 * Self.degree * Vector3(random.normal(), random.normal(), random.normal())
        views[index].cameraFromWorld =
          RigidTransform(
            rotation: Rotation(rotationVector: turn),
            translation: 0.015 * Vector3(random.normal(), random.normal(), random.normal()))
          * views[index].cameraFromWorld
      }
    }
    #expect(RigMovement(views) == RigMovement())
  }

  @Test func `Of two cameras it stays open which was knocked`() throws {
    var take = NoisyViews()
    take.azimuths = [0, 1.1]
    (take.noise, take.bias) = (1, 0.5)
    let views = take.views(.init(camera: 1, time: 4, degrees: Vector3(2, 0, 0)))
    let movement = RigMovement(views)
    try #require(movement.knocks.count == 1)
    #expect(Set(movement.knocks[0].candidates) == [0, 1])
    #expect(movement.knocks[0].view == nil)
    #expect(movement.corrected(views).allSatisfy { $0.knocks.isEmpty })
  }

  @Test func `Two knocks of two cameras are found each`() throws {
    let take = NoisyViews()
    var views = take.views(.init(camera: 1, time: 2.6, degrees: Vector3(0, 2, 0)))
    views[3] = take.views(.init(camera: 3, time: 5.6, degrees: Vector3(-2, 0, 0)))[3]
    let knocks = RigMovement(views).knocks
    #expect(knocks.map(\.view) == [1, 3])
    #expect(knocks.map { ($0.time * 10).rounded() / 10 } == [2.6, 5.6])
  }

  @Test func `The fused people are as exact after a knock as before it`() {
    var take = NoisyViews()
    take.azimuths = [0, 1.1, -0.9]
    take.duration = 6
    let views = take.views(.init(camera: 1, time: 3, degrees: Vector3(0, 3, 0)))
    let movement = RigMovement(views)
    func error(_ views: [ViewFusion.View]) -> Double {
      let recording = ViewFusion(views, options: .init()).recording()
      let worldFromFrame = take.places[0].inverse
      let errors = recording.frames.filter { $0.time > 3.2 }.flatMap { frame -> [Double] in
        guard let person = frame.people.first else { return [] }
        let truth = take.views.body(frame.time)
        return [Joint.leftWrist, .rightWrist, .leftKnee, .rightKnee].map {
          (worldFromFrame * person.body.positions[$0] - truth[$0]).length
        }
      }
      return errors.reduce(0, +) / Double(max(errors.count, 1))
    }
    let corrected = movement.corrected(views)
    let (before, after) = (error(views), error(corrected))
    #expect(after < 0.8 * before, "\(before) and \(after) m")
    let recorded = ViewFusion(corrected, options: .init()).recording().views
    #expect(recorded.map(\.knocks.count) == [0, 1, 0])
    #expect(recorded[1].cameraFromFrame(at: 2.5) == recorded[1].cameraFromFrame)
    #expect(recorded[1].cameraFromFrame(at: 3.5) == recorded[1].knocks[0].cameraFromFrame)
  }

  @Test func `The rig after a check is the one after the knocks`() throws {
    let take = NoisyViews(noise: 0.5, bias: 0)
    let views = take.views(.init(camera: 2, time: 4.5, degrees: Vector3(0, 2, 0)))
    let check = try RigCheck(
      views.map(\.keypoints), cameraFromWorld: take.places, clocks: views.map(\.clock))
    #expect(check.members.allSatisfy { !$0.hasMoved })
    #expect(check.movement.knocks.map(\.view) == [2])
    let before = CameraRig(
      cameras: zip(views, take.places).map {
        CameraRig.Member(
          name: $0.keypoints.name, camera: $0.keypoints.camera, cameraFromWorld: $1)
      })
    let after = check.rig(before)
    for (index, place) in take.places.enumerated() {
      let turn = after.cameras[index].cameraFromWorld.rotation * place.rotation.inverse
      let expected = index == 2 ? Vector3(0, 2, 0) * Self.degree : .zero
      #expect((turn.rotationVector - expected).length < 0.15 * Self.degree)
    }
  }
}
