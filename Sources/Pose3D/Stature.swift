/// A person's body height: how much, how sure, and how it is known.
public struct Stature: Sendable, Equatable, Codable {
  /// Metres.
  public var metres: Double
  /// One standard deviation in metres; `nil` when unknown.
  public var sigma: Double?
  /// The source; `nil`: the bones in a file of 3D joints.
  public var estimation: HeightEstimation?

  /// A stature from its parts.
  public init(metres: Double, sigma: Double? = nil, estimation: HeightEstimation? = nil) {
    self.metres = metres
    self.sigma = sigma
    self.estimation = estimation
  }
}

extension Stature {
  /// The heights of people that may be stated, in metres. Chosen: the tallest person on record was 2.72 m.
  package static let range = 0.4...2.8

  /// One standard deviation of a given height where cameras' places measure it, too, as a share: people differ from
  /// what they say, and cameras from their calibration. Chosen.
  package static let givenSigma = 0.02
}

/// The source of a person's stature. The raw value is the word in files.
public enum HeightEstimation: String, CaseIterable, Sendable, Codable {
  /// Measured in metric depth: that of the picture, or of another one of the person.
  case measured
  /// Vision's reference of 1.8 m: nothing is known.
  case reference
  /// Given by the caller.
  case user
}
