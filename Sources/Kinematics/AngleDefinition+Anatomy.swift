/// The anatomical ranges of angles, and the certainty required before an angle is shown.
extension AngleDefinition {
  /// The reason why a measured value should not be shown to people. The raw value is the word in
  /// files.
  public enum Doubt: String, Sendable {
    /// Its standard deviation is more than 45°: it could be nearly anything.
    case uncertain
    /// No joint goes there, not even by `anatomicalTolerance` less.
    case impossible
  }

  /// The largest standard deviation of a value that people are shown, in radians: 45°.
  public static let largestSigma = Double.pi / 4

  /// The tolerance of measurements beyond the anatomical range, in radians: 15°.
  public static let anatomicalTolerance = Double.pi / 12

  /// The doubt about a value of the angle; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - value: radians, on the branch that `anatomical(_:)` gives.
  ///   - sigma: one standard deviation in radians; `nil` where unknown.
  public func doubt(of value: Double, sigma: Double?) -> Doubt? {
    if let sigma, sigma > Self.largestSigma { return .uncertain }
    guard let range = anatomicalRange else { return nil }
    let reach = Self.anatomicalTolerance
    return value < range.lowerBound - reach || value > range.upperBound + reach ? .impossible : nil
  }

  /// A value with as many whole turns added as bring it nearest to the middle of what joints do: an arm
  /// that goes on behind the head is at 190° and not at −170°. `nil` for an angle without a range.
  package func anatomical(_ value: Double) -> Double? {
    anatomicalRange.map { range in
      let middle = (range.lowerBound + range.upperBound) / 2
      return middle + (value - middle).remainder(dividingBy: 2 * .pi)
    }
  }

  /// Degrees of the clinical angles, without the side.
  private static let clinical: [(name: String, range: ClosedRange<Double>)] = [
    ("ElbowFlexion", 0...160), ("KneeFlexion", 0...165), ("AnkleDorsiflexion", -60...45),
    ("KneeFPPA", -60...60), ("HipFlexion", -45...145), ("HipFlexionSagittal", -45...145),
    ("HipAdduction", -90...50), ("HipFlexion3D", 0...150), ("ShoulderFlexion", -60...180),
    ("ShoulderFlexionSagittal", -60...180), ("ShoulderAbduction", -75...180),
  ]

  /// Degrees of the trunk's and the neck's.
  private static let middle: [(name: String, range: ClosedRange<Double>)] = [
    ("trunkFlexion", -60...110), ("trunkLateralBend", -60...60), ("trunkRotation", -75...75),
    ("neckFlexion", -90...90), ("neckLateralBend", -65...65),
  ]

  /// The range of a catalogue's angle in radians; `nil` for none.
  static func anatomicalRange(
    of name: String, in dialect: AngleDialect
  ) -> ClosedRange<Double>? {
    var stem = name
    for side in ["left", "right"] where name.hasPrefix(side) {
      stem = String(name.dropFirst(side.count))
    }
    func radians(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound * .pi / 180...range.upperBound * .pi / 180
    }
    switch dialect {
    case .clinical:
      return (clinical + middle).first { $0.name == stem }.map { radians($0.range) }
    case .fitness:
      // Included angles are 180° less flexion.
      guard stem.hasSuffix("Included") else { return nil }
      let flexion = stem.dropLast("Included".count) + "Flexion"
      return clinical.first { $0.name == flexion }.map { _, range in
        radians(180 - range.upperBound...180 - range.lowerBound)
      }
    default: return nil
    }
  }
}

extension JointAngle {
  /// Whether the value is so uncertain that people shouldn't be shown it: a standard deviation of more
  /// than 45°.
  public var isUncertain: Bool { sigma.map { $0 > AngleDefinition.largestSigma } ?? false }
}
