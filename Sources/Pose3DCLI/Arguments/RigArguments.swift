import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseMotion

/// The options of a command that takes the videos of several cameras.
struct RigArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the cameras are: a calibration of Pose2Sim or Anipose (TOML), Qualisys (.qca.txt) or pose3d "
        + "(pose3d.rig/1, from pose3d cameras).", valueName: "file"))
  var cameras: String?

  @Option(
    help: ArgumentHelp(
      "Which camera took each video, by the names in --cameras. Without it: the camera whose name is in "
        + "the video's or its folder's name, else their order.", valueName: "name,name,…",
      visibility: .hidden))
  var cameraNames: String?

  @Option(
    help: ArgumentHelp(
      "How the videos' clocks run: auto, by the movement of the people; none, alike; or a file of pose3d "
        + "cameras sync.", valueName: "auto, none or file"))
  var sync = "auto"

  /// Throws when the options don't fit the videos, or others that one video has.
  func check(videos: [String], _ command: VideoCommand) throws {
    guard cameras != nil else {
      if videos.count > 1 {
        throw ValidationError(
          "\(videos.count) videos: --cameras FILE states where their cameras were. For videos that "
            + "have nothing to do with each other there is pose3d batch.")
      }
      if sync != "auto" { throw ValidationError("--sync is about --cameras: give that too.") }
      if cameraNames != nil {
        throw ValidationError("--camera-names is about --cameras: give that too.")
      }
      return
    }
    if videos.count < 2 {
      throw ValidationError("--cameras is for two videos or more: name one for each camera.")
    }
    let others: [(String, Bool)] = [
      ("--camera", command.camera.camera != nil), ("--fov", command.camera.fov != nil),
      ("--resume", command.resume),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError("\(name) is for one video; --cameras sets it for several.")
    }
    if let option = command.vertical.first {
      throw ValidationError(
        "\(option) is for one video: of several, --cameras states which way is down.")
    }
    if command.slow.slowMotion != nil {
      throw ValidationError(
        "--slow-motion is for one video; of several, how slowly each plays is taken from its file.")
    }
    if !command.depth.isEmpty && command.depth.count != videos.count {
      throw ValidationError(
        "--depth is given \(command.depth.count == 1 ? "once" : "\(command.depth.count) times") for \(videos.count) videos: give it for each of them, in their order, and --depth none for one without depth maps."
      )
    }
  }

  /// The settings for the analysis of several videos.
  func settings(
    videos: [String], as video: VideoAnalysis.Settings, _ command: VideoCommand
  ) throws -> MultiViewAnalysis.Settings {
    var settings = MultiViewAnalysis.Settings(
      paths: videos, rig: try CameraRigFile(contentsOf: (cameras ?? "").readablePath))
    settings.video = video
    if !command.depth.isEmpty { settings.depthPaths = command.depthPaths }
    settings.cameraNames = cameraNames.map {
      $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    switch sync {
    case "auto": settings.synchronization = .byMovement
    case "none": settings.synchronization = .alike
    default:
      let path = sync.readablePath
      settings.synchronization = .given(try ClockDocument(contentsOf: path), path: path)
    }
    return settings
  }
}
