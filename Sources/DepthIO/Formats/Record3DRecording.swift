import PoseSystem
package import PoseDocuments

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
