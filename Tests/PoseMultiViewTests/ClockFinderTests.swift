@testable import MotionTestSupport
import Foundation
import PoseGeometry
import PoseMotion
import PoseMultiView
import Testing

struct ClockFinderTests {
  private static let places = [0.0, 1.1, -0.9].map { SyntheticViews.place(azimuth: $0) }

  /// How a recording differs from the first one.
  struct Shift: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var offset = 0.37
    var frameRate = 30.0
    var start = 0.0
    var dropping: @Sendable (Int) -> Bool = { _ in false }
  }

  static let shifts = [
    Shift(testDescription: "ahead by 0.37 s"),
    Shift(testDescription: "behind by 0.37 s", offset: -0.37),
    Shift(testDescription: "25 frames a second", offset: -0.21, frameRate: 25),
    Shift(testDescription: "60 frames a second", offset: 0.111, frameRate: 60),
    Shift(testDescription: "begins a second later", offset: -1, start: 1),
    Shift(testDescription: "every ninth frame dropped") { $0 % 9 == 4 },
  ]

  @Test(arguments: shifts)
  func `Offsets are found to a tenth of a frame without the cameras' places`(_ shift: Shift) throws
  {
    let found = Self.estimates(shift, knowsPlaces: false)
    #expect(found[1].doubt == nil)
    #expect(abs(found[1].clock.offset - shift.offset) < 0.1 / 30)
    #expect(found[0] == ClockEstimate(clock: .same, offsetSigma: 0, rateSigma: 0))
  }

  @Test(arguments: shifts)
  func `Offsets are found to a twentieth of a frame with the cameras' places`(_ shift: Shift) throws
  {
    let found = Self.estimates(shift, knowsPlaces: true)
    #expect(found[1].doubt == nil)
    let error = abs(found[1].clock.offset - shift.offset)
    #expect(error < 0.05 / 30)
    let sigma = try #require(found[1].offsetSigma)
    #expect(error < 3 * sigma)
  }

  private static func estimates(_ shift: Shift, knowsPlaces: Bool) -> [ClockEstimate] {
    let views = SyntheticViews.walker
    let recordings = [
      views.recording("a", from: places[0]),
      views.recording(
        "b", from: places[1], frameRate: shift.frameRate, offset: shift.offset, start: shift.start,
        seed: 2, dropping: shift.dropping),
      views.recording("c", from: places[2], seed: 3),
    ]
    return ClockFinder(recordings, cameraFromWorld: knowsPlaces ? places : nil).estimates()
  }

  @Test func `A clock that runs a thousandth too fast shows it within a minute`() throws {
    let views = SyntheticViews.walker
    let found = ClockFinder(
      [
        views.recording("a", from: Self.places[0], duration: 60),
        views.recording(
          "b", from: Self.places[1], offset: 0.2, rate: 1.001, duration: 60, seed: 2),
      ], cameraFromWorld: Array(Self.places.prefix(2))
    ).estimates()
    let sigma = try #require(found[1].rateSigma)
    #expect(sigma < 1e-4)
    #expect(abs(found[1].clock.rate - 1.001) < 3 * sigma)
    #expect(abs(found[1].clock.offset - 0.2) < 0.1 / 30)
  }

  @Test(arguments: [(1.001, 150.0), (1.003, 100), (0.99, 60)])
  func `A clock that drifts by more than a movement is like itself is followed`(
    rate: Double, duration: Double
  ) throws {
    let views = SyntheticViews.walker
    let recordings = [
      views.recording("a", from: Self.places[0], duration: duration),
      views.recording("b", from: Self.places[1], rate: rate, duration: duration, seed: 2),
    ]
    let found = ClockFinder(recordings, cameraFromWorld: Array(Self.places.prefix(2))).estimates()
    let (sigma, offsetSigma) = (
      try #require(found[1].rateSigma), try #require(found[1].offsetSigma)
    )
    #expect(found[1].doubt == nil)
    #expect(abs(found[1].clock.rate - rate) < 3 * sigma && sigma < 3e-4, "\(found[1].clock)")
    #expect(abs(found[1].clock.offset) < 3 * offsetSigma, "\(found[1].clock)")
  }

  @Test func `A person who stands still shows no clock, nor does an empty view`() {
    let still = SyntheticViews(body: { _ in SyntheticPose().positions(1.75) }, noise: 0.2)
    var nobody = still.recording("c", from: Self.places[2])
    for index in nobody.frames.indices { nobody.frames[index].people = [] }
    let found = ClockFinder([
      still.recording("a", from: Self.places[0]),
      still.recording("b", from: Self.places[1], seed: 2), nobody,
    ]).estimates()
    #expect(found[1].doubt == .nobodyMoves)
    #expect(found[1].offsetSigma == nil)
    #expect(found[2].doubt == .nobodySeen)
  }

  @Test func `Where the first view is empty no other view is blamed`() {
    let views = SyntheticViews.walker
    var nobody = views.recording("a", from: Self.places[0])
    for index in nobody.frames.indices { nobody.frames[index].people = [] }
    let found = ClockFinder([
      nobody, views.recording("b", from: Self.places[1], seed: 2),
      views.recording("c", from: Self.places[2], seed: 3),
    ]).estimates()
    #expect(found[1].doubt == .firstShowsNobody && found[2].doubt == .firstShowsNobody)
    #expect(found[1].offsetSigma == nil)
  }

  @Test
  func `A movement that repeats itself exactly is ambiguous, with the other offset that fits`() {
    let views = SyntheticViews(body: { time in
      var pose = SyntheticPose()
      pose.shoulderAbduction = (40 + 30 * sin(2 * .pi * time), 40 + 30 * sin(2 * .pi * time))
      return pose.positions(1.75)
    })
    let found = ClockFinder([
      views.recording("a", from: Self.places[0]),
      views.recording("b", from: Self.places[1], seed: 2),
    ]).estimates()
    guard case .ambiguous(let other) = found[1].doubt else {
      Issue.record("\(found[1])")
      return
    }
    let periods = other - found[1].clock.offset
    #expect(abs(periods - periods.rounded()) < 0.05)
  }

  @Test func `an offset that leaves hardly anything in common isn't believed`() {
    let views = SyntheticViews.walker
    let found = ClockFinder([
      views.recording("a", from: Self.places[0], duration: 1.7),
      views.recording("b", from: Self.places[1], start: 0.8, duration: 1.7, seed: 2),
    ]).estimates()
    #expect(found[1].doubt != nil)
  }

  @Test(arguments: [2.0, 5, 10], [0.0, 0.4])
  func `A camera that was knocked shows no wrong clock`(degrees: Double, offset: Double) throws {
    let views = SyntheticViews.squatter
    let place = Self.places[1]
    let turn = RigidTransform(
      rotationVector: Vector3(0.2, 1, 0.3) * (degrees * .pi / 180), translation: .zero)
    var knocked = views.recording("b", from: turn * place, offset: offset, duration: 20, seed: 2)
    let before = views.recording("b", from: place, offset: offset, duration: 20, seed: 2)
    for index in 0..<300 { knocked.frames[index] = before.frames[index] }
    let found = ClockFinder(
      [views.recording("a", from: Self.places[0], duration: 20), knocked],
      cameraFromWorld: Array(Self.places.prefix(2))
    ).estimates()
    switch found[1].doubt {
    // A small turn shows the right clock all the same.
    case nil:
      #expect(degrees == 2)
      #expect(abs(found[1].clock.offset - offset) < 0.1 / 30)
    case .posesContradict(let clock, let sigma):
      #expect(degrees > 2)
      #expect(abs(clock.offset - offset) < min(0.1 / 30, 2 * sigma))
    default: Issue.record("\(found[1])")
    }
  }
}
