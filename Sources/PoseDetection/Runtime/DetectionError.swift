internal import PoseWorkers

/// The reason why people or hands can't be searched for in images on this machine. The
/// description is a sentence for the user: what was found, what was expected, where, and what to
/// do. An image without a person or a hand is not an error.
public struct DetectionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; the sentence has the details.
  public enum Code: Sendable {
    /// The runtime or a model isn't where it was looked for.
    case notInstalled
    /// The runtime is there, but can't be loaded.
    case runtimeUnusable
    /// A model file can't be read, or isn't the one that is expected.
    case modelUnusable
    /// A model file is of the expected kind, but computes with integers.
    case modelQuantized
    /// The folder for compiled models can't be made.
    case cacheUnusable
    /// A network's output was given whose sizes don't fit each other.
    case outputUnusable
    /// The runtime gave up on a picture.
    case inferenceFailed
    /// There is not enough memory.
    case outOfMemory
    /// The system refuses another thread.
    case outOfThreads
  }

  /// The kind of failure.
  public let code: Code
  /// The file or folder that it is about; `nil` where it is about none.
  public let path: String?
  /// The error and the next step, as a sentence that doesn't repeat the path.
  public let message: String

  /// An error with its sentence.
  init(_ code: Code, path: String? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// The path, where there is one, and the sentence.
  public var description: String { (path.map { "\($0): " } ?? "") + message }
}

extension DetectionError {
  /// The recovery suggestion for a missing or broken part, as the end of a sentence.
  static let remedy =
    "run `scripts/setup` (or `make demo`) in the Pose3D checkout, or `swift package pose3d-setup` in a "
    + "package that depends on it; or set POSE3D_HOME to the folder of another installation, or give the "
    + "keypoints with a file"

  /// The runtime has too little memory, or is refused a thread; `nil` for another reason.
  ///
  /// - Parameter purpose: what they were needed for: `to run the model`.
  init?(exhausted reason: RuntimeReason, path: String, for purpose: String) {
    if reason.isOutOfMemory {
      self.init(
        .outOfMemory, path: path,
        "there is not enough memory \(purpose): \(RuntimeReason.memoryRemedy)")
    } else if reason.isOutOfThreads {
      self.init(.outOfThreads, path: path, WorkerThread.refusal)
    } else {
      return nil
    }
  }
}
