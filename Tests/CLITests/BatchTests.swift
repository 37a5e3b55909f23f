import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct BatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["v/a.mp4", "v/monday/b.mp4"] {
      try folder.file(name, Data(contentsOf: URL(filePath: VideoTests.squats)))
    }
    try folder.file("v/c.jpg", Data(contentsOf: URL(filePath: Fixture.path("demo/color.jpg"))))
    try folder.file("v/bad.mp4", Data("no video".utf8))
    try folder.file(
      "list.csv",
      Data(
        """
        \u{feff}file,height,exercise,slow-motion\r
        v/a.mp4,1.63,squat,0.8\r
        v/monday/b.mp4,,,\r
        "v/c.jpg",,,\r
        v/bad.mp4,,,\r
        v/none.mp4,,,\r

        """.utf8))
  }

  /// Videos of 12 small frames in the place of those of squats.
  private func takeSmallVideos() throws {
    for name in ["v/a.mp4", "v/monday/b.mp4"] {
      try folder.file(name, Data(contentsOf: URL(filePath: Fixture.path("video/plain.mp4"))))
    }
  }

  private func batch(_ arguments: [String], to output: String = "out") async throws
    -> CommandLineRun
  {
    try await CommandLineRun(
      ["batch", "--manifest", folder.path("list.csv"), "-o", folder.path(output)] + arguments)
  }

  /// The lines of a summary without its header, cut at their commas up to the warnings.
  private func summary(_ name: String) throws -> [[String]] {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
      .components(separatedBy: "\r\n").dropFirst().dropLast()
      .map { $0.components(separatedBy: ",") }
  }

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.path(name)))
  }

  @Test func `each file has its document, the summary a line, and what fails stops nothing`()
    async throws
  {
    // Which models look at the files makes no difference here.
    let fast = ["--effort", "fast"]
    let run = try await batch(["--jobs", "2"] + fast)
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(run.output.contains("3 of 5 files measured, 2 failed"))
    let lines = try summary("out/summary.csv")
    try #require(lines.count == 5)
    #expect(lines.map { $0[2] } == ["video", "video", "picture", "", ""])
    #expect(lines.map { $0[3] } == ["0", "0", "0", "65", "66"])
    #expect(lines[0][5...8] == ["squat", "1.00", "2", "0"] && lines[0][11] == "1.630")
    #expect(lines[1][5] == "squat" && lines[1][7] == "2" && lines[1][13] == "reference")
    #expect(lines[2][14] == "1" && lines[3][16].contains("nothing that can be measured"))
    // What the commands for one file write.
    let one = folder.path("one.json")
    let video = try await CommandLineRun(
      ["video", folder.path("v/a.mp4"), "--height", "1.63", "--exercise", "squat", "-o", one] + fast
        + ["--slow-motion", "0.8"])
    #expect(video.exitCode == 0)
    #expect(try data("one.json") == data("out/a.mp4.json"))
    let picture = try await CommandLineRun(
      ["analyze", folder.path("v/c.jpg"), "-o", one] + fast)
    #expect(picture.exitCode == 0)
    #expect(try data("one.json") == data("out/c.jpg.json"))
  }

  @Test func `a folder of numbered frames is one video`() async throws {
    let frames = folder.path("frames")
    try FileManager.default.copyItem(atPath: Fixture.path("views/cam0"), toPath: frames)
    try folder.file("list.csv", Data("file,fps\nframes,5\n".utf8))
    let run = try await CommandLineRun(
      [
        "batch", "--manifest", folder.path("list.csv"), "-o", folder.path("out"), "--effort",
        "fast",
      ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let summary = try String(contentsOfFile: folder.path("out/summary.csv"), encoding: .utf8)
    #expect(summary.contains("frames.json,video,0,0,"), "\(summary)")
    let document = try data("out/frames.json")
    // The option is for files without a number of their own in the list.
    try folder.file("list.csv", Data("file,fps\nframes,\n".utf8))
    for (rate, isSame) in [("5", true), ("6", false)] {
      let stated = try await batch(["--effort", "fast", "--fps", rate], to: "stated")
      #expect(stated.exitCode == 0, "\(stated.errors)")
      #expect(try (data("stated/frames.json") == document) == isSame)
    }
  }

  @Test func `a batch never writes over what it reads`() async throws {
    let list = "file\nv/a.mp4\n"
    for name in ["summary.csv", "a.mp4.json", ".pose3d-batch.jsonl"] {
      try folder.file(name, Data(list.utf8))
      let run = try await CommandLineRun(
        ["batch", "--manifest", folder.path(name), "-o", folder.path], through: nil)
      #expect(
        run.errors
          == "error: \(folder.path(name)): this is an input; give the output another name\n"
      )
      #expect(run.exitCode == 64)
      #expect(try data(name) == Data(list.utf8))
      #expect(!folder.contents.contains { $0.hasSuffix(".resume") })
    }
  }

  @Test func `a batch with --no-overwrite keeps what is there, and a quiet one prints nothing`()
    async throws
  {
    try folder.file("out/summary.csv", Data("kept".utf8))
    let kept = try await batch(["--no-overwrite"])
    #expect(kept.exitCode == 73 && kept.errors.contains("out/summary.csv"), "\(kept.errors)")
    #expect(try data("out/summary.csv") == Data("kept".utf8))
    #expect(!folder.contents.contains { $0.hasSuffix("a.mp4.json") })
    let both = try await batch(["--no-overwrite", "--resume"])
    #expect(both.exitCode == 64)
    let list = try folder.file("one.csv", Data("file\nv/c.jpg\n".utf8))
    let quiet = try await CommandLineRun([
      "batch", "--manifest", list, "-o", folder.path("quiet"), "-q", "--effort", "fast",
    ])
    #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    #expect(try summary("quiet/summary.csv").count == 1)
  }

  @Test func `what a program prints to a closed stream is in no file`() async throws {
    try takeSmallVideos()
    try folder.file("one.csv", Data("file\nv/a.mp4\n".utf8))
    let run = try await CommandLineRun(
      [
        "batch", "--manifest", folder.path("one.csv"), "-o", folder.path("closed"), "--effort",
        "fast",
      ],
      through: ["-c", "exec \"$0\" \"$@\" >&-"])
    #expect(run.exitCode == 74)
    for line in try data("closed/.pose3d-batch.jsonl").split(separator: UInt8(ascii: "\n")) {
      #expect(try JSONSerialization.jsonObject(with: line) is [String: Any])
    }
    #expect(try summary("closed/summary.csv").count == 1)
  }

  @Test func `shares are parts of the same results, and a resumed batch does only what is left`()
    async throws
  {
    try takeSmallVideos()
    // Which models look at the files makes no difference here.
    let fast = ["--effort", "fast"]
    for share in ["1/2", "2/2"] { _ = try await batch(["--shard", share] + fast, to: "shares") }
    let shares = try ["1", "2"].flatMap { try summary("shares/summary-\($0)-of-2.csv") }
    #expect(Set(shares.map { $0[0] }).count == 5)

    let first = try await batch(fast)
    #expect(first.exitCode == 1)
    for name in ["a.mp4.json", "monday/b.mp4.json", "c.jpg.json"] {
      #expect(try data("out/\(name)") == data("shares/\(name)"), "\(name)")
    }
    let before = try data("out/summary.csv")
    let again = try await batch(["--resume"] + fast)
    #expect(again.errors.contains("3 of 5 files are done already."), "\(again.errors)")
    #expect(!again.output.contains("a.mp4:"))
    #expect(try data("out/summary.csv") == before)
    // What has gone, what has changed and other settings are done again.
    try FileManager.default.removeItem(atPath: folder.path("out/c.jpg.json"))
    try folder.file("v/a.mp4", data("v/a.mp4") + Data([0]))
    let changed = try await batch(["--resume"] + fast)
    #expect(changed.errors.contains("1 of 5 files is done already."), "\(changed.errors)")
    let other = try await batch(["--resume", "--fov", "70"] + fast)
    #expect(!other.errors.contains("done already"))
  }

  @Test(arguments: [
    ("file,hight\na.mp4,1.7\n", "there is no column \"hight\""),
    ("name\na.mp4\n", "the first line has to name the columns, with \"file\" among them"),
    ("file,height\na.mp4,17\n", "line 2, height: \"17\": a body's height in metres"),
    (
      "file,slow-motion\na.mp4,0\n",
      "line 2, slow-motion: \"0\": a number between 0.001 and 1000 was expected"
    ),
    ("file,height\na.mp4\n", "line 2: there are 1 cells, and 2 columns"),
    ("file,exercise\na.mp4,yoga\n", "line 2, exercise: \"yoga\" is none of auto, none, "),
    (
      "file,fov\na.mp4,1mm\n",
      "line 2, fov: \"1mm\": an angle between 1 and 170 degrees was expected"
    ),
    ("file,camera,fov\na.mp4,c.json,60\n", "line 2: camera and fov both say what the camera is"),
    ("file\n\"a.mp4\n", "line 2: a quoted cell isn't closed"),
    ("file\n\n", "no files are listed below the header"),
    ("file\na.mp4\na.mp4\n", "it is listed twice"),
  ])
  func `a list that can't be used is refused with the place`(
    list: String, sentence: String
  ) async throws {
    try folder.file("list.csv", Data(list.utf8))
    let run = try await batch([])
    #expect([64, 65].contains(run.exitCode) && run.errors.contains(sentence), "\(run.errors)")
    #expect(!folder.contents.contains("out"))
  }

  @Test func `folders and patterns name files`() async throws {
    try takeSmallVideos()
    let run = try await CommandLineRun([
      "batch", folder.path("v"), folder.path("v/*/b.mp4"), "-o", folder.path("out"),
      "--effort", "fast",
    ])
    #expect(run.exitCode == 1)
    #expect(
      try summary("out/summary.csv").map { ($0[0] as NSString).lastPathComponent }
        == ["a.mp4", "bad.mp4", "c.jpg", "b.mp4"])
    let none = try await CommandLineRun([
      "batch", folder.path("v/*.avi"), "-o", folder.path("out"),
    ])
    #expect(none.exitCode == 66 && none.errors.contains("no file has such a name"))
  }
}
