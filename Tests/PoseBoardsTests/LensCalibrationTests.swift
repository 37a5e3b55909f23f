import PoseBoards
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

struct LensCalibrationTests {
  /// Views all over the image, tilted to every side.
  static func poses(_ drawing: RenderedBoard, count: Int, seed: UInt64) -> [RigidTransform] {
    var generator = RandomNumbers(seed: seed)
    func between(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * generator.uniform()
    }
    return (0..<count).map { _ in
      let distance = between(1.2, 2.6) * drawing.board.extent.x
      let reach = SIMD2(0.42, 0.32) * distance
      return drawing.pose(
        at: Vector3(between(-reach.x, reach.x), between(-reach.y, reach.y), distance),
        tilt: between(-0.6, 0.6), turn: between(-0.6, 0.6), roll: between(-0.5, 0.5))
    }
  }

  static func recording(
    _ drawing: RenderedBoard, _ poses: [RigidTransform], seed: UInt64 = 7
  ) throws -> BoardRecording {
    let finder = try BoardFinder(drawing.board)
    let frames = poses.enumerated().map { index, pose in
      BoardRecording.Frame(
        time: Double(index),
        view: finder.view(of: drawing.image(pose, seed: seed &+ UInt64(index))))
    }
    return BoardRecording(
      name: "a", width: drawing.camera.width, height: drawing.camera.height, frames: frames)
  }

  @Test(arguments: [true, false])
  func `a lens is found within three thousandths`(isGrid: Bool) throws {
    let board = try #require(
      isGrid
        ? BoardFinderTests.grid
        : CalibrationBoard(.checkerboard, columns: 9, rows: 6, size: 0.03))
    let drawing = try RenderedBoard(board, BoardFinderTests.camera)
    let recording = try Self.recording(drawing, Self.poses(drawing, count: 20, seed: 3))
    let found = try LensCalibration(recording, of: board)
    for (value, (truth, limit)) in zip(
      found.values, [(600.0, 1.8), (602, 1.806), (322, 1.92), (236, 1.92)])
    {
      #expect(abs(value - truth) < limit)
    }
  }

  @Test func `k3 can be left out`() throws {
    let drawing = try RenderedBoard(try #require(BoardFinderTests.grid), BoardFinderTests.camera)
    let recording = try Self.recording(drawing, Self.poses(drawing, count: 12, seed: 3))
    let found = try LensCalibration(recording, of: drawing.board, radialCount: 2)
    #expect(found.values[8] == 0)
    #expect(found.sigmas[8] == 0)
    #expect(found.sigmas.dropLast().allSatisfy { $0 > 0 })
    // One unknown less: the rest is known better.
    let whole = try LensCalibration(recording, of: drawing.board)
    #expect(whole.sigmas[8] > 0)
    #expect(found.sigmas[5] < whole.sigmas[5])
    #expect(abs(found.values[0] - 600) < 1.8)
  }
}
