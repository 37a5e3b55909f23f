public import PoseGeometry
import PoseSystem

/// The floor that a depth map shows, and with it the direction of gravity.
///
/// A point x of the camera's frame (x right, y down, z forward, metres) is on the floor where
/// `normal·x + cameraHeight = 0`. Of a map whose unit is not known lengths are in the map's own unit;
/// directions are what they are.
public struct Floor: Sendable, Equatable {
  /// The direction straight up from the floor, of length 1, in the camera's frame.
  public let normal: SIMD3<Double>
  /// The distance of the camera from the floor, in metres.
  public let cameraHeight: Double
  /// The share of the readings, 0…1, that lie on the floor.
  public let share: Double
  /// One standard deviation of those readings' distances from the floor, in metres.
  public let residual: Double
  /// One standard deviation of the direction, in radians, about each of the two level axes.
  public let tiltSigma: Double

  /// The direction of gravity, of length 1, in the camera's frame: down.
  public var gravity: SIMD3<Double> { -normal }

  /// The height above the floor of a point of the camera's frame; metres, negative below.
  public func height(of point: SIMD3<Double>) -> Double { normal.dot(point) + cameraHeight }

  /// The angle between this floor's gravity and the downward direction of another source, such as a
  /// phone's sensor; radians, 0…π.
  public func tilt(from gravity: SIMD3<Double>) -> Double {
    let (a, b) = (self.gravity, gravity / gravity.length)
    // The half angle by atan2: the arc cosine has no accuracy where the two agree.
    let (sum, difference) = (a + b, a - b)
    return 2 * atan2(difference.length, sum.length)
  }

  init(
    normal: SIMD3<Double>, cameraHeight: Double, share: Double, residual: Double, tiltSigma: Double
  ) {
    self.normal = normal
    self.cameraHeight = cameraHeight
    self.share = share
    self.residual = residual
    self.tiltSigma = tiltSigma
  }
}

extension Floor {
  /// Finds the floor in a depth map; `nil` when none is to be seen.
  ///
  /// The floor is the largest level surface that next to nothing lies below. Surfaces are tried one
  /// by one, from the slopes of the map around places on a fixed lattice, so that the same map always
  /// has the same floor (MSAC without chance; Torr and Zisserman, "MLESAC", 2000), and the best is
  /// fitted to the readings on it. A wall isn't level, a table has something below it as long as the
  /// map shows that; a table that fills the lower part of the map is taken for the floor.
  ///
  /// - Parameters:
  ///   - map: the depth map; of one without a unit the floor's lengths are in the map's own.
  ///   - camera: the map's camera, for its size or another.
  ///   - gravity: the direction of gravity as far as it is known, in the camera's frame; the floor is
  ///     searched for within 50° of it. By default it is straight down in the picture.
  public init?(in map: DepthMap, camera: Camera, near gravity: Vector3 = SIMD3(0, 1, 0)) {
    let camera = camera.scaled(toWidth: map.width, height: map.height)
    let up = -gravity / gravity.length
    let search = FloorSearch(map, camera: camera, up: up)
    guard let plane = search.best, let fitted = search.fitted(plane) else { return nil }
    self = fitted
  }
}

/// A plane as inverse depth sees it: along the ray (x, y, 1) it is met at 1/z = `inverse·(x, y, 1)`.
private struct InversePlane {
  let inverse: Vector3
  /// Distance of the origin from the plane.
  let distance: Double

  /// The plane through a point with a normal.
  init(through point: Vector3, normal: Vector3) {
    self.init(inverse: normal / normal.dot(point))
  }

  init(inverse: Vector3) {
    self.inverse = inverse
    distance = 1 / inverse.length
  }

  /// From the plane to the origin, of length 1.
  var normal: Vector3 { -inverse * distance }
  /// A point's distance from the plane, positive on the origin's side.
  func height(of point: Vector3) -> Double { (1 - inverse.dot(point)) * distance }
}

/// The readings on a lattice of the map, and the surfaces around them.
private struct FloorSearch {
  private struct Place {
    let point: Vector3
    /// Of length 1, towards the camera; `nil` where the surface around isn't one.
    let normal: Vector3?
  }

  private let up: Vector3
  private var places: [Place] = []

  /// About as many places are sampled; a floor has hundreds among them.
  private static let wantedPlaces = 8000.0
  /// As many surfaces are tried at most.
  private static let trials = 300
  /// A reading belongs to a surface within this share of its depth: three standard deviations of a
  /// stereo camera at 3 m.
  private static let tolerance = 0.012
  /// The floor is searched for within 50° of where it is expected…
  private static let steepest = cos(50 * Double.pi / 180)
  /// …and the surface around a reading on it agrees within 25°.
  private static let agreement = cos(25 * Double.pi / 180)
  /// The least share of the readings, and the most that may lie below: mirrors and noise.
  private static let minimumShare = 0.04
  private static let maximumBelow = 0.02

  init(_ map: DepthMap, camera: Camera, up: Vector3) {
    self.up = up
    let pixels = Double(map.width * map.height)
    let step = max(1, Int((pixels / Self.wantedPlaces).squareRoot()))
    // Slopes over a tenth of the depth: the noise of a stereo camera tilts them by 5°.
    let longest = Double(max(map.width, map.height))
    let arm = max(1, Int(min((0.05 * camera.fx).rounded(), longest)))
    func point(_ column: Int, _ row: Int) -> Vector3? {
      guard (0..<map.width).contains(column), (0..<map.height).contains(row) else { return nil }
      let depth = Double(map[column, row])
      let ray = camera.normalized(SIMD2(Double(column), Double(row)))
      let point = SIMD3(ray.x, ray.y, 1) * depth
      return point.x.isFinite && point.y.isFinite && point.z.isFinite ? point : nil
    }
    for row in Swift.stride(from: step / 2, to: map.height, by: step) {
      for column in Swift.stride(from: step / 2, to: map.width, by: step) {
        guard let here = point(column, row) else { continue }
        var normal: Vector3?
        if let left = point(column - arm, row), let right = point(column + arm, row),
          let above = point(column, row - arm), let below = point(column, row + arm)
        {
          normal = Self.normal(here, left, right, above, below)
        }
        places.append(Place(point: here, normal: normal))
      }
    }
  }

  /// The normal of a surface through five points; `nil` when the middle one isn't on it.
  private static func normal(
    _ here: Vector3, _ left: Vector3, _ right: Vector3, _ above: Vector3,
    _ below: Vector3
  ) -> Vector3? {
    let (a, b) = (right - left, below - above)
    let cross = a.cross(b)
    let length = cross.length
    guard length > 0 else { return nil }
    var normal = cross / length
    if normal.dot(here) > 0 { normal = -normal }
    for other in [left, right, above, below] {
      guard abs(normal.dot(other - here)) < 2 * tolerance * here.z else { return nil }
    }
    return normal
  }

  /// The level surface that most readings are on, of those that nothing lies below.
  var best: InversePlane? {
    let level = places.filter { place in
      place.normal.map { $0.dot(up) > Self.steepest } ?? false
    }
    guard !level.isEmpty else { return nil }
    let step = max(1, level.count / Self.trials)
    var (best, highest): (InversePlane?, Double) = (nil, 0)
    for index in Swift.stride(from: step / 2, to: level.count, by: step) {
      guard let normal = level[index].normal else { continue }
      let plane = InversePlane(through: level[index].point, normal: normal)
      let score = score(of: plane)
      if score > highest { (best, highest) = (plane, score) }
    }
    return best
  }

  /// The number of readings on a plane, weighted by closeness; 0 for one with too many below it.
  private func score(of plane: InversePlane) -> Double {
    var (sum, below) = (0.0, 0)
    let normal = plane.normal
    for place in places {
      let height = plane.height(of: place.point) / (Self.tolerance * place.point.z)
      if height < -3 {
        below += 1
      } else if abs(height) < 1, let own = place.normal, own.dot(normal) > Self.agreement {
        sum += 1 - height * height
      }
    }
    return Double(below) <= Self.maximumBelow * Double(places.count) ? sum : 0
  }

  /// The plane fitted to the readings on it, in inverse depth: there a plane is linear, and the noise
  /// of a depth is in one coordinate and about the same near and far.
  func fitted(_ plane: InversePlane) -> Floor? {
    var plane = plane
    var fit: (plane: InversePlane, floor: Floor)?
    for _ in 0..<4 {
      let normal = plane.normal
      let inliers = places.filter { place in
        abs(plane.height(of: place.point)) < Self.tolerance * place.point.z
          && place.normal.map { $0.dot(normal) > Self.agreement } ?? true
      }
      guard let next = Self.fit(inliers.map(\.point), of: places.count) else { return nil }
      fit = next
      plane = next.plane
    }
    guard let floor = fit?.floor, floor.share >= Self.minimumShare, floor.tiltSigma < 0.1,
      floor.normal.dot(up) > Self.steepest, score(of: plane) > 0
    else { return nil }
    return floor
  }

  private static func fit(
    _ points: [Vector3], of count: Int
  ) -> (plane: InversePlane, floor: Floor)? {
    guard points.count >= 30 else { return nil }
    // Normal equations of 1/z = inverse·(x, y, 1).
    var (xx, xy, x1, yy, y1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (xw, yw, w1) = (0.0, 0.0, 0.0)
    for point in points {
      let (x, y, w) = (point.x / point.z, point.y / point.z, 1 / point.z)
      xx += x * x
      xy += x * y
      x1 += x
      yy += y * y
      y1 += y
      xw += x * w
      yw += y * w
      w1 += w
    }
    let n = Double(points.count)
    let matrix = SymmetricMatrix3(xx: xx, xy: xy, xz: x1, yy: yy, yz: y1, zz: n)
    guard let inverse = matrix.inverse else { return nil }
    let plane = InversePlane(inverse: inverse * SIMD3(xw, yw, w1))
    guard plane.distance.isFinite, plane.distance > 0 else { return nil }
    var (residual, disparity) = (0.0, 0.0)
    for point in points {
      let height = plane.height(of: point)
      residual += height * height / n
      let off = height / plane.distance / point.z
      disparity += off * off / n
    }
    // Neighbouring readings share their errors: as if one in 150 were independent (measured on
    // rendered rooms with the noise of three kinds of camera).
    let variance = max(0, inverse.levelVariance(of: plane.normal)) * disparity * 150
    let tilt = (variance / 2).squareRoot() * plane.distance
    return (
      plane,
      Floor(
        normal: plane.normal, cameraHeight: plane.distance, share: n / Double(count),
        residual: residual.squareRoot(), tiltSigma: tilt)
    )
  }
}
