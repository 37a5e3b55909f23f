public import DepthIO
public import PoseDetection
public import PoseDocuments
internal import Foundation
internal import PoseGeometry
public import PoseImaging
internal import Kinematics
internal import PoseMotion
internal import Pose3D
public import PoseFiles
internal import PoseVideo
import PoseMultiView

/// One scene filmed by several calibrated cameras: what `pose3d video` does with more than one video.
///
/// People are found in every video by itself; `ViewFusion` then makes one recording of all, in the frame of the
/// first video's camera, whose frames and clock it has. The rest is as with one camera.
public struct MultiViewAnalysis: Sendable {
  /// The source of the videos' clocks.
  public enum Synchronization: Sendable, Equatable {
    /// Alike: the videos begin at the same moment, and the cameras are synchronised.
    case alike
    /// Found from the movement of the people (`ClockFinder`); alike where it shows nothing.
    case byMovement
    /// Given by a document, whose path is for errors: by the cameras' or the files' names, else in
    /// its order.
    case given(ClockDocument, path: String)
  }

  /// The input and the settings of the analysis.
  public struct Settings: Sendable {
    /// The videos; two or more, the first of which the result follows.
    public var paths: [String]
    /// A video file or folder with the depth maps of each video's moments, registered to its pictures; `nil` for
    /// those in the video itself, where there are any.
    public var depthPaths: [String?]
    /// The cameras' places and intrinsics.
    public var rig: CameraRigFile
    /// The camera of each video by its name in the rig; `nil` to tell it from the files' names.
    public var cameraNames: [String]?
    /// The source of the videos' clocks.
    public var synchronization = Synchronization.byMovement
    /// As for one video; its path, depth path and camera are not used.
    public var video: VideoAnalysis.Settings

    /// Videos and their cameras, everything else as usual.
    public init(paths: [String], rig: CameraRigFile) {
      (self.paths, self.rig) = (paths, rig)
      depthPaths = paths.map { _ in nil }
      video = VideoAnalysis.Settings(path: paths.first ?? "")
    }
  }

  /// The settings of reading and analysis.
  public let settings: Settings
  /// The videos, each with its camera; the first stands for all where only one can.
  public let videos: [VideoAnalysis]
  /// The number of frames of all videos together; `nil` if unknown.
  public var frameCount: Int? {
    let counts = videos.compactMap(\.info.frameCount)
    return counts.count == videos.count ? counts.reduce(0, +) : nil
  }
  /// The rig's camera of each video.
  public let members: [CameraRig.Member]
  private let worldGravity: Vector3?
  private let diagnostics: [Diagnostic]
  /// The videos' clocks; `nil` when they are not known beforehand.
  private let givenClocks: [ViewClock]?

  /// The maximum lead or lag of a video's clock, in seconds, for which frames beyond the part that
  /// was asked for are read.
  private static let leeway = 2.0

  /// Opens the videos.
  ///
  /// - Throws: `FileError`: those of `VideoReader`, `mismatch` when a video has no camera in the rig, two have one, or
  ///   a picture has another aspect ratio than its calibration or its depth maps; `depthMissing` when the unit of
  ///   depth maps is stated and no video has any.
  public init(_ given: Settings) throws(FileError) {
    precondition(given.paths.count > 1, "one video has one view")
    precondition(given.depthPaths.count == given.paths.count, "depth maps, or none, for each video")
    settings = given
    try DistinctRecordings.check(given.paths)
    let named = try RigMembers(of: given.paths, in: given.rig, named: given.cameraNames)
    members = named.members
    var diagnostics = named.diagnostics
    switch given.synchronization {
    case .byMovement: givenClocks = nil
    case .alike: givenClocks = given.paths.map { _ in .same }
    case .given(let document, let path):
      let clocks = try document.clocks(
        of: zip(members, given.paths).map { [$0.name, FileNames.stem(of: $1)] }, path: path)
      givenClocks = clocks.clocks
      diagnostics += clocks.diagnostics
    }
    var videos: [VideoAnalysis] = []
    let gravity = given.rig.rig.up.map { -$0 }
    for (place, (path, member)) in zip(given.paths, named.members).enumerated() {
      var one = given.video
      (one.path, one.depthPath) = (path, given.depthPaths[place])
      one.measurement.camera = CameraChoice()
      one.measurement.camera.calibration = CameraFile(name: given.rig.path, color: member.camera)
      one.measurement.camera.gravity = gravity.map { member.cameraFromWorld.rotation * $0 }
      let clock = givenClocks?[place] ?? .same
      if let first = videos.first?.info, one.reading.from != nil || one.reading.to != nil {
        // What is stated is the time that a player of the first one shows.
        var options = given.video.reading
        options.usesOwnDepth = false
        let own = try VideoReader(contentsOf: path, options: options).info.slowMotion
        let local = { (time: Double) in clock.local(time / first.slowMotion) }
        one.reading.from = one.reading.from.map { max(0, local($0) - Self.leeway) * own }
        one.reading.to = one.reading.to.map { (local($0) + Self.leeway) * own }
      }
      videos.append(try Self.opened(one))
    }
    if given.video.reading.depth.depthUnit != nil,
      videos.allSatisfy({ $0.info.depthSize == nil })
    {
      throw FileError(
        .depthMissing, path: given.paths[0],
        "neither it nor another of the videos has depth maps whose unit could be stated",
        remedy: .giveDepth)
    }
    // Else the floor that a depth map shows.
    worldGravity =
      gravity
      ?? zip(videos, members).lazy.compactMap { video, member in
        video.view.vertical.gravity.map { member.cameraFromWorld.rotation.inverse * Vector3($0) }
      }.first
    if worldGravity == nil {
      diagnostics.append(
        "\(given.rig.path): which way is up isn't known: the first camera is taken to be level.")
    }
    (self.videos, self.diagnostics) = (videos, diagnostics)
  }

  /// A video, whether it has depth maps of the unit that was stated for all or none.
  private static func opened(_ settings: VideoAnalysis.Settings) throws(FileError) -> VideoAnalysis
  {
    do {
      return try VideoAnalysis(settings)
    } catch  where error.code == .depthMissing {
      var settings = settings
      settings.reading.depth.depthUnit = nil
      return try VideoAnalysis(settings)
    }
  }

  // MARK: The result

  /// Analyses all frames.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - isCancelled: asked between frames; what was done until then is the result.
  ///   - onFrame: called with the number of frames that are done in all videos together.
  /// - Throws: `FileError` and `DetectionError`.
  public func result(
    assets: DetectionAssets, isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: (Int) -> Void = { _ in }
  ) throws -> VideoResult {
    var detector = settings.video.measurement.detection.detector(for: .video)
    detector.maximumCount = max(detector.maximumCount, CameraRecordings.minimumCandidates)
    let found = try ViewReading(
      videos, names: members.map(\.name), jobs: settings.video.jobs
    ).outcomes(
      detectors: DetectorPool(assets: assets, options: detector),
      isCancelled: isCancelled, onFrame: onFrame)
    return try result(of: found)
  }

  private func result(of found: [ViewReading.Outcome]) throws(FileError) -> VideoResult {
    let keypoints = found.map(\.keypoints)
    let isComplete = found.allSatisfy(\.isComplete)
    guard !keypoints[0].frames.isEmpty else { throw videos[0].nothingRead() }
    let measurement = settings.video.measurement
    var options = ViewFusion.Options()
    options.bodyHeight = measurement.bodyHeight
    options.worldGravity = worldGravity
    let rig = settings.rig.rig
    options.gravitySigma = rig.up == nil ? nil : rig.upSigma
    options.scaleSigma = rig.scaleSigma
    options.rigCovariance = rig.covariance?.of(
      members.compactMap { member in rig.cameras.firstIndex { $0.name == member.name } })
    options.maximumCount = measurement.detection.maximumPeople
    let (clocks, clockDiagnostics) = clocks(of: keypoints)
    let views = keypoints.indices.map { place in
      ViewFusion.View(
        keypoints: keypoints[place], cameraFromWorld: members[place].cameraFromWorld,
        clock: clocks[place], depth: found[place].depthSource)
    }
    let movement = RigMovement(views)
    let fused = ViewFusion(movement.corrected(views), options: options).fused()
    var recording = fused.recording
    if let failure = found.lazy.compactMap({ $0.depth?.failure }).first { throw failure }
    for index in recording.frames.indices {
      recording.frames[index] = recording.frames[index].written
    }
    for (place, path) in settings.paths.enumerated() { recording.views[place].file = path }
    recording = recording.withWrittenVertical
    var sequence = PoseSequence(recording, options: measurement.motion)
    if let person = settings.video.person, !sequence.people.isEmpty {
      sequence = try videos[0].only(person, of: sequence)
    }
    return VideoResult(
      sequence: sequence,
      analyses: sequence.people.map {
        ExerciseAnalysis(of: $0, choice: measurement.exercise, targets: measurement.targets)
      },
      isComplete: isComplete, report: found.map(\.report).reduce(VideoReport(), +),
      diagnostics: diagnostics + videos.dropFirst().compactMap(\.speedDiagnostic)
        + found.flatMap(\.diagnostics) + clockDiagnostics
        + [MirroredView(among: views)].compactMap { $0?.diagnostic(names: members.map(\.name)) }
        + movementDiagnostics(movement) + scaleDiagnostics(fused.scale) + viewDiagnostics(recording)
        + depthDiagnostics(found)
        + sequence.doubts(after: measurement.detection.effort(for: .video)),
      leftOut: 0)
  }

  /// Clocks that are apart by less than this share of the time between frames run alike.
  private static let minimumShift = 0.1

  /// The videos' clocks, and the diagnostics about them.
  private func clocks(
    of keypoints: [KeypointRecording]
  ) -> (clocks: [ViewClock], diagnostics: [Diagnostic]) {
    if let givenClocks { return (givenClocks, []) }
    let estimates = ClockFinder(
      keypoints, cameraFromWorld: members.map(\.cameraFromWorld)
    ).estimates()
    var diagnostics: [Diagnostic] = []
    let interval = keypoints[0].interval ?? 1
    // A clock that agrees at the start may have drifted away by the end.
    let ends = [keypoints[0].frames.first, keypoints[0].frames.last].map { $0?.time ?? 0 }
    /// Whether a clock differs from the first one's by more than its doubt at either end.
    func isApart(_ clock: ViewClock, sigma: Double, rateSigma: Double) -> Bool {
      ends.contains { time in
        abs(clock.local(time) - time)
          > max(Self.minimumShift * interval, 2 * hypot(sigma, rateSigma * time))
      }
    }
    let clocks = zip(estimates, members).map { estimate, member -> ViewClock in
      guard let sigma = estimate.offsetSigma, estimate.doubt == nil else {
        if let doubt = estimate.doubt, case .posesContradict(let clock, let sigma) = doubt {
          diagnostics.append(
            "the clock of camera \(member.name): \(doubt.words). That clock is used; check the cameras' poses."
          )
          return isApart(clock, sigma: sigma, rateSigma: 0) ? clock : .same
        }
        // Where no person moves it doesn't matter.
        if let doubt = estimate.doubt,
          ![.nobodyMoves, .nobodySeen, .firstShowsNobody].contains(doubt)
        {
          diagnostics.append(
            "how the clock of camera \(member.name) runs can't be told (\(doubt.words)): it is taken to run like the first one's."
          )
        }
        return .same
      }
      let (offset, rate) = (estimate.clock.offset, estimate.clock.rate - 1)
      let rateSigma = estimate.rateSigma ?? 0
      guard isApart(estimate.clock, sigma: sigma, rateSigma: rateSigma) else { return .same }
      func words(_ seconds: Double, _ sigma: Double) -> String {
        "\(Int((abs(seconds) * 1000).rounded())) ± \(max(1, Int((sigma * 1000).rounded()))) ms"
      }
      let drift =
        abs(rate) > 2 * rateSigma && abs(rate) > 1e-6
        ? ", and \(rate > 0 ? "gains" : "loses") \(words(60 * rate, 60 * rateSigma)) a minute" : ""
      diagnostics.append(
        "camera \(member.name) runs \(words(offset, sigma)) \(offset > 0 ? "ahead of" : "behind") the first one\(drift), by the movement: that is allowed for."
      )
      return estimate.clock
    }
    return (clocks, diagnostics)
  }

  /// The file of what was found, with what its reader should know; as `VideoAnalysis.document`.
  public func document(
    of result: VideoResult, version: String, detail: SequenceDetail = .standard,
    wording: (Diagnostic) -> String = \.description
  ) -> SequenceDocument {
    var document = videos[0].document(
      of: result, version: version, detail: detail, wording: wording)
    document.cameraFile = settings.rig.path
    return document
  }

  // MARK: What should be known of the views

  private func movementDiagnostics(_ movement: RigMovement) -> [Diagnostic] {
    let names = members.map(\.name)
    return movement.knocks.map { knock in
      let outcome =
        knock.view == nil
        ? " The poses of the calibration count throughout." : " From then on its new pose counts."
      return Diagnostic(verbatim: knock.words(names: names) + outcome)
    } + movement.drifts.map { Diagnostic(verbatim: $0.words(names: names)) }
  }

  /// The change of the calibration's lengths from which on it is reported, as a share.
  private static let reportedScale = 0.01

  private func scaleDiagnostics(_ scale: CalibrationScale?) -> [Diagnostic] {
    guard let scale, scale.isContradictory || abs(scale.factor - 1) > Self.reportedScale
    else { return [] }
    let change = String(format: "%.0f %%", abs(scale.factor - 1) * 100)
    let height = scale.measuredHeight
    let measured = String(format: "%.2f ± %.2f m", height.metres, height.sigma ?? 0)
    let isScaled = abs(scale.factor - 1) > Self.reportedScale
    let outcome =
      "\(settings.rig.path): by its own lengths the person is \(measured) tall; "
      + (isScaled
        ? "by the given height all lengths are \(change) \(scale.factor < 1 ? "shorter" : "longer")."
        : "the given height is another.")
    let doubt =
      " The two contradict each other: is the height this person's, and the calibration these cameras'?"
    return [Diagnostic(verbatim: scale.isContradictory ? outcome + doubt : outcome)]
  }

  private func depthDiagnostics(_ found: [ViewReading.Outcome]) -> [Diagnostic] {
    zip(zip(videos, members), found).compactMap { view, found -> Diagnostic? in
      guard view.0.info.depthSize != nil, found.depth == nil, found.hasDepthWithoutUnit else {
        return nil
      }
      return
        "the unit of camera \(view.1.name)'s depth maps isn't known: with several cameras they can't be used; \(setting: .depthUnit) states it."
    }
  }

  /// The median distance of a camera's keypoints from the joints from which on it doesn't fit, in metres: sound ones
  /// have 1 to 3 cm.
  private static let maximumOffset = 0.06
  /// The share of the skeletons from which on a camera's omission is reported.
  private static let saidShare = 0.1
  /// Cameras that see a scene from within this angle hardly triangulate, in radians.
  private static let minimumAngle = 15 * Double.pi / 180

  private func viewDiagnostics(_ recording: PoseRecording) -> [Diagnostic] {
    let skeletons = recording.frames.reduce(0) { $0 + $1.people.count }
    guard skeletons > 0 else { return [] }
    var diagnostics: [Diagnostic] = []
    for view in recording.views {
      if let offset = view.offset, offset > Self.maximumOffset {
        let centimetres = Int((offset * 100).rounded())
        diagnostics.append(
          "camera \(view.name) doesn't fit the others: joints are \(centimetres) cm from where it shows them. Has it been moved since it was calibrated, or does its clock run differently?"
        )
      }
      if Double(view.refused) > Self.saidShare * Double(skeletons) {
        diagnostics.append(
          "camera \(view.name) was left out in \(view.refused) of \(skeletons) skeletons: it shows too little of the person there, or another person."
        )
      }
      if view.used + view.refused < skeletons / 2 {
        diagnostics.append(
          "camera \(view.name) shows the person in \(view.used + view.refused) of \(skeletons) skeletons only: elsewhere no person is found in it, or none where the other cameras see them. Possible causes are a mirrored video, another scene or a camera that has been moved."
        )
      }
      if view.swapped > 0 {
        diagnostics.append(
          "left and right were swapped in \(view.swapped) of \(skeletons) skeletons of camera \(view.name), and corrected by the other cameras."
        )
      }
    }
    if let angle = widestAngle(of: recording), angle < Self.minimumAngle {
      diagnostics.append(
        "the cameras see the person from within \(Int((angle * 180 / .pi).rounded()))°: how far away joints are they hardly tell."
      )
    }
    return diagnostics
  }

  /// The widest angle at which two cameras see the first person, in radians.
  private func widestAngle(of recording: PoseRecording) -> Double? {
    guard let root = recording.frames.lazy.flatMap(\.people).first?.body.positions[.root] else {
      return nil
    }
    let rays = recording.views.compactMap {
      ($0.cameraFromFrame.inverse.translation - root).normalized
    }
    var widest = 0.0
    for (place, ray) in rays.enumerated() {
      for other in rays[..<place] { widest = max(widest, ray.angle(from: other)) }
    }
    return widest
  }
}

extension Vector3 {
  /// The angle between two directions of length 1, in radians.
  fileprivate func angle(from other: Vector3) -> Double {
    2 * asin(Swift.min((self - other).length / 2, 1))
  }
}
