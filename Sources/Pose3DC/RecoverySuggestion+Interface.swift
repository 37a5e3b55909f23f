import PoseDocuments

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
    case .nameCamera: ": name the one that took the picture with camera_name"
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
    case .smoothing: "smoothing"
    case .gravity: "gravity"
    case .effort: "effort"
    }
  }
}
