import PoseSystem

/// Moves written data from the system's memory to the disk, so that it survives a power cut. Not API:
/// shared by the modules that write files.
package enum DiskFlush {
  /// Waits until the data of an open file are on the disk. Returns `false`, with the reason in `errno`,
  /// when the disk did not take them. A file system or device without such a request counts as done.
  package static func file(_ descriptor: Int32) -> Bool {
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, EROFS, ENOTSUP: return true
      default: return false
      }
    }
    return true
  }

  /// Waits until the names in the folder of a file are on the disk, as far as the system allows.
  package static func folder(of path: String) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { path[...$0] } ?? "."
    let descriptor = open(String(folder).fileSystemBytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = file(descriptor)
    close(descriptor)
  }
}
