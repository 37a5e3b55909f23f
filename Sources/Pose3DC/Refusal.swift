import PoseAnalysis
import CPose3D
import PoseDetection
import PoseDocuments
import Kinematics
import PoseDrawing

/// A call's failure: its status, its kind in one word, and the sentence.
struct Refusal: Error, Equatable {
  let status: FailureKind
  let code: String
  let message: String

  init(_ status: FailureKind, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// An option that there isn't, or whose value can't be one.
  init(option message: String) { self.init(.usage, "invalidOption", message) }

  /// A pointer that may not be NULL.
  init(null argument: String) {
    self.init(.usage, "nullArgument", "\(argument) is NULL, and this function needs it")
  }

  /// The refusal for an error of one of the libraries.
  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as FileError:
      self.init(FailureKind(error.code), "\(error.code)", error.interfaceWords)
    case let error as DetectionError:
      self.init(.unavailable, "\(error.code)", error.description)
    case let error as DrawingError: self.init(.data, "drawingFailed", error.description)
    default: self.init(.data, "unknown", "\(error)")
    }
  }

  /// Ends the program otherwise, where linear algebra can't be had.
  static func checkLinearAlgebra() throws(Refusal) {
    if let problem = LinearAlgebra.problem { throw Refusal(.unavailable, "notInstalled", problem) }
  }

  /// The return value of a function of the interface: `P3_OK`, or the status of the error, which is
  /// then the thread's last error.
  static func status(of work: () throws -> Void) -> p3_status {
    do {
      try work()
      return 0
    } catch {
      let refusal = Refusal(error)
      p3_set_last_error(refusal.code, refusal.message)
      return refusal.status.rawValue
    }
  }
}
