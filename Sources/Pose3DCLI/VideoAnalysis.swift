import DepthIO
import Detection
import Documents
import Foundation
import Geometry
import Imaging
import Kinematics
import Motion
import Pose3D
import Synchronization
import Video

/// A video on its way to a recording of the people in it.
struct VideoAnalysis {
  /// What is read, and how it is looked at.
  struct Settings {
    var path: String
    var depthPath: String?
    var cameraFile: CameraFile?
    var diagonalFieldOfView: Double?
    var bodyHeight: Double?
    var detector = BodyPoseDetector.Options()
    var reading = VideoReader.Options()
    var jobs = 1
  }

  /// What was found.
  struct Result {
    var recording: PoseRecording
    /// Whether the video was read to its end.
    var isComplete: Bool
    var report: VideoReport
    /// What the user should know, a sentence each.
    var warnings: [String]
  }

  let settings: Settings
  let info: VideoInfo
  let view: VideoView

  /// The depth maps in which the floor is looked for.
  private static let floorFrames = 8
  /// Seconds that are looked at again when a run is resumed, so that the tracker is where it was.
  private static let warmUp = 1.0

  /// Opens the video.
  init(_ settings: Settings) throws {
    self.settings = settings
    let reader = try Self.reader(settings)
    info = reader.info
    let depthPath = settings.depthPath ?? settings.path
    var view = try VideoView(
      of: info, path: settings.path, depthPath: depthPath, cameraFile: settings.cameraFile,
      diagonalFieldOfView: settings.diagonalFieldOfView)
    guard info.depthSize != nil || settings.reading.depth.depthUnit == nil else {
      throw Failure(
        code: .usage,
        message: "--depth-scale is about depth maps, and \(settings.path) has none: give them with "
          + "--depth")
    }
    if info.depthSize != nil {
      var maps: [DepthMap] = []
      for _ in 0..<Self.floorFrames {
        guard let frame = try reader.next() else { break }
        if let depth = frame.depth { maps.append(try view.registered(depth)) }
      }
      view.findFloor(in: maps)
    }
    self.view = view
  }

  private static func reader(_ settings: Settings, from: Double? = nil) throws(FileError)
    -> VideoReader
  {
    var options = settings.reading
    options.threads = settings.jobs
    if let from { options.from = max(options.from ?? 0, from) }
    return try VideoReader(
      contentsOf: settings.path, depth: settings.depthPath, options: options)
  }

  /// Looks at all frames.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - done: the frames of an earlier run, which are taken as they are.
  ///   - journal: where frames are kept in case of an interruption.
  ///   - onFrame: called with the number of frames that are done.
  func run(
    assets: DetectionAssets, after done: [PoseRecording.Frame], journal: VideoJournal?,
    onFrame: (Int) -> Void
  ) throws -> Result {
    let last = done.last
    let reader = try Self.reader(settings, from: last.map { $0.time - Self.warmUp })
    let tracker = BodyPoseTracker(
      detector: try BodyPoseDetector(assets: assets, options: settings.detector))
    var frames = done
    var identities = ResumedIdentities(after: done)
    var (tooLittleSeen, uses) = (0, [BodyPose.DepthUse]())
    var isBroken: FileError?
    let problem = Mutex<FileError?>(nil)
    let pipeline = VideoPipeline(
      reader: reader, tracker: tracker,
      lift: lift(problem: { error in
        problem.withLock { $0 = $0 ?? error }
      }), jobs: settings.jobs)
    try pipeline.run(isStopped: { Interruption.count > 0 }) { lifted in
      var frame = lifted.frame
      guard identities.rename(&frame, isKnown: last.map { frame.index <= $0.index } ?? false)
      else { return }
      frames.append(frame)
      tooLittleSeen += lifted.tooLittleSeen
      uses += lifted.depthUses
      try journal?.add(frame)
      if frames.count.isMultiple(of: 30) { try journal?.flush() }
      onFrame(frames.count)
    }
    isBroken = problem.withLock { $0 }
    if let isBroken { throw isBroken }
    try journal?.flush()
    var warnings = view.warnings + Self.warnings(on: reader.report, path: settings.path)
    warnings += depthWarnings(uses)
    if tooLittleSeen > 0 {
      warnings.append(
        "too little of a person was seen to lift them in \(tooLittleSeen) of \(frames.count) frames."
      )
    }
    return Result(
      recording: PoseRecording(frames: frames, camera: view.camera, gravity: view.gravity),
      isComplete: Interruption.count == 0, report: reader.report, warnings: warnings)
  }

  /// What makes skeletons of a frame's 2D poses.
  private func lift(
    problem: @escaping @Sendable (FileError) -> Void
  ) -> @Sendable (VideoPipeline.TrackedFrame) -> LiftedFrame {
    var options = Lifter.Options()
    options.bodyHeight = settings.bodyHeight
    options.gravity = view.gravity
    let (lifter, view) = (Lifter(options: options), view)
    return { tracked in
      var depth: DepthMap?
      do throws(FileError) {
        depth = try tracked.frame.depth.map { (map) throws(FileError) in
          try view.registered(map)
        }
      } catch {
        problem(error)
      }
      var (people, missing, uses) = ([PoseObservation](), 0, [BodyPose.DepthUse]())
      for pose in tracked.poses {
        guard let body = try? lifter.bodyPose(from: pose, camera: view.camera, depth: depth) else {
          missing += 1
          continue
        }
        people.append(PoseObservation(body, id: pose.id))
        uses.append(body.depthUse)
      }
      return LiftedFrame(
        frame: .init(index: tracked.frame.index, time: tracked.frame.time, people: people),
        tooLittleSeen: missing, depthUses: uses)
    }
  }

  // MARK: Warnings

  private func depthWarnings(_ uses: [BodyPose.DepthUse]) -> [String] {
    let name = settings.depthPath ?? settings.path
    let refused = uses.compactMap(\.refusal)
    var sentences: [String] = []
    if let first = refused.first {
      // The sentence that was said most often; of two, the earlier.
      let counts = Dictionary(grouping: refused) { $0 }.mapValues(\.count)
      let most = counts.values.max()
      let usual = refused.first { counts[$0] == most } ?? first
      sentences.append(
        "\(refused.count) of \(uses.count) skeletons were lifted without depth: \(name) \(usual)")
    }
    if settings.bodyHeight == nil, uses.contains(.relative) {
      sentences.append(
        "\(name): its unit is not known: it gives the body's shape, and height stays the reference "
          + "of 1.8 m (--height says otherwise).")
    }
    return sentences
  }

  /// What went wrong in a file, in words.
  static func warnings(on report: VideoReport, path: String) -> [String] {
    func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
    var sentences: [String] = []
    if report.corruptPackets > 0 {
      let packets =
        report.corruptPackets == 1 ? "1 packet is" : "\(report.corruptPackets) packets are"
      sentences.append("\(path): \(packets) damaged and left out.")
    }
    if report.isTruncated {
      sentences.append(
        "\(path): the file ends before it should; these are the \(frames(report.frames)) it has.")
    }
    if report.framesOutOfOrder > 0 {
      sentences.append(
        "\(path): \(frames(report.framesOutOfOrder)) left out, whose time is not later than that "
          + "of the one before.")
    }
    if report.resizedFrames > 0 {
      sentences.append(
        "\(path): \(frames(report.resizedFrames)) of another size than the first, scaled to it.")
    }
    if report.framesWithoutDepth > 0 {
      sentences.append("\(path): \(frames(report.framesWithoutDepth)) without a depth map.")
    }
    return sentences
  }
}

/// Who is who when a run goes on: the tracker counts from 0 again, and the people whom it sees in the
/// last frames of the earlier run are those who were there.
private struct ResumedIdentities {
  /// The people of the earlier run's last frames, by frame.
  private var known: [Int: [PoseObservation]] = [:]
  private var names: [Int: Int] = [:]
  private var next = 0

  /// How far somebody may be from where they were measured before, in metres.
  private static let reach = 0.5

  init(after frames: [PoseRecording.Frame]) {
    next = (frames.lazy.flatMap(\.people).compactMap(\.id).max() ?? -1) + 1
    for frame in frames.suffix(300) { known[frame.index] = frame.people }
  }

  /// Gives the people of a frame the numbers that they have had, or new ones. Returns whether the
  /// frame is new; one of the earlier run is only looked at.
  mutating func rename(_ frame: inout PoseRecording.Frame, isKnown: Bool) -> Bool {
    for index in frame.people.indices {
      guard let id = frame.people[index].id else { continue }
      if isKnown {
        let root = frame.people[index].positions[.root]
        let nearest = (known[frame.index] ?? []).min {
          ($0.positions[.root] - root).length < ($1.positions[.root] - root).length
        }
        if let nearest, (nearest.positions[.root] - root).length < Self.reach,
          let name = nearest.id
        {
          names[id] = name
        }
        continue
      }
      if names[id] == nil {
        names[id] = next
        next += 1
      }
      frame.people[index].id = names[id]
    }
    return !isKnown
  }
}
