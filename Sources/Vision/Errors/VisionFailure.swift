internal import PoseDetection
internal import PoseDocuments
internal import Foundation

/// A request's failure, for both APIs: a code of Apple's and a sentence.
struct VisionFailure: Error {
  let code: VNErrorCode
  let message: String

  init(_ code: VNErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A picture that can't be used.
  init(_ error: FileError) { self.init(.invalidImage, error.description) }

  /// An error of this package in Vision's terms.
  init(_ error: any Error) {
    switch error {
    case let failure as VisionFailure: self = failure
    case let error as FileError: self.init(error)
    case let error as DetectionError:
      let code: VNErrorCode =
        switch error.code {
        case .inferenceFailed, .outputUnusable, .outOfThreads: .operationFailed
        case .outOfMemory: .outOfMemory
        case .notInstalled, .runtimeUnusable, .modelUnusable, .modelQuantized, .cacheUnusable:
          .internalError
        }
      self.init(code, error.description)
    case is CancellationError: self.init(.requestCancelled, "the request was cancelled")
    default: self.init(.internalError, "\(error)")
    }
  }

  /// The error of the original API.
  var cocoaError: NSError {
    NSError(
      domain: VNErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
  }

  /// The error of the Swift API.
  var visionError: VisionError {
    switch code {
    case .requestCancelled: .requestCancelled(message)
    case .invalidFormat: .invalidFormat(message)
    case .operationFailed: .operationFailed(message)
    case .outOfMemory: .outOfMemory(message)
    case .invalidImage: .invalidImage(message)
    case .invalidArgument, .invalidOption: .invalidArgument(message)
    case .unsupportedRevision: .unsupportedRevision(message)
    case .unsupportedRequest: .unsupportedRequest(message)
    case .dataUnavailable: .dataUnavailable(message)
    default: .internalError(message)
    }
  }
}
