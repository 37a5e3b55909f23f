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

/// The reason why a call of OpenVINO's failed, without the lines of source code in OpenVINO's
/// texts.
struct RuntimeReason {
  /// Whether there wasn't enough memory.
  let isOutOfMemory: Bool
  /// Whether the system refused a thread.
  let isOutOfThreads: Bool
  /// The rest of the text; "no reason given" when nothing is left.
  let words: String

  /// The recovery suggestion for too little memory.
  static let memoryRemedy = "close other programs, or raise the limit of memory (ulimit -v)"

  /// The reason in a text such as "ov_core_compile_model: general error: Exception from
  /// src/inference/src/cpp/core.cpp:132: Check 'false' failed at src/frontends/frontend.cpp:53:
  /// Converting input model std::bad_alloc".
  init(_ text: String) {
    let memory = [
      "bad_alloc", "allocate memory", "out of memory", "not enough memory", "can't alloc",
    ]
    isOutOfMemory = memory.contains { text.lowercased().contains($0) }
    isOutOfThreads = text.contains("Resource temporarily unavailable")
    // The end of the last mention of a place: what follows is the sentence.
    var rest = Substring(text)
    for pattern in [
      #/Exception from \S+:\d+:\s*/#, #/Check '.*?' failed at \S+:\d+:\s*/#,
      #/^\w+: general error:\s*/#, #/^ov_\w+:\s*/#,
    ] {
      if let last = rest.matches(of: pattern).last { rest = rest[last.range.upperBound...] }
    }
    // A file is named by the caller; what formats OpenVINO has is of no use here.
    let sentence = rest.split(separator: " Please check that ").first ?? rest
    let plain = sentence.replacing(#/: "[^"]*"/#, with: "")
    let ended = String(plain).trimmingSuffix { " .:".contains($0) }
    words = ended.isEmpty ? "no reason given" : ended
  }
}

extension String {
  /// The text without the characters at its end that a condition holds for.
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    String(reversed().drop(while: condition).reversed())
  }
}
