import Foundation
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

extension CommandLine {
  /// The program's arguments, in which names of files that are no UTF-8 keep their bytes.
  static var fileSystemArguments: [String] {
    (1..<max(1, Int(argc))).compactMap { index in
      unsafeArgv[index].map { argument in
        String(
          fileSystemBytes: UnsafeBufferPointer(start: argument, count: strlen(argument)).map {
            UInt8(bitPattern: $0)
          })
      }
    }
  }
}
