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
      "The pictures' size where the file doesn't say it, as 1920x1080.", valueName: "size"))
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
