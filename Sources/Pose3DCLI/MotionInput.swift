import Documents
import Foundation
import Motion
import Pose3D
import PoseFiles

/// The people of a file or folder as they were measured over time: joints in space, or keypoints,
/// which are lifted.
struct MotionInput {
  let recording: PoseRecording
  let source: ExerciseDocument.Input
  /// What the user should know, a sentence each.
  let warnings: [String]

  /// How a file is read.
  struct Options {
    var skeletons: SkeletonArguments
    var lifting: LiftingArguments
    /// Frames a second, where the file has no times or wrong ones.
    var frameRate: Double?
    /// Whether a sequence of ours is taken as it stands in its file.
    var asIs: Bool
  }

  /// Reads what is there. A folder has keypoints; a file has joints, unless it is of no such layout
  /// and can be read as keypoints.
  static func read(_ path: String, options: Options) throws -> MotionInput {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return try keypoints(in: path, options)
    }
    let file: SkeletonFile
    do throws(FileError) {
      file = try SkeletonFile.read(contentsOf: path, options: options.skeletons.options)
    } catch {
      guard options.skeletons.layout == nil, mayBeKeypoints(error) else { throw error }
      do {
        return try keypoints(in: path, options)
      } catch let other as FileError where other.code == .unknownFormat {
        // It is neither: the one sentence says what joints are read from.
        throw error
      }
    }
    if let option = options.lifting.first {
      throw Failure(
        code: .usage,
        message: "\(path): has joints in space, and \(option) is about 2D keypoints: leave it out")
    }
    return MotionInput(
      recording: try PoseRecording(
        file, path: path, frameRate: options.frameRate, asIs: options.asIs),
      source: .init(
        file: path, kind: .skeletons, layout: file.layout.rawValue, frameRate: options.frameRate),
      warnings: file.notes.map(\.commandLineWords))
  }

  private static func keypoints(in path: String, _ options: Options) throws -> MotionInput {
    let video = try KeypointVideo(contentsOf: path, options: options.lifting)
    let (recording, warnings) = try video.lifted(
      height: options.lifting.height, frameRate: options.frameRate)
    return MotionInput(
      recording: recording,
      source: .init(
        file: path, kind: .keypoints, layout: options.lifting.keypointLayout?.rawValue,
        frameRate: options.frameRate),
      warnings: warnings)
  }

  /// Whether a file that has no joints in space may have points in pictures.
  private static func mayBeKeypoints(_ error: FileError) -> Bool {
    [.unknownFormat, .imageCoordinates].contains(error.code)
  }
}
