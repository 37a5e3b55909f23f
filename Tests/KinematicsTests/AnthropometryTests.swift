import Foundation
import PoseGeometry
import Kinematics
import TestSupport
import Testing

struct AnthropometryTests {
  @Test func `the reference height's sigma is the distance of adults' statures from it`() {
    let adults = Anthropometry.adultStature
    let distance = hypot(
      Anthropometry.referenceHeight - adults.median, adults.median * adults.logSigma)
    #expect(abs(distance - Anthropometry.referenceHeightSigma) < 0.005)
  }

  @Test func `stature is the sum of the bones in any pose`() {
    for pose in SegmentFrameTests.poses {
      #expect(abs(Anthropometry.stature(of: pose.positions) - 1.75) < Tolerance.chain)
    }
  }

  @Test func `the proportions add up to the stature`() {
    let chain: Set = ["shank", "thigh", "lowerTrunk", "upperTrunk", "neck", "head"]
    var seen: Set<String> = []
    var sum = Anthropometry.ankleHeightRatio
    for bone in Anthropometry.bones where chain.contains(bone.name) {
      if seen.insert(bone.name).inserted { sum += bone.ratio }
    }
    #expect(abs(sum - 1) < Tolerance.rounding)
  }

  @Test func `every ratio has a source, and limbs lie among what their sources give`() {
    for bone in Anthropometry.bones {
      #expect(!bone.published.isEmpty, "\(bone.sidedName)")
      let ratios = bone.published.map(\.ratio)
      guard ["upperArm", "forearm", "thigh", "shank"].contains(bone.name),
        let low = ratios.min(), let high = ratios.max()
      else { continue }
      // Within one spread between people.
      let margin = bone.ratio * bone.spread
      #expect((low - margin...high + margin).contains(bone.ratio), "\(bone.sidedName)")
    }
  }

  @Test(arguments: [0.005, 0.02])
  func `the stature's sigma is its spread under noise on the joints`(sigma: Double) throws {
    let pose = Mannequin(hipFlexion: (60, 20), kneeFlexion: (80, 10), trunkFlexion: 30).positions
    let skeleton = Skeleton(positions: pose, sigmas: PerJoint(repeating: sigma))
    let stated = try #require(Anthropometry.statureSigma(of: skeleton))
    var generator = RandomNumbers(seed: 4)
    // The sum of twelve uniform numbers has variance 1.
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &generator) }
    }
    var (sum, squares) = (0.0, 0.0)
    let draws = 2000
    for _ in 0..<draws {
      let noisy = pose.map { $0 + sigma * Vector3(normal(), normal(), normal()) }
      let error = Anthropometry.stature(of: noisy) - 1.75
      sum += error
      squares += error * error
    }
    let mean = sum / Double(draws)
    let spread = (squares / Double(draws) - mean * mean).squareRoot()
    #expect(abs(spread / stated - 1) < 0.1, "stated \(stated), measured \(spread)")
  }

  @Test func `a spine that is a mean of hips and shoulders adds no error of its own`() throws {
    var skeleton = Mannequin().skeleton
    let alone = try #require(Anthropometry.statureSigma(of: skeleton))
    skeleton.means = [
      .spine: [.leftHip: 0.25, .rightHip: 0.25, .leftShoulder: 0.25, .rightShoulder: 0.25]
    ]
    // Upright, lower and upper trunk pull at the spine from both sides: nothing is left of it.
    let upright = try #require(Anthropometry.statureSigma(of: skeleton))
    #expect(abs(upright - alone) < 1e-12)
    skeleton.means = [.root: [.leftHip: 0.5, .rightHip: 0.5]]
    let sum = try #require(Anthropometry.statureSigma(of: skeleton))
    #expect(sum < alone)
    skeleton.sigmas = nil
    #expect(Anthropometry.statureSigma(of: skeleton) == nil)
  }

  @Test func `a body of usual proportions has no implausible bone, whatever its size and pose`() {
    for pose in SegmentFrameTests.poses {
      for scale in [0.6, 1, 1.2] {
        let skeleton = Skeleton(positions: pose.positions.map { $0 * scale })
        #expect(skeleton.implausibleBones().isEmpty)
      }
    }
  }

  @Test(arguments: [
    (Joint.leftWrist, Joint.leftElbow, 1.5, "left forearm"),
    (.rightAnkle, .rightKnee, 0.7, "right shank"),
    (.leftElbow, .leftShoulder, 1.4, "left upperArm"),
  ])
  func `a bone three sigma off its ratio is named, and it alone`(
    distal: Joint, proximal: Joint, factor: Double, name: String
  ) throws {
    var p = Mannequin().positions
    let shift = (p[distal] - p[proximal]) * (factor - 1)
    for joint in Joint.allCases where joint == distal || joint.parent == distal {
      p[joint] += shift
    }
    let found = Skeleton(positions: p).implausibleBones()
    let bone = try #require(found.first)
    #expect(found.map(\.bone.sidedName) == [name])
    #expect(abs(bone.length / bone.expected - factor) < 1e-9)
    #expect((bone.deviation > 0) == (factor > 1) && abs(bone.deviation) >= 3)
  }

  @Test func `hips, shoulders and head between the published lengths are no wonder`() {
    var p = Mannequin().positions
    // Human3.6M's: a short neck, a long head, wide hips.
    p[.centerHead] = p[.centerShoulder] + Vector3(0, 0.068 * 1.75, 0)
    p[.topHead] = p[.centerHead] + Vector3(0, 0.067 * 1.75, 0)
    p[.leftHip].x *= 0.158 / 0.115
    p[.rightHip].x *= 0.158 / 0.115
    #expect(Skeleton(positions: p).implausibleBones().isEmpty)
    p[.leftHip].x *= 2
    p[.rightHip].x *= 2
    #expect(Skeleton(positions: p).implausibleBones().map(\.bone.name).contains("hipWidth"))
  }

  @Test func `a measurement that is unsure excuses a bone, and an inferred joint leaves it out`() {
    var p = Mannequin().positions
    p[.leftWrist] += (p[.leftWrist] - p[.leftElbow]) * 0.5
    var skeleton = Skeleton(positions: p, sigmas: PerJoint(repeating: 0.001))
    #expect(skeleton.implausibleBones().count == 1)
    skeleton.sigmas = PerJoint(repeating: 0.05)
    #expect(skeleton.implausibleBones().isEmpty)
    skeleton.sigmas = nil
    skeleton.inferred = [.leftWrist]
    #expect(skeleton.implausibleBones().isEmpty)
  }

  @Test func `joints that are not finite, or in one place, make no report`() {
    #expect(Skeleton(positions: PerJoint(repeating: .zero)).implausibleBones().isEmpty)
    var p = Mannequin().positions
    p[.leftWrist].x = .nan
    #expect(Skeleton(positions: p).implausibleBones().isEmpty)
  }
}
