package import PoseDocuments
internal import PoseImaging
import PoseSystem

/// A recording of the iPhone app Record3D, `.r3d`: a ZIP archive with the document `metadata` and,
/// for every frame N, `rgbd/N.jpg`, `rgbd/N.depth` and perhaps `rgbd/N.conf` (the author's answers
/// in github.com/marek-simonik/record3d, issues 7, 27, 93 and 99).
struct Record3D {
  var file: InputFile
  /// The folder in the archive that holds the recording, with its slash; empty for none.
  let root: String
  let metadata: DocumentNode
  let frameCount: Int

  /// `nil` for an archive that is no recording; throws `damaged` when its metadata is no JSON.
  init?(_ archive: borrowing ZIPArchive, in file: InputFile) throws(FileError) {
    let member = archive.members.first { $0.name == "metadata" || $0.name.hasSuffix("/metadata") }
    guard let member else { return nil }
    let root = String(member.name.dropLast("metadata".count))
    let folder = root + "rgbd/"
    let frames = archive.members.count { member in
      member.name.hasPrefix(folder) && member.name.hasSuffix(".depth")
    }
    guard frames > 0 else { return nil }
    self.file = file
    self.root = root
    frameCount = frames
    // The poses and intrinsics of as many frames as a file may hold are 8 MB.
    let bytes = try archive.bytes(of: member, limit: 8 << 20)
    do throws(DocumentNode.Problem) {
      metadata = try DocumentNode(parsing: bytes)
    } catch {
      throw file.error(.damaged, "the recording's metadata is damaged: \(error.message)")
    }
  }

  /// The depths of the frame that the caller chooses, metres by 32-bit numbers.
  func depth(_ archive: borrowing ZIPArchive) throws(FileError) -> StoredDepth {
    let stated = try size("dw", "dh")
    if let stated { try file.checkSize(width: stated.width, height: stated.height) }
    let limit = 4 * (stated.map { $0.width * $0.height } ?? 640 * 480)
    let bytes = try unpacked("depth", of: archive, limit: limit)
    let (width, height): (Int, Int)
    if let stated {
      (width, height) = stated
    } else {
      (width, height) = try usualSize(of: bytes.count / 4)
    }
    guard bytes.count == 4 * width * height else {
      throw file.error(
        .damaged,
        "\(name("depth")) unpacks to \(bytes.count) bytes, where \(width)×\(height) 32-bit numbers "
          + "are \(4 * width * height)")
    }
    let format = NumberFormat(kind: .floatingPoint, size: 4, isBigEndian: false)
    let placement = RasterPlacement(
      width: width, height: height, offset: 0, rowStride: 4 * width, columnStride: 4)
    var depth = StoredDepth(
      width: width, height: height, samples: try format.samples(placement, of: bytes, in: file),
      unit: .metres, details: DepthDetails(format: "Record3D", encoding: format.words))
    depth.details.frameCount = frameCount
    try addConfidence(to: &depth, from: archive)
    try addCamera(to: &depth)
    return depth
  }

  /// The colour picture of the frame that the caller chooses.
  func color(_ archive: borrowing ZIPArchive) throws(FileError) -> Stored<UInt8> {
    // No phone's picture is larger.
    try JPEG.color(file.part(try bytes("jpg", of: archive, limit: 64 << 20)))
  }
}

extension Record3D {
  private func name(_ kind: String) -> String { "\(root)rgbd/\(file.options.frame).\(kind)" }

  private func bytes(
    _ kind: String, of archive: borrowing ZIPArchive, limit: Int
  ) throws(FileError) -> [UInt8] {
    guard let member = archive.member(named: name(kind)) else {
      let frames = frameCount == 1 ? "one frame, 0" : "\(frameCount) frames, 0 to \(frameCount - 1)"
      throw file.error(
        .unsuitable,
        (0..<frameCount).contains(file.options.frame)
          ? "the recording has no \(name(kind))"
          : "there is no frame \(file.options.frame): the recording has \(frames)")
    }
    return try archive.bytes(of: member, limit: limit)
  }

  /// The contents of a member that LZFSE packed; it never makes anything much larger.
  private func unpacked(
    _ kind: String, of archive: borrowing ZIPArchive, limit: Int
  ) throws(FileError) -> [UInt8] {
    let packed = try bytes(kind, of: archive, limit: limit + limit / 8 + 64)
    do throws(LZFSE.Problem) {
      return try LZFSE.decoded(packed, limit: limit)
    } catch {
      throw file.error(.damaged, "\(name(kind)) is damaged: \(error.message)")
    }
  }

  private func size(
    _ width: String, _ height: String
  ) throws(FileError) -> (width: Int, height: Int)? {
    guard let width = metadata[width], let height = metadata[height] else { return nil }
    do throws(DocumentNode.Problem) {
      return (try width.positiveInteger(), try height.positiveInteger())
    } catch {
      throw file.error(.damaged, "the recording's metadata is damaged: \(error.message)")
    }
  }

  /// The size of a map in recordings that don't state it, from before 2023: the LiDAR scanner's or
  /// the front camera's, lying when the picture does.
  private func usualSize(of count: Int) throws(FileError) -> (width: Int, height: Int) {
    let picture = try size("w", "h")
    let sizes: [(width: Int, height: Int)] = [(192, 256), (480, 640)]
    guard let size = sizes.first(where: { $0.width * $0.height == count }) else {
      throw file.error(
        .damaged,
        "the recording doesn't state the size of its depth maps (dw, dh), and \(count) samples are "
          + "neither 192×256 nor 480×640")
    }
    let isLying = picture.map { $0.width > $0.height } ?? false
    return isLying ? (size.height, size.width) : size
  }

  /// ARKit's levels. A file of another size or with other numbers is noted and left out: the depths
  /// are good without it.
  private func addConfidence(
    to depth: inout StoredDepth, from archive: borrowing ZIPArchive
  ) throws(FileError) {
    guard archive.member(named: name("conf")) != nil else { return }
    let count = depth.width * depth.height
    let levels = try unpacked("conf", of: archive, limit: max(count, 640 * 480))
    let confidence = levels.compactMap(DepthConfidence.init(rawValue:))
    if levels.count == count && confidence.count == count {
      depth.confidence = confidence
    } else {
      depth.details.notes.append(
        "the confidences in \(name("conf")) are not used: \(count) numbers from 0 to 2 were "
          + "expected")
    }
  }

  /// The colour camera, for the size of the colour picture: the frame's own where the recording has
  /// it, else the first frame's. Depth is registered to it.
  private func addCamera(to depth: inout StoredDepth) throws(FileError) {
    guard let (width, height) = try size("w", "h") else { return }
    let frame = file.options.frame
    let camera: Camera?
    if let perFrame = metadata["perFrameIntrinsicCoeffs"]?.elements,
      perFrame.indices.contains(frame),
      let numbers = try? perFrame[frame].numbers(), numbers.count >= 4
    {
      camera = Camera(
        checking: (numbers[0], numbers[1], numbers[2], numbers[3]), width: width, height: height,
        source: .calibration)
    } else if let matrix = try? metadata["K"]?.numbers() {
      camera = Camera(matrix: matrix, width: width, height: height, source: .calibration)
    } else {
      return
    }
    guard let camera else {
      depth.details.notes.append(
        "the recording's intrinsics make no sense for an image of \(width)×\(height) pixels and "
          + "are not used")
      return
    }
    depth.camera = CameraFile(
      path: file.path, color: camera,
      depth: camera.scaled(toWidth: depth.width, height: depth.height), depthUnit: nil,
      colorFromDepth: nil, gravity: nil)
  }
}

/// A Record3D recording that is read frame by frame from the disk. Not API: shared with the module
/// that reads videos.
package final class Record3DRecording {
  /// The numbers of the frames, in ascending order.
  package let frames: [Int]
  /// Seconds at which they were taken, on the phone's clock, in the frames' order; `nil` when the
  /// recording doesn't state a time for each (`frameTimestamps`).
  package let times: [Double]?
  /// Frames a second; `nil` when the recording doesn't state it (`fps`).
  package let frameRate: Double?
  private let archive: ZIPArchive
  private let recording: Record3D

  /// Opens a recording. Throws a `FileError`: `noSuchFile`, `damaged`, and `unknownFormat` for a
  /// ZIP archive of something else.
  package init(contentsOf path: String, options: ReadingOptions) throws(FileError) {
    let file = InputFile(path: path, bytes: [], options: options)
    var status = stat()
    guard stat(path.fileSystemBytes, &status) == 0 else {
      throw file.error(.noSuchFile, "the file can't be opened: \(String(cString: strerror(errno)))")
    }
    archive = try ZIPArchive(onDisk: file.path, size: Int(status.st_size))
    guard let recording = try Record3D(archive, in: file) else {
      throw file.error(
        .unknownFormat,
        "this ZIP archive is no Record3D recording, the only one that is read as a video; "
          + archive.contents)
    }
    self.recording = recording
    let frames = recording.numbers(in: archive)
    self.frames = frames
    let times = (try? recording.metadata["frameTimestamps"]?.numbers()) ?? nil
    self.times = times.flatMap { $0.count == frames.count ? $0 : nil }
    let rate = (try? recording.metadata["fps"]?.number()) ?? nil
    frameRate = rate.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// The picture of a frame, as `ColorFile` reads it.
  package func color(_ frame: Int) throws(FileError) -> ColorFile {
    ColorFile(try chosen(frame).color(archive))
  }

  /// The depth map of a frame, as `DepthFile` reads it.
  package func depth(_ frame: Int) throws(FileError) -> DepthFile {
    let recording = chosen(frame)
    return try DepthFile(try recording.depth(archive), in: recording.file)
  }

  private func chosen(_ frame: Int) -> Record3D {
    var recording = recording
    var options = recording.file.options
    options.frame = frame
    recording.file = InputFile(path: recording.file.path, bytes: [], options: options)
    return recording
  }
}

extension Record3D {
  /// The numbers of the frames that have depth.
  fileprivate func numbers(in archive: borrowing ZIPArchive) -> [Int] {
    let folder = root + "rgbd/"
    return archive.members.compactMap { member in
      guard member.name.hasPrefix(folder), member.name.hasSuffix(".depth") else { return nil }
      return Int(member.name.dropFirst(folder.count).dropLast(".depth".count))
    }.filter { $0 >= 0 }.sorted()
  }
}
