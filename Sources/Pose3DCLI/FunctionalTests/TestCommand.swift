import ArgumentParser
import Foundation
import PoseAnalysis
import PoseFiles
import PoseMotion
import PoseReport

/// A functional test as it is given on the command line.
struct FunctionalTestArgument: ExpressibleByArgument {
  let test: FunctionalTest

  init?(argument: String) {
    guard let test = FunctionalTest(rawValue: argument.lowercased()) else { return nil }
    self.test = test
  }

  static var allValueStrings: [String] { FunctionalTest.allCases.map(\.rawValue) }
}

/// `pose3d test`: a test of function with a published protocol.
struct TestCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Measures a functional test: rises from a chair, jumps.",
    discussion: """
      Reads a result of pose3d video or live, or any input of pose3d exercise.

      5xsts            five times sit-to-stand: the time from the first movement to standing for the \
      fifth time
      30s-chair-stand  how often a person rises from a chair in 30 seconds
      jump             the highest jump: by its time of flight, and by how far the pelvis rises above \
      standing

      What the protocol requires is checked and listed. This is not a medical device.

      EXAMPLES
        pose3d test 5xsts chair.json
        pose3d test 30s-chair-stand chair.json -o result.json
        pose3d test jump jump.json
      """)

  @Argument(help: ArgumentHelp("The test.", valueName: "test"))
  var name: FunctionalTestArgument

  @OptionGroup var session: SessionArguments

  @OptionGroup var writing: SessionOutputArguments

  var treatment: OutputArguments? { writing.treatment }

  func execute() throws {
    let files = try writing.files(inputs: [session.input])
    let document = try session.analysis()
      .functionalTest(name.test, version: Pose3DCommand.version)
    try writing.write(
      to: files, table: document.people.flatMap(Self.lines(of:)), json: { document.json },
      csv: { document.csv }, page: { FunctionalTestPage(document).html })
  }

  private static func lines(
    of person: FunctionalTestDocument.Person
  ) -> [(text: String, style: Terminal.Style)] {
    let result = person.result
    let width = result.values.map(\.title.count).max() ?? 0
    let trials = result.trials.map { String(format: "%.2f – %.2f s", $0.start, $0.end) }
    return [("person \(person.id)   \(result.test.title)", .heading)]
      + result.values.map { ("\($0.title.left(width))   \($0.text)", .plain) }
      + result.findings.map { ($0.text, $0.isMet == false ? .plain : .faint) }
      + [
        (
          (result.test == .jump ? "flights: " : "rises: ") + trials.joined(separator: ", "), .faint
        ), ("±: one standard deviation.", .faint),
      ]
  }
}
