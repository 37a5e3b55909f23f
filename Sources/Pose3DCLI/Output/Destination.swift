import PoseAnalysis
import PoseDocuments
import Foundation

/// The destination of results on images: standard output, one file, or a folder with a file for
/// each image.
enum Destination {
  case standardOutput
  case file(OutputFile)
  /// The files in the order of the pictures.
  case folder(String, [OutputFile])

  /// An option that names a destination.
  struct Option {
    let name: String
    /// As the user gave it; `nil` for an option that was not given.
    let path: String?
    /// The ending that follows an image's own name in the name of its file in a folder,
    /// `_overlay.png`.
    let ending: String

    /// Whether a folder is named: one that is there, or a name with a slash at its end.
    var isFolder: Bool { path.map(Destination.isFolder) ?? false }

    /// The file of a picture in the folder.
    fileprivate func file(of picture: String) -> String {
      let stem = picture == "-" ? "stdin" : FileNames.stem(of: picture)
      return "\(path ?? "")\(path?.hasSuffix("/") == true ? "" : "/")\(stem)\(ending)"
    }
  }

  /// The destinations of some options, `nil` for one that was not given. A folder whose name ends
  /// with a slash is made when it is missing; the folder above it has to be there.
  ///
  /// Throws, before any work, for what can't be written, for pictures whose files in a folder would
  /// have one name, and for options that name the same file.
  static func all(_ options: [Option], pictures: [String]) throws -> [Destination?] {
    for option in options where option.isFolder { try checkNames(option, pictures) }
    for case let option? in options.map({ $0.isFolder ? $0.path : nil }) {
      try makeFolder(option)
    }
    let paths = options.map { option in
      option.isFolder ? pictures.map(option.file(of:)) : option.path.map { [$0] } ?? []
    }
    let named = zip(options, paths).flatMap { option, paths in
      paths.map { (name: option.name, path: Optional($0)) }
    }
    var files = try OutputFile.all(named, inputs: pictures)[...]
    return zip(options, paths).map { option, paths in
      let own = Array(files.prefix(paths.count))
      files = files.dropFirst(paths.count)
      guard let path = option.path else { return nil }
      if option.isFolder { return .folder(path, own.compactMap { $0 }) }
      return own.first.flatMap { $0 }.map(Destination.file) ?? .standardOutput
    }
  }

  /// Whether a path names a folder: one that is there, or a name with a slash at its end.
  static func isFolder(_ path: String) -> Bool {
    path != "-" && (path.hasSuffix("/") || FolderListing.isFolder(path))
  }

  private static func checkNames(_ option: Option, _ pictures: [String]) throws(Failure) {
    var owners: [String: String] = [:]
    for picture in pictures {
      let file = option.file(of: picture)
      if let other = owners.updateValue(picture, forKey: file) {
        throw Failure(
          code: .usage,
          message: "\(other) and \(picture) would both be written to \(file): give each a name of "
            + "its own, or run them one after the other into different folders")
      }
    }
  }

  /// Makes a folder where it is missing; the folder above it has to be there.
  static func makeFolder(_ path: String) throws(Failure) {
    let name = (path as NSString).standardizingPath
    if FolderListing.isFolder(name) { return }
    guard !FileBytes.isThere(name) else {
      throw Failure(
        code: .cantCreate, message: "\(path): the folder can't be made: a file has this name")
    }
    guard mkdir(path.fileSystemBytes, 0o777) != 0 else { return }
    throw Failure(
      code: .cantCreate,
      message: "\(path): the folder can't be made: \(String(cString: strerror(errno)).lowercased())"
    )
  }
}
