public import Foundation

/// Performs requests on one picture. The picture is read by the first request, and once; its upright
/// coordinates are those of all results. A handler may be used from several threads at once.
public final class VNImageRequestHandler: NSObject, Sendable {
  private let source: PictureSource

  private init(_ source: PictureSource) { self.source = source }

  /// A handler for a picture in memory.
  public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
    self.init(PictureSource(.image(image), orientation: nil, options: options))
  }

  /// A handler for a picture in memory, turned by the given orientation.
  public convenience init(
    cgImage image: CGImage, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(.image(image), orientation: orientation, options: options))
  }

  /// A handler for a picture of Core Image's.
  public convenience init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
    self.init(PictureSource(.image(image.image), orientation: nil, options: options))
  }

  /// A handler for a picture of Core Image's, turned by the given orientation.
  public convenience init(
    ciImage image: CIImage, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(.image(image.image), orientation: orientation, options: options))
  }

  /// A handler for a pixel buffer.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(.buffer(pixelBuffer), orientation: nil, options: options))
  }

  /// A handler for a pixel buffer, turned by the given orientation.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(.buffer(pixelBuffer), orientation: orientation, options: options))
  }

  /// A handler for a frame of a recording; its intrinsics are used where it has some.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(sampleBuffer, orientation: nil, options: options))
  }

  /// A handler for a frame of a recording; its intrinsics are used where it has some, turned by the given orientation.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(sampleBuffer, orientation: orientation, options: options))
  }

  /// A handler for a picture's file; its own depth map is used where it has one. Without an orientation the file's own counts.
  public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
    self.init(PictureSource(.file(imageURL), orientation: nil, options: options))
  }

  /// A handler for a picture's file; its own depth map is used where it has one. Without an orientation the file's own counts, turned by the given orientation.
  public convenience init(
    url imageURL: URL, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(.file(imageURL), orientation: orientation, options: options))
  }

  /// A handler for the bytes of such a file.
  public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
    self.init(PictureSource(.data(imageData), orientation: nil, options: options))
  }

  /// A handler for the bytes of such a file, turned by the given orientation.
  public convenience init(
    data imageData: Data, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(PictureSource(.data(imageData), orientation: orientation, options: options))
  }

  /// A handler for a pixel buffer with a depth map of the same view, turned by the given orientation.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, depthData: AVDepthData,
    orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
  ) {
    self.init(
      PictureSource(
        .buffer(pixelBuffer), orientation: orientation, depth: depthData, options: options))
  }

  /// A handler for a frame of a recording with a depth map of the same view, turned by the given
  /// orientation.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, depthData: AVDepthData,
    orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
  ) {
    self.init(
      PictureSource(sampleBuffer, orientation: orientation, depth: depthData, options: options))
  }

  /// Performs requests one after the other, and returns when all are done. Each has its results then,
  /// and has called its completion handler.
  ///
  /// Throws the error of the first request that failed, of `VNErrorDomain`; the others are performed all
  /// the same.
  public func perform(_ requests: [VNRequest]) throws { try source.perform(requests) }
}

extension PictureSource {
  /// Performs requests one after the other; throws the error of the first that failed.
  func perform(_ requests: [VNRequest]) throws {
    let failures = requests.compactMap { $0.perform(on: self) }
    if let first = failures.first { throw first }
  }
}

/// A setting of a handler's image.
public struct VNImageOption: Sendable, Hashable, RawRepresentable {
  /// The option's name.
  public let rawValue: String
  /// An option from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The camera's intrinsics in pixels of the raster, before it is turned: a `matrix_float3x3`, or
  /// `Data` with its bytes, as a sample buffer has them attached.
  public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
  /// The picture's properties, which have no effect.
  public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
  /// A context of Core Image, which has no effect.
  public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
}
