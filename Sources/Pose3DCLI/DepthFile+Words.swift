import DepthIO
import Foundation
import Imaging

extension DepthFile {
  /// What a user should know about this file before trusting it, a sentence each.
  func warnings(path: String) -> [String] {
    var sentences = details.notes.map { "\(path): \($0)" }
    if map.isMetric, let median = map.median, !(0.2...10).contains(median) {
      let number = String(format: median < 100 ? "%.3g" : "%.0f", median)
      let advice =
        (200...10_000).contains(median) && unit?.metresPerStep ?? 1 == 1
        ? "it looks like millimetres: --depth-scale mm" : "is the unit right?"
      sentences.append(
        "\(path): its median depth is \(number) m in the unit \(unit?.name ?? "m"): \(advice)")
    }
    return sentences
  }

  /// The unit and who says so; `isGiven` is whether the user did, and not the camera file.
  func unitInWords(isGiven: Bool) -> String {
    let name =
      switch unit {
      case nil: "metres"
      case let unit? where unit.name == "m": "metres"
      case let unit?:
        switch unit.metresPerStep.map(Self.digits) {
        case nil: unit.name
        case let digits? where digits == unit.name: "\(digits) m a step"
        case let digits?: "\(unit.name) (\(digits) m a step)"
        }
      }
    return switch map.scale {
    case .file: "\(name), from the file"
    case .caller: isGiven ? "\(name), as given" : "\(name), from the camera file"
    case .assumed: "\(name), assumed: the file doesn't say"
    case .unknown: "unknown: the numbers show shapes, not sizes"
    }
  }

  private static func digits(_ number: Double) -> String { String(format: "%.6g", number) }
}
