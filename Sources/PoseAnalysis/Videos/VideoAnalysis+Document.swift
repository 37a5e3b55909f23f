public import PoseDocuments
internal import PoseImaging
internal import PoseMotion
public import PoseFiles
internal import PoseVideo

extension VideoAnalysis {
  /// The file of what was found, with what its reader should know.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - version: the program's version, for the file.
  ///   - detail: the file's detail about each person in each frame.
  ///   - wording: makes sentences of diagnostics, for a reader who has other names for settings.
  public func document(
    of result: VideoResult, version: String, detail: SequenceDetail = .standard,
    wording: (Diagnostic) -> String = \.description
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
      cameraFile: settings.measurement.camera.file?.name, gravitySource: view.vertical.source,
      sequence: result.sequence, analyses: result.analyses,
      warnings: (result.diagnostics + settingDiagnostics(result)).map(wording), detail: detail)
    document.jobs = settings.jobs
    return document
  }
}
