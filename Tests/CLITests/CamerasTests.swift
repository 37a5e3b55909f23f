import Foundation
import TestSupport
import Testing

/// `pose3d cameras`.
struct CamerasTests {
  private static func toml(_ name: String, _ rotation: String, _ translation: String) -> String {
    """
    [\(name)]
    name = "\(name)"
    size = [640, 480]
    matrix = [[554.256, 0, 319.5], [0, 554.256, 239.5], [0, 0, 1]]
    distortions = [0, 0, 0, 0]
    rotation = \(rotation)
    translation = \(translation)


    """
  }

  static let rig =
    toml("left", "[0, 0, 0]", "[0, 0, 4]")
    + toml("right", "[0, 1.5707963267948966, 0]", "[0, 0, 3]")

  @Test func `a calibration is shown`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("Calib.toml", Self.rig)
    let run = try await CommandLineRun(["cameras", path])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        \(path)   Pose2Sim or Anipose   2 cameras   up: −y

        camera     image   field of view       x       y        z   height   to middle
        left     640×480           71.6°   0.000   0.000   -4.000    0.000       4.000
        right    640×480           71.6°   3.000   0.000    0.000    0.000       3.000

        between viewing directions: left–right 90°
        Metres in the calibration's axes; the field of view is along the diagonal.

        """)
  }

  /// The rig as a file with sigmas.
  private static func rigWithSigmas(in folder: TemporaryFolder) async throws -> String {
    let path = folder.path("rig.json")
    let source = try folder.file("Calib.toml", rig)
    _ = try await CommandLineRun(["cameras", source, "--write", path])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let sigma = #""sigma": {"rotation": [0, 0.02, 0], "position": [0.03, 0, 0.04]}"#
    return try folder.file(
      "sigmas.json",
      text.replacing(
        "\"cameras\": [", with: "\"upSigma\": 0.03, \"scaleSigma\": 0.07, \"cameras\": ["
      )
      .replacing("\"name\": \"right\",", with: "\"name\": \"right\", \(sigma),"))
  }

  @Test func `the sigmas of a calibration are shown, and kept`() async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.rigWithSigmas(in: folder)
    let run = try await CommandLineRun(["cameras", path])
    #expect(run.exitCode == 0)
    #expect(
      run.output.hasSuffix(
        """

        camera   rotation   position
        right     ± 1.15°    ± 50 mm
        lengths ± 7 %; vertical ± 1.7°; ± is one standard deviation.

        """), "\(run.output)")
    let again = try await CommandLineRun(["cameras", path, "--write", "-", "--to", "pose3d"])
    #expect(again.output.contains("\"upSigma\": 0.03") && again.output.contains("0.07"))
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a rig with sigmas is valid`() async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.rigWithSigmas(in: folder)
    try await SchemaValidator("rig").expect([path])
    try await SchemaValidator("rig").expect(
      path, exceptWith: [("\"upSigma\": 0.03", "\"upSigma\": -1"), ("0.07", "\"7 %\"")])
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `what is written is valid, and read again as the same`() async throws {
    let folder = try TemporaryFolder()
    let (path, first, second) = (
      try folder.file("Calib.toml", Self.rig), folder.path("1.json"), folder.path("2.json")
    )
    #expect(try await CommandLineRun(["cameras", path, "--write", first]).exitCode == 0)
    #expect(try await CommandLineRun(["cameras", first, "--write", second]).exitCode == 0)
    #expect(
      try Data(contentsOf: URL(filePath: first)) == Data(contentsOf: URL(filePath: second)))
    try await SchemaValidator("rig").expect([first])
    try await SchemaValidator("rig").expect(
      first,
      exceptWith: [("\"up\"", "\"down\""), ("\"name\": \"left\"", "\"name\": \"\"")])
  }

  /// Keypoints of a person who moves up and down unevenly, `shift` seconds later, at 30 frames per
  /// second.
  private static func keypoints(shift: Double, scale: Double) -> String {
    let places: [(String, Double, Double)] = [
      ("nose", 0, 0), ("leftShoulder", 20, 30), ("rightShoulder", -20, 30), ("leftElbow", 30, 60),
      ("rightElbow", -30, 60), ("leftWrist", 35, 90), ("rightWrist", -35, 90), ("leftHip", 12, 90),
      ("rightHip", -12, 90), ("leftKnee", 14, 135), ("rightKnee", -14, 135),
      ("leftAnkle", 15, 180), ("rightAnkle", -15, 180),
    ]
    let frames = (0..<180).map { index -> String in
      let t = Double(index) / 30 - shift
      let points = places.enumerated().map { place, point -> String in
        let height = Double(12 - place)
        let y = point.2 + height * (sin(3.1 * t + 0.9 * sin(1.7 * t)) + 0.5 * sin(5.3 * t))
        return "\"\(point.0)\": [\(320 + scale * point.1), \(100 + scale * y), 0.9]"
      }
      return
        "{\"index\": \(index), \"people\": [{\"id\": 1, \"points\": {\(points.joined(separator: ", "))}}]}"
    }
    return "{\"schema\": \"pose3d.keypoints/1\", \"width\": 640, \"height\": 480, \"frames\": ["
      + frames.joined(separator: ",\n") + "]}"
  }

  @Test func `a rig goes through the layouts of other programs and comes back`() async throws {
    let folder = try TemporaryFolder()
    let (path, rig) = (try folder.file("Calib.toml", Self.rig), folder.path("rig.json"))
    #expect(try await CommandLineRun(["cameras", path, "--write", rig]).exitCode == 0)
    for (options, written) in [
      (["--write", folder.path("a.toml")], "a.toml"),
      (["--write", folder.path("a.yaml")], "a.yaml"),
      (["--write", folder.path("cv"), "--to", "opencv"], "cv"),
      (["--write", folder.path("model/"), "--to", "colmap"], "model"),
    ] {
      let run = try await CommandLineRun(["cameras", rig] + options)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.output.contains("wrote \(folder.path(written))"))
      let again = try await CommandLineRun(["cameras", folder.path(written), "--write", "-"])
      #expect(again.exitCode == 0 && again.output.contains("pose3d.rig/1"), "\(again.errors)")
    }
    let text = try await CommandLineRun(["cameras", rig, "--write", "-", "--to", "kalibr"])
    #expect(text.output.hasPrefix("cam0:\n"))
  }

  @Test(arguments: [
    (["--to", "colmap"], "--to is the layout of --output: name the file."),
    (["--to", "opencv", "--write", "-"], "--to opencv writes a folder: name it with --output."),
    (
      ["--to", "blender", "--write", "a"], "The value 'blender' is invalid for '--to <layout>'"
    ),
  ])
  func `a layout without its place is refused`(options: [String], message: String) async throws {
    let run = try await CommandLineRun(["cameras", "rig.json"] + options)
    #expect(run.exitCode == 64 && run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `clocks of keypoint files are found and written`() async throws {
    struct Clocks: Decodable {
      struct Clock: Decodable {
        let name: String
        let offset: Double
        let offsetSigma: Double
      }
      let clocks: [Clock]
    }
    let folder = try TemporaryFolder()
    let files = [
      try folder.file("a.json", Self.keypoints(shift: 0, scale: 1)),
      try folder.file("b.json", Self.keypoints(shift: 0.21, scale: 1.4)),
    ]
    let path = folder.path("clocks.json")
    let run = try await CommandLineRun(
      ["cameras", "sync"] + files + ["--fps", "30", "--write", path])
    #expect(run.exitCode == 0, "\(run.errors)")
    let found = try JSONDecoder().decode(
      Clocks.self, from: Data(contentsOf: URL(filePath: path)))
    #expect(found.clocks.map(\.name) == ["a", "b"])
    #expect(found.clocks[0].offset == 0)
    #expect(abs(found.clocks[1].offset - 0.21) < 0.1 / 30)
    try await SchemaValidator("clocks").expect([path])
  }

  @Test(arguments: [
    (["sync", "a.mp4"], "One recording has one clock: name two or more."),
    (["calibrate", "a.mp4", "-o", "rig.json"], "One recording has one camera: name two or more."),
    (
      ["calibrate", "a.mp4", "b.mp4", "--fov", "200", "-o", "rig.json"],
      "--fov 200.0: an angle between 1 and 170 degrees was expected."
    ),
    (
      ["check", "rig.json", "a.mp4"],
      "Name the calibration, and recordings of two cameras or more."
    ),
  ])
  func `a command line that can't be is refused`(
    arguments: [String], sentence: String
  ) async throws {
    let run = try await CommandLineRun(["cameras"] + arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }
}
