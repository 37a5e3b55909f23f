import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D
@testable import PoseFiles

struct NormalEquationsTests {
  /// What the equations say: the step of each unknown, and the covariance.
  private struct Answer: Equatable {
    let steps: [Double]
    let covariance: [Double]?
  }

  /// The answer of equations, damped by a tenth; `nil` when they can't be solved.
  private func answer(_ add: (inout DenseNormalEquations) -> Void) -> Answer? {
    var equations = DenseNormalEquations(order: PoseUnknowns.order, floor: 1e-6)
    add(&equations)
    guard equations.solve(damping: 0.1) else { return nil }
    let steps = Joint.allCases.flatMap { joint in
      let step = equations.step(of: joint)
      return [step.x, step.y, step.z]
    }
    return Answer(
      steps: steps + [equations.step(of: PoseUnknowns.logStature)],
      covariance: equations.covariance())
  }

  /// Says that every unknown is near 1, so that the equations can be solved.
  private func addPrior(_ equations: inout DenseNormalEquations) {
    for index in 0..<PoseUnknowns.order {
      equations.term(index, 2)
      equations.add(-2)
    }
  }

  private static let residual = 0.7
  private static let slope = Vector3(1.5, -0.4, 2.5)
  private static let statureSlope = -1.2
  private static let weight = 0.8

  @Test(arguments: [(Joint.root, Joint.leftWrist), (.leftWrist, .root), (.spine, .centerHead)])
  func `a residual of an offset is the same as a block and by its terms`(
    joint: Joint, origin: Joint
  ) throws {
    let byTerms = try #require(
      answer { equations in
        addPrior(&equations)
        equations.term(joint, Self.slope)
        equations.term(origin, -Self.slope)
        equations.term(PoseUnknowns.logStature, Self.statureSlope)
        equations.add(Self.residual, weight: Self.weight)
      })
    let byBlock = try #require(
      answer { equations in
        addPrior(&equations)
        var block = DenseNormalEquations.OffsetBlock()
        block.add(
          Self.residual, slope: Self.slope, scaleSlope: Self.statureSlope, weight: Self.weight)
        equations.add(block, of: joint, from: origin)
      })
    for (terms, block) in zip(byTerms.steps, byBlock.steps) { #expect(abs(terms - block) < 1e-12) }
    let (ofTerms, ofBlock) = (try #require(byTerms.covariance), try #require(byBlock.covariance))
    let n = PoseUnknowns.order
    for column in 0..<n {
      for place in column * n + column..<(column + 1) * n {
        #expect(abs(ofTerms[place] - ofBlock[place]) < 1e-12, "column \(column)")
      }
    }
    // The residual is felt.
    let prior = try #require(answer(addPrior))
    #expect(abs(byBlock.steps[3 * joint.rawValue] - prior.steps[3 * joint.rawValue]) > 1e-3)
  }

  @Test func `equations whose residuals were taken out are as new`() throws {
    let used = answer { equations in
      equations.term(.leftKnee, Self.slope)
      equations.add(Self.residual)
      _ = equations.solve(damping: 1)
      equations.removeAll()
      addPrior(&equations)
    }
    #expect(try #require(used) == #require(answer(addPrior)))
  }

  @Test func `a residual that is not a number can't be solved`() {
    let answer = answer { equations in
      addPrior(&equations)
      equations.term(.leftKnee, Vector3(.nan, 0, 0))
      equations.add(1)
    }
    #expect(answer == nil)
  }

  /// BLAS has memory and threads of its own.
  @Test func `people who are lifted at the same time come out as one by one`() async throws {
    let camera = try CameraFile(contentsOf: Fixture.path("demo/camera.json")).color
    let pose = try #require(
      KeypointFile.people(
        contentsOf: Fixture.path("demo/keypoints.json"), imageWidth: camera.width,
        imageHeight: camera.height
      ).first)
    // Bodies of all sizes, so that they differ.
    let lift = { @Sendable (index: Int) throws -> PerJoint<Vector3> in
      var lifter = Lifter()
      lifter.options.bodyHeight = 1.5 + 0.01 * Double(index)
      let body = try lifter.bodyPose(from: pose, camera: camera)
      return PerJoint { body.cameraRelativePosition($0) }
    }
    let alone = try (0..<40).map(lift)
    try await withThrowingTaskGroup(of: (Int, PerJoint<Vector3>).self) { group in
      for index in alone.indices { group.addTask { (index, try lift(index)) } }
      for try await (index, positions) in group { #expect(positions == alone[index], "\(index)") }
    }
  }
}
