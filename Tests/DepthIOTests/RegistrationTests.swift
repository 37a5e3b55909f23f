import DepthIO
import PoseDocuments
import Foundation
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Two planes, a near one of 0.6 m × 0.6 m before a far one, seen by a depth camera and by a colour
/// camera 20 cm beside it that is turned by 3°. Both see every plane exactly, by a ray of each pixel.
struct RegistrationTests {
  static let near = 1.5
  static let far = 3.0
  static let depthCamera = Camera(
    width: 80, height: 60, fx: 70, fy: 70, cx: 39.5, cy: 29.5,
    distortion: LensDistortion(coefficients: [0.05, -0.02, 0.001, 0.001]), source: .file)
  static let colorCamera = Camera(
    width: 640, height: 480, fx: 560, fy: 560, cx: 320, cy: 238,
    distortion: LensDistortion(coefficients: [0.08, -0.03, 0.001, -0.001]), source: .file)
  static let colorFromDepth: RigidTransform? = {
    let (c, s) = (cos(0.05), sin(0.05))
    return RigidTransform(columnMajor: [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, -0.2, 0.01, 0.002, 1])
  }()

  /// The scene from the depth camera: a depth for each pixel, by a loop over its rays.
  static var depthMap: DepthMap {
    var metres: [Float] = []
    for row in 0..<60 {
      for column in 0..<80 {
        let ray = depthCamera.normalized(SIMD2(Double(column), Double(row)))
        let isNear = abs(ray.x * near) < 0.3 && abs(ray.y * near) < 0.3
        metres.append(Float(isNear ? near : far))
      }
    }
    return DepthMap(width: 80, height: 60, metres: metres)
  }

  @Test func `every depth is that of the surface that the color camera sees`() throws {
    let motion = try #require(Self.colorFromDepth)
    let registration = Registration(
      depth: Self.depthCamera, color: Self.colorCamera, colorFromDepth: motion)
    let map = registration.registered(Self.depthMap)
    #expect(map.width == 80 && map.height == 60)
    var (wrong, seen, shadow) = (0, 0, 0)
    for row in 0..<map.height {
      for column in 0..<map.width {
        let ray = registration.target.normalized(SIMD2(Double(column), Double(row)))
        let expected = Self.surface(along: ray, motion)
        let found = Double(map[column, row])
        guard !found.isNaN else {
          if expected != nil { shadow += 1 }
          continue
        }
        // Nothing lies between the planes: no depth is a mixture.
        let planes = [Self.near, Self.far].compactMap { Self.depth(of: $0, along: ray, motion) }
        let nearest = planes.map { abs($0 - found) }.min() ?? .infinity
        #expect(nearest < 0.03, "pixel \(column), \(row) is \(found) m")
        seen += 1
        if let expected, abs(expected - found) > 0.03 { wrong += 1 }
      }
    }
    // None is today; painting the farthest instead of the nearest makes it 140.
    #expect(wrong <= 5, "\(wrong) of \(seen)")
    #expect(seen > 4000)
    // Behind the near plane there is a strip that only the color camera sees.
    #expect((20...400).contains(shadow), "\(shadow)")
  }

  /// The depth in the colour camera at which its ray meets the plane at `z` of the depth camera.
  static func depth(of z: Double, along ray: SIMD2<Double>, _ motion: RigidTransform) -> Double? {
    // The third coordinate in the depth camera, R₃ᵀ(p − t), is linear along the ray.
    let m = motion.columnMajor
    let axis = SIMD3(m[8], m[9], m[10])
    let slope = (axis * SIMD3(ray.x, ray.y, 1)).sum()
    let depth = (z + (axis * motion.translation).sum()) / slope
    return depth > 0 ? depth : nil
  }

  /// The depth of the scene along a ray of the colour camera; `nil` where the ray meets nothing that
  /// the depth camera has in its picture.
  static func surface(along ray: SIMD2<Double>, _ motion: RigidTransform) -> Double? {
    let m = motion.columnMajor
    for plane in [near, far] {
      guard let depth = depth(of: plane, along: ray, motion) else { continue }
      let q = SIMD3(ray.x, ray.y, 1) * depth - motion.translation
      let point = SIMD3(
        (SIMD3(m[0], m[1], m[2]) * q).sum(), (SIMD3(m[4], m[5], m[6]) * q).sum(), plane)
      if plane == near && max(abs(point.x), abs(point.y)) >= 0.3 { continue }
      guard let pixel = depthCamera.pixel(of: point), (0.0..<79).contains(pixel.x),
        (0.0..<59).contains(pixel.y)
      else { return nil }
      return depth
    }
    return nil
  }

  @Test func `one surface without an edge has no cracks`() throws {
    // A wall that recedes steeply to the right: neighbouring depths differ by up to 3 cm.
    var metres: [Float] = []
    for _ in 0..<60 {
      for column in 0..<80 { metres.append(1 + 0.012 * Float(column)) }
    }
    let registration = Registration(
      depth: Self.depthCamera, color: Self.colorCamera,
      colorFromDepth: try #require(Self.colorFromDepth))
    let map = registration.registered(DepthMap(width: 80, height: 60, metres: metres))
    for row in 10..<50 {
      for column in 10..<70 { #expect(!map[column, row].isNaN, "\(column), \(row)") }
    }
  }

  // An image circle within the image, whose border has no rays, and a lens of nearly 180°.
  @Test(arguments: [60.0, 204])
  func `a fisheye sees a near patch where its formula has it`(focal: Double) throws {
    let lens = try #require(LensDistortion.Fisheye([0, 0, 0, 0]))
    let color = Camera(
      width: 640, height: 640, fx: focal, fy: focal, cx: 319.5, cy: 319.5,
      distortion: .fisheye(lens), source: .file)
    let depth = Camera(width: 80, height: 60, fx: 70, fy: 70, cx: 39.5, cy: 29.5, source: .file)
    var metres = [Float](repeating: .nan, count: 80 * 60)
    for row in 20..<28 { for column in 50..<58 { metres[row * 80 + column] = 1 } }
    let map = Registration(
      depth: depth, color: color, colorFromDepth: .identity, resolution: .color
    ).registered(DepthMap(width: 80, height: 60, metres: metres))
    // The middle of the patch, by θ = atan r.
    let ray = SIMD2((53.5 - 39.5) / 70, (23.5 - 29.5) / 70)
    let length = (ray.x * ray.x + ray.y * ray.y).squareRoot()
    let place = ray * (focal * atan(length) / length) + 319.5
    let (column, row) = (Int(place.x.rounded()), Int(place.y.rounded()))
    #expect(abs(map[column, row] - 1) < 0.01)
    let reach = Int(focal * 8 / 70)
    #expect(map[column - reach, row].isNaN && map[column + reach, row].isNaN)
    #expect(map[column, row - reach].isNaN && map[column, row + reach].isNaN)
  }

  @Test func `two cameras that are one change nothing`() {
    let camera = Camera(width: 80, height: 60, fx: 70, fy: 70, cx: 40, cy: 30, source: .file)
    let map = Self.depthMap
    let moved = Registration(depth: camera, color: camera, colorFromDepth: .identity)
      .registered(map)
    #expect(zip(map.metres, moved.metres).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a registered map is returned as it is`() throws {
    let file = try CameraFileTests.read(CameraFileTests.flat)
    let map = try file.registered(
      Self.depthMap, toWidth: 640, height: 480, depthPath: "depth.png")
    #expect(map.metres == Self.depthMap.metres)
    let error = error {
      _ = try file.registered(
        DepthMap(width: 512, height: 424, metres: Array(repeating: 1, count: 512 * 424)),
        toWidth: 640, height: 480, depthPath: "depth.png")
    }
    #expect(
      error
        == FileError(
          .mismatch, path: "depth.png",
          "depth is 512×424, color is 640×480: different aspect ratios: give a calibration of "
            + "both cameras"))
  }

  @Test func `a map whose unit is not known can't be moved`() throws {
    let camera = #"{"width": 640, "height": 480, "fx": 600, "fy": 600, "cx": 320, "cy": 240}"#
    let motion = "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0.05,0,0,1]"
    let file = try CameraFileTests.read(
      "{\"color\": \(camera), \"depth\": \(camera), \"colorFromDepth\": \(motion)}")
    let map = DepthMap(
      width: 80, height: 60, metres: Array(repeating: 1, count: 4800), scale: .unknown)
    let error = error {
      _ = try file.registered(map, toWidth: 640, height: 480, depthPath: "depth.png")
    }
    #expect(
      error
        == FileError(
          .unsuitable, path: "depth.png",
          "its unit is not known, so that it can't be moved from the depth camera to the color "
            + "camera by \"colorFromDepth\", which is in metres: give a map of the image's own "
            + "view"))
  }

  @Test func `two views without the motion between them are refused`() throws {
    let camera = #"{"width": 640, "height": 480, "fx": 600, "fy": 600, "cx": 320, "cy": 240}"#
    let other = camera.replacingOccurrences(of: "600", with: "400")
    let file = try CameraFileTests.read("{\"color\": \(camera), \"depth\": \(other)}")
    let error = error {
      _ = try file.registered(Self.depthMap, toWidth: 640, height: 480, depthPath: "depth.png")
    }
    #expect(error?.code == .unsuitable)
    #expect(
      error?.message
        == "the color and depth intrinsics describe different views, but there is no "
        + "\"colorFromDepth\": add the 4×4 matrix, column by column, that takes depth points to the "
        + "color camera")
  }
}
