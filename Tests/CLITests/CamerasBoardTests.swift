import Foundation
import TestSupport
import Testing

/// `pose3d cameras board` and `cameras calibrate --board`.
struct CamerasBoardTests {
  @Test(arguments: [
    ([], "aprilgrid:6x6:23mm:0.3 on A4"), (["--paper", "a3"], "aprilgrid:6x6:34mm:0.3 on A3"),
    (["--kind", "checkerboard"], "checkerboard:8x5:27mm on A4"),
    (["--kind", "charuco"], "charuco:5x7:36mm:27mm:DICT_5X5_100 on A4"),
    (["--kind", "charuco", "--paper", "a3"], "charuco:5x7:53mm:39.75mm:DICT_5X5_100 on A3"),
    (
      ["--board", "ChArUco:6x8:25mm:2cm:4x4_50"], "charuco:6x8:25mm:20mm:DICT_4X4_50 on A4"
    ),
    (["--board", "checkerboard:5x4:30mm"], "checkerboard:5x4:30mm on A4"),
  ])
  func `a sheet is a PDF document, the same each time`(
    options: [String], heading: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("board.pdf")
    let run = try await CommandLineRun(["cameras", "board", "--write", path] + options)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix(heading + "\n"))
    let first = try Data(contentsOf: URL(filePath: path))
    #expect(first.starts(with: Data("%PDF-".utf8)))
    _ = try await CommandLineRun(["cameras", "board", "--write", path] + options)
    #expect(try Data(contentsOf: URL(filePath: path)) == first)
  }

  @Test(arguments: [
    (["--write", "a.png"], "--output a.png: a PDF file is written; name it .pdf."),
    (
      ["--write", "a.pdf", "--kind", "checkerboard", "--board", "aprilgrid:6x6:20mm"],
      "--board states the kind of board, too: leave out --kind."
    ),
  ])
  func `options of a board that contradict each other`(options: [String], message: String)
    async throws
  {
    let run = try await CommandLineRun(["cameras", "board"] + options)
    #expect(run.exitCode == 64 && run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }

  @Test func `a board that doesn't fit is refused`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun([
      "cameras", "board", "--write", folder.path("board.pdf"), "--board", "aprilgrid:6x6:60mm",
    ])
    run.expectFailure(
      code: 64,
      message:
        "aprilgrid:6x6:60mm:0.3 measures 506 × 530 mm with its margin and doesn't fit on A4: choose larger "
        + "paper, or smaller tags or squares")
  }

  @Test func `recordings that don't start together are paired by the board's movement`()
    async throws
  {
    let folder = try TemporaryFolder()
    let rig = folder.path("rig.json")
    let boards = Fixture.path("boards")
    let arguments = [
      "cameras", "calibrate", "\(boards)/left.mp4", "\(boards)/right.mp4", "--board",
      "checkerboard:5x4:35mm", "--camera", "\(boards)/camera.json", "-o", rig,
    ]
    let run = try await CommandLineRun(arguments)
    #expect(run.exitCode == 0)
    let words = try #require(
      run.errors.firstMatch(of: #/warning: camera right runs (\d+) ± (\d+) ms ahead of/#))
    #expect(abs((Int(words.1) ?? 0) - 620) < 8, "\(run.errors)")
    // 0.88 radians around the board's middle, each camera 1 m from it.
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: rig)))
    let cameras = try #require((file as? [String: Any])?["cameras"] as? [[String: Any]])
    let places = cameras.compactMap { $0["cameraFromWorld"] as? [Double] }
    try #require(places.map(\.count) == [16, 16])
    // The left camera is the world, its y and z flipped.
    let cosine = -places[1][10]
    #expect(abs(acos(cosine) - 0.88) < 0.003)
    let synchronized = try await CommandLineRun(arguments + ["--synchronized"])
    #expect(synchronized.exitCode == 65)
    #expect(
      synchronized.errors.contains(
        "check that the recordings start at the same time and that no camera moved"))
  }

  @Test func `recordings that don't fit are refused`() async throws {
    let folder = try TemporaryFolder()
    let (left, right) = (Fixture.path("boards/left.mp4"), Fixture.path("boards/right.mp4"))
    let further = [
      "--board", "checkerboard:5x4:35mm", "--camera", Fixture.path("boards/camera.json"), "-o",
      folder.path("rig.json"),
    ]
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.mp4"), withDestinationPath: left)
    for other in [left, folder.path("link.mp4")] {
      let run = try await CommandLineRun(["cameras", "calibrate", left, other] + further)
      run.expectFailure(
        code: 65,
        message: "\(other): "
          + (other == left ? "it is given twice" : "it is \(left), which is given already")
          + ": name the recording of another camera")
    }
    let late = try await CommandLineRun(
      ["cameras", "calibrate", left, right, "--floor", "99"] + further)
    #expect(late.exitCode == 65)
    #expect(
      late.errors.contains(
        "\(left): the board that sets the world was to be seen at 99.0 s, and it ends at "),
      "\(late.errors)")
    let radial = try await CommandLineRun(
      ["cameras", "calibrate", left, right, "--radial", "4"] + further)
    #expect(radial.exitCode == 64 && radial.errors.hasPrefix("error: --radial 4: 2 or 3."))
  }

  @Test func `a specification of no board is refused`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun([
      "cameras", "calibrate", folder.path("a.mp4"), "--board", "circles", "-o",
      folder.path("a.json"),
    ])
    run.expectFailure(
      code: 64,
      message:
        "\"circles\" is not a board: it begins with aprilgrid:, charuco: or checkerboard:; "
        + "aprilgrid:6x6:35mm:0.3, charuco:5x7:40mm:30mm:DICT_5X5_100, checkerboard:5x4:35mm or a YAML "
        + "file of Kalibr was expected")
  }

  @Test(arguments: [
    (
      "DICT_5X5_100",
      "camera whole: 1 sharp frames show enough of the board; at least 3 were expected: film it for half "
        + "a minute at different angles and distances"
    ),
    (
      "DICT_4X4_50",
      "camera whole shows markers of DICT_5X5_50; a ChArUco board of 5×7 squares with DICT_4X4_50 was "
        + "expected: check the specification against the printed board"
    ),
  ])
  func `a ChArUco board in an image is found`(dictionary: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun([
      "cameras", "calibrate", Fixture.path("boards/whole.jpg"), "--board",
      "charuco:5x7:40mm:30mm:\(dictionary)", "-o", folder.path("a.json"),
    ])
    run.expectFailure(code: 65, message: message)
  }
}
