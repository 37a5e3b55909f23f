/// A request that this package can perform.
protocol SourceRequest: ImageProcessingRequest {
  /// What is in the picture.
  func result(in source: PictureSource) throws -> Result
  /// The same for callers that don't have the request's type.
  func visionResult(_ result: Result) -> VisionResult
}

extension SourceRequest {
  /// What became of the request.
  func outcome(in source: PictureSource) async -> VisionResult {
    do {
      return visionResult(try await Background.run { try result(in: source) })
    } catch {
      return .error(self, error)
    }
  }
}
