public import Foundation

/// Performs requests of the Swift API on one picture, which is read by the first of them, and once.
public final class ImageRequestHandler: Sendable {
  private let source: PictureSource

  private init(_ source: PictureSource) { self.source = source }

  /// A handler for a picture's file; its own depth map is used where it has one. Without an orientation
  /// the file's own counts.
  public convenience init(_ url: URL, orientation: CGImagePropertyOrientation? = nil) {
    self.init(PictureSource(.file(url), orientation: orientation))
  }

  /// A handler for the bytes of such a file.
  public convenience init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
    self.init(PictureSource(.data(data), orientation: orientation))
  }

  /// A handler for a picture in memory.
  public convenience init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
    self.init(PictureSource(.image(image), orientation: orientation))
  }

  /// A handler for a picture of Core Image's.
  public convenience init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
    self.init(PictureSource(.image(image.image), orientation: orientation))
  }

  /// A handler for a pixel buffer, with a depth map of the same view where there is one.
  public convenience init(
    _ pixelBuffer: CVPixelBuffer, depthData: AVDepthData? = nil,
    orientation: CGImagePropertyOrientation? = nil
  ) {
    self.init(PictureSource(.buffer(pixelBuffer), orientation: orientation, depth: depthData))
  }

  /// A handler for a frame of a recording, with a depth map of the same view where there is one.
  public convenience init(
    _ sampleBuffer: CMSampleBuffer, depthData: AVDepthData? = nil,
    orientation: CGImagePropertyOrientation? = nil
  ) {
    self.init(PictureSource(sampleBuffer, orientation: orientation, depth: depthData))
  }

  /// The result of a request. Throws a `VisionError`, or `CancellationError` if the task is
  /// cancelled.
  public func perform<Request: VisionRequest>(
    _ request: Request
  ) async throws -> Request.Result {
    guard let known = request as? any SourceRequest else { throw Self.unsupported(request) }
    return try await perform(known, for: request)
  }

  /// The results of several requests, in their order. Throws the error of the first one that fails.
  public func perform<each Request: VisionRequest>(
    _ request: repeat each Request
  ) async throws -> (repeat (each Request).Result) {
    (repeat try await performOne(each request))
  }

  /// The results of requests, as they are done one after the other.
  public func performAll(
    _ requests: some Collection<any VisionRequest>
  ) -> some AsyncSequence<VisionResult, Never> {
    let (source, requests) = (source, Array(requests))
    return AsyncStream { continuation in
      let task = Task {
        for request in requests {
          if let known = request as? any SourceRequest {
            continuation.yield(await known.outcome(in: source))
          } else {
            continuation.yield(.error(request, Self.unsupported(request)))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func performOne<Request: VisionRequest>(
    _ request: Request
  ) async throws -> Request.Result { try await perform(request) }

  private func perform<Known: SourceRequest, Request: VisionRequest>(
    _ known: Known, for request: Request
  ) async throws -> Request.Result {
    let source = source
    let result = try await Background.run { try known.result(in: source) }
    guard let result = result as? Request.Result else { throw Self.unsupported(request) }
    return result
  }

  private static func unsupported(_ request: any VisionRequest) -> VisionError {
    .unsupportedRequest("\(type(of: request)) is no request that can be performed here")
  }
}
