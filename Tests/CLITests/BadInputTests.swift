import Foundation
import TestSupport
import Testing

/// Every bad input ends with a sentence and an exit code of the sysexits convention.
struct BadInputTests {
  static let color = Fixture.path("demo/color.jpg")
  static let depth = Fixture.path("demo/depth.png")
  static let camera = Fixture.path("demo/camera.json")
  static let keypoints = Fixture.path("demo/keypoints.json")

  private func expectFailure(
    _ arguments: [String], code: Int32, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(["analyze"] + arguments)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  @Test func `a picture that doesn't exist`() async throws {
    let path = Fixture.path("demo/nowhere.jpg")
    try await expectFailure([path], code: 66, message: "\(path): there is no such file")
  }

  @Test func `a file that is no picture`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("hello.jpg", Data("hello".utf8))
    try await expectFailure(
      [path], code: 65,
      message: "\(path): this is not an image (it starts with 68 65 6c 6c); "
        + "color images are read from JPEG, PNG, TIFF, OpenEXR, HEIC, WebP, GIF, BMP and PPM")
  }

  @Test func `an empty file`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("empty.png", Data())
    try await expectFailure([path], code: 65, message: "\(path): the file is empty")
  }

  @Test func `a JPEG that was cut short`() async throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: Self.color))
    let path = try folder.file("cut.jpg", whole.prefix(whole.count / 2))
    try await expectFailure(
      [path], code: 65,
      message: "\(path): the JPEG is damaged or cut short "
        + "(libjpeg-turbo: Premature end of JPEG file)")
  }

  @Test func `a PNG that was cut short`() async throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: Self.depth))
    let path = try folder.file("cut.png", whole.prefix(whole.count / 2))
    try await expectFailure(
      [Self.color, "--depth", path, "--depth-scale", "mm"], code: 65,
      message: "\(path): the PNG is damaged or cut short (libspng: end of stream)")
  }

  @Test func `colour and depth of different shapes without a camera file`() async throws {
    let path = Fixture.path("rendered/p039/depth.png")
    try await expectFailure(
      [Self.color, "--depth", path, "--depth-scale", "mm"], code: 65,
      message: "\(path): depth is 192×256, color is 512×424: different aspect ratios; "
        + "give --camera with both cameras' intrinsics")
  }

  @Test func `a depth map without a unit`() async throws {
    try await expectFailure(
      [Self.color, "--depth", Self.depth], code: 64,
      message: "\(Self.depth): this PNG of 16-bit integers doesn't state its unit: "
        + "give --depth-scale mm (or tum, realsense, …; or metres a step, such as 0.001)")
  }

  @Test func `a unit that there isn't`() async throws {
    let run = try await CommandLineRun(
      ["analyze", Self.color, "--depth", Self.depth, "--depth-scale", "furlong"])
    #expect(run.exitCode == 64)
    #expect(
      run.errors.hasPrefix(
        "error: --depth-scale furlong: \"furlong\" is no unit of depth: give one of "))
  }

  @Test func `a depth map of zeros`() async throws {
    let path = Fixture.path("images/depth-empty.png")
    try await expectFailure(
      [Self.color, "--depth", path, "--depth-scale", "mm"], code: 65,
      message: "\(path): not one of the 21×13 samples holds a depth: all of them are 0")
  }

  @Test func `intrinsics without the size of their picture`() async throws {
    let folder = try TemporaryFolder()
    let json = #"{ "fx": 500, "fy": 500, "cx": 320, "cy": 240 }"#
    let path = try folder.file("camera.json", Data(json.utf8))
    try await expectFailure(
      [Self.color, "--camera", path], code: 65,
      message: "\(path): intrinsics without the size of the image they belong to: "
        + "add \"width\" and \"height\"")
  }

  @Test func `intrinsics of a picture of another shape`() async throws {
    let folder = try TemporaryFolder()
    let json =
      #"{ "width": 640, "height": 480, "fx": 500, "fy": 500, "cx": 320, "cy": 240 }"#
    let path = try folder.file("camera.json", Data(json.utf8))
    try await expectFailure(
      [Self.color, "--camera", path], code: 65,
      message: "\(path): the color intrinsics are for 640×480, the image is 512×424: "
        + "different aspect ratios; give the intrinsics of this image")
  }

  @Test func `keypoints of another picture`() async throws {
    let folder = try TemporaryFolder()
    let json = try String(contentsOfFile: Self.keypoints, encoding: .utf8)
      .replacingOccurrences(of: "\"width\": 512", with: "\"width\": 1024")
    let path = try folder.file("keypoints.json", Data(json.utf8))
    try await expectFailure(
      [Self.color, "--keypoints", path], code: 65,
      message: "\(path): keypoints for another image size: they are for 1024×424, "
        + "the image is 512×424")
  }

  @Test func `a picture of one pixel`() async throws {
    let path = Fixture.path("images/png-1x1.png")
    try await expectFailure(
      [path], code: 65,
      message: "\(path): 1×1 pixels are too few to show a person: at least 16×16 are needed")
  }

  @Test func `a picture of 60000 by 60000 pixels`() async throws {
    let path = Fixture.path("images/bad/bomb.png")
    try await expectFailure(
      [path], code: 65,
      message: "\(path): 60000×60000 is more than 256 megapixels, the most that is read: "
        + "scale it down, or raise --max-megapixels")
  }

  @Test func `no runtime`() async throws {
    let run = try await CommandLineRun(["analyze", Self.color], assets: nil)
    #expect(run.exitCode == 69)
    #expect(
      run.errors.hasPrefix(
        "error: the detection runtime is not installed: openvino/libopenvino_c.so.*, "
          + "models/pose_detection.tflite, models/pose_landmark_full_pruned.tflite, "
          + "models/palm_detection_full.tflite and models/hand_landmark_full.tflite are not in "))
    #expect(
      run.errors.hasSuffix(
        "run `scripts/setup` (or `make demo`) in the Pose3D checkout, "
          + "or `swift package pose3d-setup` in a package that depends on it; or set POSE3D_HOME to the "
          + "folder of another installation, or give the keypoints with a file\n"))
  }

  @Test(arguments: ["-o", "--overlay"])
  func `a file in a folder that doesn't exist, before any work`(option: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("nowhere/result")
    try await expectFailure(
      [Self.color, "--keypoints", Self.keypoints, option, path], code: 73,
      message: "\(path): can't be written: the folder \(folder.path("nowhere")) doesn't exist")
    #expect(folder.contents.isEmpty)
  }

  @Test func `an output that is a folder`() async throws {
    let folder = try TemporaryFolder()
    try await expectFailure(
      [Self.color, "--keypoints", Self.keypoints, "-o", folder.path], code: 73,
      message: "\(folder.path): can't be written: it is a folder")
    #expect(folder.contents.isEmpty)
  }

  @Test(arguments: ["-o", "--overlay"])
  func `a disk that is full leaves no half-written file, and what was there stays`(
    option: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("result", Data("before".utf8))
    let run = try await CommandLineRun(
      ["analyze", Self.color, "--keypoints", Self.keypoints, "--fov", "60", option, path],
      hasFullDisk: true)
    #expect(run.exitCode == 73)
    // Fontconfig, before, where the fonts have changed: it can't write its cache either.
    #expect(
      run.errors.hasSuffix("error: \(path): can't be written: File too large\n"))
    #expect(folder.contents == ["result"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
  }

  @Test func `an output that is an input, by whatever name`() async throws {
    let folder = try TemporaryFolder()
    let picture = try folder.file("color.png", Data(contentsOf: URL(filePath: Self.color)))
    let link = folder.path("link.png")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: picture)
    let document = folder.path("link.json")
    try FileManager.default.createSymbolicLink(atPath: document, withDestinationPath: picture)
    for (option, path) in [("-o", document), ("--overlay", picture), ("--overlay", link)] {
      let run = try await CommandLineRun([
        "analyze", picture, "--keypoints", Self.keypoints, option, path,
      ])
      #expect(run.exitCode == 64)
      #expect(
        run.errors == "error: \(path): this is an input; give the output another name\n")
    }
    #expect(
      try Data(contentsOf: URL(filePath: picture)) == Data(contentsOf: URL(filePath: Self.color)))
  }

  @Test(arguments: [["--depth-scale", "mm"], ["--channel", "Z"]])
  func `an option for a depth map that there isn't`(option: [String]) async throws {
    try await expectFailure(
      [Self.color, "--keypoints", Self.keypoints] + option, code: 64,
      message:
        "\(Self.color): there is no depth map whose unit, confidence or channel could be stated: give "
        + "one with --depth")
  }

  @Test func `a channel of a picture's own depth map that has none`() async throws {
    let picture = Fixture.path("vision/portrait.jpg")
    try await expectFailure(
      [picture, "--keypoints", Self.keypoints, "--channel", "Z"], code: 65,
      message:
        "\(picture): it has no channels to find \"Z\" among, as OpenEXR and NPZ files have: leave the channel "
        + "out")
  }

  @Test func `two outputs of one name`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("result")
    try await expectFailure(
      [Self.color, "--keypoints", Self.keypoints, "-o", path, "--overlay", path], code: 64,
      message: "\(path): --output and --overlay name the same file")
    let other = folder.path("./result")
    try await expectFailure(
      [Self.color, "--keypoints", Self.keypoints, "-o", path, "--overlay", other], code: 64,
      message: "\(other): --output and --overlay name the same file")
    try await expectFailure(
      [Self.color, "-o", ""], code: 64, message: "\"\": this is not a name of a file to write")
  }

  @Test func `a standard output that can't be written is no success`() async throws {
    let run = try await CommandLineRun(
      ["analyze", Self.color, "--keypoints", Self.keypoints, "--fov", "60", "-o", "-"],
      hasFullDisk: true)
    #expect(run.exitCode == 74)
    #expect(run.errors == "error: the standard output can't be written: File too large\n")
  }

  @Test func `permissions stay, links are followed, devices are written to`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("private.json", Data())
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let link = folder.path("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let arguments = ["analyze", Self.color, "--keypoints", Self.keypoints, "--fov", "60"]
    #expect(try await CommandLineRun(arguments + ["-o", link]).exitCode == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect((attributes[.size] as? Int ?? 0) > 10_000)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try await CommandLineRun(arguments + ["-o", "/dev/null"]).exitCode == 0)
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        == .typeCharacterSpecial)
  }

  @Test func `too few keypoints leave the person out, and say so`() async throws {
    let folder = try TemporaryFolder()
    let json = """
      { "schema": "pose3d.keypoints/1", "width": 512, "height": 424,
        "people": [{ "points": { "nose": [10, 20, 1], "leftEye": [12, 18, 1] } }] }
      """
    let path = try folder.file("keypoints.json", Data(json.utf8))
    let run = try await CommandLineRun(["analyze", Self.color, "--keypoints", path, "-o", "-"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors == "warning: person 0 is left out: only 2 usable keypoints, and a skeleton needs "
        + "6: use an image that shows more of the person\n")
    #expect(run.output.contains("\"people\": []"))
  }

  /// The bundled keypoints with every point changed.
  private func keypoints(
    in folder: TemporaryFolder, _ change: ([Double]) -> [Double]
  ) throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: Self.keypoints))
    var document = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    var people = try #require(document["people"] as? [[String: Any]])
    let points = try #require(people[0]["points"] as? [String: [Double]])
    people[0]["points"] = points.mapValues(change)
    document["people"] = people
    return try folder.file("keypoints.json", JSONSerialization.data(withJSONObject: document))
  }

  private static let noPerson: [(what: String, change: @Sendable ([Double]) -> [Double], String)] =
    [
      (
        "all points in one place", { _ in [200, 200, 1] },
        "the keypoints lie within 0 pixels, and a skeleton needs 16: use an image that shows the "
          + "person larger"
      ),
      (
        "a body above the image", { [$0[0], $0[1] - 280, $0[2]] },
        "hips and shoulders are all outside the image, so that how the trunk stands is a guess: use "
          + "an image that shows more of the person"
      ),
      (
        "points that are not sure", { [$0[0], $0[1], 0.05] },
        "only 0 usable keypoints, and a skeleton needs 6: use an image that shows more of the person"
      ),
    ]

  @Test(arguments: noPerson.indices)
  func `keypoints that show no person leave the person out, and say why`(index: Int) async throws {
    let (what, change, reason) = Self.noPerson[index]
    let folder = try TemporaryFolder()
    let path = try keypoints(in: folder, change)
    let run = try await CommandLineRun(["analyze", Self.color, "--keypoints", path, "-o", "-"])
    #expect(run.exitCode == 0, "\(what)")
    #expect(run.errors == "warning: person 0 is left out: \(reason)\n", "\(what)")
    #expect(run.output.contains("\"people\": []"), "\(what)")
  }

  @Test func `a wall where the person should be is no body's depth`() async throws {
    let wall = Fixture.path("images/depth-wall.png")
    let run = try await CommandLineRun([
      "analyze", Self.color, "--depth", wall, "--camera", Self.camera, "--keypoints",
      Self.keypoints, "-o", "-",
    ])
    #expect(run.exitCode == 0)
    #expect(
      run.errors
        == "warning: person 0 was estimated without depth: \(wall) shows a flat surface where "
        + "the person is, a wall or a floor: check that it shows the same view.\n")
    #expect(run.output.contains("\"heightEstimation\": \"reference\""))
  }

  @Test(arguments: [
    (
      ["--camera", "a.json", "--fov", "60"],
      "--camera and --fov both say what the camera is: give one of them."
    ),
    (["--fov", "200"], "--fov 200.0: an angle between 1 and 170 degrees was expected."),
    (["--fov", "0mm"], "The value '0mm' is invalid for '--fov <degrees>'"),
    (["--fov", "wide"], "The value 'wide' is invalid for '--fov <degrees>'"),
    (
      ["--height", "175"],
      "The value '175' is invalid for '--height <metres>': this is in metres: 1.75, or 175cm"
    ),
    (
      ["--depth", "a.png", "--ignore-own-depth"],
      "--ignore-own-depth is for files that hold depth maps; --depth names other ones."
    ),
    (["--frame=-1"], "--frame -1: frames are counted from 0."),
    (
      ["--max-megapixels", "0"],
      "--max-megapixels 0: a number between 1 and 4096 was expected."
    ),
    (
      ["-o", "-", "--overlay", "-"],
      "--output - and --overlay - both go to standard output: give one a file."
    ),
    (
      ["--keypoint-layout", "coco"],
      "--keypoint-layout is about a file: give one with --keypoints, or a model with --model."
    ),
  ])
  func `options that contradict each other or themselves`(
    options: [String], message: String
  ) async throws {
    let run = try await CommandLineRun(["analyze", Self.color] + options)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }
}
