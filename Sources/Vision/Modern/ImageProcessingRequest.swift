public import Foundation

/// A request that may look at a part of the picture alone.
public protocol ImageProcessingRequest: VisionRequest {
  /// The part that is searched; all of the picture unless it is changed. What is found keeps the
  /// coordinates of the whole picture.
  var regionOfInterest: NormalizedRect { get set }
}

// Each reads the picture, looks, and throws a `VisionError`, or `CancellationError` when the task is
// cancelled. The work is done by threads of its own, not by the caller's actor. Without an orientation
// that of the file counts; a picture in memory is taken to be upright.
extension ImageProcessingRequest {
  /// The observations in an image file; its own depth map is used if it has one.
  public func perform(
    on url: URL, orientation: CGImagePropertyOrientation? = nil
  ) async throws -> Result {
    try await ImageRequestHandler(url, orientation: orientation).perform(self)
  }

  /// The observations in the bytes of such a file.
  public func perform(
    on data: Data, orientation: CGImagePropertyOrientation? = nil
  ) async throws -> Result {
    try await ImageRequestHandler(data, orientation: orientation).perform(self)
  }

  /// The observations in an image in memory.
  public func perform(
    on image: CGImage, orientation: CGImagePropertyOrientation? = nil
  ) async throws -> Result {
    try await ImageRequestHandler(image, orientation: orientation).perform(self)
  }

  /// The observations in a pixel buffer.
  public func perform(
    on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil
  ) async throws -> Result {
    try await ImageRequestHandler(pixelBuffer, orientation: orientation).perform(self)
  }

  /// The observations in a frame of a recording.
  public func perform(
    on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil
  ) async throws -> Result {
    try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
  }

  /// The observations in an image of Core Image.
  public func perform(
    on image: CIImage, orientation: CGImagePropertyOrientation? = nil
  ) async throws -> Result {
    try await ImageRequestHandler(image, orientation: orientation).perform(self)
  }
}
