internal import Documents
internal import Imaging
internal import Motion
internal import Pose3D
internal import PoseFiles
internal import Video

/// Makes skeletons of the 2D poses in a video's frames.
struct FrameLifter: Sendable {
  private let lifter: Lifter
  private let view: VideoView

  init(_ analysis: VideoAnalysis) {
    var options = Lifter.Options()
    options.bodyHeight = analysis.settings.bodyHeight
    options.gravity = analysis.view.vertical.gravity
    (lifter, view) = (Lifter(options: options), analysis.view)
  }

  /// The people in a frame, with the numbers of a document; what couldn't be measured is counted.
  ///
  /// Throws `FileError` when the depth map doesn't fit the picture.
  func lifted(
    _ frame: VideoFrame, _ poses: [Pose2D], _ tally: inout VideoTally
  ) throws(FileError) -> PoseRecording.Frame {
    let depth = try frame.depth.map { (map) throws(FileError) in try view.registered(map) }
    var people: [PoseObservation] = []
    for pose in poses {
      do throws(LiftingError) {
        let body = try lifter.bodyPose(from: pose, camera: view.camera, depth: depth)
        people.append(PoseObservation(body, id: pose.id))
        tally.count(body.depthUse)
      } catch .noSolution {
        tally.unsolved += 1
      } catch {
        tally.tooLittleSeen += 1
      }
    }
    return PoseRecording.Frame(index: frame.index, time: frame.time, people: people).written
  }
}
