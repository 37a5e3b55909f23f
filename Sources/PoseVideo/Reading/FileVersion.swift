import PoseDocuments
import PoseSystem

/// The state of a file, which tells whether it was changed or replaced.
struct FileVersion: Equatable, Sendable {
  /// Bytes in the file.
  let size: Int64
  private let device: UInt64
  private let number: UInt64
  /// The time at which it was last changed: seconds and nanoseconds.
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    size = Int64(status.st_size)
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
  }

  /// The file of a name; `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path.fileSystemBytes, &status) == 0 else { return nil }
    self.init(status)
  }
}
