import ArgumentParser
import PoseAnalysis
import PoseMotion

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
