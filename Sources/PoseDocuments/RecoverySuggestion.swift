/// The user's remedy for an error or a warning about a file. The command line tool names its
/// options instead of these words.
public enum RecoverySuggestion: Sendable, Hashable {
  /// State what a step of the depth map's integers is.
  case stateDepthUnit
  /// Give a calibration of both cameras, the picture's and the depth map's.
  case giveBothCameras
  /// Name the camera that took the picture, in a file of several.
  case nameCamera
  /// Name the channel or the array that holds the depth.
  case nameDepthChannel
  /// Scale the picture down, or allow more pixels.
  case raisePixelLimit
  /// Say which of a skeleton file's axes points up.
  case nameUpAxis
  /// Say what unit a skeleton file's lengths are in: the one of this symbol fits, or `nil` where none
  /// is known to.
  case nameLengthUnit(String?)
  /// Say what unit a skeleton file's lengths are in, if the one that was taken is wrong.
  case correctLengthUnit
  /// Say which of a skeleton file's axes points up, if it is another than the one that was taken.
  case correctUpAxis
  /// Say which of a file's pictures is meant.
  case choosePicture
  /// Say how large the pictures are.
  case givePictureSize
  /// Name the layout of keypoints that the file seems to be of, or the one that it was read as.
  case nameKeypointLayout(likely: String, otherwise: String)
  /// Name one of the layouts of keypoints that the file may be of.
  case chooseKeypointLayout([String])
  /// Say how many frames there are a second.
  case giveFrameRate
  /// Take the frames' numbers for their times, by saying how many there are a second.
  case timeByFrameRate
  /// State one standard deviation of the joints.
  case stateJointSigma
  /// Say how a recording's clock runs against the others', or that all run alike.
  case stateClock
  /// Give a depth map, or leave out its settings.
  case giveDepth
  /// Give the camera's calibration.
  case giveCamera
  /// Give the same input and settings as before, or start again.
  case repeatSettings
  /// Install the libraries of one of these releases of FFmpeg, such as "4.4" to "9".
  case installFFmpeg(oldest: String, newest: String)
  /// Leave out the separate depth maps.
  case leaveOutDepth
  /// Give the file as depth maps, beside a color video.
  case giveAsDepth
  /// Have the people in the picture measured, which makes skeletons of them.
  case measurePicture
  /// Have the people in the video measured.
  case measureVideo
  /// Have the people's keypoints found in the picture.
  case detectKeypoints

  /// The end of a sentence about the problem, with what leads over to it.
  public var ending: String {
    switch self {
    case .stateDepthUnit: ": state what a step of its integers is"
    case .giveBothCameras: ": give a calibration of both cameras"
    case .nameCamera: ": name the one that took the image"
    case .nameDepthChannel: ": name the one that holds the depth"
    case .raisePixelLimit: ": scale it down, or raise the limit of pixels"
    case .nameUpAxis: ": name the axis that points up"
    case .nameLengthUnit(let unit?): ": state the unit of its lengths, \(unit)"
    case .nameLengthUnit(nil): ", or state the unit of its lengths"
    case .correctLengthUnit: ", unless their unit is stated"
    case .correctUpAxis: ": is another axis up?"
    case .choosePicture: ": choose one by its number"
    case .givePictureSize: ": give the images' size"
    case .nameKeypointLayout(let likely, let other):
      ": state the layout, \(likely), or \(other) if it is right as it is"
    case .chooseKeypointLayout(let layouts): ": state which, \(layouts.joined(separator: " or "))"
    case .giveFrameRate: ": give the number of frames a second"
    case .timeByFrameRate: ": with a number of frames a second they are timed by their numbers"
    case .stateJointSigma: ": state one standard deviation of the joints"
    case .stateClock:
      ": write its \"offset\" in seconds there, or say that the recordings run alike"
    case .giveDepth: ": give a depth map"
    case .giveCamera: ": give the camera's calibration"
    case .repeatSettings: ": give the same input and settings, or start again"
    case .installFFmpeg(let oldest, let newest):
      ": install the libraries of FFmpeg \(oldest) to \(newest)"
    case .leaveOutDepth: ": leave out the other depth maps"
    case .giveAsDepth: ": give a color video, and this as its depth"
    case .measurePicture: ": analyse the image first"
    case .measureVideo: ": analyse it as a video"
    case .detectKeypoints: ": detect them in the image first"
    }
  }
}

/// A caller's setting about files and their analysis that diagnostics name. The description is a
/// noun for sentences; the command line tool has an option for each.
public enum Setting: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The file with the camera's calibration.
  case cameraFile
  /// The picture's diagonal field of view.
  case fieldOfView
  /// The unit of a depth map's integers.
  case depthUnit
  /// The person's height.
  case bodyHeight
  /// The number of people to find.
  case people
  /// Frames a second.
  case frameRate
  /// How many times slower than life a video plays.
  case slowMotion
  /// The smoothing of positions.
  case smoothing
  /// The direction of gravity.
  case gravity
  /// The effort spent on a person's keypoints.
  case effort

  /// The setting as a noun.
  public var description: String {
    switch self {
    case .cameraFile: "camera file"
    case .fieldOfView: "field of view"
    case .depthUnit: "depth unit"
    case .bodyHeight: "body height"
    case .people: "number of people"
    case .frameRate: "frame rate"
    case .slowMotion: "slow motion"
    case .smoothing: "smoothing"
    case .gravity: "gravity"
    case .effort: "effort"
    }
  }
}
