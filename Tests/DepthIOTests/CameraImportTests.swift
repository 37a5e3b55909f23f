import DepthIO
import PoseDocuments
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// Calibrations of other tools, as OpenCV and `fixtures/cameras/make.py` wrote them.
struct CameraImportTests {
  static let rational = [
    0.428108, -2.731459, 0.000403426, -0.000108847, 1.66497, 0.309342, -2.549275, 1.584755,
  ]
  static let fisheye = [0.08, -0.02, 0.004, -0.0005]

  static func read(
    _ name: String, color: (Int, Int)? = nil, depth: (Int, Int)? = nil, camera: String? = nil
  ) throws -> CameraFile {
    var options = CameraReadingOptions(
      colorSize: color.map { (width: $0.0, height: $0.1) },
      depthSize: depth.map { (width: $0.0, height: $0.1) })
    options.cameraName = camera
    return try CameraFile(contentsOf: Fixture.path("cameras/\(name)"), options: options)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var model: LensDistortion.Model?
    var coefficients: [Double] = []
    var metresPerStep: Double?
    var needsSize = false

    var testDescription: String { name }
  }

  static let single: [Case] = [
    Case(name: "opencv.yml", model: .brownConrady, coefficients: LensDistortionTests.brown),
    Case(name: "opencv.xml", model: .brownConrady, coefficients: LensDistortionTests.brown),
    Case(name: "opencv.json", model: .brownConrady, coefficients: LensDistortionTests.brown),
    Case(name: "opencv-rational.yml", model: .brownConrady, coefficients: rational),
    Case(name: "opencv-14.yml", model: .brownConrady, coefficients: rational),
    Case(name: "opencv-fisheye.yml", model: .fisheye, coefficients: fisheye),
    Case(name: "ros.yaml", model: .brownConrady, coefficients: LensDistortionTests.brown),
    Case(name: "ros-echo.yaml", model: .brownConrady, coefficients: rational),
    Case(
      name: "orb-slam.yaml", model: .brownConrady, coefficients: LensDistortionTests.brown,
      metresPerStep: 1 / 5000),
    Case(name: "open3d.json"), Case(name: "open3d-parameters.json"),
    Case(name: "open3d-recording.json", metresPerStep: 0.001),
    Case(
      name: "tum.txt", model: .brownConrady, coefficients: LensDistortionTests.brown,
      needsSize: true),
    Case(name: "matrix.txt", needsSize: true),
    Case(
      name: "realsense-stream.json", model: .realSenseModified,
      coefficients: LensDistortionTests.brown),
  ]

  @Test(arguments: single)
  func `one camera, however it is written`(example: Case) throws {
    let file = try Self.read(example.name, color: example.needsSize ? (640, 480) : nil)
    let distortion = example.model.flatMap {
      LensDistortion(model: $0, coefficients: example.coefficients)
    }
    #expect((distortion == nil) == (example.model == nil))
    #expect(file.color == LensDistortionTests.camera(distortion))
    #expect(file.depthUnit?.metresPerStep == example.metresPerStep)
    #expect(file.depth == nil && file.colorFromDepth == nil && file.gravity == nil)
  }

  static let spellings: [String] = [
    // TOML with comments, quoted and dotted names, arrays over lines, Windows' line ends.
    "# by hand\r\n[\"cam 1\"] # one\r\nsize = [ 640,\r\n  480, ]\r\n"
      + "matrix = [[6_00.0, 0, 320], [0, +6e2, 240], # rows\r\n[0, 0, 1]]\r\ndistortions = []\r\n"
      + "fisheye = false\r\n[meta.data]\r\na.b = 'x # y'\r\nc = \"\\\"\"\r\n",
    // YAML with flow and block styles, an alias, comments, a quoted name.
    "--- # by hand\nsize: &size [640, 480]\nimage_size: *size\n\"K\":\n- [600, 0, 320]\n"
      + "- [0, 600., 240]\n- - 0\n  - 0\n  - 1\nD: []\nnote: ~\n",
    // XML with a byte order mark, comments, entities, single quotes, an empty element.
    "\u{FEFF}<!-- by hand --><a x='1'><image_width>640</image_width><image_height> 480 "
      + "</image_height><!-- K --><K><data>600 0 320 0 600 240 0 0 <!-- last -->1</data></K>"
      + "<note>&lt;&amp;&gt;</note><empty/></a>\n",
    // JSON of a matrix in rows.
    #"{"K": [[600, 0, 320], [0, 600, 240], [0, 0, 1]], "width": 640, "height": 480, "dist": []}"#,
    // A flat file in YAML.
    "width: 640\nheight: 480\nfx: 600\nfy: 600\ncx: 320\ncy: 240\n",
    "# fx, fy, cx, cy\n600, 600, 320, 240\n",
    "600 0 320 0\n0 600 240 0\n0 0 1 0\n0 0 0 1\n",
  ]

  @Test(arguments: spellings)
  func `a camera written by hand`(text: String) throws {
    let file = try CameraFile(
      bytes: Array(text.utf8), name: "by hand",
      options: CameraReadingOptions(colorSize: (640, 480)))
    #expect(
      file.color
        == Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 320, cy: 240, source: .file))
  }

  @Test func `a size in the file goes before the caller's`() throws {
    #expect(try Self.read("opencv.yml", color: (1280, 960)).color.width == 640)
  }

  @Test func `a camera of several is named`() throws {
    let first = try Self.read("pose2sim.toml", camera: "cam_01").color
    #expect(first.width == 1088 && first.height == 1920 && first.fx == 1681.25)
    #expect(first.fy == 1682.25 && first.cx == 532.5 && first.cy == 948.25)
    #expect(
      first.distortion == LensDistortion(coefficients: Array(LensDistortionTests.brown.prefix(4))))
    let second = try Self.read("pose2sim.toml", camera: "int_cam2_img").color
    #expect(second.distortion == LensDistortion(model: .fisheye, coefficients: Self.fisheye))
    #expect(
      error { _ = try Self.read("pose2sim.toml") }?.message
        == "there are 2 cameras, cam_01, int_cam2_img: name the one that took the image"
    )
    #expect(
      error { _ = try Self.read("pose2sim.toml", camera: "cam_03") }?.message
        == "there is no one camera \"cam_03\"; there are cam_01, int_cam2_img")
  }

  @Test func `Qualisys' cameras are in 64ths of a pixel, their distortion is not`() throws {
    let name = "qualisys.qca.txt"
    let first = try Self.read(name, camera: "cam_01").color
    #expect(first.width == 1088 && first.height == 1920 && first.fx == 1681.25)
    #expect(first.fy == 1682.25 && first.cx == 532.5 && first.cy == 948.25)
    #expect(first.distortion == LensDistortion(coefficients: LensDistortionTests.brown))
    // A part of its sensor: counted from the part's corner.
    let second = try Self.read(name, camera: "26580").color
    #expect(second.width == 1600 && second.height == 1080 && second.fx == 1600.5)
    #expect(second.cx == 950.5 && second.cy == 540.25)
    #expect(
      error { _ = try Self.read(name) }?.message
        == "there are 2 cameras, cam_01, 26580: name the one that took the image")
    #expect(
      error { _ = try Self.read(name, camera: "cam_02") }?.message
        == "there is no one camera \"cam_02\"; there are cam_01, 26580")
  }

  @Test func `a RealSense's two streams and the motion between them`() throws {
    let file = try Self.read("realsense.json")
    // The color stream's "inverse" is what the SDK projects with.
    #expect(file.color.distortion?.model == .realSenseModified)
    #expect(file.color.fx == 610.5 && file.color.cy == 241.5)
    let depth = try #require(file.depth)
    #expect(depth.width == 848 && depth.fy == 423.25 && depth.cx == 425.125)
    #expect(depth.distortion == nil)
    #expect(file.depthUnit?.metresPerStep == 0.001)
    try expectMotion(file.colorFromDepth, SIMD3(0.0150148, -0.00135910, 0.000245462), 1e-12)
  }

  @Test func `streams and motions are found by what their names contain`() throws {
    let stream = """
      {"width": 640, "height": 480, "fx": 600, "fy": 600, "ppx": 320, "ppy": 240,
        "model": 0, "coeffs": [0, 0, 0, 0, 0]}
      """
    let text = """
      {"Depth": {"intrinsics": \(stream), "depth_units": 0.00025},
        "RGB": {"intrinsics": \(stream)},
        "extrinsics": {"color_to_depth":
          {"rotation": [0, 1, 0, -1, 0, 0, 0, 0, 1], "translation": [0.5, 0, 0]}}}
      """
    let file = try CameraFile(bytes: Array(text.utf8), name: "streams")
    #expect(file.color.fx == 600 && file.color.distortion == nil && file.depth == file.color)
    #expect(file.depthUnit?.metresPerStep == 0.00025)
    // The quarter turn that takes color's x to depth's y, and its way back.
    #expect(file.colorFromDepth.map { $0 * SIMD3(0.5, 1, 2) } == SIMD3(1, 0, 2))
  }

  @Test func `a device's listing is read for the sizes that are used`() throws {
    let file = try Self.read("rs-enumerate.txt", color: (640, 480), depth: (640, 480))
    #expect(
      file.color
        == LensDistortionTests.camera(LensDistortion(coefficients: LensDistortionTests.brown)))
    let depth = try #require(file.depth)
    #expect(depth.fy == 472.95 && depth.cy == 245.26)
    // A depth pixel becomes a point by the closed formula.
    #expect(depth.distortion?.model == .realSenseInverse)
    try expectMotion(file.colorFromDepth, SIMD3(0.0150148, -0.00135910, 0.000245462), 1e-8)
    #expect(try Self.read("rs-enumerate.txt", color: (320, 240)).depth == nil)
    #expect(try Self.read("rs-enumerate.txt", color: (320, 240)).color.distortion == nil)
  }

  private func expectMotion(
    _ motion: RigidTransform?, _ translation: SIMD3<Double>, _ tolerance: Double
  ) throws {
    let golden = try CameraGolden.load().colorFromDepth
    let expected = try #require(
      RigidTransform(rotationRowMajor: golden, translation: translation))
    for (a, b) in zip(try #require(motion).columnMajor, expected.columnMajor) {
      #expect(abs(a - b) < tolerance)
    }
  }

  /// The SDK's own numbers for the device whose parameters the fixture has.
  @Test func `an Azure Kinect's modes are those of its SDK`() throws {
    let file = try Self.read("azure-kinect.json", color: (1920, 1080), depth: (640, 576))
    let (color, depth) = (file.color, try #require(file.depth))
    #expect(abs(depth.cx - 332.064270) < 1e-4 && abs(depth.cy - 325.880615) < 1e-4)
    #expect(abs(depth.fx - 503.927643) < 1e-4 && abs(depth.fy - 503.978729) < 1e-4)
    #expect(abs(color.cx - 953.284424) < 1e-4 && abs(color.cy - 555.142456) < 1e-4)
    #expect(abs(color.fx - 904.141541) < 1e-4 && abs(color.fy - 903.521362) < 1e-4)
    let expected = [
      3.130577, 2.324939, 0.000081, -0.000051, 0.130416, 3.458652, 3.350115, 0.662942,
    ]
    let found = try #require(depth.distortion).coefficients
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-6) }
    #expect(file.depthUnit?.metresPerStep == 0.001)
    let motion = try #require(
      RigidTransform(
        rotationRowMajor: try CameraGolden.load().azureMotion,
        translation: SIMD3(-0.032, -0.002, 0.004)))
    for (a, b) in zip(try #require(file.colorFromDepth).columnMajor, motion.columnMajor) {
      #expect(abs(a - b) < 1e-12)
    }
  }

  @Test(
    arguments: [
      (320, 288), (640, 576), (512, 512), (1024, 1024),
    ])
  func `all depth modes see the same pixel along a ray`(width: Int, height: Int) throws {
    let whole = try Self.read("azure-kinect.json", color: (4096, 3072), depth: (1024, 1024))
    let mode = try Self.read("azure-kinect.json", color: (2048, 1536), depth: (width, height))
    let point = SIMD3(0.1, -0.2, 1.0)
    let (wholeDepth, modeDepth) = (try #require(whole.depth), try #require(mode.depth))
    let pixel = try #require(wholeDepth.pixel(of: point))
    let found = try #require(modeDepth.pixel(of: point))
    let isBinned = width == 320 || width == 512
    let sensor = isBinned ? (pixel + 0.5) / 2 - 0.5 : pixel
    let crop = [320: SIMD2(96.0, 90), 640: SIMD2(192, 180)][width] ?? .zero
    #expect(distance(found, sensor - crop) < 1e-9)
  }

  @Test func `a depth map in the picture's view needs no depth camera`() throws {
    let file = try Self.read("azure-kinect.json", color: (1280, 720), depth: (1280, 720))
    #expect(file.depth == nil && file.colorFromDepth == nil)
    #expect(try Self.read("azure-kinect.json", color: (1280, 720)).depth == nil)
  }

  @Test func `a colour camera alone takes a device's depth camera, one with its own keeps it`()
    throws
  {
    let device = try Self.read("azure-kinect.json", color: (1920, 1080), depth: (640, 576))
    let color = try CameraFile(contentsOf: Fixture.path("demo/camera.json"))
    let both = color.withDepthCamera(of: device)
    #expect(both.color == color.color && both.path == color.path && both.gravity == color.gravity)
    #expect(both.depth != nil && both.depth == device.depth)
    #expect(both.colorFromDepth == device.colorFromDepth)
    #expect(both.depthUnit == color.depthUnit)
    #expect(color.withDepthCamera(of: nil) == color)
    #expect(device.withDepthCamera(of: both) == device)
  }
}
