import DepthIO
import PoseDocuments
import Foundation
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

struct CameraFileTests {
  static let flat = #"{"width": 640, "height": 480, "fx": 600, "fy": 601, "cx": 320, "cy": 240}"#

  static func read(_ text: String) throws -> CameraFile {
    try withTemporaryFile(Array(text.utf8)) { try CameraFile(contentsOf: $0) }
  }

  @Test func `a flat object is the color camera`() throws {
    let file = try Self.read(Self.flat)
    let camera = Camera(
      width: 640, height: 480, fx: 600, fy: 601, cx: 320, cy: 240, source: .file)
    #expect(file.color == camera)
    #expect(file.depth == nil && file.depthUnit == nil)
    #expect(file.colorFromDepth == nil && file.gravity == nil)
  }

  @Test func `a full file gives everything`() throws {
    let file = try Self.read(
      """
      {
        "schema": "pose3d.camera/1",
        "color": {"width": 640, "height": 480, "fx": 600, "fy": 601, "cx": 320, "cy": 240,
          "distortion": {"model": "opencv", "coefficients": [0.1, 0.2, 0.01, 0.02]}},
        "depth": {"width": 512, "height": 424, "fx": 366, "fy": 367, "cx": 256, "cy": 212,
          "distortion": {"model": "none"}},
        "depthUnit": 0.0002,
        "colorFromDepth": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0.052,-0.001,0.002,1],
        "gravity": [0, 2, 0]
      }
      """)
    #expect(file.color.distortion == LensDistortion(coefficients: [0.1, 0.2, 0.01, 0.02]))
    #expect(file.depth?.fx == 366 && file.depth?.distortion == nil)
    #expect(file.depthUnit?.metresPerStep == 0.0002)
    #expect(file.colorFromDepth.map { $0 * SIMD3(1, 2, 3) } == SIMD3(1.052, 1.999, 3.002))
    #expect(file.gravity == SIMD3(0, 1, 0))
  }

  @Test func `the relative unit is read by its name`() throws {
    let file = try Self.read(Self.with(#""depthUnit": "relative""#))
    #expect(file.depthUnit == .relative && file.depthUnit?.isMetric == false)
  }

  static let models =
    "none, brown-conrady, opencv-fisheye, realsense-modified, realsense-inverse or radial-table"

  static let refused: [(String, String)] = [
    ("[1]", "the document is a list of 1 where an object was expected"),
    (
      "{\"fx\": 600,\n \"fy\" 600}",
      "this is not JSON: at line 2, column 7, a colon was expected"
    ),
    ("{\"fx\": 600,", "this is not JSON: at its end, a name in quotes was expected"),
    (
      #"{"schema": "pose3d.skeleton/1"}"#,
      #"schema is the text "pose3d.skeleton/1" where "pose3d.camera/1" was expected"#
    ),
    (
      "{}",
      #"the document has no "fx", "fy", "cx", "cy": a camera needs "width", "height", "fx", "fy", "#
        + #""cx", "cy""#
    ),
    (
      #"{"fx": 600, "fy": 600, "cx": 320, "cy": 240}"#,
      "intrinsics without the size of the image they belong to: add \"width\" and \"height\""
    ),
    (
      #"{"color": {"fx": 600, "fy": 600, "cx": 320, "cy": 240, "width": 640}}"#,
      "color: intrinsics without the size of the image they belong to: add \"width\" and "
        + "\"height\""
    ),
    (
      #"{"color": {"width": 640, "height": 480, "fx": NaN, "fy": 600, "cx": 320, "cy": 240}}"#,
      "color.fx is NaN where a number was expected"
    ),
    (
      #"{"color": {"width": 640, "height": 480, "fx": 1e999, "fy": 600, "cx": 320, "cy": 240}}"#,
      "color.fx is inf where a number was expected"
    ),
    (
      flat.replacingOccurrences(of: "600", with: "-600"),
      "fx is -600 where a focal length in pixels, more than 0, was expected"
    ),
    (
      flat.replacingOccurrences(of: "600", with: "\"600\""),
      "fx is the text \"600\" where a number was expected"
    ),
    (
      flat.replacingOccurrences(of: "640", with: "640.5"),
      "width is 640.5 where a whole number of at least 1 was expected"
    ),
    (
      flat.replacingOccurrences(of: "640", with: "1e9"),
      "width is 1000000000 where at most 1000000 pixels was expected"
    ),
    (
      with(#""distortion": {"model": "fisheye", "coefficients": [0, 0, 0, 0]}"#),
      "distortion.model is the text \"fisheye\" where \(models) was expected"
    ),
    (
      with(#""distortion": {"coefficients": [0, 0, 0, 0]}"#),
      "distortion has no \"model\": \(models)"
    ),
    (
      with(#""distortion": {"model": "opencv"}"#),
      "distortion has no \"coefficients\": 4, 5 or 8 numbers (k1 k2 p1 p2 k3 k4 k5 k6)"
    ),
    (
      with(#""distortion": {"model": "opencv", "coefficients": [1, 2, 3]}"#),
      "distortion.coefficients is a list of 3 where 4, 5 or 8 numbers (k1 k2 p1 p2 k3 k4 k5 k6) was "
        + "expected"
    ),
    (
      with(#""distortion": {"model": "opencv", "coefficients": [1, 2, "x", 4]}"#),
      "distortion.coefficients[2] is the text \"x\" where a number was expected"
    ),
    (
      with(#""distortion": {"model": "opencv-fisheye", "coefficients": [1, 2, 3]}"#),
      "distortion.coefficients is a list of 3 where 4 numbers (k1 k2 k3 k4) was expected"
    ),
    (
      with(#""distortion": {"model": "realsense-inverse"}"#),
      "distortion has no \"coefficients\": 5 numbers (k1 k2 p1 p2 k3)"
    ),
    (
      with(#""distortion": {"model": "radial-table", "coefficients": [0, 0.1]}"#),
      "distortion has no \"center\": a radial table needs \"coefficients\" (magnifications from the "
        + "center to the farthest corner) and \"center\" (in pixels)"
    ),
    (
      with(#""distortion": {"model": "radial-table", "coefficients": [0, -2], "center": [1, 2]}"#),
      "distortion has a table of magnifications that is none: 2 or more numbers above -1 were "
        + "expected"
    ),
    (
      with(#""distortion": {"model": "radial-table", "coefficients": [0, 1], "center": [1]}"#),
      "distortion.center is a list of 1 where 2 numbers, a pixel, was expected"
    ),
    (
      with(#""depth": {"fx": 600, "fy": 600, "cx": 320, "cy": 240}"#),
      "depth: intrinsics without the size of the image they belong to: add \"width\" and "
        + "\"height\""
    ),
    (
      with(#""depthUnit": 1000"#),
      "depthUnit is 1000 where metres a step, more than 0 and at most 1 (0.001 is millimetres), or "
        + "\"relative\" was expected"
    ),
    (
      with(#""depthUnit": "mm""#),
      "depthUnit is the text \"mm\" where metres a step, more than 0 and at most 1 (0.001 is "
        + "millimetres), or \"relative\" was expected"
    ),
    (
      flat.replacingOccurrences(of: "601", with: "0"),
      "fy is 0 where a focal length in pixels, more than 0, was expected"
    ),
    (with(#""gravity": [0, 0, 0]"#), "gravity is 0 0 0, which is no direction: leave it out"),
    (
      with(#""gravity": [0, 1]"#),
      "gravity is a list of 2 where 3 numbers, a direction, was expected"
    ),
    (
      with(#""colorFromDepth": [1, 2]"#),
      "colorFromDepth is a list of 2 where 16 numbers (a 4×4 matrix, column by column) was expected"
    ),
    (
      with(#""colorFromDepth": [1,0,0,0.05, 0,1,0,0, 0,0,1,0, 0,0,0,1]"#),
      "colorFromDepth is written row by row: write the 4×4 matrix column by column, the "
        + "translation as numbers 13 to 15"
    ),
    (
      with(#""colorFromDepth": [2,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"#),
      "colorFromDepth is no rigid motion: a rotation, a translation in metres and the last row "
        + "0 0 0 1 were expected, column by column"
    ),
    (
      with(#""colorFromDepth": [1,0,0,0, 0,1,0,0, 0,0,1,0, 52,0,0,1]"#),
      "colorFromDepth puts the cameras 52 m apart: the translation is in metres, not millimetres"
    ),
    (
      with(#""colorFromDepth": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0.05,0,0,1]"#),
      "there is \"colorFromDepth\", but no \"depth\" camera whose depth map it would move: add "
        + "\"depth\" with its intrinsics"
    ),
  ]

  private static func with(_ field: String) -> String { flat.dropLast() + ", \(field)}" }

  @Test(arguments: refused)
  func `a file that makes no sense is refused with the place`(text: String, message: String) {
    let error = error { _ = try Self.read(text) }
    #expect(error?.code == .unsuitable)
    #expect(error?.message == message)
  }

  @Test func `the caller's picture gives the size that the file lacks`() throws {
    let file = try CameraFile(
      bytes: Array("600 601 320 240".utf8), name: "camera.txt",
      options: CameraReadingOptions(colorSize: (640, 480)))
    #expect(try file.color == Self.read(Self.flat).color)
  }

  @Test func `of our own files the caller's picture doesn't say the size`() {
    let text = #"{"fx": 600, "fy": 601, "cx": 320, "cy": 240}"#
    let error = error {
      _ = try CameraFile(
        bytes: Array(text.utf8), name: "camera.json",
        options: CameraReadingOptions(colorSize: (640, 480)))
    }
    #expect(
      error?.message
        == "intrinsics without the size of the image they belong to: add \"width\" and \"height\""
    )
  }

  @Test func `a file that isn't there`() {
    let error = error { _ = try CameraFile(contentsOf: "/nowhere/camera.json") }
    #expect(
      error == FileError(.noSuchFile, path: "/nowhere/camera.json", "there is no such file"))
  }

  @Test func `the camera is scaled to the picture's size`() throws {
    let file = try Self.read(Self.flat)
    let camera = try file.colorCamera(forWidth: 1280, height: 960)
    #expect(camera.fx == 1200 && camera.cx == 640.5 && camera.width == 1280)
    let error = error { _ = try file.colorCamera(forWidth: 1920, height: 1080) }
    #expect(error?.code == .mismatch)
    #expect(
      error?.message
        == "the color intrinsics are for 640×480, the image is 1920×1080: different aspect "
        + "ratios; give the intrinsics of this image")
  }

  @Test func `deep nesting and random damage never crash`() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(
      error { _ = try Self.read(deep) }?.message
        == "this is not JSON: at line 1, column 129, no more than 128 levels of nesting was "
        + "expected")
    let original = Array(Self.with(#""gravity": [0, 1, 0], "x": "\u00e9\ud83d\ude00\n""#).utf8)
    for bytes in DamagedCopies(of: original, changes: 3...3) {
      _ = try? withTemporaryFile(bytes) { try CameraFile(contentsOf: $0) }
    }
  }
}
