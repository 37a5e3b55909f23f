import DepthIO
import Foundation
import Imaging
import Motion
import PoseFiles
import Video

extension VideoCommand {
  /// The file of what was found, with what its reader should know.
  func document(
    of sequence: PoseSequence, _ analyses: [ExerciseAnalysis], _ analysis: VideoAnalysis,
    _ found: VideoAnalysis.Result
  ) -> SequenceDocument {
    let info = analysis.info
    var warnings = found.warnings
    let rate = info.frameRate.map { $0 / Double(every) }
    if case .butterworth(let cutoff) = sequence.options.smoothing, let rate, cutoff >= rate / 2 {
      warnings.append(
        String(
          format:
            "--smoothing %g: %g frames a second show nothing above %g Hz, and positions are not "
            + "smoothed.", cutoff, rate, rate / 2))
    }
    if let fps, rate != fps / Double(every) {
      warnings.append("\(input): has times of its own, and --fps is not used.")
    }
    if sequence.people.isEmpty, !found.recording.frames.isEmpty {
      let frames = found.recording.frames.count
      warnings.append(
        "no person was found in \(input) (\(frames) \(frames == 1 ? "frame" : "frames"))"
          + (people.closerLook.map { ": \($0)." } ?? "."))
    }
    return SequenceDocument(
      version: Pose3DCommand.version,
      video: .init(
        file: input, format: info.format, width: info.width, height: info.height,
        orientation: info.orientation.rawValue, frameRate: info.frameRate,
        duration: info.duration, from: from?.seconds, to: to?.seconds, every: every,
        isComplete: found.isComplete, corruptPackets: found.report.corruptPackets,
        isTruncated: found.report.isTruncated),
      depth: info.depthSize.map {
        .init(
          file: depth ?? input, width: $0.width, height: $0.height,
          unit: analysis.settings.reading.depth.depthUnit?.name
            ?? analysis.settings.cameraFile?.depthUnit?.name ?? "m",
          framesWithout: found.report.framesWithoutDepth)
      },
      cameraFile: camera, gravitySource: analysis.view.gravitySource, sequence: sequence,
      analyses: analyses, warnings: warnings)
  }
}
