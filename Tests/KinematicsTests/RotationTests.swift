import PoseSystem
import PoseGeometry
import Kinematics
import TestSupport
import Testing

struct RotationTests {
  /// Identity, tiny, quarter, nearly half and half turns about every axis, and seeded ones.
  static let rotations: [Rotation] = {
    var list: [Rotation] = [.identity]
    for axis in [Rotation.Axis.x, .y, .z] {
      let angles: [Double] = [1e-7, -1e-7, 0.3, .pi / 2, -.pi / 2, .pi - 1e-7, .pi, -.pi]
      for angle in angles {
        list.append(.about(axis, by: angle))
      }
    }
    var generator = RandomNumbers(seed: 20_261_121)
    for _ in 0..<200 { list.append(.random(using: &generator)) }
    return list
  }()

  private func expectProper(_ r: Rotation, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(abs(r.x.dot(r.y)) < Tolerance.rounding, sourceLocation: sourceLocation)
    #expect(abs(r.y.dot(r.z)) < Tolerance.rounding, sourceLocation: sourceLocation)
    #expect(abs(r.x.dot(r.x) - 1) < Tolerance.rounding, sourceLocation: sourceLocation)
    #expect((r.x.cross(r.y) - r.z).length < Tolerance.rounding, sourceLocation: sourceLocation)
  }

  @Test func `rounded columns become the rotation that LAPACK finds nearest`() throws {
    var generator = RandomNumbers(seed: 20_261_122)
    for r in Self.rotations {
      for size in [0, 1e-9, 1e-4, 1e-2] {
        func off(_ v: Vector3) -> Vector3 {
          v
            + size
            * Vector3(
              .random(in: -1...1, using: &generator), .random(in: -1...1, using: &generator),
              .random(in: -1...1, using: &generator))
        }
        let (x, y, z) = (off(r.x), off(r.y), off(r.z))
        let polar = try #require(Rotation(orthonormalizing: x, y, z))
        let nearest = try #require(Rotation(nearestTo: x, y, z))
        expectProper(polar)
        #expect(difference(polar, nearest) < Tolerance.rounding)
      }
    }
    #expect(
      Rotation(orthonormalizing: Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1)) == nil)
    #expect(Rotation(orthonormalizing: .zero, .zero, .zero) == nil)
    #expect(
      Rotation(orthonormalizing: Vector3(.nan, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)) == nil)
  }

  @Test func `a rotation times its inverse is the identity`() {
    for r in Self.rotations { #expect(difference(r * r.inverse, .identity) < Tolerance.rounding) }
  }

  @Test func `a product is associative and acts like one rotation after the other`() {
    for (a, b) in zip(Self.rotations, Self.rotations.reversed()) {
      let v = Vector3(0.3, -1.2, 2.1)
      #expect(((a * b) * v - a * (b * v)).length < Tolerance.rounding)
      #expect(difference((a * b) * a, a * (b * a)) < Tolerance.rounding)
    }
  }

  @Test func `the nearest rotation to a rotation is itself`() throws {
    for r in Self.rotations {
      let nearest = try #require(Rotation(nearestTo: r.x, r.y, r.z))
      #expect(difference(nearest, r) < Tolerance.rounding)
    }
  }

  @Test func `the nearest rotation to a reflection is a proper rotation`() throws {
    for r in Self.rotations {
      let nearest = try #require(Rotation(nearestTo: r.x, r.y, -0.5 * r.z))
      expectProper(nearest)
    }
  }

  @Test func `no nearest rotation is made up for a matrix that determines none`() {
    #expect(Rotation(nearestTo: .zero, .zero, .zero) == nil)
    #expect(Rotation(nearestTo: Vector3(1, 2, 3), Vector3(2, 4, 6), Vector3(-1, -2, -3)) == nil)
    #expect(Rotation(nearestTo: Vector3(.nan, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)) == nil)
  }

  @Test func `a fit to turned points finds the turn`() throws {
    let points = [Vector3(0.1, 0, 0), Vector3(-0.1, 0, 0.02), Vector3(0, -0.14, 0)]
    for r in Self.rotations {
      let fitted = try #require(Rotation.fitting(points, to: points.map { r * $0 }))
      #expect(difference(fitted, r) < Tolerance.chain)
    }
  }

  @Test func `the shortest arc turns one direction into the other about their normal`() throws {
    var generator = RandomNumbers(seed: 7)
    for _ in 0..<200 {
      let r = Rotation.random(using: &generator)
      let s = Rotation.random(using: &generator)
      let arc = Rotation.shortestArc(from: r.x, to: s.x)
      expectProper(arc)
      #expect((arc * r.x - s.x).length < Tolerance.chain)
      let axis = try #require(r.x.cross(s.x).normalized)
      #expect((arc * axis - axis).length < Tolerance.chain)
    }
  }

  @Test func `the shortest arc joins equal and opposite directions`() {
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1), Vector3(0.6, 0, 0.8)] {
      #expect(difference(.shortestArc(from: axis, to: axis), .identity) < Tolerance.rounding)
      let half = Rotation.shortestArc(from: axis, to: -axis)
      expectProper(half)
      #expect((half * axis + axis).length < Tolerance.rounding)
    }
  }

  @Test func `Euler angles return the rotation, gimbal lock included`() {
    for r in Self.rotations {
      let angles = EulerAngles(r)
      #expect(difference(angles.rotation, r) < Tolerance.chain)
      #expect((-Double.pi / 2...Double.pi / 2).contains(angles.pitch))
    }
  }

  @Test func `at gimbal lock the roll is 0`() {
    for pitch in [Double.pi / 2, -.pi / 2] {
      for yaw in [-2.0, 0, 1.3] {
        let angles = EulerAngles(.about(.y, by: yaw) * .about(.x, by: pitch))
        #expect(abs(angles.pitch - pitch) < 1e-7)
        #expect(angles.roll == 0)
        #expect(abs(angles.yaw - yaw) < Tolerance.chain)
      }
    }
  }

  @Test func `each Euler angle is a right-handed turn about its own axis`() {
    let yaw = EulerAngles(.about(.y, by: 0.4))
    let pitch = EulerAngles(.about(.x, by: 0.4))
    let roll = EulerAngles(.about(.z, by: 0.4))
    #expect(abs(yaw.yaw - 0.4) < Tolerance.rounding && abs(yaw.pitch) < Tolerance.rounding)
    #expect(abs(pitch.pitch - 0.4) < Tolerance.rounding && abs(pitch.roll) < Tolerance.rounding)
    #expect(abs(roll.roll - 0.4) < Tolerance.rounding && abs(roll.yaw) < Tolerance.rounding)
  }

  @Test func `quaternion and rotation vector return the rotation, with one sign and a short turn`()
  {
    for r in Self.rotations {
      let q = r.quaternion
      #expect(q.w >= 0)
      #expect(abs(q.w * q.w + q.vector.dot(q.vector) - 1) < Tolerance.rounding)
      #expect(difference(Rotation(q), r) < Tolerance.rounding)
      let vector = r.rotationVector
      #expect(vector.length <= .pi + Tolerance.rounding)
      #expect(difference(Rotation(rotationVector: vector), r) < Tolerance.rounding)
    }
  }

  /// Angles from far below the small-angle branch to a full turn.
  @Test(arguments: [0, 1e-300, 1e-12, 1e-9, 1e-7, 9e-5, 1.1e-4, 0.3, .pi - 1e-9, .pi, 4, 2 * .pi])
  func `a rotation vector turns about its direction by its length`(angle: Double) throws {
    for axis in [Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0.6, 0, 0.8), Vector3(2, -1, 2) / 3] {
      let r = Rotation(rotationVector: axis * angle)
      #expect((r * axis - axis).length < Tolerance.rounding)
      let across = try #require(axis.cross(Vector3(0.1, 0.7, 0.3)).normalized)
      let turned = across * cos(angle) + axis.cross(across) * sin(angle)
      #expect((r * across - turned).length < Tolerance.rounding)
      guard angle < 3 else { continue }
      #expect((r.rotationVector - axis * angle).length <= Tolerance.rounding * angle)
    }
  }

  @Test
  func `of the two vectors and quaternions of a half turn, the one that begins positive is given`()
  {
    for axis in [Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1), Vector3(-0.6, 0.8, 0)] {
      let r = Rotation(rotationVector: axis * .pi)
      #expect((r.rotationVector + axis * .pi).length < 1e-9)
      #expect((r.quaternion.vector + axis).length < 1e-9)
    }
  }

  @Test func `a quaternion without length is none; any other is scaled`() throws {
    #expect(UnitQuaternion(w: 0, x: 0, y: 0, z: 0) == nil)
    #expect(UnitQuaternion(w: .nan, x: 0, y: 0, z: 1) == nil)
    #expect(UnitQuaternion(w: .infinity, x: 0, y: 0, z: 1) == nil)
    for scale in [1e-300, 1e-3, 7, 1e300] {
      let q = try #require(UnitQuaternion(w: scale, x: scale, y: scale, z: scale))
      #expect(abs(q.w - 0.5) < Tolerance.rounding)
    }
  }

  @Test(arguments: EulerSequence.allCases)
  func `the angles of every sequence multiply to the rotation, gimbal lock included`(
    sequence: EulerSequence
  ) {
    var rotations = Self.rotations
    // At gimbal lock and on both sides of it, near and nearer.
    for second in [0, Double.pi / 2, -.pi / 2, .pi] {
      for offset in [0, 1e-12, -1e-10, 1e-9, 1e-7, -1e-5] {
        rotations.append(sequence.rotation(0.7, second + offset, -1.9))
      }
    }
    for r in rotations {
      let (a, b, c) = sequence.angles(of: r)
      #expect(difference(sequence.rotation(a, b, c), r) < Tolerance.chain, "\(sequence)")
      let isProper = sequence.rawValue.first == sequence.rawValue.last
      #expect((isProper ? 0...Double.pi : -Double.pi / 2...Double.pi / 2).contains(b))
    }
  }

  @Test
  func `a sequence turns about its axes one after the other, and Y-X-Z is that of Euler angles`() {
    let r = EulerSequence.zxy.rotation(0.3, -0.5, 1.1)
    #expect(difference(r, .about(.z, by: 0.3) * .about(.x, by: -0.5) * .about(.y, by: 1.1)) == 0)
    for r in Self.rotations {
      let angles = EulerAngles(r)
      let (yaw, pitch, roll) = EulerSequence.yxz.angles(of: r)
      #expect((yaw, pitch, roll) == (angles.yaw, angles.pitch, angles.roll))
    }
  }

  @Test
  func `a matrix returns its transform, rounded as files are; what is no rigid motion is refused`()
    throws
  {
    for r in Self.rotations {
      let t = RigidTransform(rotation: r, translation: Vector3(0.5, -2, 3))
      let back = try #require(RigidTransform(columnMajor: t.columnMajor))
      #expect(
        difference(back.rotation, r) < Tolerance.rounding && back.translation == t.translation)
      let rounded = t.columnMajor.map { ($0 * 1e6).rounded() / 1e6 }
      let near = try #require(RigidTransform(columnMajor: rounded))
      #expect(difference(near.rotation, r) < 1e-5)
      expectProper(near.rotation)
    }
    let identity = RigidTransform.identity.columnMajor
    for (index, value) in [(0, 1.01), (0, -1), (1, 0.1), (3, 0.5), (15, 0), (12, .nan)] {
      var broken = identity
      broken[index] = value
      #expect(RigidTransform(columnMajor: broken) == nil, "\(index): \(value)")
    }
    #expect(RigidTransform(columnMajor: Array(identity.dropLast())) == nil)
  }

  @Test func `a transform times its inverse is the identity, and its matrix is column-major`() {
    for r in Self.rotations {
      let t = RigidTransform(rotation: r, translation: Vector3(0.5, -2, 3))
      let product = t * t.inverse
      #expect(difference(product.rotation, .identity) < Tolerance.rounding)
      #expect(product.translation.length < Tolerance.rounding)
      let m = t.columnMajor
      let p = Vector3(1, 2, -3)
      let q = t * p
      for row in 0..<3 {
        let sum = m[row] * p.x + m[4 + row] * p.y + m[8 + row] * p.z + m[12 + row]
        #expect(abs(sum - q[row]) < Tolerance.rounding)
      }
      #expect([m[3], m[7], m[11], m[15]] == [0, 0, 0, 1])
    }
  }

  @Test func `a vector too short or too long to have a direction has none`() {
    for length in [0, 1e-13, 1e200, .infinity, .nan] as [Double] {
      #expect(Vector3(length, -length, 0).normalized == nil)
    }
    #expect(Vector3(0, 3e8, 0).normalized == Vector3(0, 1, 0))
  }
}
