import CPose3D
import Kinematics
import PoseAnalysis
import PoseDetection
import PoseDocuments
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

extension FileError {
  /// The sentence for a caller of the library: what helps is an option.
  var interfaceWords: String { "\(path): \(problem)\(remedy?.interfaceEnding ?? "")" }
}

extension Diagnostic {
  /// The sentence for a caller of the library.
  var interfaceWords: String {
    problem(naming: \.interfaceName) + (remedy?.interfaceEnding ?? "")
  }
}

extension RecoverySuggestion {
  /// The end of a sentence about a problem, with what leads over to it: the name of an option where
  /// there is one.
  fileprivate var interfaceEnding: String {
    switch self {
    case .stateDepthUnit:
      ": give depth_unit: mm (or tum, realsense, …; or metres a step, such as 0.001)"
    case .giveBothCameras: "; give a camera with both cameras' intrinsics"
    case .nameCamera: ": name the one that took the image with camera_name"
    case .nameDepthChannel: "; name the one that holds the depth with channel"
    case .raisePixelLimit: ": scale it down, or raise max_megapixels"
    case .nameUpAxis: "; up names the axis"
    case .nameLengthUnit(let unit?): ": give units: \(unit)"
    case .nameLengthUnit(nil): ", or name the unit with units"
    case .correctLengthUnit: "; units sets another"
    case .correctUpAxis: ": is another axis up? up names it"
    case .nameKeypointLayout(let likely, let other):
      "; give keypoint_layout: \(likely) (or \(other), if it is right as it is)"
    case .chooseKeypointLayout(let layouts):
      ": give keypoint_layout: \(layouts.joined(separator: " or "))"
    case .giveFrameRate: ": give the frames a second as fps"
    case .stateJointSigma: ": give one of the joints as sigma"
    case .timeByFrameRate: "; fps takes the frames' numbers for their times"
    case .giveDepth: ": give depth"
    case .giveCamera: ": give camera"
    case .leaveOutDepth: ": leave depth out"
    case .giveAsDepth: ": give a color video, and this as depth"
    case .stateClock, .choosePicture, .givePictureSize, .repeatSettings, .installFFmpeg,
      .measurePicture,
      .measureVideo, .detectKeypoints:
      ending
    }
  }
}

extension Setting {
  /// The option.
  fileprivate var interfaceName: String {
    switch self {
    case .cameraFile: "camera"
    case .fieldOfView: "field_of_view"
    case .depthUnit: "depth_unit"
    case .bodyHeight: "height"
    case .people: "people"
    case .frameRate: "fps"
    case .slowMotion: "slow_motion"
    case .smoothing: "smoothing"
    case .gravity: "gravity"
    case .effort: "effort"
    }
  }
}
