/// Why a 2D pose can't be lifted. The description is a sentence.
public enum LiftingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Too few of the keypoints that the lifter reads are there.
  case tooFewKeypoints(found: Int, needed: Int)
  /// Neither both hips nor both shoulders are there, so that nothing says how the trunk stands.
  case noTrunk
  /// No skeleton agrees with the keypoints.
  case noSolution

  /// What was found, what was expected and what to do.
  public var description: String {
    switch self {
    case .tooFewKeypoints(let found, let needed):
      "only \(found) usable keypoints, and a skeleton needs \(needed): "
        + "use a picture that shows more of the person"
    case .noTrunk:
      "neither both hips nor both shoulders were found, so that nothing says how the trunk stands: "
        + "use a picture that shows more of the person"
    case .noSolution:
      "no skeleton agrees with the keypoints: check that they belong to one person and, when they "
        + "come from a file, that left and right are the person's own"
    }
  }
}
