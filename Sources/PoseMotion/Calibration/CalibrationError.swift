/// Why cameras can't be placed by the people whom they show. The description is a sentence for people.
public enum CalibrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A camera shows no person at the moments at which others do.
  case nothingInCommon(camera: String)
  /// No place of a camera explains what it shows.
  case notConverged

  /// The error with the expected input and the next step.
  public var description: String {
    switch self {
    case .nothingInCommon(let camera):
      "camera \(camera) shows too little of a person while another camera shows them: the person has to be "
        + "seen whole by two cameras at a time, and the clocks have to be right"
    case .notConverged:
      "no places of the cameras explain what they show: the clocks or the people don't belong together"
    }
  }
}
