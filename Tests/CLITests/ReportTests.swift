import Foundation
import TestSupport
import Testing

/// `pose3d report`, and `--report` of the commands that measure.
struct ReportTests {
  private struct Clip: Decodable {
    struct Media: Decodable {
      let type: String
      let bytes: Int
      let start: Double
    }
    let name: String
    let times: [Double]
    let media: Media?
    let size: [Int]?
    let warnings: [String]
    let bodies: [Body]

    struct Body: Decodable {
      let id: Int
    }
  }

  /// The data of a page's clips.
  private static func clips(_ path: String) throws -> [Clip] {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    return try page.matches(of: /<script type="application\/json" id="clip-\d+">(.*)<\/script>/)
      .map { try JSONDecoder().decode(Clip.self, from: Data($0.output.1.utf8)) }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func squats() throws -> String {
    try folder.file("squats.json", ExerciseTests.squats())
  }

  @Test func `joints of a file make a page`() async throws {
    let page = folder.path("page.html")
    let run = try await CommandLineRun(["report", try squats(), "-o", page])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("wrote \(page) (") && run.output.hasSuffix(" MB)\n"))
    let clips = try Self.clips(page)
    #expect(clips.map(\.name) == ["squats.json"] && clips[0].bodies.count == 1)
    #expect(clips[0].media == nil && clips[0].size == nil)
    let piped = try await CommandLineRun(["report", try squats(), "-o", "-"])
    #expect(piped.output == (try String(contentsOfFile: page, encoding: .utf8)))
  }

  @Test func `several files make one page`() async throws {
    let page = folder.path("page.html")
    let inputs = [try squats(), Fixture.path("skeletons/pose2sim.trc"), AnalyzeTests.depth]
    let run = try await CommandLineRun(["report"] + inputs.prefix(2) + ["-o", page])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try Self.clips(page).map(\.name) == ["squats.json", "pose2sim.trc"])
    let other = try await CommandLineRun(["report"] + inputs + ["-o", folder.path("other.html")])
    #expect(other.exitCode == 65)
    #expect(!folder.contents.contains("other.html"))
  }

  @Test func `a picture stands in the page of its skeleton, where it still is`() async throws {
    let (document, page) = (folder.path("skeleton.json"), folder.path("page.html"))
    let color = folder.path("color.jpg")
    try FileManager.default.copyItem(atPath: AnalyzeTests.color, toPath: color)
    let analyze = [
      "analyze", color, "--keypoints", AnalyzeTests.keypoints, "-o", document,
    ]
    let measured = try await CommandLineRun(analyze + ["--report", folder.path("own.html")])
    #expect(measured.exitCode == 0, "\(measured.errors)")
    let report = try await CommandLineRun(["report", document, "-o", page])
    #expect(report.exitCode == 0, "\(report.errors)")
    let bytes = try Data(contentsOf: URL(filePath: color)).count
    for name in ["own.html", "page.html"] {
      let clip = try #require(try Self.clips(folder.path(name)).first)
      #expect(clip.media?.type == "image/jpeg" && clip.media?.bytes == bytes)
      #expect(clip.bodies.count == 1 && clip.times == [0] && !clip.warnings.isEmpty)
      // A page that is sent to others has no folders of this machine.
      let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      #expect(text.contains("color.jpg") && !text.contains(folder.path), "\(name)")
    }
    let without = try await CommandLineRun(["report", document, "--no-video", "-o", page])
    #expect(without.exitCode == 0)
    #expect(try Self.clips(page)[0].media == nil)
    let other = try await CommandLineRun([
      "report", document, "--video", Fixture.path("video/squats.mp4"), "-o", page,
    ])
    #expect(other.exitCode == 65)
    #expect(
      other.errors.contains(
        "squats.mp4: it has 480×360 pixels, and the joints were measured in 512×424: this is another "
          + "image"), "\(other.errors)")
    try FileManager.default.removeItem(atPath: color)
    let gone = try await CommandLineRun(["report", document, "-o", page])
    #expect(gone.exitCode == 0)
    #expect(
      gone.errors.contains(
        "\(document): color.jpg, from which it was made, isn't beside it; the page is without it. "
          + "pose3d report --video names it."))
    // The document's path to it is right, and is not followed: a document may come from elsewhere.
    let elsewhere = try folder.file(
      "elsewhere/skeleton.json", Data(contentsOf: URL(filePath: document)))
    try FileManager.default.copyItem(atPath: AnalyzeTests.color, toPath: color)
    let foreign = try await CommandLineRun(["report", elsewhere, "-o", page])
    #expect(foreign.exitCode == 0)
    #expect(foreign.errors.contains("isn't beside it; the page is without it"))
    #expect(try Self.clips(page)[0].media == nil)
    let named = try await CommandLineRun([
      "report", document, "--video", AnalyzeTests.color, "-o", page,
    ])
    #expect(named.exitCode == 0)
    #expect(try Self.clips(page)[0].media?.bytes == bytes)
  }

  @Test func `a picture of a kind that browsers don't show stands in the page as PNG`()
    async throws
  {
    let ppm = try folder.file(
      "color.ppm", Data("P6 512 424 255\n".utf8) + Data(repeating: 120, count: 3 * 512 * 424))
    let page = folder.path("page.html")
    let run = try await CommandLineRun([
      "analyze", ppm, "--keypoints", AnalyzeTests.keypoints, "--report", page, "-o", "-",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try Self.clips(page).map(\.media?.type) == ["image/png"])
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a video stands in its page as it is, or made small`() async throws {
    let video = Fixture.path("video/squats.mp4")
    let whole = folder.path("whole.html")
    let run = try await CommandLineRun(
      ["video", video, "--to", "0.3", "--report", whole, "--effort", "fast"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let clip = try #require(try Self.clips(whole).first)
    let bytes = try Data(contentsOf: URL(filePath: video)).count
    #expect(clip.media?.type == "video/mp4" && clip.media?.bytes == bytes)
    #expect(clip.size == [480, 360] && clip.times.count == 10)
    let part = folder.path("part.html")
    let other = Fixture.path("video/variable.mkv")
    let small = try await CommandLineRun([
      "video", other, "--from", "0.1", "--report", part, "--effort", "fast",
    ])
    #expect(small.exitCode == 0, "\(small.errors)")
    let made = try #require(try Self.clips(part).first)
    let source = try Data(contentsOf: URL(filePath: other)).count
    #expect(made.media?.type == "video/mp4" && made.media?.bytes != source)
    #expect(made.media?.start == made.times.first)
  }

  private struct Pictured: Decodable {
    struct Picture: Decodable { let png: Data }
    let pictures: [Picture]
  }

  private static func pictures(_ path: String) throws -> [Data] {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let script = try #require(
      page.firstMatch(of: /<script type="application\/json" id="clip-0">(.*)<\/script>/))
    return try JSONDecoder().decode(Pictured.self, from: Data(script.output.1.utf8)).pictures
      .map(\.png)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `the best and the worst squat are drawn on the video, or alone where its times are others`()
    async throws
  {
    let video = Fixture.path("video/squats.mp4")
    let (document, page) = (folder.path("squats.json"), folder.path("page.html"))
    let run = try await CommandLineRun(
      ["video", video, "-o", document, "--report", page, "--effort", "fast"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let drawn = try Self.pictures(page)
    #expect(drawn.count == 2 && drawn.allSatisfy { $0.starts(with: [137, 80, 78, 71]) })
    let again = folder.path("again.html")
    for arguments in [["--video", video], ["--video", video, "--blur-faces"], ["--no-video"]] {
      let report = try await CommandLineRun(["report", document, "-o", again] + arguments)
      #expect(report.exitCode == 0, "\(report.errors)")
      let pictures = try Self.pictures(again)
      // Pixels of a video take more bytes than one grey.
      let isPhoto = pictures.allSatisfy { $0.count > 40_000 }
      #expect(pictures.count == 2 && isPhoto == (arguments[0] == "--video"), "\(arguments)")
      #expect((pictures == drawn) == (arguments == ["--video", video]), "\(arguments)")
    }
    // A copy of a messenger's has its frames at slightly other times.
    let text = try String(contentsOfFile: document, encoding: .utf8)
    let moved = text.replacing(/"time": ?(\d+\.?\d*)/) { match in
      "\"time\": \((Double(match.output.1) ?? 0) + 0.004)"
    }
    let other = try folder.file("moved.json", moved)
    let report = try await CommandLineRun(["report", other, "--video", video, "-o", again])
    #expect(report.exitCode == 0, "\(report.errors)")
    #expect(try Self.pictures(again).allSatisfy { $0.count < 40_000 })
  }

  @Test(
    arguments: [
      (
        ["--video", "a.mp4", "--no-video"],
        "--video names what --no-video leaves out: give one of them."
      ),
      (
        ["--fps", "0"],
        "--fps 0.0: a number of frames a second, more than 0 and up to 100000, was expected."
      ),
    ])
  func `options that contradict each other`(options: [String], message: String) async throws {
    let run = try await CommandLineRun(["report", try squats()] + options)
    #expect(run.exitCode == 64 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func `a page names the camera's and the depth map's file without their folders`()
    async throws
  {
    let page = folder.path("page.html")
    let depth = try folder.file(
      "two words/depth.png", Data(contentsOf: URL(filePath: AnalyzeTests.depth)))
    let camera = try folder.file(
      "two words/camera.json", Data(contentsOf: URL(filePath: Fixture.path("demo/camera.json"))))
    let run = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints, "--depth", depth,
      "--depth-scale", "mm", "--camera", camera, "--gravity", "0,1,0.3", "--report", page,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("\(depth) shows"))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("off the floor that depth.png shows") && !text.contains("two words"))
  }

  @Test func `title, subject, date and notes stand over a report`() async throws {
    let page = folder.path("page.html")
    let heading = [
      "--title", "Knee <after>", "--subject", "P-07", "--date", "2026-11-25", "--note", "left knee",
    ]
    let run = try await CommandLineRun(["report", try squats(), "-o", page] + heading)
    #expect(run.exitCode == 0, "\(run.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("<title>Knee &lt;after&gt; – pose3d</title>"))
    #expect(text.contains("<h1>Knee &lt;after&gt;</h1>\n<dl><dt>Subject</dt><dd>P-07</dd>"))
    #expect(text.contains("<dt>Date</dt><dd>2026-11-25</dd></dl>\n<p>left knee</p>"))
    let alone = try await CommandLineRun(["exercise", try squats()] + heading)
    #expect(alone.exitCode == 64 && alone.errors.contains("are about --report: give it, too."))
  }

  @Test func `failures to draw or write are reported, and nothing is left`() async throws {
    let input = try squats()
    let video = Fixture.path("video/squats.mp4")
    let drawn = try await CommandLineRun([
      "report", input, "--video", video, "-o", folder.path("page.html"),
    ])
    #expect(drawn.exitCode == 64)
    #expect(
      drawn.errors.contains(
        "\(input): names no camera, so that its joints can't be drawn over \(video): leave --video out"
      ))
    let nowhere = folder.path("nowhere/page.html")
    let unwritable = try await CommandLineRun(["report", input, "-o", nowhere])
    #expect(unwritable.exitCode == 73)
    #expect(
      unwritable.errors.contains(
        "\(nowhere): can't be written: the folder \(folder.path("nowhere")) doesn't exist"))
    let page = try folder.file("own.html", Data(contentsOf: URL(filePath: input)))
    let own = try await CommandLineRun(["report", page, "-o", page])
    #expect(own.exitCode == 64 && own.errors.contains("this is an input"))
    let full = try await CommandLineRun(["report", input, "-o", "/dev/full"])
    #expect(full.exitCode == 73 || full.exitCode == 74, "\(full.errors)")
    let dash = try await CommandLineRun(["exercise", input, "--report", "-"])
    #expect(dash.exitCode == 64 && dash.errors.contains("pose3d report -o - writes one"))
    #expect(folder.contents.sorted() == ["own.html", "squats.json"])
  }

  // MARK: PDF

  /// A folder with a program in place of Chromium, which notes how it is called and writes a PDF.
  private func browser(_ script: String) throws -> String {
    let path = try folder.file("bin/chromium", Data(("#!/bin/sh\n" + script).utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return (path as NSString).deletingLastPathComponent
  }

  private func printed(_ browsers: String) async throws -> CommandLineRun {
    try await CommandLineRun(
      ["report", try squats(), "-o", folder.path("page.pdf")],
      through: ["-c", "PATH=\(browsers):/usr/bin:/bin exec \"$0\" \"$@\""])
  }

  @Test func `a page that is named pdf is printed by a browser, and nothing else stays`()
    async throws
  {
    let bin = try browser(
      """
      for each; do
        case $each in
        --print-to-pdf=*) echo "%PDF $(grep -c 'id="report"' "$(dirname "${each#*=}")/page.html")" > "${each#*=}";;
        esac
      done
      """)
    let run = try await printed(bin)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: folder.path("page.pdf"), encoding: .utf8) == "%PDF 1\n")
    #expect(Set(folder.contents) == ["bin", "page.pdf", "squats.json"], "\(folder.contents)")
  }

  @Test(arguments: [
    ("exit 3", "it ended with status 3"), ("exit 0", "it wrote no PDF"),
    (
      "for each; do case $each in --print-to-pdf=*) echo page > \"${each#*=}\";; esac; done",
      "it wrote no PDF"
    ),
  ])
  func `a browser that prints nothing is named, and nothing stays`(
    script: String, reason: String
  ) async throws {
    let run = try await printed(try browser(script))
    #expect(run.exitCode == 69 && run.output.isEmpty)
    #expect(
      run.errors.hasSuffix(
        "error: \(folder.path("page.pdf")): \(folder.path("bin/chromium")) could not print the page: "
          + "\(reason). Name the page .html, and print it from your browser\n"), "\(run.errors)")
    #expect(Set(folder.contents) == ["bin", "squats.json"], "\(folder.contents)")
  }

  @Test(arguments: [
    ["report", "a.json", "-o", "a.pdf"], ["video", "a.mp4", "--report", "a.pdf"],
    ["exercise", "a.json", "--report", "a.pdf"], ["analyze", "a.jpg", "--report", "a.pdf"],
    ["compare", "a.json", "b.json", "--page", "a.pdf"],
  ])
  func `without a browser a PDF is refused before any work`(arguments: [String]) async throws {
    for name in ["a.json", "b.json", "a.mp4", "a.jpg"] { _ = try folder.file(name, Data("x".utf8)) }
    let inputs = arguments.map { $0.hasPrefix("a.") || $0.hasPrefix("b.") ? folder.path($0) : $0 }
    let run = try await CommandLineRun(
      inputs, through: ["-c", "PATH=/nowhere exec \"$0\" \"$@\""])
    run.expectFailure(
      code: 69,
      message:
        "\(arguments[arguments.count - 2] == "-o" ? "--output" : arguments[arguments.count - 2]) "
        + "\(folder.path("a.pdf")): a PDF is printed by Chromium, Chrome, Edge or Brave, and none is on "
        + "PATH: install one (`apt-get install chromium`), or name the page .html and print it from your browser"
    )
  }
}
