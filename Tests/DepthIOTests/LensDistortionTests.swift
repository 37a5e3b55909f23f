import PoseGeometry
import PoseImaging
import Testing

struct LensDistortionTests {
  static let brown = [0.12, -0.21, 0.0011, -0.0007, 0.09]
  static let table = [0, 0.001, 0.004, 0.009, 0.015, 0.018, 0.016]

  /// The camera of `fixtures/cameras` with a lens.
  static func camera(_ distortion: LensDistortion?) -> Camera {
    Camera(
      width: 640, height: 480, fx: 610.5, fy: 611.75, cx: 322.25, cy: 241.5, distortion: distortion,
      source: .file)
  }

  static func camera(_ lens: CameraGolden.Lens) throws -> Camera {
    guard let center = lens.center else {
      let model = try #require(LensDistortion.Model(rawValue: lens.model))
      let formula = try #require(LensDistortion(model: model, coefficients: lens.coefficients))
      return camera(formula)
    }
    let table = try #require(
      LensDistortion(radialTable: lens.coefficients, center: SIMD2(center[0], center[1])))
    return camera(table)
  }

  static func cameras() throws -> [Camera] {
    try CameraGolden.load().lenses.sorted { $0.key < $1.key }.map { try camera($0.value) }
  }

  /// librealsense counts in single precision.
  @Test func `a part of an image has the whole image's radial table`() throws {
    let lens = LensDistortion(radialTable: [0, -0.005, -0.02], center: SIMD2(2001, 1480))
    let whole = Camera(
      width: 4032, height: 3024, fx: 3000, fy: 3000, cx: 2015.5, cy: 1511.5, distortion: lens,
      source: .file)
    let part = whole.cropped(x: 600, y: 200, width: 1300, height: 2600)
    for point in [Vector3(0, 0, 1), Vector3(-0.4, 0.3, 1), Vector3(-0.1, -0.4, 1)] {
      let (a, b) = (try #require(whole.pixel(of: point)), try #require(part.pixel(of: point)))
      #expect(abs(a.x - 600 - b.x) < 1e-9 && abs(a.y - 200 - b.y) < 1e-9)
    }
  }

  @Test(
    arguments: [
      ("brown", 1e-8), ("rational", 1e-8), ("fisheye", 1e-8), ("modified", 2e-4), ("inverse", 1e-6),
      ("table", 1e-8),
    ])
  func `pixels are those of the oracle`(name: String, tolerance: Double) throws {
    let golden = try CameraGolden.load()
    let lens = try #require(golden.lenses[name])
    let camera = try Self.camera(lens)
    #expect(lens.rays.count == 25)
    for (ray, pixel) in zip(lens.rays, lens.pixels) {
      let found = try #require(camera.pixel(of: SIMD3(ray[0], ray[1], 1) * 2))
      #expect(distance(found, SIMD2(pixel[0], pixel[1])) < tolerance, "ray \(ray)")
    }
  }

  @Test(arguments: ["brown", "rational", "fisheye"])
  func `rays are those of OpenCV`(name: String) throws {
    let golden = try CameraGolden.load()
    let camera = try Self.camera(try #require(golden.lenses[name]))
    for (pixel, ray) in zip(golden.grid, try #require(golden.undistorted[name])) {
      let found = camera.normalized(SIMD2(pixel[0], pixel[1]))
      #expect(distance(found, SIMD2(ray[0], ray[1])) < 1e-7, "pixel \(pixel)")
    }
  }

  @Test func `a ray's pixel has that ray, whatever the lens`() throws {
    for camera in try Self.cameras() {
      for y in stride(from: 0.0, through: 479, by: 47.9) {
        for x in stride(from: 0.0, through: 639, by: 63.9) {
          let ray = camera.normalized(SIMD2(x, y))
          let pixel = try #require(camera.pixel(of: SIMD3(ray.x, ray.y, 1)))
          #expect(distance(pixel, SIMD2(x, y)) < 1e-5, "\(camera.distortion as Any)")
        }
      }
    }
  }

  @Test func `scaling and turning the camera scale and turn its pixels`() throws {
    for camera in try Self.cameras() {
      let point = SIMD3(0.3, -0.2, 1.0)
      let pixel = try #require(camera.pixel(of: point))
      let scaled = try #require(camera.scaled(toWidth: 1280, height: 960).pixel(of: point))
      #expect(distance(scaled, pixel * 2 + 0.5) < 1e-9)
      for orientation in ImageOrientation.allCases {
        let turned = camera.oriented(orientation)
        let found = try #require(turned.pixel(of: orientation.upright(point)))
        // What the raster's pixel becomes, through a camera without a lens.
        let ray = camera.with(distortion: nil).normalized(pixel)
        let expected = try #require(
          turned.with(distortion: nil).pixel(of: orientation.upright(SIMD3(ray.x, ray.y, 1))))
        #expect(distance(found, expected) < 1e-6, "\(orientation)")
      }
    }
  }

  @Test func `what a lens doesn't show is neither a ray nor a pixel`() throws {
    // r(1 − r²) is largest at 1/√3, 0.385: beyond it the picture would fold back.
    let folding = try #require(LensDistortion(coefficients: [-1, 0, 0, 0]))
    let barrel = Self.camera(folding)
    #expect(barrel.pixel(of: SIMD3(0.57, 0, 1)) != nil)
    #expect(barrel.pixel(of: SIMD3(0.58, 0, 1)) == nil)
    #expect(barrel.normalized(SIMD2(322.25 + 0.38 * 610.5, 241.5)).x < 0.578)
    #expect(barrel.normalized(SIMD2(322.25 + 0.39 * 610.5, 241.5)).x.isNaN)

    // An equidistant fisheye ends where the rays are at right angles to its axis.
    let equidistant = try #require(LensDistortion(model: .fisheye, coefficients: [0, 0, 0, 0]))
    let fisheye = Self.camera(equidistant)
    let ray = fisheye.normalized(SIMD2(322.25 + 610.5, 241.5))
    #expect(abs(ray.x - 1.5574077246549023) < 1e-12)
    #expect(fisheye.normalized(SIMD2(322.25 + 610.5 * 1.58, 241.5)).x.isNaN)
  }

  @Test func `a phone's inverse table leads back without a search`() throws {
    let inverse = Self.table.map { -$0 }
    let lens = LensDistortion(
      radialTable: Self.table, inverseRadialTable: inverse, center: SIMD2(318.5, 244.25))
    let back = LensDistortion(radialTable: inverse, center: SIMD2(318.5, 244.25))
    let camera = Self.camera(lens)
    let pixel = SIMD2(500.0, 100.0)
    let ray = camera.normalized(pixel)
    let expected = try #require(Self.camera(back).pixel(of: pointOnRay(pixel)))
    #expect(distance(SIMD2(ray.x * 610.5 + 322.25, ray.y * 611.75 + 241.5), expected) < 1e-9)
  }

  private func pointOnRay(_ pixel: SIMD2<Double>) -> SIMD3<Double> {
    let ray = Self.camera(nil).normalized(pixel)
    return SIMD3(ray.x, ray.y, 1)
  }

  @Test func `beyond the farthest corner a table keeps its last value`() throws {
    let lens = LensDistortion(radialTable: [0, 0.1], center: SIMD2(322.25, 241.5))
    let far = try #require(Self.camera(lens).pixel(of: SIMD3(3, 0, 1)))
    #expect(abs(far.x - (322.25 + 1.1 * 3 * 610.5)) < 1e-9)
  }

  static let wrongCounts: [(LensDistortion.Model, Int)] = [
    (.brownConrady, 0), (.brownConrady, 6), (.brownConrady, 14), (.fisheye, 5),
    (.realSenseModified, 4), (.realSenseInverse, 8), (.radialTable, 4),
  ]

  @Test(arguments: wrongCounts)
  func `a formula takes its own number of coefficients`(model: LensDistortion.Model, count: Int) {
    #expect(
      LensDistortion(model: model, coefficients: Array(repeating: 0.01, count: count)) == nil)
  }

  @Test func `tables of one value and coefficients that are no numbers are refused`() {
    #expect(LensDistortion(radialTable: [0.1], center: .zero) == nil)
    #expect(LensDistortion(radialTable: [0, -1], center: .zero) == nil)
    #expect(LensDistortion(radialTable: [0, 0.1], center: SIMD2(.nan, 0)) == nil)
    #expect(LensDistortion(coefficients: [0, .infinity, 0, 0]) == nil)
  }
}

func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
  ((a - b) * (a - b)).sum().squareRoot()
}
