internal import PoseDocuments
internal import PoseImaging

/// NumPy's archives of several arrays, `np.savez` and `np.savez_compressed`.
enum NPZ {
  /// An array of the archive: its name without ".npy" and its header.
  private struct Entry {
    let name: String
    let member: ZIPArchive.Member
    let array: NumPyArray
  }

  private static let usualNames = ["depth", "depth_map", "arr_0"]
  private static let intrinsicsNames = ["K", "intrinsics", "camera_matrix"]

  /// The depths of the array that the caller names, else of the one with a usual name, else of the
  /// only one that could be a depth map. A matrix of intrinsics beside it becomes the camera.
  static func depth(
    _ archive: borrowing ZIPArchive, in file: InputFile
  ) throws(FileError) -> StoredDepth {
    let entries = try entries(archive, in: file)
    guard !entries.isEmpty else {
      throw file.error(
        .unsuitable,
        "this ZIP archive is neither an NPZ nor a Record3D recording; \(archive.contents)")
    }
    let entry = try chosen(entries, in: file)
    // The header is checked before anything is unpacked to its size.
    let (numbers, width, height) = try entry.array.checked(in: file)
    let bytes = try archive.bytes(
      of: entry.member, limit: entry.array.start + numbers.size * width * height)
    var depth = try entry.array.depth(of: bytes, in: file, format: "NPZ")
    if let intrinsics = entries.first(where: { intrinsicsNames.contains($0.name) }) {
      if let camera = try camera(intrinsics, archive, width: width, height: height) {
        depth.camera = CameraFile(
          path: file.path, color: camera, depth: nil, depthUnit: nil, colorFromDepth: nil,
          gravity: nil)
      } else {
        depth.details.notes.append(
          "the array \(intrinsics.name) is no 3×3 matrix of intrinsics for a map of "
            + "\(width)×\(height) pixels and is not used")
      }
    }
    return depth
  }

  private static func entries(
    _ archive: borrowing ZIPArchive, in file: InputFile
  ) throws(FileError) -> [Entry] {
    var entries: [Entry] = []
    for member in archive.members where member.name.hasSuffix(".npy") {
      let start = try archive.prefix(NumPyArray.headerLimit + 12, of: member)
      let name = String(member.name.dropLast(4))
      guard start.starts(with: NumPyArray.magic) else { continue }
      entries.append(Entry(name: name, member: member, array: try NumPyArray(file.part(start))))
    }
    return entries
  }

  private static func chosen(_ entries: [Entry], in file: InputFile) throws(FileError) -> Entry {
    let list = entries.map { "\($0.name) \($0.array.shapeWords)" }.joined(separator: ", ")
    if let name = file.options.channel {
      guard let entry = entries.first(where: { $0.name == name }) else {
        throw file.error(.unsuitable, "there is no array \"\(name)\" in this NPZ: it has \(list)")
      }
      return entry
    }
    for name in usualNames {
      if let entry = entries.first(where: { $0.name == name }) { return entry }
    }
    let candidates = entries.filter { $0.array.isDepth && !intrinsicsNames.contains($0.name) }
    guard let entry = candidates.first else {
      throw file.error(
        .unsuitable, "none of this NPZ's arrays could be a depth map: it has \(list)")
    }
    guard candidates.count == 1 else {
      throw file.error(
        .unsuitable,
        "several arrays of this NPZ could be the depth map: "
          + candidates.map(\.name).joined(separator: ", "), remedy: .nameDepthChannel)
    }
    return entry
  }

  private static func camera(
    _ entry: Entry, _ archive: borrowing ZIPArchive, width: Int, height: Int
  ) throws(FileError) -> Camera? {
    guard entry.array.shape == [3, 3], let numbers = entry.array.numbers, numbers.isReadable else {
      return nil
    }
    let end = entry.array.start + 9 * numbers.size
    let bytes = try archive.bytes(of: entry.member, limit: end)
    guard bytes.count == end else { return nil }
    let matrix = numbers.doubles(9, of: bytes, from: entry.array.start)
    return Camera(matrix: matrix, width: width, height: height, source: .calibration)
  }
}
