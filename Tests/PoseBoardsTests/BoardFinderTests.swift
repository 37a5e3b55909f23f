import PoseBoards
import PoseGeometry
import PoseImaging
import Testing

struct BoardFinderTests {
  static let camera = Camera(
    width: 640, height: 480, fx: 600, fy: 602, cx: 322, cy: 236,
    distortion: LensDistortion(coefficients: [-0.2, 0.05, 0.001, -0.0005, 0]), source: .user)

  static let grid = CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 6, rows: 6, size: 0.035)
  static let checkerboard = CalibrationBoard(.checkerboard, columns: 5, rows: 4, size: 0.035)

  /// Differences between found and true corners, in pixels.
  static func errors(_ view: BoardView, _ truth: [SIMD2<Double>?]) -> [SIMD2<Double>] {
    view.corners.compactMap { corner in truth[corner.point].map { corner.pixel - $0 } }
  }

  @Test(arguments: [(0.5, 1.0), (0.8, 2.0), (1.5, 3.0)])
  func `corners of a grid are found between pixels`(blur: Double, noise: Double) throws {
    var drawing = try RenderedBoard(try #require(Self.grid), Self.camera)
    (drawing.blur, drawing.noise) = (blur, noise)
    let finder = try BoardFinder(drawing.board)
    let pose = drawing.pose(at: Vector3(0.02, -0.01, 0.45), tilt: 0.3, turn: -0.35, roll: 0.2)
    let view = finder.view(of: drawing.image(pose))
    let errors = Self.errors(view, drawing.pixels(pose))
    let rms = (errors.reduce(0) { $0 + ($1 * $1).sum() } / Double(2 * max(errors.count, 1)))
      .squareRoot()
    #expect(errors.count > 130)
    #expect(rms < 0.08)
    #expect(view.findings.isEmpty)
  }

  @Test(arguments: [(0.5, 1.0), (0.8, 2.0), (1.5, 3.0), (2.5, 3.0)])
  func `corners of a checkerboard are found between pixels`(blur: Double, noise: Double) throws {
    var drawing = try RenderedBoard(try #require(Self.checkerboard), Self.camera)
    (drawing.blur, drawing.noise) = (blur, noise)
    let finder = try BoardFinder(drawing.board)
    for roll in [0, 0.4, 1.6, 3.0, -1.2] {
      let pose = drawing.pose(at: Vector3(0.02, -0.01, 0.4), tilt: 0.3, turn: -0.35, roll: roll)
      let view = finder.view(of: drawing.image(pose))
      let errors = Self.errors(view, drawing.pixels(pose))
      let rms = (errors.reduce(0) { $0 + ($1 * $1).sum() } / Double(2 * max(errors.count, 1)))
        .squareRoot()
      #expect(errors.count == 20)
      #expect(rms < 0.08)
    }
  }
}
