import PoseAnalysis
import CPose3D
import DepthIO
import Foundation
import PoseImaging
import Pose3DC
import TestSupport
import Testing

/// The functions of pose3d.h, called as a C program calls them. What needs no model has its keypoints
/// from a file.
struct InterfaceTests {
  static let color = Fixture.path("demo/color.jpg")
  static let keypoints = Fixture.path("demo/keypoints.json")
  static let depth = Fixture.path("demo/depth.png")
  static let camera = Fixture.path("demo/camera.json")
  /// The demo with everything that belongs to it.
  static let whole =
    #"{"keypoints": "\#(keypoints)", "depth": "\#(depth)", "depth_unit": "mm", "camera": "\#(camera)"}"#

  private func demo() throws -> FoundResult {
    try OpenEstimator().analyze(Self.color, Self.whole)
  }

  @Test func `versions`() {
    #expect(p3_abi_version() == P3_ABI_VERSION)
    #expect(String(cString: p3_version()) == Installation.version)
    #expect(String(cString: p3_joint_name(16)) == "rightWrist")
    #expect(p3_joint_name(17) == nil)
  }

  @Test func `the documents of a picture are the program's`() async throws {
    let found = try demo()
    let arguments = [
      "analyze", Self.color, "--keypoints", Self.keypoints, "--depth", Self.depth, "--depth-scale",
      "mm", "--camera", Self.camera,
    ]
    #expect(try await Products.program(arguments + ["-o", "-"]) == found.json)
    #expect(try await Products.program(arguments + ["--csv", "-"]) == found.text(Int(P3_CSV)))
    #expect(found.text(Int(P3_JSON_LINES)) == nil)
    #expect(found.warnings.isEmpty)
  }

  @Test func `a document has the program's words for options, a warning the library's`()
    async throws
  {
    let found = try OpenEstimator().analyze(Self.color, #"{"keypoints": "\#(Self.keypoints)"}"#)
    let arguments = ["analyze", Self.color, "--keypoints", Self.keypoints, "-o", "-"]
    #expect(try await Products.program(arguments) == found.json)
    #expect(found.json?.contains("no camera file, no --fov and no focal length") == true)
    let expected = "no camera file, no field_of_view and no focal length"
    #expect(found.warnings.contains { $0.hasPrefix(expected) })
  }

  @Test func `numbers are those of the document`() throws {
    struct Document: Decodable {
      struct Person: Decodable {
        struct Joint: Decodable {
          let position: [Double]
          let cameraPosition: [Double]
          let image: [Double]
          let confidence: Double
          let sigma: Double
          let source: String
        }
        struct Angle: Decodable {
          let name: String
          let value: Double?
          let sigma: Double?
        }
        let id: Double
        let bodyHeight: Double
        let bodyHeightSigma: Double
        let joints: [Joint]
        let angles: [Angle]
      }
      let people: [Person]
    }
    let found = try demo()
    let document = try JSONDecoder().decode(Document.self, from: Data((found.json ?? "").utf8))
    let person = try #require(document.people.first)
    #expect(found.rows == 1)
    #expect(found.angleNames == person.angles.map(\.name))
    let sources = ["inferred": 0.0, "lifted": 1, "depth": 2, "triangulated": 3]
    let expected: [(what: Int, numbers: [Double?])] = [
      (P3_FRAME, [0]), (P3_TIME, [nil]), (P3_PERSON, [person.id]),
      (P3_JOINTS, person.joints.flatMap(\.cameraPosition)),
      (P3_BODY_JOINTS, person.joints.flatMap(\.position)),
      (P3_SIGMAS, person.joints.map(\.sigma)),
      (P3_CONFIDENCES, person.joints.map(\.confidence)),
      (P3_SOURCES, person.joints.map { sources[$0.source] }),
      (P3_POINTS, person.joints.flatMap(\.image)),
      (P3_ANGLES, person.angles.map(\.value)), (P3_ANGLE_SIGMAS, person.angles.map(\.sigma)),
      (P3_HEIGHT, [person.bodyHeight]), (P3_HEIGHT_SIGMA, [person.bodyHeightSigma]),
    ]
    for (what, wanted) in expected {
      let numbers = try found.numbers(Int(what), count: wanted.count)
      for (number, wanted) in zip(numbers, wanted) {
        // The document is rounded to six places.
        let isSame = wanted.map { abs(number - $0) < 1e-6 } ?? number.isNaN
        #expect(isSame, "quantity \(what): \(number), \(wanted ?? .nan)")
      }
      #expect(throws: CallFailure.self) {
        try found.numbers(Int(what), count: wanted.count - 1)
      }
    }
    #expect(throws: CallFailure.self) { try found.numbers(13, count: 100) }
  }

  @Test func `the overlay is the program's`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("overlay.png")
    _ = try await Products.program([
      "analyze", Self.color, "--keypoints", Self.keypoints, "--depth", Self.depth, "--depth-scale",
      "mm", "--camera", Self.camera, "--overlay", path,
    ])
    #expect(try demo().overlay() == Array(Data(contentsOf: URL(filePath: path))))
  }

  @Test func `angles of a file are the program's, and can't be drawn`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("skeleton.json", Data((try demo().json ?? "").utf8))
    let found = try FoundResult { p3_angles_file(path, #"{"dialect": "fitness"}"#, $0) }
    let arguments = ["angles", path, "--dialect", "fitness", "--format"]
    #expect(try await Products.program(arguments + ["json"]) == found.json)
    #expect(try await Products.program(arguments + ["csv"]) == found.text(Int(P3_CSV)))
    #expect(found.rows == 1)
    #expect(found.angleNames.contains("leftKneeIncluded"))
    let own = try demo()
    for quantity in [P3_SIGMAS, P3_SOURCES] {
      let (read, written) = (
        try found.numbers(Int(quantity), count: 17), try own.numbers(Int(quantity), count: 17)
      )
      #expect(zip(read, written).allSatisfy { abs($0 - $1) < 1e-4 })
    }
    let heights = try [found, own].map { try $0.numbers(Int(P3_HEIGHT), count: 1)[0] }
    #expect(abs(heights[0] - heights[1]) < 1e-5)
    let other = try FoundResult {
      p3_angles_file(Fixture.path("skeletons/h36m.json"), nil, $0)
    }
    #expect(try other.numbers(Int(P3_SOURCES), count: 17 * other.rows).allSatisfy(\.isNaN))
    #expect(throws: CallFailure.self) { try found.overlay() }
  }

  /// Options, and the sentence about them.
  private static let refused: [(options: String, message: String)] = [
    ("{", "the options: this is not JSON: at its end, a name in quotes was expected"),
    ("[]", "the options are no JSON object"),
    (#"{"size": 2}"#, "there is no option size; there are camera, "),
    (#"{"height": 9}"#, "height is 9 where a body's height in metres, between 0.4 and 2.8,"),
    (#"{"height": "tall"}"#, "height is the text \"tall\" where a body's height in metres"),
    (#"{"gravity": [0, 0, 0]}"#, "gravity is [0.0, 0.0, 0.0] where a list of three numbers"),
    (#"{"gravity": [0, 1]}"#, "gravity is a list of 2 where a list of three numbers"),
    (#"{"field_of_view": 190}"#, "field_of_view is 190 where an angle between 1 and 170 degrees"),
    (#"{"camera": "a", "camera_text": "b"}"#, "camera, camera_text and intrinsics all say the"),
    (#"{"camera": "a", "field_of_view": 60}"#, "the camera and field_of_view both say what the"),
    (#"{"camera_name": "left"}"#, "camera_name is about a camera file"),
    (#"{"depth_unit": "parsec"}"#, "depth_unit parsec: \"parsec\" is no unit of depth"),
    (#"{"own_depth": 1}"#, "own_depth is 1 where true or false was expected"),
    (#"{"keypoint_layout": "mine"}"#, "keypoint_layout is the text \"mine\" where one of "),
    (
      #"{"depth": "depth.png\u0000.exr"}"#,
      "depth: the text has a zero character; leave it out"
    ),
    (#"{"max_megapixels": 0}"#, "max_megapixels is 0 where a whole number from 1 to 4096"),
  ]

  @Test(arguments: refused)
  func `an option that can't be used is named`(options: String, message: String) throws {
    let estimator = try OpenEstimator()
    let failure = #expect(throws: CallFailure.self) {
      try estimator.analyze(Self.color, options)
    }
    #expect(failure?.status == p3_status(P3_USAGE) && failure?.code == "invalidOption")
    #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
  }

  @Test func `what can't be read has the program's sentence and its exit code`() throws {
    let estimator = try OpenEstimator()
    let missing = #expect(throws: CallFailure.self) { try estimator.analyze("/no/such.jpg") }
    #expect(
      missing.map { [$0.code, $0.message] }
        == ["noSuchFile", "/no/such.jpg: there is no such file"])
    #expect(missing?.status == p3_status(P3_NO_INPUT))
    let unit = #expect(throws: CallFailure.self) {
      try estimator.analyze(
        Self.color, #"{"keypoints": "\#(Self.keypoints)", "depth": "\#(Self.depth)"}"#)
    }
    #expect(unit?.code == "unitMissing" && unit?.status == p3_status(P3_USAGE))
    #expect(unit?.message.contains(": give depth_unit: mm (or tum, realsense, …") == true)
    let model = #expect(throws: CallFailure.self) { try OpenEstimator(#"{"model": "/no.onnx"}"#) }
    #expect(
      model?.message == "/no.onnx: there is no such model: model is full, heavy or the file of one")
    for (options, message) in [
      (#"{"models": "/no/models"}"#, "models /no/models: there is no such folder"),
      (#"{"openblas": "/no/blas.so"}"#, "openblas /no/blas.so: there is no such file"),
    ] {
      let refused = #expect(throws: CallFailure.self) { try OpenEstimator(options) }
      #expect(refused?.message == message && refused?.status == p3_status(P3_USAGE))
    }
  }

  @Test func `NULL where it isn't allowed is a failure, or nothing is found`() throws {
    let estimator = try OpenEstimator()
    var result: OpaquePointer?
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let found = try demo()
    let calls: [(argument: String, status: p3_status)] = [
      ("estimator", p3_estimator_open(nil, nil)),
      ("result", p3_analyze(estimator.handle, nil, nil, nil, nil)),
      ("estimator", p3_analyze(nil, nil, nil, nil, &result)),
      ("image", p3_analyze(estimator.handle, nil, nil, nil, &result)),
      ("result", p3_analyze_file(estimator.handle, Self.color, nil, nil)),
      ("estimator", p3_analyze_file(nil, Self.color, nil, &result)),
      ("path", p3_analyze_file(estimator.handle, nil, nil, &result)),
      ("result", p3_video_file(estimator.handle, "a.mp4", nil, nil, nil, nil)),
      ("estimator", p3_video_file(nil, "a.mp4", nil, nil, nil, &result)),
      ("path", p3_video_file(estimator.handle, nil, nil, nil, nil, &result)),
      ("result", p3_video_frames(estimator.handle, { _, _ in 0 }, nil, nil, nil, nil)),
      ("estimator", p3_video_frames(nil, { _, _ in 0 }, nil, nil, nil, &result)),
      ("next", p3_video_frames(estimator.handle, nil, nil, nil, nil, &result)),
      ("result", p3_angles_file("a.json", nil, nil)),
      ("path", p3_angles_file(nil, nil, &result)),
      ("result", p3_gait_file("a.json", nil, nil)),
      ("path", p3_gait_file(nil, nil, &result)),
      ("test", p3_test_file("a.json", nil, nil, &result)),
      ("path", p3_test_file(nil, "jump", nil, &result)),
      ("result", p3_ergonomics_file("a.json", nil, nil)),
      ("path", p3_ergonomics_file(nil, nil, &result)),
      ("result", p3_exercise_file("a.json", nil, nil)),
      ("path", p3_exercise_file(nil, nil, &result)),
      ("paths", p3_report_files(nil, 1, nil, nil, nil, &result)),
      ("a path", p3_report_files([nil], 1, nil, nil, nil, &result)),
      ("before", p3_compare_files(nil, "a.json", nil, &result)),
      ("result", p3_compare_files("a.json", nil, nil, nil)),
      ("paths", p3_compare_series(nil, 3, nil, &result)),
      ("a path", p3_compare_series([nil, nil, nil], 3, nil, &result)),
      ("result", p3_result_numbers(nil, p3_quantity(P3_TIME), nil, 0)),
      ("result", p3_result_overlay(nil, &bytes, &count)),
      ("bytes", p3_result_overlay(found.handle, nil, &count)),
      ("count", p3_result_overlay(found.handle, &bytes, nil)),
    ]
    for (place, call) in calls.enumerated() {
      #expect(call.status == P3_USAGE, "call \(place), \(call.argument)")
    }
    #expect(String(cString: p3_last_error_code()) == "nullArgument")
    #expect(String(cString: p3_last_error()) == "count is NULL, and this function needs it")
    #expect(result == nil && bytes == nil && count == 0)
    #expect(p3_result_text(nil, p3_format(P3_JSON), nil) == nil && p3_result_warning(nil, 0) == nil)
    #expect(p3_result_rows(nil) == 0 && p3_result_angles(nil) == 0)
    #expect(p3_result_angle(nil, 0) == nil)
    p3_result_free(nil)
    p3_estimator_close(nil)
    p3_free(nil)
  }

  @Test(arguments: [Int.min, Int.max, Int.max / 2 + 1, 1 << 47, -(1 << 47)])
  func `a stride by which rows are outside of any memory is refused`(stride: Int) throws {
    let estimator = try OpenEstimator()
    let bytes = [UInt8](repeating: 0, count: 64)
    let sentence = "stride is \(stride) bytes, and 4 rows of that are more than memory has"
    bytes.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
      let image = p3_image(
        data: pixels, width: 2, height: 4, stride: stride, pixels: p3_pixels(P3_RGB))
      let failure = #expect(throws: CallFailure.self) { try estimator.analyze(image) }
      #expect(failure?.status == p3_status(P3_USAGE))
      #expect(failure?.message == "the image's " + sentence)
      let depth = p3_depth(
        data: bytes.baseAddress, width: 2, height: 4, stride: stride,
        samples: p3_samples(P3_FLOAT32))
      let sound = p3_image(
        data: pixels, width: 2, height: 4, stride: 6, pixels: p3_pixels(P3_RGB))
      let other = #expect(throws: CallFailure.self) { try estimator.analyze(sound, depth: depth) }
      #expect(other?.status == p3_status(P3_USAGE))
      #expect(other?.message == "the depth map's " + sentence)
    }
  }

  @Test func `names of files may be any bytes, also in options`() throws {
    let folder = try TemporaryFolder()
    func path(_ name: String, _ ending: String) -> [CChar] {
      folder.path(name).utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xE9)]
        + ending.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    let (color, keypoints) = (path("c", ".jpg"), path("k", ".json"))
    #expect(link(Self.color, color) == 0 || symlink(Self.color, color) == 0)
    #expect(symlink(Self.keypoints, keypoints) == 0)
    let options =
      #"{"keypoints": ""#.utf8.map { CChar(bitPattern: $0) } + keypoints.dropLast()
      + #""}"#.utf8.map { CChar(bitPattern: $0) } + [0]
    let estimator = try OpenEstimator()
    let found = try FoundResult { p3_analyze_file(estimator.handle, color, options, $0) }
    #expect(found.rows == 1)
  }

  @Test func `a failure is its thread's own`() throws {
    let estimator = try OpenEstimator()
    #expect(throws: CallFailure.self) { try estimator.analyze("/no/such.jpg") }
    let before = String(cString: p3_last_error())
    nonisolated(unsafe) var elsewhere = "?"
    let thread = Thread { elsewhere = String(cString: p3_last_error()) }
    thread.start()
    while !thread.isFinished { usleep(1000) }
    #expect(before.hasPrefix("/no/such.jpg") && elsewhere.isEmpty)
  }
}
