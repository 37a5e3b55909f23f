internal import Foundation
import PoseSystem

/// A file that is written: complete, or not at all. Not API: shared by the modules that write files.
///
/// It is written under a temporary name in the same folder, brought to the disk, and then takes the
/// place of the file and its permissions. An existing target that is not a regular file (a device,
/// a pipe) is written to as it is. A link is followed, even if its target doesn't exist yet.
package struct OutputFile {
  /// As the user named it.
  package let path: String
  /// The path, resolved.
  private let target: String
  private let existing: stat?
  private let mayReplace = Self.mayReplace

  /// Whether files that exist may be replaced by those that the current task opens.
  @TaskLocal package static var mayReplace = true

  /// Throws when the file could not be written, so that the user learns of it before the work and
  /// not after it, or when it is one of the files that are read.
  package init(_ path: String, inputs: [String]) throws(FileError) {
    try self.init(path, inputs: Set(inputs.compactMap(Self.identity)))
  }

  private init(_ path: String, inputs: Set<Identity>) throws(FileError) {
    self.path = path
    guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else {
      throw FileError(.notAnOutput, path: "\"\(path)\"", "this is not a name of a file to write")
    }
    target = Self.resolved(path)
    existing = Self.status(target)
    var link = stat()
    if existing == nil, lstat(target.fileSystemBytes, &link) == 0, Self.kind(link) == S_IFLNK {
      throw unwritable("it is a link in a circle")
    }
    if let existing, inputs.contains(Identity(existing)) {
      throw Self.isInput(path)
    }
    let folder = folder
    guard let folderStatus = Self.status(folder) else {
      throw unwritable("the folder \(folder) doesn't exist")
    }
    guard Self.kind(folderStatus) == S_IFDIR else { throw unwritable("\(folder) is not a folder") }
    if let existing, Self.kind(existing) == S_IFDIR { throw unwritable("it is a folder") }
    if let existing, Self.kind(existing) == S_IFREG, !Self.mayReplace {
      throw unwritable("it exists already")
    }
    if let existing, access(target.fileSystemBytes, W_OK) != 0 || Self.kind(existing) != S_IFREG {
      guard access(target.fileSystemBytes, W_OK) == 0 else {
        throw unwritable("it may not be written to")
      }
      return
    }
    guard access(folder.fileSystemBytes, W_OK) == 0 else {
      throw unwritable("the folder \(folder) may not be written to")
    }
  }

  /// The files to write, by option; `nil` for one that was not asked for or goes to standard
  /// output. Throws for one that can't be written, and when two options name the same.
  package static func all(
    _ options: [(name: String, path: String?)], inputs: [String?]
  ) throws(FileError) -> [OutputFile?] {
    var files: [OutputFile?] = []
    var owners: [String: String] = [:]
    let inputs = Set(inputs.compactMap { $0.flatMap(identity) })
    for (name, path) in options {
      guard let path, path != "-" else {
        files.append(nil)
        continue
      }
      let file = try OutputFile(path, inputs: inputs)
      if let other = owners.updateValue(name, forKey: file.target) {
        throw FileError(.notAnOutput, path: path, "\(other) and \(name) name the same file")
      }
      files.append(file)
    }
    return files
  }

  /// Throws when one of the files to write, by whatever name, is one of those that are read.
  package static func check(_ outputs: [String], against inputs: [String]) throws(FileError) {
    let inputs = Set(inputs.compactMap(identity))
    for path in outputs {
      if let file = identity(path), inputs.contains(file) { throw isInput(path) }
    }
  }

  /// Writes the file; on failure what was there before is still there.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      try write { piece in try piece(bytes) }
    } catch {
      throw error as? FileError ?? unwritable("\(error)")
    }
  }

  /// Writes the file from pieces that `body` hands to its argument one after the other; on failure,
  /// `body`'s own too, what was there before is still there.
  package func write(_ body: (_ piece: @escaping ([UInt8]) throws -> Void) throws -> Void) throws {
    if let existing, Self.kind(existing) != S_IFREG {
      guard let file = fopen(target.fileSystemBytes, "wb") else { throw unwritable(Self.reason()) }
      try fill(file, body)
      return
    }
    do {
      let file = try TemporaryFile(for: target)
      let descriptor = try file.opened()
      guard let stream = fdopen(descriptor, "wb") else {
        let error = unwritable(Self.reason())
        close(descriptor)
        throw error
      }
      try fill(stream, body)
      try file.replaceTarget(mayReplace: mayReplace)
    } catch let failure as TemporaryFile.Failure {
      throw unwritable(failure.reason)
    }
  }

  /// Writes the pieces to an open file, and closes it.
  private func fill(
    _ file: UnsafeMutablePointer<FILE>,
    _ body: (_ piece: @escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    do {
      try body { bytes in
        let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard written == bytes.count else { throw unwritable(Self.reason()) }
      }
      guard fflush(file) == 0 else { throw unwritable(Self.reason()) }
    } catch {
      fclose(file)
      throw error
    }
    guard fclose(file) == 0 else { throw unwritable(Self.reason()) }
  }

  private var folder: String {
    let folder = FileNames.folder(of: target)
    return folder.isEmpty ? "." : folder
  }

  private static func isInput(_ path: String) -> FileError {
    FileError(.notAnOutput, path: path, "this is an input; give the output another name")
  }

  private func unwritable(_ reason: String) -> FileError {
    FileError(.unwritable, path: path, "can't be written: \(reason)")
  }

  /// Whether there is something else than a file or a folder under a path: a pipe, a terminal, a device.
  package static func isStream(_ path: String) -> Bool {
    status(path).map { ![S_IFREG, S_IFDIR].contains(kind($0)) } ?? false
  }

  /// The resolved path: the file behind links, or the place in its folder when there is none yet.
  package static func resolved(_ path: String) -> String { resolved(path, links: 0) }

  private static func resolved(_ path: String, links: Int) -> String {
    if let real = realPath(path) { return real }
    // The link of a pipe without a name contains no path.
    if isStream(path) { return path }
    if let end = linkEnd(path, links) { return resolved(end, links: links + 1) }
    let (folder, name) = (
      FileNames.folder(of: path), (path as NSString).lastPathComponent
    )
    guard let real = realPath(folder.isEmpty ? "." : folder) else { return path }
    return (real as NSString).appendingPathComponent(name)
  }

  /// Returns the target of a link; `nil` for a path that is no link, and in a circle.
  private static func linkEnd(_ path: String, _ links: Int) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.fileSystemBytes, &buffer, buffer.count)
    guard count > 0, links < 40 else { return nil }
    let end = String(fileSystemBytes: buffer[..<count].map { UInt8(bitPattern: $0) })
    let folder = FileNames.folder(of: path)
    return end.hasPrefix("/") ? end : (folder as NSString).appendingPathComponent(end)
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path.fileSystemBytes, nil) else { return nil }
    defer { free(real) }
    return String(
      fileSystemBytes: UnsafeBufferPointer(start: real, count: strlen(real)).map {
        UInt8(bitPattern: $0)
      })
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path.fileSystemBytes, &status) == 0 ? status : nil
  }

  /// The identity of a file, the same for all its names.
  private struct Identity: Hashable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// Of the regular file with this name; `nil` when there is none.
  private static func identity(_ path: String) -> Identity? {
    status(path).flatMap { kind($0) == S_IFREG ? Identity($0) : nil }
  }

  private static func kind(_ status: stat) -> mode_t { status.st_mode & S_IFMT }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

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
