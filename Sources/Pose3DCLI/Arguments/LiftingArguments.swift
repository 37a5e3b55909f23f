import ArgumentParser
import Pose3D
import PoseAnalysis
import PoseFiles

/// The settings of a video that exists only as 2D keypoints, so that they can be lifted.
struct LiftingArguments: ParsableArguments {
  @OptionGroup var camera: CameraArguments

  @OptionGroup var vertical: VerticalArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The images' size where the file doesn't say it, as 1920x1080.", valueName: "size"))
  var size: PictureSize?

  @OptionGroup var body: HeightArgument

  @OptionGroup private var points: KeypointLayoutArgument

  var keypointLayout: KeypointLayout? { points.keypointLayout }

  /// The first of the options that was given; `nil` when none was.
  var first: String? {
    let options = [
      ("--size", size != nil), ("--height", body.height != nil),
      ("--keypoint-layout", keypointLayout != nil),
    ]
    return camera.first ?? vertical.first ?? options.first(where: \.1)?.0
  }

  /// Options for measuring keypoints.
  var measurement: MeasurementOptions {
    MeasurementOptions(camera: camera, vertical: vertical, body: body)
  }
}

/// Lengths of bodies as people write them: `1.72`, `1.72m`, `172cm`, `172 cm`.
enum BodyHeight {
  /// Metres between 0.4 and 2.8.
  ///
  /// Throws a `ValidationError` that states how the same length is written.
  static func metres(_ text: String) throws -> Double {
    let words = text.lowercased().replacing(" ", with: "")
    let number = words.prefix { "0123456789.+-e".contains($0) }
    let unit = words.dropFirst(number.count)
    if words.contains(","), let value = Double(words.replacing(",", with: ".")) {
      throw ValidationError("decimals follow a point: \(value)")
    }
    guard let value = Double(number), value.isFinite else { throw refusal }
    let metres: Double
    switch unit {
    case "", "m": metres = value
    case "cm": metres = value / 100
    case "mm": metres = value / 1000
    default: throw refusal
    }
    if Stature.range.contains(metres) { return metres }
    if unit.isEmpty, Stature.range.contains(value / 100) {
      throw ValidationError("this is in metres: \(value / 100), or \(number)cm")
    }
    throw ValidationError("a body's height is between 0.4 and 2.8 m")
  }

  private static let refusal = ValidationError("a height in metres or centimetres: 1.72 or 172cm")
}

/// The person's height, of every command that measures people.
struct HeightArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: MeasurementOption.height.help("metres"),
    transform: BodyHeight.metres)
  var height: Double?
}
