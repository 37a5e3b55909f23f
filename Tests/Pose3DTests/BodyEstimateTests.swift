import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D
import Testing

struct BodyEstimateTests {
  private static let camera = Camera(
    width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240, source: .file)

  /// Someone whose joints are all at different places, each with its own sigma.
  private static let body = BodyEstimate(
    positions: PerJoint { joint in
      let number = Double(joint.rawValue)
      return Vector3(cos(number), sin(number), 3 + number / 100)
    },
    sigmas: PerJoint { 0.01 * Double($0.rawValue) },
    sources: PerJoint { $0 == .leftWrist ? .inferred : .depth },
    leftFoot: Foot(heel: Vector3(1, 2, 3), toe: Vector3(2, 2, 3), sigma: 0.5),
    rightFoot: Foot(heel: Vector3(1, 2, 4), toe: Vector3(2, 2, 4)),
    stature: Stature(metres: 1.7, sigma: 0.02, estimation: .measured))

  @Test func `a joint's confidence follows from its sigma`() throws {
    let body = Self.body
    // The root's is that of the less sure hip, 4 cm.
    #expect(abs(try #require(body.confidence(.root)) - exp(-0.4)) < 1e-15)
    #expect(abs(try #require(body.confidence(.leftAnkle)) - exp(-0.6)) < 1e-15)
    let pose = try #require(BodyPose(body, id: 0, confidence: 1, camera: Self.camera))
    #expect(Joint.allCases.allSatisfy { pose.confidence($0) == body.confidence($0) })
    var unknown = body
    unknown.sigmas = nil
    #expect(unknown.confidence(.root) == nil)
  }

  @Test func `scaled, all lengths are`() throws {
    let (body, twice) = (Self.body, Self.body.scaled(by: 2))
    for joint in Joint.allCases {
      #expect(twice.positions[joint] == 2 * body.positions[joint])
      let sigma = try #require(twice.sigmas?[joint])
      #expect(abs(sigma - 0.02 * Double(joint.rawValue)) < 1e-12)
    }
    #expect(twice.leftFoot == Foot(heel: Vector3(2, 4, 6), toe: Vector3(4, 4, 6), sigma: 1))
    #expect(twice.rightFoot == Foot(heel: Vector3(2, 4, 8), toe: Vector3(4, 4, 8)))
    #expect(twice.stature == Stature(metres: 3.4, sigma: 0.04, estimation: .measured))
    #expect(twice.sources == body.sources)
    #expect(twice.scaled(by: 0.5) == body)
  }

  @Test func `without a stature it is that of the bones`() {
    let body = BodyEstimate(positions: Self.body.positions)
    #expect(body.stature == Stature(metres: Anthropometry.stature(of: body.positions)))
    #expect(body.sources == PerJoint(repeating: .lifted) && body.sigmas == nil)
  }

  @Test func `angles are measured relative to the root, from what was seen`() {
    let skeleton = Self.body.skeleton(world: nil)
    #expect(skeleton.positions == Self.body.positions)
    #expect(skeleton.sigmas?[.root] == 0 && skeleton.sigmas?[.rightHip] == 0.01)
    #expect(skeleton.inferred == [.leftWrist])
    #expect(skeleton.leftFoot == Self.body.leftFoot && skeleton.rightFoot == Self.body.rightFoot)
    #expect(skeleton.world == nil && skeleton.means.isEmpty)
  }

  @Test func `a body that doesn't say how sure it is, or has no axes, is no pose`() {
    func isPose(_ change: (inout BodyEstimate) -> Void) -> Bool {
      var body = Self.body
      change(&body)
      return BodyPose(body, id: 0, confidence: 1, camera: Self.camera) != nil
    }
    #expect(isPose { _ in })
    #expect(!isPose { $0.sigmas = nil })
    #expect(!isPose { $0.stature.sigma = nil })
    #expect(!isPose { $0.stature.estimation = nil })
    #expect(!isPose { $0.positions[.leftHip] = $0.positions[.rightHip] })
  }
}
