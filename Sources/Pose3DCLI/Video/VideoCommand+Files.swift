import Analysis
import Documents
import Motion
import PoseExport
import PoseFiles
import PoseReport

/// What is written for other programs and for a browser.
extension VideoCommand {
  /// Writes the page for a browser. Returns its name.
  func reported(
    _ found: VideoResult, _ analysis: VideoAnalysis, to file: OutputFile?
  ) throws -> [String] {
    let recording = found.sequence.recording
    guard let path = report.report, !recording.frames.isEmpty, let camera = recording.camera
    else { return [] }
    let media =
      report.noVideo
      ? nil
      : try ReportArgument.media(
        input, reading: analysis.settings.reading, times: recording.frames.map(\.time),
        camera: camera)
    // Who reads it may not know the program's options.
    let warnings = analysis.document(of: found, version: Pose3DCommand.version).warnings
    let clip = ReportClip(of: found, by: analysis, media: media, warnings: warnings)
    return [try ReportArgument.write([clip], to: file, named: path)]
  }

  /// Writes the files for other programs, unless nobody was seen. Returns their names.
  func exported(_ found: VideoResult) throws -> [String] {
    guard export.export != nil, !found.sequence.people.isEmpty else { return [] }
    let clip = try PoseClip(of: found.sequence, analyses: found.analyses, path: input)
    return try export.write(clip, input: input, output: output, inputs: inputs)
  }
}
