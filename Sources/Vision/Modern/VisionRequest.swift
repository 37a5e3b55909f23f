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
