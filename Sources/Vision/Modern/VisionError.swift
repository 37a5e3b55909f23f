public import Foundation

/// A failure of a request of the Swift API; the text is a sentence for people.
public enum VisionError: LocalizedError, Sendable, CustomStringConvertible {
  /// The requested data is unavailable.
  case dataUnavailable(String)
  /// The detection runtime or a model isn't installed, or can't be used.
  case internalError(String)
  /// A parameter makes no sense, such as a region outside the picture.
  case invalidArgument(String)
  /// The pixel format of a buffer is none that can be read.
  case invalidFormat(String)
  /// The image can't be read, or is too small to show a person.
  case invalidImage(String)
  /// Not thrown here.
  case invalidModel(String)
  /// Not thrown here.
  case invalidOperation(String)
  /// Not thrown here.
  case ioError(String)
  /// The runtime gave up on a picture.
  case operationFailed(String)
  /// Not thrown here.
  case outOfBoundsError(String)
  /// There is not enough memory.
  case outOfMemory(String)
  /// Not thrown here.
  case pixelBufferCreationFailed(String)
  /// Not thrown here: a cancelled task's request throws `CancellationError`.
  case requestCancelled(String)
  /// Not thrown here.
  case timeStampNotFound(String)
  /// Not thrown here.
  case timeout(String)
  /// Not thrown here.
  case unsupportedComputeDevice(String)
  /// Not thrown here.
  case unsupportedComputeStage(String)
  /// There is no such request here.
  case unsupportedRequest(String)
  /// Not thrown here: a revision is a case of an enumeration.
  case unsupportedRevision(String)

  /// The sentence.
  public var description: String {
    switch self {
    case .dataUnavailable(let text), .internalError(let text), .invalidArgument(let text),
      .invalidFormat(let text), .invalidImage(let text), .invalidModel(let text),
      .invalidOperation(let text), .ioError(let text), .operationFailed(let text),
      .outOfBoundsError(let text), .outOfMemory(let text), .pixelBufferCreationFailed(let text),
      .requestCancelled(let text), .timeStampNotFound(let text), .timeout(let text),
      .unsupportedComputeDevice(let text), .unsupportedComputeStage(let text),
      .unsupportedRequest(let text), .unsupportedRevision(let text):
      text
    }
  }

  /// The sentence.
  public var errorDescription: String? { description }
}
