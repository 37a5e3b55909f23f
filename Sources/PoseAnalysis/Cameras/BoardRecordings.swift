package import DepthIO
internal import Foundation
package import PoseBoards
package import PoseDocuments
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
    let finder = try BoardFinder(board)
    var diagnostics: [Diagnostic] = []
    var members: [CameraRig.Member]?
    if let rig = settings.rig {
      let found = try RigMembers(of: settings.paths, in: rig, named: settings.cameraNames)
      members = found.members
      diagnostics += found.diagnostics
    }
    var done = 0
    var tolerance = 0.0
    var recordings: [BoardRecording] = []
    let names = members?.map(\.name) ?? Self.names(of: settings.paths)
    for (index, path) in settings.paths.enumerated() {
      var views = Views(name: names[index])
      let step = try read(path, into: &views, finder, isCancelled) {
        done += 1
        onFrame(done)
      }
      tolerance = max(tolerance, step)
      var worldViews: [BoardView] = []
      switch settings.world {
      case .time(let time)?:
        let nearest = views.frames.min { abs($0.time - time) < abs($1.time - time) }
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
      var camera = members?[index].camera
      if !settings.calibrations.isEmpty {
        let file = settings.calibrations[settings.calibrations.count == 1 ? 0 : index]
        camera = file.color
      }
      recordings.append(
        BoardRecording(
          name: names[index], width: views.width, height: views.height, frames: views.frames,
          worldViews: worldViews, camera: try camera.map { try fitted($0, views, path) },
          sharpestEdge: views.sharpestEdge))
    }
    return Result(recordings: recordings, tolerance: tolerance, diagnostics: diagnostics)
  }

  // MARK: One recording

  private struct Views {
    var name: String
    var width = 0
    var height = 0
    var frames: [BoardRecording.Frame] = []
    var sharpestEdge: Double?

    init(name: String) { self.name = name }

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
    if let images = try Self.images(path) {
      for (number, name) in images.enumerated() where !isCancelled() {
        try views.add(try ColorImage(contentsOf: name), at: Double(number), finder)
        onFrame()
      }
      return 0
    }
    var options = VideoReader.Options()
    options.usesOwnDepth = false
    options.frameRate = settings.frameRate
    let info = try VideoReader(contentsOf: path, options: options).info
    let rate = info.frameRate ?? settings.frameRate ?? 30
    if let count = info.frameCount { options.every = max(1, count / settings.maximumFrames) }
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
    var options = VideoReader.Options()
    options.usesOwnDepth = false
    options.frameRate = settings.frameRate
    options.from = time
    let reader = try VideoReader(contentsOf: path, options: options)
    return try reader.next().map { finder.view(of: GrayImage($0.image)) }
  }

  /// The intrinsics for the recording's size.
  private func fitted(
    _ camera: Camera, _ views: Views, _ path: String
  ) throws(FileError) -> Camera {
    guard views.width > 0, camera.width != views.width || camera.height != views.height else {
      return camera
    }
    let (a, b) = (camera.width * views.height, camera.height * views.width)
    guard abs(a - b) <= max(a, b) / 100 else {
      throw FileError(
        .mismatch, path: path,
        "its calibration is for \(camera.width)×\(camera.height) pixels, which is another shape than "
          + "\(views.width)×\(views.height)")
    }
    return camera.scaled(toWidth: views.width, height: views.height)
  }

  /// The files' names without their endings; whole paths where two are alike.
  private static func names(of paths: [String]) -> [String] {
    let short = paths.map { path in
      let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
      return ((trimmed as NSString).lastPathComponent as NSString).deletingPathExtension
    }
    return Set(short).count == short.count ? short : paths
  }
}
