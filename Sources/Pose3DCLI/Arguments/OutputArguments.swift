import ArgumentParser
import Foundation
import PoseVideo

/// The options for the results and messages of a command, whatever it measures.
struct OutputArguments: ParsableArguments {
  @Flag(name: [.short, .long], help: "Print errors only: no tables, warnings or progress.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Also print what runs, and afterwards the time and memory that it took.",
      visibility: .hidden))
  var verbose = false

  @Flag(help: OutputArguments.noOverwriteHelp)
  var noOverwrite = false

  /// The help of `--no-overwrite`, also of commands whose messages are their own.
  static let noOverwriteHelp = ArgumentHelp(
    "Refuse to write to a file that exists.", visibility: .hidden)

  func validate() throws {
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other: leave out one.")
    }
  }
}

/// Whether the name of a file to write fits what is written into it.
enum FileEnding {
  /// Throws a `ValidationError` where a name has another ending than those of its kind.
  ///
  /// - Parameters:
  ///   - option: the option that names the file, `--report`.
  ///   - path: the file; `nil` where the option was not given, `-` for standard output.
  ///   - endings: those of the kind, without points; names without an ending fit too.
  ///   - advice: what to do instead, as a sentence.
  static func check(
    _ option: String, _ path: String?, _ endings: [String], _ advice: String
  ) throws {
    guard let path, let ending = ending(of: path), !endings.contains(ending) else { return }
    throw ValidationError("\(option) \(path): \(advice)")
  }

  /// The same for a table of comma-separated values.
  static func checkTable(_ option: String, _ path: String?) throws {
    try check(
      option, path, ["csv", "tsv", "txt"],
      "a table of comma-separated values is written; name it .csv. Spreadsheet programs open that.")
  }

  /// The same for a page.
  static func checkPage(_ option: String, _ path: String?) throws {
    try check(
      option, path, ["html", "htm", "pdf"],
      "a page is written; name it .html for a browser, or .pdf.")
  }

  /// The same for an annotated video.
  static func checkVideo(_ option: String, _ path: String?) throws {
    let advice = "a video is written; name it .mp4, .mov or .mkv."
    if let path, path != "-", ending(of: path) == nil {
      throw ValidationError("\(option) \(path): \(advice)")
    }
    try check(option, path, VideoWriter.endings, advice)
  }

  /// Throws where the name of a PNG image, or of a folder for some, has the ending of another kind of image.
  static func checkImage(_ option: String, _ path: String?) throws {
    guard let path, let ending = ending(of: path), otherImages.contains(ending) else { return }
    throw ValidationError("\(option) \(path): a PNG image is written; name it .png.")
  }

  /// Throws where the name of a JSON document has the ending of another kind that this program writes; `page` is the
  /// option that writes a page.
  static func checkDocument(
    _ option: String, _ path: String?, page: String = "--report"
  ) throws {
    guard let path, let ending = ending(of: path) else { return }
    let isPage = ["html", "htm", "pdf"].contains(ending)
    guard let advice = isPage ? "\(page) writes a page." : otherKinds[ending] else { return }
    throw ValidationError(
      "\(option) \(path): a JSON document is written; name it .json or .jsonl. \(advice)")
  }

  /// Whether a name has a video file's ending.
  static func isVideo(_ path: String) -> Bool {
    ["mp4", "mov", "mkv", "avi", "webm", "m4v", "ts"].contains(ending(of: path) ?? "")
  }

  private static let otherImages: Set = [
    "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "heic", "svg", "pdf",
  ]

  private static let otherKinds: [String: String] = {
    let export = "pose3d export --to writes the formats of other programs."
    var kinds: [String: String] = [:]
    for ending in ["csv", "tsv", "xlsx", "xls"] { kinds[ending] = "--csv writes a table." }
    for ending in ["mp4", "mov", "mkv", "avi"] { kinds[ending] = "--annotate writes a video." }
    for ending in ["png", "jpg", "jpeg"] { kinds[ending] = "--overlay or --plots write images." }
    for ending in ["trc", "mot", "c3d", "bvh", "glb", "gltf", "usd", "usda", "fbx"] {
      kinds[ending] = export
    }
    return kinds
  }()

  private static func ending(of path: String) -> String? {
    guard path != "-" else { return nil }
    let ending = (path as NSString).pathExtension.lowercased()
    return ending.isEmpty ? nil : ending
  }
}
