package import PoseDocuments
package import PoseFiles

extension FileError {
  /// The sentence for the command line: what helps is an option.
  package var commandLineWords: String {
    let name = ["-", FileBytes.standardInput].contains(path) ? "standard input" : path
    return "\(name): \(problem)\(remedy?.commandLineEnding ?? "")"
  }
}

extension Diagnostic {
  /// The sentence for the command line, and for documents, which are the same for all callers.
  package var commandLineWords: String {
    (problem(naming: \.commandLineName) + (remedy?.commandLineEnding ?? ""))
      .replacing(FileBytes.standardInput, with: "standard input")
  }
}

extension RecoverySuggestion {
  /// The end of a sentence about a problem, with what leads over to it.
  fileprivate var commandLineEnding: String {
    switch self {
    case .stateDepthUnit:
      ": give --depth-scale mm (or tum, realsense, …; or metres a step, such as 0.001)"
    case .giveBothCameras: "; give --camera with both cameras' intrinsics"
    case .nameCamera: ": name the one that took the image with --camera-name"
    case .nameDepthChannel: "; name the one that holds the depth with --channel"
    case .raisePixelLimit: ": scale it down, or raise --max-megapixels"
    case .nameUpAxis: "; --up names the axis"
    case .nameLengthUnit(let unit?): ": --units \(unit)"
    case .nameLengthUnit(nil): ", or name the unit with --units"
    case .correctLengthUnit: "; --units sets another"
    case .correctUpAxis: ": is another axis up? --up names it"
    case .choosePicture: ": choose one with --keypoint-frame"
    case .givePictureSize: ": give it with --size, as in --size 1920x1080"
    case .nameKeypointLayout(let likely, let other):
      "; give --keypoint-layout \(likely) (or \(other), if it is right as it is)"
    case .chooseKeypointLayout(let layouts):
      ": give --keypoint-layout \(layouts.joined(separator: " or "))"
    case .giveFrameRate: ": give the frames a second with --fps, as in --fps 30"
    case .timeByFrameRate: "; --fps takes the frames' numbers for their times"
    case .stateJointSigma: ": state one of the joints with --sigma"
    case .stateClock:
      ": write its \"offset\" in seconds there, or give --sync none if the recordings run alike"
    case .giveDepth: ": give one with --depth"
    case .giveCamera: ": give --camera"
    case .repeatSettings:
      ": give the same input and options, or leave out --resume to start again"
    case .installFFmpeg(let oldest, let newest):
      ": install the libraries of FFmpeg \(oldest) to \(newest), with scripts/setup or this system's packages"
    case .leaveOutDepth: ": leave --depth out"
    case .giveAsDepth: ": give a color video, and this as --depth"
    case .measurePicture: "; `pose3d analyze` measures the people in an image"
    case .measureVideo: "; `pose3d video` measures the people in a video"
    case .detectKeypoints: "; `pose3d detect` finds them in an image"
    }
  }
}

extension Setting {
  /// The option.
  fileprivate var commandLineName: String {
    switch self {
    case .cameraFile: "--camera"
    case .fieldOfView: "--fov"
    case .depthUnit: "--depth-scale"
    case .bodyHeight: "--height"
    case .people: "--people"
    case .frameRate: "--fps"
    case .slowMotion: "--slow-motion"
    case .smoothing: "--smoothing"
    case .gravity: "--gravity or --level"
    case .effort: "--effort"
    }
  }
}

extension Setting {
  /// A sentence of a document, with the command line's names of settings as nouns: for readers who may
  /// not know the program's options.
  package static func plainWords(_ sentence: String) -> String {
    allCases.reduce(sentence) { sentence, setting in
      // Not a part of another option, as --camera is of --camera-name.
      var (left, right) = ("", sentence[...])
      while let option = right.firstRange(of: setting.commandLineName) {
        let isWhole = right[option.upperBound...].first.map { !"-=".contains($0) && !$0.isLetter }
        left += right[..<option.lowerBound]
        left += isWhole ?? true ? setting.description : setting.commandLineName
        right = right[option.upperBound...]
      }
      return left + right
    }
  }
}

/// A document of what was measured, with the warnings of what it was made from.
package protocol DocumentWithWarnings {
  var warnings: [String] { get set }
}

extension DocumentWithWarnings {
  /// The document for a page: its warnings name no options.
  package var inPlainWords: Self {
    var document = self
    document.warnings = warnings.map(Setting.plainWords)
    return document
  }
}

extension GaitDocument: DocumentWithWarnings {}
extension FunctionalTestDocument: DocumentWithWarnings {}
extension ErgonomicsDocument: DocumentWithWarnings {}
extension ComparisonDocument: DocumentWithWarnings {}
extension SeriesDocument: DocumentWithWarnings {}

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
