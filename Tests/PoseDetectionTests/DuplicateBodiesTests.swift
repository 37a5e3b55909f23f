import DepthIO
import Foundation
import Pose3D
@testable import PoseDetection
import PoseImaging
import TestSupport
import Testing

struct DuplicateBodiesTests {
  @Test func `all joints lie on the person whose they are, and none on one beside`() {
    let person = BodyLandmarks.standing(x: 300, shoulders: 100, hips: 200)
    #expect(person.share(on: person) == 1)
    // The figure is a line 350 pixels long, and limbs reach 0.05 of that to each side.
    #expect(person.share(on: .standing(x: 317, shoulders: 100, hips: 200)) == 1)
    #expect(person.share(on: .standing(x: 318, shoulders: 100, hips: 200)) == 0)
  }

  /// Whether a person is a duplicate after each of some frames a tenth of a second apart.
  ///
  /// - Parameters:
  ///   - shares: those of the joints on the other one.
  ///   - own: the mirrored distances.
  private func verdicts(
    shares: [Double], own: [Double?], other: Double
  ) -> [Bool] {
    var (evidence, surer) = (DuplicateEvidence(share: shares[0]), DuplicateEvidence(share: 0))
    surer.update(mirroredDistance: other, at: 0)
    return shares.indices.map { frame in
      let time = Double(frame) / 10
      if frame > 0 { evidence.update(share: shares[frame], after: 0.1) }
      if evidence.isDue(at: time) {
        evidence.update(mirroredDistance: own[frame], at: time)
      }
      evidence.judge(besides: surer)
      return evidence.isDuplicate
    }
  }

  @Test
  func `one whom the mirror image shows otherwise, on a surer person, is a duplicate at once`() {
    func always(_ share: Double, _ own: Double?, other: Double) -> Set<Bool> {
      Set(
        verdicts(
          shares: [Double](repeating: share, count: 10),
          own: [Double?](repeating: own, count: 10), other: other))
    }
    #expect(always(0.8, 0.09, other: 0.01) == [true])
    #expect(always(0.8, nil, other: 0.01) == [true])
    // The other is as doubtful, they are apart, or the mirror image shows the same.
    #expect(always(0.8, 0.09, other: 0.06) == [false])
    #expect(always(0.3, 0.09, other: 0.01) == [false])
    #expect(always(0.8, 0.03, other: 0.01) == [false])
  }

  @Test func `two people who pass each other stay two`() {
    // For half a second most joints of the one behind coincide, and half of the looks fail.
    let shares = [0, 0, 0.3, 0.7, 0.9, 0.9, 0.7, 0.3, 0, 0]
    let own: [Double?] = [0.02, 0.02, 0.02, 0.1, 0.2, 0.2, 0.1, 0.02, 0.02, 0.02]
    #expect(!verdicts(shares: shares, own: own, other: 0.02).contains(true))
  }

  @Test func `a duplicate that becomes sure, or leaves the other, is a person`() throws {
    let on = [Double](repeating: 0.8, count: 30)
    let sure = [Double?](repeating: 0.09, count: 5) + [Double?](repeating: 0.01, count: 25)
    let first = verdicts(shares: on, own: sure, other: 0.01)
    let (before, after) = (first[5], first[29])
    #expect(before)
    #expect(!after)
    let leaves = [Double](repeating: 0.8, count: 5) + [Double](repeating: 0, count: 25)
    let second = verdicts(
      shares: leaves, own: [Double?](repeating: 0.09, count: 30), other: 0.01)
    let (early, late) = (second[5], second[29])
    #expect(early)
    #expect(!late)
  }

  @Test func `a distance that is no number counts as no person`() {
    var evidence = DuplicateEvidence(share: 1)
    evidence.update(mirroredDistance: .nan, at: 0)
    #expect(evidence.mirroredDistance == 0.3)
  }

  @Test func `people get the lower numbers, duplicates that were found with them the higher ones`()
  {
    var tracks = (3..<7).map { number in
      BodyTrack(
        id: number, landmarks: .standing(x: 300, shoulders: 100, hips: 200),
        appearance: BodyAppearance(), at: 0)
    }
    var (other, evidence) = (DuplicateEvidence(share: 0), DuplicateEvidence(share: 1))
    other.update(mirroredDistance: 0.01, at: 0)
    evidence.update(mirroredDistance: 0.1, at: 0)
    evidence.judge(besides: other)
    tracks[1].duplicate = evidence
    // The first was followed before.
    let order = tracks.renumber([4, 5, 6])
    #expect(order == [2, 3, 1])
    #expect(tracks.map(\.id) == [3, 6, 4, 5])
  }

  @Test(.enabled(if: Installation.hasHeavyModel, Installation.heavyReason))
  @MainActor func `a person who lies is one person in a video`() throws {
    let picture = try ColorImage(contentsOf: Fixture.path("detection/astronaut.jpg")).onItsSide
    let tracker = BodyPoseTracker(
      detector: try Installation.detector(maximumCount: 5, model: .heavy))
    var counts: [Int] = []
    for frame in 0..<12 {
      let poses = try tracker.poses(in: picture, at: Double(frame) / 10)
      #expect(poses.first?.id == 0)
      counts.append(poses.count)
    }
    // Before duplicates were looked for there were two people in seven frames.
    #expect(counts.count { $0 > 1 } <= 3)
  }

  @Test(.enabled(if: Installation.hasHeavyModel, Installation.heavyReason))
  @MainActor func `a person whose legs aren't in an image is one person`() throws {
    let picture = try ColorImage(contentsOf: Fixture.path("detection/rendered_hands.jpg"))
    let detector = try Installation.detector(maximumCount: 16, model: .heavy)
    let found = try detector.newcomers(
      in: picture, try #require(PictureWindow(picture, nil)), depth: nil, searchesFinely: true)
    // A second one has its limbs on the trunk.
    #expect(found.count == 2)
    let people = try detector.poses(in: picture)
    #expect(people.count == 1)
    let wrist = try #require(people.first?.points[.leftWrist])
    #expect(abs(wrist.x - 555) < 20 && abs(wrist.y - 175) < 20, "\(wrist)")
  }
}

extension ColorImage {
  /// The picture turned by 90° anticlockwise.
  fileprivate var onItsSide: ColorImage {
    var turned: [UInt8] = []
    for column in (0..<width).reversed() {
      for row in 0..<height {
        let start = 3 * (row * width + column)
        turned += pixels[start..<(start + 3)]
      }
    }
    return ColorImage(width: height, height: width, pixels: turned)
  }
}
