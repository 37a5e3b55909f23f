import DepthIO
import PoseBoards
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// ChArUco boards: OpenCV's drawings and corners, parts of a board, both layouts, and other boards.
struct CharucoTests {
  /// A board drawn by `fixtures/boards/make.py`.
  struct Golden: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var isLegacy: Bool
    var board: String
    /// OpenCV's corners: number, x, y. It counts pixels from the corner of the first one.
    var opencv: [[Double]]
    var truth: [[Double]]

    var testDescription: String { name }

    static let all: [Golden] = (try? Fixture.decode(from: "boards/boards.json")) ?? []

    var image: GrayImage {
      get throws { GrayImage(try ColorImage(contentsOf: Fixture.path("boards/\(name).jpg"))) }
    }
  }

  static let board = try? CalibrationBoard(specification: "charuco:5x7:40mm:30mm:DICT_5X5_100")

  private static func rms(_ errors: [SIMD2<Double>]) -> Double {
    (errors.reduce(0) { $0 + ($1 * $1).sum() } / Double(2 * max(errors.count, 1))).squareRoot()
  }

  private func refusal(_ view: BoardView, _ board: CalibrationBoard) -> String {
    let recording = BoardRecording(
      name: "left", width: 640, height: 480, frames: [.init(time: 0, view: view)])
    do {
      _ = try LensCalibration(recording, of: board)
      return "no error"
    } catch {
      return error.description
    }
  }

  private func facing(_ drawing: RenderedBoard) -> RigidTransform {
    drawing.pose(at: Vector3(0, 0, 2.2 * drawing.board.extent.y), tilt: 0.2, turn: 0.3)
  }

  // MARK: OpenCV

  @Test func `the drawn boards are there`() {
    #expect(Golden.all.count == 7)
  }

  @Test(arguments: Golden.all)
  func `corners are the true ones and OpenCV's`(golden: Golden) throws {
    let finder = try BoardFinder(try CalibrationBoard(specification: golden.board))
    let view = finder.numbered(finder.view(of: try golden.image))
    let truth = golden.truth.map { SIMD2($0[0], $0[1]) }
    #expect(view.findings.isEmpty)
    #expect(view.corners.count >= golden.opencv.count)
    #expect(Self.rms(view.corners.map { $0.pixel - truth[$0.point] }) < 0.06)
    let own = Dictionary(
      view.corners.map { ($0.point, $0.pixel) }, uniquingKeysWith: { first, _ in first })
    let differences = golden.opencv.compactMap { corner in
      own[Int(corner[0])].map { $0 + 0.5 - SIMD2(corner[1], corner[2]) }
    }
    #expect(differences.count >= golden.opencv.count - 1)
    #expect(Self.rms(differences) < 0.06)
  }

  @Test(arguments: [false, true])
  func `views that fit both layouts are numbered as the others`(isLegacy: Bool) throws {
    let board = try CalibrationBoard(specification: "charuco:7x6:40mm:30mm:DICT_4X4_50")
    let drawing = try RenderedBoard(board, BoardFinderTests.camera, isLegacy: isLegacy)
    let finder = try BoardFinder(board)
    // Near, so that neither the first nor the last column is in the image.
    let near = drawing.pose(at: Vector3(0, 0, 0.15), tilt: 0.1)
    let part = finder.view(of: drawing.image(near))
    #expect(part.legacyCorners != nil)
    _ = finder.view(of: drawing.image(drawing.pose(at: Vector3(0, 0, 0.5))))
    let view = finder.numbered(part)
    #expect(view.corners.count >= 8)
    let errors = BoardFinderTests.errors(view, drawing.pixels(near))
    #expect(Self.rms(errors) < 0.1)
  }

  // MARK: Views

  @Test(arguments: [(0.5, 1.0), (0.8, 2.0), (1.5, 3.0)])
  func `corners are found between pixels`(blur: Double, noise: Double) throws {
    var drawing = try RenderedBoard(try #require(Self.board), BoardFinderTests.camera)
    (drawing.blur, drawing.noise) = (blur, noise)
    let finder = try BoardFinder(drawing.board)
    for roll in [0, 0.4, 1.6, 3.0, -1.2] {
      let pose = drawing.pose(at: Vector3(0.02, -0.01, 0.5), tilt: 0.3, turn: -0.35, roll: roll)
      let view = finder.view(of: drawing.image(pose))
      #expect(view.corners.count == 24)
      #expect(Self.rms(BoardFinderTests.errors(view, drawing.pixels(pose))) < 0.08)
    }
  }

  @Test func `a part of the board is enough`() throws {
    let drawing = try RenderedBoard(try #require(Self.board), BoardFinderTests.camera)
    let pose = drawing.pose(at: Vector3(0.19, 0.12, 0.4), tilt: 0.2)
    let view = try BoardFinder(drawing.board).view(of: drawing.image(pose))
    let errors = BoardFinderTests.errors(view, drawing.pixels(pose))
    #expect((8..<20).contains(view.corners.count))
    #expect(errors.allSatisfy { $0.length < 0.3 })
    #expect(view.findings.isEmpty)
  }

  @Test func `a board with black and white swapped is found`() throws {
    let golden = try #require(Golden.all.first { $0.name == "whole" })
    let finder = try BoardFinder(try CalibrationBoard(specification: golden.board))
    let image = try golden.image
    let view = finder.view(
      of: GrayImage(
        width: image.width, height: image.height, pixels: image.pixels.map { 255 - $0 }))
    let truth = golden.truth.map { SIMD2($0[0], $0[1]) }
    #expect(view.corners.count >= golden.opencv.count)
    #expect(Self.rms(view.corners.map { $0.pixel - truth[$0.point] }) < 0.06)
  }

  @Test func `a lens is found within three thousandths`() throws {
    let drawing = try RenderedBoard(try #require(Self.board), BoardFinderTests.camera)
    let recording = try LensCalibrationTests.recording(
      drawing, LensCalibrationTests.poses(drawing, count: 20, seed: 3))
    let found = try LensCalibration(recording, of: drawing.board)
    for (value, (truth, limit)) in zip(
      found.values, [(600.0, 1.8), (602, 1.806), (322, 1.92), (236, 1.92)])
    {
      #expect(abs(value - truth) < limit)
    }
  }

  // MARK: Other boards

  @Test(arguments: ["DICT_5X5_100", "DICT_4X4_1000"])
  func `a mirrored board is refused`(name: String) throws {
    let board = try CalibrationBoard(specification: "charuco:5x7:40mm:30mm:\(name)")
    let drawing = try RenderedBoard(board, BoardFinderTests.camera)
    let image = drawing.image(facing(drawing))
    let rows = (0..<image.height).flatMap {
      image.pixels[$0 * image.width..<($0 + 1) * image.width].reversed()
    }
    let view = try BoardFinder(board).view(
      of: GrayImage(width: image.width, height: image.height, pixels: rows))
    #expect(view.findings == [.mirrored])
    #expect(
      refusal(view, board)
        == "camera left: the board is mirrored in 1 frames: give the recording as the camera made it, "
        + "without a selfie camera's mirroring")
  }

  @Test
  func
    `a board of another dictionary is named when it comes late, and at once in the next recording`()
    throws
  {
    let specification = "charuco:5x7:40mm:30mm:"
    let shown = try RenderedBoard(
      try CalibrationBoard(specification: specification + "DICT_4X4_50"), BoardFinderTests.camera)
    let finder = try BoardFinder(
      try CalibrationBoard(specification: specification + "DICT_5X5_100"))
    let empty = GrayImage(width: 64, height: 48, pixels: [UInt8](repeating: 90, count: 64 * 48))
    for _ in 0..<30 { #expect(finder.view(of: empty).findings.isEmpty) }
    let image = shown.image(facing(shown))
    let named = (0..<10).count { _ in
      finder.view(of: image).findings == [.otherMarkers("DICT_4X4_50")]
    }
    #expect(named == 1)
    finder.beginRecording()
    #expect(finder.view(of: image).findings == [.otherMarkers("DICT_4X4_50")])
  }

  @Test(arguments: [
    ("DICT_4X4_50", "DICT_5X5_100", "markers of DICT_4X4_50"),
    ("DICT_6X6_1000", "DICT_5X5_100", "markers of DICT_6X6_50"),
    ("DICT_ARUCO_ORIGINAL", "DICT_4X4_1000", "markers of DICT_ARUCO_ORIGINAL"),
    ("DICT_APRILTAG_36h11", "DICT_6X6_250", "markers of DICT_APRILTAG_36h11"),
  ])
  func `another dictionary is named`(shown: String, expected: String, words: String) throws {
    let specification = "charuco:5x7:40mm:30mm:"
    let drawing = try RenderedBoard(
      try CalibrationBoard(specification: specification + shown), BoardFinderTests.camera)
    let board = try CalibrationBoard(specification: specification + expected)
    let view = try BoardFinder(board).view(of: drawing.image(facing(drawing)))
    #expect(view.corners.isEmpty)
    #expect(
      refusal(view, board)
        == "camera left shows \(words); a ChArUco board of 5×7 squares with \(expected) was expected: "
        + "check the specification against the printed board")
  }

  @Test func `an AprilGrid is named`() throws {
    let drawing = try RenderedBoard(
      try #require(BoardFinderTests.grid), BoardFinderTests.camera)
    let board = try #require(Self.board)
    let view = try BoardFinder(board).view(
      of: drawing.image(drawing.pose(at: Vector3(0, 0, 0.45), tilt: 0.2, turn: 0.3)))
    #expect(
      refusal(view, board)
        == "camera left shows markers of an AprilGrid (tag36h11); a ChArUco board of 5×7 squares with "
        + "DICT_5X5_100 was expected: check the specification against the printed board")
  }

  @Test func `a ChArUco board in place of an AprilGrid is named`() throws {
    let drawing = try RenderedBoard(try #require(Self.board), BoardFinderTests.camera)
    let board = try #require(BoardFinderTests.grid)
    let view = try BoardFinder(board).view(of: drawing.image(facing(drawing)))
    #expect(
      refusal(view, board)
        == "camera left shows markers of DICT_5X5_50; an AprilGrid of 6×6 tags was expected: check the "
        + "specification against the printed board")
  }

  @Test(arguments: ["charuco:7x5:40mm:30mm:DICT_5X5_100", "charuco:6x6:40mm:30mm:DICT_5X5_100"])
  func `a board of other squares is refused`(specification: String) throws {
    let drawing = try RenderedBoard(try #require(Self.board), BoardFinderTests.camera)
    let board = try CalibrationBoard(specification: specification)
    let view = try BoardFinder(board).view(of: drawing.image(facing(drawing)))
    #expect(view.corners.isEmpty)
    #expect(
      refusal(view, board)
        == "camera left shows the board's markers in other places, as on a board with other squares or larger "
        + "or smaller markers; \(board.words) was expected: check the specification against the printed board"
    )
  }

  @Test func `markers that the board lacks are named`() throws {
    let drawing = try RenderedBoard(
      try CalibrationBoard(specification: "charuco:5x9:40mm:30mm"), BoardFinderTests.camera)
    let view = try BoardFinder(try #require(Self.board)).view(of: drawing.image(facing(drawing)))
    #expect(view.findings == [.foreignTags(Array(17...21))])
  }

  @Test func `two boards are refused`() throws {
    let drawing = try RenderedBoard(try #require(Self.board), BoardFinderTests.camera)
    let view = try BoardFinder(drawing.board).view(
      of: drawing.image(
        drawing.pose(at: Vector3(-0.16, 0, 0.62)), second: drawing.pose(at: Vector3(0.16, 0, 0.62)))
    )
    #expect(view.findings == [.twoBoards])
    #expect(refusal(view, drawing.board).contains("show the board twice"))
  }

  @Test func `too few corners are named`() throws {
    let view = BoardView(
      corners: (0..<6).map { .init(point: $0, pixel: SIMD2(Double($0), 7)) }, edgeWidth: 3)
    #expect(
      refusal(view, try #require(Self.board))
        == "camera left: no frame shows more than 6 of the board's corners; at least 8 were expected: hold the "
        + "board nearer, more of it in the image, and use more light")
  }

  /// Squares with random cells: of those one in 16 is a marker of this dictionary by chance.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `shapes that look like markers are no other board`(seed: UInt64) throws {
    var generator = RandomNumbers(seed: seed)
    let (width, height, pitch) = (640, 480, 40)
    var pixels = [UInt8](repeating: 220, count: width * height)
    for top in stride(from: 8, to: height - 28, by: pitch) {
      for left in stride(from: 8, to: width - 28, by: pitch) {
        let cells = (0..<16).map { _ in generator.uniform() < 0.5 }
        for y in 0..<24 {
          for x in 0..<24 {
            let (column, row) = (x / 4 - 1, y / 4 - 1)
            let isInside = (0..<4).contains(column) && (0..<4).contains(row)
            let isWhite = isInside && cells[4 * row + column]
            pixels[(top + y) * width + left + x] = isWhite ? 220 : 30
          }
        }
      }
    }
    let finder = try BoardFinder(
      try CalibrationBoard(specification: "charuco:5x7:40mm:30mm:DICT_4X4_1000"))
    let view = finder.view(of: GrayImage(width: width, height: height, pixels: pixels))
    #expect(view == BoardView(corners: [], edgeWidth: 0))
  }

  @Test(arguments: [1, 2, 3, 8, 16, 17, 40, 200])
  func `an image without a board has no corners`(side: Int) throws {
    var generator = RandomNumbers(seed: UInt64(side))
    let finder = try BoardFinder(try #require(Self.board))
    let small = try BoardFinder(
      try CalibrationBoard(specification: "charuco:6x8:40mm:30mm:DICT_4X4_1000"))
    for isRandom in [false, true] {
      let gray = GrayImage(
        width: side, height: side,
        pixels: (0..<side * side).map { _ in
          isRandom ? UInt8(255 * generator.uniform()) : 110
        })
      #expect(finder.view(of: gray) == BoardView(corners: [], edgeWidth: 0))
      #expect(small.view(of: gray).corners.isEmpty)
    }
  }

  // MARK: Specifications

  @Test(arguments: [
    ("charuco:5x7:40mm:30mm", "charuco:5x7:40mm:30mm:DICT_5X5_100"),
    ("ChArUco:5X7:4cm:0.03m:dict_4x4_50", "charuco:5x7:40mm:30mm:DICT_4X4_50"),
    ("charuco:3x5:25mm:18.75mm:6x6_250", "charuco:3x5:25mm:18.75mm:DICT_6X6_250"),
    ("charuco:5x7:40mm:36mm:5x5_50", "charuco:5x7:40mm:36mm:DICT_5X5_50"),
    ("charuco:41x41:10mm:7mm:DICT_7X7_1000", "charuco:41x41:10mm:7mm:DICT_7X7_1000"),
    (
      "charuco:5x7:40mm:30mm:DICT_APRILTAG_36H11", "charuco:5x7:40mm:30mm:DICT_APRILTAG_36h11"
    ),
  ])
  func `specifications are read`(text: String, written: String) throws {
    #expect(try CalibrationBoard(specification: text).specification == written)
  }

  private static let limits =
    "a ChArUco board has 3 to 41 squares along each side, of 1 mm to 5 m, and at least 8 inner corners"

  @Test(arguments: [
    ("charuco", "it has 1 parts"),
    ("charuco:5x7:40mm", "it has 3 parts"),
    ("charuco:5x7:40mm:30mm:DICT_5X5_100:x", "it has 6 parts"),
    ("charuco:5:40mm:30mm", "\"5\" is not a number of columns and rows such as 6x6"),
    ("charuco:5x7:40:30mm", "\"40\" is not a length with a unit such as 35mm"),
    ("charuco:5x7:40mm:30", "\"30\" is not a length with a unit such as 30mm"),
    ("charuco:5x7:40mm:30mm:", "\"\" is not a dictionary of OpenCV such as DICT_5X5_100"),
    (
      "charuco:5x7:40mm:30mm:DICT_9X9",
      "\"DICT_9X9\" is not a dictionary of OpenCV such as DICT_5X5_100"
    ),
    (
      "charuco:5x7:30mm:40mm",
      "its squares have 30mm and its markers 40mm, but markers have 0.3 to 0.9 of a square's side"
    ),
    (
      "charuco:5x7:40mm:-30mm",
      "its squares have 40mm and its markers -30mm, but markers have 0.3 to 0.9 of a square's side"
    ),
    (
      "charuco:5x7:40mm:nanmm",
      "its squares have 40mm and its markers nanmm, but markers have 0.3 to 0.9 of a square's side"
    ),
    ("charuco:12x9:40mm:30mm:DICT_4X4_50", "it has 54 markers, and DICT_4X4_50 only 50"),
    ("charuco:3x3:40mm:30mm", limits), ("charuco:2x9:40mm:30mm", limits),
    ("charuco:42x9:40mm:30mm", limits), ("charuco:5x7:6m:4m", limits),
    ("charuco:5x7:0mm:0mm", limits), ("charuco:5x7:nanmm:30mm", limits),
    ("charuco:5x9223372036854775807:40mm:30mm", limits),
    (
      "charuco:5x99999999999999999999:40mm:30mm",
      "\"5x99999999999999999999\" is not a number of columns and rows such as 6x6"
    ),
  ])
  func `other specifications are refused`(text: String, reason: String) {
    #expect {
      _ = try CalibrationBoard(specification: text)
    } throws: { error in
      "\(error)"
        == "\"\(text)\" is not a board: \(reason); aprilgrid:6x6:35mm:0.3, "
        + "charuco:5x7:40mm:30mm:DICT_5X5_100, checkerboard:5x4:35mm or a YAML file of Kalibr was expected"
    }
  }
}
