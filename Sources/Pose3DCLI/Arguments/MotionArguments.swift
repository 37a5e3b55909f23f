import ArgumentParser
import Kinematics
import PoseAnalysis
import PoseMotion

/// The options of every command that follows people over time: what is done to what was measured, and
/// which repetitions are looked for.
struct MotionArguments: ParsableArguments {
  @OptionGroup var counted: ExerciseOption

  @Option(help: MeasurementOption.repAngle.help("angle", "pose3d angles --list has the names."))
  var repAngle: String?

  @Option(
    parsing: .unconditional, help: MeasurementOption.repMinimum.help("degrees", isHidden: true))
  var repMin: Double?

  @OptionGroup var processing: ProcessingArguments

  func validate() throws {
    if let repAngle {
      if counted.exercise != nil {
        throw ValidationError(
          "--exercise and --rep-angle both say what is counted: give one of them.")
      }
      guard ExerciseChoice.angleDefinition(named: repAngle) != nil else {
        let near = AngleDefinition.names(near: repAngle).prefix(4).joined(separator: ", ")
        throw ValidationError(
          "--rep-angle \(repAngle): there is no such angle"
            + (near.isEmpty ? "; " : "; near it: \(near); ") + "pose3d angles --list shows all.")
      }
    } else if repMin != nil {
      throw ValidationError("--rep-min is the range of an angle: name it with --rep-angle.")
    }
    try MeasurementOption.repMinimum.check(repMin)
  }

  /// Options for processing a recording.
  var sequenceOptions: PoseSequence.Options { processing.sequenceOptions }

  /// The choice of the repetitions that are counted.
  var choice: ExerciseChoice {
    if let repAngle {
      return .angle(name: repAngle, minimumRange: repMin.map { $0 * .pi / 180 })
    }
    return (counted.exercise ?? .auto).choice
  }
}
