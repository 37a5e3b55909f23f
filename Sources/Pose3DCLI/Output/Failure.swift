import PoseAnalysis
import ArgumentParser
import PoseDetection
import PoseDocuments
import Foundation
import PoseDrawing

/// The reason why the program stops: a sentence for stderr and an exit code of the sysexits
/// convention.
struct Failure: Error, Equatable {
  typealias Code = FailureKind

  let code: Code
  let message: String

  /// Whether it is one input that can't be used: others might.
  var isAboutInput: Bool { code == .data || code == .noInput }

  /// Writes the sentence to stderr; what it returns ends the program with the code.
  func report() -> ExitCode {
    Terminal.standardError.write(
      "error: \(message.safeOnOneLine)", style: .error)
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

extension DetectionAssets {
  /// The assets that set-up installed. Folders that aren't trusted are named on stderr, because a
  /// user would not notice otherwise.
  static func forCommand() throws -> DetectionAssets {
    let (folders, untrusted) = Installation.assetFolders()
    for folder in untrusted {
      Terminal.warn(
        "\(folder) is not used: it belongs to another user, or other users may write to it; "
          + "set POSE3D_HOME=\(folder) if you trust it.")
    }
    return try locate(in: folders)
  }
}
