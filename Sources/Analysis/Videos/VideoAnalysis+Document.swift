public import Documents
internal import Imaging
internal import Motion
public import PoseFiles
internal import Video

extension VideoAnalysis {
  /// The file of what was found, with what its reader should know.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - version: the program's version, for the file.
  ///   - detail: how much the file says of each person in each frame.
  ///   - wording: makes sentences of notices, for a reader who has other names for settings.
  public func document(
    of result: VideoResult, version: String, detail: SequenceDetail = .standard,
    wording: (Notice) -> String = \.description
  ) -> SequenceDocument {
    let reading = settings.reading
    var document = SequenceDocument(
      version: version,
      video: .init(
        file: settings.path, format: info.format, width: info.width, height: info.height,
        orientation: info.orientation.rawValue, frameRate: info.frameRate,
        duration: info.duration, from: reading.from, to: reading.to, every: reading.every,
        isComplete: result.isComplete, corruptPackets: result.report.corruptPackets,
        isTruncated: result.report.isTruncated),
      depth: info.depthSize.map {
        .init(
          file: settings.depthPath ?? settings.path, width: $0.width, height: $0.height,
          unit: info.depthUnit?.name ?? DepthUnit.metres.name,
          framesWithout: result.report.framesWithoutDepth)
      },
      cameraFile: settings.camera.file?.name, gravitySource: view.vertical.source,
      sequence: result.sequence, analyses: result.analyses,
      warnings: (result.notices + settingNotices(result)).map(wording), detail: detail)
    document.jobs = settings.jobs
    return document
  }
}
