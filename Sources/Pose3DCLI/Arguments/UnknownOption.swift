import ArgumentParser
import Foundation

/// An option that a command does not have, and what was probably meant.
///
/// The parser checks a command's own rules before it reports unknown options, so that their values are
/// taken for inputs. This looks at the arguments again after the parser has refused them.
struct UnknownOption: Equatable {
  /// The command's words, `pose3d video`.
  let command: String
  /// The option as it was given, `--heigth`.
  let option: String
  /// The recovery suggestion, as the end of a sentence; `nil` where nothing similar exists.
  let suggestion: String?

  /// The first unknown option among a command line's arguments; `nil` where all are known.
  init?(in arguments: [String]) {
    var (type, rest) = (Pose3DCommand.self as any ParsableCommand.Type, arguments[...])
    var words = [type._commandName]
    while let first = rest.first,
      let next = type.configuration.subcommands.first(where: {
        $0._commandName == first || $0.configuration.aliases.contains(first)
      })
    {
      (type, rest) = (next, rest.dropFirst())
      words.append(next._commandName)
    }
    type = type.configuration.defaultSubcommand ?? type
    guard let command = CommandDescription(of: type) else { return nil }
    var isValue = false
    for argument in rest {
      if argument == "--" { return nil }
      defer { isValue = !isValue && command.takesValue(argument) }
      guard !isValue, argument.hasPrefix("-"), argument.count > 1, Double(argument) == nil else {
        continue
      }
      let name = String(argument.prefix { $0 != "=" })
      guard !command.names.contains(name), !command.isGroup(ofShort: name) else { continue }
      self.command = words.joined(separator: " ")
      option = name
      suggestion = Self.suggestion(for: name, among: command.currentNames)
      return
    }
    return nil
  }

  /// The sentence for the user.
  var message: String {
    "\(command) has no option \(option)" + (suggestion.map { ": \($0)" } ?? "")
      + " (see \(command) --help-all)"
  }

  private static func suggestion(for name: String, among names: [String]) -> String? {
    if let words = explanations[name] { return words }
    if let known = otherNames[name]?.filter({ names.contains(word(of: $0)) }), !known.isEmpty {
      return "use \(known.joined(separator: " or "))"
    }
    let letters = name.drop { $0 == "-" }.lowercased()
    guard letters.count > 1 else { return nil }
    let begun = names.filter { $0.drop { $0 == "-" }.hasPrefix(letters) && letters.count >= 3 }
    if begun.count == 1 { return "did you mean \(begun[0])?" }
    let near = names.filter { $0.hasPrefix("--") }
      .map { (name: $0, distance: String(letters).editDistance(to: String($0.dropFirst(2)))) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, letters.count / 3) else { return nil }
    return "did you mean \(near.name)?"
  }

  /// The option of words that may hold a value, `--smoothing none`.
  private static func word(of option: String) -> String {
    String(option.prefix { $0 != " " && $0 != "=" })
  }

  /// Options of other programs, with those that do the same here.
  private static let otherNames: [String: [String]] = [
    "--start": ["--from"], "--begin": ["--from"], "--end": ["--to"], "--stop": ["--to"],
    "--duration": ["--from and --to"], "--out": ["--output"], "--outfile": ["--output"],
    "--output-file": ["--output"], "--output-dir": ["--output"], "--save": ["--output"],
    "--json": ["--output"], "--frame-rate": ["--fps"], "--framerate": ["--fps"],
    "--rate": ["--fps"], "--stride": ["--every"], "--step": ["--every"], "--skip": ["--every"],
    "--persons": ["--people"], "--num-people": ["--people"], "--max-people": ["--people"],
    "--number-people": ["--people"], "--weights": ["--model"], "--onnx": ["--model"],
    "--confidence": ["--min-confidence"], "--threshold": ["--min-confidence"],
    "--conf": ["--min-confidence"], "--intrinsics": ["--camera"],
    "--calibration": ["--camera", "--cameras"], "--calib": ["--camera", "--cameras"],
    "--body-height": ["--height"], "--person-height": ["--height"],
    "--annotated": ["--annotate", "--overlay"], "--annotate": ["--overlay"],
    "--overlay": ["--annotate"], "--draw": ["--annotate", "--overlay"],
    "--render": ["--annotate", "--overlay"], "--visualize": ["--annotate", "--overlay"],
    "--save-video": ["--annotate"], "--html": ["--report"],
    "--units": ["--unit"], "--unit": ["--units"], "--format": ["--to", "--export"],
    "--threads": ["--jobs"], "--workers": ["--jobs"], "-j": ["--jobs"],
    "--filter": ["--smoothing"], "--smooth": ["--smoothing"],
    "--no-smoothing": ["--smoothing none"], "--cutoff": ["--smoothing"],
    "--rep": ["--rep-angle"], "--angle": ["--rep-angle"], "--movement": ["--exercise"],
    "--action": ["--exercise"], "--field-of-view": ["--fov"], "--hfov": ["--fov"],
    "--depth-unit": ["--depth-scale"], "--sync-clocks": ["--sync"],
    "--quality": ["--effort"],
    "--speed": ["--effort"], "--complexity": ["--effort"], "--model-complexity": ["--effort"],
  ]

  /// Options that have no counterpart, with the reason.
  private static let explanations: [String: String] = [
    "--device": "it computes on the CPU; leave the option out",
    "--webcam": "pose3d live reads cameras; name one without an option",
    "--url": "pose3d live reads streams; name one without an option",
    "--pdf": "a report is a page; the browser prints it as PDF",
    "--gpu": "it computes on the CPU; leave the option out",
    "--cuda": "it computes on the CPU; leave the option out",
    "--input": "name the file without an option", "-i": "name the file without an option",
    "--file": "name the file without an option",
    "--video": "name the video without an option",
    "--image": "name the image without an option",
    "--offline": "it is always offline; leave the option out",
  ]
}

/// A command's options, as the parser describes them. Describing all commands takes ten times as long as
/// parsing a command line.
private struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String

      var words: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: String
    let names: [Name]?
  }

  let arguments: [Argument]?

  /// `nil` where the parser describes a command in another way.
  init?(of type: any ParsableCommand.Type) {
    struct Document: Decodable { let command: CommandDescription }
    let text = Data(type._dumpHelp().utf8)
    guard let found = try? JSONDecoder().decode(Document.self, from: text) else { return nil }
    self = found.command
  }

  /// The names of all options, `--help` among them.
  var names: Set<String> {
    Set((arguments ?? []).flatMap { $0.names ?? [] }.map(\.words))
      .union(["-h", "--help", "-help", "--help-hidden", "--help-all", "--version"])
  }

  /// The names that are suggested, in the help's order: all but former ones and those of tests.
  var currentNames: [String] {
    (arguments ?? []).flatMap { $0.names ?? [] }.map(\.words).filter { !Self.former.contains($0) }
  }

  private static let former: Set = [
    "--annotated", "--camera-file", "--chunk-frames", "--unit", "--write",
  ]

  /// Whether the argument after this one is its value.
  func takesValue(_ argument: String) -> Bool {
    (arguments ?? []).contains {
      $0.kind == "option" && ($0.names ?? []).contains { $0.words == argument }
    }
  }

  /// Whether it is a short option with its value, `-oresult.json`, which the parser takes.
  func isGroup(ofShort name: String) -> Bool {
    !name.hasPrefix("--") && names.contains(String(name.prefix(2)))
  }
}

extension String {
  /// The number of letters to change, add, leave out or swap with their neighbour to make another
  /// word of this one: Damerau's distance of neighbouring letters.
  func editDistance(to other: String) -> Int {
    let (a, b) = (Array(self), Array(other))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), min(rows[i][j + 1], row[j]) + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
