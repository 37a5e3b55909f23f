internal import PoseDocuments

extension ZIPArchive {
  /// The depths in a Record3D recording or an NPZ.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    try open(file.bytes, path: file.path) { archive throws(FileError) in
      if let recording = try Record3D(archive, in: file) {
        return try recording.depth(archive)
      }
      return try NPZ.depth(archive, in: file)
    }
  }

  /// The colour picture of a frame of a Record3D recording.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    try open(file.bytes, path: file.path) { archive throws(FileError) in
      guard let recording = try Record3D(archive, in: file) else {
        throw file.error(
          .unsuitable,
          "this ZIP archive is no Record3D recording, the only one that color images are read "
            + "from; \(archive.contents)")
      }
      return try recording.color(archive)
    }
  }
}
