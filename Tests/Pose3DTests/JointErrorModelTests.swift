import PoseGeometry
import Kinematics
@testable import Pose3D
import Testing

/// By what the solver's standard deviations are multiplied.
struct JointErrorModelTests {
  private static func models() -> [JointErrorModel] {
    [
      JointErrorModel(isBlazePose: true, accuracy: .detected()),
      JointErrorModel(isBlazePose: false, accuracy: .exact()),
      JointErrorModel(isBlazePose: false, accuracy: .detected(sigma: 0.012)),
      JointErrorModel(isBlazePose: false, accuracy: .detected()),
    ]
  }

  @Test func `there is a factor for every origin, depth and group of joints`() {
    #expect(
      JointErrorModel.table.count == JointErrorModel.Origin.allCases.count
        * JointErrorModel.Depth.allCases.count * JointErrorModel.Group.allCases.count)
    #expect(JointErrorModel.table.allSatisfy { $0.min() > 0.1 && $0.max() < 10 })
    #expect(JointErrorModel.stature.count == JointErrorModel.Origin.allCases.count)
  }

  @Test func `left and right joints have the same factors`() {
    for model in Self.models() {
      for depth in JointErrorModel.Depth.allCases {
        for joint in Joint.allCases {
          #expect(model.factors(of: joint, depth) == model.factors(of: joint.mirrored, depth))
        }
      }
    }
  }

  @Test(arguments: [Joint.leftKnee, .leftAnkle, .leftElbow, .leftWrist])
  func `a limb's joint that the map doesn't confirm is less sure than one that it does`(
    joint: Joint
  ) {
    let model = Self.models()[0]
    let (confirmed, other) = (
      model.factors(of: joint, .confirmed), model.factors(of: joint, .unconfirmed)
    )
    #expect(other.sum() > confirmed.sum())
  }

  @Test func `between two accuracies the factors lie between theirs`() {
    let model = { (sigma: Double) in
      JointErrorModel(isBlazePose: false, accuracy: .detected(sigma: sigma))
    }
    let (low, middle, high) = (model(0.012), model(0.019), model(0.03))
    for joint in Joint.allCases {
      let (a, b, c) = (
        low.factors(of: joint, .none), middle.factors(of: joint, .none),
        high.factors(of: joint, .none)
      )
      for axis in 0..<3 {
        #expect(b[axis] >= min(a[axis], c[axis]) && b[axis] <= max(a[axis], c[axis]))
      }
      #expect(model(0.001).factors(of: joint, .none) == a)
      #expect(model(0.2).factors(of: joint, .none) == c)
    }
    #expect(middle.stature > low.stature && middle.stature < high.stature)
  }
}
