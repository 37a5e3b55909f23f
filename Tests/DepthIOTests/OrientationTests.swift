import DepthIO
import PoseGeometry
import PoseImaging
import Testing

struct OrientationTests {
  /// A lens with every coefficient, and a principal point off the middle.
  static let camera = Camera(
    width: 64, height: 48, fx: 60, fy: 62, cx: 30, cy: 25,
    distortion: LensDistortion(coefficients: [0.1, -0.05, 0.01, -0.02, 0.01]), source: .file)

  @Test(arguments: ImageOrientation.allCases)
  func `a turned camera sees a turned point where the turned picture has it`(
    orientation: ImageOrientation
  ) throws {
    // A map with one sample: where the pixel of a point goes, the sample goes.
    let point = SIMD3(0.2, -0.1, 1.0)
    let stored = try #require(Self.camera.pixel(of: point))
    let (column, row) = (Int(stored.x.rounded()), Int(stored.y.rounded()))
    var metres = [Float](repeating: .nan, count: 64 * 48)
    metres[row * 64 + column] = 1
    let map = DepthMap(width: 64, height: 48, metres: metres).oriented(orientation)
    let camera = Self.camera.oriented(orientation)
    #expect(camera.width == map.width && camera.height == map.height)
    let upright = try #require(camera.pixel(of: orientation.upright(point)))
    #expect(map[Int(upright.x.rounded()), Int(upright.y.rounded())] == 1)
    // And not by a pixel's half: the fractions agree as well.
    let offset = SIMD3(stored.x - Double(column), stored.y - Double(row), 0)
    let turned = orientation.upright(offset)
    #expect(abs(upright.x - upright.x.rounded() - turned.x) < 1e-9)
    #expect(abs(upright.y - upright.y.rounded() - turned.y) < 1e-9)
  }

  @Test func `the camera of a registered depth map is turned with the picture's`() throws {
    let file = try CameraFileTests.read(
      """
      {"color": {"width": 64, "height": 48, "fx": 60, "fy": 62, "cx": 30, "cy": 25},
       "depth": {"width": 32, "height": 24, "fx": 30, "fy": 31, "cx": 14.75, "cy": 12.25}}
      """)
    let map = DepthMap(width: 32, height: 24, metres: Array(repeating: 2, count: 32 * 24))
    let upright = try file.oriented(.right)
      .registered(map.oriented(.right), toWidth: 48, height: 64, depthPath: "depth.png")
    #expect(upright.width == 24 && upright.height == 32)
  }

  @Test(arguments: ImageOrientation.allCases)
  func `a depth map is moved into a turned picture as into the stored one`(
    orientation: ImageOrientation
  ) throws {
    let file = try CameraFileTests.read(
      """
      {"color": {"width": 64, "height": 48, "fx": 60, "fy": 60, "cx": 31.5, "cy": 23.5},
       "depth": {"width": 64, "height": 48, "fx": 58, "fy": 58, "cx": 30, "cy": 24},
       "colorFromDepth": [0.99875026, 0, -0.04997917, 0, 0, 1, 0, 0, 0.04997917, 0, 0.99875026, 0,
                          0.05, -0.02, 0.01, 1]}
      """)
    // A step, so that left and right, above and below differ.
    let map = DepthMap(
      width: 64, height: 48,
      metres: (0..<64 * 48).map { $0 % 64 < 20 && $0 / 64 < 30 ? 1.5 : 2.5 })
    let stored = try file.registered(map, toWidth: 64, height: 48, depthPath: "depth.png")
      .oriented(orientation)
    let size = orientation.swapsAxes ? (48, 64) : (64, 48)
    let turned = try file.oriented(orientation)
      .registered(map, toWidth: size.0, height: size.1, depthPath: "depth.png")
    #expect(turned.width == stored.width && turned.height == stored.height)
    let differing = zip(turned.metres, stored.metres).count { a, b in
      a.isNaN != b.isNaN || abs(a - b) > 1e-3
    }
    // Where a patch ends exactly at a pixel's centre, rounding decides.
    #expect(differing == 0, "\(differing) pixels of \(orientation)")
    // And back: two turns by the same mirroring leave the motion alone.
    if [.upMirrored, .down, .downMirrored, .leftMirrored, .rightMirrored].contains(orientation) {
      let back = file.oriented(orientation).oriented(orientation)
      let (a, b) = (try #require(back.colorFromDepth), try #require(file.colorFromDepth))
      for (x, y) in zip(a.columnMajor, b.columnMajor) { #expect(abs(x - y) < 1e-12) }
    }
  }

  @Test func `the focal length in 35 mm film gives the field of view of a film frame`() {
    // A 36×24 picture in units of a millimetre: the focal length is the number itself.
    let camera = Camera(focalLengthIn35mmFilm: 50, width: 3600, height: 2400)
    #expect(abs(camera.fx - 5000) < 1)
    #expect(camera.fx == camera.fy && camera.cx == 1799.5 && camera.cy == 1199.5)
    #expect(camera.source == .exif)
  }
}
