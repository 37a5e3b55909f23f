internal import CZip

/// A ZIP archive in memory by libzip: the container of NumPy's NPZ, of Record3D's recordings and of
/// MediaPipe's bundles.
package struct ZIPArchive: ~Copyable {
  /// A file in the archive as the archive's directory describes it; every number is a claim.
  struct Member {
    let name: String
    let index: UInt64
    let size: UInt64
    let packedSize: UInt64
    let method: UInt16
    let isEncrypted: Bool
  }

  /// The members in the archive's order; of two with a name the first.
  let members: [Member]
  private let places: [String: Int]
  private let handle: OpaquePointer
  private let file: InputFile
  /// Bytes of the whole archive.
  private let size: Int

  /// The depths in a Record3D recording or an NPZ.
  static func depth(_ file: InputFile) throws(DepthIOError) -> StoredDepth {
    try open(file) { archive throws(DepthIOError) in
      if let recording = try Record3D(archive, in: file) {
        return try recording.depth(archive)
      }
      return try NPZ.depth(archive, in: file)
    }
  }

  /// The colour picture of a frame of a Record3D recording.
  static func color(_ file: InputFile) throws(DepthIOError) -> Stored<UInt8> {
    try open(file) { archive throws(DepthIOError) in
      guard let recording = try Record3D(archive, in: file) else {
        throw file.error(
          .unsuitable,
          "this ZIP archive is no Record3D recording, the only one that color pictures are read "
            + "from; \(archive.contents)")
      }
      return try recording.color(archive)
    }
  }

  /// What the body makes of the archive; throws `damaged` when it can't be opened.
  static func open<Result>(
    _ file: InputFile, _ body: (borrowing ZIPArchive) throws(DepthIOError) -> Result
  ) throws(DepthIOError) -> Result {
    try file.bytes.withUnsafeBufferPointer { bytes throws(DepthIOError) in
      try body(try ZIPArchive(bytes, of: file))
    }
  }

  /// The bytes have to outlive the archive.
  private init(_ bytes: UnsafeBufferPointer<UInt8>, of file: InputFile) throws(DepthIOError) {
    try self.init(of: file, size: bytes.count) { error in
      zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, error)
    }
  }

  /// An archive on disk, of which no more is read than what is asked for. `file` is what errors call
  /// it; its bytes are not used.
  init(onDisk file: InputFile, size: Int) throws(DepthIOError) {
    try self.init(of: file, size: size) { error in
      zip_source_file_create(file.path, 0, -1, error)
    }
  }

  private init(
    of file: InputFile, size: Int,
    source: (UnsafeMutablePointer<zip_error_t>) -> OpaquePointer?
  ) throws(DepthIOError) {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let source = source(&error) else { throw Self.damaged(file, &error) }
    guard let handle = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw Self.damaged(file, &error)
    }
    self.handle = handle
    self.file = file
    self.size = size
    let members = Self.members(handle)
    self.members = members
    places = Dictionary(uniqueKeysWithValues: zip(members.map(\.name), members.indices))
  }

  deinit { zip_discard(handle) }

  /// What is in the archive, for a sentence: "it holds a.txt, b.txt".
  var contents: String {
    guard !members.isEmpty else { return "it is empty" }
    let names = members.prefix(5).map(\.name).joined(separator: ", ")
    return "it holds \(names)\(members.count > 5 ? ", …" : "")"
  }

  func member(named name: String) -> Member? { places[name].map { members[$0] } }

  /// All bytes of a member.
  ///
  /// Throws `damaged` when it claims more than the limit or than its packed bytes can hold, isn't
  /// as long as it claims or fails its checksum, `unsuitable` when it is encrypted or packed by
  /// another method than deflate.
  func bytes(of member: Member, limit: Int) throws(DepthIOError) -> [UInt8] {
    guard member.size <= limit else {
      throw file.error(
        .damaged,
        "\(member.name) claims \(member.size) bytes, where at most \(limit) were expected")
    }
    return try read(member, count: Int(member.size), toEnd: true)
  }

  /// The first bytes of a member, fewer when it is shorter. Throws as `bytes(of:limit:)` does, but
  /// the checksum isn't checked.
  func prefix(_ count: Int, of member: Member) throws(DepthIOError) -> [UInt8] {
    try read(member, count: Int(min(UInt64(count), member.size)), toEnd: false)
  }

  private func read(_ member: Member, count: Int, toEnd: Bool) throws(DepthIOError) -> [UInt8] {
    guard !member.isEncrypted else {
      throw file.error(
        .unsuitable, "\(member.name) is encrypted: pack the archive without a password")
    }
    guard member.method == ZIP_CM_STORE || member.method == ZIP_CM_DEFLATE else {
      throw file.error(
        .unsuitable,
        "\(member.name) is packed by method \(member.method), where only stored and deflated "
          + "members are read: pack the archive anew")
    }
    // What the directory says of the packed size is a claim like any other.
    let packedSize = min(member.packedSize, UInt64(size))
    guard member.size / UInt64(InputFile.deflateExpansion) <= packedSize else {
      throw file.error(
        .damaged,
        "\(member.name) claims \(member.size) bytes, more than its \(packedSize) packed bytes can "
          + "hold")
    }
    guard let stream = zip_fopen_index(handle, member.index, 0) else {
      throw Self.damaged(file, zip_get_error(handle))
    }
    defer { zip_fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { target in
        zip_fread(stream, target.baseAddress?.advanced(by: filled), UInt64(count - filled))
      }
      guard read >= 0 else { throw Self.damaged(file, zip_file_get_error(stream)) }
      guard read > 0 else {
        throw file.error(
          .damaged, "\(member.name) ends after \(filled) of the \(member.size) bytes it claims")
      }
      filled += Int(read)
    }
    guard toEnd else { return bytes }
    // Reading on to the end is what compares the checksum.
    var surplus: UInt8 = 0
    switch zip_fread(stream, &surplus, 1) {
    case 0: return bytes
    case 1:
      throw file.error(.damaged, "\(member.name) is longer than the \(member.size) bytes it claims")
    default: throw Self.damaged(file, zip_file_get_error(stream))
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
    _ file: InputFile, _ error: UnsafeMutablePointer<zip_error_t>?
  ) -> DepthIOError {
    file.damaged("ZIP archive", by: "libzip", error.map { String(cString: zip_error_strerror($0)) })
  }
}
