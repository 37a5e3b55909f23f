package import PoseDocuments
internal import Foundation

/// The cases in a folder.
package struct EvaluationSet: Sendable {
  /// A case that is not evaluated.
  package struct Skipped: Sendable, Equatable {
    /// The name of its folder.
    package let name: String
    /// The reason, as a phrase.
    package let reason: String
  }

  /// The frames with one person, in the order of their folders' names.
  package let cases: [EvaluationCase]
  /// Sequences, and frames without a person or with several.
  package let skipped: [Skipped]

  /// The cases in a folder whose subfolders have a `case.json` each, or that has one itself.
  ///
  /// Throws a `FileError`: `noSuchFile` when there is no such folder, `noCases` when there is
  /// nothing to evaluate in it, and those of a case that can't be read.
  package init(folder: String) throws(FileError) {
    let folders = try Self.folders(in: folder)
    var cases: [EvaluationCase] = []
    var skipped: [Skipped] = []
    for folder in folders {
      do throws(FileError) {
        cases.append(try EvaluationCase(folder: folder))
      } catch {
        guard error.code == .notOnePerson else { throw error }
        let name = URL(filePath: folder).standardizedFileURL.lastPathComponent
        skipped.append(Skipped(name: name, reason: error.message))
      }
    }
    if cases.isEmpty, let first = skipped.first {
      throw FileError(
        .noCases, path: folder,
        "none of its cases can be evaluated (\(skipped.count) found); \(first.name): "
          + first.reason)
    }
    self.cases = cases
    self.skipped = skipped
  }

  private static func folders(in folder: String) throws(FileError) -> [String] {
    guard FolderListing.isFolder(folder) else {
      let isFile = FileBytes.isThere(folder)
      throw FileError(
        .noSuchFile, path: folder,
        isFile ? "this is a file; a folder of cases was expected" : "there is no such folder")
    }
    func hasCase(_ folder: String) -> Bool {
      FileBytes.isThere("\(folder)/\(EvaluationCase.fileName)")
    }
    if hasCase(folder) { return [folder] }
    guard let names = FolderListing.names(in: folder) else {
      throw FileError(.noSuchFile, path: folder, "the folder can't be read")
    }
    let parent = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let cases = names.sorted().map { "\(parent)/\($0)" }.filter(hasCase)
    guard !cases.isEmpty else {
      throw FileError(
        .noCases, path: folder,
        "neither the folder nor one of the folders in it has a \(EvaluationCase.fileName), which "
          + "describes a frame and its truth")
    }
    return cases
  }
}
