internal import PoseDocuments
internal import Foundation
internal import Kinematics
internal import PoseMotion

/// The names and the numbers of the columns that all tables of poses have. Names have no spaces.
enum PoseColumns {
  /// Every angle, each with its sigma.
  static func angles(_ definitions: [AngleDefinition]) -> [String] {
    definitions.flatMap { [$0.name, "\($0.name)_sigma"] }
  }

  /// Every point of the feet that may be on the ground.
  static let contacts = ContactPoint.ofFeet.map { "\($0.rawValue)_contact" }

  /// Degrees with three decimals; empty for an angle that wasn't measured.
  static func degrees(_ radians: Double?) -> String { rounded(radians.map { $0 * 180 / .pi }, 1e3) }

  /// Metres with four decimals; empty for a place that wasn't measured.
  static func metres(_ metres: Double?) -> String { rounded(metres, 1e4) }

  private static func rounded(_ value: Double?, _ steps: Double) -> String {
    value.flatMap { JSONValue.digits(of: ($0 * steps).rounded() / steps) } ?? ""
  }
}
