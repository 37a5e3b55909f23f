internal import PoseDetection
internal import PoseDocuments

extension BodyPoseDetector {
  /// The detector with an installation's models, or with an ONNX file of the user's.
  ///
  /// Throws a `FileError`, `unsuitable`, about the user's file, and a `DetectionError` about what is
  /// installed.
  convenience init(installedIn assets: DetectionAssets, options: Options) throws {
    do throws(DetectionError) {
      try self.init(assets: assets, options: options)
    } catch {
      guard case .file(let path) = options.model, BodyModel.file(path).isONNX, error.path == path,
        [.modelUnusable, .modelQuantized].contains(error.code)
      else { throw error }
      throw FileError(.unsuitable, path: path, error.message)
    }
  }
}
