extension ZIPArchive {
  /// Whether bytes begin as a ZIP archive does, perhaps after a few that align its members: the
  /// bundles of MediaPipe begin with two zeros.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    let firstMember = [UInt8]("PK\u{3}\u{4}".utf8)
    return (0..<16).contains { bytes.dropFirst($0).starts(with: firstMember) }
  }

  /// The bytes of one member of an archive in memory.
  ///
  /// Throws `damaged` when the archive or the member is, or claims more than `limit` bytes,
  /// `unsuitable` when there is no such member, which names those that are there, or it is packed
  /// in a way that isn't read.
  package static func bytes(
    of name: String, in archive: [UInt8], path: String, limit: Int
  ) throws(FileError) -> [UInt8] {
    try open(archive, path: path) { archive throws(FileError) in
      guard let member = archive.member(named: name) else {
        throw FileError(
          .unsuitable, path: path, "this ZIP archive has no \(name); \(archive.contents)")
      }
      return try archive.bytes(of: member, limit: limit)
    }
  }
}
