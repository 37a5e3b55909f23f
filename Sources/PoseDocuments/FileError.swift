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

extension FileError {
  /// The kind of failure of a `FileError`; the sentence has the details. Further kinds may be
  /// added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the constant.
    public let description: String

    private init(_ name: String) { description = name }
  }
}

// MARK: Files

extension FileError.Code {
  /// There is no such file or folder, or it may not be read.
  public static let noSuchFile = Self("noSuchFile")
  /// The file could not be written.
  public static let unwritable = Self("unwritable")
  /// The name of an output can't be one: it is an input, or another output's.
  public static let notAnOutput = Self("notAnOutput")
  /// The file is of none of the formats or layouts that are read here.
  public static let unknownFormat = Self("unknownFormat")
  /// The file is empty, ends early, or its contents contradict each other.
  public static let damaged = Self("damaged")
  /// The picture has more pixels, or the file more bytes, than is accepted.
  public static let tooLarge = Self("tooLarge")
  /// The file is sound, but of a kind that can't be used here.
  public static let unsuitable = Self("unsuitable")
  /// There is no decoder or encoder for the file on this machine.
  public static let unsupported = Self("unsupported")
  /// The system refuses another thread.
  public static let outOfThreads = Self("outOfThreads")
  /// A value is missing, or is none that can stand in its place.
  public static let invalidValue = Self("invalidValue")
  /// Files or parts of one that belong together contradict each other: sizes, lengths.
  public static let mismatch = Self("mismatch")
}

// MARK: What the files don't say, and the caller has to

extension FileError.Code {
  /// Depths are integers of unknown unit.
  public static let unitMissing = Self("unitMissing")
  /// Positions are fractions of the image's size, which is unknown.
  public static let sizeMissing = Self("sizeMissing")
  /// Frames have no times, and the frame rate is unknown.
  public static let timesMissing = Self("timesMissing")
  /// The file has no person of the number that was asked for.
  public static let noSuchPerson = Self("noSuchPerson")
  /// Settings of depth maps were given, and there are none.
  public static let depthMissing = Self("depthMissing")
  /// The camera's intrinsics are needed, and unknown.
  public static let cameraMissing = Self("cameraMissing")
  /// The file holds several images, and none was chosen.
  public static let severalPictures = Self("severalPictures")
  /// The file has no picture of the number that was asked for.
  public static let noSuchFrame = Self("noSuchFrame")
  /// The motion that was asked for is not in the recording: walking, a test, a common measure.
  public static let motionMissing = Self("motionMissing")
}

// MARK: People

extension FileError.Code {
  /// Points are places in a picture where places in space were expected.
  public static let imageCoordinates = Self("imageCoordinates")
  /// Points belong to a picture of another size.
  public static let anotherPicture = Self("anotherPicture")
  /// No skeleton has all 17 joints.
  public static let missingJoints = Self("missingJoints")
  /// The body's size fits no unit of length, or not the one that is stated.
  public static let wrongSize = Self("wrongSize")
  /// A frame isn't later than the one before it.
  public static let timesOutOfOrder = Self("timesOutOfOrder")
  /// The file holds no people.
  public static let nobody = Self("nobody")
  /// A case for evaluation is a sequence, or shows no person or several people.
  public static let notOnePerson = Self("notOnePerson")
  /// A folder holds no case that can be evaluated.
  public static let noCases = Self("noCases")
}

extension FileError {
  /// The result of reading a document, with its problems as errors about its file: `invalidValue`, or
  /// another code for what isn't about a single value.
  package static func explaining<Result>(
    _ path: String, as code: Code = .invalidValue, _ read: () throws -> Result
  ) throws(FileError) -> Result {
    do {
      return try read()
    } catch let error as FileError {
      throw error
    } catch let problem as DocumentNode.Problem {
      throw FileError(code, path: path, problem)
    } catch {
      throw FileError(code, path: path, "\(error)")
    }
  }

  /// An error about a value in a document.
  package init(_ code: Code, path: String, _ problem: DocumentNode.Problem) {
    self.init(code, path: path, place: problem.place, problem.message, remedy: problem.remedy)
  }
}
