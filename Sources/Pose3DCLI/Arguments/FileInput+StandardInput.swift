import PoseAnalysis
import PoseDocuments

extension FileInput {
  /// A file that the user named; `-` is standard input, which is read at once.
  init(argument path: String) throws(FileError) {
    guard path == "-" else {
      self.init(path)
      return
    }
    self.init(name: path, bytes: try FileBytes.read(FileBytes.standardInput))
  }
}

extension String {
  /// The path of a file that the user named: `-` is standard input.
  var readablePath: String { self == "-" ? FileBytes.standardInput : self }
}
