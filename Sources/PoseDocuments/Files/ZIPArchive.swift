internal import CZip

/// A ZIP archive in memory by libzip: the container of NumPy's NPZ, of Record3D's recordings and of
/// MediaPipe's bundles.
package struct ZIPArchive: ~Copyable {
  /// A file in the archive as the archive's directory describes it; every number is a claim.
  package struct Member {
    package let name: String
    let index: UInt64
    package let size: UInt64
    let packedSize: UInt64
    let method: UInt16
    let isEncrypted: Bool
  }

  /// The members in the archive's order; of two with a name the first.
  package let members: [Member]
  /// The most bytes that a deflated one can become: the longest copy, 258 bytes, takes two bits at
  /// the least (RFC 1951, 3.2.5).
  package static let deflateExpansion = 1032

  private let places: [String: Int]
  private let handle: OpaquePointer
  private let path: String
  /// Bytes of the whole archive.
  private let size: Int

  /// Returns the body's result for the archive; throws `damaged` when it can't be opened.
  package static func open<Result>(
    _ bytes: [UInt8], path: String,
    _ body: (borrowing ZIPArchive) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try body(try ZIPArchive(bytes, path: path))
    }
  }

  /// The bytes have to outlive the archive.
  private init(_ bytes: UnsafeBufferPointer<UInt8>, path: String) throws(FileError) {
    try self.init(path: path, size: bytes.count) { error in
      zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, error)
    }
  }

  /// An archive on disk, of which no more is read than what is asked for.
  package init(onDisk path: String, size: Int) throws(FileError) {
    try self.init(path: path, size: size) { error in
      zip_source_file_create(path.fileSystemBytes, 0, -1, error)
    }
  }

  private init(
    path: String, size: Int,
    source: (UnsafeMutablePointer<zip_error_t>) -> OpaquePointer?
  ) throws(FileError) {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let source = source(&error) else { throw Self.damaged(path, &error) }
    guard let handle = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw Self.damaged(path, &error)
    }
    self.handle = handle
    self.path = path
    self.size = size
    let members = Self.members(handle)
    self.members = members
    places = Dictionary(uniqueKeysWithValues: zip(members.map(\.name), members.indices))
  }

  deinit { zip_discard(handle) }

  /// The archive's contents, for a sentence: "it holds a.txt, b.txt".
  package var contents: String {
    guard !members.isEmpty else { return "it is empty" }
    let names = members.prefix(5).map(\.name).joined(separator: ", ")
    return "it holds \(names)\(members.count > 5 ? ", …" : "")"
  }

  package func member(named name: String) -> Member? { places[name].map { members[$0] } }

  /// All bytes of a member.
  ///
  /// Throws `damaged` when it claims more than the limit or than its packed bytes can hold, isn't
  /// as long as it claims or fails its checksum, `unsuitable` when it is encrypted or packed by
  /// another method than deflate.
  package func bytes(of member: Member, limit: Int) throws(FileError) -> [UInt8] {
    guard member.size <= limit else {
      throw FileError(
        .damaged, path: path,
        "\(member.name) claims \(member.size) bytes, where at most \(limit) were expected")
    }
    return try read(member, count: Int(member.size), toEnd: true)
  }

  /// The first bytes of a member, fewer when it is shorter. Throws as `bytes(of:limit:)` does, but
  /// the checksum isn't checked.
  package func prefix(_ count: Int, of member: Member) throws(FileError) -> [UInt8] {
    try read(member, count: Int(min(UInt64(count), member.size)), toEnd: false)
  }

  private func read(_ member: Member, count: Int, toEnd: Bool) throws(FileError) -> [UInt8] {
    guard !member.isEncrypted else {
      throw FileError(
        .unsuitable, path: path, "\(member.name) is encrypted: pack the archive without a password")
    }
    guard member.method == ZIP_CM_STORE || member.method == ZIP_CM_DEFLATE else {
      throw FileError(
        .unsuitable, path: path,
        "\(member.name) is packed by method \(member.method), where only stored and deflated "
          + "members are read: pack the archive again")
    }
    // The directory's packed size is a claim like any other.
    let packedSize = min(member.packedSize, UInt64(size))
    guard member.size / UInt64(Self.deflateExpansion) <= packedSize else {
      throw FileError(
        .damaged, path: path,
        "\(member.name) claims \(member.size) bytes, more than its \(packedSize) packed bytes can "
          + "hold")
    }
    guard let stream = zip_fopen_index(handle, member.index, 0) else {
      throw Self.damaged(path, zip_get_error(handle))
    }
    defer { zip_fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { target in
        guard let start = target.baseAddress else { return zip_int64_t(0) }
        return zip_fread(stream, start + filled, UInt64(count - filled))
      }
      guard read >= 0 else { throw Self.damaged(path, zip_file_get_error(stream)) }
      guard read > 0 else {
        throw FileError(
          .damaged, path: path,
          "\(member.name) ends after \(filled) of the \(member.size) bytes it claims")
      }
      filled += Int(read)
    }
    guard toEnd else { return bytes }
    // Reading on to the end is what compares the checksum.
    var surplus: UInt8 = 0
    switch zip_fread(stream, &surplus, 1) {
    case 0: return bytes
    case 1:
      throw FileError(
        .damaged, path: path, "\(member.name) is longer than the \(member.size) bytes it claims")
    default: throw Self.damaged(path, zip_file_get_error(stream))
    }
  }

  private static func members(_ handle: OpaquePointer) -> [Member] {
    var members: [Member] = []
    var names: Set<String> = []
    for index in 0..<UInt64(max(0, zip_get_num_entries(handle, 0))) {
      var status = zip_stat_t()
      guard zip_stat_index(handle, index, 0, &status) == 0, let name = status.name else { continue }
      let member = Member(
        name: String(cString: name), index: index, size: status.size,
        packedSize: status.comp_size, method: status.comp_method,
        isEncrypted: status.encryption_method != UInt16(ZIP_EM_NONE))
      if names.insert(member.name).inserted { members.append(member) }
    }
    return members
  }

  private static func damaged(
    _ path: String, _ error: UnsafeMutablePointer<zip_error_t>?
  ) -> FileError {
    let words = error.map { String(cString: zip_error_strerror($0)) }
    return FileError(
      .damaged, path: path,
      "the ZIP archive is damaged or cut short (libzip: \(words ?? "no reason given"))")
  }
}

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
