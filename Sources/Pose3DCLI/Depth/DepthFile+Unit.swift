import DepthIO
import Foundation
import Imaging

extension DepthFile {
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
