internal import DepthIO
internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging
internal import PoseMotion
internal import Pose3D
internal import PoseFiles

/// The 2D keypoints of a video's frames, and their camera.
struct KeypointVideo {
  let path: String
  /// In the order of their numbers, all of one size.
  let frames: [KeypointFrame]
  let camera: Camera
  /// The camera file's name; `nil` without one.
  private let cameraFile: String?
  /// The direction of gravity in the camera's frame, as the caller or the camera file has it.
  let gravity: Vector3?

  /// Reads a file of several pictures, or a folder with a file for each; `bytes` are the file's, where
  /// they have been read.
  init(
    contentsOf path: String, bytes: [UInt8]? = nil, options: MotionInput.Options
  ) throws(FileError) {
    let calibration = try options.measurement.camera.contents()?.calibration(
      colorSize: options.imageSize)
    let size =
      options.imageSize ?? calibration.map { ($0.color.width, $0.color.height) }
    let source: [KeypointFrame]
    if let bytes {
      source = try KeypointFile.frames(
        bytes: bytes, name: path, imageSize: size, layout: options.keypointLayout)
    } else {
      source = try KeypointFile.frames(
        contentsOf: path, imageSize: size, layout: options.keypointLayout)
    }
    let frames = source.sorted { $0.index < $1.index }
    guard let first = frames.first else {
      throw FileError(.nobody, path: path, "there are no images in it")
    }
    guard frames.allSatisfy(\.isSizeKnown) else {
      throw FileError(
        .sizeMissing, path: path,
        "doesn't say how large the images are, without which joints can't be placed in space",
        remedy: .givePictureSize)
    }
    let (width, height) = (first.picture.width, first.picture.height)
    if let other = frames.first(where: { $0.picture.width != width || $0.picture.height != height })
    {
      throw FileError(
        .mismatch, path: path,
        "image \(other.name) is \(other.picture.width)×\(other.picture.height), "
          + "image \(first.name) \(width)×\(height): those of one video have one size")
    }
    self.path = path
    self.frames = frames
    cameraFile = options.measurement.camera.file?.name
    gravity = options.measurement.camera.givenGravity ?? calibration?.gravity
    camera = try options.measurement.camera.camera(
      forWidth: width, height: height, stated: calibration)
  }

  /// The people, lifted.
  ///
  /// - Parameters:
  ///   - bodyHeight: their height in metres, when known.
  ///   - frameRate: frames a second.
  ///   - repairsSides: whether swapped sides of keypoints are put right.
  ///   - onFrame: called with the numbers of frames that are done, and of all.
  /// - Returns: the recording, and what the user should know.
  func lifted(
    bodyHeight: Double?, frameRate: Double?, repairsSides: Bool, onFrame: (Int, Int) -> Void
  ) throws(FileError) -> (recording: PoseRecording, diagnostics: [Diagnostic]) {
    let times = try PoseRecording.times(
      of: frames.map { ($0.index, nil) }, frameRate: frameRate, path: path)
    var options = Lifter.Options()
    options.bodyHeight = bodyHeight
    options.gravity = gravity
    let lifter = Lifter(options: options)
    var refusals: [(frame: Int, error: LiftingError)] = []
    var lifted = LiftedFrames(repairsSides: repairsSides)
    for (frame, time) in zip(frames, times) {
      var people: [(id: Int?, moment: LiftedFrame)] = []
      for pose in frame.people {
        do throws(LiftingError) {
          people.append((pose.id, try lifter.moment(at: time, from: pose, camera: camera)))
        } catch {
          refusals.append((frame.index, error))
        }
      }
      lifted.append(index: frame.index, time: time, people: people)
      onFrame(lifted.count, frames.count)
    }
    let recorded = lifted.solved()
    var diagnostics: [Diagnostic] = []
    if let first = refusals.first {
      let count = refusals.count == 1 ? "1 person is" : "\(refusals.count) people are"
      diagnostics.append(
        "\(count) left out, the first in image \(first.frame): \(camera.refusal(first.error, statedIn: cameraFile))"
      )
    }
    if let doubt = camera.doubt(statedIn: cameraFile) { diagnostics.append(doubt) }
    if let diagnostic = CameraChoice.diagnostic(
      on: camera, missing: "no camera file and no \(setting: .fieldOfView)", depth: nil)
    {
      diagnostics.append(diagnostic)
    }
    guard recorded.contains(where: { !$0.people.isEmpty }) else {
      let reason =
        refusals.first.map { ": " + camera.refusal($0.error, statedIn: cameraFile) } ?? ""
      throw FileError(.nobody, path: path, "no person is in any of its frames\(reason)")
    }
    return (PoseRecording(frames: recorded, camera: camera, gravity: gravity), diagnostics)
  }
}
