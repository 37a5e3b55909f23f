package import PoseDocuments

/// The kind of a failure that ends the work, in the numbers of `sysexits.h`: exit codes of the
/// program, status codes of the C library.
package enum FailureKind: Int32, Sendable {
  /// The command was used wrongly.
  case usage = 64
  /// The input data can't be used.
  case data = 65
  /// An input file doesn't exist or can't be read.
  case noInput = 66
  /// Something that is needed is not installed.
  case unavailable = 69
  /// An output file can't be created.
  case cantCreate = 73
  /// Standard output can't be written.
  case ioError = 74

  /// The kind of an error about a file.
  package init(_ code: FileError.Code) {
    switch code {
    case .noSuchFile, .noCases: self = .noInput
    case .unwritable: self = .cantCreate
    case .unsupported, .outOfThreads: self = .unavailable
    // What an option is needed for, or names wrongly, is about the command.
    case .notAnOutput, .depthMissing, .cameraMissing, .unitMissing, .sizeMissing, .timesMissing,
      .severalPictures, .noSuchFrame, .noSuchPerson:
      self = .usage
    default: self = .data
    }
  }
}
