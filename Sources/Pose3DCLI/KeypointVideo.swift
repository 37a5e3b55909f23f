import DepthIO
import Documents
import Foundation
import Geometry
import Imaging
import Motion
import Pose3D
import PoseFiles

/// The 2D keypoints of a video's frames, and their camera.
struct KeypointVideo {
  let path: String
  /// In the order of their numbers, all of one size.
  let frames: [KeypointFrame]
  let camera: Camera
  /// The direction of gravity in the camera's frame, as the camera file has it.
  let gravity: Vector3?

  /// Reads a file of several pictures, or a folder with a file for each. The camera is that of the
  /// camera file, else the field of view that was given, else assumed.
  init(contentsOf path: String, options: LiftingArguments) throws {
    let calibration = try options.calibration()
    let size = options.size.map { ($0.width, $0.height) }
    let frames = try KeypointFile.frames(
      contentsOf: path, imageSize: size ?? calibration.map { ($0.color.width, $0.color.height) },
      layout: options.keypointLayout
    ).sorted { $0.index < $1.index }
    guard let first = frames.first else {
      throw Failure(code: .data, message: "\(path): there are no pictures in it")
    }
    guard frames.allSatisfy(\.isSizeKnown) else {
      throw Failure(
        code: .usage,
        message:
          "\(path): doesn't say how large the pictures are, which lifting needs: give it with "
          + "--size, as in --size 1920x1080, or a camera file with --camera")
    }
    let (width, height) = (first.picture.width, first.picture.height)
    if let other = frames.first(where: { $0.picture.width != width || $0.picture.height != height })
    {
      throw Failure(
        code: .data,
        message:
          "\(path): picture \(other.name) is \(other.picture.width)×\(other.picture.height), "
          + "picture \(first.name) \(width)×\(height): those of one video have one size")
    }
    self.path = path
    self.frames = frames
    gravity = calibration?.gravity
    camera =
      try calibration?.colorCamera(forWidth: width, height: height)
      ?? Camera(
        width: width, height: height, diagonalFieldOfView: (options.fov ?? 60) * .pi / 180,
        source: options.fov == nil ? .assumed : .user)
  }

  /// The people, lifted; a progress bar shows how far it is.
  ///
  /// - Parameters:
  ///   - height: their height in metres, when known.
  ///   - frameRate: frames a second.
  /// - Returns: the recording, and what the user should know.
  func lifted(
    height: Double?, frameRate: Double?
  ) throws -> (recording: PoseRecording, warnings: [String]) {
    let times = try PoseRecording.times(
      of: frames.map { ($0.index, nil) }, frameRate: frameRate, path: path)
    var options = Lifter.Options()
    options.bodyHeight = height
    options.gravity = gravity
    let lifter = Lifter(options: options)
    var progress = ProgressBar(total: frames.count, on: .standardError)
    defer { progress.erase() }
    var refusals: [(frame: Int, error: LiftingError)] = []
    var lifted: [PoseRecording.Frame] = []
    for (frame, time) in zip(frames, times) {
      var people: [PoseObservation] = []
      for pose in frame.people {
        do throws(LiftingError) {
          people.append(
            PoseObservation(try lifter.bodyPose(from: pose, camera: camera), id: pose.id))
        } catch {
          refusals.append((frame.index, error))
        }
      }
      lifted.append(PoseRecording.Frame(index: frame.index, time: time, people: people))
      progress.show(lifted.count)
    }
    var warnings: [String] = []
    if let first = refusals.first {
      let count = refusals.count == 1 ? "1 person is" : "\(refusals.count) people are"
      warnings.append("\(count) left out, the first in picture \(first.frame): \(first.error)")
    }
    if camera.source == .assumed {
      warnings.append(
        "no camera file and no --fov: a diagonal field of view of 60° is assumed. Angles hardly "
          + "depend on it, distances from the camera do.")
    }
    guard lifted.contains(where: { !$0.people.isEmpty }) else {
      let reason = refusals.first.map { ": \($0.error)" } ?? ""
      throw FileError(.nobody, path: path, "nobody is in any of its pictures\(reason)")
    }
    return (PoseRecording(frames: lifted, camera: camera, gravity: gravity), warnings)
  }
}
