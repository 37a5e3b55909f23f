import DepthIO
import Foundation

extension DepthFile {
  /// What a user should know about this file before trusting it, a sentence each.
  func warnings(path: String) -> [String] {
    var sentences = details.notes.map { "\(path): \($0)" }
    if map.isMetric, let median = map.median, !(0.2...10).contains(median) {
      sentences.append(
        String(
          format: "%@: its median depth is %.3g m in the unit %@: is the unit right?", path, median,
          unit?.name ?? "m"))
    }
    return sentences
  }

  /// The unit and who says so.
  var unitInWords: String {
    let name =
      switch unit {
      case let unit? where unit.name == "m": "metres"
      case let unit?:
        unit.metresPerStep.map { "\(unit.name) (\(Self.digits($0)) m a step)" } ?? unit.name
      case nil: "metres"
      }
    return switch map.scale {
    case .file: "\(name), from the file"
    case .caller: "\(name), as given"
    case .assumed: "\(name), assumed: the file doesn't say"
    case .unknown: "unknown: the numbers show shapes, not sizes"
    }
  }

  private static func digits(_ number: Double) -> String { String(format: "%.6g", number) }
}
