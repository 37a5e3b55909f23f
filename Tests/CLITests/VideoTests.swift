import Foundation
import PoseVideo
import TestSupport
import Testing

@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct VideoTests {
  static let squats = Fixture.path("video/squats.mp4")

  /// What the tests read of a sequence.
  struct Sequence: Decodable {
    struct Video: Decodable {
      let frames: Int
      let complete: Bool
    }
    struct Exercise: Decodable {
      let name: String?
      let confidence: Double?
    }
    struct Repetition: Decodable {
      let person: Int
      let counted: Bool
      let start: Double
      let turn: Double
      let end: Double
      let rangeOfMotion: Double
    }
    struct Frame: Decodable {
      struct Person: Decodable {
        struct Angle: Decodable {
          let name: String
          let value: Double?
        }
        let id: Int
        let angles: [Angle]
      }
      let index: Int
      let time: Double
      let people: [Person]
    }
    let schema: String
    let video: Video
    let exercise: Exercise
    let repetitions: [Repetition]
    let frames: [Frame]
  }

  private func sequence(_ arguments: [String]) async throws -> Sequence {
    let run = try await CommandLineRun(
      ["video"] + arguments + ["-o", "-", "--detail", "full"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Sequence.self, from: Data(run.output.utf8))
  }

  /// The true curve is (1 − cos) between 4° and the peak; see fixtures/video/README.md.
  @Test func `two squats are counted, at their times and with their ranges`() async throws {
    let found = try await sequence([Self.squats])
    #expect(found.schema == "pose3d.skeleton/1")
    #expect(found.video.frames == 76 && found.video.complete)
    #expect(found.exercise.name == "squat")
    try #require(found.repetitions.count == 2)
    let truth: [(start: Int, peak: Int, end: Int, range: Int)] = [
      (4, 21, 39, 92), (39, 56, 74, 100),
    ]
    for (repetition, truth) in zip(found.repetitions, truth) {
      #expect(repetition.counted)
      #expect(abs(repetition.start - Double(truth.start) / 30) < 0.15)
      #expect(abs(repetition.turn - Double(truth.peak) / 30) < 0.1)
      #expect(abs(repetition.end - Double(truth.end) / 30) < 0.15)
      #expect(abs(repetition.rangeOfMotion - Double(truth.range)) < 12)
    }
    #expect(found.frames.map(\.index) == Array(0..<76))
    for frame in found.frames {
      #expect(abs(frame.time - Double(frame.index) / 30) < 1e-6)
      #expect(frame.people.map(\.id) == [0])
    }
  }

  @Test func `the same bytes come out whatever the number of threads`() async throws {
    var runs: [CommandLineRun] = []
    for jobs in ["1", "2", "5"] {
      let arguments = [
        "video", Self.squats, "--to", "1.5", "-o", "-", "--jobs", jobs, "--chunk-frames", "12",
        "--effort", "fast",
      ]
      runs.append(try await CommandLineRun(arguments))
    }
    #expect(runs[0].exitCode == 0 && runs[0].output.count > 100_000)
    #expect(runs[1].output == runs[0].output && runs[2].output == runs[0].output)
  }

  @Test func `a part of a video keeps numbers and times`() async throws {
    let part = try await sequence(
      [Self.squats, "--from", "1", "--to", "0:01.5", "--every", "4", "--effort", "fast"])
    #expect(part.frames.map(\.index) == [32, 36, 40, 44])
    #expect(part.frames.allSatisfy { abs($0.time - Double($0.index) / 30) < 1e-6 })
  }

  @Test func `slow motion changes all times, and what is drawn plays as the file does`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (document, page) = (folder.path("slow.json"), folder.path("slow.html"))
    let slow = try await CommandLineRun([
      "video", Self.squats, "--slow-motion", "2", "--to", "1", "--every", "3", "--effort", "fast",
      "--detail", "full",
      "-o", document, "--annotate", folder.path("slow.mp4"), "--report", page,
    ])
    try #require(slow.exitCode == 0, "\(slow.errors)")
    struct Timed: Decodable {
      struct Video: Decodable {
        let frameRate: Double
        let slowMotion: Double
        let to: Double
      }
      let video: Video
      let frames: [Sequence.Frame]
    }
    let found = try JSONDecoder().decode(
      Timed.self, from: try Data(contentsOf: URL(filePath: document)))
    #expect(found.video.frameRate == 60 && found.video.slowMotion == 2 && found.video.to == 1)
    #expect(found.frames.map(\.index) == Array(stride(from: 0, through: 30, by: 3)))
    for frame in found.frames { #expect(abs(frame.time - Double(frame.index) / 60) < 1e-6) }
    let drawn = try VideoReader(contentsOf: folder.path("slow.mp4")).info
    #expect(drawn.frameCount == 11 && abs((drawn.duration ?? 0) - 1.1) < 0.02)
    // Pages from the run and from the document have the same video and times.
    let again = try await CommandLineRun(
      ["report", document, "--video", Self.squats, "-o", folder.path("again.html")])
    #expect(again.exitCode == 0, "\(again.errors)")
    for page in [page, folder.path("again.html")] {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains("\"start\":0,\"slowMotion\":2.0"))
      #expect(text.contains("\"times\":[0,0.05,0.1,0.15"))
    }
  }

  @Test func `what a phone writes of slow motion counts, and a warning states it`() async throws {
    let run = try await CommandLineRun(
      ["video", Fixture.path("video/slow.mp4"), "-o", "-", "--effort", "fast"])
    #expect(
      run.errors.contains(
        "filmed at 200 frames a second, it plays 8 times slower than life. All times are those of the motion."
      ), "\(run.errors)")
    #expect(run.output.contains("\"slowMotion\": 8.0"))
    let stated = try await CommandLineRun(
      [
        "video", Fixture.path("video/slow.mp4"), "--slow-motion", "1", "-o", "-", "--effort",
        "fast",
      ])
    #expect(!stated.errors.contains("slower") && !stated.output.contains("slowMotion"))
  }

  /// What a phone wrote, options, and the camera that counts: its source, its focal length in 35 mm film and the sigma, and
  /// whether a warning names the phone.
  static let phones: [([PhoneVideo.Item], [String], String, Double, Double, Bool)] = [
    ([.focalLength("27.00mm")], [], "exif", 27, 0.1, false),
    ([], [], "device", 29, 0.15, true),
    ([.focalLength("27.00mm")], ["--fov", "26mm"], "user", 26, 0, false),
  ]

  @Test(arguments: phones)
  func `a phone's lens is the video's, then what phones usually have`(
    track: [PhoneVideo.Item], options: [String], source: String, focalLength: Double,
    sigma: Double, isNamed: Bool
  ) async throws {
    struct Found: Decodable {
      struct Camera: Decodable {
        let source: String
        let fx, focalLengthSigma: Double
      }
      let camera: Camera
    }
    let bytes = try PhoneVideo.bytes(
      track: track, file: [PhoneVideo.Item("com.apple.quicktime.model", "iPhone 13")])
    let folder = try TemporaryFolder()
    let path = try folder.file("phone.mov", Data(bytes))
    let run = try await CommandLineRun(
      ["video", path, "-o", "-", "--effort", "fast"] + options)
    let camera = try JSONDecoder().decode(Found.self, from: Data(run.output.utf8)).camera
    #expect(camera.source == source && abs(camera.focalLengthSigma - sigma) < 1e-9)
    // The fixture's pictures have 64 × 48 pixels.
    #expect(abs(camera.fx - focalLength / 43.27 * 80) < 1e-3)
    let sentence =
      "the file comes from iPhone 13, and a diagonal field of view of 73° is usual there."
    #expect(run.errors.contains(sentence) == isNamed, "\(run.errors)")
  }

  @Test func `an interrupted run ends with whole files`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.path("out.jsonl")
    let run = try await Self.interrupted(
      ["video", Self.squats, "-o", output, "--chunk-frames", "15", "--effort", "fast"],
      journal: output, at: 10, by: "INT")
    #expect(run.exitCode == 130, "\(run.errors)")
    let early = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(early.count > 10 && early.count < 78)
    #expect(early[0].contains("\"complete\":false"))
    #expect(FileManager.default.fileExists(atPath: output + ".resume"))

    let other = try await CommandLineRun(
      [
        "video", Self.squats, "-o", output, "--resume", "--height", "1.6", "--chunk-frames", "15",
        "--effort", "fast",
      ])
    #expect(other.exitCode == 65)
    #expect(other.errors.contains("the interrupted run had other inputs or settings"))
  }

  @Test(arguments: ["out.jsonl", "out.json"])
  func `a run that is killed again and again gives the bytes of one that isn't`(
    name: String
  ) async throws {
    let folder = try TemporaryFolder()
    let arguments = { (name: String) in
      [
        "video", Self.squats, "--people", "2", "--effort", "fast", "--chunk-frames", "12", "-o",
        folder.path(name),
      ]
    }
    let whole = try await CommandLineRun(arguments("whole-\(name)"))
    #expect(whole.exitCode == 0, "\(whole.errors)")
    var kills = 0
    // After the first of three chunks, after the second, and when the third has been begun.
    for (round, line) in [5, 30, 50].enumerated() {
      let jobs = ["--jobs", "\(1 + round % 3)"] + (round == 0 ? [] : ["--resume"])
      let killed = try await Self.interrupted(
        arguments(name) + jobs, journal: folder.path(name), at: line, by: "KILL")
      // On a busy machine it may be done before it is killed.
      if killed.exitCode == 0 { break }
      #expect(killed.exitCode == 137 && !folder.contents.contains(name))
      #expect(folder.contents.contains(name + ".resume"))
      kills += 1
    }
    #expect(kills > 0)
    let rest = try await CommandLineRun(arguments(name) + ["--resume"])
    #expect(rest.exitCode == 0, "\(rest.errors)")
    #expect(
      rest.output.replacing(name, with: "") == whole.output.replacing("whole-\(name)", with: ""))
    #expect(
      try Data(contentsOf: URL(filePath: folder.path(name)))
        == Data(contentsOf: URL(filePath: folder.path("whole-\(name)"))))
    #expect(!folder.contents.contains(name + ".resume"))
  }

  /// A run that gets a signal when its journal has some lines.
  private static func interrupted(
    _ arguments: [String], journal output: String, at lines: Int, by signal: String
  ) async throws -> CommandLineRun {
    // The program is in the foreground: a test's shell may get no notice that a child in the
    // background has ended.
    let script = """
      rm -f "$JOURNAL.over"
      (
        while [ "$(cat "$JOURNAL" 2>/dev/null | wc -l)" -lt \(lines) ]; do
          [ ! -e "$JOURNAL.over" ] || exit; sleep 0.02
        done
        kill -\(signal) "$(cat "$JOURNAL.pid")"
      ) &
      sh -c 'echo $$ > "$0.pid"; exec "$@"' "$JOURNAL" "$0" "$@"
      code=$?; touch "$JOURNAL.over"; exit $code
      """
    return try await CommandLineRun(
      arguments, through: ["-c", "JOURNAL='\(output).resume'\n" + script])
  }

  @Test func `three signals end the program, and no file that is not complete stays`() async throws
  {
    let folder = try TemporaryFolder()
    // Signals of one kind that come at the same time count once.
    let script = """
      (
        while ! ls -l "/proc/$(cat '\(folder.path)/pid')/fd" | grep -q '\(folder.path)/'; do
          [ ! -e '\(folder.path)/over' ] || exit; sleep 0.02
        done
        pid=$(cat '\(folder.path)/pid')
        kill -INT $pid; kill -TERM $pid; kill -HUP $pid
      ) &
      sh -c 'echo $$ > "$0"; exec "$@"' '\(folder.path)/pid' "$0" "$@"
      code=$?; touch '\(folder.path)/over'; exit $code
      """
    let run = try await CommandLineRun(
      ["video", Self.squats, "--annotate", folder.path("a.mp4"), "--effort", "fast"],
      through: ["-c", script])
    #expect([129, 130, 143].contains(run.exitCode), "\(run.errors)")
    #expect(folder.contents.sorted() == ["over", "pid"])
  }

  @Test func `plots, a table and a drawn video are files that other programs open`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun([
      "video", Self.squats, "--to", "1.3", "--plots", folder.path("plots"), "--csv",
      folder.path("a.csv"), "--annotate", folder.path("a.mp4"), "--effort", "fast",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("squat"))
    let video = try Data(contentsOf: URL(filePath: folder.path("a.mp4")))
    #expect(video.dropFirst(4).prefix(4) == Data("ftyp".utf8))
    let again = try await sequence([folder.path("a.mp4"), "--effort", "fast"])
    #expect(again.video.frames == 40)
    let table = try String(contentsOfFile: folder.path("a.csv"), encoding: .utf8)
      .split(separator: "\n")
    #expect(table.count == 41)
    #expect(table[0].hasPrefix("frame,time,person,"))
    let plot = try Data(
      contentsOf: URL(filePath: folder.path("plots/knee-flexion.png")))
    #expect(plot.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  // MARK: Bad input

  @Test func `what is no video is refused with a sentence`() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.file("notes.txt", Data("three sets of eight squats\n".utf8))
    let empty = try folder.file("empty.mp4", Data())
    for (input, code) in [
      (text, Int32(65)), (empty, 65), (folder.path("none.mp4"), 66), (folder.path, 65),
    ] {
      let run = try await CommandLineRun(["video", input, "-o", folder.path("out.json")])
      #expect(run.exitCode == code, "\(input): \(run.errors)")
      #expect(run.errors.hasPrefix("error: \(input): "), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("out.json")))
    }
  }

  @Test func `a full disk leaves nothing behind`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun(
      ["video", Self.squats, "--to", "0.3", "-o", folder.path("out.json")], hasFullDisk: true)
    #expect(run.exitCode == 73)
    #expect(run.errors.contains("\(folder.path("out.json")).resume: can't be written: "))
    #expect(folder.contents.filter { $0 != "stdout" && $0 != "stderr" }.isEmpty)
  }

  @Test func `a video without anybody is no error`() async throws {
    let folder = try TemporaryFolder()
    for index in 0..<3 {
      try FileManager.default.copyItem(
        atPath: Fixture.path("images/nobody.png"),
        toPath: folder.path("000\(index).png"))
    }
    let run = try await CommandLineRun(
      [
        "video", folder.path, "--fps", "30", "-o", "-", "--detail", "full", "--effort", "fast",
      ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let found = try JSONDecoder().decode(Sequence.self, from: Data(run.output.utf8))
    #expect(found.frames.count == 3 && found.frames.allSatisfy(\.people.isEmpty))
    #expect(found.exercise.name == nil && found.repetitions.isEmpty)
    #expect(
      run.errors.contains(
        "no person was found in \(folder.path) (3 frames)."))
  }

  @Test(arguments: ["1", "2"])
  func `people of two shots are two people, and the document has the cut`(
    jobs: String
  ) async throws {
    let folder = try TemporaryFolder()
    for index in 0..<16 {
      let name = index < 8 ? "rendered_back" : "rendered_oblique"
      try FileManager.default.copyItem(
        atPath: Fixture.path("detection/\(name).jpg"),
        toPath: folder.path("\(index + 1000).jpg"))
    }
    let document = folder.path("cut.json")
    let run = try await CommandLineRun([
      "video", folder.path, "--fps", "30", "--effort", "fast", "-o", document, "--jobs", jobs,
      "--detail", "full",
    ])
    try #require(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("\(folder.path): the video is cut at 0.27 s. No person is"))
    let text = try String(contentsOfFile: document, encoding: .utf8)
    #expect(text.components(separatedBy: "\"cut\": true").count == 2)
    let found = try JSONDecoder().decode(Sequence.self, from: Data(text.utf8))
    #expect(found.frames.map { $0.people.map(\.id) } == (0..<16).map { [$0 / 8] })
    // Read again, it still is of two shots.
    let again = try await CommandLineRun(["exercise", document, "-o", "-"])
    #expect(again.exitCode == 0, "\(again.errors)")
  }

  @Test(arguments: [
    (
      ["--resume"],
      "--resume continues a run that writes a file: give its name with --output FILE."
    ),
    (["--from", "2", "--to", "1"], "--from 2 is later than --to 1."),
    (["--every", "0"], "--every 0: a whole number of at least 1 was expected."),
    (["--annotate", "-"], "--annotate -: a video is written to a file, not to standard output."),
    (
      ["--ignore-own-depth", "--depth", "d.mkv"],
      "--ignore-own-depth is for files that hold depth maps; --depth names other ones."
    ),
  ])
  func `options that make no sense are refused`(options: [String], sentence: String) async throws {
    let run = try await CommandLineRun(["video", Self.squats] + options)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }
}
