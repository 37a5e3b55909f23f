import Geometry
import Kinematics
@testable import Pose3D
import TestSupport
import Testing

/// Elbows and knees are given back the flexion that an uncertain estimate loses.
struct LimbBendTests {
  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  @Test(arguments: LimbBend.all.indices)
  func `a sure flexion stays as it is`(index: Int) {
    for degrees in stride(from: 5.0, through: 150, by: 5) {
      let angle = Self.radians(degrees)
      #expect(abs(LimbBend.all[index].restored(angle, sigma: 1e-4) - angle) < 1e-4)
    }
  }

  @Test(arguments: LimbBend.all.indices, [2.0, 5, 10, 20, 60])
  func `more flexion stays more, nothing is bent the other way, and extremes go outwards`(
    index: Int, sigma: Double
  ) {
    let bend = LimbBend.all[index]
    let angles = stride(from: 0.0, through: 170, by: 2).map {
      bend.restored(Self.radians($0), sigma: Self.radians(sigma))
    }
    #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(angles.allSatisfy { $0 > 0 && $0 < Self.radians(171) })
    #expect(angles[60] > Self.radians(120))
    #expect(angles[2] <= Self.radians(4))
  }

  @Test func `the slopes are those of the angle`() throws {
    var random = SplitMix64(seed: 3)
    for bend in LimbBend.all {
      for _ in 0..<20 {
        var positions = PerJoint(repeating: Vector3.zero)
        for joint in Joint.allCases {
          positions[joint] = Vector3(random.normal(), random.normal(), random.normal()) * 0.4
        }
        let (_, slopes) = try #require(bend.flexion(of: positions))
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

  /// The demo's person, without depth: elbows and knees end at the flexion that was to be restored.
  @Test func `a solution has the flexion that was restored, and hardly anything else moves`() throws
  {
    let frame = try BundledFrame.all.get()[0]
    let solution = try #require(
      Lifter().setting(of: frame.pose, camera: frame.camera, depth: nil).setting
        .solveWithoutDepth())
    for joint in [Joint.root, .spine, .topHead] {
      let moved = solution.state.positions[joint] - solution.solved.positions[joint]
      #expect(moved.length < 0.03, "\(joint)")
    }
    let changed = LimbBend.all.filter { bend in
      let before = bend.flexion(of: solution.solved.positions)?.angle ?? 0
      let after = bend.flexion(of: solution.state.positions)?.angle ?? 0
      return abs(after - before) > 0.01
    }
    #expect(!changed.isEmpty)
  }
}
