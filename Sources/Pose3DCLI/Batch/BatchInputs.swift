import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDocuments

/// The files of a batch, as paths, patterns and folders name them, and the names of their documents.
enum BatchInputs {
  private static let endings: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "ts", "mts", "mpg", "mpeg", "3gp", "r3d", "jpg",
    "jpeg", "png", "heic", "heif", "tif", "tiff",
  ]

  /// The files that some words name, each once, in the order of the words; those of a pattern or a folder
  /// in the order of their names. A folder of numbered frames is one of them itself.
  ///
  /// Throws where a pattern or a folder has none; a path that leads nowhere is for later.
  static func files(_ words: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for word in words {
      if FolderListing.isFolder(word) {
        files += try media(inFolder: word)
      } else if !FileBytes.isThere(word), word.contains(where: { "*?[".contains($0) }) {
        let found = matches(word)
        guard !found.isEmpty else {
          throw Failure(code: .noInput, message: "\(word): no file has such a name")
        }
        files += found
      } else {
        files.append(word)
      }
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  private static func media(inFolder folder: String) throws(Failure) -> [String] {
    let names = (FolderListing.names(in: folder) ?? []).sorted()
    let media = names.filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }
    // Numbered pictures are the frames of a video.
    let isFrames =
      !media.isEmpty && media.allSatisfy { $0.first.map { $0.isNumber } ?? false }
      && media.allSatisfy { ["jpg", "jpeg", "png"].contains(($0 as NSString).pathExtension) }
    if isFrames || names.contains("color") { return [folder] }
    guard !media.isEmpty else {
      throw Failure(code: .noInput, message: "\(folder): there are no images or videos in it")
    }
    return media.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
  }

  private static func matches(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern.fileSystemBytes, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap {
      found.gl_pathv[$0].map { String(fileSystemText: $0) }
    }
  }

  /// The documents' names in a folder: the files' own with `.json`, in folders as the files are below
  /// the folder that all of them have in common. They don't depend on which of them are measured.
  static func outputs(of files: [String], in folder: String) -> [String] {
    let parts = files.map { file in
      URL(filePath: file).standardizedFileURL.pathComponents
    }
    var common = parts.first.map { Array($0.dropLast()) } ?? []
    for part in parts {
      let shared = zip(common, part.dropLast()).prefix { $0 == $1 }.count
      common = Array(common.prefix(shared))
    }
    return parts.map { part in
      folder + (folder.hasSuffix("/") ? "" : "/")
        + part.dropFirst(common.count).joined(separator: "/") + ".json"
    }
  }
}

/// A share of a list, as it is given on the command line: 2/5 is the second of five.
struct BatchShard: ExpressibleByArgument, Equatable, CustomStringConvertible {
  let number: Int
  let count: Int

  static let whole = BatchShard(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      count <= 1_000_000, (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The share as it is written on the command line, which --help shows as the default.
  var description: String { "\(number)/\(count)" }

  /// Whether a place of the list is in it: every n-th one is, so that shares are alike.
  func contains(_ place: Int) -> Bool { place % count == number - 1 }

  /// The ending of the names of this share's files; empty for the whole.
  var suffix: String { count == 1 ? "" : "-\(number)-of-\(count)" }
}
