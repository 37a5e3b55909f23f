/// A person in one picture of a video, lifted by itself, and what lifting the pictures together needs of it
/// (`Lifter.bodyPoses(of:)`). It holds no picture and no depth map.
public struct LiftedFrame: Sendable {
  /// In seconds.
  public let time: Double
  /// The skeleton by this picture alone: `Lifter.bodyPose(from:camera:depth:)`'s.
  public let bodyPose: BodyPose

  let lifter: Lifter
  let person: PreparedKeypoints
  let setting: LiftingProblem
  let solution: LiftingSolution
}

extension LiftedFrame {
  /// The solution at another state of the same problem; `nil` if no human body has that state.
  func solution(at state: PoseProblem.State) -> LiftingSolution? {
    guard LiftingProblem.isPlausible(state),
      var moved = setting.solution(
        of: solution.problem, at: state, depthUse: solution.depthUse,
        depthEvidence: solution.depthEvidence.map {
          $0.moved(to: state, readings: solution.problem.views[0].readings)
        })
    else { return nil }
    moved.offsetRatios = solution.offsetRatios
    return moved
  }

  /// The skeleton of a solution of the same problem.
  func bodyPose(of solution: LiftingSolution) -> BodyPose? {
    lifter.assemble(solution, from: person, camera: setting.camera)
  }
}
