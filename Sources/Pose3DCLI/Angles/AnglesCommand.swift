internal import PoseAnalysis
public import ArgumentParser
import PoseDocuments
import Foundation
public import Kinematics
import PoseFiles

/// `pose3d angles`: 3D joints from a file to joint angles, without any picture.
struct AnglesCommand: ReportingCommand {
  /// The output format of the angles.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
  }

  static let configuration = CommandConfiguration(
    commandName: "angles",
    abstract: "Measures joint angles of 3D skeletons in a file.",
    discussion: """
      Reads our own skeleton files (pose3d.skeleton/1) and bare 3D joints of others: Kinect (Azure \
      Kinect's 32 joints, Kinect v2), MediaPipe world landmarks, 17 points in Human3.6M's order, \
      points by name, TRC, the CSV of pose3d export. A file of several frames gives a table of ranges; --format csv or json \
      gives every frame.

      An angle that the joints don't show has no value but a reason: unobservable, limbTooStraight, \
      gimbalLock, jointInferred. --list says what every angle is, where it is zero and which way is \
      positive.

      EXAMPLES
        pose3d angles skeleton.json --joints elbow,knee
        pose3d angles squat.trc --dialect opensim --format csv -o squat.csv
        pose3d angles kinect.json --sigma 0.02 --format json | jq .sequence[0]
        pose3d angles --list --dialect sports2d
      """)

  @Argument(
    help: ArgumentHelp(
      "The file with 3D joints: JSON, TRC or CSV, told by its content; - for standard input.",
      valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Names, zeros and signs of the angles. clinical: straight = 0°; fitness: straight = 180°; "
        + "opensim: knee flexion positive, -gait2392: negative; vision: the polar angles of Apple's "
        + "sample. Without: clinical; with --list: clinical and fitness.", valueName: "dialect"))
  var dialect: AngleDialect?

  @Option(
    help: ArgumentHelp(
      "Only the angles whose name has one of these words: elbow,knee,leftHip …", valueName: "words")
  )
  var joints: String?

  @Option(help: ArgumentHelp("How the angles are written.", valueName: "format"))
  var format: Format = .table

  @Flag(help: "Describe the angles of the dialect instead of measuring any.")
  var list = false

  @OptionGroup var reading: SkeletonArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if list {
      guard file == nil else {
        throw ValidationError(
          "--list describes the angles and reads no file: leave out one of them.")
      }
    } else if file == nil {
      throw ValidationError("a file with 3D joints is needed, or --list.")
    }
    if format == .csv && list {
      throw ValidationError("--list is written as a table or as JSON, not as CSV.")
    }
    _ = try definitions()
  }

  func execute() throws { try list ? describe() : measure() }

  /// The dialect's angles that were asked for.
  private func definitions() throws -> [AngleDefinition] {
    let angles =
      dialect?.angles ?? (list ? AngleDefinition.catalogue : AngleDialect.clinical.angles)
    guard let joints else { return angles }
    func plain(_ name: some StringProtocol) -> String { name.lowercased().filter { $0 != " " } }
    let words = joints.split(separator: ",", omittingEmptySubsequences: false).map(plain)
    guard !words.contains("") else {
      throw ValidationError("--joints \"\(joints)\": a word is empty; an example is elbow,knee.")
    }
    func has(_ definition: AngleDefinition, _ word: String) -> Bool {
      // An angle under another dialect's name is found under the catalogue's too.
      let isRenamed = [.sports2d, .openSim, .openSimGait2392].contains(definition.dialect)
      let names = [definition.name] + (isRenamed ? definition.aliases.map(\.name) : [])
      return names.contains { plain($0).contains(word) }
    }
    for word in words where !angles.contains(where: { has($0, word) }) {
      let place = dialect ?? (list ? nil : .clinical)
      let other = AngleDialect.allCases.first { other in
        other != place && other.angles.contains { has($0, word) }
      }
      throw ValidationError(
        "--joints \(joints): no angle\(place.map { " of the dialect \($0.rawValue)" } ?? "") has "
          + "\"\(word)\" in its name; "
          + (other.map { "one has with --dialect \($0.rawValue)." } ?? "--list shows them."))
    }
    return angles.filter { definition in words.contains { has(definition, $0) } }
  }

  private func describe() throws {
    let definitions = try definitions()
    let target = try outputFile(inputs: [])
    switch format {
    case .json: try write(AngleDefinition.json(of: definitions), to: target)
    case .table, .csv: try write(AngleTable.lines(of: definitions), to: target)
    }
  }

  private func measure() throws {
    guard let path = file else { return }
    let target = try outputFile(inputs: [path])
    let document = AnglesDocument(
      version: Pose3DCommand.version, path: path,
      file: try SkeletonFile.read(contentsOf: path.readablePath, options: reading.options),
      dialect: dialect ?? .clinical, definitions: try definitions(),
      wording: \.commandLineWords)
    for warning in document.warnings { Terminal.warn(warning) }
    switch format {
    case .json: try write(document.json, to: target)
    case .csv: try write(document.csv, to: target)
    case .table: try write(AngleTable.lines(of: document), to: target)
    }
  }

  /// Writes a table, in colour where a person watches.
  private func write(_ lines: [TableLine], to target: OutputFile?) throws {
    let stream = Terminal.standardOutput
    let styled = { (line: TableLine) in
      target == nil ? stream.styled(line.text, line.style) : line.text
    }
    try write(lines.map { styled($0) + "\n" }.joined(), to: target)
  }

  private func write(_ text: String, to target: OutputFile?) throws {
    if let target {
      try target.write(Array(text.utf8))
      Terminal.standardOutput.write("wrote \(target.path)", style: .faint)
    } else {
      Terminal.standardOutput.writeRaw(text)
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// The file to write; `nil` for standard output.
  private func outputFile(inputs: [String]) throws(FileError) -> OutputFile? {
    guard let output, output != "-" else { return nil }
    return try OutputFile(output, inputs: inputs)
  }
}

extension AngleDialect: ExpressibleByArgument {}
