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
    // Places that all cameras see, in the first one's frame.
    var (placesInside, placeCount) = (0, 0)
    let places = [Vector3(0.1, 0.3, 0.2), Vector3(0.4, 0.1, -0.1), Vector3(-0.1, 0, 0.1)]
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
      let covariance = try #require(found.rig.covariance)
      let poses = found.members.map {
        $0.cameraFromWorld * found.members[0].cameraFromWorld.inverse
      }
      for place in places {
        let rays = try zip(found.members, truth).enumerated().map { index, pair -> Ray in
          let pixel = try #require(drawing.camera.pixel(of: pair.1 * place))
          let n = pair.0.camera.normalized(pixel)
          return try #require(
            Ray(
              origin: poses[index].inverse.translation,
              along: poses[index].rotation.inverse * Vector3(n.x, n.y, 1)))
        }
        let triangulated = try #require(Ray.nearestPlace(to: rays))
        let sigmas = covariance.place(
          triangulated,
          seenBy: poses.enumerated().map { .init(index: $0, cameraFromFirst: $1) }
        ).diagonal.squareRoot()
        let error = triangulated - truth[0] * place
        placeCount += 3
        placesInside += (0..<3).count { abs(error[$0]) < sigmas[$0] }
      }
    }
    let placeShare = Double(placesInside) / Double(placeCount)
    #expect((0.55...0.85).contains(placeShare), "\(placeShare)")
    let share = Double(inside) / Double(count)
    #expect((0.60...0.78).contains(share), "\(share)")
  }
}
