/// The reason why a 2D pose can't be lifted. The description is a sentence.
public enum LiftingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Too few of the keypoints that the lifter reads are there.
  case tooFewKeypoints(found: Int, needed: Int)
  /// Neither both hips nor both shoulders are there, so that the trunk's direction is unknown.
  case noTrunk
  /// Hips and shoulders are all outside the picture: a detector's guesses.
  case trunkOutside
  /// The keypoints are all within a few pixels: the longer side of the box around them.
  case tooSmall(extent: Double, needed: Double)
  /// The keypoints lie on a line.
  case onALine
  /// No skeleton agrees with the keypoints.
  case noSolution

  /// The error with the expected input and the next step.
  public var description: String {
    switch self {
    case .tooFewKeypoints(let found, let needed):
      "only \(found) usable keypoints, and a skeleton needs \(needed): "
        + "use a picture that shows more of the person"
    case .noTrunk:
      "neither both hips nor both shoulders were found, so that the trunk's direction is unknown: "
        + "use a picture that shows more of the person"
    case .trunkOutside:
      "hips and shoulders are all outside the picture, so that how the trunk stands is a guess: use a "
        + "picture that shows more of the person"
    case .tooSmall(let extent, let needed):
      "the keypoints lie within \(Int(extent.rounded(.up))) pixels, and a skeleton needs "
        + "\(Int(needed)): use a picture that shows the person larger"
    case .onALine:
      "the keypoints lie on a line, and a person's don't: check that the file has x and y of every "
        + "point"
    case .noSolution:
      "no skeleton agrees with the keypoints: check that they belong to one person and, when they "
        + "come from a file, that left and right are the person's own"
    }
  }
}
