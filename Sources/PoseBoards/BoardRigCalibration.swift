package import PoseGeometry
package import PoseImaging
internal import PoseSystem

/// The placement of a board that sets the world's axes.
package enum BoardPlacement: Sendable, Equatable {
  /// Flat on the floor, face up: y is up, the floor is y = 0, x runs along the board's rows.
  case floor
  /// Upright on a wall: y is up, x runs along the board's rows, z out of the wall. The origin is so many
  /// metres above the floor, which is y = 0.
  case wall(height: Double)

  /// The world's frame from the board's.
  var worldFromBoard: RigidTransform {
    switch self {
    case .floor:
      RigidTransform(
        rotation: Rotation(trusted: Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(0, 1, 0)),
        translation: .zero)
    case .wall(let height):
      RigidTransform(rotation: .identity, translation: Vector3(0, height, 0))
    }
  }
}

/// Several cameras' intrinsics and poses, found from views of a board, with their uncertainty.
package struct BoardRigCalibration: Sendable {
  /// A camera.
  package struct Member: Sendable {
    /// Its name.
    package var name: String
    /// Its intrinsics and lens.
    package var camera: Camera
    /// fx, fy, cx, cy, k1, k2, p1, p2, k3.
    package var lensValues: [Double]
    /// The calibration of its lens by its own views; `nil` if it was given.
    package var lens: LensCalibration?
    /// The covariance of fx, fy, cx, cy, k1, k2, p1, p2, k3, 9 × 9 row by row, 0 of a k3 that was left out; `nil` if
    /// they were given.
    package var lensCovariance: [Double]?
    /// Into the camera's frame from the world's.
    package var cameraFromWorld: RigidTransform
    /// One standard deviation of the rotation and the position; `nil` for the first camera of a rig without a world.
    package var poseSigma: CameraRig.Sigma?
    /// The root mean square of the reprojection errors, in pixels.
    package var reprojection: Double
    /// Frames in which it and another camera, or the world, see the board.
    package var frameCount: Int

    /// One standard deviation of the turn, in radians: the root of the three axes' sum.
    package var angleSigma: Double? { poseSigma?.rotation?.length }
    /// One standard deviation of the position, in metres: the root of the three axes' sum.
    package var positionSigma: Double? { poseSigma?.position?.length }
  }

  /// Something that makes the result less certain than its sigmas.
  package enum Doubt: Sendable, Equatable {
    /// No board in a known place: the axes are the first camera's.
    case noWorld
    /// The board on the wall hung upside down, by the way the cameras are held.
    case upsideDown
    /// A camera is joined to the others by so few frames.
    case fewCommonFrames(camera: String, count: Int)

    /// The doubt as a sentence.
    package var words: String {
      switch self {
      case .noWorld:
        "no image shows the board on the floor or a wall, so that the axes are the first camera's and the "
          + "vertical is unknown: give images of the board in its place"
      case .upsideDown:
        "the board on the wall hung upside down, by the way the cameras are held: the axes follow the cameras"
      case .fewCommonFrames(let camera, let count):
        "camera \(camera): only \(count) frames join it to the other cameras; 10 or more are usual"
      }
    }
  }

  /// The cameras, in the order of their recordings.
  package var members: [Member]
  /// Whether the world's y is up and its floor is y = 0.
  package var hasWorld: Bool
  /// What makes it less certain.
  package var doubts: [Doubt]
  /// The covariance of the cameras' numbers together.
  private let covariance: RigCovariance

  /// The rig.
  package var rig: CameraRig {
    CameraRig(
      cameras: members.map {
        .init(name: $0.name, camera: $0.camera, cameraFromWorld: $0.cameraFromWorld)
      }, up: hasWorld ? Vector3(0, 1, 0) : nil, covariance: covariance)
  }

  /// With fewer shared frames a doubt is stated; chosen.
  private static let usualSharedFrames = 10

  /// Calibrates cameras: lenses by each camera's own views first, then everything together.
  ///
  /// - Parameters:
  ///   - recordings: two or more. Frames of one time belong together, within `tolerance` seconds.
  ///   - board: the board.
  ///   - placement: the board's placement in the recordings' `worldViews`.
  ///   - tolerance: half the time between two frames; 0 for numbered images.
  ///   - radialCount: 3, or 2 to leave out k3 of the lenses, as `radtan` of Kalibr and ROS does.
  /// - Throws: `BoardError` with what was found instead.
  package init(
    _ recordings: [BoardRecording], of board: CalibrationBoard, placement: BoardPlacement?,
    tolerance: Double, radialCount: Int = 3
  ) throws(BoardError) {
    precondition(recordings.count > 1, "one recording has one camera")
    guard board.hasDirection else { throw .noDirection(board: board.words) }
    var lenses: [LensCalibration?] = []
    var cameras: [Camera] = []
    for recording in recordings {
      if let camera = recording.camera {
        lenses.append(nil)
        cameras.append(camera)
      } else {
        let lens = try LensCalibration(recording, of: board, radialCount: radialCount)
        lenses.append(lens)
        cameras.append(lens.camera)
      }
    }
    if placement != nil,
      !recordings.contains(where: { recording in
        recording.worldViews.contains { $0.corners.count >= LensCalibration.minimumCorners }
      })
    {
      var first = recordings[0]
      (first.frames, first.sharpestEdge) = ([], nil)
      throw .worldNotSeen(reason: "\(first.missing(board))")
    }
    var problem = RigProblem(
      recordings, board, cameras, placement, tolerance, hasThirdRadial: radialCount > 2)
    try problem.place()
    try problem.settle()
    guard var covariance = problem.bundle.covariance() else {
      throw .contradiction(
        camera: recordings[0].name, error: problem.bundle.reprojection(of: 0))
    }
    if let spread = problem.bundle.spread() {
      covariance.lenses = zip(covariance.lenses, spread.lenses).map { own, variances in
        own.map { spread.widened($0, to: variances) }
      }
      covariance.poses = zip(covariance.poses, spread.poses).map { own, variances in
        own.map { spread.widened($0, to: variances) }
      }
    }
    var doubts: [Doubt] = []
    self.covariance = covariance.rig(of: problem.bundle.cameras.map(\.lens))
    hasWorld = problem.hasWorld
    if !hasWorld { doubts.append(.noWorld) }
    if problem.isUpsideDown { doubts.append(.upsideDown) }
    members = []
    for index in recordings.indices {
      let state = problem.bundle.cameras[index]
      let lensCovariance = covariance.lenses[index]
      let camera =
        lensCovariance.flatMap { covariance in
          LensCalibration.camera(
            state.lens, width: recordings[index].width, height: recordings[index].height,
            focalSigma: covariance[0].squareRoot() / state.lens[0])
        } ?? cameras[index]
      let pose = state.pose * problem.correction.inverse
      let count = problem.sharedCounts[index]
      if count < Self.usualSharedFrames, !problem.seesWorld[index] {
        doubts.append(.fewCommonFrames(camera: recordings[index].name, count: count))
      }
      members.append(
        Member(
          name: recordings[index].name, camera: camera, lensValues: state.lens,
          lens: lenses[index],
          lensCovariance: lensCovariance, cameraFromWorld: pose,
          poseSigma: covariance.poses[index].map {
            CameraRig.Sigma(turnAndShift: $0, cameraFromWorld: pose)
          },
          reprojection: problem.bundle.reprojection(of: index), frameCount: count))
    }
    self.doubts = doubts
    if let (first, second) = rig.pairInOnePlace {
      throw .onePlace(camera: second, other: first)
    }
  }

  // MARK: The problem

  private struct RigProblem {
    var bundle: BoardBundle
    var hasWorld = false
    var isUpsideDown = false
    /// The world that is wanted from the one that was solved in.
    var correction = RigidTransform.identity
    /// Frames that join each camera to others.
    var sharedCounts: [Int]
    var seesWorld: [Bool]

    private let recordings: [BoardRecording]
    private let board: CalibrationBoard
    private let cameras: [Camera]
    private let placement: BoardPlacement?
    private let hasThirdRadial: Bool
    /// The views of each frame by camera.
    private var sets: [[SharedView]]
    /// The frame that shows the board in its place; the last one.
    private var worldFrame: Int?
    /// The camera's frame from the board's, by each view alone.
    private var poses: [[Int: RigidTransform]] = []

    init(
      _ recordings: [BoardRecording], _ board: CalibrationBoard, _ cameras: [Camera],
      _ placement: BoardPlacement?, _ tolerance: Double, hasThirdRadial: Bool
    ) {
      self.hasThirdRadial = hasThirdRadial
      (self.recordings, self.board, self.cameras) = (recordings, board, cameras)
      self.placement = placement
      let shared = SharedView.sets(in: recordings, of: board, tolerance: tolerance)
      sharedCounts = recordings.indices.map { camera in
        shared.count { $0.contains { $0.camera == camera } }
      }
      sets = shared
      seesWorld = recordings.map { _ in false }
      if placement != nil {
        let world = recordings.indices.flatMap { camera in
          recordings[camera].worldViews.filter {
            $0.corners.count >= LensCalibration.minimumCorners
          }.map { SharedView(camera: camera, view: $0, original: $0) }
        }
        if !world.isEmpty {
          for one in world { seesWorld[one.camera] = true }
          worldFrame = sets.count
          sets.append(world)
        }
      }
      bundle = BoardBundle(cameras: [], frames: [], observations: [])
    }

    /// Places the cameras by the frames that they share, those first that agree best.
    mutating func place() throws(BoardError) {
      poses = sets.map { set in
        var found: [Int: RigidTransform] = [:]
        for one in set where found[one.camera] == nil {
          found[one.camera] = BoardTrack.pose(of: one.view, board, cameras[one.camera])
        }
        return found
      }
      var cameraPoses = [RigidTransform?](repeating: nil, count: recordings.count)
      var framePoses = [RigidTransform?](repeating: nil, count: sets.count)
      if let worldFrame, let placement {
        hasWorld = true
        framePoses[worldFrame] = placement.worldFromBoard
        for (camera, pose) in poses[worldFrame] {
          cameraPoses[camera] = pose * placement.worldFromBoard.inverse
        }
      } else {
        cameraPoses[0] = RigidTransform(
          rotation: Rotation(trusted: Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1)),
          translation: .zero)
      }
      while let missing = cameraPoses.firstIndex(where: { $0 == nil }) {
        var best: (misfit: Double, camera: Int, pose: RigidTransform)?
        for known in recordings.indices {
          guard let from = cameraPoses[known] else { continue }
          for camera in recordings.indices where cameraPoses[camera] == nil {
            guard let motion = motion(from: known, to: camera) else { continue }
            if motion.misfit < best?.misfit ?? .infinity {
              best = (motion.misfit, camera, motion.pose * from)
            }
          }
        }
        guard let best else {
          let name = recordings[missing].name
          throw recordings[missing].frames.contains { !$0.view.corners.isEmpty }
            || !recordings[missing].worldViews.isEmpty
            ? .nothingInCommon(camera: name) : recordings[missing].missing(board)
        }
        cameraPoses[best.camera] = best.pose
      }
      let known = cameraPoses.map { $0 ?? .identity }
      for index in sets.indices where framePoses[index] == nil {
        let estimates = poses[index].sorted { $0.key < $1.key }.map {
          known[$0.key].inverse * $0.value
        }
        framePoses[index] = estimates.first
      }
      build(known, framePoses)
    }

    private mutating func build(
      _ cameraPoses: [RigidTransform], _ framePoses: [RigidTransform?]
    ) {
      let points = board.points
      var frames: [BoardBundle.Frame] = []
      var observations: [BoardBundle.Observation] = []
      func add(_ views: [SharedView], _ frame: BoardBundle.Frame) {
        for one in views {
          observations += one.view.corners.compactMap { corner in
            pixel(of: corner, one.camera).map {
              .init(
                camera: one.camera, frame: frames.count, point: points[corner.point], pixel: $0,
                shift: one.shift)
            }
          }
        }
        frames.append(frame)
      }
      for (index, set) in sets.enumerated() {
        guard let pose = framePoses[index] else { continue }
        add(set, .init(pose: pose, isFree: index != worldFrame))
      }
      // A camera's own views for its lens: those that no other camera shares.
      for (camera, recording) in recordings.enumerated() where recording.camera == nil {
        let views = (try? LensCalibration.usableViews(recording, board)) ?? []
        let pace = max(1, views.count / LensCalibration.maximumViews)
        for (number, view) in views.enumerated() where number % pace == 0 {
          let isShared = sets.contains {
            $0.contains { $0.camera == camera && $0.original == view }
          }
          guard !isShared, let pose = BoardTrack.pose(of: view, board, cameras[camera]) else {
            continue
          }
          add(
            [SharedView(camera: camera, view: view, original: view)],
            .init(pose: cameraPoses[camera].inverse * pose))
        }
      }
      bundle = BoardBundle(
        cameras: recordings.indices.map { index in
          .init(
            lens: lens(of: index), pose: cameraPoses[index],
            isLensFree: recordings[index].camera == nil,
            isPoseFree: worldFrame != nil || index > 0, hasThirdRadial: hasThirdRadial)
        }, frames: frames, observations: observations)
    }

    /// fx, fy, cx, cy, k1, k2, p1, p2, k3 of a camera; without a lens for given ones, whose pixels are taken
    /// without it.
    private func lens(of index: Int) -> [Double] {
      let camera = cameras[index]
      var k = [0.0, 0, 0, 0, 0]
      if recordings[index].camera == nil, case .brownConrady(let lens)? = camera.distortion {
        k = Array(lens.coefficients.prefix(5))
      }
      return [camera.fx, camera.fy, camera.cx, camera.cy] + k
    }

    /// The pixel of a corner, of given cameras as one without a lens would show it, whatever model theirs is
    /// of; `nil` where the lens shows nothing.
    private func pixel(of corner: BoardView.Corner, _ index: Int) -> SIMD2<Double>? {
      guard let camera = recordings[index].camera else { return corner.pixel }
      let ray = camera.normalized(corner.pixel)
      let pixel = SIMD2(camera.fx * ray.x + camera.cx, camera.fy * ray.y + camera.cy)
      return pixel.x.isFinite && pixel.y.isFinite ? pixel : nil
    }

    /// The motion to one camera's frame from another's, of all frames that both see the one that fits the
    /// others best.
    private func motion(
      from a: Int, to b: Int
    ) -> (pose: RigidTransform, misfit: Double)? {
      let motions = poses.compactMap { found -> (motion: RigidTransform, board: RigidTransform)? in
        guard let first = found[a], let second = found[b] else { return nil }
        return (second * first.inverse, first)
      }
      guard !motions.isEmpty else { return nil }
      let e = board.extent
      let corners = [SIMD2(0, 0), SIMD2(e.x, 0), e, SIMD2(0, e.y)].map { Vector3($0.x, $0.y, 0) }
      var best: (pose: RigidTransform, misfit: Double)?
      for (candidate, _) in motions {
        let misfits = motions.map { motion, board in
          corners.reduce(0) { sum, corner in
            let place = board * corner
            return sum + (candidate * place - motion * place).length
          } / 4
        }.sorted()
        let misfit = misfits[misfits.count / 2] / Double(misfits.count).squareRoot()
        if misfit < best?.misfit ?? .infinity { best = (candidate, misfit) }
      }
      return best
    }

    /// Solves for everything together, and holds it to what is plausible.
    mutating func settle() throws(BoardError) {
      guard let outliers = bundle.settle() else {
        throw .contradiction(camera: worst.name, error: worst.error)
      }
      guard outliers < 0.3, worst.error < worst.limit else {
        throw .contradiction(camera: worst.name, error: worst.error)
      }
      guard case .wall? = placement, hasWorld else { return }
      let up = bundle.cameras.reduce(0) { $0 - $1.pose.rotation.inverse.y.y }
      guard up < 0 else { return }
      // Half a turn about the wall's normal, about the board's middle.
      isUpsideDown = true
      let half = Rotation(trusted: Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1))
      let origin = placement?.worldFromBoard.translation ?? .zero
      let middle = origin + Vector3(board.extent.x / 2, board.extent.y / 2, 0)
      correction = RigidTransform(rotation: half, translation: middle - half * middle)
    }

    /// The camera whose reprojection error is the largest, as a share of its image's width.
    private var worst: (name: String, error: Double, limit: Double) {
      var worst: (name: String, error: Double, limit: Double) = ("", 0, 1)
      for (index, recording) in recordings.enumerated() {
        let error = bundle.reprojection(of: index)
        let limit = max(1.5, Double(recording.width) / 1000)
        if worst.name.isEmpty || error / limit > worst.error / worst.limit {
          worst = (recording.name, error, limit)
        }
      }
      return worst
    }
  }
}
