/// The pixels of a depth map that show one person.
public struct PersonMask: Sendable, Equatable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// The number of pixels that show the person.
  public let count: Int
  /// Row by row from the top, 1 for the person.
  let members: [UInt8]

  init(width: Int, height: Int, members: [UInt8]) {
    self.width = width
    self.height = height
    self.members = members
    count = members.reduce(0) { $0 + Int($1) }
  }

  /// Whether a pixel shows the person.
  public subscript(column: Int, row: Int) -> Bool { members[row * width + column] != 0 }

  /// The person's share of the pixels, 0…1.
  public var share: Double { Double(count) / Double(width * height) }
}

extension PersonMask {
  /// The person at some pixels of a depth map: what hangs together with them without a jump in depth.
  ///
  /// The mask grows from the pixels around the seeds over neighbours whose depths differ no more than
  /// a surface can, seen at up to 70° and with the noise of a depth camera. It stops at the floor and
  /// at two thirds of a standing person's height from the seeds' middle; it doesn't stop at a chair
  /// the person sits on or a wall the person leans against: nothing jumps there.
  ///
  /// The same map and seeds always give the same mask, in a time that grows with the pixels.
  ///
  /// - Parameters:
  ///   - seeds: pixels on the person's torso, such as hips and shoulders; the centre of the map's
  ///     top-left pixel is at (0, 0). Those far from the others in depth are left out: an arm or
  ///     another person is before them.
  ///   - map: the depth map. Of one without a unit the lengths above are in the map's own.
  ///   - camera: the map's camera, for its size or another.
  ///   - floor: the floor in that camera's frame; `nil` to look for it in the map.
  ///   - box: the pixels that the mask stays in, as columns and rows; `nil` for all.
  /// - Returns: the mask; `nil` when no seed has a reading.
  public init?(
    growingFrom seeds: [SIMD2<Double>], in map: DepthMap, camera: Camera, floor: Floor? = nil,
    box: (columns: Range<Int>, rows: Range<Int>)? = nil
  ) {
    let readings = seeds.compactMap { seed -> (seed: SIMD2<Double>, depth: Double)? in
      map.jointSample(at: seed, camera: camera).depth.map { (seed, $0) }
    }
    guard !readings.isEmpty else { return nil }
    let typical = readings.map(\.depth).sorted()[readings.count / 2]
    let torso = readings.filter { abs($0.depth - typical) < Self.torsoDepth }
    let camera = camera.scaled(toWidth: map.width, height: map.height)
    let floor = floor ?? Floor(in: map, camera: camera)
    var growth = MaskGrowth(map, camera: camera, floor: floor, box: box)
    growth.center = torso.reduce(SIMD3<Double>.zero) { sum, reading in
      let ray = camera.normalized(reading.seed)
      return sum + SIMD3(ray.x, ray.y, 1) * reading.depth / Double(torso.count)
    }
    for reading in torso { growth.start(at: reading.seed, depth: reading.depth) }
    growth.grow()
    guard growth.members.contains(1) else { return nil }
    self.init(width: map.width, height: map.height, members: growth.members)
  }

  /// Shoulders and hips of one person are no farther apart in depth, in metres.
  private static let torsoDepth = 0.5
}

/// A mask while it grows.
private struct MaskGrowth {
  private let map: DepthMap
  private let camera: Camera
  private let floor: Floor?
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// The width of a pixel, as a share of the depth.
  private let pixel: Float
  /// A jump is more than a surface at 70° changes from pixel to pixel, and more than this share of
  /// the depth, for the camera's noise.
  private static let steepest: Float = 2.75
  /// The same at low confidence, a surface at 45°. The ramp that a phone draws from an edge to the
  /// surface behind is in places no steeper than a surface, but the phone marks its edges so.
  private static let steepestLowConfidence: Float = 1
  private static let noise: Float = 0.01
  /// No part of a person is farther from the middle of the torso, in metres: an arm stretched upward
  /// or a leg stretched forward, of a tall one.
  private static let reach = 1.35
  /// The height below which a reading is the floor, in metres: less than an ankle, more than most
  /// noise.
  private static let floorThickness = 0.03

  var center = SIMD3<Double>.zero
  private(set) var members: [UInt8]
  private var frontier: [Int] = []

  init(
    _ map: DepthMap, camera: Camera, floor: Floor?, box: (columns: Range<Int>, rows: Range<Int>)?
  ) {
    self.map = map
    self.camera = camera
    self.floor = floor
    columns = (0..<map.width).clamped(to: box?.columns ?? 0..<map.width)
    rows = (0..<map.height).clamped(to: box?.rows ?? 0..<map.height)
    pixel = Float(1 / camera.fx)
    members = Array(repeating: 0, count: map.width * map.height)
  }

  /// Takes the pixels around a seed that are as far away as it was read.
  mutating func start(at seed: SIMD2<Double>, depth: Double) {
    let radius = Int(max(1, min(0.03 * camera.fx / depth, 64)))
    let (column, row) = (Int(seed.x.rounded()), Int(seed.y.rounded()))
    for y in (row - radius)...(row + radius) {
      for x in (column - radius)...(column + radius) {
        guard columns.contains(x), rows.contains(y) else { continue }
        guard abs(Double(map[x, y]) - depth) < 0.05 else { continue }
        take(x, y)
      }
    }
  }

  /// Takes neighbours until there are none left.
  mutating func grow() {
    while let index = frontier.popLast() {
      let (column, row) = (index % map.width, index / map.width)
      let isLowConfidence = map.confidence.map { $0[index] == .low } ?? false
      for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        // Over a hole of a pixel or two, too: stereo cameras leave many.
        for step in 1...3 {
          let (x, y) = (column + dx * step, row + dy * step)
          guard columns.contains(x), rows.contains(y) else { break }
          let (here, there) = (map[column, row], map[x, y])
          if there.isNaN { continue }
          let steepest = isLowConfidence ? Self.steepestLowConfidence : Self.steepest
          let limit = (steepest * pixel * Float(step) + Self.noise) * min(here, there)
          if abs(there - here) <= limit { take(x, y) }
          break
        }
      }
    }
  }

  private mutating func take(_ column: Int, _ row: Int) {
    let index = row * map.width + column
    guard members[index] == 0 else { return }
    let ray = camera.normalized(SIMD2(Double(column), Double(row)))
    let point = SIMD3(ray.x, ray.y, 1) * Double(map[column, row])
    let offset = point - center
    guard (offset * offset).sum() <= Self.reach * Self.reach else { return }
    if let floor, floor.height(of: point) < Self.floorThickness { return }
    members[index] = 1
    frontier.append(index)
  }
}
