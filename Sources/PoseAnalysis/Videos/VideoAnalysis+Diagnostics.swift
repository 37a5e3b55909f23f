internal import PoseDetection
internal import PoseDocuments
internal import Foundation
internal import Kinematics
internal import PoseMotion
internal import Pose3D
internal import PoseVideo

extension VideoAnalysis {
  /// The error that no frame lies in the part that was asked for.
  func nothingRead() -> FileError {
    let seconds = { (word: String, time: Double?) in
      time.map { String(format: " %@ %.2f s", word, $0) } ?? ""
    }
    let part = seconds("from", settings.reading.from) + seconds("to", settings.reading.to)
    let length = info.duration.map { String(format: "; the video is %.2f s long", $0) } ?? ""
    return FileError(.damaged, path: settings.path, "no frame was read\(part)\(length)")
  }

  /// The diagnostics about the counts.
  func diagnostics(on tally: VideoTally, frames: Int) -> [Diagnostic] {
    var diagnostics =
      view.diagnostics + Self.diagnostics(on: tally.report, path: settings.path)
      + depthDiagnostics(tally)
    if tally.tooLittleSeen > 0 {
      diagnostics.append(
        "too little of a person was seen to measure them in \(tally.tooLittleSeen) of \(frames) frames."
      )
    }
    if tally.unsolved > 0 {
      let reason = view.camera.refusal(.noSolution, statedIn: view.cameraPlace)
      diagnostics.append("in \(tally.unsolved) of \(frames) frames \(reason).")
    }
    return diagnostics
  }

  /// The diagnostics about the use of depth maps, over all skeletons.
  private func depthDiagnostics(_ tally: VideoTally) -> [Diagnostic] {
    let name = settings.depthPath ?? settings.path
    let refused = tally.depthUses.filter { $0.use.refusal != nil }
    var diagnostics: [Diagnostic] = []
    // The most frequent sentence; of two, the earlier.
    let most = refused.map(\.count).max()
    if let usual = refused.first(where: { $0.count == most })?.use.refusal {
      let count = refused.reduce(0) { $0 + $1.count }
      diagnostics.append(
        "\(count) of \(tally.skeletons) skeletons were estimated without depth: \(name) \(usual)"
      )
    }
    if settings.measurement.bodyHeight == nil,
      tally.depthUses.contains(where: { $0.use == .relative })
    {
      diagnostics.append(BodyPose.DepthUse.relativeDiagnostic(name))
    }
    return diagnostics
  }

  /// The diagnostics about errors in a file.
  static func diagnostics(on report: VideoReport, path: String) -> [Diagnostic] {
    func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
    var diagnostics: [Diagnostic] = []
    if report.corruptPackets > 0 {
      let packets =
        report.corruptPackets == 1 ? "1 packet is" : "\(report.corruptPackets) packets are"
      diagnostics.append("\(path): \(packets) damaged and left out.")
    }
    if report.interruptions > 0 {
      let places = report.interruptions == 1 ? "1 place" : "\(report.interruptions) places"
      diagnostics.append(
        "\(path): something is missing in \(places); the pictures that follow may show it.")
    }
    if report.isTruncated {
      diagnostics.append(
        "\(path): the file ends before it should; these are the \(frames(report.frames)) it has.")
    }
    if report.framesOutOfOrder > 0 {
      diagnostics.append(
        "\(path): \(frames(report.framesOutOfOrder)) left out, whose time is not later than that of the one before."
      )
    }
    if report.resizedFrames > 0 {
      diagnostics.append(
        "\(path): \(frames(report.resizedFrames)) of another size than the first, scaled to it.")
    }
    if report.framesWithoutDepth > 0 {
      diagnostics.append("\(path): \(frames(report.framesWithoutDepth)) without a depth map.")
    }
    return diagnostics
  }

  /// The diagnostics for settings without the effect that a user may expect, and for a video
  /// without people.
  func settingDiagnostics(_ result: VideoResult) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let every = Double(settings.reading.every)
    let rate = info.frameRate.map { $0 / every }
    if case .butterworth(let cutoff) = settings.measurement.motion.smoothing, let rate,
      cutoff >= rate / 2
    {
      diagnostics.append(
        "\(setting: .smoothing) \(String(format: "%g", cutoff)): \(String(format: "%g", rate)) frames a second show nothing above \(String(format: "%g", rate / 2)) Hz, and positions are not smoothed."
      )
    }
    if let stated = settings.reading.frameRate, rate != stated / every {
      diagnostics.append(
        "\(settings.path): has times of its own, and \(setting: .frameRate) is not used.")
    }
    diagnostics += cutDiagnostics(result.sequence.recording)
    let frames = result.sequence.recording.frames.count
    if result.sequence.people.isEmpty, frames > 0, result.leftOut == 0 {
      diagnostics.append(
        PictureAnalysis.nobodyFound(
          in: "\(settings.path) (\(frames) \(frames == 1 ? "frame" : "frames"))"))
    }
    return diagnostics
  }

  /// The diagnostic about a video that was cut.
  private func cutDiagnostics(_ recording: PoseRecording) -> [Diagnostic] {
    let times = recording.frames.filter(\.startsShot).map { String(format: "%.2f s", $0.time) }
    guard !times.isEmpty else { return [] }
    let most = 5
    let places =
      times.prefix(most).joined(separator: ", ")
      + (times.count > most ? " and \(times.count - most) more" : "")
    let level =
      recording.world?.source == .camera
      ? " The camera may stand elsewhere after a cut; it is taken for level." : ""
    return [
      "\(settings.path): the video is cut at \(places). No person is followed across a cut: the people of each shot have numbers of their own.\(level)"
    ]
  }
}
