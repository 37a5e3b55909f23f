internal import Foundation
internal import Kinematics
internal import Pose3D
internal import PoseDetection
internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging
internal import PoseMotion
internal import PoseVideo

extension VideoAnalysis {
  /// The error that no frame lies in the part that was asked for.
  func nothingRead() -> FileError {
    let seconds = { (word: String, time: Double?) in
      time.map { String(format: " %@ %.2f s", word, $0) } ?? ""
    }
    let part = seconds("from", settings.reading.from) + seconds("to", settings.reading.to)
    let length =
      info.duration.map { String(format: "; the video is %.2f s long", $0 * info.slowMotion) } ?? ""
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
        "\(path): something is missing in \(places); the images that follow may show it.")
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
    if report.lateDepthMaps > 0 {
      diagnostics.append(
        "\(path): the depth of \(frames(report.lateDepthMaps)) is left out: none of the first eight has a map."
      )
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
    if let stated = settings.reading.frameRate, rate != stated * info.slowMotion / every {
      diagnostics.append(
        "\(settings.path): has times of its own, and \(setting: .frameRate) is not used.")
    }
    diagnostics += [speedDiagnostic].compactMap { $0 }
    if settings.reading.slowMotion == nil, let possible = info.possibleSlowMotion,
      let rate = info.captureRate
    {
      diagnostics.append(
        "\(settings.path): was filmed at \(rate.short) frames a second and has \((info.frameRate ?? 0).short). If it plays slower than life, \(setting: .slowMotion) \(possible.short) corrects all times."
      )
    }
    diagnostics += cutDiagnostics(result.sequence.recording)
    diagnostics += [turnDiagnostic(result.sequence.recording)].compactMap { $0 }
    let frames = result.sequence.recording.frames.count
    if result.sequence.people.isEmpty, frames > 0, result.leftOut == 0 {
      diagnostics.append(
        PictureAnalysis.nobodyFound(
          in: "\(settings.path) (\(frames) \(frames == 1 ? "frame" : "frames"))"))
    }
    return diagnostics
  }

  /// The diagnostic about a video whose file states that it plays slower or faster than life.
  var speedDiagnostic: Diagnostic? {
    guard settings.reading.slowMotion == nil, info.slowMotion != 1, let rate = info.captureRate
    else { return nil }
    return
      "\(settings.path): filmed at \(rate.short) frames a second, it plays \(info.speedWords). All times are those of the motion."
  }

  /// The diagnostic about a camera that turns.
  private func turnDiagnostic(_ recording: PoseRecording) -> Diagnostic? {
    guard let angle = recording.largestTurn else { return nil }
    let turned = angle * 180 / .pi
    let degrees = String(format: turned < 0.95 ? "%.1f°" : "%.0f°", turned)
    let turning: Diagnostic =
      "\(settings.path): the camera turns by \(degrees). The background shows how, and it is allowed for: joints are in the camera's frame at the first frame."
    guard recording.camera?.source == .assumed else { return turning }
    return turning
      + " The turn depends on the field of view, which is assumed: paths look bent if it is another one (\(setting: .fieldOfView))."
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

extension VideoInfo {
  /// "8 times slower than life".
  var speedWords: String {
    slowMotion > 1
      ? "\(slowMotion.short) times slower than life"
      : "\((1 / slowMotion).short) times faster than life"
  }
}

extension Double {
  /// With three digits.
  fileprivate var short: String { String(format: "%.3g", self) }
}

/// Doubts about the motion of people, as diagnostics.
extension PoseSequence {
  /// The share of a person's frames from which on the side that they face is a close call. The full
  /// model flips a real man on a beam in 34 to 38 of 100 frames of one view. With the motion of the
  /// other frames alone, he comes out the wrong way as easily as the right one.
  private static let maximumTurned = 0.2

  /// The sentences; empty if there is no doubt.
  ///
  /// - Parameter effort: how they were looked at, which the sentences say how to better.
  func doubts(after effort: DetectionEffort) -> [Diagnostic] {
    presenceDoubts + sideDoubts(after: effort) + groundingDoubts
  }

  /// The people of whom it is doubtful that they are there, and those who were left out, as sentences.
  var presenceDoubts: [Diagnostic] {
    leftOut.map { id in
      "person \(id): left out as probably no person: the detector was unsure, and the joints jump about or are seen for a moment only."
    }
      + people.compactMap { person in
        guard let presence = presence(of: person) else { return nil }
        if presence.isFaint {
          return
            "person \(person.id): perhaps no person, or one of whom too little is seen: the median confidence is \(String(format: "%.2f", presence.confidence)) in \(presence.count) \(presence.count == 1 ? "frame" : "frames"), where people who are seen well have 0.95 and more."
        }
        guard presence.isJumping, let speed = presence.speed else { return nil }
        return
          "person \(person.id): perhaps no person, or one whose joints aren't found: in a quarter of the images they move by more than \(String(format: "%.1f", speed)) m/s in the mean, where those of people who are seen well stay below 1.5."
      }
  }

  /// The people whose feet can't stand still where they seem to, as sentences.
  var groundingDoubts: [Diagnostic] {
    if recording.isCameraMoving {
      return [
        "the camera moves: feet that rest move in its frame, so contacts are listed, but change nothing, and how far people go isn't known."
      ]
    }
    return people.filter { $0.grounding == .contradicted }.map { person in
      "person \(person.id): the feet don't stand still where they seem to rest, as on a treadmill or before a moving camera; contacts are listed, but change nothing"
    }
  }

  private func sideDoubts(after effort: DetectionEffort) -> [Diagnostic] {
    people.compactMap { person in
      let turned = Set(
        repairs.filter { $0.person == person.id && $0.kind == .swappedSides }.map(\.frame)
      ).count
      let frames = person.states.count { $0 != nil }
      guard Double(turned) >= Self.maximumTurned * Double(max(frames, 1)), turned > 2 else {
        return nil
      }
      let doubt: Diagnostic =
        "person \(person.id): left and right are uncertain: in \(turned) of \(frames) frames they were swapped against the others, and which are right is a close call."
      let remedy: Diagnostic =
        effort == .fast
        ? " The heavy model (\(setting: .effort) standard) errs less, and so does a view from another side."
        : " A view from another side errs less."
      return doubt + remedy
    }
  }
}
