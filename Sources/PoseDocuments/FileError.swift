/// The reason why a file or folder could not be used. The description is a sentence for the person
/// who named it: the error, the expected input, the place and the remedy.
///
/// There is one such type for all files: images, depth maps, cameras, keypoints, skeletons, videos,
/// evaluation sets. The remedy is a value, because each user interface has its own name for it: an
/// option on a command line, a property in an API, a button.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// The file or folder, as the caller named it.
  public let path: String
  /// The place in the file, as a path through its values: `people[0].points.nose`; `nil` if the
  /// error is about the whole file, or has no such path.
  public let place: String?
  /// The error and the expected input, as a sentence that doesn't repeat the path.
  public let problem: String
  /// The remedy; `nil` if the sentence has it, or there is none.
  public let remedy: RecoverySuggestion?

  /// An error about a file.
  public init(
    _ code: Code, path: String, place: String? = nil, _ problem: String,
    remedy: RecoverySuggestion? = nil
  ) {
    self.code = code
    self.path = path
    self.place = place
    self.problem = problem
    self.remedy = remedy
  }

  /// The sentence without the path.
  public var message: String { problem + (remedy?.ending ?? "") }

  /// The path and the sentence.
  public var description: String { "\(path): \(message)" }

  /// Whether two errors are of one kind, about one file, and say the same.
  public static func == (a: FileError, b: FileError) -> Bool {
    a.code == b.code && a.path == b.path && a.message == b.message
  }
}
