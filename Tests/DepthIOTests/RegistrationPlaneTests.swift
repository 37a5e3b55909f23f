import Foundation
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Planes that NumPy intersected with the rays of two distorted cameras
/// (`fixtures/depth/geometry/make.py`).
struct RegistrationPlaneTests {
  struct Golden: Decodable {
    struct Intrinsics: Decodable {
      let width, height: Int
      let fx, fy, cx, cy: Double
      let distortion: [Double]

      var camera: Camera {
        Camera(
          width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy,
          distortion: LensDistortion(coefficients: distortion), source: .file)
      }
    }

    struct Plane: Decodable {
      let name: String
      /// Column, row and depth of pixels of the colour camera.
      let seen: [[Double]]
    }

    let depth: Intrinsics
    let color: Intrinsics
    let colorFromDepth: [Double]
    let planes: [Plane]
  }

  static let golden: Golden? = try? JSONDecoder().decode(
    Golden.self, from: Data(Fixture.bytes("depth/geometry/golden.json")))

  static func registration(_ resolution: Registration.Resolution) throws -> Registration {
    let golden = try #require(golden)
    let motion = try #require(RigidTransform(columnMajor: golden.colorFromDepth))
    return Registration(
      depth: golden.depth.camera, color: golden.color.camera,
      colorFromDepth: motion,
      resolution: resolution)
  }

  static func map(_ name: String) throws -> DepthMap {
    let golden = try #require(golden)
    let bytes = try Fixture.bytes("depth/geometry/\(name).f32")
    let metres = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map {
        let bits = bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)
        return Float(bitPattern: UInt32(littleEndian: bits))
      }
    }
    return DepthMap(width: golden.depth.width, height: golden.depth.height, metres: metres)
  }

  @Test(arguments: ["facing", "tilted", "floor"])
  func `a plane is where the color camera's rays meet it, to half a millimetre`(name: String) throws
  {
    let planes = try #require(Self.golden).planes
    let plane = try #require(planes.first { $0.name == name })
    let map = try Self.registration(.color).registered(try Self.map(name))
    #expect(plane.seen.count == 300)
    for pixel in plane.seen {
      let found = Double(map[Int(pixel[0]), Int(pixel[1])])
      #expect(abs(found - pixel[2]) <= 5e-4, "\(pixel): \(found)")
    }
  }

  static let lenses: [LensDistortion?] = [
    nil,
    LensDistortion(coefficients: [0.12, -0.08, 0.001, -0.002, 0.03, 0.1, -0.05, 0.01]),
    LensDistortion(model: .fisheye, coefficients: [0.05, -0.01, 0.002, -0.001]),
    LensDistortion(model: .realSenseModified, coefficients: [0.1, -0.05, 0.001, -0.001, 0.01]),
    LensDistortion(model: .realSenseInverse, coefficients: [0.1, -0.05, 0.001, -0.001, 0.01]),
    LensDistortion(radialTable: [0, 0.002, 0.01, 0.03], center: SIMD2(160, 118)),
  ]

  @Test(arguments: lenses)
  func `a color camera's lens puts a wall where its rays meet it, whatever the formula`(
    lens: LensDistortion?
  ) throws {
    let depth = Camera(width: 160, height: 120, fx: 120, fy: 120, cx: 79.5, cy: 59.5, source: .file)
    let color = Camera(
      width: 320, height: 240, fx: 300, fy: 301, cx: 160, cy: 118, distortion: lens, source: .file)
    // The wall z = 2 + 0.3x, and the colour camera moved by this without turning.
    let (slope, moved) = (0.3, SIMD3(-0.05, 0.01, 0.02))
    let metres = (0..<160 * 120).map { index in
      Float(2 / (1 - slope * depth.normalized(SIMD2(Double(index % 160), 0)).x))
    }
    let motion = try #require(
      RigidTransform(columnMajor: [
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, moved.x, moved.y, moved.z, 1,
      ]))
    let map = Registration(
      depth: depth, color: color, colorFromDepth: motion, resolution: .color
    ).registered(DepthMap(width: 160, height: 120, metres: metres))
    for row in stride(from: 4, to: 236, by: 3) {
      for column in stride(from: 4, to: 316, by: 3) {
        let ray = color.normalized(SIMD2(Double(column), Double(row)))
        let expected = (2 + moved.z - slope * moved.x) / (1 - slope * ray.x)
        let found = Double(map[column, row])
        #expect(abs(found - expected) <= 5e-4, "\(column), \(row): \(found), \(expected)")
      }
    }
  }

  @Test func `the color resolution is the color camera's, the other the depth camera's`() throws {
    let golden = try #require(Self.golden)
    let fine = try Self.registration(.color)
    #expect(fine.target == golden.color.camera)
    let coarse = try Self.registration(.depth)
    #expect(coarse.target.width == 50 && coarse.target.height == 33)
    let map = coarse.registered(try Self.map("tilted"))
    #expect(map.width == 50 && map.height == 33)
  }

  @Test func `one plane moved away moves away in the other view`() throws {
    let registration = try Self.registration(.color)
    let near = registration.registered(try Self.map("tilted"))
    let far = registration.registered(try Self.map("tilted").scaled(by: 1.5))
    var count = 0
    for (a, b) in zip(near.metres, far.metres) where !a.isNaN && !b.isNaN {
      #expect(b > a * 1.45 && b < a * 1.55)
      count += 1
    }
    #expect(count > 1000)
  }

  @Test func `a confidence goes with its depth, and doesn't change it`() throws {
    let map = try Self.map("tilted")
    let levels = map.metres.indices.map { $0 % map.width < 24 ? DepthConfidence.high : .medium }
    let sure = DepthMap(
      width: map.width, height: map.height, metres: map.metres, confidence: levels)
    let registration = try Self.registration(.color)
    let (plain, moved) = (registration.registered(map), registration.registered(sure))
    #expect(plain.confidence == nil)
    #expect(
      zip(plain.metres, moved.metres).allSatisfy { $0.bitPattern == $1.bitPattern })
    let confidence = try #require(moved.confidence)
    for row in stride(from: 12, to: 48, by: 6) {
      #expect(confidence[row * moved.width + 25] == .high)
      #expect(confidence[row * moved.width + 65] == .medium)
    }
    for (depth, level) in zip(moved.metres, confidence) {
      #expect(depth.isNaN == (level == .low))
    }
  }

  @Test func `the same map gives the same bits`() throws {
    let registration = try Self.registration(.color)
    let map = try Self.map("floor")
    let again = try Self.registration(.color).registered(map)
    #expect(
      zip(registration.registered(map).metres, again.metres).allSatisfy {
        $0.bitPattern == $1.bitPattern
      })
  }

  @Test func `depths at the ends of what a float holds end nowhere else than in the map`() throws {
    let map = try Self.map("tilted")
    var generator = RandomNumbers(seed: 4)
    let odd: [Float] = [
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e30, 1e-30, .nan,
      0.01, 65,
    ]
    let metres = map.metres.map { depth in
      Bool.random(using: &generator) ? depth : odd[Int.random(in: 0..<odd.count, using: &generator)]
    }
    let broken = DepthMap(width: map.width, height: map.height, metres: metres)
    for resolution in [Registration.Resolution.depth, .color] {
      let moved = try Self.registration(resolution).registered(broken)
      #expect(moved.metres.allSatisfy { $0.isNaN || $0 > 0 })
    }
  }
}
