import ArgumentParser
import Kinematics
import Motion

/// The options of every command that follows people over time: what is done to what was measured, and
/// which repetitions are looked for.
struct MotionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The exercise whose repetitions are counted; auto, which is the default, tells it from the "
        + "motion; none counts nothing.", valueName: "exercise"))
  var exercise: ExerciseArgument?

  @Option(
    help: ArgumentHelp(
      "Count the cycles of this angle instead of an exercise's: leftElbowFlexion (pose3d angles "
        + "--list).", valueName: "angle"))
  var repAngle: String?

  @Option(
    help: ArgumentHelp(
      "The least range of --rep-angle that counts. Without, it follows from the motion.",
      valueName: "degrees"))
  var repMin: Double?

  @Option(
    help: ArgumentHelp(
      "How joints are smoothed: the cut-off in hertz of a Butterworth filter without lag, one-euro "
        + "(looks only back, as live), or none.", valueName: "smoothing"))
  var smoothing = SmoothingArgument.standard

  @Flag(
    help: "Leave left and right, front and back, and joints that jump as they were measured.")
  var noRepair = false

  @Option(
    help: ArgumentHelp("The longest gap that is filled; 0 fills none.", valueName: "seconds"))
  var maxGap = PoseSequence.Options().longestGap

  func validate() throws {
    if let repAngle {
      if exercise != nil {
        throw ValidationError(
          "--exercise and --rep-angle both say what is counted: give one of them.")
      }
      guard ExerciseChoice.angleDefinition(named: repAngle) != nil else {
        throw ValidationError(Self.sentence(onUnknownAngle: repAngle))
      }
    } else if repMin != nil {
      throw ValidationError("--rep-min is the range of an angle: name it with --rep-angle.")
    }
    if let repMin, !(repMin > 0 && repMin <= 360) {
      throw ValidationError("--rep-min \(repMin): a range of more than 0 and up to 360 degrees.")
    }
    if !(0...10).contains(maxGap) {
      throw ValidationError("--max-gap \(maxGap): a gap is between 0 and 10 seconds.")
    }
  }

  /// What is done to a recording.
  var sequenceOptions: PoseSequence.Options {
    var options = PoseSequence.Options()
    options.smoothing = smoothing.smoothing
    options.longestGap = maxGap
    options.repairs = !noRepair
    return options
  }

  /// Which repetitions are looked for.
  var choice: ExerciseChoice {
    if let repAngle {
      return .angle(name: repAngle, minimumRange: repMin.map { $0 * .pi / 180 })
    }
    return (exercise ?? .auto).choice
  }

  // MARK: Angles that aren't there

  /// Says which angles are meant, as far as the name tells: those that have it within theirs, else
  /// those that need the fewest letters changed.
  private static func sentence(onUnknownAngle name: String) -> String {
    let catalogue = AngleDefinition.catalogue
    let letters = Array(name.lowercased())
    let within = catalogue.filter { $0.name.lowercased().contains(name.lowercased()) }
    let distances = catalogue.map { ($0.name, distance(letters, Array($0.name.lowercased()))) }
    let closest = distances.map(\.1).min() ?? 0
    let near =
      within.isEmpty
      ? distances.filter { $0.1 == closest && closest <= letters.count / 3 }.map(\.0)
      : within.map(\.name)
    let names = near.prefix(4).joined(separator: ", ")
    return "--rep-angle \(name): there is no such angle"
      + (near.isEmpty ? "; " : "; near it: \(names); ") + "pose3d angles --list shows all."
  }

  /// The letters that have to be put in, left out or replaced to come from one word to the other
  /// (Levenshtein 1966).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
