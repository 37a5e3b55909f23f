import Foundation
import TestSupport
import Testing

struct DepthTests {
  static let depth = Fixture.path("demo/depth.png")
  static let color = Fixture.path("demo/color.jpg")
  static let camera = Fixture.path("demo/camera.json")

  /// What the tests read of a depth report.
  struct Report: Decodable {
    struct Camera: Decodable {
      let fx: Double
      let source: String
    }
    struct Floor: Decodable {
      let cameraHeight: Double
      let pitch: Double
      let tiltFromGravity: Double?
    }
    let format: String
    let width: Int
    let height: Int
    let unit: String
    let metresPerStep: Double?
    let scale: String
    let minimum: Double?
    let median: Double?
    let maximum: Double?
    let validShare: Double
    let camera: Camera?
    let accuracy: String?
    let floor: Floor?
    let frameCount: Int
    let warnings: [String]
  }

  private func report(_ arguments: [String]) async throws -> Report {
    let run = try await CommandLineRun(["depth"] + arguments + ["--json", "-"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test func `the table lists the contents of the file`() async throws {
    let run = try await CommandLineRun(["depth", Self.depth, "--camera", Self.camera])
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines[0] == "\(Self.depth)")
    #expect(lines[1] == "format      PNG, 16-bit integers")
    #expect(lines[2] == "size        512 × 424")
    #expect(lines[3] == "unit        0.001 m a step, from the camera file")
    #expect(lines[4] == "depth       1.217 m nearest, 2.670 m median, 2.839 m farthest")
    #expect(lines[5] == "holes       1.0 % of the map without depth")
    #expect(
      lines[6]
        == "camera      fx 366.0, fy 366.0, cx 257.0, cy 207.5 px at 512 × 424, from the camera file"
    )
    #expect(lines[7].hasPrefix("floor       0.7"))
    #expect(lines[7].hasSuffix("off the stated gravity"))
  }

  @Test func `the floor of a rendered frame is where its truth has it`() async throws {
    let floor = try await #require(
      try report([Self.depth, "--camera", Self.camera]).floor)
    #expect(abs(try #require(floor.tiltFromGravity)) < 0.6)
  }

  @Test(arguments: [
    ("tiff", "tif", "TIFF"), ("exr", "exr", "OpenEXR"), ("npy", "npy", "NPY"),
    ("pfm", "pfm", "PFM"), ("png16", "png", "PNG"),
  ])
  func `what is written reads the same`(
    kind: String, ending: String, format: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("depth.\(ending)")
    let run = try await CommandLineRun(["depth", Self.depth, "--depth-scale", "mm", "-o", path])
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix("wrote \(path)\n"))
    let unit = kind == "png16" ? ["--depth-scale", "mm"] : []
    let (before, after) = (
      try await report([Self.depth, "--depth-scale", "mm"]), try await report([path] + unit)
    )
    #expect(after.format == format)
    #expect(after.scale == (kind == "png16" ? "caller" : "assumed"))
    #expect(after.median == before.median && after.validShare == before.validShare)
    #expect(after.minimum == before.minimum && after.maximum == before.maximum)
    // The ending sets the kind; so does --to, and then the ending doesn't count.
    let other = folder.path("depth.dat")
    let named = try await CommandLineRun(
      ["depth", Self.depth, "--depth-scale", "mm", "--to", kind, "-o", other])
    #expect(named.exitCode == 0)
    #expect(
      try Data(contentsOf: URL(filePath: other)) == Data(contentsOf: URL(filePath: path)))
  }

  @Test func `losses of a file format are reported`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("depth.png")
    let run = try await CommandLineRun(
      ["depth", Self.depth, "--depth-scale", "tum", "--to", "png16", "-o", path])
    #expect(run.exitCode == 0)
    #expect(run.errors == "warning: \(path): depths are rounded to whole millimetres\n")
  }

  @Test func `a point cloud has the picture's colours`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cloud.ply")
    let run = try await CommandLineRun([
      "depth", Self.depth, "--camera", Self.camera, "--color", Self.color, "-o", path,
    ])
    #expect(run.exitCode == 0)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let text = String(decoding: bytes.prefix(400), as: UTF8.self)
    let count = text.split(separator: "\n").first { $0.hasPrefix("element vertex ") }
      .flatMap { Int($0.dropFirst(15)) }
    let points = try #require(count)
    #expect(points == 214_866)
    let header = try #require(text.range(of: "end_header\n"))
    let length = text[..<header.upperBound].utf8.count
    #expect(bytes.count == length + 15 * points)
  }

  @Test func `the preview is a picture with a scale`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("preview.png")
    let run = try await CommandLineRun([
      "depth", Self.depth, "--depth-scale", "mm", "--preview", path,
    ])
    #expect(run.exitCode == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // Twice as large, and a scale below.
    let side = { (start: Int) in bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    #expect(side(16) == 1024)
    #expect(side(20) > 848 && side(20) < 960)
  }

  @Test func `an array with its own intrinsics needs no camera file`() async throws {
    let report = try await report([Fixture.path("depth/arrays/depth.npz")])
    #expect(report.camera?.source == "calibration")
    #expect(report.scale == "assumed")
  }

  @Test(arguments: [
    (["--to", "exr"], "--to sets the format of --output: name the file with --output (-o)."),
    (
      ["-o", "x.dat"],
      "--output x.dat: say with --to what it is to be: png16, tiff, exr, npy, pfm, ply."
    ),
    (
      ["-o", "-", "--to", "npy", "--json", "-"],
      "Only one of --preview, --output, --json and --write-camera can go to standard output: give "
        + "the others files."
    ),
  ])
  func `options that contradict each other`(options: [String], message: String) async throws {
    let run = try await CommandLineRun(["depth", Self.depth] + options)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }

  @Test func `a calibration is written as our own camera file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("camera.json")
    let array = Fixture.path("depth/arrays/depth.npz")
    let run = try await CommandLineRun(["depth", array, "--write-camera", path])
    #expect(run.exitCode == 0)
    let (own, written) = await (try await report([array]), try report([array, "--camera", path]))
    #expect(own.camera?.fx == written.camera?.fx)
    #expect(written.camera?.source == "file")
    let none = try await CommandLineRun([
      "depth", Self.depth, "--depth-scale", "mm", "--write-camera", folder.path("none.json"),
    ])
    #expect(none.exitCode == 64)
    #expect(
      none.errors
        == "error: \(Self.depth): a calibration is to be written, and neither the file "
        + "nor a camera file has one, nor is a field of view stated: give --camera\n")
  }

  @Test func `a stated field of view is written as a camera file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("camera.json")
    let run = try await CommandLineRun([
      "depth", Self.depth, "--depth-scale", "mm", "--fov", "79", "--write-camera", path,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let written = try await report([Self.depth, "--depth-scale", "mm", "--camera", path])
    let stated = try await report([Self.depth, "--depth-scale", "mm", "--fov", "79"])
    let (a, b) = (try #require(written.camera?.fx), try #require(stated.camera?.fx))
    #expect(abs(a - b) < 0.01)
  }

  @Test func `the calibration that is written fits the file that is written`() async throws {
    let folder = try TemporaryFolder()
    for (name, unit) in [("depth.png", "0.001"), ("depth.exr", "1.0")] {
      let run = try await CommandLineRun([
        "depth", Self.depth, "--camera", Self.camera, "-o", folder.path(name), "--write-camera",
        "-",
      ])
      #expect(run.exitCode == 0)
      #expect(run.output.contains("\"depthUnit\": \(unit)"), "\(run.output)")
    }
  }

  @Test func `a calibration may come through a pipe`() async throws {
    let run = try await CommandLineRun(
      ["depth", Self.depth, "--camera", "/dev/stdin"],
      through: ["-c", "cat '\(Self.camera)' | \"$0\" \"$@\""])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("0.001 m a step, from the camera file"))
  }

  @Test func `millimetres that are taken for metres are recognised`() async throws {
    let run = try await CommandLineRun(["depth", Self.depth, "--depth-scale", "m"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors
        == "warning: \(Self.depth): its median depth is 2670 m in the unit m: it looks like "
        + "millimetres: --depth-scale mm\n")
  }

  @Test func `the camera of a picture is that of the device whose maps have this size`()
    async throws
  {
    let report = try await report([Self.depth, "--depth-scale", "mm", "--color", Self.color])
    #expect(report.camera?.source == "device" && report.floor != nil)
  }

  @Test func `a frame that the file doesn't have is refused`() async throws {
    let run = try await CommandLineRun(["depth", Self.depth, "--depth-scale", "mm", "--frame", "3"])
    #expect(run.exitCode == 65)
    #expect(
      run.errors
        == "error: \(Self.depth): there is no frame 3: the file has 1, counted from 0\n")
  }

  @Test func `a point cloud without intrinsics is refused`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun([
      "depth", Self.depth, "--depth-scale", "mm", "-o", folder.path("cloud.ply"),
    ])
    #expect(run.exitCode == 64)
    #expect(
      run.errors
        == "error: \(Self.depth): a point cloud needs the camera's intrinsics, and the file "
        + "has none: give --camera\n")
    #expect(!folder.contents.contains("cloud.ply"))
  }

  @Test func `an output that is an input is refused`() async throws {
    let run = try await CommandLineRun([
      "depth", Self.depth, "--depth-scale", "mm", "-o", Self.depth,
    ])
    #expect(run.exitCode == 64)
    #expect(
      run.errors
        == "error: \(Self.depth): this is an input; give the output another name\n")
  }
}
