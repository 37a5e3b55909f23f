import PoseGeometry
import Kinematics
@testable import Pose3D
import TestSupport
import Testing

/// Elbows and knees are given back the flexion that an uncertain estimate loses.
struct LimbBendTests {
  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  @Test func `a sure flexion stays as it is`() {
    for degrees in stride(from: 5.0, through: 150, by: 5) {
      let angle = Self.radians(degrees)
      #expect(abs(LimbBend.restored(angle, scale: 1e-4) - angle) < 1e-4)
    }
  }

  @Test(arguments: [2.0, 5, 10, 20, 60])
  func `more flexion stays more, nothing is bent the other way, and extremes go outwards`(
    scale: Double
  ) {
    let angles = stride(from: 0.0, through: 170, by: 2).map {
      LimbBend.restored(Self.radians($0), scale: Self.radians(scale))
    }
    #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(angles.allSatisfy { $0 > 0 && $0 < Self.radians(171) })
    #expect(angles[2] <= Self.radians(4))
    // Wider than this nothing is known, and nothing is made larger.
    if scale < 30 { #expect(angles[60] > Self.radians(120)) }
  }

  @Test func `the slopes are those of the angle`() throws {
    var random = RandomNumbers(seed: 3)
    for bend in LimbBend.all {
      for _ in 0..<20 {
        var positions = PerJoint(repeating: Vector3.zero)
        for joint in Joint.allCases {
          positions[joint] = Vector3(random.normal(), random.normal(), random.normal()) * 0.4
        }
        let slopes = try #require(bend.flexion(of: positions)).slopes
        let joints = [bend.joints.first, bend.joints.middle, bend.joints.last]
        for (joint, slope) in zip(joints, [slopes.0, slopes.1, slopes.2]) {
          for axis in 0..<3 {
            var (up, down) = (positions, positions)
            up[joint][axis] += 1e-6
            down[joint][axis] -= 1e-6
            let (a, b) = (
              try #require(bend.flexion(of: up)).angle, try #require(bend.flexion(of: down)).angle
            )
            #expect(abs((a - b) / 2e-6 - slope[axis]) < 1e-3 * (1 + abs(slope[axis])))
          }
        }
      }
    }
  }

  /// Without depth the demo's elbows and knees end between the angle of the joints' positions and
  /// the network's prediction of the flexion.
  @Test func `a solution's elbows and knees are drawn towards the predicted flexion`() throws {
    let frame = try BundledFrame.all.get()[0]
    let setting = try Lifter().setting(of: frame.pose, camera: frame.camera, depth: nil).setting
    let solution = try #require(setting.solveWithoutDepth())
    let prediction = LiftingNetwork.builtIn.predict(LifterFeatures(setting.input))
    for (bend, said) in zip(LimbBend.all, prediction.flexions) {
      let apart = try #require(bend.flexion(of: prediction.positions)).angle
      let target = LimbBend.restored(said.mean, scale: said.scale)
      let solved = try #require(bend.flexion(of: solution.state.positions)).angle
      let room = Self.radians(4)
      #expect((min(apart, target) - room...max(apart, target) + room).contains(solved))
    }
  }
}
