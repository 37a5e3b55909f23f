internal import PoseGeometry
internal import Kinematics
internal import PoseMotion

/// The world in which several cameras are placed, as a clip has it: y up, and along the world's own axes.
struct RigWorld {
  /// Its axes in the recording's frame. What points up there is y here; of a world whose z is up, x is z here and y is x
  /// (as Pose2Sim turns it for OpenSim).
  let world: WorldAxes
  /// Its origin in the recording's frame.
  let origin: Vector3

  /// `nil` for a recording of one camera, and for an unknown vertical.
  ///
  /// - Parameter vertical: the sequence's.
  init?(of recording: PoseRecording, up vertical: WorldAxes?) {
    guard let worldFromFrame = recording.worldFromFrame, let up = vertical?.up,
      vertical?.source != .camera, vertical?.source != .posture
    else { return nil }
    let frameFromWorld = worldFromFrame.inverse
    let axes = frameFromWorld.rotation
    // The axis after the one that points up, in the order x, y, z, x.
    let heights = [axes.x, axes.y, axes.z].map { abs($0.dot(up)) }
    let vertical = heights.indices.max { heights[$0] < heights[$1] } ?? 1
    let front = [axes.y, axes.z, axes.x][vertical]
    guard let world = WorldAxes(up: up, front: front, source: .gravity) else { return nil }
    (self.world, origin) = (world, frameFromWorld.translation)
  }
}
