import DepthIO
import PoseGeometry
import PoseImaging
import Testing

struct CameraWritingTests {
  static func read(_ text: String) throws -> CameraFile {
    try CameraFile(bytes: Array(text.utf8), name: "camera.json")
  }

  static let everything = """
    {
      "schema": "pose3d.camera/1",
      "color": {
        "width": 640,
        "height": 480,
        "fx": 600.123457,
        "fy": 601,
        "cx": 320.5,
        "cy": -0.25,
        "distortion": {
          "model": "brown-conrady",
          "coefficients": [0.1, -0.2, 0.001, 0.000002, 0, 0, 0, 0]
        }
      },
      "depth": {
        "width": 512,
        "height": 424,
        "fx": 366,
        "fy": 367,
        "cx": 256,
        "cy": 212,
        "distortion": {
          "model": "radial-table",
          "coefficients": [0, 0.01, 0.02],
          "inverse": [0, -0.01, -0.02],
          "center": [255.5, 211.25]
        }
      },
      "depthUnit": 1.25e-07,
      "colorFromDepth": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.052, -0.001, 0.002, 1],
      "gravity": [0, 1, 0]
    }

    """

  @Test func `what is written is what was read`() throws {
    #expect(try Self.read(Self.everything).json == Self.everything)
  }

  @Test func `numbers are rounded to a millionth and never minus zero`() throws {
    let file = try Self.read(
      """
      {"width": 640, "height": 480, "fx": 600.12345678, "fy": 600.0000004, "cx": -1e-9, "cy": 240,
        "depthUnit": "relative"}
      """)
    #expect(
      file.json == """
        {
          "schema": "pose3d.camera/1",
          "color": {
            "width": 640,
            "height": 480,
            "fx": 600.123457,
            "fy": 600,
            "cx": 0,
            "cy": 240
          },
          "depthUnit": "relative"
        }

        """)
  }

  @Test(
    arguments: LensDistortion.Model.allCases.filter { $0 != .radialTable })
  func `every formula is kept under its name`(model: LensDistortion.Model) throws {
    let count = [.fisheye: 4, .brownConrady: 8][model] ?? 5
    let coefficients = (1...count).map { Double($0) / 100 }
    let text =
      CameraFileTests.flat.dropLast() + """
        , "distortion": {"model": "\(model.rawValue)", "coefficients": \(coefficients)}}
        """
    let file = try Self.read(String(text))
    #expect(file.color.distortion == LensDistortion(model: model, coefficients: coefficients))
    #expect(try Self.read(file.json).color == file.color)
  }

  @Test func `an equidistant fisheye is a lens although its coefficients are 0`() throws {
    let text =
      CameraFileTests.flat.dropLast() + """
        , "distortion": {"model": "opencv-fisheye", "coefficients": [0, 0, 0, 0]}}
        """
    #expect(try Self.read(String(text)).color.distortion?.model == .fisheye)
  }

  @Test func `an imported calibration is written as ours`() throws {
    let file = try CameraImportTests.read("realsense.json")
    let again = try Self.read(file.json)
    #expect(again.color == file.color && again.depth == file.depth)
    #expect(again.depthUnit == file.depthUnit)
    let (a, b) = (try #require(again.colorFromDepth), try #require(file.colorFromDepth))
    for (x, y) in zip(a.columnMajor, b.columnMajor) { #expect(abs(x - y) <= 0.5e-6) }
  }
}
