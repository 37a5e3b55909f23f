import PoseBoards
import PoseGeometry
import PoseImaging
import PoseSystem
import TestSupport
import Testing

/// Clocks of cameras by the movement of a board, whose corners are computed.
struct BoardClocksTests {
  private static let camera = Camera(
    width: 1280, height: 960, fx: 1000, fy: 1000, cx: 640, cy: 480,
    distortion: LensDistortion(coefficients: [-0.15, 0.04, 0.001, -0.0005, 0]), source: .user)

  private static func board() throws -> CalibrationBoard {
    try #require(CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 4, rows: 4, size: 0.05))
  }

  /// The board in the world at a time: carried from place to place in 1.2 s each, and held still for a third of that.
  private static func place(
    _ time: Double, of board: CalibrationBoard, seed: UInt64
  ) -> RigidTransform {
    let leg = (time / 1.2).rounded(.down)
    func pose(_ index: Double) -> [Double] {
      var generator = RandomNumbers(seed: seed &* 1000 &+ UInt64(index + 100))
      return (0..<6).map { _ in 2 * generator.uniform() - 1 }
    }
    let part = min(max((time / 1.2 - leg - 0.15) / 0.67, 0), 1)
    let share = part * part * (3 - 2 * part)
    let p = zip(pose(leg), pose(leg + 1)).map { $0 + ($1 - $0) * share }
    let centre = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
    let rotation =
      Rotation.about(.y, by: 0.5 * p[0]) * Rotation.about(.x, by: 0.5 * p[1])
      * Rotation.about(.z, by: 0.4 * p[2])
    return RigidTransform(
      rotation: rotation,
      translation: Vector3(0.3 * p[3], 0.4 + 0.2 * p[4], 0.2 + 0.2 * p[5]) - rotation * centre)
  }

  /// A camera's recording: its clock shows `offset` when the first one's shows 0.
  private static func recording(
    _ index: Int, rate: Double = 10, offset: Double = 0, from first: Double = 0,
    seconds: Double = 20, noise: Double = 0.05, seed: UInt64 = 1,
    at place: ((Double) -> RigidTransform?)? = nil
  ) throws -> BoardRecording {
    let board = try board()
    let pose = BoardRigTests.cameras(3)[index]
    var generator = RandomNumbers(seed: 17 * seed + UInt64(index))
    let frames = (0..<Int(seconds * rate)).map { number -> BoardRecording.Frame in
      let time = first + Double(number) / rate
      let world =
        place.map { $0(time - offset) } ?? Self.place(time - offset, of: board, seed: seed)
      var corners: [BoardView.Corner] = []
      for (point, p) in board.points.enumerated() {
        guard let world, let pixel = camera.pixel(of: pose * world * Vector3(p.x, p.y, 0)),
          pixel.x > 5, pixel.y > 5, pixel.x < 1274, pixel.y < 954
        else { continue }
        let shift = noise * SIMD2(generator.normal(), generator.normal())
        corners.append(.init(point: point, pixel: pixel + shift))
      }
      return .init(time: time, view: BoardView(corners: corners, edgeWidth: 3))
    }
    return BoardRecording(
      name: "c\(index)", width: 1280, height: 960, frames: frames, camera: camera)
  }

  private static func clocks(_ recordings: [BoardRecording]) throws -> [BoardClocks.Clock] {
    BoardClocks(
      recordings, cameras: recordings.map { _ in camera }, of: try board()
    ).clocks
  }

  @Test(
    arguments: [
      (0.0, 10.0, 1), (0.37, 10, 2), (-4.218, 12.5, 3), (9.004, 6, 4), (0.013, 30, 5),
    ] as [(Double, Double, UInt64)])
  func `the offset of a clock is found`(offset: Double, rate: Double, seed: UInt64) throws {
    let found = try Self.clocks([
      Self.recording(0, seed: seed),
      Self.recording(1, rate: rate, offset: offset, from: 0.01, seed: seed),
    ])
    #expect(found[0] == .offset(0, sigma: 0))
    guard case .offset(let seconds, let sigma) = found[1] else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(seconds - offset) < 0.006)
    #expect(abs(seconds - offset) < 3 * sigma && sigma < 0.02)
  }

  @Test func `cameras that never see the board together are joined by a third one`() throws {
    let board = try Self.board()
    func seen(_ range: Range<Double>) -> (Double) -> RigidTransform? {
      { range.contains($0) ? Self.place($0, of: board, seed: 6) : nil }
    }
    let found = try Self.clocks([
      Self.recording(0, seed: 6, at: seen(0..<9)),
      Self.recording(1, offset: 1.5, seconds: 26, seed: 6),
      Self.recording(2, offset: -0.8, seed: 6, at: seen(10..<20)),
    ])
    guard case .offset(let second, _) = found[1], case .offset(let third, _) = found[2] else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(second - 1.5) < 0.006 && abs(third + 0.8) < 0.008)
  }

  @Test func `a clock that the board doesn't show is not guessed`() throws {
    let board = try Self.board()
    // Another movement.
    let other = try Self.clocks([
      Self.recording(0, seed: 7), Self.recording(1, seed: 8),
    ])
    #expect(other[1] == .undetermined)
    // A board on a stand fits at every offset.
    let still = Self.place(0.6, of: board, seed: 7)
    let stood = try Self.clocks([
      Self.recording(0, seed: 7), Self.recording(1, seed: 7, at: { _ in still }),
    ])
    #expect(stood[1] == .still)
    // No view at all.
    let unseen = try Self.clocks([
      Self.recording(0, seed: 7), Self.recording(1, seed: 7, at: { _ in nil }),
    ])
    #expect(unseen[1] == .undetermined)
    // The same movement again and again: the offset could be any number of periods.
    let again = { (time: Double) -> RigidTransform? in
      Self.place((time / 2.4 - (time / 2.4).rounded(.down)) * 2.4, of: board, seed: 7)
    }
    let periodic = try Self.clocks([
      Self.recording(0, at: again), Self.recording(1, offset: 0.4, at: again),
    ])
    #expect(periodic[1] == .undetermined)
  }

  /// Frames of cameras that don't run in step are up to half a frame apart, and the board moves in that time.
  @Test func `a board that moves between two cameras' frames doesn't displace them`() throws {
    let board = try Self.board()
    let recordings = try [
      Self.recording(0, seed: 9), Self.recording(1, from: 0.014, seed: 9),
      Self.recording(2, from: 0.008, seed: 9),
    ]
    let found = try BoardRigCalibration(
      recordings, of: board, placement: nil, tolerance: 1.0 / 60)
    let truth = BoardRigTests.cameras(3)
    for index in 1...2 {
      let motion =
        found.members[index].cameraFromWorld * found.members[0].cameraFromWorld.inverse
      let expected = truth[index] * truth[0].inverse
      let turn = (motion.rotation * expected.rotation.inverse).rotationVector.length
      #expect(turn < 0.1 * .pi / 180, "\(turn * 180 / .pi)°")
      let shift = (motion.inverse.translation - expected.inverse.translation).length
      #expect(shift < 0.002, "\(shift)")
      #expect(found.members[index].frameCount >= 10)
    }
  }
}
