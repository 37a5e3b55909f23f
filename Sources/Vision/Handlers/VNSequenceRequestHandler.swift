public import Foundation

/// Performs requests on one picture after the other. Each picture is looked at by itself: nothing is kept
/// from one to the next. Results and errors are those of `VNImageRequestHandler`.
public final class VNSequenceRequestHandler: NSObject, Sendable {
  /// A handler.
  public override init() {}

  /// Performs requests on a picture in memory.
  public func perform(_ requests: [VNRequest], on image: CGImage) throws {
    try PictureSource(.image(image), orientation: nil).perform(requests)
  }

  /// Performs requests on a picture in memory, turned by the given orientation.
  public func perform(
    _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation
  ) throws {
    try PictureSource(.image(image), orientation: orientation).perform(requests)
  }

  /// Performs requests on a picture of Core Image's.
  public func perform(_ requests: [VNRequest], on image: CIImage) throws {
    try PictureSource(.image(image.image), orientation: nil).perform(requests)
  }

  /// Performs requests on a picture of Core Image's, turned by the given orientation.
  public func perform(
    _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation
  ) throws {
    try PictureSource(.image(image.image), orientation: orientation).perform(requests)
  }

  /// Performs requests on a pixel buffer.
  public func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
    try PictureSource(.buffer(pixelBuffer), orientation: nil).perform(requests)
  }

  /// Performs requests on a pixel buffer, turned by the given orientation.
  public func perform(
    _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try PictureSource(.buffer(pixelBuffer), orientation: orientation).perform(requests)
  }

  /// Performs requests on a frame of a recording.
  public func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
    try PictureSource(sampleBuffer, orientation: nil).perform(requests)
  }

  /// Performs requests on a frame of a recording, turned by the given orientation.
  public func perform(
    _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer,
    orientation: CGImagePropertyOrientation
  ) throws {
    try PictureSource(sampleBuffer, orientation: orientation).perform(requests)
  }

  /// Performs requests on a picture's file.
  public func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
    try PictureSource(.file(imageURL), orientation: nil).perform(requests)
  }

  /// Performs requests on a picture's file, turned by the given orientation.
  public func perform(
    _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
  ) throws {
    try PictureSource(.file(imageURL), orientation: orientation).perform(requests)
  }

  /// Performs requests on the bytes of a picture's file.
  public func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
    try PictureSource(.data(imageData), orientation: nil).perform(requests)
  }

  /// Performs requests on the bytes of a picture's file, turned by the given orientation.
  public func perform(
    _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
  ) throws {
    try PictureSource(.data(imageData), orientation: orientation).perform(requests)
  }
}
