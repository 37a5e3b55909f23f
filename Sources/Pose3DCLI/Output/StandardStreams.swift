import PoseAnalysis
import Foundation

/// The program's three streams.
enum StandardStreams {
  /// Takes the numbers of streams that are closed (`>&-`). The next file to be opened would get such a number,
  /// and what the program prints would be in it. Reading and writing still fail.
  static func open() {
    let modes = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) == -1 {
      // Numbers are given from the lowest on.
      guard Foundation.open("/dev/null", mode) == descriptor else {
        exit(Failure.Code.ioError.rawValue)
      }
    }
  }
}
