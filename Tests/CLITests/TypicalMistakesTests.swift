import Foundation
import TestSupport
import Testing

/// Command lines as people mistype them, each answered with the mistake and not with its consequence.
@Suite("Typical mistakes on the command line")
struct TypicalMistakesTests {
  static let unknownOptions: [(String, String)] = [
    ("video a.mp4 --device gpu", "pose3d video has no option --device: it computes on the CPU"),
    ("video a.mp4 --gpu", "pose3d video has no option --gpu: it computes on the CPU"),
    ("video a.mp4 --start 1", "pose3d video has no option --start: use --from"),
    ("video a.mp4 --end 2", "pose3d video has no option --end: use --to"),
    ("video a.mp4 --heigth 1.72", "pose3d video has no option --heigth: did you mean --height?"),
    ("video a.mp4 --heigth=1.72", "pose3d video has no option --heigth: did you mean --height?"),
    ("video a.mp4 --exer squat", "pose3d video has no option --exer: did you mean --exercise?"),
    ("video a.mp4 --excercise squat", "pose3d video has no option --excercise: did you mean"),
    ("video a.mp4 --json", "pose3d video has no option --json: use --output"),
    ("video a.mp4 --out a.json", "pose3d video has no option --out: use --output"),
    ("video a.mp4 --overlay a.png", "pose3d video has no option --overlay: use --annotate"),
    ("video a.mp4 --workers 2", "pose3d video has no option --workers: use --jobs"),
    ("video a.mp4 --calibration c.json", "pose3d video has no option --calibration: use --camera"),
    (
      "video a.mp4 --no-smoothing",
      "pose3d video has no option --no-smoothing: use --smoothing none"
    ),
    ("video a.mp4 --frame-rate 30", "pose3d video has no option --frame-rate: use --fps"),
    ("video a.mp4 --max-people 3", "pose3d video has no option --max-people: use --people"),
    ("video a.mp4 --input b.mp4", "pose3d video has no option --input: name the file without"),
    (
      "video a.mp4 --qqqqqqqq 1",
      "pose3d video has no option --qqqqqqqq (see pose3d video --help-all)"
    ),
    ("analyze a.jpg --device gpu", "pose3d analyze has no option --device: it computes on"),
    ("analyze a.jpg --annotate b.jpg", "pose3d analyze has no option --annotate: use --overlay"),
    ("a.jpg --heigth 1.72", "a.jpg: there is no such file"),
    ("detect a.jpg --threshold 0.2", "pose3d detect has no option --threshold: use --min-conf"),
    (
      "exercise a.json --rep leftKneeFlexion",
      "pose3d exercise has no option --rep: use --rep-angle"
    ),
    ("export a.json --format bvh -o out", "pose3d export has no option --format: use --to"),
    ("cameras sync a.mp4 b.mp4 --outptu c", "pose3d cameras sync has no option --outptu"),
    ("cameras a.toml --outptu b", "pose3d cameras has no option --outptu: did you mean --output?"),
    ("report a.json --pdf", "pose3d report has no option --pdf: a report is a page"),
    ("live --webcam 0", "pose3d live has no option --webcam: pose3d live reads cameras"),
  ]

  @Test(arguments: unknownOptions)
  func `an unknown option is named, with the one that was meant`(
    line: String, sentence: String
  ) async throws {
    let run = try await Self.run(line)
    #expect(run.exitCode == (sentence.contains("no such file") ? 66 : 64))
    #expect(run.errors.hasPrefix("error: \(sentence)"), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  static let formerNames: [([String], String)] = [
    (["advise", "--distance", "4", "--json"], "--json is called --output - now."),
    (
      ["export", Fixture.path("skeletons/pose2sim.trc"), "--to", "csv", "--unit", "mm"],
      "--unit is called --output-units now."
    ),
  ]

  @Test(arguments: formerNames)
  func `an option by its former name does its work, with a warning`(
    arguments: [String], sentence: String
  ) async throws {
    let folder = try TemporaryFolder()
    let isExport = arguments[0] == "export"
    let run = try await CommandLineRun(arguments + (isExport ? ["-o", folder.path] : []))
    #expect(run.exitCode == 0)
    #expect(run.errors.hasPrefix("warning: \(sentence)\n"), "\(run.errors)")
    #expect(isExport ? run.output.contains("wrote ") : run.output.hasPrefix("{"))
  }

  @Test func `a verbose command prints what runs and what it took, and its result as before`()
    async throws
  {
    let arguments = ["advise", "--distance", "4", "-o", "-"]
    let (plain, verbose) = (
      try await CommandLineRun(arguments), try await CommandLineRun(arguments + ["--verbose"])
    )
    #expect(verbose.exitCode == 0 && verbose.output == plain.output)
    #expect(verbose.errors.hasPrefix("pose3d "))
    #expect(
      verbose.errors.contains(/\n\d+\.\d\d s, \d+\.\d\d s of processor time, \d+ MB of memory/))
    let both = try await CommandLineRun(arguments + ["--verbose", "--quiet"])
    #expect(both.exitCode == 64)
    #expect(both.errors.contains("--quiet and --verbose contradict each other"))
  }

  static let values: [(String, String)] = [
    ("video a.mp4 --height 1,72", "'--height <metres>': decimals follow a point: 1.72"),
    ("video a.mp4 --height 172", "'--height <metres>': this is in metres: 1.72, or 172cm"),
    ("video a.mp4 --height tall", "'--height <metres>': a height in metres or centimetres"),
    ("video a.mp4 --height 5ft", "'--height <metres>': a height in metres or centimetres"),
    ("video a.mp4 --height 400cm", "'--height <metres>': a body's height is between 0.4 and 2.8 m"),
    ("video a.mp4 --annotate b.gif", "--annotate b.gif: a video is written; name it .mp4, .mov or"),
    ("video a.mp4 --report b.doc", "--report b.doc: a page is written; name it .html"),
    ("video a.mp4 --csv b.xlsx", "--csv b.xlsx: a table of comma-separated values is written"),
    ("video a.mp4 -o b.csv", "--output b.csv: a JSON document is written; name it .json or .jsonl"),
    ("video a.mp4 -o b.mp4", "--output b.mp4: a JSON document is written; name it .json or .jsonl"),
    ("video a.mp4 --detail joints", "--detail is about the JSON document: name it with --output"),
    ("analyze a.jpg -o b.png", "--output b.png: a JSON document is written"),
    ("exercise a.json -o b.trc", "--output b.trc: a JSON document is written"),
    ("report a.json -o b.docx", "--output b.docx: a page is written; name it .html for a"),
    ("export a.json --to trc,usd -o out", "there is no format \"usd\"; usda is written"),
    ("export a.json --to gltf -o out", "there is no format \"gltf\"; glb is written"),
    ("export a.json --to fbx -o out", "; glb is written, which Blender opens and saves as FBX"),
    ("export a.json --to glb -o out --output-units mm", "--output-units is about TRC, C3D, BVH"),
    ("export a.json --to bhv -o out", "there is no format \"bhv\""),
    ("export a.json -o out", "--output out: the format is missing: give --to, or a file's name"),
    ("export a.json -o out.gltf", "--output out.gltf: there is no format \"gltf\"; glb is written"),
    ("export a.json --to trc -o walk.bvh", "--output walk.bvh: this is one file of bvh"),
    ("live --camera c.json --annotate a.mp4", "--annotate needs a SOURCE (a camera, a stream or"),
  ]

  @Test(arguments: values)
  func `a value that can't be used is answered with one that can`(
    line: String, sentence: String
  ) async throws {
    let run = try await Self.run(line)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: ") && run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: ["1.72", "1.72m", "172cm", "1720mm", "172 cm"])
  func `a height is read in metres, centimetres and millimetres`(height: String) async throws {
    let run = try await CommandLineRun(["video", "a.mp4", "--height", height])
    #expect(run.errors == "error: a.mp4: there is no such file\n")
  }

  @Test(arguments: [
    ("video a.mp4 --no-video", "--no-video is about --report: give it, too."),
    (
      "video a.mp4 b.mp4 --cameras rig.json --level",
      "--level is for one video: of several, --cameras"
    ),
    (
      "video a.mp4 b.mp4 --cameras rig.json --gravity 0,1,0",
      "--gravity is for one video: of several,"
    ),
    ("video a.mp4 --smoothing hertz", "cut-off in hertz of a Butterworth"),
  ])
  func `an option that would do nothing is refused`(line: String, sentence: String) async throws {
    let run = try await Self.run(line)
    #expect(run.exitCode == 64 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `smoothing of 0 is none`() async throws {
    let run = try await Self.run("video a.mp4 --smoothing 0")
    #expect(run.errors == "error: a.mp4: there is no such file\n")
  }

  @Test func `a value that looks like an option is no unknown option`() async throws {
    let run = try await Self.run("video a.mp4 --csv --odd -o a.json")
    #expect(run.exitCode == 64 && !run.errors.contains("has no option --csv"))
    let number = try await Self.run("video a.mp4 --max-gap -1")
    #expect(number.errors.hasPrefix("error: --max-gap"), "\(number.errors)")
  }

  @Test func `a report of a video names the command that makes one`() async throws {
    let video = Fixture.path("video/mjpeg.mkv")
    let run = try await CommandLineRun(["report", video])
    #expect(run.exitCode == 65)
    #expect(
      run.errors
        == "error: \(video): this is a video, and a report is made of measured joints: "
        + "`pose3d video \(video) --report mjpeg.html` measures it and writes the page\n")
  }

  @Test(arguments: [["--quiet"], ["-q"]])
  func `quiet, a command prints errors and results only`(flag: [String]) async throws {
    let skeleton = Fixture.path("demo/keypoints.json")
    let folder = try TemporaryFolder()
    let json = folder.path("e.json")
    let run = try await CommandLineRun(["exercise", skeleton, "-o", json] + flag)
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: json))
    let missing = try await CommandLineRun(["exercise", "missing.json"] + flag)
    #expect(missing.errors == "error: missing.json: there is no such file\n")
  }

  @Test func `with --no-overwrite a file that exists is kept`() async throws {
    let skeleton = Fixture.path("demo/keypoints.json")
    let folder = try TemporaryFolder()
    let json = try folder.file("e.json", Data("kept".utf8))
    let run = try await CommandLineRun(["exercise", skeleton, "-o", json, "--no-overwrite"])
    #expect(run.exitCode == 73)
    #expect(run.errors.contains("\(json): can't be written: it exists already"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(filePath: json)) == Data("kept".utf8))
    #expect(try await CommandLineRun(["exercise", skeleton, "-o", json]).exitCode == 0)
  }

  @Test func `a file name with a format's ending is one exported file`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("walk.trc")
    let run = try await CommandLineRun(["export", Fixture.path("demo/keypoints.json"), "-o", file])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: ["video", "analyze", "exercise", "live"])
  func `the help has what is needed most, and --help-all every option`(command: String) async throws
  {
    let help = try await CommandLineRun([command, "--help"])
    let all = try await CommandLineRun([command, "--help-all"])
    #expect(help.exitCode == 0 && all.exitCode == 0)
    #expect(help.output.hasSuffix("--help-all lists every one.\n"))
    #expect(all.output.utf8.count > help.output.utf8.count)
    for line in help.output.split(separator: "\n") where line.hasPrefix("  -") {
      #expect(all.output.contains(line.prefix { $0 != "<" && $0 != "(" }), "\(line)")
    }
  }

  @Test func `the former names of live's options are read, with a warning`() async throws {
    let run = try await Self.run("live --camera /dev/video63 --lines")
    #expect(run.errors.hasPrefix("warning: --camera is a calibration; a source is named without"))
  }

  @Test(arguments: [
    "analyze", "video", "live", "batch", "exercise", "detect", "hands", "depth", "angles", "export",
    "report", "keypoints", "cameras", "doctor",
  ])
  func `examples in the help are not wrapped, so that they can be pasted`(command: String)
    async throws
  {
    let help = try await CommandLineRun([command, "--help"])
    let examples = help.output.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "EXAMPLES" }.dropFirst().prefix { !$0.isEmpty }
    for line in examples { #expect(line.hasPrefix("  ") && line.count <= 80, "\(line)") }
  }

  private static func run(_ line: String) async throws -> CommandLineRun {
    try await CommandLineRun(line.split(separator: " ").map(String.init))
  }
}
