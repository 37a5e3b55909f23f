import PoseGeometry
import PoseImaging
import TestSupport
import Testing

struct CameraMotionTests {
  static let point = SIMD3(0.3, -0.7, 1.9)

  /// Motions of every kind, the random ones seeded.
  static let motions: [RigidTransform] = {
    var random = RandomNumbers(seed: 7)
    let vectors: [SIMD3<Double>] =
      [.zero, SIMD3(1e-9, 0, 0), SIMD3(0, .pi, 0), SIMD3(0.01, -0.02, 0.005)]
      + (0..<20).map { _ in
        SIMD3(
          .random(in: -3...3, using: &random), .random(in: -3...3, using: &random),
          .random(in: -3...3, using: &random))
      }
    return vectors.map { vector in
      RigidTransform(
        rotationVector: vector,
        translation: SIMD3(
          .random(in: -2...2, using: &random), .random(in: -2...2, using: &random),
          .random(in: -2...2, using: &random)))
    }
  }()

  @Test func `the inverse leads back`() {
    for motion in Self.motions {
      expectSame(motion.inverse * (motion * Self.point), Self.point)
      expectSame(motion * (motion.inverse * Self.point), Self.point)
      expectSame((motion * motion.inverse) * Self.point, Self.point)
    }
  }

  @Test func `a product moves by its right motion first`() {
    for (a, b) in zip(Self.motions, Self.motions.dropFirst()) {
      expectSame((a * b) * Self.point, a * (b * Self.point))
    }
  }

  @Test func `products are associative, and identity changes nothing`() {
    for index in 0..<(Self.motions.count - 2) {
      let (a, b, c) = (Self.motions[index], Self.motions[index + 1], Self.motions[index + 2])
      expectSame(((a * b) * c) * Self.point, (a * (b * c)) * Self.point)
      expectSame((a * .identity) * Self.point, a * Self.point)
      expectSame((.identity * a) * Self.point, a * Self.point)
    }
  }

  @Test func `every motion is rigid`() {
    for motion in Self.motions + Self.motions.map(\.inverse) {
      #expect(RigidTransform(columnMajor: motion.columnMajor) != nil)
    }
  }

  @Test func `rotation vectors are OpenCV's`() throws {
    for golden in try CameraGolden.load().rotations {
      let v = golden.vector
      let motion = RigidTransform(
        rotationVector: SIMD3(v[0], v[1], v[2]), translation: SIMD3(1, 2, 3))
      let expected = try #require(
        RigidTransform(rotationRowMajor: golden.rowMajor, translation: SIMD3(1, 2, 3)))
      for (a, b) in zip(motion.columnMajor, expected.columnMajor) { #expect(abs(a - b) < 1e-12) }
    }
  }

  @Test func `a rotation is given row by row`() throws {
    // A quarter turn about z takes x to y.
    let turn = try #require(
      RigidTransform(rotationRowMajor: [0, -1, 0, 1, 0, 0, 0, 0, 1], translation: SIMD3(0, 0, 1)))
    #expect(turn * SIMD3(1, 0, 0) == SIMD3(0, 1, 1))
    #expect(
      RigidTransform(rotationRowMajor: [1, 0, 0, 0, 1, 0, 0, 0, -1], translation: .zero) == nil)
    #expect(RigidTransform(rotationRowMajor: [1, 0, 0], translation: .zero) == nil)
  }

  private func expectSame(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(((a - b) * (a - b)).sum() < 1e-24, "\(a) and \(b)", sourceLocation: sourceLocation)
  }
}
