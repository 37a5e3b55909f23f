import PoseDocuments
import Foundation

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
