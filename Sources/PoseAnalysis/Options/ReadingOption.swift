internal import PoseFiles
internal import PoseVideo

/// An option of the command line, the C library and Python, in the one place that states its name, unit, range,
/// default and meaning. The command line's help and checks, the C library's reader, and the comments of
/// `pose3d.h` and Python are made from it or tested against it.
///
/// The raw value is the name in the C library and in Python.
package protocol UserOption: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The values that a number may have, in the option's unit; `nil` for an option that is not a number.
  var range: ClosedRange<Double>? { get }

  /// A sentence's noun for a value that is expected, with its unit and range.
  var expectation: String { get }

  /// The default as text; `nil` where no value means that nothing is known, or depends on the input.
  var defaultText: String? { get }

  /// The meaning, as it stands in help.
  var meaning: String { get }

  /// The meaning of the command line's flag that turns the option off; `nil` for an option that has none.
  var refusal: String? { get }
}

extension UserOption {
  /// The ends of the range as text: `0.4 and 2.8`.
  var limits: String {
    guard let range else { preconditionFailure("\(self) has no range") }
    let ends = [range.lowerBound, range.upperBound]
    return ends.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: " and ")
  }
}

/// What can be chosen about reading a measurement's files and writing its documents, beside what
/// `MeasurementOption` has about people.
package enum ReadingOption: String, UserOption {
  case depthUnit = "depth_unit"
  case ownDepth = "own_depth"
  case depthConfidence = "depth_confidence"
  case channel
  case keypointLayout = "keypoint_layout"
  case maximumMegapixels = "max_megapixels"
  case from
  case to
  case every
  case frameRate = "fps"
  case slowMotion = "slow_motion"
  case person
  case detail
  case jobs
}

extension ReadingOption {
  package var range: ClosedRange<Double>? {
    switch self {
    case .maximumMegapixels: 1...4096
    case .from, .to: 0...1e9
    case .every: 1...1e9
    // More than 0. A marker system's analogue channels have about 10,000 samples a second.
    case .frameRate: 1e-6...100_000
    case .slowMotion: VideoInfo.slowMotions
    case .person: 0...1e9
    case .jobs: 1...256
    case .depthUnit, .ownDepth, .depthConfidence, .channel, .keypointLayout, .detail: nil
    }
  }

  package var expectation: String {
    switch self {
    case .depthUnit: "a unit of length or metres a step"
    case .ownDepth: "true or false"
    case .depthConfidence: "an image of confidences"
    case .channel: "the name of a channel or an array"
    case .keypointLayout: "a layout of keypoints"
    case .maximumMegapixels: "a number between \(limits)"
    case .from, .to: "a time of at least 0 seconds"
    case .every: "a whole number of at least 1"
    case .frameRate: "a number of frames a second, more than 0 and up to 100000,"
    case .slowMotion: "a number between \(limits)"
    case .person: "the number of a person, from 0,"
    case .detail: "joints, standard or full"
    case .jobs: "a number of threads between \(limits)"
    }
  }

  package var defaultText: String? {
    switch self {
    case .every: "1"
    case .detail: SequenceDetail.standard.rawValue
    case .depthUnit, .ownDepth, .depthConfidence, .channel, .keypointLayout, .maximumMegapixels,
      .from, .to, .frameRate, .slowMotion, .person, .jobs:
      nil
    }
  }

  package var meaning: String {
    switch self {
    case .depthUnit:
      "The depth map's unit: mm, tum (1/5000 m), realsense, kinect, nyu …, or metres a step (0.001). "
        + "Needed for integers, unless the file or the camera file has it."
    case .ownDepth: "Whether a depth map in the image's or video's own file is used."
    case .depthConfidence:
      "The camera's confidence in the depth map, sample by sample: a grey image of 0, 1 and 2, as "
        + "in ARKit. Readings of 2 go first."
    case .channel:
      "The channel of an OpenEXR file or the array of an NPZ file that holds the depth."
    case .keypointLayout:
      "What the points of a keypoint file or of an ONNX model are, where their number fits several "
        + "layouts."
    case .maximumMegapixels: "The largest image that is read, in megapixels."
    case .from: "Start at this moment, as a player shows it: seconds, or minutes:seconds."
    case .to: "End at this moment, as a player shows it."
    case .every: "Use only every n-th frame."
    case .frameRate: "Frames a second, where the input has no times."
    case .slowMotion:
      "How many times slower than life the video plays: 8 for 240 frames of a second that are stored as "
        + "30, less than 1 for a time lapse. All times are then those of the motion. (default: as the file states, "
        + "which those of Android phones do, else 1)"
    case .person: "Only the person of this number, of all who are followed."
    case .detail:
      "How much is written of each person in each frame: joints (0.9 KB), standard (4 KB: all from "
        + "which the rest follows; pose3d angles computes it) or full (17 KB: with transforms, places in "
        + "the image and angles)."
    case .jobs: "What is worked on at a time. The results don't depend on it."
    }
  }

  package var refusal: String? {
    self == .ownDepth ? "Leave out a depth map in the image's or video's own file." : nil
  }
}
