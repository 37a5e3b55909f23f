internal import PoseWorkers
import PoseAnalysis
import CPose3D
import DepthIO
import PoseDetection
import PoseDocuments
import Foundation
import Synchronization
import PoseImaging
import Kinematics
import PoseMotion
import Pose3D
import PoseFiles
import PoseVideo

/// The object behind an estimator's handle: models, loaded by the first image, and the lock for
/// their use.
final class Estimator: Sendable {
  private static let names = [
    "people", "effort", "model", "min_confidence", "keypoint_layout", "models", "runtime",
    "openblas",
  ]

  /// The finder, made by the first picture; locked while it is at work.
  private let finder = Mutex<UncheckedTransfer<BodyFinder>?>(nil)
  private let detection: DetectionOptions
  private let folders: (models: String, runtime: String)?

  init(_ text: UnsafePointer<CChar>?) throws(Refusal) {
    try Self.refuseInForkedChild()
    let options = try CallOptions(text, names: Self.names)
    detection = try Self.detection(options)
    let (models, runtime) = (try options.text("models"), try options.text("runtime"))
    if let models {
      guard FolderListing.isFolder(models) else {
        throw Refusal(option: "models \(models): there is no such folder")
      }
      let beside = FileNames.folder(of: models) + "/openvino"
      folders = (models, runtime ?? beside)
    } else if runtime != nil {
      throw Refusal(option: "runtime is a folder beside that of the models: give models, too")
    } else {
      folders = nil
    }
    if let library = try options.text("openblas") {
      // A name without a folder is looked for by the system.
      guard !library.contains("/") || FileBytes.isThere(library) else {
        throw Refusal(option: "openblas \(library): there is no such file")
      }
      LinearAlgebra.prefer(library: library)
    }
  }

  private static func detection(_ options: CallOptions) throws(Refusal) -> DetectionOptions {
    var detection = DetectionOptions()
    detection.maximumPeople =
      try options.integer(MeasurementOption.people)
      ?? detection.maximumPeople
    detection.effort = try options.word("effort", as: DetectionEffort.self)
    detection.model = try model(options.text("model"))
    detection.minimumConfidence = try options.number(.minimumConfidence)
    detection.modelLayout = try options.word("keypoint_layout", as: KeypointLayout.self)
    guard detection.modelLayout == nil || detection.model?.isONNX == true else {
      throw Refusal(
        option: "keypoint_layout is about an ONNX model: give the file of one as model")
    }
    return detection
  }

  private static func model(_ name: String?) throws(Refusal) -> BodyModel? {
    switch name {
    case nil: return nil
    case "full": return .full
    case "heavy": return .heavy
    case let path?:
      guard access(path.fileSystemBytes, R_OK) == 0 else {
        throw Refusal(
          .noInput, "noSuchFile",
          "\(path): there is no such model: model is full, heavy or the file of one")
      }
      return .file(path)
    }
  }
}

// MARK: Forked processes

extension Estimator {
  /// The process in which the first estimator was made.
  private static let process = getpid()

  /// Throws in a child of the process in which the first estimator was made. The threads of the
  /// runtime and of linear algebra are not in the child, and a wait for them never ends.
  static func refuseInForkedChild() throws(Refusal) {
    guard process != getpid() else { return }
    throw Refusal(
      .usage, "forkedProcess",
      "this process was forked from one that uses pose3d, whose threads are not in it: start "
        + "new processes, in Python with multiprocessing.get_context(\"spawn\")")
  }
}

// MARK: Pictures

extension Estimator {
  private static let cameraNames = [
    "camera", "camera_text", "camera_name", "intrinsics", "field_of_view", "gravity", "height",
  ]
  private static let arrayNames = cameraNames + ["depth_unit", "name", "depth_name"]
  private static let fileNames =
    cameraNames + [
      "depth", "depth_unit", "own_depth", "depth_confidence", "channel", "keypoints",
      "keypoint_layout", "max_megapixels",
    ]

  /// Measures the people in a picture in memory.
  func analyze(
    _ image: p3_image, depth: p3_depth?, options text: UnsafePointer<CChar>?
  ) throws -> Outcome {
    let options = try CallOptions(text, names: Self.arrayNames)
    var input = PictureInput(
      FileInput(name: try options.text("name") ?? "image", picture: try ColorImage(image)))
    let depthName = try options.text("depth_name") ?? "depth"
    input.depth = try depth.map { FileInput(name: depthName, depth: try DepthSamples($0)) }
    return try analyze(input, options, keypoints: nil)
  }

  /// Measures the people in a file.
  func analyze(file path: String, options text: UnsafePointer<CChar>?) throws -> Outcome {
    let options = try CallOptions(text, names: Self.fileNames)
    var input = PictureInput(
      FileInput(path), depth: try options.text("depth").map { FileInput($0) })
    input.usesOwnDepth = try options.flag("own_depth") ?? true
    input.depthConfidence = try options.text("depth_confidence")
    input.reading.channel = try options.text("channel")
    if let megapixels = try options.integer(ReadingOption.maximumMegapixels) {
      input.reading.pixelLimit = megapixels * 1_000_000
    }
    let layout = try options.word("keypoint_layout", as: KeypointLayout.self)
    let keypoints = try options.text("keypoints").map { KeypointInput($0, layout: layout) }
    return try analyze(input, options, keypoints: keypoints)
  }

  private func analyze(
    _ input: PictureInput, _ options: CallOptions, keypoints: KeypointInput?
  ) throws -> Outcome {
    try Self.refuseInForkedChild()
    try Refusal.checkLinearAlgebra()
    var input = input
    input.reading.depthUnit = try options.depthUnit()
    let measuring = try options.measurement(detection: detection)
    let analysis =
      if let keypoints {
        try PictureAnalysis(of: input, keypoints: keypoints, options: measuring)
      } else {
        try finder.withLock { finder in
          try PictureAnalysis(of: input, options: measuring) { try loaded(&finder) }
        }
      }
    return Outcome(analysis)
  }

  private func loaded(_ finder: inout UncheckedTransfer<BodyFinder>?) throws -> BodyFinder {
    if let finder { return finder.value }
    let made = try BodyFinder(assets: assets(), options: detection)
    guard detection.effort == nil || made.takesEffort else { throw Self.effortRefused }
    finder = UncheckedTransfer(made)
    return made
  }

  private func assets() throws(DetectionError) -> DetectionAssets {
    if let folders {
      try .locate(models: folders.models, runtime: folders.runtime)
    } else {
      try .installed()
    }
  }

  private static let effortRefused = Refusal(
    option: "effort: a PoseNet or an ONNX model makes one pass; leave it out, or use BlazePose")
}

// MARK: Videos

extension Estimator {
  private static let frameNames =
    cameraNames + [
      "depth_unit", "own_depth", "from", "to", "every", "fps", "person", "detail", "jobs", "name",
    ] + CallOptions.motionNames
  private static let videoNames =
    frameNames.filter { $0 != "name" } + ["depth", "annotate", "slow_motion"]

  /// Measures the people in a video. `isWanted` receives the number of frames that are done, and
  /// returns whether to continue.
  func video(
    file path: String, options text: UnsafePointer<CChar>?, isWanted: (Int) -> Bool
  ) throws -> Outcome {
    let options = try CallOptions(text, names: Self.videoNames)
    var settings = try videoSettings(path, options)
    settings.depthPath = try options.text("depth")
    let annotated = try options.text("annotate")
    if let annotated {
      let ending = annotated.split(separator: "/").last?.split(separator: ".").dropFirst().last
      guard VideoWriter.endings.contains(ending.map { $0.lowercased() } ?? "") else {
        throw Refusal(
          option: "annotate is \(annotated): a video is written; name it .mp4, .mov or .mkv")
      }
      let inputs = [path, settings.depthPath, settings.measurement.camera.file?.name].compactMap {
        $0
      }
      _ = try OutputFile(annotated, inputs: inputs)
    }
    let analysis = try VideoAnalysis(settings)
    let detail = try options.detail()
    let found = try result(of: analysis, isWanted: isWanted)
    var doubts: [String] = []
    if let annotated, !found.sequence.recording.frames.isEmpty {
      do {
        try draw(found, analysis, to: annotated, isWanted: isWanted)
      } catch {
        // What was measured isn't lost with the drawing.
        doubts.append("the annotated video isn't written: \(Refusal(error).message)")
      }
    }
    return Outcome(found, of: analysis, detail: detail, doubts: doubts)
  }

  /// Writes the annotated video, until the caller wants no more.
  private func draw(
    _ found: VideoResult, _ analysis: VideoAnalysis, to path: String, isWanted: (Int) -> Bool
  ) throws {
    let count = found.sequence.recording.frames.count
    var isOver = false
    _ = try AnnotatedVideo(of: found, by: analysis).write(
      to: path, isCancelled: { isOver }, onFrame: { _ in isOver = !isWanted(count) })
  }

  /// Measures the people in frames that the caller gives: 1 for a frame, 0 after the last one.
  func video(
    next: @escaping @Sendable (inout p3_frame) -> Int32, options text: UnsafePointer<CChar>?,
    isWanted: (Int) -> Bool
  ) throws -> Outcome {
    let options = try CallOptions(text, names: Self.frameNames)
    let name = try options.text("name") ?? "frames"
    let settings = try videoSettings(name, options)
    let refused = Refused()
    let stream = FrameStream(name: name) { () throws(FileError) in
      var given = p3_frame()
      do {
        switch next(&given) {
        case 0: return nil
        case 1: return try FrameStream.Frame(given)
        default: throw Refusal(.data, "gaveUp", "\(name): who gives the frames gave up")
        }
      } catch {
        refused.refusal = error as? Refusal
        throw FileError(.damaged, path: name, "a frame can't be used: \(error)")
      }
    }
    do {
      let analysis = try VideoAnalysis(of: stream, settings)
      return Outcome(
        try result(of: analysis, isWanted: isWanted), of: analysis, detail: try options.detail())
    } catch {
      throw refused.refusal ?? error
    }
  }

  private func videoSettings(
    _ path: String, _ options: CallOptions
  ) throws -> VideoAnalysis.Settings {
    try Self.refuseInForkedChild()
    try Refusal.checkLinearAlgebra()
    var settings = VideoAnalysis.Settings(path: path)
    settings.measurement = try options.measurement(detection: detection)
    settings.reading.from = try options.number(ReadingOption.from)
    settings.reading.to = try options.number(ReadingOption.to)
    settings.reading.every = try options.integer(ReadingOption.every) ?? 1
    settings.reading.frameRate = try options.number(ReadingOption.frameRate)
    settings.reading.slowMotion = try options.number(ReadingOption.slowMotion)
    settings.reading.usesOwnDepth = try options.flag("own_depth") ?? true
    settings.reading.depth.depthUnit = try options.depthUnit()
    settings.person = try options.integer(ReadingOption.person)
    // One person of all who are followed.
    if settings.person != nil, detection.maximumPeople == 1 {
      settings.measurement.detection.maximumPeople = MeasurementOption.peopleLimit
    }
    guard !detection.effortIsRefused else { throw Self.effortRefused }
    settings.jobs = try options.integer(ReadingOption.jobs) ?? Processors.count
    _ = try options.detail()
    if let from = settings.reading.from, let to = settings.reading.to, from > to {
      throw Refusal(option: "from \(from) is later than to \(to)")
    }
    return settings
  }

  private func result(
    of analysis: VideoAnalysis, isWanted: (Int) -> Bool
  ) throws -> VideoResult {
    let stop = CancellationFlag()
    return try analysis.result(
      assets: try assets(), isCancelled: { stop.isSet },
      onFrame: { if !isWanted($0) { stop.set() } })
  }
}

extension CallOptions {
  fileprivate func detail() throws -> SequenceDetail {
    try word("detail", as: SequenceDetail.self) ?? .standard
  }
}

extension FrameStream.Frame {
  fileprivate init(_ frame: p3_frame) throws(Refusal) {
    let depth = frame.depth.data == nil ? nil : try DepthSamples(frame.depth)
    self.init(time: frame.time, image: try ColorImage(frame.image), depth: depth)
  }
}

/// The reason why a frame was refused, set in one thread and read in another, after it.
private final class Refused: Sendable {
  private let reason = Mutex<Refusal?>(nil)

  var refusal: Refusal? {
    get { reason.withLock { $0 } }
    set { reason.withLock { $0 = newValue } }
  }
}
