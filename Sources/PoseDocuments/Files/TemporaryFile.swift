import PoseSystem
internal import Synchronization

/// A new file beside the one whose place it takes once it is complete. Not API: shared by the modules that
/// write files.
///
/// Where the file system can, it has no name before that, so that the system removes it however the program
/// ends. Elsewhere it has a temporary one and is removed with the value; the package keeps a list of these
/// files, from which a program that ends early removes them.
package final class TemporaryFile: Sendable {
  /// The system's reason for a failure.
  package struct Failure: Error {
    private let code: Int32

    fileprivate init() { code = errno }

    /// In the system's words.
    package var reason: String { String(cString: strerror(code)) }
  }

  /// The path by which this process opens the file again, until it has got its name.
  package let path: String
  /// The temporary name, in the folder of the target; `nil` for a file without one.
  private let name: String?
  private let folder: String
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
    folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
    // Readable by its owner alone until it has the permissions of the file that it replaces.
    let rights: mode_t = mode == nil ? 0o666 : 0o600
    if let descriptor = Self.nameless(in: folder, rights) {
      (path, name) = (Self.path(of: descriptor), nil)
      self.descriptor = descriptor
    } else {
      let file = try Self.named(in: folder, rights)
      (path, name, descriptor) = (file.path, file.path, file.descriptor)
    }
    (self.target, self.mode) = (target, mode)
  }

  /// A descriptor of a file without a name; `nil` where the file system has none, or none that could get one.
  private static func nameless(in folder: String, _ rights: mode_t) -> Int32? {
    #if os(Linux)
    // The macro O_TMPFILE, which Swift doesn't import.
    let flags = 0o20000000 | O_DIRECTORY
    let descriptor = open(folder.fileSystemBytes, O_RDWR | flags | O_CLOEXEC, rights)
    guard descriptor >= 0 else { return nil }
    // It gets its name by way of /proc, which isn't there everywhere.
    guard access(path(of: descriptor).fileSystemBytes, F_OK) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
    #else
    return nil
    #endif
  }

  private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// A file with a temporary name, which is on the list.
  private static func named(
    in folder: String, _ rights: mode_t
  ) throws(Failure) -> (path: String, descriptor: Int32) {
    let result = unfinished.withLock { unfinished -> Result<(String, Int32), Failure> in
      while true {
        let path = newName(in: folder)
        let descriptor = open(
          path.fileSystemBytes, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, rights)
        if descriptor >= 0 {
          unfinished.insert(path)
          return .success((path, descriptor))
        }
        guard errno == EEXIST else { return .failure(Failure()) }
      }
    }
    return try result.get()
  }

  private static func newName(in folder: String) -> String {
    "\(folder).pose3d-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
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
      // A link fails where the name is taken, however recently.
      if link(to: target) {
        name.map { _ = unlink($0.fileSystemBytes) }
      } else {
        guard mayReplace, errno == EEXIST || name != nil else { return Failure() }
        guard let name = name ?? linkedName() else { return Failure() }
        guard rename(name.fileSystemBytes, target.fileSystemBytes) == 0 else {
          let failure = Failure()
          if self.name == nil { unlink(name.fileSystemBytes) }
          return failure
        }
      }
      name.map { _ = unfinished.remove($0) }
      return nil
    }
    if let failure { throw failure }
    DiskFlush.folder(of: target)
  }

  /// Gives the file another name; false where that name is taken, or on a failure that `errno` has.
  private func link(to other: String) -> Bool {
    #if os(Linux)
    linkat(
      AT_FDCWD, path.fileSystemBytes, AT_FDCWD, other.fileSystemBytes,
      name == nil ? AT_SYMLINK_FOLLOW : 0) == 0
    #else
    Darwin.link(path.fileSystemBytes, other.fileSystemBytes) == 0
    #endif
  }

  /// A temporary name that a file without one has been given; `nil` on a failure that `errno` has.
  private func linkedName() -> String? {
    while true {
      let name = Self.newName(in: folder)
      if link(to: name) { return name }
      guard errno == EEXIST else { return nil }
    }
  }

  /// Removes the file, unless it has got its name.
  package func remove() {
    guard let name else { return }
    Self.unfinished.withLock { unfinished in
      if unfinished.remove(name) != nil { unlink(name.fileSystemBytes) }
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
