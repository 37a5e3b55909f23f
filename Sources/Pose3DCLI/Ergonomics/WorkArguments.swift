import ArgumentParser
import PoseMotion

/// What a camera can't see of the work. What isn't stated enters the scores as a range.
struct WorkArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The load or force in kilograms: 8kg; with shocks or a rapid build-up 8kg,shock.",
      valueName: "load"))
  var load: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The grip on the load: good (a handle that fits), fair, poor, or unacceptable.",
      valueName: "grip"))
  var coupling: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What applies of static (held for more than a minute), repeated (more than four times a minute) "
        + "and rapid (large rapid changes of posture), separated by commas; or none.",
      valueName: "activity"))
  var activity: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The wrists: neutral, slight (bent up to 15°) or bent, with deviated (to a side) and twisted "
        + "(forearm turned to the end) if they apply: bent,twisted.", valueName: "wrists"))
  var wrist: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The arms: free, or what applies of raised (shoulders) and supported: raised,supported.",
      valueName: "arms"))
  var arms: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The neck: straight or twisted.", valueName: "neck"))
  var neck: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "standing (the feet that carry are found), both (feet carry, or walking), one, or sitting.",
      valueName: "legs"))
  var legs: String?

  func validate() throws { _ = try conditions() }

  /// What is stated.
  func conditions() throws -> WorkConditions {
    var conditions = WorkConditions()
    let stated: [(option: String, input: WorkConditions.Input, text: String?)] = [
      ("--load", .load, load), ("--coupling", .coupling, coupling),
      ("--activity", .activity, activity), ("--wrist", .wrist, wrist), ("--arms", .arms, arms),
      ("--neck", .neckTwist, neck), ("--legs", .legs, legs),
    ]
    for (option, input, text) in stated {
      guard let text else { continue }
      do throws(WorkConditions.Unreadable) {
        try conditions.state(input, text)
      } catch {
        throw ValidationError("\(option) \(text): \(error).")
      }
    }
    return conditions
  }
}
