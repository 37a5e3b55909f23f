import ArgumentParser
import Detection
import Documents
import Foundation
import PoseDrawing

/// Why the program stops: a sentence for stderr and an exit code of the sysexits convention.
struct Failure: Error, Equatable {
  /// The codes of `sysexits.h` that are used here.
  enum Code: Int32 {
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
  }

  let code: Code
  let message: String

  /// Whether it is one input that can't be used: others might.
  var isAboutInput: Bool { code == .data || code == .noInput }

  /// Writes the sentence to stderr; what it returns ends the program with the code.
  func report() -> ExitCode {
    Terminal.standardError.write(
      "pose3d: error: \(message.safeOnOneLine)", style: .error)
    return ExitCode(code.rawValue)
  }

  /// The failure for an error of one of the libraries; `nil` for any other error.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FileError:
      self.init(code: Code(error.code), message: error.commandLineWords)
    case let error as DetectionError:
      self.init(code: .unavailable, message: error.description)
    case let error as DrawingError: self.init(code: .data, message: error.description)
    default: return nil
    }
  }

  init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}

extension Failure.Code {
  /// The exit code for an error about a file.
  fileprivate init(_ code: FileError.Code) {
    switch code {
    case .noSuchFile, .noCases: self = .noInput
    case .unwritable: self = .cantCreate
    case .unsupported: self = .unavailable
    // What an option is needed for, or names wrongly, is about the command.
    case .notAnOutput, .depthMissing, .cameraMissing, .unitMissing, .sizeMissing, .timesMissing,
      .severalPictures, .noSuchFrame, .noSuchPerson:
      self = .usage
    default: self = .data
    }
  }
}
