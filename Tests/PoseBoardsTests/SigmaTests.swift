import PoseBoards
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Whether errors are as large as the sigmas: 68 % of them within one.
struct SigmaTests {
  static let truth = [600, 602, 322, 236, -0.2, 0.05, 0.001, -0.0005, 0]

  /// Views of true corners with noise from a seed.
  static func recording(
    _ drawing: RenderedBoard, _ poses: [RigidTransform], noise: Double, seed: UInt64
  ) -> BoardRecording {
    var generator = RandomNumbers(seed: seed)
    let camera = drawing.camera
    let frames = poses.enumerated().map { index, pose in
      var corners: [BoardView.Corner] = []
      for (point, pixel) in drawing.pixels(pose).enumerated() {
        guard let pixel, pixel.x > 5, pixel.y > 5, pixel.x < Double(camera.width) - 6,
          pixel.y < Double(camera.height) - 6
        else { continue }
        let shift = noise * SIMD2(generator.normal(), generator.normal())
        corners.append(.init(point: point, pixel: pixel + shift))
      }
      return BoardRecording.Frame(
        time: Double(index), view: BoardView(corners: corners, edgeWidth: 3))
    }
    return BoardRecording(
      name: "a", width: camera.width, height: camera.height, frames: frames)
  }

  @Test func `errors of a lens are as large as its sigmas`() throws {
    let drawing = try RenderedBoard(try #require(BoardFinderTests.grid), BoardFinderTests.camera)
    var (inside, count) = (0, 0)
    for seed in 1...30 as ClosedRange<UInt64> {
      let poses = LensCalibrationTests.poses(drawing, count: 12, seed: 1000 + seed)
      let recording = Self.recording(drawing, poses, noise: 0.1, seed: seed)
      let found = try LensCalibration(recording, of: drawing.board)
      for (value, (expected, sigma)) in zip(found.values, zip(Self.truth, found.sigmas)) {
        count += 1
        inside += abs(value - expected) < sigma ? 1 : 0
      }
    }
    let share = Double(inside) / Double(count)
    #expect((0.60...0.78).contains(share), "\(share)")
  }

  @Test func `errors of poses are as large as their sigmas`() throws {
    let board = try #require(
      CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 4, rows: 4, size: 0.1))
    let drawing = try RenderedBoard(board, BoardFinderTests.camera)
    let truth = BoardRigTests.cameras(3)
    var (inside, count) = (0, 0)
    for seed in 1...15 as ClosedRange<UInt64> {
      let boards = BoardRigTests.boards(board, count: 12, seed: 2000 + seed)
      let recordings = truth.enumerated().map { index, pose in
        var recording = Self.recording(
          drawing, boards.map { pose * $0 }, noise: 0.1, seed: 10 * seed + UInt64(index))
        recording.worldViews = Self.recording(
          drawing, [pose * BoardRigTests.floor], noise: 0.1, seed: 7000 + 10 * seed + UInt64(index)
        ).frames.map(\.view)
        recording.name = "c\(index)"
        return recording
      }
      let found = try BoardRigCalibration(
        recordings, of: board, placement: .floor, tolerance: 0)
      for (member, pose) in zip(found.members, truth) {
        let turn = (member.cameraFromWorld.rotation * pose.rotation.inverse).rotationVector
        let shift = member.cameraFromWorld.inverse.translation - pose.inverse.translation
        let sigma = try #require(member.poseSigma)
        let (rotation, position) = (
          try #require(sigma.rotation), try #require(sigma.position)
        )
        for axis in 0..<3 {
          count += 2
          inside += abs(turn[axis]) < rotation[axis] ? 1 : 0
          inside += abs(shift[axis]) < position[axis] ? 1 : 0
        }
      }
    }
    let share = Double(inside) / Double(count)
    #expect((0.60...0.78).contains(share), "\(share)")
  }
}
