import DepthIO
@testable import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing

@Suite(.enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct LooksAtPicturesTests {
  /// What MediaPipe gets from one of the looks that the lifting network has learned from.
  struct Look: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let look: String
    let landmarks: [[Double]]
    let world: [[Double]]

    var testDescription: String { "\(look) at \(file)" }

    static func by(_ model: String) throws -> [Look] {
      let all: [Look] = try Fixture.decode(from: "detection/looks_goldens.json")
      return all.filter { $0.look.hasPrefix(model) }
    }
  }

  @Test(arguments: try Look.by("full"))
  func `the full model sees what it sees in MediaPipe`(golden: Look) throws {
    try expectParity(with: golden, model: .full)
  }

  @Test(
    .enabled(if: Installation.hasHeavyModel, Installation.heavyReason),
    arguments: try Look.by("heavy"))
  func `the heavy model sees what it sees in MediaPipe`(golden: Look) throws {
    try expectParity(with: golden, model: .heavy)
  }

  @Test(arguments: ["rendered_oblique.jpg", "rendered_back.jpg", "astronaut.jpg"])
  func `a mirrored look is the look at the mirrored picture, mirrored back`(
    name: String
  ) throws {
    let detector = try Installation.detector()
    let picture = try fixture(name)
    let finding = try #require(try findings(in: picture, by: detector).first)
    let look = try #require(
      try detector.person(in: picture, region: finding.region, isMirrored: true))
    let other = try #require(
      try detector.person(
        in: picture.mirrored, region: finding.region.mirrored(inWidth: picture.width))
    ).mirrored(inWidth: picture.width)
    #expect(look.points == other.points && look.world == other.world)
  }

  @Test(arguments: [DetectionEffort.standard, .best])
  func `more looks give the median of the looks, with sigmas`(effort: DetectionEffort) throws {
    let picture = try fixture("rendered_oblique.jpg")
    let once = try Installation.detector()
    let finding = try #require(try findings(in: picture, by: once).first)
    let first = try #require(try once.person(in: picture, region: finding.region))
    var looks = [first]
    looks.append(
      try #require(try once.person(in: picture, region: first.region, isMirrored: true)))
    if effort == .best {
      looks.append(try #require(try once.person(in: picture, region: first.nextRegion)))
    }
    let poses = try Installation.detector(effort: effort).poses(in: picture)
    #expect(poses == [BodyLandmarks(averaging: looks).pose(in: picture.width, picture.height)])
    #expect(poses[0].points.values.allSatisfy { $0.sigma ?? 0 > 0 })
    #expect(try once.poses(in: picture)[0].points.values.allSatisfy { $0.sigma == nil })
  }

  @Test func `each of two people gets their looks, and the same people are found`() throws {
    let picture = try fixture("rendered_two_people.jpg")
    let once = try Installation.detector(maximumCount: 5).poses(in: picture)
    let often = try Installation.detector(maximumCount: 5, effort: .best).poses(in: picture)
    try #require(once.count == 2 && often.count == 2)
    for (one, more) in zip(once, often) {
      #expect(more.points.values.allSatisfy { $0.sigma != nil })
      let nose = try #require(one.points[.nose])
      let other = try #require(more.points[.nose])
      #expect(hypot(nose.x - other.x, nose.y - other.y) < Tolerance.meanRescaledPixels)
    }
  }

  @Test func `a tracker goes where the first looks lead it, and each frame has sigmas`() throws {
    let once = BodyPoseTracker(detector: try Installation.detector())
    let often = BodyPoseTracker(detector: try Installation.detector(effort: .best))
    let frames = try (0..<8).map { try fixture(String(format: "squat/%04d.jpg", 4 * $0)) }
    for (index, frame) in frames.enumerated() {
      let time = Double(index) / 30
      let (one, more) = (
        try once.poses(in: frame, at: time), try often.poses(in: frame, at: time)
      )
      #expect(one.map(\.id) == more.map(\.id) && more.count == 1)
      #expect(more.allSatisfy { $0.points.values.allSatisfy { $0.sigma != nil } })
    }
  }

  @Test func `the same picture gives the same numbers, whatever the number of threads`() throws {
    let picture = try fixture("rendered_back.jpg")
    let expected = try Installation.detector(effort: .best).poses(in: picture)
    var options = BodyPoseDetector.Options()
    (options.model, options.effort, options.threads) = (.full, .best, 2)
    let detector = try BodyPoseDetector(
      assets: try #require(Installation.assets), options: options)
    #expect(try detector.poses(in: picture) == expected)
  }

  // MARK: Support

  private func expectParity(with golden: Look, model: BodyModel) throws {
    let picture = try fixture(golden.file)
    let detector = try Self.detector(model)
    // MediaPipe takes the person of the highest score.
    let distances = try findings(in: picture, by: detector).compactMap { finding in
      var look: BodyLandmarks?
      if golden.look.hasSuffix("Mirrored") {
        look = try detector.person(in: picture, region: finding.region, isMirrored: true)
      } else {
        look = try detector.person(in: picture, region: finding.region)
        if golden.look.hasSuffix("Again") {
          look = try look.flatMap { try detector.person(in: picture, region: $0.nextRegion) }
        }
      }
      return try look.map {
        try PoseDistance(
          of: $0.pose(in: picture.width, picture.height), to: golden.landmarks,
          world: golden.world, isHeavy: model == .heavy)
      }
    }
    let nearest = try #require(distances.min { $0.meanPixels < $1.meanPixels })
    #expect(nearest.meanPixels <= Tolerance.meanPixels)
    #expect(
      nearest.meanMillimetres
        <= (golden.look.hasSuffix("Again")
          ? Tolerance.meanMillimetresAgain : Tolerance.meanMillimetres))
    #expect(nearest.visibility.allSatisfy { $0 <= Tolerance.visibility })
  }

  /// Refined as in MediaPipe's `solutions`, whose graph the goldens are of.
  private static func detector(_ model: BodyModel) throws -> BodyPoseDetector {
    if let known = detectors.first(where: { $0.model == model }) { return known.detector }
    var options = BodyPoseDetector.Options()
    (options.model, options.refinementKernelSize) = (model, 9)
    let detector = try BodyPoseDetector(
      assets: try #require(Installation.assets), options: options)
    detectors.append((model, detector))
    return detector
  }

  private static var detectors: [(model: BodyModel, detector: BodyPoseDetector)] = []

  private func findings(
    in picture: ColorImage, by detector: BodyPoseDetector
  ) throws -> [PersonDetector.Finding] {
    try detector.people.findings(
      in: try #require(PictureWindow(picture, nil)), upTo: .picture)
  }

  private func fixture(_ name: String) throws -> ColorImage {
    try ColorImage(contentsOf: Fixture.path("detection/\(name)"))
  }
}
