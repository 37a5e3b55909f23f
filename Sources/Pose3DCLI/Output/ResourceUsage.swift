import Foundation
import Kinematics
import PoseAnalysis
import PoseDetection
import PoseVideo
import PoseWorkers

/// What a command runs with, and the time and memory that it takes: what `--verbose` prints, on standard error.
struct ResourceUsage {
  private let start = ContinuousClock.now

  /// Prints what runs.
  init() {
    var lines = [
      "pose3d \(Pose3DCommand.version), \(Processors.count) processors",
      "linear algebra: \(LinearAlgebra.problem ?? LinearAlgebra.libraryDescription)",
      "FFmpeg: \(VideoReader.libraryVersion ?? "none")",
    ]
    let (folders, _) = Installation.assetFolders()
    if let assets = try? DetectionAssets.locate(in: folders),
      let inventory = try? assets.inventory()
    {
      lines.append("OpenVINO: \(inventory.runtimeVersion), \(inventory.runtimeLibrary.path)")
    } else {
      lines.append("OpenVINO: none")
    }
    lines.append("cache folder: \(Installation.cacheFolder ?? "none")")
    for line in lines { Terminal.standardError.write(line, style: .faint) }
  }

  /// Prints what it took.
  func report() {
    let elapsed = ContinuousClock.now - start
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, whose type differs between systems
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    Terminal.standardError.write(
      String(
        format: "%.2f s, %.2f s of processor time, %.0f MB of memory at most",
        elapsed / .seconds(1), seconds(usage.ru_utime) + seconds(usage.ru_stime),
        Double(usage.ru_maxrss) * Self.residentUnit / 1e6), style: .faint)
  }

  /// Bytes of a unit of `ru_maxrss`.
  #if canImport(Darwin)
  private static let residentUnit = 1.0
  #else
  private static let residentUnit = 1024.0
  #endif
}
