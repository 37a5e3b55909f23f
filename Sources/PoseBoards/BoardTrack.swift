internal import PoseGeometry
internal import PoseImaging

/// A board's poses before one camera over time, each by one view alone.
struct BoardTrack: Sendable {
  /// Seconds by the camera's own clock, ascending.
  private(set) var times: [Double] = []
  /// Into the camera's frame from that of the board's middle.
  private(set) var poses: [RigidTransform] = []
  /// The time between two frames that were searched, the median, in seconds.
  private(set) var step = 0.0

  /// Poses farther apart than this aren't joined, in seconds; two frames that were searched always are.
  private static let longestGap = 0.25
  /// Iterations of a pose from one view.
  private static let iterations = 30

  /// The poses in the frames that show enough of the board.
  init(_ recording: BoardRecording, of board: CalibrationBoard, camera: Camera) {
    let middle = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
    for frame in recording.frames
    where frame.view.corners.count >= LensCalibration.minimumCorners
      && !frame.view.findings.contains(.twoBoards) && frame.time > times.last ?? -.infinity
    {
      guard let pose = Self.pose(of: frame.view, board, camera) else { continue }
      times.append(frame.time)
      poses.append(RigidTransform(rotation: pose.rotation, translation: pose * middle))
    }
    let all = recording.frames.map(\.time)
    step = zip(all, all.dropFirst()).map { $1 - $0 }.median ?? 0
  }

  /// A board's pose from one view: by the homography of its rays, then by least squares; `nil` where these
  /// determine none.
  static func pose(
    of view: BoardView, _ board: CalibrationBoard, _ camera: Camera
  ) -> RigidTransform? {
    let points = board.points
    let rays = view.corners.compactMap { corner -> (plane: SIMD2<Double>, image: SIMD2<Double>)? in
      let ray = camera.normalized(corner.pixel)
      return ray.x.isFinite && ray.y.isFinite ? (points[corner.point], ray) : nil
    }
    guard let start = PlaneMap(rays)?.cameraFromPlane else { return nil }
    let focal = [camera.fx, camera.fy]
    var bundle = BoardBundle(
      cameras: [
        .init(
          lens: focal + [camera.cx, camera.cy, 0, 0, 0, 0, 0], pose: .identity, isLensFree: false,
          isPoseFree: false)
      ], frames: [.init(pose: start)],
      observations: rays.map { pair in
        let pixel = SIMD2(focal[0] * pair.image.x + camera.cx, focal[1] * pair.image.y + camera.cy)
        return .init(camera: 0, frame: 0, point: pair.plane, pixel: pixel)
      })
    guard bundle.solve(isRobust: true, iterations: iterations) else { return nil }
    return bundle.frames[0].pose
  }

  /// The pose at a time, between two frames in proportion; `nil` before the first pose, after the last and in
  /// a gap.
  func pose(at time: Double) -> RigidTransform? {
    guard let first = times.first, let last = times.last, time >= first, time <= last else {
      return nil
    }
    var (low, high) = (0, times.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let length = times[high] - times[low]
    guard length > 0 else { return poses[low] }
    guard length <= max(Self.longestGap, 1.5 * step) else {
      return time == times[low] ? poses[low] : time == times[high] ? poses[high] : nil
    }
    let share = (time - times[low]) / length
    let turn = (poses[low].rotation.inverse * poses[high].rotation).rotationVector
    return RigidTransform(
      rotation: poses[low].rotation * Rotation(rotationVector: turn * share),
      translation: poses[low].translation * (1 - share) + poses[high].translation * share)
  }

  /// The median distance of the board's middle from the camera, in metres; 0 without a pose.
  var distance: Double { poses.map(\.translation.length).median ?? 0 }
}
