import PoseAnalysis
import PoseDocuments
import PoseMotion
import PoseExport
import PoseFiles
import PoseReport
import PoseVideo

/// The output for other programs and for a browser.
extension VideoCommand {
  /// Writes the page for a browser. Returns its name.
  func reported(
    _ found: VideoResult, _ analysis: VideoAnalysis, to file: OutputFile?
  ) throws -> [String] {
    let recording = found.sequence.recording
    guard let path = report.report, !recording.frames.isEmpty, let camera = recording.camera
    else { return [] }
    let (times, reading) = (recording.frames.map(\.time), analysis.settings.reading)
    let others = Array(recording.views.dropFirst())
    // The part that was asked for is by the first one's clock.
    var othersReading = reading
    (othersReading.from, othersReading.to) = (nil, nil)
    if privacy.blurFaces, !others.isEmpty, !report.noVideo { throw PrivacyArguments.refusal }
    let media =
      report.noVideo
      ? nil
      : try ReportArgument.media(
        input, reading: reading, times: times, camera: camera, share: others.count + 1,
        hiding: privacy.faces(of: found.sequence, camera: camera))
    // The report's reader may not know the program's options.
    let warnings = analysis.document(of: found, version: Pose3DCommand.version).warnings
    var clip = ReportClip(of: found, by: analysis, media: media, warnings: warnings)
    try clip.drawRepetitions(
      from: media == nil ? nil : input, reading: reading,
      hiding: privacy.faces(of: found.sequence, camera: camera))
    clip.facts += privacy.facts(hasMedia: media != nil)
    clip.otherMedia = try ReportArgument.otherMedia(
      others, others.map { view in report.noVideo ? nil : view.file.map { ($0, othersReading) } },
      times: times)
    return [try ReportArgument.write([clip], heading: report.about.heading, to: file, named: path)]
  }

  /// Writes the files for other programs, unless no person was seen. Returns their names.
  func exported(_ found: VideoResult) throws -> [String] {
    guard export.export != nil, !found.sequence.people.isEmpty else { return [] }
    let clip = try PoseClip(of: found.sequence, analyses: found.analyses, path: input)
    return try export.write(clip, input: input, output: output, inputs: inputs)
  }
}
