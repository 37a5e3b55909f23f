internal import Foundation

/// Names of files in documents and on pages that are sent to others, for whom the folders of this machine are not
/// meant.
package enum FileNames {
  /// The last part of a path; the path itself where it has none.
  package static func name(of path: String) -> String {
    let name = (path as NSString).lastPathComponent
    return name.isEmpty || name == "/" ? path : name
  }

  /// Sentences with names in place of paths: those that are given, and absolute ones without spaces.
  package static func withoutFolders(_ sentences: [String], of paths: [String?]) -> [String] {
    // The longest first: one path may begin with another.
    let paths = paths.compactMap { $0 }.filter { $0.contains("/") && !$0.contains("://") }
      .sorted { $0.utf8.count > $1.utf8.count }
    return sentences.map { sentence in
      paths.reduce(sentence) { $0.replacing($1, with: name(of: $1)) }
        .replacing(/(^|[\s"'(,])\/(?:[^\s\/:,;"'()]+\/)+/) { $0.output.1 }
    }
  }
}

extension JSONValue {
  /// The name of a file without its folders.
  package static func fileName(_ path: String) -> JSONValue { .string(FileNames.name(of: path)) }

  /// Sentences in which files have no folders.
  package static func warnings(_ sentences: [String], of paths: [String?] = []) -> JSONValue {
    .array(FileNames.withoutFolders(sentences, of: paths).map(JSONValue.string))
  }
}
