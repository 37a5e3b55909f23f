internal import PoseDocuments
internal import PoseImaging
internal import PoseMotion
internal import Pose3D
internal import PoseFiles
internal import PoseVideo

/// Makes skeletons of the 2D poses in a video's frames.
struct FrameLifter: Sendable {
  private let lifter: Lifter
  private let view: VideoView

  init(_ analysis: VideoAnalysis) {
    var options = Lifter.Options()
    options.bodyHeight = analysis.settings.measurement.bodyHeight
    options.gravity = analysis.view.vertical.gravity
    (lifter, view) = (Lifter(options: options), analysis.view)
  }

  /// Adds the people in a frame to those before; what couldn't be measured is counted.
  ///
  /// - Parameter startsShot: whether the video was cut before the frame.
  ///
  /// Throws `FileError` when the depth map doesn't fit the picture.
  func lift(
    _ frame: VideoFrame, _ poses: [Pose2D], startsShot: Bool, into frames: inout LiftedFrames,
    _ tally: inout VideoTally
  ) throws(FileError) {
    let depth = try frame.depth.map { (map) throws(FileError) in try view.registered(map) }
    var people: [(id: Int?, moment: LiftedFrame)] = []
    for pose in poses {
      do throws(LiftingError) {
        let moment = try lifter.moment(
          at: frame.time, from: pose, camera: view.camera, depth: depth)
        people.append((pose.id, moment))
        tally.count(moment.bodyPose.depthUse)
      } catch .noSolution {
        tally.unsolved += 1
      } catch {
        tally.tooLittleSeen += 1
      }
    }
    frames.append(
      index: frame.index, time: frame.time, startsShot: startsShot, people: people)
  }
}
