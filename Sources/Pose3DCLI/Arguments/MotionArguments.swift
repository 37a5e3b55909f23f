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

  /// Whether the measures of steps are asked for.
  var showsWalking: Bool { counted.exercise?.isWalking ?? false }
}

/// The smoothing of positions, as it is given on the command line: `none`, `one-euro`, or the
/// cut-off of the Butterworth filter in hertz.
struct SmoothingArgument: ExpressibleByArgument, Equatable {
  let smoothing: PoseSequence.Smoothing

  /// The library's default.
  static let standard = SmoothingArgument(smoothing: PoseSequence.Options().smoothing)

  private init(smoothing: PoseSequence.Smoothing) { self.smoothing = smoothing }

  init?(argument: String) {
    guard let smoothing = PoseSequence.Smoothing(argument) else { return nil }
    self.smoothing = smoothing
  }

  var defaultValueDescription: String {
    switch smoothing {
    case .none: "none"
    case .oneEuro: "one-euro"
    case .butterworth(let cutoff): cutoff == cutoff.rounded() ? "\(Int(cutoff))" : "\(cutoff)"
    }
  }

  static var allValueStrings: [String] { [] }
}

/// The exercise whose repetitions are counted, as it is given on the command line. It is `auto`,
/// `none`, `walking`, of which nothing is counted, or the name of an exercise, in any of the ways in which people write
/// it.
struct ExerciseArgument: ExpressibleByArgument, Equatable {
  let choice: ExerciseChoice
  private(set) var isWalking = false

  static let auto = ExerciseArgument(choice: .recognized)

  private init(choice: ExerciseChoice) { self.choice = choice }

  init?(argument: String) {
    guard argument.lowercased() != "walking" else {
      (choice, isWalking) = (.none, true)
      return
    }
    guard let choice = ExerciseChoice(argument) else { return nil }
    self.choice = choice
  }

  static var allValueStrings: [String] {
    ["auto", "none", "walking"] + Exercise.allCases.map(\.commonName)
  }
}

/// The option of every command that counts repetitions.
struct ExerciseOption: ParsableArguments {
  @Option(
    help: MeasurementOption.exercise.help(
      "exercise", "walking prints the measures of steps, which pose3d gait writes to files."))
  var exercise: ExerciseArgument?
}

/// The tables and plots of what was measured over time.
struct MotionTableArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the angles of every frame as CSV; - for stdout.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write a line for each repetition as CSV: times, range with its sigma, speed, asymmetry, criteria; "
        + "- for stdout.", valueName: "file"))
  var repetitionsCSV: String?

  @Option(
    help: ArgumentHelp(
      "Write plots of the angles, as PNG and SVG, to this folder.", valueName: "folder"))
  var plots: String?

  /// Checks the files' names, and that standard output gets one document at most.
  ///
  /// - Parameter output: the file of the document, the value of `--output`.
  func check(besides output: String?) throws {
    try FileEnding.checkTable("--csv", csv)
    try FileEnding.checkTable("--repetitions-csv", repetitionsCSV)
    let all = [("--output", output), ("--csv", csv), ("--repetitions-csv", repetitionsCSV)]
    let streamed = all.filter { $0.1 == "-" }.map(\.0)
    guard streamed.count < 2 else {
      throw ValidationError(
        "\(streamed[0]) - and \(streamed[1]) - both go to standard output: give one a file.")
    }
  }
}

/// The option of commands that judge repetitions by a person's prescription.
struct TargetArguments: ParsableArguments {
  @Option(
    name: .customLong("target"), parsing: .unconditionalSingleValue,
    help: MeasurementOption.target.help("angle=degrees", "Repeatable."))
  var texts: [String] = []

  /// The targets in the order in which they were given.
  var targets: [AngleTarget] { texts.compactMap { try? AngleTarget($0) } }

  func validate() throws {
    for text in texts {
      do throws(AngleTarget.Unreadable) {
        _ = try AngleTarget(text)
      } catch {
        throw ValidationError("--target \(text): \(error).")
      }
    }
    let targets = targets
    for (index, target) in targets.enumerated()
    where targets[..<index].contains(where: { $0.angle == target.angle }) {
      throw ValidationError("--target gives \(target.angle) twice: give each angle once.")
    }
  }
}
