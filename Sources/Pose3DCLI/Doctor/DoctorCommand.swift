import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDetection
import Foundation
import PoseImaging
import Kinematics
import Pose3D
import PoseBoards
import PoseDrawing
import PoseVideo
import PoseWorkers

/// `pose3d doctor`: what is installed, what is missing, and how to mend it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Says which libraries, runtime and models were found, and how to mend what is missing.",
    discussion: "Exits with 0 when everything is there, with 69 when something is missing.")

  func run() throws {
    let terminal = Terminal.standardOutput
    terminal.write("pose3d \(Pose3DCommand.version)", style: .heading)
    if let problem = LinearAlgebra.problem {
      terminal.write([("missing", .error), (" linear algebra: \(problem)", .plain)])
      throw ExitCode(Failure.Code.unavailable.rawValue)
    }
    let (usable, all) = (Processors.count, ProcessInfo.processInfo.processorCount)
    found(
      "processors", "\(usable)" + (usable < all ? " of \(all), which this process may use" : ""))
    found("LAPACKE, OpenBLAS", LinearAlgebra.libraryDescription)
    for library in CodecLibrary.all {
      found(library.name, library.version ?? "linked (it doesn't tell its version)")
    }
    found("cairo", PoseOverlay.libraryVersion)
    if let version = VideoReader.libraryVersion {
      found("FFmpeg", version)
    } else {
      note("FFmpeg's libraries can't be loaded, so no videos are read or written; scripts/setup")
    }
    if let problem = LiveReader.cameraProblem {
      note("cameras of this machine can't be read: \(problem)")
    } else {
      found("cameras", "by FFmpeg's libavdevice")
    }
    if let problem = AprilTags.problem {
      note("AprilGrids can't be printed or found, nor ChArUco boards found: \(problem)")
    } else {
      found("AprilTag", "for calibration boards")
    }
    found("lifting network", "built in, \(Lifter.networkDescription)")
    if let folder = Installation.cacheFolder {
      found("cache folder", folder)
    } else {
      note("no cache folder can be written; models are compiled at every start")
    }
    do {
      try reportDetection()
    } catch let error as DetectionError {
      terminal.write([("missing", .error), (" detection: \(error)", .plain)])
      throw ExitCode(Failure.Code.unavailable.rawValue)
    }
    terminal.write("Everything is there.")
    do {
      try terminal.checkWritten(as: "the standard output")
    } catch {
      throw error.report()
    }
  }

  /// Runtime and models; that they work is seen by running them on an empty picture.
  private func reportDetection() throws {
    let assets = try DetectionAssets.forCommand()
    let inventory = try assets.inventory()
    found("OpenVINO", "\(inventory.runtimeVersion), \(inventory.runtimeLibrary.path)")
    if let count = inventory.verifiedCount {
      found("digests", "all \(count) libraries and models are as they were installed")
    } else {
      note("there is no stamp of scripts/setup beside the models to compare them with")
    }
    if inventory.readsONNX {
      found("ONNX reader", "for your top-down models")
    } else {
      note("your ONNX models can't be read; scripts/setup installs what is missing for them")
    }
    for model in inventory.models { found("model", "\(model.path), \(model.byteCount) bytes") }
    let empty = ColorImage(
      width: 64, height: 64, pixels: Array(repeating: 0, count: 3 * 64 * 64))
    try reportBodies(assets, model: .full, on: empty)
    found("bodies", "both models compile and run")
    try reportHands(assets, on: empty)
    if assets.heavyLandmarkModel == nil {
      note(
        "the heavy landmark model is not installed, so the full one is used, which is less exact: "
          + "scripts/setup --heavy")
    } else {
      try reportBodies(assets, model: .heavy, on: empty)
      found("heavy body model", "compiles and runs")
    }
  }

  private func reportBodies(
    _ assets: DetectionAssets, model: BodyModel, on picture: ColorImage
  ) throws {
    var options = BodyPoseDetector.Options()
    options.model = model
    options.cacheFolder = Installation.cacheFolder
    _ = try BodyPoseDetector(assets: assets, options: options).poses(in: picture)
  }

  private func reportHands(_ assets: DetectionAssets, on picture: ColorImage) throws {
    var options = HandPoseDetector.Options()
    options.cacheFolder = Installation.cacheFolder
    _ = try HandPoseDetector(assets: assets, options: options).hands(in: picture)
    found("hands", "both models compile and run")
  }

  /// Something that may be missing.
  private func note(_ words: String) {
    Terminal.standardOutput.write([("note   ", .warning), (" \(words)", .plain)])
  }

  private func found(_ what: String, _ details: String) {
    let name = what.padding(toLength: 18, withPad: " ", startingAt: 0)
    Terminal.standardOutput.write([("found  ", .good), (" \(name) \(details)", .plain)])
  }
}
