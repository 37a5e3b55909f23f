import PoseBoards
import PoseGeometry
import PoseImaging
import TestSupport
import Testing
import PoseSystem

struct BoardRigTests {
  /// Cameras around a scene at the floor's origin, 1.8 m away, and look at a place 0.25 m above it.
  static func cameras(_ count: Int) -> [RigidTransform] {
    (0..<count).map { index in
      let angle = (Double(index) - Double(count - 1) / 2) * 0.7
      let position = Vector3(1.2 * sin(angle), 1.4, 1.2 * cos(angle))
      let z = (Vector3(0, 0.25, 0) - position).normalized ?? Vector3(0, 0, -1)
      let x = (z.cross(Vector3(0, 1, 0))).normalized ?? Vector3(1, 0, 0)
      let worldFromCamera = RigidTransform(
        rotation: Rotation(trusted: x, z.cross(x), z), translation: position)
      return worldFromCamera.inverse
    }
  }

  static let floor = RigidTransform(
    rotation: Rotation(trusted: Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(0, 1, 0)),
    translation: .zero)

  /// The board before the cameras, tilted as it happens.
  static func boards(_ board: CalibrationBoard, count: Int, seed: UInt64) -> [RigidTransform] {
    var generator = RandomNumbers(seed: seed)
    func between(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * generator.uniform()
    }
    let centre = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
    return (0..<count).map { _ in
      let rotation =
        Rotation.about(.y, by: between(-0.6, 0.6)) * Rotation.about(.x, by: between(-0.6, 0.3))
        * Rotation.about(.z, by: between(-0.4, 0.4))
      let place = Vector3(between(-0.3, 0.3), between(0.3, 0.8), between(0, 0.5))
      return RigidTransform(rotation: rotation, translation: place - rotation * centre)
    }
  }

  @Test func `cameras are found within a tenth of a degree and two millimetres`() throws {
    let board = try #require(
      CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 4, rows: 4, size: 0.1))
    let camera = Camera(
      width: 960, height: 720, fx: 800, fy: 802, cx: 482, cy: 357,
      distortion: LensDistortion(coefficients: [-0.15, 0.04, 0.001, -0.0005, 0]), source: .user)
    let drawing = try RenderedBoard(board, camera)
    let truth = Self.cameras(3)
    let boards = Self.boards(board, count: 12, seed: 5)
    let finder = try BoardFinder(board)
    let recordings = truth.enumerated().map { index, pose in
      BoardRecording(
        name: "c\(index)", width: 960, height: 720,
        frames: boards.enumerated().map { time, place in
          .init(
            time: Double(time),
            view: finder.view(of: drawing.image(pose * place, seed: UInt64(100 * index + time))))
        },
        worldViews: [finder.view(of: drawing.image(pose * Self.floor, seed: UInt64(index)))])
    }
    let found = try BoardRigCalibration(
      recordings, of: board, placement: .floor, tolerance: 0)
    for (member, pose) in zip(found.members, truth) {
      let turn = (member.cameraFromWorld.rotation * pose.rotation.inverse).rotationVector.length
      let shift = (member.cameraFromWorld.inverse.translation - pose.inverse.translation).length
      #expect(turn < 0.1 * .pi / 180)
      #expect(shift < 0.002)
    }
  }

  /// Two cameras before a checkerboard on a wall, its lower left corner 1.3 m above the floor.
  @Test(arguments: [false, true])
  func `a checkerboard on a wall sets the axes`(isUpsideDown: Bool) throws {
    let drawing = try RenderedBoard(
      try #require(BoardFinderTests.checkerboard), BoardFinderTests.camera)
    let board = drawing.board
    let middle = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
    let height = Vector3(0, 1.3, 0)
    let half = Rotation.about(.z, by: isUpsideDown ? .pi : 0)
    let worldFromBoard = RigidTransform(
      rotation: half, translation: height + middle - half * middle)
    let truth = [-0.2, 0.25].map { x in
      let position = Vector3(x, 1.4, 0.6)
      let z = (Vector3(0.07, 1.35, 0) - position).normalized ?? Vector3(0, 0, -1)
      let right = z.cross(Vector3(0, 1, 0)).normalized ?? Vector3(1, 0, 0)
      return RigidTransform(
        rotation: Rotation(trusted: right, z.cross(right), z), translation: position
      ).inverse
    }
    let recordings = truth.enumerated().map { index, pose in
      let lens = LensCalibrationTests.poses(drawing, count: 14, seed: 3 + UInt64(index))
      var one = SigmaTests.recording(drawing, lens, noise: 0.03, seed: UInt64(index))
      // Each camera's own views are at times of their own.
      one.frames = one.frames.filter { $0.view.corners.count == 20 }.map {
        .init(time: $0.time + 100 * Double(index), view: $0.view)
      }
      one.worldViews = SigmaTests.recording(
        drawing, [pose * worldFromBoard], noise: 0.03, seed: 9 + UInt64(index)
      ).frames.map(\.view)
      one.name = "c\(index)"
      return one
    }
    let found = try BoardRigCalibration(
      recordings, of: board, placement: .wall(height: 1.3), tolerance: 0)
    #expect(found.doubts.contains(.upsideDown) == isUpsideDown)
    #expect(found.rig.up == Vector3(0, 1, 0))
    for (member, pose) in zip(found.members, truth) {
      let turn = (member.cameraFromWorld.rotation * pose.rotation.inverse).rotationVector.length
      let shift = (member.cameraFromWorld.inverse.translation - pose.inverse.translation).length
      #expect(turn < 0.2 * .pi / 180)
      #expect(shift < 0.003)
    }
  }

  @Test func `images that don't show the board in its place are refused`() throws {
    let drawing = try RenderedBoard(
      try #require(BoardFinderTests.grid), BoardFinderTests.camera)
    let poses = LensCalibrationTests.poses(drawing, count: 8, seed: 3)
    let recordings = ["left", "right"].map { name in
      var one = SigmaTests.recording(drawing, poses, noise: 0.03, seed: 2)
      one.name = name
      one.worldViews = [BoardView(corners: [], edgeWidth: 0)]
      return one
    }
    #expect {
      _ = try BoardRigCalibration(recordings, of: drawing.board, placement: .floor, tolerance: 0)
    } throws: { error in
      "\(error)".hasPrefix(
        "no camera sees the board on the floor or the wall: camera left: none of the frames (1)")
    }
  }

  /// Lenses of several models, whose intrinsics are kept.
  @Test(arguments: [
    nil, LensDistortion(coefficients: [-0.2, 0.05, 0.001, -0.0005, 0]),
    LensDistortion(model: .fisheye, coefficients: [0.03, -0.01, 0.002, 0]),
  ])
  func `cameras with given intrinsics are only placed`(lens: LensDistortion?) throws {
    let camera = Camera(
      width: 640, height: 480, fx: 600, fy: 602, cx: 322, cy: 236, distortion: lens, source: .user)
    let board = try #require(
      CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 4, rows: 4, size: 0.1))
    let drawing = try RenderedBoard(board, camera)
    let truth = Self.cameras(2)
    let recordings = truth.enumerated().map { index, pose in
      BoardRecording(
        name: "c\(index)", width: 640, height: 480, frames: [],
        worldViews: SigmaTests.recording(
          drawing, [pose * Self.floor], noise: 0.05, seed: UInt64(index)
        ).frames.map(\.view), camera: camera)
    }
    let found = try BoardRigCalibration(
      recordings, of: board, placement: .floor, tolerance: 0)
    for (member, pose) in zip(found.members, truth) {
      let turn = (member.cameraFromWorld.rotation * pose.rotation.inverse).rotationVector.length
      let shift = (member.cameraFromWorld.inverse.translation - pose.inverse.translation).length
      #expect(turn < 0.1 * .pi / 180)
      #expect(shift < 0.003)
      #expect(member.camera == camera)
      #expect(member.lensCovariance == nil)
    }
  }
}
