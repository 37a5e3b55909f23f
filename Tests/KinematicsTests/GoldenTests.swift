import Foundation
import PoseGeometry
import Kinematics
import TestSupport
import Testing

/// SciPy's numbers, and those of a second implementation in NumPy (`fixtures/kinematics`).
struct GoldenTests {
  /// A file of little-endian doubles: version, rows, numbers a row, and some more before the rows.
  private struct Table {
    let rows: [[Double]]

    init(_ name: String) throws {
      let bytes = try Fixture.bytes("kinematics/\(name)")
      let values = bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 8).map { offset in
          Double(
            bitPattern: UInt64(
              littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
      }
      let (count, width, more) = (Int(values[1]), Int(values[2]), Int(values[3]))
      try #require(values[0] == 1 && more == 0 && values.count == 4 + count * width)
      rows = (0..<count).map { Array(values[(4 + $0 * width)..<(4 + ($0 + 1) * width)]) }
    }
  }

  private enum Golden {
    /// The angles in the files' order.
    static func definitions() throws -> [AngleDefinition] {
      let all =
        AngleDefinition.catalogue
        + AngleDialect.openSim.angles.filter { $0.name.hasPrefix("pelvis") }
        + AngleDialect.vision.angles
      let names = try Fixture.text("kinematics/names.txt").split(separator: "\n")
      return try names.map { name in
        try #require(all.first { $0.name == name }, "no angle \(name)")
      }
    }

    /// A value as the files write it.
    static func number(_ angle: JointAngle) throws -> Double {
      if let value = angle.value { return value }
      let reasons: [JointAngle.Reason] = [.unobservable, .limbTooStraight, .gimbalLock]
      let reason = try #require(angle.reason)
      let index = try #require(reasons.firstIndex(of: reason))
      return 1001 + Double(index)
    }

    /// The 17 × 16 numbers of the local transforms.
    static func transforms(_ skeleton: Skeleton) throws -> [Double] {
      let frames = try #require(SegmentFrames(cameraPositions: skeleton.positions))
      return Joint.allCases.flatMap { frames.localTransform($0).columnMajor }
    }
  }

  private static func vector(_ n: ArraySlice<Double>) -> Vector3 {
    Vector3(n[n.startIndex], n[n.startIndex + 1], n[n.startIndex + 2])
  }

  @Test func `every angle and transform of a hundred poses is the second implementation's`() throws
  {
    let definitions = try Golden.definitions()
    for (index, row) in try Table("poses_full.bin").rows.enumerated() {
      let skeleton = SeededPose.skeleton(index)
      for joint in Joint.allCases {
        let start = 3 * joint.rawValue
        try #require(skeleton.positions[joint] == Self.vector(row[start..<(start + 3)]))
      }
      let angles = row[86..<(86 + definitions.count)]
      for ((definition, angle), expected) in zip(
        zip(definitions, skeleton.angles(definitions)), angles)
      {
        let value = try Golden.number(angle)
        let miss =
          expected > 1000 ? value - expected : (value - expected).remainder(dividingBy: 2 * .pi)
        #expect(abs(miss) < 1e-9, "pose \(index), \(definition.name): \(value), \(expected)")
      }
      let transforms = row[(86 + definitions.count)...]
      for (value, expected) in zip(try Golden.transforms(skeleton), transforms) {
        #expect(abs(value - expected) < 1e-9, "pose \(index)")
      }
    }
  }

  @Test func `the angles and transforms of ten thousand poses have its digests`() throws {
    let definitions = try Golden.definitions()
    let rows = try Table("poses.bin").rows
    var first = SeededPose.Source(state: RandomNumbers(seed: 2026))
    let weights = definitions.map { _ in (w: first.s(), u: first.s()) }
    var second = SeededPose.Source(state: RandomNumbers(seed: 2027))
    let transformWeights = (0..<(17 * 16)).map { _ in second.s() }
    #expect(rows.count == 10_000)
    for (index, row) in rows.enumerated() {
      let skeleton = SeededPose.skeleton(index)
      var digest = 0.0
      for (angle, weight) in zip(skeleton.angles(definitions), weights) {
        let value = try Golden.number(angle)
        digest +=
          value > 1000 ? weight.w * (value - 1000) : weight.w * cos(value) + weight.u * sin(value)
      }
      var transforms = 0.0
      for (value, weight) in zip(try Golden.transforms(skeleton), transformWeights) {
        transforms += weight * value
      }
      if abs(digest - row[0]) >= 1e-9 || abs(transforms - row[1]) >= 1e-9 {
        Issue.record("pose \(index): \(digest - row[0]), \(transforms - row[1])")
      }
    }
  }

  @Test func `the sigmas of two hundred poses are those of its complex-step derivatives`() throws {
    let definitions = try Golden.definitions()
    for (index, row) in try Table("sigmas.bin").rows.enumerated() {
      for (angle, expected) in zip(SeededPose.skeleton(index).angles(definitions), row) {
        let sigma = try angle.sigma ?? Golden.number(angle)
        #expect(
          abs(sigma - min(expected, expected > 1000 ? expected : .pi)) < 1e-8 * (1 + sigma),
          "pose \(index), \(angle.name): \(sigma), \(expected)")
      }
    }
  }

  @Test func `rotations convert to matrices, vectors and all twelve sequences as SciPy's do`()
    throws
  {
    let rows = try Table("rotations.bin").rows
    #expect(rows.count == 250)
    for row in rows {
      let flags = Int(row[0])
      let q = try #require(UnitQuaternion(w: row[1], x: row[2], y: row[3], z: row[4]))
      let rotation = Rotation(q)
      for (column, start) in zip([rotation.x, rotation.y, rotation.z], [5, 8, 11]) {
        #expect((column - Self.vector(row[start..<(start + 3)])).length < 1e-12)
      }
      let back = rotation.quaternion
      let same = back.w * q.w + back.vector.dot(q.vector)
      #expect(abs(abs(same) - 1) < 1e-12)
      let vector = Self.vector(row[14..<17])
      let isHalfTurn = flags & 4096 != 0
      let miss = min(
        (rotation.rotationVector - vector).length,
        isHalfTurn ? (rotation.rotationVector + vector).length : .infinity)
      #expect(miss < 1e-9, "\(row[1...4]): \(rotation.rotationVector), \(vector)")
      #expect(difference(Rotation(rotationVector: vector), rotation) < 1e-9)
      for (k, sequence) in EulerSequence.allCases.enumerated() {
        let expected = Self.vector(row[(17 + 3 * k)..<(20 + 3 * k)])
        let angles = sequence.angles(of: rotation)
        let composed = sequence.rotation(angles.first, angles.second, angles.third)
        #expect(difference(composed, rotation) < 1e-9, "\(sequence)")
        guard flags & (1 << k) == 0 else { continue }
        for (a, b) in zip(
          [angles.first, angles.second, angles.third], [expected.x, expected.y, expected.z])
        {
          #expect(abs((a - b).remainder(dividingBy: 2 * .pi)) < 1e-9, "\(sequence) \(row[1...4])")
        }
      }
    }
  }

  @Test func `least-squares fits are those of SciPy's singular value decomposition`() throws {
    for row in try Table("fits.bin").rows {
      let (count, gap) = (Int(row[1]), row[2])
      let points = { (start: Int) in
        (0..<count).map { Self.vector(row[(start + 3 * $0)..<(start + 3 * $0 + 3)]) }
      }
      let fitted = try #require(Rotation.fitting(points(3), to: points(21)))
      for (column, start) in zip([fitted.x, fitted.y, fitted.z], [39, 42, 45]) {
        let miss = (column - Self.vector(row[start..<(start + 3)])).length
        #expect(miss < max(1e-12, 1e-14 / gap), "kind \(row[0]), gap \(gap): \(miss)")
      }
    }
  }
}
