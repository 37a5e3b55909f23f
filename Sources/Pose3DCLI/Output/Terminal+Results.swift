import PoseAnalysis
import PoseDocuments
import Foundation

extension Terminal {
  /// Writes what the user should know to stderr, a line each.
  static func warn(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { warn(diagnostic.commandLineWords) }
  }

  /// Writes a warning to stderr.
  static func warn(_ sentence: String) {
    standardError.write("warning: \(sentence.safeOnOneLine)", style: .warning)
  }

  /// Says which files were written.
  func writeWritten(_ paths: [String]) {
    for path in paths { write("wrote \(path.safeOnOneLine)", style: .faint) }
  }

  /// Says in one line how many plots were written, each as PNG and SVG.
  func writeWrittenPlots(_ files: [String], toFolder folder: String) {
    let count = Set(files.map { ($0 as NSString).deletingPathExtension }).count
    write(
      "wrote \(count) \(count == 1 ? "plot" : "plots") to \(folder.safeOnOneLine), as PNG and SVG",
      style: .faint)
  }
}
