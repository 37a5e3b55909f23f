import ArgumentParser
import PoseAnalysis

extension UserOption {
  /// The option on the command line.
  var commandLineName: String {
    switch rawValue {
    case "field_of_view": "--fov"
    case "repair", "temporal", "grounding": "--no-" + rawValue
    case "depth_unit": "--depth-scale"
    case "own_depth": "--ignore-own-depth"
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

  /// The help of the flag that turns the option off, in the full help.
  var refusalHelp: ArgumentHelp { ArgumentHelp("\(refusal ?? meaning)", visibility: .hidden) }

  /// Throws a `ValidationError` if a value is outside the option's range.
  func check(_ value: Double?) throws {
    guard let value, let range, !range.contains(value) else { return }
    throw ValidationError("\(commandLineName) \(value): \(expectation) was expected.")
  }

  /// The same for a whole number.
  func check(_ value: Int?) throws {
    guard let value, let range, !range.contains(Double(value)) else { return }
    throw ValidationError("\(commandLineName) \(value): \(expectation) was expected.")
  }
}

extension MeasurementOptions {
  /// The options of a command: those of the groups that it has, and the defaults of all others.
  init(
    camera: CameraArguments, vertical: VerticalArguments, body: HeightArgument,
    detection: DetectionOptions = DetectionOptions(), motion: MotionArguments? = nil,
    targets: TargetArguments? = nil
  ) {
    self.init()
    self.camera = camera.choice
    self.camera.gravity = vertical.direction
    bodyHeight = body.height
    self.detection = detection
    if let motion { (self.motion, exercise) = (motion.sequenceOptions, motion.choice) }
    if let targets { self.targets = targets.targets }
  }
}
