import ArgumentParser
import PoseAnalysis
import PoseImaging
import Pose3D
import PoseMotion

/// The options for hiding faces in written images and videos, of every command that writes some.
struct PrivacyArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Make the faces of measured people unrecognisable in the images and videos that are written. "
        + "Check the result: a face that isn't found for more than a second stays visible."))
  var blurFaces = false

  /// Throws if faces are to be hidden, and nothing with a picture is written.
  ///
  /// - Parameter outputs: the options that write something with a picture, and what was given for them.
  func check(_ outputs: [(option: String, path: String?)]) throws {
    guard blurFaces, outputs.allSatisfy({ $0.path == nil }) else { return }
    throw ValidationError(
      "--blur-faces hides faces in what is written: give "
        + outputs.map(\.option).joined(separator: " or ") + ", too.")
  }

  /// The faces to hide; `nil` if none are.
  func faces(of sequence: PoseSequence, camera: Camera) -> FaceRegions? {
    blurFaces ? FaceRegions(of: sequence, camera: camera) : nil
  }

  /// An image with the faces of people hidden, if they are to be.
  func hiding(_ people: [BodyPose], in image: ColorImage, camera: Camera) -> ColorImage {
    guard blurFaces else { return image }
    return FaceRegions(of: people.map(\.body), camera: camera).hiding(in: image, at: 0)
  }

  /// The facts in a report about its images.
  func facts(hasMedia: Bool) -> [(name: String, value: String)] {
    blurFaces && hasMedia ? [("faces", "made unrecognisable")] : []
  }

  /// Of the videos of several cameras in a report.
  static let refusal = Failure(
    code: .usage,
    message:
      "--blur-faces: hides faces in the video of one camera, and there are several: leave it "
      + "out, or leave their videos out with --no-video")
}
