internal import Foundation

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
