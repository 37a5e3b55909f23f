public import DepthIO
public import PoseDetection
public import PoseDocuments
internal import Foundation
public import PoseImaging
import PoseMotion
public import PoseMultiView
internal import Pose3D
internal import PoseFiles
internal import PoseVideo

/// The recordings of people by several cameras, from videos or from files of keypoints: the input
/// of synchronisation and calibration.
public struct CameraRecordings: Sendable {
  /// The input and the options.
  public struct Settings: Sendable {
    /// Videos, or files and folders of keypoints; two or more.
    public var paths: [String]
    /// The cameras' intrinsics and, if they have them, places; `nil` where they aren't known.
    public var rig: CameraRigFile?
    /// The camera of each recording by its name in the rig; `nil` to tell it from the files' names.
    public var cameraNames: [String]?
    /// A calibration for each recording, or one for all; none where they aren't known.
    public var calibrations: [CameraFile] = []
    /// The field of view along the diagonal that all cameras have, in radians; `nil` when unknown.
    public var diagonalFieldOfView: Double?
    /// Pictures a second in files of keypoints, and in videos that don't say.
    public var frameRate: Double?
    /// The options of finding people in videos.
    public var detection = DetectionOptions()
    /// Videos that are read at a time.
    public var jobs = 1

    /// Recordings of which nothing else is known.
    public init(paths: [String]) {
      self.paths = paths
      detection.maximumPeople = CameraRecordings.minimumCandidates
    }
  }

  /// People who are found in each view at least. The most prominent person of one view need not be that of another:
  /// the views decide together whose movement counts.
  static let minimumCandidates = 3

  private enum Input {
    case video(VideoAnalysis)
    case keypoints([KeypointFrame])
  }

  /// The settings.
  public let settings: Settings
  /// The rig's camera of each recording; `nil` without a rig.
  public let members: [CameraRig.Member]?
  /// The cameras' names: the rig's, else the files'.
  public let names: [String]
  /// Diagnostics for the user.
  public let diagnostics: [Diagnostic]
  private let inputs: [Input]

  /// Opens the recordings.
  ///
  /// - Throws: `FileError`: those of videos, cameras and keypoint files, `mismatch` when a recording has no camera in
  ///   the rig or a picture another aspect ratio than its calibration, and `unsuitable` for keypoints without a rate.
  public init(_ settings: Settings) throws(FileError) {
    precondition(settings.paths.count > 1, "one recording has one clock")
    precondition(
      settings.calibrations.count < 2 || settings.calibrations.count == settings.paths.count,
      "a calibration for each recording, or one for all")
    self.settings = settings
    try DistinctRecordings.check(settings.paths)
    var diagnostics: [Diagnostic] = []
    if let rig = settings.rig {
      let found = try RigMembers(of: settings.paths, in: rig, named: settings.cameraNames)
      members = found.members
      diagnostics += found.diagnostics
    } else {
      members = nil
    }
    names = members?.map(\.name) ?? FileNames.distinctStems(of: settings.paths)
    var inputs: [Input] = []
    for (place, path) in settings.paths.enumerated() {
      guard Self.holdsKeypoints(path) else {
        var one = VideoAnalysis.Settings(path: path)
        one.reading.usesOwnDepth = false
        one.reading.frameRate = settings.frameRate
        one.measurement.detection = settings.detection
        one.measurement.camera.calibration = Self.calibration(
          of: place, among: settings.calibrations, settings.rig, members)
        one.measurement.camera.diagonalFieldOfView = settings.diagonalFieldOfView
        let video = try VideoAnalysis(one)
        diagnostics += [video.speedDiagnostic].compactMap { $0 }
        inputs.append(.video(video))
        continue
      }
      guard settings.frameRate != nil else {
        throw FileError(
          .unsuitable, path: path,
          "keypoints without times: say how many images were taken a second")
      }
      inputs.append(.keypoints(try KeypointFile.frames(contentsOf: path)))
    }
    self.inputs = inputs
    self.diagnostics = diagnostics
  }

  /// Whether the path is a file of keypoints or a folder of such, and no video.
  private static func holdsKeypoints(_ path: String) -> Bool {
    let endings = ["json", "jsonl"]
    let names = FolderListing.isFolder(path) ? FolderListing.names(in: path) ?? [] : [path]
    return !names.isEmpty
      && names.allSatisfy { endings.contains(($0 as NSString).pathExtension.lowercased()) }
  }

  /// The calibration of one of several cameras: its own, the one for all, or the rig's; `nil` if there is none.
  static func calibration(
    of place: Int, among given: [CameraFile], _ rig: CameraRigFile?, _ members: [CameraRig.Member]?
  ) -> CameraFile? {
    if let members, let rig { return CameraFile(name: rig.path, color: members[place].camera) }
    return given.isEmpty ? nil : given.count == 1 ? given[0] : given[place]
  }

  /// Frames in all videos together; `nil` when unknown.
  public var frameCount: Int? {
    var sum = 0
    for input in inputs {
      guard case .video(let video) = input else { continue }
      guard let count = video.info.frameCount else { return nil }
      sum += count
    }
    return sum
  }

  /// Whether people have to be found in pictures.
  public var needsDetection: Bool {
    inputs.contains { if case .video = $0 { true } else { false } }
  }

  /// The keypoints of all recordings in their order.
  ///
  /// - Parameters:
  ///   - assets: the models; needed where there are videos.
  ///   - isCancelled: asked between frames; what was found until then is the result.
  ///   - onFrame: called with the number of frames that are done in all videos together.
  /// - Throws: `FileError` and `DetectionError`.
  public func keypoints(
    assets: DetectionAssets?, isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: (Int) -> Void = { _ in }
  ) throws -> [KeypointRecording] {
    var videos: [(place: Int, video: VideoAnalysis)] = []
    for (place, input) in inputs.enumerated() {
      if case .video(let video) = input { videos.append((place, video)) }
    }
    var found: [Int: KeypointRecording] = [:]
    if !videos.isEmpty, let assets {
      let outcomes = try ViewReading(
        videos.map(\.video), names: videos.map { names[$0.place] }, jobs: settings.jobs
      ).outcomes(
        detectors: DetectorPool(assets: assets, options: settings.detection, for: .video),
        isCancelled: isCancelled, onFrame: onFrame)
      for ((place, _), outcome) in zip(videos, outcomes) { found[place] = outcome.keypoints }
    }
    var recordings: [KeypointRecording] = []
    for (place, input) in inputs.enumerated() {
      if case .keypoints(let frames) = input {
        recordings.append(try recording(of: frames, place))
      } else if let recording = found[place] {
        recordings.append(recording)
      }
    }
    return recordings
  }

  private func recording(
    of frames: [KeypointFrame], _ place: Int
  ) throws(FileError) -> KeypointRecording {
    let path = settings.paths[place]
    guard let first = frames.first, frames.allSatisfy(\.isSizeKnown) || hasCalibration(place) else {
      throw FileError(
        .unsuitable, path: path,
        frames.isEmpty
          ? "it contains no frame"
          : "how large the images are isn't in it, and no calibration of the camera was given")
    }
    var choice = CameraChoice()
    choice.diagonalFieldOfView = settings.diagonalFieldOfView
    let stated = Self.calibration(
      of: place, among: settings.calibrations, settings.rig, members)
    let isSized = frames.allSatisfy(\.isSizeKnown)
    let camera =
      isSized || stated == nil
      ? try choice.camera(
        forWidth: first.picture.width, height: first.picture.height, stated: stated)
      : stated?.color
    guard let camera else { preconditionFailure("a size or a calibration is known") }
    let rate = settings.frameRate ?? 1
    let ordered = frames.sorted { $0.index < $1.index }
    try Self.checkSpan(of: ordered, rate: rate, path: path)
    return KeypointRecording(
      name: names[place], camera: camera,
      frames: try ordered.map { frame throws(FileError) in
        let size = frame.picture
        guard !isSized || size.width == first.picture.width && size.height == first.picture.height
        else {
          throw FileError(
            .mismatch, path: path,
            "image \(frame.index) has \(size.width)×\(size.height) pixels, and image \(first.index) "
              + "\(first.picture.width)×\(first.picture.height): one camera's images have one size"
          )
        }
        return .init(
          index: frame.index, time: Double(frame.index) / rate,
          people: frame.people.map { $0.sized(as: camera) })
      })
  }

  /// The longest recording of keypoints, in seconds: six hours; chosen.
  private static let longest = 21_600.0

  /// The latest time of a frame in seconds; chosen, as journals have it.
  private static let latest = 1e9

  /// Throws for images whose numbers are farther apart than a recording is long, or are no numbers of a recording.
  private static func checkSpan(
    of frames: [KeypointFrame], rate: Double, path: String
  ) throws(FileError) {
    guard let first = frames.first, let last = frames.last else { return }
    guard max(abs(Double(first.index)), abs(Double(last.index))) / rate <= latest else {
      throw FileError(
        .unsuitable, path: path,
        "its images' numbers go from \(first.index) to \(last.index), and at "
          + String(format: "%g images a second at most %g can be read. ", rate, latest * rate)
          + "Check the numbers")
    }
    let span = (Double(last.index) - Double(first.index)) / rate
    guard span <= longest else {
      throw FileError(
        .unsuitable, path: path,
        "its images' numbers go from \(first.index) to \(last.index), "
          + String(
            format: "which are %.3g hours at %g images a second: at most %g hours can be read. ",
            span / 3600, rate, longest / 3600) + "Check the numbers")
    }
  }

  private func hasCalibration(_ place: Int) -> Bool {
    Self.calibration(
      of: place, among: settings.calibrations, settings.rig, members) != nil
  }
}

extension Pose2D {
  /// The same keypoints in a picture of a camera's size, where their own was a guess.
  fileprivate func sized(as camera: Camera) -> Pose2D {
    var pose = self
    (pose.imageWidth, pose.imageHeight) = (camera.width, camera.height)
    return pose
  }
}
