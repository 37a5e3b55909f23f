internal import PoseGeometry
package import PoseImaging
internal import PoseSystem

/// A camera's intrinsics and lens, found from views of a board (Zhang 2000), with their uncertainty.
package struct LensCalibration: Sendable, Equatable {
  /// Something that makes the result less certain than its sigmas.
  package enum Doubt: Sendable, Equatable {
    /// Parts of the image never showed the board.
    case uncovered([String])
    /// Fewer views than usual.
    case fewViews(Int)
    /// The board is bent: its middle is so far from a plane through its edges, in metres, with one
    /// standard deviation.
    case bent(Double, sigma: Double)
    /// So many frames have other tags, or the board twice.
    case otherBoards(Int)
    /// The focal length has this sigma, as a share of it.
    case uncertainFocalLength(Double)

    /// The doubt as a sentence about a camera.
    package func words(_ camera: String) -> String {
      switch self {
      case .uncovered(let parts):
        "camera \(camera): the board was never seen at \(parts.joined(separator: ", ")) of the image, where "
          + "the lens is a guess: film it there, too"
      case .fewViews(let count):
        "camera \(camera): only \(count) views were usable; 15 to 40 are usual: film the board longer"
      case .bent(let height, let sigma):
        "camera \(camera): the board is bent by \(BoardError.number(height * 1000, 1)) mm (± "
          + "\(BoardError.number(sigma * 1000, 1))): mount it on a rigid plate, because the lens comes out wrong"
      case .otherBoards(let count):
        "camera \(camera): frames with another board in them: \(count); use one board only"
      case .uncertainFocalLength(let sigma):
        "camera \(camera): the focal length is uncertain by \(BoardError.number(sigma * 100, 1)) %: tilt the board "
          + "more, and show it at different distances"
      }
    }
  }

  /// The intrinsics and the lens: fx, fy, cx, cy, k1, k2, p1, p2, k3.
  package var values: [Double]
  /// The covariance of these, 9 × 9 row by row; 0 of a k3 that was left out.
  package var covariance: [Double]
  /// The camera with these.
  package var camera: Camera
  /// The root mean square of the reprojection errors, in pixels.
  package var reprojection: Double
  /// One standard deviation of a corner's coordinate, in pixels.
  package var cornerSigma: Double
  /// The number of views that count, and of their corners.
  package var viewCount: Int
  /// The number of corners in them.
  package var cornerCount: Int
  /// The part of the image that is covered.
  package var coverage: LensCoverage
  /// What makes it less certain.
  package var doubts: [Doubt]

  /// One standard deviation of each of `values`.
  package var sigmas: [Double] { (0..<9).map { covariance[10 * $0].squareRoot() } }

  /// The fewest views of a board with which a lens is calibrated (Zhang 2000, IEEE TPAMI 22:1330).
  static let minimumViews = 3
  /// With fewer views a doubt is stated; chosen.
  static let usualViews = 10
  /// The most views in the adjustment; chosen.
  static let maximumViews = 40
  /// The smallest angle between the boards of two views, at the most different ones.
  static let minimumAngle = 10 * Double.pi / 180
  /// Corners of a usable view, at least.
  static let minimumCorners = 8

  /// Calibrates a camera.
  ///
  /// - Parameters:
  ///   - recording: what it saw. Usable frames are sharp and without a second board; of many the most
  ///     varied count.
  ///   - board: the board.
  ///   - radialCount: 3, or 2 to leave out k3, as `radtan` of Kalibr and ROS does.
  /// - Throws: `BoardError` with what the frames show instead: no board, another one, blur, too few views,
  ///   parallel ones, no lens that explains them.
  package init(
    _ recording: BoardRecording, of board: CalibrationBoard, radialCount: Int = 3
  ) throws(BoardError) {
    precondition(
      radialCount == 2 || radialCount == 3, "a lens has two or three radial coefficients")
    let usable = try Self.usableViews(recording, board)
    let chosen = Self.chosen(usable, board, width: recording.width)
    var problem = try LensProblem(
      chosen.map { usable[$0] }, board, width: recording.width, height: recording.height,
      name: recording.name, hasThirdRadial: radialCount > 2)
    try problem.solve()
    let bundle = problem.bundle
    guard var covariance = bundle.covariance()?.lenses[0] else {
      throw .noLens(camera: recording.name, error: bundle.reprojection(of: 0))
    }
    if let spread = bundle.spread() {
      covariance = spread.widened(covariance, to: spread.lenses[0])
    }
    self.covariance = covariance
    values = bundle.cameras[0].lens
    guard
      let camera = Self.camera(
        values, width: recording.width, height: recording.height,
        focalSigma: covariance[0].squareRoot() / values[0])
    else { throw .noLens(camera: recording.name, error: bundle.reprojection(of: 0)) }
    self.camera = camera
    reprojection = bundle.reprojection(of: 0)
    cornerSigma = bundle.cameras[0].sigma
    viewCount = bundle.frames.count
    cornerCount = bundle.observations.count
    coverage = LensCoverage(
      bundle.observations.map(\.pixel), width: recording.width, height: recording.height)
    doubts = []
    if !coverage.missing.isEmpty { doubts.append(.uncovered(coverage.missing)) }
    if viewCount < Self.usualViews { doubts.append(.fewViews(viewCount)) }
    if let bend = problem.bend() { doubts.append(bend) }
    let others = recording.frames.count { frame in
      frame.view.findings.contains {
        switch $0 {
        case .foreignTags, .twoBoards: true
        // A part of the board looks like a smaller one.
        case .otherCheckerboard, .otherMarkers, .otherLayout, .mirrored: false
        }
      }
    }
    if others > 0 { doubts.append(.otherBoards(others)) }
    let focal = max(covariance[0].squareRoot() / values[0], covariance[10].squareRoot() / values[1])
    if focal > 0.005 { doubts.append(.uncertainFocalLength(focal)) }
  }

  /// The camera of nine values; `nil` where they are none.
  static func camera(
    _ values: [Double], width: Int, height: Int, focalSigma: Double
  ) -> Camera? {
    guard values.allSatisfy(\.isFinite), values[0] > 0, values[1] > 0, focalSigma.isFinite,
      let lens = LensDistortion(coefficients: Array(values[4...]))
    else { return nil }
    return Camera(
      width: width, height: height, fx: values[0], fy: values[1], cx: values[2], cy: values[3],
      distortion: lens, source: .calibration, focalLengthSigma: focalSigma)
  }

  // MARK: Views

  /// The views with enough of the board, and of it alone, sharp ones only.
  static func usableViews(
    _ recording: BoardRecording, _ board: CalibrationBoard
  ) throws(BoardError) -> [BoardView] {
    let seen = recording.frames.map(\.view).filter { $0.corners.count >= minimumCorners }
    guard !seen.isEmpty else { throw recording.missing(board) }
    let single = seen.filter { !$0.findings.contains(.twoBoards) }
    guard !single.isEmpty else { throw .twoBoards(camera: recording.name, frames: seen.count) }
    let sharp = FrameChoice.sharp(single.map(\.edgeWidth)).map { single[$0] }
    guard !sharp.isEmpty else {
      throw .blurred(
        camera: recording.name, frames: single.count,
        edge: single.map(\.edgeWidth).min() ?? 0, limit: FrameChoice.widestEdge)
    }
    guard sharp.count >= minimumViews else {
      throw .tooFewViews(camera: recording.name, found: sharp.count, expected: minimumViews)
    }
    return sharp
  }

  private static func chosen(
    _ views: [BoardView], _ board: CalibrationBoard, width: Int
  ) -> [Int] {
    var features: [[Double]] = []
    var indices: [Int] = []
    for (index, view) in views.enumerated() {
      guard let numbers = FrameChoice.features(of: view, board, width: width) else { continue }
      features.append(numbers)
      indices.append(index)
    }
    let sharpest = max(views.map(\.edgeWidth).min() ?? 1, 1)
    let most = Double(views.map(\.corners.count).max() ?? 1)
    let qualities = indices.map {
      sharpest / max(views[$0].edgeWidth, sharpest) * Double(views[$0].corners.count) / most
    }
    return FrameChoice.varied(features, qualities, atMost: maximumViews).map { indices[$0] }
  }
}

/// The search for a camera's lens.
private struct LensProblem {
  var bundle: BoardBundle
  private let name: String
  private let maps: [PlaneMap]
  private let board: CalibrationBoard
  private let size: SIMD2<Double>

  init(
    _ views: [BoardView], _ board: CalibrationBoard, width: Int, height: Int, name: String,
    hasThirdRadial: Bool
  ) throws(BoardError) {
    let points = board.points
    (self.name, self.board) = (name, board)
    size = SIMD2(Double(width), Double(height))
    var maps: [PlaneMap] = []
    var observations: [BoardBundle.Observation] = []
    for view in views {
      let pairs = view.corners.map { (plane: points[$0.point], image: $0.pixel) }
      guard let map = PlaneMap(pairs) else { continue }
      observations += pairs.map {
        BoardBundle.Observation(camera: 0, frame: maps.count, point: $0.plane, pixel: $0.image)
      }
      maps.append(map)
    }
    guard maps.count >= LensCalibration.minimumViews else {
      throw .tooFewViews(
        camera: name, found: maps.count, expected: LensCalibration.minimumViews)
    }
    self.maps = maps
    bundle = BoardBundle(
      cameras: [
        .init(
          lens: [1, 1, (size.x - 1) / 2, (size.y - 1) / 2, 0, 0, 0, 0, 0], pose: .identity,
          isLensFree: true, isPoseFree: false, hasThirdRadial: hasThirdRadial)
      ], frames: maps.map { _ in .init(pose: .identity) }, observations: observations,
      middle: board.extent / 2)
  }

  /// Finds the lens from several focal lengths: the one by the homographies, and usual ones.
  mutating func solve() throws(BoardError) {
    let longest = max(size.x, size.y)
    var best: (bundle: BoardBundle, cost: Double)?
    var starts = [0.6, 0.9, 1.3, 2].map { $0 * longest }
    if let focal = focalByHomographies, focal > 0.2 * longest, focal < 10 * longest {
      starts.insert(focal, at: 0)
    }
    for focal in starts {
      var attempt = bundle
      attempt.cameras[0].lens[0] = focal
      attempt.cameras[0].lens[1] = focal
      guard let poses = poses(focal: focal) else { continue }
      for (index, pose) in poses.enumerated() { attempt.frames[index].pose = pose }
      attempt.cameras[0].sigma = 1
      guard attempt.solve(isRobust: true, iterations: 60) else { continue }
      let cost = attempt.cost
      if cost < best?.cost ?? .infinity { best = (attempt, cost) }
      // Half a pixel each: no other start finds better.
      if cost < 0.5 * Double(attempt.observations.count) { break }
    }
    guard let best else { throw .noLens(camera: name, error: nil) }
    bundle = best.bundle
    try checkAngles()
    guard let outliers = bundle.settle(), outliers < 0.3 else {
      throw .noLens(camera: name, error: best.bundle.reprojection(of: 0))
    }
    try checkAngles()
    let error = bundle.reprojection(of: 0)
    // A thousandth of the image's width is ten times a usual error.
    guard error < max(1.5, size.x / 1000) else { throw .noLens(camera: name, error: error) }
  }

  /// The widest angle between two views' boards has to be large enough.
  private func checkAngles() throws(BoardError) {
    let normals = bundle.frames.map(\.pose.rotation.z)
    var widest = 0.0
    for a in normals.indices {
      for b in normals.indices.dropFirst(a + 1) {
        widest = max(widest, atan2(normals[a].cross(normals[b]).length, normals[a].dot(normals[b])))
      }
    }
    guard widest >= LensCalibration.minimumAngle else {
      throw .parallelViews(
        camera: name, angle: widest, expected: 2 * LensCalibration.minimumAngle)
    }
  }

  /// The focal length by the two conditions that every homography sets, with square pixels and the
  /// principal point in the middle: the weighted mean of 1/f² (Zhang 2000, 3.1). `nil` where it is none.
  private var focalByHomographies: Double? {
    var (square, product) = (0.0, 0.0)
    let middle = (size - 1) / 2
    for map in maps {
      let (a, b, _) = map.columns
      func centred(_ v: Vector3) -> Vector3 {
        Vector3(v.x - middle.x * v.z, v.y - middle.y * v.z, v.z)
      }
      let (p, q) = (centred(a), centred(b))
      let norm = 1 / max(p.length * q.length, 1e-300)
      // ω = diag(w, w, 1): pᵀωq = 0 and pᵀωp = qᵀωq.
      let rows = [
        (p.x * q.x + p.y * q.y, -p.z * q.z),
        (p.x * p.x + p.y * p.y - q.x * q.x - q.y * q.y, q.z * q.z - p.z * p.z),
      ]
      for (factor, value) in rows {
        square += factor * factor * norm * norm
        product += factor * value * norm * norm
      }
    }
    guard square > 0, product > 0 else { return nil }
    let focal = (square / product).squareRoot()
    return focal.isFinite ? focal : nil
  }

  private func poses(focal: Double) -> [RigidTransform]? {
    let middle = (size - 1) / 2
    var pairs = [[(plane: SIMD2<Double>, image: SIMD2<Double>)]](
      repeating: [], count: bundle.frames.count)
    for observation in bundle.observations {
      pairs[observation.frame].append((observation.point, (observation.pixel - middle) / focal))
    }
    let poses = pairs.compactMap { PlaneMap($0)?.cameraFromPlane }
    return poses.count == bundle.frames.count ? poses : nil
  }

  /// A board that is bent for sure, by more than a third of a millimetre in a half metre.
  func bend() -> LensCalibration.Doubt? {
    var bent = bundle
    bent.bends = true
    guard bent.solve(isRobust: false), let covariance = bent.covariance()?.bend else { return nil }
    // The height over the middle of the largest of the three forms, at half the board's extent.
    let half = board.extent / 2
    let factors = [half.x * half.x, half.x * half.y, half.y * half.y]
    var worst: (height: Double, sigma: Double) = (0, 1)
    for i in 0..<3 {
      let height = abs(bent.bend[i]) * factors[i]
      let sigma = covariance[4 * i].squareRoot() * factors[i]
      if height > worst.height { worst = (height, sigma) }
    }
    guard worst.height > 5 * worst.sigma, worst.height > 0.0015 * half.length else { return nil }
    return .bent(worst.height, sigma: worst.sigma)
  }
}
