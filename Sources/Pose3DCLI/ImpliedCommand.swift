import PoseAnalysis
import ArgumentParser
import PoseDocuments
import Foundation

/// The program's action for a file without a command: by its contents, an image is analysed and a
/// video measured. It also has the answer to an unknown command.
enum ImpliedCommand {
  /// The arguments with the command that their first one implies; as they are where it is a command or
  /// an option, and where there are none.
  static func completing(_ arguments: [String]) throws(Failure) -> [String] {
    guard let first = arguments.first, first == "-" || !first.hasPrefix("-"),
      !others.contains(first), !commands.contains(first)
    else {
      try checkPart(arguments)
      return arguments
    }
    return [try command(for: first)] + arguments
  }

  /// Throws for a mistyped part of a command that has parts and takes files as well.
  private static func checkPart(_ arguments: [String]) throws(Failure) {
    let command = Pose3DCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    let parts = (command?.configuration.subcommands ?? []).compactMap {
      $0.configuration.commandName
    }
    guard let command, arguments.count > 1, !parts.isEmpty, !isPath(arguments[1]),
      !parts.contains(arguments[1]), !FileBytes.isThere(arguments[1]),
      let near = nearest(to: arguments[1], among: parts)
    else { return }
    let name = "pose3d \(command._commandName)"
    throw Failure(
      code: .usage,
      message: "there is no \(name) \(arguments[1]): did you mean `\(name) \(near)`?")
  }

  /// The names of the commands.
  private static let commands = Pose3DCommand.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  /// Further words that are taken for commands.
  private static let others =
    Pose3DCommand.configuration.subcommands.flatMap {
      $0.configuration.aliases
    } + ["help"]

  /// Whether a file is measured as a picture or as a video.
  ///
  /// Throws for one that isn't there, or is neither.
  static func kind(of path: String) throws(Failure) -> BatchItem.Kind {
    let isThere = FileBytes.isThere(path) || FolderListing.isFolder(path)
    switch isThere ? try command(for: path) : "none" {
    case "none": throw Failure(code: .noInput, message: "\(path): there is no such file")
    case "analyze": return .picture
    case "video": return .video
    case let other:
      throw Failure(
        code: .data,
        message: "\(path): this is neither an image nor a video, but something for pose3d \(other)"
      )
    }
  }

  private static func command(for input: String) throws(Failure) -> String {
    guard input != "-" else { return "analyze" }
    if FolderListing.isFolder(input) { return command(forFolder: input) }
    guard FileBytes.isThere(input) else { throw absent(input) }
    // What comes through a pipe can be read only once: it is taken for a picture.
    guard let file = RegularFile(input) else { return "analyze" }
    let start = (try? file.bytes(min(1024, file.size), from: 0)) ?? []
    guard let command = command(for: start) else {
      throw Failure(
        code: .data,
        message:
          "\(input): this is nothing that can be measured: an image, a video, a depth map or a "
          + "file of 3D joints was expected")
    }
    return command
  }

  /// The command for a file that begins with these bytes; `nil` for one that none measures.
  private static func command(for start: [UInt8]) -> String? {
    switch FileFormat(start) {
    case .video: "video"
    case .numPy: "depth"
    // A name follows: Record3D's recordings are ZIP files, and so is NPZ.
    case .zip:
      String(decoding: start.dropFirst(30), as: UTF8.self).contains(".npy") ? "depth" : "video"
    case .portableAnymap where start.starts(with: "PF".utf8) || start.starts(with: "Pf".utf8):
      "depth"
    // Grey of 16 bits.
    case .png where start.count > 25 && start[24] == 16 && start[25] == 0: "depth"
    case .png, .jpeg, .heic, .tiff, .exr, .portableAnymap, .webP, .gif, .bmp, .pdf: "analyze"
    case nil: isText(start) ? "angles" : nil
    }
  }

  /// Whether a file begins as JSON, TRC or a table of joints do.
  private static func isText(_ start: [UInt8]) -> Bool {
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    let first = text.drop { " \t\r\n".utf8.contains($0) }
    return first.starts(with: "{".utf8) || first.starts(with: "[".utf8)
      || first.starts(with: "PathFileType".utf8) || first.starts(with: "frame,time_s,".utf8)
  }

  /// A folder of JSON files has keypoints; any other one has the frames of a video.
  static func command(forFolder path: String) -> String {
    let endings = (FolderListing.names(in: path) ?? [])
      .map { ($0 as NSString).pathExtension.lowercased() }
    return !endings.isEmpty && endings.allSatisfy { $0 == "json" } ? "exercise" : "video"
  }

  // MARK: What isn't there

  private static func absent(_ word: String) -> Failure {
    guard !isPath(word) else {
      return Failure(code: .noInput, message: "\(word): there is no such file")
    }
    if let near = nearest(to: word, among: commands) {
      return Failure(
        code: .usage, message: "there is no command \"\(word)\": did you mean `pose3d \(near)`?")
    }
    return Failure(
      code: .usage,
      message: "there is no command \"\(word)\", and no such file: the commands are "
        + commands.joined(separator: ", "))
  }

  private static func isPath(_ word: String) -> Bool {
    word.hasPrefix("-") || word.contains("/") || !(word as NSString).pathExtension.isEmpty
  }

  /// The name that a word begins, or nearly is; `nil` if there is none.
  private static func nearest(to word: String, among names: [String]) -> String? {
    let letters = word.lowercased()
    let near = names.map { (name: $0, distance: letters.editDistance(to: $0)) }
      .min { $0.distance < $1.distance }
      .flatMap { $0.distance <= max(1, $0.name.count / 3) ? $0.name : nil }
    let begun = letters.count >= 3 ? names.first { $0.hasPrefix(letters) } : nil
    return begun ?? near
  }
}
