import PoseAnalysis
public import ArgumentParser
import PoseDocuments
import Foundation
public import PoseExport
import PoseFiles

/// Kinds of files, named one after the other: `trc,bvh`.
struct ExportFormats: CustomStringConvertible {
  let formats: [ExportFormat]

  /// The formats of a list. Throws a `ValidationError` that names the first that doesn't exist.
  init(_ list: String) throws {
    formats = try list.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let word = word.lowercased()
      if let format = ExportFormat(rawValue: word) { return format }
      throw ValidationError(Self.sentence(onUnknown: word))
    }
  }

  /// What to say of a format that doesn't exist.
  private static func sentence(onUnknown word: String) -> String {
    let all = ExportFormat.allCases.map(\.rawValue)
    let near = all.filter { word.count > 1 && word.editDistance(to: $0) == 1 }
    let meant = related[word] ?? (near.count == 1 ? near[0] : nil)
    return "there is no format \"\(word)\""
      + (meant.map { others[word] ?? "; \($0) is written" }
        ?? "; those are \(all.joined(separator: ", "))")
  }

  /// The same of a file with the ending of a format that other programs write; `nil` for other endings.
  static func sentence(onEnding ending: String) -> String? {
    related[ending.lowercased()].map { _ in sentence(onUnknown: ending.lowercased()) }
  }

  var description: String { formats.map(\.rawValue).joined(separator: ",") }

  /// What to do for formats that are made of written ones.
  private static let others = ["fbx": "; glb is written, which Blender opens and saves as FBX"]

  /// Formats that aren't written, with the one that the same programs read.
  private static let related = [
    "gltf": "glb", "fbx": "glb", "usd": "usda", "usdc": "usda", "usdz": "usda", "osim": "trc",
    "sto": "mot", "json": "jsonl", "xlsx": "csv",
  ]
}

/// The options for exported files, of every command that writes them.
struct ExportArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the markers of TRC are called: vision, this program's own; pose2sim and blazepose, those of "
        + "Pose2Sim's marker sets for OpenSim.", valueName: "names"))
  var names = MarkerNames.vision

  @Option(
    help: ArgumentHelp(
      "The unit of lengths in TRC, C3D, BVH and CSV. Without, metres; in C3D millimetres, in BVH "
        + "centimetres. The other formats are in metres.", valueName: "unit"))
  var outputUnits: LengthUnit?

  /// The former name of `--output-units`.
  @Option(help: .hidden) var unit: LengthUnit?

  /// Warns of options by their former names.
  func warnOfFormerNames() {
    if unit != nil { Terminal.warn("--unit is called --output-units now.") }
  }

  /// Throws where a unit is chosen and none of the formats has one to choose.
  func check(against formats: [ExportFormat]) throws {
    let others = formats.filter { ![.trc, .c3d, .bvh, .csv].contains($0) }
    guard outputUnits ?? unit != nil, !formats.isEmpty, others == formats else { return }
    throw ValidationError(
      "--output-units is about TRC, C3D, BVH and CSV: "
        + "\(others.map(\.rawValue).joined(separator: ", ")) has metres.")
  }

  /// The chosen options.
  var options: ExportOptions {
    var options = ExportOptions()
    options.names = names
    options.unit = outputUnits ?? unit
    return options
  }
}

extension MarkerNames: ExpressibleByArgument {}

/// Files for other programs that `video` and `analyze` write beside their own.
struct ExportArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the skeletons for other programs too, as pose3d export does: trc, mot, c3d, bvh, glb, usda, "
        + "csv, jsonl, with commas between them. The files stand beside --output under its name, or in "
        + "the current folder under the input's.", valueName: "formats"),
    transform: ExportFormats.init)
  var export: ExportFormats?

  /// The folder and the name without ending.
  func place(input: String, output: String?) -> (folder: String, stem: String) {
    guard let output, output != "-" else { return ("", ExportCommand.stem(of: input)) }
    return (FileNames.folder(of: output), ExportCommand.stem(of: output))
  }

  /// The files of one person, so that the user learns before the work what can't be written.
  func files(input: String, output: String?) -> [(name: String, path: String?)] {
    let place = place(input: input, output: output)
    return (export?.formats ?? []).map { format in
      let name = "\(place.stem).\(format.rawValue)"
      return ("--export", (place.folder as NSString).appendingPathComponent(name))
    }
  }

  /// Writes the files of a sequence. Returns their names.
  func write(
    _ clip: PoseClip, input: String, output: String?, inputs: [String]
  ) throws -> [String] {
    guard let export else { return [] }
    let place = place(input: input, output: output)
    let outcome = try PoseExport(of: clip, path: input, version: Pose3DCommand.version)
      .write(export.formats, toFolder: place.folder, named: place.stem, inputs: inputs)
    Terminal.warn(outcome.diagnostics)
    return outcome.files
  }
}
