import PoseGeometry
import Kinematics
@testable import PoseMotion
@testable import Pose3D
import Testing

struct SequenceStatureTests {
  @Test func `measured heights are weighted by their sigmas, and an outlier is ignored`() throws {
    let frames = [
      person(1.70, 0.03, .measured), person(1.72, 0.03, .measured), person(1.1, 0.2, .measured),
      person(1.74, 0.03, .measured), person(1.8, 0.1, .reference),
    ]
    let stature = try #require(Stature(ofSequence: frames.map(\.stature)))
    #expect(stature.metres == 1.72 && stature.sigma == 0.03 && stature.estimation == .measured)
  }

  @Test(arguments: [HeightEstimation.user, .reference])
  func `what was given stays`(estimation: HeightEstimation) throws {
    let frames = [person(1.66, 0.02, estimation), person(1.66, 0.02, estimation)]
    let stature = try #require(Stature(ofSequence: frames.map(\.stature)))
    #expect(stature.metres == 1.66 && stature.sigma == 0.02 && stature.estimation == estimation)
    #expect(Stature(ofSequence: []) == nil)
  }

  @Test func `a frame of assumed size is brought to the measured one on the same rays`() throws {
    var assumed = person(1.8, 0.1, .reference)
    assumed.leftFoot = Foot(heel: Vector3(0, 1, 3), toe: Vector3(0, 1, 2.8), sigma: 0.02)
    let measured = person(1.62, 0.03, .measured)
    let stature = try #require(Stature(ofSequence: [assumed.stature, measured.stature]))
    let scaled = stature.applied(to: assumed)
    for joint in Joint.allCases {
      #expect((scaled.positions[joint] - 0.9 * assumed.positions[joint]).length < Tolerance.exact)
    }
    #expect(abs((scaled.leftFoot?.toe.z ?? 0) - 2.52) < Tolerance.exact)
    #expect(scaled.leftFoot?.sigma == 0.02 * (1.62 / 1.8))
    #expect(scaled.stature == Stature(metres: 1.62, sigma: 0.03, estimation: .reference))
    #expect(stature.applied(to: measured) == measured)
    let alone = try #require(Stature(ofSequence: [assumed.stature]))
    #expect(alone.applied(to: assumed) == assumed)
  }

  private func person(
    _ height: Double, _ sigma: Double, _ estimation: HeightEstimation
  ) -> BodyEstimate {
    BodyEstimate(
      positions: PerJoint { Vector3(0.1 * Double($0.rawValue), 0.5, 3) },
      sigmas: PerJoint(repeating: 0.02),
      stature: Stature(metres: height, sigma: sigma, estimation: estimation))
  }
}
