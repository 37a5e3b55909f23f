import PoseBoards
import PoseGeometry
import PoseImaging
import Synchronization
import TestSupport
import PoseSystem

/// A board drawn as a camera with a lens sees it: by tracing every part of a pixel back to the board.
struct RenderedBoard {
  var board: CalibrationBoard
  var camera: Camera
  /// One standard deviation of the blur in pixels, and of the noise in grey levels.
  var blur = 0.8
  var noise = 2.0
  /// The width of a tag's border in cells.
  var border = 2
  /// z = bend · x² about the middle, in 1/m.
  var bend = 0.0
  /// Places in a pixel, spread evenly (Roberts' sequence by the plastic number), about its middle.
  private static let places: [SIMD2<Double>] = {
    let count = 96
    let raw = (0..<count).map { index in
      let (x, y) = (0.754_877_666_246_693 * Double(index), 0.569_840_290_998_053 * Double(index))
      return SIMD2(x - x.rounded(.down), y - y.rounded(.down))
    }
    let mean = raw.reduce(SIMD2.zero, +) / Double(count)
    return raw.map { $0 - mean }
  }()

  /// The squares and markers of a ChArUco board.
  private let layout: CharucoLayout?
  private let cells: [[Bool]]
  /// The rays of the pixels' corners of the cameras that have drawn: they take as long as an image.
  private static let rays = Mutex<[(camera: Camera, rays: [SIMD2<Double>])]>([])

  init(_ board: CalibrationBoard, _ camera: Camera, isLegacy: Bool = false) throws {
    (self.board, self.camera) = (board, camera)
    layout = CharucoLayout(board, isLegacy: isLegacy)
    cells =
      if let layout, case .charuco(_, let dictionary) = board.pattern {
        layout.markers.indices.map { dictionary.cells(of: $0) ?? [] }
      } else {
        try (0..<board.columns * board.rows).map { try AprilTags.cells(of: $0) ?? [] }
      }
  }

  /// The brightness of the board at a place in its frame: 0 black, 1 white; `nil` beside it.
  func brightness(at p: SIMD2<Double>) -> Double? {
    switch board.pattern {
    case .checkerboard:
      let (x, y) = (p.x / board.size + 1, p.y / board.size + 1)
      let (w, h) = (Double(board.columns + 1), Double(board.rows + 1))
      guard x > -1, y > -1, x < w + 1, y < h + 1 else { return nil }
      guard x >= 0, y >= 0, x < w, y < h else { return 1 }
      return (Int(x) + Int(y)) % 2 == 0 ? 0 : 1
    case .charuco(_, let dictionary):
      let (w, h) = (Double(board.columns), Double(board.rows))
      let place = p / board.size + 1
      guard place.x > -1, place.y > -1, place.x < w + 1, place.y < h + 1 else { return nil }
      guard place.x >= 0, place.y >= 0, place.x < w, place.y < h, let layout else { return 1 }
      let (column, row) = (Int(place.x), board.rows - 1 - Int(place.y))
      if layout.isBlack(column: column, row: row) { return 0 }
      guard let number = layout.marker(column: column, row: row) else { return 1 }
      let inside = (p - layout.markers[number][0]) / layout.markerSide
      guard inside.x >= 0, inside.y >= 0, inside.x < 1, inside.y < 1 else { return 1 }
      let side = dictionary.side
      let (i, j) = (
        Int(inside.x * Double(side + 2)) - 1, side - Int(inside.y * Double(side + 2))
      )
      guard (0..<side).contains(i), (0..<side).contains(j) else { return 0 }
      return cells[number][side * j + i] ? 1 : 0
    case .aprilGrid(let spacing):
      let pitch = board.size * (1 + spacing)
      let gap = board.size * spacing
      let (w, h) = (pitch * Double(board.columns), pitch * Double(board.rows))
      guard p.x > -2 * gap, p.y > -2 * gap, p.x < w + gap, p.y < h + gap else { return nil }
      guard p.x >= -gap, p.y >= -gap, p.x < w, p.y < h else { return 1 }
      let (column, row) = (Int((p.x + gap) / pitch), Int((p.y + gap) / pitch))
      let x = p.x + gap - pitch * Double(column)
      let y = p.y + gap - pitch * Double(row)
      if x < gap || y < gap { return x < gap && y < gap ? 0 : 1 }
      guard column < board.columns, row < board.rows else { return 1 }
      let count = Double(6 + 2 * border)
      let i = Int((x - gap) / board.size * count) - border
      let j = 5 - (Int((y - gap) / board.size * count) - border)
      guard (0..<6).contains(i), (0..<6).contains(j) else { return 0 }
      return cells[row * board.columns + column][6 * j + i] ? 1 : 0
    }
  }

  /// The rays of the pixels' corners, row by row.
  private func cornerRays() -> [SIMD2<Double>] {
    Self.rays.withLock { known in
      if let known = known.first(where: { $0.camera == camera }) { return known.rays }
      let rays = (0...camera.height).flatMap { y in
        (0...camera.width).map { x in camera.normalized(SIMD2(Double(x), Double(y)) - 0.5) }
      }
      known.append((camera, rays))
      return rays
    }
  }

  /// The image for a pose of the board, with noise from a seed. Twice the same board for `second`.
  func image(_ cameraFromBoard: RigidTransform, second: RigidTransform? = nil, seed: UInt64 = 1)
    -> GrayImage
  {
    let (w, h) = (camera.width, camera.height)
    var values = [Double](repeating: 0, count: w * h)
    let poses = ([cameraFromBoard] + (second.map { [$0] } ?? [])).map(\.inverse)
    let rays = cornerRays()
    let corners = rays.map { value(along: $0, poses) }
    for y in 0..<h {
      for x in 0..<w {
        let (first, below) = (y * (w + 1) + x, (y + 1) * (w + 1) + x)
        let corner = corners[first]
        // Pixels without an edge have one brightness.
        guard
          corners[first + 1] != corner || corners[below] != corner || corners[below + 1] != corner
        else {
          values[y * w + x] = corner
          continue
        }
        var sum = 0.0
        for place in Self.places {
          // Between the rays of the pixel's corners.
          let (a, b) = (place.x + 0.5, place.y + 0.5)
          let top = rays[first] * (1 - a) + rays[first + 1] * a
          let bottom = rays[below] * (1 - a) + rays[below + 1] * a
          sum += value(along: top * (1 - b) + bottom * b, poses)
        }
        values[y * w + x] = sum / Double(Self.places.count)
      }
    }
    values = blurred(values, w, h)
    var generator = RandomNumbers(seed: seed)
    return GrayImage(
      width: w, height: h,
      pixels: values.map { UInt8(min(max($0 + noise * generator.normal(), 0), 255).rounded()) })
  }

  private func value(along ray: SIMD2<Double>, _ poses: [RigidTransform]) -> Double {
    for boardFromCamera in poses {
      let origin = boardFromCamera.translation
      let direction = boardFromCamera.rotation * Vector3(ray.x, ray.y, 1)
      guard direction.z < 0, origin.z > 0 else { continue }
      var along = -origin.z / direction.z
      let middle = board.extent.x / 2
      for _ in 0..<(bend == 0 ? 0 : 8) {
        let x = origin.x + along * direction.x - middle
        along = (bend * x * x - origin.z) / direction.z
      }
      let place = origin + along * direction
      if let value = brightness(at: SIMD2(place.x, place.y)) { return 25 + 200 * value }
    }
    return 110
  }

  private func blurred(_ values: [Double], _ w: Int, _ h: Int) -> [Double] {
    guard blur > 0 else { return values }
    let r = Int((3 * blur).rounded(.up))
    var kernel = (-r...r).map { exp(-Double($0 * $0) / (2 * blur * blur)) }
    let total = kernel.reduce(0, +)
    kernel = kernel.map { $0 / total }
    func pass(_ source: [Double], _ dx: Int, _ dy: Int) -> [Double] {
      var result = source
      for y in 0..<h {
        for x in 0..<w {
          var sum = 0.0
          for k in -r...r {
            let i = min(max(x + k * dx, 0), w - 1)
            let j = min(max(y + k * dy, 0), h - 1)
            sum += kernel[k + r] * source[j * w + i]
          }
          result[y * w + x] = sum
        }
      }
      return result
    }
    return pass(pass(values, 1, 0), 0, 1)
  }

  /// The true pixels of the board's points.
  func pixels(_ cameraFromBoard: RigidTransform) -> [SIMD2<Double>?] {
    board.points.map { camera.pixel(of: cameraFromBoard * Vector3($0.x, $0.y, 0)) }
  }

  /// The board before the camera: its middle at a place, turned by angles in radians from facing it.
  func pose(
    at middle: Vector3, tilt: Double = 0, turn: Double = 0, roll: Double = 0
  ) -> RigidTransform {
    // Facing: x right, y up, z toward the camera.
    let facing = Rotation(trusted: Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    let rotation =
      Rotation.about(.z, by: roll) * Rotation.about(.x, by: tilt) * Rotation.about(.y, by: turn)
      * facing
    let centre = Vector3(board.extent.x / 2, board.extent.y / 2, 0)
    return RigidTransform(rotation: rotation, translation: middle - rotation * centre)
  }
}
