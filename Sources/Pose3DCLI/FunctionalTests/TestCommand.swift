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

/// A sex as it is given on the command line.
struct SexArgument: ExpressibleByArgument {
  let sex: FunctionalTestReference.Sex

  init?(argument: String) {
    guard let sex = FunctionalTestReference.Sex(rawValue: argument.lowercased()) else { return nil }
    self.sex = sex
  }

  static var allValueStrings: [String] { FunctionalTestReference.Sex.allCases.map(\.rawValue) }
}

/// `pose3d test`: a test of function with a published protocol.
struct TestCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Measures a functional test: rises, up and go, one leg, jumps, range of motion.",
    discussion: """
      Reads a result of pose3d video or live, or any input of pose3d exercise.

      5xsts              the time of five rises from a chair
      30s-chair-stand    rises from a chair in 30 seconds
      tug                timed up and go: the time, and its phases
      single-leg-stance  the longest stance on each leg
      single-leg-squat   depth, pelvic drop and knee valgus on each leg
      jump               the height by the time of flight, and by the pelvis
      shoulder-rom       each arm raised to the front and to the side
      hip-rom            each thigh raised to the front, the side and the back
      plank              the longest time on hands or forearms and toes

      What the protocol requires is checked and listed. With --age the results of 5xsts, 30s-chair-stand \
      and tug are compared with published values. This is not a medical device.

      EXAMPLES
        pose3d test 5xsts chair.json
        pose3d test 30s-chair-stand chair.json --age 72 --sex woman -o result.json
        pose3d test tug walk.json --page tug.html
        pose3d test jump jump.json
      """)

  @Argument(help: ArgumentHelp("The test.", valueName: "test"))
  var name: FunctionalTestArgument

  @OptionGroup var session: SessionArguments

  @Option(
    help: ArgumentHelp(
      "The person's age: whether the result is worse than the published average of that age.",
      valueName: "years"))
  var age: Int?

  @Option(help: "The person's sex, with --age: 30s-chair-stand needs it.")
  var sex: SexArgument?

  @OptionGroup var writing: SessionOutputArguments

  var treatment: OutputArguments? { writing.treatment }

  func validate() throws { _ = try reference }

  /// What is published about people like this one; `nil` if no age is stated.
  private var reference: FunctionalTestReference? {
    get throws {
      guard let age else {
        if sex != nil { throw ValidationError("--sex is about published values: give --age, too.") }
        return nil
      }
      do throws(FunctionalTestReference.Missing) {
        return try FunctionalTestReference(name.test, age: age, sex: sex?.sex)
      } catch {
        throw ValidationError("--age \(age): \(error).")
      }
    }
  }

  func execute() throws {
    let files = try writing.files(inputs: [session.input])
    let document = try session.analysis()
      .functionalTest(name.test, comparedWith: reference, version: Pose3DCommand.version)
    try writing.write(
      to: files, table: document.people.flatMap { Self.lines(of: $0, document.reference) },
      json: { document.json },
      csv: { document.csv }, page: { FunctionalTestPage(document.inPlainWords).html })
  }

  private static func lines(
    of person: FunctionalTestDocument.Person, _ reference: FunctionalTestReference?
  ) -> [(text: String, style: Terminal.Style)] {
    let result = person.result
    let width = result.values.map(\.title.count).max() ?? 0
    let trials = result.trials.map { trial in
      (trial.title.map { $0 + " " } ?? "") + String(format: "%.2f – %.2f s", trial.start, trial.end)
    }
    var lines: [(text: String, style: Terminal.Style)] = []
    lines.append(("person \(person.id)   \(result.test.title)", .heading))
    for value in result.values {
      lines.append(("\(value.title.left(width))   \(value.text)", .plain))
    }
    for finding in result.findings {
      lines.append((finding.text, finding.isMet == false ? .plain : .faint))
    }
    if let reference {
      lines.append(("\(reference.title): \(reference.answer(result))", .plain))
      lines.append(("published average: \(reference.source).", .faint))
    }
    lines.append(("\(result.test.trialsTitle): \(trials.joined(separator: ", "))", .faint))
    lines.append(("±: one standard deviation.", .faint))
    return lines
  }
}
