import PoseGeometry
import PoseImaging
import PoseSystem
import TestSupport
import Testing

/// What the errors of a rig's cameras do to a place that they show.
struct RigCovarianceTests {
  private static let count = RigCovariance.numbersPerCamera
  /// Cameras that show a place at equal distances, so that all weigh alike.
  private static let place = Vector3(0.3, -0.2, 3)
  private static let cameras: [RigidTransform] = [0, 70, 200].map { degrees in
    let turn = Rotation(rotationVector: Vector3(0, degrees * .pi / 180, 0))
    return RigidTransform(rotation: turn, translation: place - turn * place)
  }

  /// A direction in a camera's frame by a lens with a small distortion, from one that is free of it.
  private static func distorted(_ p: Vector3, _ n: ArraySlice<Double>) -> Vector3 {
    let n = Array(n)
    let (x, y) = (p.x / p.z, p.y / p.z)
    let r = x * x + y * y
    let radial = 1 + n[4] * r + n[5] * r * r + n[8] * r * r * r
    let (u, v) = (
      x * radial + 2 * n[6] * x * y + n[7] * (r + 2 * x * x),
      y * radial + n[6] * (r + 2 * y * y) + 2 * n[7] * x * y
    )
    return Vector3((1 + n[0]) * u + n[2], (1 + n[1]) * v + n[3], 1)
  }

  /// Where the cameras have the place, in the first one's frame, if the true numbers differ by `errors` from
  /// those that are used; less where it really is in the true camera's frame.
  private static func error(_ errors: [Double]) -> Vector3 {
    var truePlace = place
    let rays = cameras.enumerated().map { index, camera in
      let own = errors[index * count..<(index + 1) * count]
      let e = Array(own)
      let step = RigidTransform(
        rotation: Rotation(rotationVector: Vector3(e[0], e[1], e[2])),
        translation: Vector3(e[3], e[4], e[5]))
      let seen = step * (camera * place)
      if index == 0 { truePlace = seen }
      let direction = distorted(seen, own.dropFirst(6))
      return Ray(
        origin: camera.inverse.translation, along: camera.rotation.inverse * direction)
    }
    let found = Ray.nearestPlace(to: rays.compactMap { $0 }) ?? .zero
    return found - truePlace
  }

  @Test func `a place's covariance is that of triangulating with wrong numbers`() throws {
    let size = Self.cameras.count * Self.count
    let step = 1e-6
    let slopes = (0..<size).map { number -> Vector3 in
      var errors = [Double](repeating: 0, count: size)
      errors[number] = step
      let more = Self.error(errors)
      errors[number] = -step
      return (more - Self.error(errors)) / (2 * step)
    }
    // Numbers that are correlated among all cameras.
    var random = RandomNumbers(seed: 5)
    let factors = (0..<size * 6).map { _ in 0.01 * random.normal() }
    var triangle: [Double] = []
    for row in 0..<size {
      for column in 0...row {
        let products = (0..<6).map { factors[row * 6 + $0] * factors[column * 6 + $0] }
        triangle.append(products.reduce(0, +))
      }
    }
    let covariance = try #require(
      RigCovariance(cameraCount: Self.cameras.count, lowerTriangle: triangle))
    #expect(covariance.lowerTriangle == triangle)
    let result = covariance.place(
      Self.place,
      seenBy: Self.cameras.enumerated().map { .init(index: $0, cameraFromFirst: $1) })
    var expected = SymmetricMatrix3.zero
    for factor in 0..<6 {
      var move = Vector3.zero
      for (number, slope) in slopes.enumerated() { move += slope * factors[number * 6 + factor] }
      expected = expected + SymmetricMatrix3(outer: move)
    }
    // A person's size shows the distance along a ray, too, which triangulating leaves out.
    let tolerance = 0.02 * expected.trace
    for (a, b) in zip(result.elements, expected.elements) { #expect(abs(a - b) < tolerance) }
  }

  @Test func `a rig that is moved as a whole moves no place in a camera's frame`() throws {
    // Every camera's step is the same one of the world, seen in its own frame.
    let size = Self.cameras.count * Self.count
    let (turn, shift) = (Vector3(0.02, -0.01, 0.03), Vector3(0.1, 0.05, -0.2))
    let errors = Self.cameras.flatMap { camera -> [Double] in
      let own = camera.rotation * turn
      let moved = camera.rotation * shift - own.cross(camera.translation)
      return [own.x, own.y, own.z, moved.x, moved.y, moved.z] + Array(repeating: 0, count: 9)
    }
    let covariance = try #require(
      RigCovariance(
        cameraCount: Self.cameras.count,
        lowerTriangle: (0..<size).flatMap { row in (0...row).map { errors[row] * errors[$0] } }))
    let observations = Self.cameras.enumerated().map {
      RigCovariance.Observation(index: $0, cameraFromFirst: $1)
    }
    #expect(covariance.place(Self.place, seenBy: observations).trace < 1e-12)
    #expect(covariance.of([1, 2, 0]).of([2, 0, 1]) == covariance)
  }

  @Test func `what a single other camera shows is as uncertain as its pose`() throws {
    let size = Self.cameras.count * Self.count
    // The second camera's shift along its x: 2 cm.
    let row = Self.count + 3
    let triangle = (0..<size).flatMap { i in (0...i).map { i == row && $0 == row ? 4e-4 : 0 } }
    let covariance = try #require(
      RigCovariance(cameraCount: Self.cameras.count, lowerTriangle: triangle))
    let result = covariance.place(
      Self.place, seenBy: [.init(index: 1, cameraFromFirst: Self.cameras[1])])
    let along = Self.cameras[1].rotation.inverse * Vector3(1, 0, 0)
    #expect(abs(along.dot(result * along) - 4e-4) < 1e-9)
    #expect(abs(result.trace - 4e-4) < 1e-9)
    let first = covariance.place(
      Self.place, seenBy: [.init(index: 0, cameraFromFirst: .identity)])
    #expect(first.trace < 1e-12)
  }

  @Test func `all lengths of a rig times a factor are all shifts times it`() throws {
    let size = Self.count
    let triangle = (0..<size).flatMap { row in (0...row).map { $0 == row ? 1.0 : 0 } }
    let covariance = try #require(RigCovariance(cameraCount: 1, lowerTriangle: triangle))
    let scaled = covariance.scaled(by: 3)
    let variances = (0..<size).map { place -> Double in
      scaled.lowerTriangle[place * (place + 3) / 2]
    }
    let expected = (0..<size).map { place -> Double in (3..<6).contains(place) ? 9 : 1 }
    #expect(variances == expected)
  }

  @Test(arguments: [119, 121]) func `another count of numbers is no covariance`(_ count: Int) {
    #expect(
      RigCovariance(cameraCount: 1, lowerTriangle: Array(repeating: 0, count: count)) == nil)
  }

  @Test(arguments: [-1, .nan, .infinity]) func `a variance is finite and not negative`(
    _ variance: Double
  ) {
    var triangle = [Double](repeating: 0, count: 120)
    triangle[2] = variance
    #expect(RigCovariance(cameraCount: 1, lowerTriangle: triangle) == nil)
  }
}
