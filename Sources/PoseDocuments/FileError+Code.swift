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
