import DepthIO
import PoseDocuments
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// The errors about calibrations that make no sense, word for word.
struct CameraErrorTests {
  static func message(
    _ text: String, color: (Int, Int)? = nil, depth: (Int, Int)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String? {
    let options = CameraReadingOptions(
      colorSize: color.map { (width: $0.0, height: $0.1) },
      depthSize: depth.map { (width: $0.0, height: $0.1) })
    return error(sourceLocation: sourceLocation) {
      _ = try CameraFile(bytes: Array(text.utf8), name: "camera", options: options)
    }?.message
  }

  /// A fixture's text with something replaced.
  static func fixture(_ name: String, _ text: String, _ replacement: String) throws -> String {
    let original = String(decoding: try Fixture.bytes("cameras/\(name)"), as: UTF8.self)
    #expect(original.contains(text), "\(name) has no \(text)")
    return original.replacing(text, with: replacement)
  }

  @Test func `a name for the only camera of a file without names is refused`() throws {
    let text = #"{"width": 4, "height": 3, "fx": 4, "fy": 4, "cx": 2, "cy": 1.5}"#
    var options = CameraReadingOptions()
    #expect(try CameraFile(bytes: Array(text.utf8), name: "camera", options: options).color.fx == 4)
    options.cameraName = "left"
    let message = error {
      _ = try CameraFile(bytes: Array(text.utf8), name: "camera", options: options)
    }?.message
    #expect(
      message == "it has one camera, and no names to find \"left\" among: leave the name out")
  }

  static let syntax: [(text: String, message: String)] = [
    (
      "%YAML:1.0\n---\na: [1,\nb: 2",
      "this is not YAML: at line 5, column 1, did not find expected ',' or ']'"
    ),
    ("a: 1\na: 2", "this is not YAML: the name \"a\" occurs twice"),
    ("a: &x [1]\nb: \u{1}", "this is not YAML: it has characters that YAML doesn't allow"),
    (
      "a: " + String(repeating: "[", count: 17),
      "this YAML is nested too deeply: at most 16 levels were expected"
    ),
    (
      "a:\n" + String(repeating: "- ", count: 40) + "1",
      "this YAML is nested too deeply: at most 16 levels were expected"
    ),
    (
      "<?xml version=\"1.0\"?>\n<opencv_storage><camera_matrix>",
      "this is not XML: at its end, the end of camera_matrix was expected"
    ),
    (
      "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
      "this XML has a document type or entities, which are not read"
    ),
    (
      String(repeating: "<a>", count: 65),
      "this is not XML: at line 1, column 193, no more than 64 levels of nesting was expected"
    ),
    ("<a>1</b>", "this is not XML: at line 1, column 7, the end of a was expected"),
    ("<a b=1>", "this is not XML: at line 1, column 6, another character was expected"),
    (
      "<a b='1",
      "this is not XML: at line 1, column 1, the end of what begins here was expected"
    ),
    (
      "<a b='1' b='2'/>",
      "this is not XML: at line 1, column 10, well-formed XML (expat: duplicate attribute) was expected"
    ),
    (
      "<p:a>1</p:a>",
      "this is not XML: at line 1, column 1, well-formed XML (expat: unbound prefix) was expected"
    ),
    ("<a>\u{1}</a>", "this is not XML: at line 1, column 4, another character was expected"),
    (
      "<a>&nbsp;</a>",
      "this is not XML: at line 1, column 4, &lt; &gt; &amp; &quot; &apos; or a character's number was expected"
    ),
    ("<a>1</a> 2", "this is not XML: at line 1, column 10, the end of the document was expected"),
    ("[cam]\nsize = [1, 2", "this is not TOML: at its end, a comma or ] was expected"),
    ("[cam]\nsize = 1.\n", "this is not TOML: at line 2, column 8, a value was expected"),
    ("[cam]\nsize 1 = 2", "this is not TOML: at line 2, column 6, \"=\" was expected"),
    ("a = 1 2", "this is not TOML: at line 1, column 7, the end of the line was expected"),
    ("a = 1\na = 2", "the name a occurs twice"),
    ("[a]\n[a]\nb = 1", "the table a occurs twice"),
    (
      "a = \"x\nb = 1",
      "this is not TOML: at line 1, column 7, a quotation mark at the end of the "
        + "text was expected"
    ),
    (
      "a = { b = 1 }",
      "at line 1, column 5 there is an inline table, which no calibration needs and is not read"
    ),
    (
      "[[a]]\nb = 1",
      "at line 1, column 2 there is an array of tables, which no calibration needs and is not read"
    ),
    (
      String(repeating: "a.", count: 100_000) + "b = 1",
      "this is not TOML: at line 1, column 33, a name of at most 16 parts was expected"
    ),
    (
      "a = " + String(repeating: "[", count: 100_000),
      "this is not TOML: at line 1, column 21, no more than 16 levels of nesting was expected"
    ),
    (
      "fx: 600\nfy: 600",
      "the document has no \"cx\", \"cy\": a camera needs \"width\", \"height\", \"fx\", \"fy\", "
        + "\"cx\", \"cy\""
    ),
  ]

  @Test(arguments: syntax)
  func `broken text is refused with the place`(text: String, message: String) {
    #expect(Self.message(text) == message)
  }

  @Test(
    arguments: [
      ("\u{89}PNG\r\n\u{1A}\n", "this is no camera file"), ("hello", "this is no camera file"),
      ("a: 1\0", "this is no camera file"), ("%PDF-1.7", "this is a PDF file"),
      ("BM____", "this is a BMP file"),
    ])
  func `other files are called what they are`(text: String, found: String) {
    let error = error { _ = try CameraFile(bytes: Array(text.utf8), name: "x") }
    #expect(error?.code == .unknownFormat)
    #expect(
      error?.message
        == "\(found); camera files are read from JSON, YAML, XML, TOML, pickles of OpenCap, lists of numbers and what "
        + "rs-enumerate-devices -c prints")
  }

  @Test func `aliases of aliases don't fill the memory`() {
    var bomb = "a0: &a0 [1,1,1,1,1,1,1,1,1]\n"
    for i in 1...12 {
      let aliases = Array(repeating: "*a\(i - 1)", count: 9).joined(separator: ",")
      bomb += "a\(i): &a\(i) [\(aliases)]\n"
    }
    #expect(Self.message(bomb) == "this YAML has more than 100000 values, aliases counted")
  }

  @Test func `aliases of a long text don't fill the memory`() {
    let text = String(repeating: "x", count: 100_000)
    let aliases = Array(repeating: "*a", count: 200).joined(separator: ",")
    #expect(
      Self.message("a: &a \"\(text)\"\nb: [\(aliases)]\n")
        == "this YAML has more than 16 MiB of text, aliases counted")
  }

  @Test func `a long file is not read at all`() {
    let error = error {
      _ = try CameraFile(
        bytes: Array(repeating: UInt8(ascii: " "), count: 1 << 20 + 1), name: "x")
    }
    #expect(
      error
        == FileError(
          .tooLarge, path: "x", "a camera file of more than 1 MiB: this must be something else"))
  }

  static let numbers: [(text: String, message: String)] = [
    (
      "600 600 320",
      "1 line of numbers that are no intrinsics: fx fy cx cy on one line, with 4, 5 or 8 "
        + "coefficients of the distortion after them, or a matrix of 3×3 or 4×4 were expected"
    ),
    (
      "600 600\n320 240",
      "2 lines of numbers that are no intrinsics: fx fy cx cy on one line, with 4, 5 or 8 "
        + "coefficients of the distortion after them, or a matrix of 3×3 or 4×4 were expected"
    ),
    ("600 x 320 240", "numbers[1] is the text \"x\" where a number was expected"),
    (
      "600 0 320 240",
      "numbers[1] is 0 where a focal length in pixels, more than 0, was expected"
    ),
    (
      "600 0 320\n0 600 240\n0 0 2",
      "numbers[8] is 2 where 1 (the matrix is fx 0 cx, 0 fy cy, 0 0 1, row by row) was expected"
    ),
    (
      "600 0.5 320\n0 600 240\n0 0 1",
      "numbers[1] is 0.5 where 0, a sensor without skew, was expected"
    ),
    (
      "600 0 0\n0 600 0\n320 240 1",
      "numbers[6] is 320 where 0 (the matrix is fx 0 cx, 0 fy cy, 0 0 1, row by row) was expected"
    ),
  ]

  @Test(arguments: numbers)
  func `numbers that are no intrinsics`(text: String, message: String) {
    #expect(Self.message(text, color: (640, 480)) == message)
  }

  @Test func `numbers need the picture's size`() {
    #expect(
      Self.message("600 600 320 240")
        == "intrinsics without the size of the image they belong to: give the image with them")
  }

  static let changed: [(file: String, text: String, replacement: String, message: String)] = [
    (
      "opencv.yml", "image_width: 640\nimage_height: 480\n", "",
      "intrinsics without the size of the image they belong to: add \"width\" and \"height\""
    ),
    (
      "opencv.yml", "610.5, 0.,", "610.5,",
      "camera_matrix has 8 numbers where a matrix of 9 was expected"
    ),
    (
      "opencv.yml", "0.12, -0.20999999999999999, ", "",
      "distortion_coefficients has 3 coefficients where 4, 5 or 8 (k1 k2 p1 p2 k3 k4 k5 k6) were "
        + "expected"
    ),
    (
      "opencv.xml", "610.5 0.", "610.5 x",
      "camera_matrix.data is the text \"610.5 x 322.25 0. 611.75 241.5 0. 0. 1.\" where a number "
        + "was expected"
    ),
    (
      "opencv-prism.yml", "rows: 12", "rows: 12",
      "distortion_coefficients has thin-prism or tilt terms (number 9 and after): calibrate with at "
        + "most 8 coefficients"
    ),
    (
      "opencv-fisheye.yml", "data: [ 0.08", "data: [ 0, 0.08",
      "distortion_coefficients has 5 coefficients where a fisheye's 4 (k1 k2 k3 k4) were expected"
    ),
    (
      "ros.yaml", "plumb_bob", "division",
      "distortion_model is the text \"division\" where plumb_bob, rational_polynomial, equidistant "
        + "or fisheye was expected"
    ),
    (
      "orb-slam.yaml", "Camera.p1: 0.0011\n", "",
      "the document has only 4 of the coefficients Camera.k1, Camera.k2, Camera.p1, Camera.p2, "
        + "Camera.k3"
    ),
    (
      "orb-slam.yaml", "5000.0", "5",
      "DepthMapFactor is 5 where metres a step, such as 0.001, or steps a metre, such as 1000, was "
        + "expected"
    ),
    (
      "orb-slam.yaml", "Camera.cy: 241.5", "",
      "the document has no \"Camera.fx\", \"Camera.fy\", \"Camera.cx\" and \"Camera.cy\""
    ),
    (
      "open3d.json", "0.0,\n  322.25,\n  241.5", "241.5,\n  322.25,\n  0.0",
      "intrinsic_matrix[5] is 241.5 where 0 (the matrix is fx 0 cx, 0 fy cy, 0 0 1, row by row) was "
        + "expected"
    ),
    (
      "realsense-stream.json", "Modified Brown Conrady", "Ftheta",
      "coeffs is of the distortion model \"Ftheta\": none, brown_conrady, modified_brown_conrady, "
        + "inverse_brown_conrady and kannala_brandt4 are read"
    ),
    (
      "realsense-stream.json", "\"Modified Brown Conrady\"", "17",
      "distortion_model is 17 where a model of librealsense (rs2_distortion) was expected"
    ),
    (
      "realsense-stream.json", " 0.12,\n", "",
      "coeffs has 4 coefficients where RealSense's 5 were expected"
    ),
    (
      "realsense-stream.json", " \"ppy\": 241.5,\n", "",
      "the document is no stream of a RealSense: it needs \"fx\", \"fy\", \"ppx\" and \"ppy\""
    ),
    (
      "realsense.json", "depth_to_color", "extrinsics",
      "extrinsics doesn't say from which camera to which: call it depth_to_color or color_to_depth"
    ),
    (
      "realsense.json", "0.0150148", "15.0148",
      "depth_to_color puts the cameras 15 m apart: the translation is in metres, not millimetres"
    ),
    (
      "realsense.json", "\"rotation\": [", "\"rotation\": [2,",
      "depth_to_color.rotation is no rotation: nine numbers were expected"
    ),
    (
      "realsense.json", "\"rotation\": [", "\"rotation\": [[1, 0, 0],",
      "depth_to_color.rotation is a list of lists, which doesn't say whether they are rows or "
        + "columns: write the SDK's nine numbers as one list, column by column"
    ),
    (
      "azure-kinect.json", "BrownConrady", "Theta",
      "CalibrationInformation.Cameras[1].Intrinsics.ModelType is the text "
        + "\"CALIBRATION_LensDistortionModelTheta\" where "
        + "\"CALIBRATION_LensDistortionModelBrownConrady\" was expected"
    ),
    (
      "azure-kinect.json", "LocationPV0", "LocationPV1",
      "CalibrationInformation.Cameras has no camera whose \"Location\" is "
        + "\"CALIBRATION_CameraLocationPV0\""
    ),
    (
      "azure-kinect.json", "4096", "4000",
      "CalibrationInformation.Cameras[1] has a sensor of 4000×3072 where one of 4:3 was expected"
    ),
    (
      "azure-kinect.json", "0.470907062292099", "0.0001",
      "CalibrationInformation.Cameras[1].Intrinsics.ModelParameters has focal lengths of 0.19 and "
        + "903.52 pixels and a principal point of 953.28, 555.14, which no image of 1920×1080 has"
    ),
    (
      "azure-kinect.json", "\"Rotation\"", "\"Turn\"",
      "CalibrationInformation.Cameras[1] has no \"Rt\" with a rotation and a translation"
    ),
    (
      "rs-enumerate.txt", "Fx:         \t610.5", "Fx:         \t-",
      "the intrinsics of \"Color\" have no number under \"Fx\": the listing is damaged"
    ),
    (
      "rs-enumerate.txt", "\"Depth\"\t  To\t  \"Color\" :\n Rotation Matrix:",
      "\"Depth\"\t  To\t  \"Color\" :\n 1 2 3",
      "the extrinsic from \"Depth\" to \"Color\" is no rotation and translation: the listing is "
        + "damaged"
    ),
    (
      "qualisys.qca.txt", "serial=\"26580\"", "no=\"1\"",
      "there are 2 cameras, cam_01, without a serial: name the one that took the image"
    ),
    (
      "pose2sim.toml", "[ 1088.0, 1920.0]", "[ 1088.0]",
      "there are 2 cameras, cam_01, int_cam2_img: name the one that took the image"
    ),
  ]

  @Test(arguments: changed)
  func `a calibration with something wrong`(
    file: String, text: String, replacement: String, message: String
  ) throws {
    let sizes: [String: ((Int, Int), (Int, Int))] = [
      "azure-kinect.json": ((1920, 1080), (640, 576)), "rs-enumerate.txt": ((640, 480), (640, 480)),
    ]
    let text = try Self.fixture(file, text, replacement)
    #expect(Self.message(text, color: sizes[file]?.0, depth: sizes[file]?.1) == message)
  }

  @Test func `a device's calibration needs the pictures' sizes`() throws {
    let text = String(decoding: try Fixture.bytes("cameras/azure-kinect.json"), as: UTF8.self)
    let sizes = "1280×720, 1920×1080, 2560×1440, 2048×1536, 3840×2160, 4096×3072"
    #expect(
      Self.message(text)
        == "an Azure Kinect's calibration holds for all its modes, of \(sizes), and no color "
        + "image's size is given")
    #expect(
      Self.message(text, color: (1920, 1080), depth: (640, 480))
        == "an Azure Kinect's calibration holds for all its modes, of 320×288, 640×576, 512×512, "
        + "1024×1024, and the depth map is 640×480")
    let listing = String(decoding: try Fixture.bytes("cameras/rs-enumerate.txt"), as: UTF8.self)
    #expect(
      Self.message(listing)
        == "the device's \"Color\" intrinsics are for 320×240, 640×480; none is for an image whose "
        + "size is not given")
    #expect(
      Self.message(listing, color: (640, 480), depth: (848, 480))
        == "the device's \"Depth\" intrinsics are for 640×240, 640×480; none is for 848×480")
  }
}
