import ArgumentParser
import PoseAnalysis

extension MeasurementOption {
  /// The option on the command line.
  var commandLineName: String {
    switch self {
    case .fieldOfView: "--fov"
    case .repair: "--no-repair"
    case .temporal: "--no-temporal"
    case .grounding: "--no-grounding"
    default: "--" + rawValue.replacing("_", with: "-")
    }
  }

  /// The help of the option: its meaning, and what differs between commands.
  ///
  /// - Parameters:
  ///   - valueName: the value's name in the help; `nil` for a flag.
  ///   - addition: sentences after the meaning.
  ///   - isHidden: whether only the full help has it.
  func help(
    _ valueName: String? = nil, _ addition: String? = nil, isHidden: Bool = false
  ) -> ArgumentHelp {
    ArgumentHelp(
      "\([meaning, addition].compactMap { $0 }.joined(separator: " "))", valueName: valueName,
      visibility: isHidden ? .hidden : .default)
  }

  /// Throws a `ValidationError` if a value is outside the option's range.
  func check(_ value: Double?) throws {
    guard let value, let range, !range.contains(value) else { return }
    throw ValidationError("\(commandLineName) \(value): \(expectation) was expected.")
  }
}
