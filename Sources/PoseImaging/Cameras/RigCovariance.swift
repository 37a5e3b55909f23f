package import PoseGeometry

/// The covariance of the numbers of a rig's cameras, all together, as their calibration gives it.
///
/// What the cameras have in common matters: a rig that is turned as a whole, or a longer lens farther away, changes
/// a person's place by far less than each camera's own sigmas suggest.
public struct RigCovariance: Sendable, Equatable {
  /// The numbers of a camera: its turn about its own x, y and z in radians, its shift along them in metres, both
  /// applied after `cameraFromWorld`; fx and cx as shares of fx, fy and cy as shares of fy, in the order fx, fy, cx, cy;
  /// k1, k2, p1, p2 and k3.
  public static let numbersPerCamera = 15

  /// How many cameras there are.
  public let cameraCount: Int
  /// Row by row, the numbers of one camera after those of another; 0 for numbers that are held.
  package let values: [Double]

  /// A covariance from its rows.
  package init(cameraCount: Int, values: [Double]) {
    let size = cameraCount * Self.numbersPerCamera
    precondition(
      values.count == size * size, "\(values.count) numbers for a \(size) × \(size) matrix")
    (self.cameraCount, self.values) = (cameraCount, values)
  }

  /// A covariance from the elements on and below the diagonal, row by row; `nil` if there are not as many as so many
  /// cameras have, if one isn't finite, if a variance is negative, or a correlation above 1.
  public init?(cameraCount: Int, lowerTriangle: [Double]) {
    let size = cameraCount * Self.numbersPerCamera
    guard lowerTriangle.count == size * (size + 1) / 2, lowerTriangle.allSatisfy(\.isFinite)
    else { return nil }
    var values = [Double](repeating: 0, count: size * size)
    var next = 0
    for row in 0..<size {
      for column in 0...row {
        values[row * size + column] = lowerTriangle[next]
        values[column * size + row] = lowerTriangle[next]
        next += 1
      }
      let variance = values[row * size + row]
      guard variance >= 0,
        (0..<row).allSatisfy({ column in
          let (other, both) = (values[column * size + column], values[row * size + column])
          return both * both <= variance * other * (1 + Self.rounding)
        })
      else { return nil }
    }
    (self.cameraCount, self.values) = (cameraCount, values)
  }

  /// Squares of correlations may be above 1 by this, for numbers are rounded.
  private static let rounding = 1e-6

  /// The elements on and below the diagonal, row by row.
  public var lowerTriangle: [Double] {
    let size = cameraCount * Self.numbersPerCamera
    return (0..<size).flatMap { row in (0...row).map { values[row * size + $0] } }
  }

  /// The covariance of some of the cameras, in the given order.
  public func of(_ cameras: [Int]) -> RigCovariance {
    let (count, size) = (Self.numbersPerCamera, cameraCount * Self.numbersPerCamera)
    let rows = cameras.flatMap { camera in (0..<count).map { camera * count + $0 } }
    return RigCovariance(
      cameraCount: cameras.count,
      values: rows.flatMap { row in rows.map { values[row * size + $0] } })
  }

  /// The covariance where all lengths of the rig are times a factor.
  public func scaled(by factor: Double) -> RigCovariance {
    let (count, size) = (Self.numbersPerCamera, cameraCount * Self.numbersPerCamera)
    let factors = (0..<size).map { (3..<6).contains($0 % count) ? factor : 1 }
    return RigCovariance(
      cameraCount: cameraCount,
      values: values.indices.map { values[$0] * factors[$0 / size] * factors[$0 % size] })
  }

  // MARK: The effect on a place

  /// A camera that shows a place.
  package struct Observation {
    /// Its position among the covariance's cameras.
    package var index: Int
    /// Into its frame from the first camera's.
    package var cameraFromFirst: RigidTransform

    package init(index: Int, cameraFromFirst: RigidTransform) {
      (self.index, self.cameraFromFirst) = (index, cameraFromFirst)
    }
  }

  /// How much less a camera tells about a place along its ray than across it: a person's size shows the distance
  /// to a tenth, keypoints show the direction to 5 mrad; the ratio of both variances. Chosen.
  private static let alongRay = 0.0025

  /// The covariance that these errors give a place in the frame of the covariance's first camera, in square metres.
  ///
  /// To first order: each camera sees the place off by its own errors, and the place is where all together have it
  /// by least squares, across their rays most of all. The first camera's frame moves with that camera's errors.
  ///
  /// - Parameters:
  ///   - place: in the first camera's frame, in metres.
  ///   - observations: the cameras that show it; the first camera need not be one of them.
  package func place(_ place: Vector3, seenBy observations: [Observation]) -> SymmetricMatrix3 {
    let seen = observations.filter { ($0.cameraFromFirst * place).z > 0 }
    var information = SymmetricMatrix3.zero
    var weights: [SymmetricMatrix3] = []
    for observation in seen {
      let own = observation.cameraFromFirst * place
      let distance = own.length
      let across =
        SymmetricMatrix3(diagonal: Vector3(1, 1, 1))
        + SymmetricMatrix3(outer: own / distance) * (Self.alongRay - 1)
      let weight = across * (1 / (distance * distance))
      weights.append(weight)
      information = information + weight.rotated(by: observation.cameraFromFirst.rotation.inverse)
    }
    guard let inverse = information.inverse else { return .zero }
    let (count, size) = (Self.numbersPerCamera, cameraCount * Self.numbersPerCamera)
    var slopes = [Vector3](repeating: .zero, count: size)
    for (observation, weight) in zip(seen, weights) {
      let firstFromCamera = observation.cameraFromFirst.rotation.inverse
      let effects = Self.effects(on: observation.cameraFromFirst * place)
      let first = observation.index * count
      for (number, effect) in effects.enumerated() {
        slopes[first + number] += inverse * (firstFromCamera * (weight * effect))
      }
    }
    // The frame itself: turn and shift of the first camera.
    for (number, effect) in Self.poseEffects(on: place).enumerated() { slopes[number] -= effect }
    var sum = SymmetricMatrix3.zero
    let rows = slopes.indices.filter { slopes[$0] != .zero && values[$0 * size + $0] > 0 }
    for row in rows {
      let image = rows.reduce(Vector3.zero) { $0 + slopes[$1] * values[row * size + $1] }
      let (a, b) = (slopes[row], image)
      sum =
        sum
        + SymmetricMatrix3(
          xx: a.x * b.x, xy: (a.x * b.y + a.y * b.x) / 2, xz: (a.x * b.z + a.z * b.x) / 2,
          yy: a.y * b.y, yz: (a.y * b.z + a.z * b.y) / 2, zz: a.z * b.z)
    }
    // Numbers that are no covariance, though each pair is: what is left of it.
    let (variances, axes) = sum.eigen
    guard min(variances.x, variances.y, variances.z) < 0 else { return sum }
    return SymmetricMatrix3(outer: axes.0) * max(variances.x, 0)
      + SymmetricMatrix3(outer: axes.1) * max(variances.y, 0)
      + SymmetricMatrix3(outer: axes.2) * max(variances.z, 0)
  }

  /// How far a unit of a camera's turn and shift moves what it sees at a place, in metres.
  private static func poseEffects(on p: Vector3) -> [Vector3] {
    [
      Vector3(0, -p.z, p.y), Vector3(p.z, 0, -p.x), Vector3(-p.y, p.x, 0),
      Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1),
    ]
  }

  /// How far a unit of each of a camera's numbers moves what it sees at a place, in metres.
  private static func effects(on p: Vector3) -> [Vector3] {
    let (x, y) = (p.x / p.z, p.y / p.z)
    let r = x * x + y * y
    return poseEffects(on: p) + [
      Vector3(p.x, 0, 0), Vector3(0, p.y, 0), Vector3(p.z, 0, 0), Vector3(0, p.z, 0),
      Vector3(p.x * r, p.y * r, 0), Vector3(p.x * r * r, p.y * r * r, 0),
      Vector3(2 * p.x * y, p.z * (r + 2 * y * y), 0),
      Vector3(p.z * (r + 2 * x * x), 2 * p.y * x, 0),
      Vector3(p.x * r * r * r, p.y * r * r * r, 0),
    ]
  }
}
