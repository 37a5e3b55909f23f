internal import Foundation
internal import PoseDocuments

/// Whether files may be loaded as code: only the user and root can have put them there.
struct PathTrust {
  /// The folders of the program: a user who may write to them may replace the program itself.
  private let programFolders: Set<String>
  /// Whether a group has no members but the user and root.
  private let isClosedGroup: (gid_t) -> Bool

  /// - Parameters:
  ///   - program: the folder that the program is in.
  ///   - isClosedGroup: whether a group has no members but the user and root.
  init(
    program: String,
    isClosedGroup: @escaping (gid_t) -> Bool = { UserGroup(id: $0)?.isClosed ?? false }
  ) {
    self.isClosedGroup = isClosedGroup
    programFolders = Set(Self.folders(above: Self.real(program) ?? program))
      .union([Self.real(program) ?? program])
  }

  /// Whether a folder of an installation is absent, or only its owner, the user or root, may change it
  /// and what is loaded from it.
  func isTrusted(_ folder: String) -> Bool {
    guard Self.real(folder) != nil else { return true }
    return isOwn(folder)
      && ["openvino", "models"].allSatisfy { name in
        let inner = "\(folder)/\(name)"
        return isOwn(inner)
          && (FolderListing.names(in: inner) ?? []).allSatisfy { isOwn("\(inner)/\($0)") }
      }
  }

  /// Whether a file or folder is absent, or others can change neither it nor, where links lead out of
  /// the program's folders, any folder on the way to it.
  private func isOwn(_ path: String) -> Bool {
    guard let real = Self.real(path) else { return true }
    return isClosed(real, sharedIsFine: false)
      && Self.folders(above: real).filter { !programFolders.contains($0) }
        .allSatisfy { isClosed($0, sharedIsFine: true) }
  }

  /// Whether the user or root owns it and others, also those in its group, may not write to it. In a folder that all share, as
  /// `/tmp` is, they can't touch what isn't theirs.
  private func isClosed(_ path: String, sharedIsFine: Bool) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, [geteuid(), 0].contains(status.st_uid) else { return false }
    let isShared = status.st_mode & S_ISVTX != 0
    let isClosed =
      status.st_mode & S_IWOTH == 0
      && (status.st_mode & S_IWGRP == 0 || isClosedGroup(status.st_gid))
    return isClosed || sharedIsFine && isShared
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// All folders above a path without links, the root too.
  private static func folders(above path: String) -> [String] {
    var folders: [String] = []
    var folder = FileNames.folder(of: path)
    while folder != "/", !folder.isEmpty {
      folders.append(folder)
      folder = FileNames.folder(of: folder)
    }
    return folders + ["/"]
  }
}

/// A group of users, as far as it decides who else may write to a folder.
struct UserGroup: Equatable {
  let id: gid_t
  let name: String
  /// The names of its members, without those whose first group it is.
  let members: [String]

  init(id: gid_t, name: String, members: [String]) {
    (self.id, self.name, self.members) = (id, name, members)
  }

  /// The group of a number; `nil` if the system has none.
  init?(id: gid_t) {
    var size = 1 << 12
    while size <= 1 << 20 {
      var entry = group()
      var found: UnsafeMutablePointer<group>?
      var buffer = [CChar](repeating: 0, count: size)
      let group: UserGroup? = buffer.withUnsafeMutableBufferPointer { text in
        guard getgrgid_r(id, &entry, text.baseAddress, text.count, &found) == 0, found != nil else {
          return nil
        }
        var members: [String] = []
        var next = entry.gr_mem
        while let member = next?.pointee {
          members.append(String(cString: member))
          next = next?.successor()
        }
        return UserGroup(id: id, name: String(cString: entry.gr_name), members: members)
      }
      if let group {
        self = group
        return
      }
      size *= 4
    }
    return nil
  }

  /// Whether it has no members but the user of this process and root.
  var isClosed: Bool {
    let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
    return isClosed(for: user, firstGroup: getpwuid(geteuid())?.pointee.pw_gid)
  }

  /// Whether it has no members but a user and root: root's group, or the user's private one, which has the
  /// user's name.
  ///
  /// - Parameters:
  ///   - user: the user's name.
  ///   - firstGroup: the user's first group.
  func isClosed(for user: String?, firstGroup: gid_t?) -> Bool {
    let isPrivate = id == firstGroup && name == user
    return (id == 0 || isPrivate) && members.allSatisfy { $0 == user || $0 == "root" }
  }
}
