import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDetection
import PoseDocuments
import Foundation
import PoseMotion
import PoseMultiView
import PoseWorkers

/// Recordings of one scene by several cameras, and what is known of the cameras.
struct RecordingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which camera made each recording, by the names in the calibration. Without it: the camera whose "
        + "name is in the file's or its folder's name, else their order.", valueName: "name,name,…")
  )
  var cameraNames: String?

  @Option(
    parsing: .unconditional,
    help: ReadingOption.frameRate.help("number", "Files of keypoints have none."))
  var fps: Double?

  @OptionGroup var detection: EffortArgument

  @OptionGroup var threads: JobsArgument

  func validate() throws { try ReadingOption.frameRate.check(fps) }

  func settings(_ paths: [String]) -> CameraRecordings.Settings {
    var settings = CameraRecordings.Settings(paths: paths.map(\.readablePath))
    settings.cameraNames = cameraNames.map {
      $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    settings.frameRate = fps
    settings.detection.effort = detection.effort
    settings.jobs = threads.number
    return settings
  }

  /// The keypoints, with the progress on stderr. Ends the program when it is interrupted.
  func keypoints(of recordings: CameraRecordings) throws -> [KeypointRecording] {
    Terminal.warn(recordings.diagnostics)
    let assets = recordings.needsDetection ? try DetectionAssets.forCommand() : nil
    Interruption.watch()
    let found = try VideoProgress.showing("read", total: recordings.frameCount) { show in
      try recordings.keypoints(
        assets: assets, isCancelled: { Interruption.count > 0 }, onFrame: show)
    }
    guard Interruption.count == 0 else { throw ExitCode(Interruption.exitCode) }
    return found
  }
}

/// Whether the recordings' clocks are known.
struct ClockArgument: ParsableArguments {
  @Flag(help: "The recordings run alike: their clocks aren't looked for.")
  var synchronized = false
}
