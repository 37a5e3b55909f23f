import PoseBoards
import PoseDocuments
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Input that can't be used: what was found, what was expected, where, and what to do.
struct BoardRefusalTests {
  let drawing: RenderedBoard
  let checkers: RenderedBoard

  init() throws {
    drawing = try RenderedBoard(try #require(BoardFinderTests.grid), BoardFinderTests.camera)
    checkers = try RenderedBoard(
      try #require(BoardFinderTests.checkerboard), BoardFinderTests.camera)
  }

  private func facing(_ drawing: RenderedBoard) -> RigidTransform {
    drawing.pose(at: Vector3(0, 0, 1.6 * drawing.board.extent.x), tilt: 0.2, turn: 0.3)
  }

  private func recording(_ views: [BoardView]) -> BoardRecording {
    BoardRecording(
      name: "left", width: 640, height: 480,
      frames: views.enumerated().map { .init(time: Double($0.offset), view: $0.element) })
  }

  private func refusal(_ views: [BoardView], _ board: CalibrationBoard) -> String {
    do {
      _ = try LensCalibration(recording(views), of: board)
      return "no error"
    } catch {
      return error.description
    }
  }

  /// True corners of poses.
  private func views(_ poses: [RigidTransform], edge: Double = 3) -> [BoardView] {
    SigmaTests.recording(drawing, poses, noise: 0.05, seed: 1).frames.map {
      BoardView(corners: $0.view.corners, edgeWidth: edge)
    }
  }

  @Test func `a board partly seen is found`() throws {
    let pose = drawing.pose(at: Vector3(0.22, 0.1, 0.45), tilt: 0.2)
    let view = try BoardFinder(drawing.board).view(of: drawing.image(pose))
    let errors = BoardFinderTests.errors(view, drawing.pixels(pose))
    #expect((20..<130).contains(view.corners.count))
    #expect(errors.allSatisfy { $0.length < 0.3 })
    #expect(view.findings.isEmpty)
  }

  @Test func `a mirrored grid is refused`() throws {
    let image = drawing.image(facing(drawing))
    let rows = (0..<image.height).flatMap {
      image.pixels[$0 * image.width..<($0 + 1) * image.width].reversed()
    }
    let view = try BoardFinder(drawing.board).view(
      of: GrayImage(width: image.width, height: image.height, pixels: rows))
    #expect(view.findings == [.mirrored])
    #expect(
      refusal([view], drawing.board)
        == "camera left: the board is mirrored in 1 frames: give the recording as the camera made it, "
        + "without a selfie camera's mirroring")
  }

  @Test func `a grid of other columns is refused`() throws {
    let expected = try #require(
      CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 5, rows: 7, size: 0.035))
    let view = try BoardFinder(expected).view(of: drawing.image(facing(drawing)))
    #expect(view.corners.isEmpty)
    #expect(
      refusal([view], expected).hasPrefix(
        "camera left shows the board's tags in other places, as on a grid with another number of columns; an "
          + "AprilGrid of 5×7 tags was expected"))
  }

  @Test func `tags that the board lacks are named`() throws {
    let expected = try #require(
      CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 2, rows: 2, size: 0.035))
    let view = try BoardFinder(expected).view(of: drawing.image(facing(drawing)))
    #expect(
      refusal([BoardView(corners: [], edgeWidth: 0, findings: view.findings)], expected).hasPrefix(
        "camera left shows tags with the numbers 4 to 35; an AprilGrid of 2×2 tags was expected"))
  }

  @Test func `another checkerboard is refused`() throws {
    let expected = try #require(
      CalibrationBoard(.checkerboard, columns: 9, rows: 6, size: 0.035))
    let view = try BoardFinder(expected).view(of: checkers.image(facing(checkers)))
    #expect(
      refusal([view], expected)
        == "camera left shows a checkerboard of 5×4 inner corners; a checkerboard of 9×6 inner corners was "
        + "expected: check the specification against the printed board")
  }

  @Test func `a board of another kind is named`() throws {
    let view = try BoardFinder(drawing.board).view(of: checkers.image(facing(checkers)))
    #expect(
      refusal([view], drawing.board)
        == "camera left shows a checkerboard of 5×4 inner corners; \(drawing.board.words) was expected: check the "
        + "specification against the printed board")
    let other = try BoardFinder(checkers.board).view(of: drawing.image(facing(drawing)))
    #expect(
      refusal([other], checkers.board).hasPrefix(
        "camera left shows markers of an AprilGrid (tag36h11); \(checkers.board.words) was expected"
      ))
  }

  @Test func `one recording for two cameras is refused`() throws {
    let boards = BoardRigTests.boards(drawing.board, count: 12, seed: 4)
    let pose = try #require(BoardRigTests.cameras(2).first)
    var recordings = (0..<2).map { _ in
      SigmaTests.recording(drawing, boards.map { pose * $0 }, noise: 0.05, seed: 1)
    }
    recordings[0].name = "left"
    recordings[1].name = "right"
    #expect(throws: BoardError.onePlace(camera: "right", other: "left")) {
      try BoardRigCalibration(recordings, of: drawing.board, placement: nil, tolerance: 0)
    }
  }

  @Test func `two boards are refused`() throws {
    let (left, right) = (Vector3(-0.16, 0, 0.55), Vector3(0.16, 0, 0.55))
    for one in [drawing, checkers] {
      let view = try BoardFinder(one.board).view(
        of: one.image(one.pose(at: left), second: one.pose(at: right)))
      #expect(view.findings == [.twoBoards])
      #expect(refusal([view], one.board).contains("show the board twice"))
    }
  }

  @Test func `an image without a board is refused`() throws {
    let gray = GrayImage(
      width: 640, height: 480, pixels: Array(repeating: 110, count: 640 * 480))
    for one in [drawing, checkers] {
      let view = try BoardFinder(one.board).view(of: gray)
      #expect(view == BoardView(corners: [], edgeWidth: 0))
      #expect(
        refusal([view], one.board).hasPrefix(
          "camera left: none of the frames (1) shows \(one.board.words): check"))
    }
  }

  @Test(arguments: [1, 2, 3, 8, 17])
  func `tiny images have no board`(side: Int) throws {
    let gray = GrayImage(width: side, height: side, pixels: Array(repeating: 7, count: side * side))
    for one in [drawing, checkers] {
      #expect(try BoardFinder(one.board).view(of: gray).corners.isEmpty)
    }
  }

  @Test func `blurred frames are refused`() {
    let poses = LensCalibrationTests.poses(drawing, count: 6, seed: 1)
    #expect(
      refusal(views(poses, edge: 12), drawing.board)
        == "camera left: the board is blurred in all of 6 frames, its edges are 12.0 pixels wide; at most 8.0 were "
        + "expected: hold the board still, and use more light or a shorter exposure")
  }

  @Test func `two views are too few`() {
    let poses = LensCalibrationTests.poses(drawing, count: 2, seed: 1)
    #expect(
      refusal(views(poses), drawing.board).hasPrefix(
        "camera left: 2 sharp frames show enough of the board; at least 3 were expected"))
  }

  @Test func `views from one angle are refused`() {
    let poses = (0..<8).map {
      drawing.pose(at: Vector3(0.02 * Double($0) - 0.08, 0.01 * Double($0), 0.4), tilt: 0.01)
    }
    let text = refusal(views(poses), drawing.board)
    #expect(text.contains("views from one angle don't give the focal length"), "\(text)")
  }

  @Test func `views of no lens are refused`() {
    var generator = RandomNumbers(seed: 3)
    let views = (0..<6).map { _ in
      BoardView(
        corners: (0..<144).map {
          .init(
            point: $0,
            pixel: SIMD2(640 * generator.uniform(), 480 * generator.uniform()))
        }, edgeWidth: 3)
    }
    #expect(refusal(views, drawing.board) != "no error")
  }

  @Test func `a bent board is named`() throws {
    var bent = drawing
    // 4 mm in the middle of 26 cm.
    bent.bend = 0.004 / (0.13 * 0.13)
    let recording = try LensCalibrationTests.recording(
      bent, LensCalibrationTests.poses(bent, count: 10, seed: 3))
    do {
      let found = try LensCalibration(recording, of: bent.board)
      let words = found.doubts.map { $0.words("left") }
      #expect(words.contains { $0.hasPrefix("camera left: the board is bent by") }, "\(words)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `recordings that start apart are refused`() throws {
    let poses = BoardRigTests.cameras(2)
    let boards = BoardRigTests.boards(drawing.board, count: 14, seed: 4)
    let recordings = poses.enumerated().map { index, pose in
      var one = SigmaTests.recording(
        drawing, boards.map { pose * $0 }, noise: 0.05, seed: UInt64(index))
      one.name = ["left", "right"][index]
      // The second one a frame late.
      if index == 1 { one.frames = one.frames.map { .init(time: $0.time + 1, view: $0.view) } }
      return one
    }
    #expect {
      _ = try BoardRigCalibration(recordings, of: drawing.board, placement: nil, tolerance: 0)
    } throws: { error in
      "\(error)".contains("contradicts the others") && "\(error)".contains("start at the same time")
    }
  }

  @Test func `cameras with nothing in common are refused`() throws {
    let poses = BoardRigTests.cameras(2)
    let boards = BoardRigTests.boards(drawing.board, count: 12, seed: 4)
    var recordings = poses.map { pose in
      SigmaTests.recording(drawing, boards.map { pose * $0 }, noise: 0.05, seed: 1)
    }
    recordings[1].name = "right"
    recordings[1].frames = recordings[1].frames.map { .init(time: $0.time + 100, view: $0.view) }
    #expect(throws: BoardError.nothingInCommon(camera: "right")) {
      try BoardRigCalibration(recordings, of: drawing.board, placement: nil, tolerance: 0)
    }
  }

  @Test func `a board without a direction places no cameras`() throws {
    let board = try #require(CalibrationBoard(.checkerboard, columns: 6, rows: 4, size: 0.03))
    let empty = BoardRecording(name: "a", width: 640, height: 480, frames: [])
    #expect(throws: BoardError.noDirection(board: board.words)) {
      try BoardRigCalibration([empty, empty], of: board, placement: nil, tolerance: 0)
    }
  }

  // MARK: Specifications

  @Test(arguments: [
    ("aprilgrid:6x6:35mm:0.3", "aprilgrid:6x6:35mm:0.3"),
    ("aprilgrid:6x5:3.5cm", "aprilgrid:6x5:35mm:0.3"),
    ("checkerboard:5x4:0.035m", "checkerboard:5x4:35mm"),
    ("AprilGrid:1x2:5mm:1", "aprilgrid:1x2:5mm:1"),
    ("checkerboard:5X4:12.5mm", "checkerboard:5x4:12.5mm"),
  ])
  func `specifications are read`(text: String, written: String) throws {
    #expect(try CalibrationBoard(specification: text).specification == written)
  }

  @Test(arguments: [
    "", "board", "aprilgrid", "aprilgrid:6x6", "aprilgrid:6:35mm", "aprilgrid:0x6:35mm",
    "aprilgrid:6x6:35",
    "aprilgrid:6x6:nanmm", "aprilgrid:6x6:infm", "aprilgrid:30x30:35mm", "aprilgrid:6x6:35mm:0",
    "aprilgrid:6x6:35mm:x", "checkerboard:2x4:35mm", "checkerboard:5x4:35mm:0.3",
    "checkerboard:5x4:-35mm",
    "checkerboard:99999999999999999999x4:35mm", "charuco:5x4:35mm", "aruco:5x4:35mm:20mm",
  ])
  func `other specifications are refused`(text: String) {
    #expect {
      _ = try CalibrationBoard(specification: text)
    } throws: { error in
      "\(error)".hasPrefix("\"\(text)\" is not a board: ")
        && "\(error)".contains("aprilgrid:6x6:35mm:0.3")
    }
  }

  @Test func `targets of Kalibr are read`() throws {
    let grid = try CalibrationBoard(
      kalibr:
        "target_type: 'aprilgrid'\ntagCols: 6\ntagRows: 5\ntagSize: 0.088\ntagSpacing: 0.25\n",
      name: "a.yaml")
    #expect(grid.specification == "aprilgrid:6x5:88mm:0.25")
    let checkers = try CalibrationBoard(
      kalibr:
        "target_type: checkerboard\ntargetCols: 6\ntargetRows: 7\nrowSpacingMeters: 0.06\ncolSpacingMeters: 0.06\n",
      name: "a.yaml")
    #expect(checkers.specification == "checkerboard:6x7:60mm")
  }

  @Test(arguments: [
    "", "target_type: circlegrid", "target_type: aprilgrid\ntagCols: 6",
    "target_type: aprilgrid\ntagCols: 1e300\ntagRows: 5\ntagSize: 0.088\ntagSpacing: 0.25",
    "target_type: checkerboard\ntargetCols: 6\ntargetRows: 7\nrowSpacingMeters: 0.06\ncolSpacingMeters: 0.07",
  ])
  func `other targets are refused`(text: String) {
    #expect(throws: FileError.self) { try CalibrationBoard(kalibr: text, name: "a.yaml") }
  }
}
