#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

internal import Synchronization

/// A new file beside the one whose place it takes once it is complete. Not API: shared by the modules that
/// write files.
///
/// It is removed with the value, unless it has got its name. The package keeps a list of these files, from
/// which a program that ends early removes them.
package final class TemporaryFile: Sendable {
  /// The system's reason for a failure.
  package struct Failure: Error {
    private let code: Int32

    fileprivate init() { code = errno }

    /// In the system's words.
    package var reason: String { String(cString: strerror(code)) }
  }

  /// The temporary name, in the folder of the target.
  package let path: String
  private let target: String
  /// The permissions of the file that is replaced; `nil` for a new file, which gets the usual ones.
  private let mode: mode_t?
  private let descriptor: Int32

  /// The files that have neither got their names nor been removed.
  private static let unfinished = Mutex<Set<String>>([])

  /// An empty file.
  ///
  /// - Parameter target: the file whose place it will take, where links have led to.
  package init(for target: String) throws(Failure) {
    var status = stat()
    let isThere =
      stat(target.fileSystemBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let mode = isThere ? status.st_mode & 0o777 : nil
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? "./"
    let result = Self.unfinished.withLock { unfinished -> Result<(String, Int32), Failure> in
      while true {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let path = "\(folder).pose3d-\(number)"
        // Readable by its owner alone until it has the permissions of the file that it replaces.
        let descriptor = open(
          path.fileSystemBytes, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
          mode == nil ? 0o666 : 0o600)
        if descriptor >= 0 {
          unfinished.insert(path)
          return .success((path, descriptor))
        }
        guard errno == EEXIST else { return .failure(Failure()) }
      }
    }
    (path, descriptor) = try result.get()
    (self.target, self.mode) = (target, mode)
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// A descriptor with which the file is written, to be closed by the caller.
  package func opened() throws(Failure) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw Failure() }
    return copy
  }

  /// Gives the file its name. Its data are on the disk before that: after a power cut the name leads to what was
  /// there before or to the new file, and neither is cut off.
  ///
  /// - Parameter mayReplace: whether it may take the place of a file that is there by now.
  package func replaceTarget(mayReplace: Bool = true) throws(Failure) {
    if let mode { guard fchmod(descriptor, mode) == 0 else { throw Failure() } }
    guard DiskFlush.file(descriptor) else { throw Failure() }
    let failure = Self.unfinished.withLock { unfinished -> Failure? in
      if mayReplace {
        guard rename(path.fileSystemBytes, target.fileSystemBytes) == 0 else { return Failure() }
      } else {
        // A link fails where the name is taken, however recently.
        guard link(path.fileSystemBytes, target.fileSystemBytes) == 0 else { return Failure() }
        unlink(path.fileSystemBytes)
      }
      unfinished.remove(path)
      return nil
    }
    if let failure { throw failure }
    DiskFlush.folder(of: target)
  }

  /// Removes the file, unless it has got its name.
  package func remove() {
    Self.unfinished.withLock { unfinished in
      if unfinished.remove(path) != nil { unlink(path.fileSystemBytes) }
    }
  }

  /// Removes all such files of the process, and calls `body` before another one is made or gets its name.
  package static func removeAll(before body: () -> Void) {
    unfinished.withLock { unfinished in
      for path in unfinished { unlink(path.fileSystemBytes) }
      unfinished = []
      body()
    }
  }
}
