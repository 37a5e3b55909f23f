/// The domain of the errors that the original API throws; their codes are those of `VNErrorCode`.
public let VNErrorDomain = "com.apple.Vision"

/// The cause of a failure. `docs/reference/vision.md` lists the thrown ones with their causes.
public enum VNErrorCode: Int, Sendable {
  /// Not thrown here.
  case turiCoreErrorCode = -1
  /// Not thrown here.
  case OK = 0
  /// The request was cancelled.
  case requestCancelled = 1
  /// The pixel format of a buffer is none that can be read.
  case invalidFormat = 2
  /// The runtime gave up on a picture.
  case operationFailed = 3
  /// Not thrown here.
  case outOfBoundsError = 4
  /// An option has a value of another type.
  case invalidOption = 5
  /// Not thrown here: a file that can't be read is `invalidImage`, as with Apple's.
  case ioError = 6
  /// Not thrown here.
  case missingOption = 7
  /// Not thrown here.
  case notImplemented = 8
  /// The detection runtime or a model isn't installed, or can't be used.
  case internalError = 9
  /// There is not enough memory.
  case outOfMemory = 10
  /// Not thrown here.
  case unknownError = 11
  /// Not thrown here.
  case invalidOperation = 12
  /// The image can't be read, or is too small to show a person.
  case invalidImage = 13
  /// A parameter makes no sense: a joint or group of another request, a region outside the picture.
  case invalidArgument = 14
  /// Not thrown here.
  case invalidModel = 15
  /// The request has no such revision.
  case unsupportedRevision = 16
  /// The requested data is unavailable.
  case dataUnavailable = 17
  /// Not thrown here.
  case timeStampNotFound = 18
  /// There is no such request here.
  case unsupportedRequest = 19
  /// Not thrown here.
  case timeout = 20
  /// Not thrown here.
  case unsupportedComputeStage = 21
  /// Not thrown here.
  case unsupportedComputeDevice = 22
}
