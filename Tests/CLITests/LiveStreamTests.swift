import Foundation
import TestSupport
import Testing

/// `pose3d live SOURCE`: its inputs, its outputs and its errors.
struct LiveStreamTests {
  private static let clip = Fixture.path("video/squats.mp4")

  static let refusals: [([String], String)] = [
    (["--lines"], "--lines needs a SOURCE (a camera, a stream or a pipe)"),
    (["--send", "vmc://a"], "--send needs a SOURCE (a camera, a stream or a pipe)"),
    (["--size", "640x480"], "--size needs a SOURCE (a camera, a stream or a pipe); the page asks"),
    (
      ["--every-frame"],
      "--every-frame needs a SOURCE (a camera, a stream or a pipe); the page asks"
    ),
    (["-", "--open"], "--open is about the page, and with a source there is none."),
    (["-", "-o", "."], "--output is about the page, and with a source there is none."),
    (
      ["-", "--lines", "--annotate", "-"],
      "--lines and --annotate - both go to standard output: give --annotate a file."
    ),
    (
      ["-", "--send", "tcp://a:1"],
      "--send tcp://a:1: this names no form in which poses are sent; vmc://host:39539, "
    ),
    (["-", "--fps", "0"], "--fps 0.0: a number of frames a second, more than 0"),
    (
      [Fixture.path("video/squats.mp4"), "--size", "100x100"],
      "--size is for cameras and raw images; \(Fixture.path("video/squats.mp4")) has its own."
    ),
    (
      ["-", "--annotate", "/dev/full"],
      "--annotate /dev/full: a video is written; name it .mp4, .mov or .mkv."
    ),
  ]

  @Test(arguments: refusals)
  func `options that don't fit are refused with a sentence`(
    arguments: [String], sentence: String
  ) async throws {
    let run = try await CommandLineRun(["live"] + arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("error: \(sentence)"), "\(run.errors)")
  }

  static let failures: [(String, Int32, String)] = [
    ("srt://10.0.0.7:9000", 65, "srt://10.0.0.7:9000: srt:// is not read live: rtsp, rtsps, http"),
    (
      "rtsp://admin:secret@127.0.0.1:1/a?password=secret", 66,
      "rtsp://127.0.0.1:1/a…: the stream can't be opened (FFmpeg: connection refused)"
    ),
    ("/dev/video63", 66, "/dev/video63: there is no such camera; "),
    ("nothing.mkv", 66, "nothing.mkv: there is no such file"),
    (
      Fixture.path("demo/camera.json"), 64,
      ": a source of images was expected; a camera's calibration is given with --camera"
    ),
    ("-", 65, "standard input: nothing came through the pipe"),
  ]

  @Test(
    .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"),
    arguments: failures)
  func `what can't be read ends with a sentence and a code`(
    camera: String, code: Int32, sentence: String
  ) async throws {
    let run = try await CommandLineRun(
      ["live", camera], through: ["-c", "exec \"$0\" \"$@\" </dev/null"])
    #expect(run.exitCode == code)
    #expect(
      run.errors.hasPrefix("error: ") && run.errors.contains(sentence), "\(run.errors)")
    #expect(!run.errors.contains("secret") && run.output.isEmpty)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `without libavdevice a camera is an error that names the package`() async throws {
    let libraries = try TemporaryFolder()
    for release in 57...80 { _ = try libraries.file("libavdevice.so.\(release)", Data()) }
    let run = try await CommandLineRun(
      ["live", "/dev/null"],
      through: ["-c", "LD_LIBRARY_PATH='\(libraries.path)' exec \"$0\" \"$@\""])
    #expect(run.exitCode == 69)
    #expect(
      run.errors.contains(
        /\/dev\/null: cameras are read by FFmpeg's libavdevice, .* install libavdevice\d+\n$/))
  }

  @Test(
    .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"),
    .enabled(SchemaValidator.note, SchemaValidator.isInstalled),
    arguments: ["joints", "standard", "full"])
  func `lines are those of a video, the same every time, and read like them`(
    detail: String
  ) async throws {
    let arguments = [
      "live", Self.clip, "--every-frame", "--detail", detail, "--exercise", "squat",
    ]
    let run = try await CommandLineRun(arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("measured 76 frames of 2.5 s, people in 76, 0 dropped"))
    if detail == "joints" {
      #expect(try await CommandLineRun(arguments + ["--quiet"]).output == run.output)
    }

    let folder = try TemporaryFolder()
    let lines = try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.count == 77)
    let counts = lines.dropFirst().compactMap { line in
      let people = line["people"] as? [[String: Any]]
      return (people?.first?["exercise"] as? [String: Any])?["count"] as? Int
    }
    #expect(counts.last ?? 0 > 0 && zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 })

    // A video's document with these frames, so that the schema of the whole holds them.
    let video = folder.path("video.json")
    let analysed = try await CommandLineRun([
      "video", Self.clip, "-o", video, "--detail", detail, "--effort", "fast", "--to", "0.5",
    ])
    #expect(analysed.exitCode == 0)
    let data = try Data(contentsOf: URL(filePath: video))
    var document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for (name, value) in lines[0] { document[name] = value }
    document["frames"] = Array(lines.dropFirst())
    let joined = try folder.file(
      "live.json", try JSONSerialization.data(withJSONObject: document))
    try await SchemaValidator("skeleton").expect([joined])

    let file = try folder.file("live.jsonl", run.output)
    let exercise = try await CommandLineRun(["exercise", file, "--exercise", "squat"])
    #expect(exercise.exitCode == 0, "\(exercise.errors)")
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a video, a recording and datagrams come of one run, and nothing on standard output`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (video, recording) = (folder.path("a.mkv"), folder.path("r.jsonl"))
    // Port 1 has no listener, which is reported once and counted.
    let run = try await CommandLineRun([
      "live", Self.clip, "--every-frame", "--annotate", video, "--record", recording,
      "--send", "udp://127.0.0.1:1",
    ])
    #expect(run.exitCode == 0 && run.output.isEmpty)
    let said = "udp://127.0.0.1:1: no receiver listens there; what is lost from here on is counted"
    #expect(run.errors.components(separatedBy: said).count == 2)
    #expect(run.errors.contains(/datagrams to udp:\/\/127.0.0.1:1, \d+ lost\n/))
    for path in [video, recording] { #expect(run.errors.contains("wrote \(path)")) }
    let measured = try await CommandLineRun(
      ["video", video, "-o", folder.path("v.json"), "--effort", "fast", "--to", "0.5"])
    #expect(measured.exitCode == 0)
    let exercise = try await CommandLineRun(["exercise", recording])
    #expect(exercise.exitCode == 0 && exercise.output.contains("squat"))
  }

  @Test(
    .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"),
    arguments: [(["--no-grounding"], false), ([], true)])
  func `lines and recording state whether planted feet stand still`(
    options: [String], isGrounded: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let recording = folder.path("r.jsonl")
    let run = try await CommandLineRun(
      ["live", Self.clip, "--every-frame", "--lines", "--record", recording] + options)
    try #require(run.exitCode == 0, "\(run.errors)")
    for text in [run.output, try String(contentsOfFile: recording, encoding: .utf8)] {
      #expect(text.prefix { $0 != "\n" }.contains("\"feetGrounded\":\(isGrounded)"))
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a recording that is there stays with --no-overwrite`() async throws {
    let folder = try TemporaryFolder()
    let recording = try folder.file("r.jsonl", "earlier")
    let run = try await CommandLineRun([
      "live", Self.clip, "--every-frame", "--record", recording, "--no-overwrite",
    ])
    #expect(run.exitCode == 73 && run.errors.contains(recording), "\(run.errors)")
    #expect(try String(contentsOfFile: recording, encoding: .utf8) == "earlier")
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a recording that a killed run left behind is named and stays`() async throws {
    let folder = try TemporaryFolder([("r.part.jsonl", "an hour of squats")])
    let run = try await CommandLineRun([
      "live", Self.clip, "--every-frame", "--record", folder.path("r.jsonl"),
    ])
    #expect(run.exitCode == 0)
    #expect(
      run.errors.contains(
        "\(folder.path("r.part.jsonl")): a recording that was not finished is there and stays"))
    let left = try String(contentsOfFile: folder.path("r.part.jsonl"), encoding: .utf8)
    #expect(left == "an hour of squats")
    #expect(folder.contents.filter { $0.hasPrefix("r.") }.sorted() == ["r.jsonl", "r.part.jsonl"])
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a reader that goes away ends it, and is no error`() async throws {
    for arguments in ["--lines", "--annotate -"] {
      let run = try await CommandLineRun(
        ["live", Self.clip, "--every-frame", "--quiet", "--level"],
        through: ["-c", "{ \"$0\" \"$@\" \(arguments); echo $? >&2; } | head -c 2000 >/dev/null"])
      #expect(run.errors.hasSuffix("0\n") && !run.errors.contains("error"), "\(run.errors)")
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `an interruption ends a pipe that goes on, with its files whole`() async throws {
    let folder = try TemporaryFolder()
    // The shell keeps the pipe open, so that it has no end.
    let script = """
      cd '\(folder.path)' && mkfifo pipe && exec 3<>pipe
      cat '\(Fixture.path("video/groups-open.mkv"))' >pipe 3>&- &
      "$0" live pipe --lines --annotate a.mkv 3>&- >lines &
      while [ ! -s lines ] && kill -0 $!; do sleep 0.1; done
      kill -TERM $!
      wait $!
      echo $?
      """
    let run = try await CommandLineRun([], through: ["-c", script])
    #expect(run.output == "0\n", "\(run.errors)")
    #expect(run.errors.contains("measured ") && run.errors.contains("wrote a.mkv"))
    let lines = try String(contentsOfFile: folder.path("lines"), encoding: .utf8)
    #expect(lines.hasSuffix("\n") && lines.split(separator: "\n").count > 1)
    let measured = try await CommandLineRun(
      ["video", folder.path("a.mkv"), "-o", folder.path("v.json"), "--effort", "fast"])
    #expect(measured.exitCode == 0, "\(measured.errors)")
  }
}
