import ArgumentParser
import Kinematics
import PoseMotion

/// The options of every command that follows people over time: what is done to what was measured, and
/// which repetitions are looked for.
struct MotionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The exercise whose repetitions are counted; auto, which is the default, recognises "
        + "it from the motion; none counts nothing.", valueName: "exercise"))
  var exercise: ExerciseArgument?

  @Option(
    help: ArgumentHelp(
      "Count the cycles of this angle instead of an exercise's: leftElbowFlexion (pose3d angles "
        + "--list).", valueName: "angle"))
  var repAngle: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The least range of --rep-angle that counts. Without, it follows from the motion.",
      valueName: "degrees", visibility: .hidden))
  var repMin: Double?

  @OptionGroup var processing: ProcessingArguments

  func validate() throws {
    if let repAngle {
      if exercise != nil {
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
    if let repMin, !(repMin > 0 && repMin <= 360) {
      throw ValidationError("--rep-min \(repMin): a range of more than 0 and up to 360 degrees.")
    }
  }

  /// Options for processing a recording.
  var sequenceOptions: PoseSequence.Options { processing.sequenceOptions }

  /// The choice of the repetitions that are counted.
  var choice: ExerciseChoice {
    if let repAngle {
      return .angle(name: repAngle, minimumRange: repMin.map { $0 * .pi / 180 })
    }
    return (exercise ?? .auto).choice
  }
}
