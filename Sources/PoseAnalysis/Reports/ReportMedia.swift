internal import DepthIO
internal import Foundation
internal import PoseDocuments
internal import PoseDrawing
public import PoseImaging
public import PoseMotion
public import PoseReport
public import PoseVideo

/// The picture or video that stands in a report, as browsers show it: the file itself where they play its
/// kind and it isn't large, else a small one that is made of it.
public struct ReportMedia {
  /// A larger file is downscaled.
  private static let maximumBytes = 20_000_000
  /// Pixels along the longer side of a downscaled image.
  private static let longestSide = 960

  /// The frames of a video that are asked for.
  private enum Moments {
    /// Those of a report, by their times.
    case frames([Double])
    /// All that another camera took meanwhile, by its own clock.
    case span(ClosedRange<Double>)
  }

  private let path: String
  private let reading: VideoReader.Options
  private let moments: Moments
  private let camera: Camera
  /// The number of videos that share the bytes of a page.
  private let share: Int
  /// The faces that are made unrecognisable; `nil` to leave all as they are.
  private var faces: FaceRegions?

  /// Of a video.
  ///
  /// - Parameters:
  ///   - path: the file or folder.
  ///   - reading: which part of it was analysed.
  ///   - times: those of the frames that the report is about.
  ///   - camera: the one in whose picture the joints are drawn.
  ///   - share: by how many videos the page's bytes are shared.
  ///   - faces: the faces that are made unrecognisable; the file's own bytes are then never taken.
  public init(
    _ path: String, reading: VideoReader.Options = .init(), times: [Double], camera: Camera,
    share: Int = 1, hiding faces: FaceRegions? = nil
  ) {
    self.init(path, reading, .frames(times), camera, share)
    self.faces = faces
  }

  /// Of another camera's video.
  ///
  /// - Parameters:
  ///   - path: the file or folder.
  ///   - reading: which part of it was analysed.
  ///   - view: the camera and its clock.
  ///   - times: those of the frames that the report is about, by the first camera's clock; not empty.
  ///   - share: by how many videos the page's bytes are shared.
  public init(
    _ path: String, reading: VideoReader.Options = .init(), of view: RecordedView,
    times: [Double], share: Int
  ) {
    precondition(!times.isEmpty, "a report about no frame")
    let (first, last) = (view.clock.local(times[0]), view.clock.local(times[times.count - 1]))
    self.init(
      path, reading, .span(first - Self.slack...max(first, last) + Self.slack), view.camera, share)
  }

  private init(
    _ path: String, _ reading: VideoReader.Options, _ moments: Moments, _ camera: Camera,
    _ share: Int
  ) {
    var reading = reading
    reading.usesOwnDepth = false
    (self.path, self.reading, self.moments) = (path, reading, moments)
    (self.camera, self.share) = (camera, share)
  }

  /// Reads it, and makes it small where it has to be.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between frames; the video then ends there.
  ///   - onFrame: called with the number of frames that were downscaled.
  /// - Throws: `FileError`: those of `ColorFile`, `VideoReader` and `VideoWriter`; `mismatch` for a picture
  ///   of another shape than the camera's, and a video that ends before the report does.
  public func read(
    isCancelled: () -> Bool = { false }, onFrame: (Int) -> Void = { _ in }
  ) throws -> ReportClip.Media {
    if let file = RegularFile(path), let head = try? file.bytes(min(4096, file.size), from: 0),
      let format = FileFormat(head), format.isPicture || format == .portableAnymap
    {
      return try picture(FileBytes.read(path), format)
    }
    let reader = try VideoReader(contentsOf: path, options: reading)
    let (info, isFile) = (reader.info, !FolderListing.isFolder(path))
    try check(info.width, info.height)
    if let duration = info.duration, let needed, duration + Self.slack < needed {
      throw FileError(
        .mismatch, path: path,
        "it lasts \(Self.seconds(duration)) s, and the joints are those of \(Self.seconds(needed)) s: this is another video"
      )
    }
    let limit = Self.maximumBytes / share
    if faces == nil, isFile, info.isPlayedByBrowsers,
      let bytes = try? FileBytes.read(path, limit: limit)
    {
      return .init(
        type: "video/mp4", bytes: bytes, width: info.width, height: info.height,
        slowMotion: info.slowMotion)
    }
    return try small(reader, isCancelled: isCancelled, onFrame: onFrame)
  }

  /// The time that the video must reach: another camera may have ended before the first one.
  private var needed: Double? {
    switch moments {
    case .frames(let times): times.last
    case .span(let span): span.lowerBound
    }
  }

  /// Seconds that a file's length may lack of its last frame's time.
  private static let slack = 0.1

  private static func seconds(_ number: Double) -> String { String(format: "%.2f", number) }

  /// Throws for a picture of another shape; a copy of another size has the same.
  private func check(_ width: Int, _ height: Int) throws(FileError) {
    let ratio =
      Double(width) * Double(camera.height) / (Double(height) * Double(camera.width))
    guard abs(ratio - 1) > 0.01 else { return }
    throw FileError(
      .mismatch, path: path,
      "it has \(width)×\(height) pixels, and the joints were measured in \(camera.width)×\(camera.height): this is another image"
    )
  }

  private func picture(_ bytes: [UInt8], _ format: FileFormat) throws -> ReportClip.Media {
    let file = try ColorFile(bytes: bytes, name: path)
    let image = file.image
    try check(image.width, image.height)
    let types: [FileFormat: String] = [.jpeg: "image/jpeg", .png: "image/png"]
    if faces == nil, let type = types[format], bytes.count <= Self.maximumBytes / share {
      return .init(type: type, bytes: bytes, width: image.width, height: image.height)
    }
    let shown = faces?.hiding(in: image, at: 0) ?? image
    let small = shown.reduced(to: size(image.width, image.height))
    return .init(
      type: "image/png", bytes: try PoseOverlay(of: [], on: small).png(), width: small.width,
      height: small.height)
  }

  private func small(
    _ reader: VideoReader, isCancelled: () -> Bool, onFrame: (Int) -> Void
  ) throws -> ReportClip.Media {
    let info = reader.info
    let size = size(info.width, info.height)
    let name = "pose3d-report-\(UUID().uuidString).mp4"
    let place = (NSTemporaryDirectory() as NSString).appendingPathComponent(name)
    defer { unlink(place) }
    let writer = try VideoWriter(
      place, width: size.width, height: size.height,
      frameRate: info.playedFrameRate(every: reading.every))
    defer { writer.cancel() }
    var (count, start) = (0, 0.0)
    var wanted = Wanted(moments)
    while !isCancelled(), let frame = try reader.next(), let isAsked = wanted.isAsked(frame.time) {
      guard isAsked else { continue }
      if count == 0 { start = frame.time }
      let shown = faces?.hiding(in: frame.image, at: frame.time) ?? frame.image
      let words = shown.reduced(to: size).words
      // It plays as slowly as the file.
      try words.withUnsafeBufferPointer {
        try writer.append(words: $0, at: frame.time * info.slowMotion)
      }
      count += 1
      onFrame(count)
    }
    guard count > 0 else {
      throw FileError(
        .mismatch, path: path, "not one of its frames is among those that were analysed")
    }
    try writer.finish()
    return .init(
      type: "video/mp4", bytes: try FileBytes.read(place), width: size.width, height: size.height,
      start: start, slowMotion: info.slowMotion)
  }

  /// The frames of a video that are still to come.
  private struct Wanted {
    private let moments: Moments
    private var place = 0
    /// Seconds by which times differ that are the same: documents have them to 1e-6.
    private static let tolerance = 1e-5

    init(_ moments: Moments) { self.moments = moments }

    /// Whether the frame at a time is asked for; `nil` when none is any more. Asked in the order of the frames.
    mutating func isAsked(_ time: Double) -> Bool? {
      switch moments {
      case .frames(let times):
        guard let last = times.last, time <= last + Self.tolerance else { return nil }
        while place < times.count, times[place] < time - Self.tolerance { place += 1 }
        return place < times.count && abs(times[place] - time) <= Self.tolerance
      case .span(let span): return time > span.upperBound ? nil : span.contains(time)
      }
    }
  }

  /// The size of a downscaled image.
  private func size(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    let side = share > 1 ? Self.longestSide * 2 / 3 : Self.longestSide
    let scale = min(1, Double(side) / Double(max(width, height)))
    return (
      max(2, Int((Double(width) * scale).rounded())),
      max(2, Int((Double(height) * scale).rounded()))
    )
  }
}

extension ReportMedia {
  /// The video or picture from which a document was made, when it is beside the document under its name; `nil`
  /// otherwise.
  ///
  /// A document may come from elsewhere, and whatever it names would be in a page that is passed on. So the folder
  /// in its path doesn't count, and neither it nor a frame in it may be a link out of the document's folder.
  package static func path(of named: String, beside document: String) -> String? {
    let folder = FileNames.folder(of: document)
    let name = (named as NSString).lastPathComponent
    guard !["", ".", "..", "/"].contains(name) else { return nil }
    let path = folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
    let place = OutputFile.resolved(folder.isEmpty ? "." : folder)
    func isInside(_ path: String) -> Bool {
      OutputFile.resolved(path).hasPrefix(place == "/" ? place : place + "/")
    }
    guard FileBytes.isThere(path) || FolderListing.isFolder(path), isInside(path) else {
      return nil
    }
    // Frames lie in the folder or in folders of it.
    let names = FileManager.default.enumerator(atPath: path)
    while let name = names?.nextObject() as? String {
      guard isInside((path as NSString).appendingPathComponent(name)) else { return nil }
    }
    return path
  }
}
