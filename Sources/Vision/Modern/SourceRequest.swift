/// A request that this package can perform.
protocol SourceRequest: ImageProcessingRequest {
  /// The request's result for an image.
  func result(in source: PictureSource) throws -> Result
  /// The same for callers that don't have the request's type.
  func visionResult(_ result: Result) -> VisionResult
}

extension SourceRequest {
  /// The request's result or error for an image.
  func outcome(in source: PictureSource) async -> VisionResult {
    do {
      return visionResult(try await Background.run { try result(in: source) })
    } catch {
      return .error(self, error)
    }
  }
}
