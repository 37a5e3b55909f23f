internal import Foundation
internal import PoseDocuments
internal import PoseFiles
internal import PoseImaging
internal import PoseMotion
package import PoseReport
internal import PoseVideo

/// The content of a page about a file of joints or keypoints, with the videos or the image that they were made from.
package struct RecordedReport {
  /// The choice of the videos or the image in the page.
  package enum Video: Sendable, Equatable {
    /// Those that the document names, where they are beside it.
    case beside
    /// One for each camera, or the first one's.
    case named([String])
    case leftOut
  }

  /// The reason why the chosen videos can't be shown.
  package enum Unsuitable: Error, Sendable, Equatable {
    /// The file names no camera, so that its joints can't be drawn over the video.
    case noCamera(video: String)
    /// The file was recorded by fewer cameras than there are videos.
    case tooManyVideos(cameras: Int, videos: Int)
    /// Faces are hidden in one camera's video only, and there are several.
    case facesOfSeveralCameras
  }

  /// The content.
  package let clip: ReportClip
  /// Files that the document names and that aren't beside it: the page is without them.
  package let missing: [String]

  /// Collects the content.
  ///
  /// - Parameters:
  ///   - analysis: what was found in the file.
  ///   - path: the file.
  ///   - input: the file's contents.
  ///   - video: the choice of the videos.
  ///   - hidesFaces: whether measured people's faces are made unrecognisable.
  ///   - read: reads one of the videos for the page, of which it gets the path and the number of frames; `nil` leaves
  ///     it out.
  /// - Throws: `Unsuitable`; `FileError` of videos; `DrawingError`.
  package init(
    of analysis: MotionAnalysis, file path: String, _ input: MotionInput, video: Video,
    hidesFaces: Bool,
    read: (_ media: ReportMedia, _ path: String, _ count: Int) throws -> ReportClip.Media?
  ) throws {
    let (origin, recording) = (input.origin, analysis.sequence.recording)
    let others = Array(recording.views.dropFirst())
    let (paths, missing) = try Self.paths(of: path, origin, video, views: others)
    let times = recording.frames.map(\.time)
    let camera = recording.camera ?? origin?.camera
    if camera == nil, case .named(let names) = video, let first = names.first {
      throw Unsuitable.noCamera(video: first)
    }
    // Folders of pictures don't say how many were taken a second; the document does.
    var reading = VideoReader.Options()
    reading.frameRate = recording.frames.last.flatMap {
      $0.time > 0 && $0.index > 0 ? Double($0.index) / $0.time : nil
    }
    // How slowly another camera's video plays is in its own file.
    let othersReading = reading
    reading.slowMotion = origin.map(\.slowMotion)
    if hidesFaces, !others.isEmpty, video != .leftOut { throw Unsuitable.facesOfSeveralCameras }
    let faces =
      hidesFaces ? camera.map { FaceRegions(of: analysis.sequence, camera: $0) } : nil
    let first = paths.first.flatMap { $0 }
    let media = try camera.flatMap { camera in
      try first.flatMap {
        try read(
          ReportMedia(
            $0, reading: reading, times: times, camera: camera, share: others.count + 1,
            hiding: faces), $0, times.count)
      }
    }
    // The page's reader may not know the program's options.
    let warnings =
      (origin?.warnings ?? []).map(Setting.plainWords) + input.diagnostics.map(\.description)
    var clip = ReportClip(
      of: analysis, file: path, origin: origin, media: media, warnings: warnings)
    try clip.drawRepetitions(
      from: media == nil ? nil : first, reading: reading, hiding: faces)
    clip.otherMedia = try zip(others, paths.dropFirst()).map { view, file in
      guard let file, !times.isEmpty else { return nil }
      return try read(
        ReportMedia(file, reading: othersReading, of: view, times: times, share: others.count + 1),
        file, times.count)
    }
    if hidesFaces, clip.media != nil { clip.facts.append(Self.hiddenFaces) }
    (self.clip, self.missing) = (clip, missing)
  }

  /// The fact in a report that its faces are hidden.
  package static let hiddenFaces = (name: "faces", value: "made unrecognisable")

  /// The files of the cameras in their order: those that are named, or that the document names and are beside it.
  private static func paths(
    of input: String, _ origin: DocumentOrigin?, _ video: Video, views others: [RecordedView]
  ) throws -> (found: [String?], missing: [String]) {
    let recorded = [origin?.file] + others.map(\.file)
    switch video {
    case .leftOut: return (recorded.map { _ in nil }, [])
    case .named(let names):
      guard names.count <= recorded.count else {
        throw Unsuitable.tooManyVideos(cameras: recorded.count, videos: names.count)
      }
      // By the files' names where all are known; else by their order.
      let places = names.map { name in
        recorded.firstIndex { FileNames.name(of: name) == $0.map(FileNames.name) }
      }
      let areKnown = names.count > 1 && Set(places).count == names.count && !places.contains(nil)
      return (
        recorded.indices.map { place in
          let index = areKnown ? places.firstIndex(of: place) : place
          return index.flatMap { names.indices.contains($0) ? names[$0] : nil }
        }, []
      )
    case .beside:
      let found = recorded.map { $0.flatMap { ReportMedia.path(of: $0, beside: input) } }
      return (found, zip(recorded, found).compactMap { $1 == nil ? $0 : nil })
    }
  }
}
