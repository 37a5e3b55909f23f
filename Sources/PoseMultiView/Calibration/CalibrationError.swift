/// The reason why cameras can't be placed by the people whom they show. The description is a
/// sentence for people.
public enum CalibrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A camera shows no person at the moments at which others do.
  case nothingInCommon(camera: String)
  /// Several people are seen, and in a camera it isn't certain who of them is the one that others show.
  case severalPeople(camera: String)
  /// A camera shows something else than the others: the median distance of its keypoints in pixels, a finite number.
  case contradiction(camera: String, reprojection: Double)
  /// No place of a camera explains what it shows.
  case notConverged

  /// The error with the expected input and the next step.
  public var description: String {
    switch self {
    case .nothingInCommon(let camera):
      "camera \(camera) shows too little of a person while another camera shows them: the person has to be "
        + "seen whole by two cameras at a time, and the clocks have to be right"
    case .severalPeople(let camera):
      "several people are seen, and it isn't certain who of them in camera \(camera) is the person whom the other "
        + "cameras show: let one person alone move before the cameras"
    case .contradiction(let camera, let reprojection):
      "camera \(camera) shows something else than the others, its keypoints are "
        + "\(Int(min(reprojection, 1e6).rounded())) pixels from where it should: check that all recordings show the same "
        + "person at the same time, and that none is mirrored"
    case .notConverged:
      "no places of the cameras explain what they show: the clocks or the people don't belong together"
    }
  }
}
