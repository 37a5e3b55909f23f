public import Foundation

/// Something to be looked for in a picture.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
  /// The type of a result.
  associatedtype Result: Sendable

  /// The request and its revision.
  var descriptor: RequestDescriptor { get }
}

extension VisionRequest {
  /// The request's name and its revision.
  public var description: String { descriptor.description }

  /// The devices that can compute each stage: the processor.
  public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
    [.main: MLComputeDevice.allComputeDevices]
  }

  /// The device that computes a stage; `nil` leaves it to the framework.
  public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? { nil }

  /// A hint without effect: it always runs on the processor.
  public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {}
}

/// A stage of a request's work.
public enum ComputeStage: String, Sendable, Hashable {
  /// All of it but the post-processing.
  case main
  /// The post-processing.
  case postProcessing
}

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

/// A request that Apple's keeps knowledge in from picture to picture; this one looks at each by itself.
public protocol StatefulRequest: VisionRequest {
  /// The least time between pictures that are looked at, which has no effect.
  var frameAnalysisSpacing: CMTime { get }
  /// The number of frames needed for a result.
  var minimumLatencyFrameCount: Int { get }
}

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

/// A request and its revision.
public enum RequestDescriptor: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Bodies in a picture.
  case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
  /// The most prominent person in space.
  case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
  /// Hands in a picture.
  case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
  /// Rectangles around people.
  case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)

  /// The request's name and the revision.
  public var description: String {
    switch self {
    case .detectHumanBodyPoseRequest(let revision): "DetectHumanBodyPoseRequest \(revision)"
    case .detectHumanBodyPose3DRequest(let revision): "DetectHumanBodyPose3DRequest \(revision)"
    case .detectHumanHandPoseRequest(let revision): "DetectHumanHandPoseRequest \(revision)"
    case .detectHumanRectanglesRequest(let revision): "DetectHumanRectanglesRequest \(revision)"
    }
  }
}

/// The outcome of a request.
public enum VisionResult: Sendable, CustomStringConvertible {
  /// Bodies in a picture.
  case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
  /// The most prominent person in space.
  case detectHumanBodyPose3D(DetectHumanBodyPose3DRequest, [HumanBodyPose3DObservation])
  /// Hands in a picture.
  case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
  /// Rectangles around people.
  case detectHumanRectangles(DetectHumanRectanglesRequest, [HumanObservation])
  /// It failed.
  case error(any VisionRequest, any Error)

  /// The request and how much was found, in words.
  public var description: String {
    switch self {
    case .detectHumanBodyPose(let request, let found): "\(request): \(found.count)"
    case .detectHumanBodyPose3D(let request, let found): "\(request): \(found.count)"
    case .detectHumanHandPose(let request, let found): "\(request): \(found.count)"
    case .detectHumanRectangles(let request, let found): "\(request): \(found.count)"
    case .error(let request, let error): "\(request): \(error)"
    }
  }
}
