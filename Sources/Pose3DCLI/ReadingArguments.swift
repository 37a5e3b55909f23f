import ArgumentParser
import DepthIO
import Documents
import Imaging

/// The options of every command that reads a depth map.
struct ReadingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The depth map's unit: mm, tum (1/5000 m), realsense, kinect, nyu …, or metres a step (0.001); "
        + "relative where it is not known (a phone's portrait depth): the map then gives shape, not "
        + "size. Needed for integers, unless the file or the camera file says it.",
      valueName: "unit"))
  var depthScale: String?

  @Option(
    help: ArgumentHelp(
      "How sure the camera is of the depth map, sample by sample: a grey picture of 0, 1 and 2, as "
        + "ARKit counts. Readings of 2 go first.", valueName: "file"))
  var depthConfidence: String?

  @Option(
    help: ArgumentHelp(
      "The channel of an OpenEXR file or the array of an NPZ file that holds the depth.",
      valueName: "name"))
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "The camera that is meant, in a camera file of several (Pose2Sim).", valueName: "name"))
  var cameraName: String?

  @OptionGroup var picture: PictureArguments

  /// The frame of a recording, from 0.
  var frame: Int { picture.frame }

  /// How files are read; `fallback` is the unit of integers that nobody else states.
  func options(fallback: DepthUnit?) throws(Failure) -> ReadingOptions {
    var options = picture.options
    options.depthUnit = try unit()
    options.unitOfIntegers = fallback
    options.channel = channel
    return options
  }

  /// The bytes of a camera file: what it says may depend on sizes that are known later, and a pipe
  /// can't be read again.
  struct CameraBytes {
    let path: String
    let bytes: [UInt8]
  }

  /// Reads a camera file; `nil` when none is named.
  func cameraBytes(_ path: String?) throws -> CameraBytes? {
    guard let path else {
      guard cameraName == nil else {
        throw Failure(
          code: .usage, message: "--camera-name is about a camera file: give one with --camera")
      }
      return nil
    }
    return CameraBytes(
      path: path, bytes: try FileBytes.read(path, limit: CameraFile.sizeLimit))
  }

  /// The calibration in a camera file; sizes of pictures are those that are stored.
  func calibration(
    _ file: CameraBytes?, colorSize: (width: Int, height: Int)?,
    depthSize: (width: Int, height: Int)? = nil
  ) throws(FileError) -> CameraFile? {
    guard let file else { return nil }
    var options = CameraReadingOptions(colorSize: colorSize, depthSize: depthSize)
    options.cameraName = cameraName
    return try CameraFile(bytes: file.bytes, name: file.path, options: options)
  }

  /// The map with the confidences that the user named, or as it is.
  func withConfidence(_ map: DepthMap, _ options: ReadingOptions) throws -> DepthMap {
    guard let depthConfidence else { return map }
    return try map.withConfidence(contentsOf: depthConfidence, options: options)
  }

  private func unit() throws(Failure) -> DepthUnit? {
    guard let depthScale else { return nil }
    do {
      return try DepthUnit(parsing: depthScale)
    } catch {
      throw Failure(code: .usage, message: "--depth-scale \(depthScale): \(error)")
    }
  }
}
