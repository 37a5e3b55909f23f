package import DepthIO
internal import Foundation
package import PoseBoards
package import PoseDocuments
internal import PoseGeometry
internal import PoseImaging
internal import PoseVideo

/// Videos and images of a calibration board by one camera or several: the input of a calibration.
package struct BoardRecordings: Sendable {
  /// The input and the options.
  package struct Settings: Sendable {
    /// A video, an image or a folder of images for each camera.
    package var paths: [String]
    /// Intrinsics of each camera, or of all; none where they are to be found.
    package var calibrations: [CameraFile] = []
    /// Several cameras with their intrinsics; `nil` where they are to be found.
    package var rig: CameraRigFile?
    /// The rig's camera of each recording; `nil` to tell it from the names.
    package var cameraNames: [String]?
    /// Frames a second of videos that don't state it.
    package var frameRate: Double?
    /// Whether the recordings start at the same time, so that their clocks aren't looked for.
    package var isSynchronized = false
    /// Frames of a video in which the board is looked for, at most.
    package var maximumFrames = 300
    /// The images of the board in its place in the world, if there is one.
    package var world: World?

    /// Recordings of which nothing else is known.
    package init(paths: [String]) { self.paths = paths }
  }

  /// The source of the views that set the world's axes.
  package enum World: Sendable {
    /// The frame at so many seconds, or the image of this number.
    case time(Double)
    /// An image, video or folder for each camera; `nil` for one that doesn't see the board.
    case files([String?])
  }

  /// What was read.
  package struct Result: Sendable {
    /// What each camera saw.
    package var recordings: [BoardRecording]
    /// The difference of times within which frames of two cameras belong together, in seconds.
    package var tolerance: Double
    /// Diagnostics for the user.
    package var diagnostics: [Diagnostic]
  }

  private let settings: Settings
  private let board: CalibrationBoard

  /// The frame that shows the board of the world is at most so far from the stated time, in seconds or images; chosen.
  private static let worldReach = 1.0

  /// Recordings of a board.
  package init(_ settings: Settings, of board: CalibrationBoard) {
    (self.settings, self.board) = (settings, board)
  }

  /// Looks for the board in all recordings.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between frames; what was found until then is the result.
  ///   - onFrame: called with the number of frames that are done.
  /// - Throws: `FileError` of files that can't be read, `mismatch` where a calibration has another shape;
  ///   `BoardError` where images of a camera differ in size, and without AprilTag's library.
  package func read(
    isCancelled: () -> Bool = { false }, onFrame: (Int) -> Void = { _ in }
  ) throws -> Result {
    try DistinctRecordings.check(settings.paths)
    let finder = try BoardFinder(board)
    var diagnostics: [Diagnostic] = []
    var members: [CameraRig.Member]?
    if let rig = settings.rig {
      let found = try RigMembers(of: settings.paths, in: rig, named: settings.cameraNames)
      members = found.members
      diagnostics += found.diagnostics
    }
    var done = 0
    var (tolerance, areVideos) = (0.0, true)
    var recordings: [BoardRecording] = []
    let names = members?.map(\.name) ?? FileNames.distinctStems(of: settings.paths)
    for (index, path) in settings.paths.enumerated() {
      var views = Views(name: names[index])
      let step = try read(path, into: &views, finder, isCancelled) {
        done += 1
        onFrame(done)
      }
      tolerance = max(tolerance, step)
      areVideos = areVideos && step > 0
      var worldViews: [BoardView] = []
      switch settings.world {
      case .time(let time)?:
        let nearest = views.frames.min { abs($0.time - time) < abs($1.time - time) }
          .flatMap { abs($0.time - time) <= Self.worldReach ? $0 : nil }
        if index == 0, nearest == nil, let last = views.frames.last?.time {
          let unit = step > 0 ? "s" : "as images are numbered"
          throw FileError(
            .unsuitable, path: path,
            "the board that sets the world was to be seen at \(time) \(unit), and it ends at "
              + String(format: "%.1f", last))
        }
        // A video has frames between those that were searched.
        if step > 0, let view = try view(of: path, at: time, finder) {
          worldViews = [view]
        } else if let nearest {
          worldViews = [nearest.view]
        }
      case .files(let paths)?:
        if index < paths.count, let path = paths[index] {
          var own = Views(name: names[index])
          (own.width, own.height) = (views.width, views.height)
          _ = try read(path, into: &own, finder, isCancelled) {}
          if let sharpest = own.frames.filter({ !$0.view.corners.isEmpty }).max(by: {
            $0.view.corners.count < $1.view.corners.count
          }) {
            worldViews = [sharpest.view]
          } else {
            worldViews = own.frames.prefix(1).map(\.view)
          }
        }
      case nil: break
      }
      let calibration = CameraRecordings.calibration(
        of: index, among: settings.calibrations, settings.rig, members)
      recordings.append(
        BoardRecording(
          name: names[index], width: views.width, height: views.height, frames: views.frames,
          worldViews: worldViews, camera: try views.camera(of: calibration),
          sharpestEdge: views.sharpestEdge))
    }
    var result = Result(
      recordings: recordings.map { $0.numbered(by: finder) }, tolerance: tolerance,
      diagnostics: diagnostics)
    if !settings.isSynchronized, areVideos, recordings.count > 1, !isCancelled() {
      try synchronize(&result, finder, isCancelled) {
        done += 1
        onFrame(done)
      }
    }
    return result
  }

  // MARK: Clocks

  /// Finds how the videos' clocks run, and gives their frames times by the first one's. Videos of which other frames
  /// were searched than of the first one are searched again.
  private func synchronize(
    _ result: inout Result, _ finder: BoardFinder, _ isCancelled: () -> Bool, _ onFrame: () -> Void
  ) throws {
    let recordings = result.recordings
    let cameras = recordings.compactMap { recording in
      recording.camera ?? (try? LensCalibration(recording, of: board))?.camera
    }
    // Where a lens isn't found, the calibration states why.
    guard cameras.count == recordings.count,
      let grid = Grid(recordings[0].frames.map(\.time), tolerance: result.tolerance)
    else { return }
    let clocks = BoardClocks(recordings, cameras: cameras, of: board).clocks
    for index in recordings.indices.dropFirst() {
      var offset = 0.0
      switch clocks[index] {
      case .still: break
      case .undetermined:
        // Where it never shows the board, the calibration's error states that.
        guard recordings[index].frames.contains(where: { !$0.view.corners.isEmpty }) else { break }
        result.diagnostics.append(
          "how the clock of camera \(recordings[index].name) runs can't be told by the board's movement: its recording is taken to start with the first one's."
        )
      case .offset(let seconds, let sigma):
        guard abs(seconds) > max(result.tolerance, 2 * sigma) else { break }
        offset = seconds
        let milliseconds = Int((abs(offset) * 1000).rounded())
        result.diagnostics.append(
          "camera \(recordings[index].name) runs \(milliseconds) ± \(max(1, Int((sigma * 1000).rounded()))) ms \(offset > 0 ? "ahead of" : "behind") the first one, by the board's movement: that is allowed for."
        )
      }
      let path = settings.paths[index]
      if !grid.contains(recordings[index].frames.map { $0.time - offset }) {
        var views = Views(name: recordings[index].name)
        try read(path, at: grid, ahead: offset, into: &views, finder, isCancelled, onFrame)
        result.recordings[index].frames = views.frames
      }
      guard offset != 0 else { continue }
      for frame in result.recordings[index].frames.indices {
        result.recordings[index].frames[frame].time -= offset
      }
      if case .time(let time)? = settings.world {
        // Before its first frame it shows nothing.
        let view = time + offset < 0 ? nil : try view(of: path, at: time + offset, finder)
        result.recordings[index].worldViews = view.map { [$0] } ?? []
      }
    }
    result.recordings = result.recordings.map { $0.numbered(by: finder) }
  }

  /// The times at which frames of all videos are searched, by the first one's clock.
  private struct Grid {
    private let first: Double
    private let step: Double
    private let tolerance: Double
    /// The share of a video's frames that have to be on the grid.
    private static let minimumShare = 0.9

    /// The grid of times; `nil` of fewer than two.
    init?(_ times: [Double], tolerance: Double) {
      let steps = zip(times, times.dropFirst()).map { $1 - $0 }
      guard let first = times.first, let step = steps.median, step > 0 else { return nil }
      (self.first, self.step, self.tolerance) = (first, step, tolerance)
    }

    /// The time of a place on the grid.
    func time(of place: Int) -> Double { first + Double(place) * step }

    /// The first place at a time or after it.
    func place(atOrAfter time: Double) -> Int {
      ((time - first) / step).rounded(.up).nearestInteger(in: -1_000_000_000...1_000_000_000) ?? 0
    }

    private func isAt(_ time: Double) -> Bool {
      let place = (time - first) / step
      return abs(place - place.rounded()) * step <= tolerance
    }

    func contains(_ times: [Double]) -> Bool {
      let count = times.count(where: isAt)
      return Double(count) >= Self.minimumShare * Double(times.count)
    }
  }

  /// Reads the frames of a video that are nearest to a grid's times, by a clock that is ahead of the grid's.
  private func read(
    _ path: String, at grid: Grid, ahead offset: Double, into views: inout Views,
    _ finder: BoardFinder, _ isCancelled: () -> Bool, _ onFrame: () -> Void
  ) throws {
    let reader = try VideoReader(contentsOf: path, options: readerOptions)
    let half = 0.5 / max(reader.info.frameRate ?? settings.frameRate ?? 30, 0.1)
    var wanted: Int?
    while !isCancelled(), let frame = try reader.next() {
      let earliest = frame.time - offset - half
      let place = max(wanted ?? .min, grid.place(atOrAfter: earliest))
      wanted = place
      guard grid.time(of: place) <= earliest + 2 * half else { continue }
      try views.add(frame.image, at: frame.time, finder)
      wanted = place + 1
      onFrame()
    }
  }

  private var readerOptions: VideoReader.Options {
    var options = VideoReader.Options()
    options.usesOwnDepth = false
    options.frameRate = settings.frameRate
    return options
  }

  // MARK: One recording

  private struct Views {
    var name: String
    var width = 0
    var height = 0
    var frames: [BoardRecording.Frame] = []
    var sharpestEdge: Double?

    init(name: String) { self.name = name }

    /// A calibration's intrinsics for images of this size; as they are where there was no image.
    func camera(of file: CameraFile?) throws(FileError) -> Camera? {
      width == 0 ? file?.color : try file?.colorCamera(forWidth: width, height: height)
    }

    mutating func add(
      _ image: ColorImage, at time: Double, _ finder: BoardFinder
    ) throws(BoardError) {
      if width == 0 { (width, height) = (image.width, image.height) }
      guard image.width == width, image.height == height else {
        throw .sizesDiffer(
          camera: name, first: "\(width)×\(height)", other: "\(image.width)×\(image.height)")
      }
      let gray = GrayImage(image)
      let view = finder.view(of: gray)
      if view.corners.isEmpty, frames.count < 50, let edge = gray.sharpestEdge {
        sharpestEdge = min(sharpestEdge ?? .infinity, edge)
      }
      frames.append(.init(time: time, view: view))
    }
  }

  private static let endings: Set = [
    "jpg", "jpeg", "png", "tif", "tiff", "webp", "bmp", "heic", "heif", "ppm", "pgm",
  ]

  private static func isImage(_ path: String) -> Bool {
    endings.contains((path as NSString).pathExtension.lowercased())
  }

  /// The images of a folder in the order of their names, numbers by their value; one image; `nil` for a
  /// video.
  private static func images(_ path: String) throws(FileError) -> [String]? {
    guard FolderListing.isFolder(path) else { return isImage(path) ? [path] : nil }
    let names = (FolderListing.names(in: path) ?? []).filter(isImage)
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    guard !names.isEmpty else {
      throw FileError(.unknownFormat, path: path, "there are no images of a board in this folder")
    }
    return names.map { (path as NSString).appendingPathComponent($0) }
  }

  /// Reads a recording; returns the tolerance of its times in seconds, 0 for images.
  private func read(
    _ path: String, into views: inout Views, _ finder: BoardFinder, _ isCancelled: () -> Bool,
    _ onFrame: () -> Void
  ) throws -> Double {
    finder.beginRecording()
    if let images = try Self.images(path) {
      for (number, name) in images.enumerated() where !isCancelled() {
        try views.add(try ColorImage(contentsOf: name), at: Double(number), finder)
        onFrame()
      }
      return 0
    }
    var options = readerOptions
    let info = try VideoReader(contentsOf: path, options: options).info
    let rate = info.frameRate ?? settings.frameRate ?? 30
    if let count = info.frameCount {
      options.every = max(1, (count - 1) / settings.maximumFrames + 1)
    }
    let reader = try VideoReader(contentsOf: path, options: options)
    while !isCancelled(), let frame = try reader.next() {
      try views.add(frame.image, at: frame.time, finder)
      onFrame()
    }
    return 0.5 / max(rate, 0.1)
  }

  /// The view at a time of a video; `nil` after its end.
  private func view(
    of path: String, at time: Double, _ finder: BoardFinder
  ) throws -> BoardView? {
    var options = readerOptions
    options.from = time
    let reader = try VideoReader(contentsOf: path, options: options)
    return try reader.next().map { finder.view(of: GrayImage($0.image)) }
  }
}
