public import ArgumentParser
import Foundation
public import Kinematics
public import Pose3D

/// `pose3d angles`: 3D joints from a file to joint angles, without any picture.
struct AnglesCommand: ParsableCommand {
  /// How the angles are written.
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
      points by name, TRC. A file of several frames gives a table of ranges; --format csv or json \
      gives every frame.

      An angle that the joints don't show has no value but a reason: unobservable, limbTooStraight, \
      gimbalLock, jointInferred. --list says what every angle is, where it is zero and which way is \
      positive.

      EXAMPLES
        pose3d angles skeleton.json --joints elbow,knee
        pose3d angles squat.trc --dialect opensim --format csv -o squat.csv
        pose3d angles kinect.json --sigma 0.02 --format json | jq '.sequence[0].people[0].angles'
        pose3d angles --list --dialect sports2d
      """)

  @Argument(
    help: ArgumentHelp(
      "The file with 3D joints: JSON or TRC, told by its content.", valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Names, zeros and signs of the angles: clinical (straight = 0°), fitness (straight = 180°), "
        + "sports2d, opensim (knee flexion +), opensim-gait2392 (knee flexion −) or vision.",
      valueName: "dialect"))
  var dialect: AngleDialect = .clinical

  @Option(
    help: ArgumentHelp(
      "Only the angles whose name has one of these words: elbow,knee,leftHip …", valueName: "words")
  )
  var joints: String?

  @Option(help: ArgumentHelp("table, json or csv.", valueName: "format"))
  var format: Format = .table

  @Flag(help: "Describe the angles of the dialect instead of measuring any.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "What the file is, where its content leaves it open: pose3d, k4abt, kinect2, mediapipe, h36m, "
        + "named or trc.", valueName: "layout"))
  var layout: SkeletonLayout?

  @Option(
    help: ArgumentHelp(
      "The unit of the file's lengths: m, cm or mm. Without, what the file says, else what makes a "
        + "person of it.", valueName: "unit"))
  var units: LengthUnit?

  @Option(
    help: ArgumentHelp(
      "The file's axis that points up: +x, -x, +y, -y, +z or -z (--up=-y). Without, what the file or "
        + "its layout says.", valueName: "axis"))
  var up: SkeletonFile.Axis?

  @Option(
    help: ArgumentHelp(
      "How sure the joints are, where the file doesn't say: one standard deviation.",
      valueName: "metres"))
  var sigma: Double?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    if let sigma, !(sigma > 0 && sigma <= 1) {
      throw ValidationError("--sigma \(sigma): a joint's standard deviation is in metres, up to 1.")
    }
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

  func run() throws {
    do {
      try list ? describe() : measure()
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }

  /// The dialect's angles that were asked for.
  private func definitions() throws -> [AngleDefinition] {
    guard let joints else { return dialect.angles }
    let words = joints.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    // An angle under another dialect's name is found under the catalogue's too.
    let isRenamed = [.sports2d, .openSim, .openSimGait2392].contains(dialect)
    func has(_ definition: AngleDefinition, _ word: String) -> Bool {
      let names = [definition.name] + (isRenamed ? definition.aliases.map(\.name) : [])
      return names.contains { name in
        let name = name.lowercased()
        return name.contains(word) || name.replacing(" ", with: "").contains(word)
      }
    }
    for word in words where word.isEmpty || !dialect.angles.contains(where: { has($0, word) }) {
      throw ValidationError(
        "--joints \(joints): no angle of the dialect \(dialect.rawValue) has \"\(word)\" in its name; "
          + "--list shows them.")
    }
    return dialect.angles.filter { definition in words.contains { has(definition, $0) } }
  }

  private func describe() throws {
    let definitions = try definitions()
    switch format {
    case .json: try write(AngleDefinition.json(of: definitions))
    default:
      if output == nil {
        AngleTable.describe(definitions, to: .standardOutput)
      } else {
        try write(AngleTable.description(of: definitions))
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func measure() throws {
    guard let path = file else { return }
    var options = SkeletonFile.Options()
    options.layout = layout
    options.unit = units
    options.up = up
    options.sigma = sigma
    let target = try outputFile(inputs: [path])
    let document = AnglesDocument(
      version: Pose3DCommand.version, path: path,
      file: try SkeletonFile.read(contentsOf: path, options: options), dialect: dialect,
      definitions: try definitions())
    for warning in document.warnings {
      Terminal.standardError.write("pose3d: \(warning)", style: .warning)
    }
    let text =
      switch format {
      case .json: document.json
      case .csv: document.csv
      case .table: AngleTable.text(of: document)
      }
    if let target {
      try target.write(Data(text.utf8))
      Terminal.standardOutput.write("wrote \(target.path)", style: .faint)
    } else if format == .table {
      AngleTable.write(document, to: .standardOutput)
    } else {
      Terminal.standardOutput.writeRaw(text)
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func write(_ text: String) throws {
    if let target = try outputFile(inputs: []) {
      try target.write(Data(text.utf8))
    } else {
      Terminal.standardOutput.writeRaw(text)
    }
  }

  /// The file to write; `nil` for standard output.
  private func outputFile(inputs: [String]) throws(Failure) -> OutputFile? {
    guard let output, output != "-" else { return nil }
    return try OutputFile(output, inputs: inputs)
  }
}

extension AngleDialect: ExpressibleByArgument {}
extension SkeletonLayout: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension SkeletonFile.Axis: ExpressibleByArgument {}
