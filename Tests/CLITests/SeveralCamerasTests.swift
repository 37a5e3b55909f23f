import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct SeveralCamerasTests {
  private static let videos = [Fixture.path("views/cam0"), Fixture.path("views/cam1")]
  private static let rig = Fixture.path("views/rig.json")
  private static let exact = ["--fps", "3.75", "--smoothing", "none"]
  /// Which models look at the images makes no difference in most tests.
  private static let rate = exact + ["--effort", "fast"]

  private struct Document: Decodable {
    struct Camera: Decodable {
      let name: String
      let used: Int
      let offset: Double
    }
    struct Frame: Decodable {
      struct Person: Decodable {
        let bodyHeight: Double
        let bodyHeightSigma: Double
        let cameraPositions: [[Double]]
      }
      let people: [Person]
    }
    struct Joint: Decodable { let name: String }
    let cameras: [Camera]
    let worldFromCamera: [Double]
    let joints: [Joint]
    let frames: [Frame]
    let warnings: [String]
  }

  private struct Truth: Decodable {
    let stature: Double
    let joints: [[String: [Double]]]
  }

  private func document(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) async throws -> Document {
    let path = folder.path("out.json")
    let run = try await CommandLineRun(
      ["video"] + arguments + ["-o", path, "--detail", "joints"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(
      Document.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static let depths = ["views/depth0", "views/depth1"].flatMap {
    ["--depth", Fixture.path($0)]
  }

  @Test func `two cameras give joints and height to centimetres, in the world of their rig`()
    async throws
  {
    let folder = try TemporaryFolder()
    let found = try await document(Self.videos + ["--cameras", Self.rig] + Self.exact, in: folder)
    #expect(found.cameras.map(\.name) == ["cam0", "cam1"])
    #expect(found.cameras.allSatisfy { $0.used == 5 && $0.offset < 0.03 })
    let error = try meanError(of: found)
    #expect(error < 0.035, "\(error) m")
    #expect(found.warnings.isEmpty)
  }

  @Test func `an uncertain scale of a calibration is in the height, and follows a given one`()
    async throws
  {
    let folder = try TemporaryFolder()
    let text = try Fixture.text("views/rig.json")
    let rig = try folder.file(
      "rig.json",
      text.replacing("\"cameras\":", with: "\"scaleSigma\": 0.1, \"cameras\":"))
    let arguments = Self.videos + ["--cameras", rig] + Self.rate
    let free = try await document(arguments, in: folder)
    let person = try #require(free.frames.first?.people.first)
    #expect(person.bodyHeightSigma > 0.1 * person.bodyHeight)
    #expect(person.bodyHeightSigma < 0.12 * person.bodyHeight)
    #expect(free.warnings.isEmpty)

    let given = try await document(arguments + ["--height", "2.2"], in: folder)
    let sentence = try #require(given.warnings.first)
    let words = try #require(
      sentence.firstMatch(
        of:
          #/by its own lengths the person is (\d\.\d\d) ± (\d\.\d\d) m tall; by the given height all lengths are (\d+) % longer\.$/#
      ), "\(sentence)")
    let measured = try #require(Double(words.1))
    #expect(abs(measured - person.bodyHeight) < 0.05)
    #expect(abs((Double(words.3) ?? 0) - 100 * (2.2 / measured - 1)) < 3)

    let wrong = try await document(arguments + ["--height", "1.1"], in: folder)
    #expect(
      wrong.warnings.first?.hasSuffix(
        "The two contradict each other: is the height this person's, and the calibration these cameras'?"
      ) == true, "\(wrong.warnings)")
  }

  @Test func `a given height that the cameras refute is a warning, and one they confirm isn't`()
    async throws
  {
    let folder = try TemporaryFolder()
    let truth: Truth = try Fixture.decode(from: "views/truth.json")
    for (height, isWrong) in [(truth.stature, false), (0.8 * truth.stature, true)] {
      let found = try await document(
        Self.videos + ["--cameras", Self.rig, "--height", "\(height)"] + Self.rate, in: folder)
      let sentence = found.warnings.first { $0.contains("the given height is another.") }
      #expect((sentence != nil) == isWrong, "\(found.warnings)")
      #expect(sentence?.contains("contradict each other") != false)
    }
  }

  @Test func `depth maps of both cameras bring the joints nearer, those of one say the same body`()
    async throws
  {
    let folder = try TemporaryFolder()
    let arguments = Self.videos + ["--cameras", Self.rig, "--depth-scale", "mm"] + Self.exact
    let without = try await document(
      Self.videos + ["--cameras", Self.rig] + Self.exact, in: folder)
    let both = try await document(arguments + Self.depths, in: folder)
    let one = try await document(
      arguments + ["--depth", "none"] + Self.depths.suffix(2), in: folder)
    let errors = try [without, one, both].map(meanError)
    #expect(errors[2] < errors[0], "\(errors)")
    #expect(errors[1] < 0.035, "\(errors)")
    for found in [one, both] { #expect(found.warnings.isEmpty) }
    #expect(one.frames[0].people[0].cameraPositions != both.frames[0].people[0].cameraPositions)
  }

  @Test func `depth maps that don't fit the videos are refused with a sentence`() async throws {
    let folder = try TemporaryFolder()
    let table: [([String], String)] = [
      (
        Array(Self.depths.prefix(2)) + ["--depth-scale", "mm"],
        "--depth is given once for 2 videos: give it for each of them, in their order, and --depth none"
      ),
      (Self.depths, "give --depth-scale"),
      (
        ["--depth-scale", "mm"],
        "neither it nor another of the videos has depth maps whose unit could be stated"
      ),
    ]
    for (arguments, words) in table {
      let run = try await CommandLineRun(
        ["video"] + Self.videos + ["--cameras", Self.rig, "-o", folder.path("no.json")]
          + Self.rate + arguments)
      #expect(run.exitCode == 64)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  /// The mean distance of the joints from the truth, in metres; heights are within 2.5 % of it.
  private func meanError(of found: Document) throws -> Double {
    let truth: Truth = try Fixture.decode(from: "views/truth.json")
    let m = found.worldFromCamera
    var (sum, count) = (0.0, 0.0)
    for (frame, joints) in zip(found.frames, truth.joints) {
      let person = try #require(frame.people.first)
      #expect(abs(person.bodyHeight - truth.stature) < 0.025 * truth.stature)
      for (name, p) in zip(found.joints.map(\.name), person.cameraPositions) {
        guard let true_ = joints[name] else { continue }
        let squares = (0..<3).map { row in
          let world = m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]
          return (world - true_[row]) * (world - true_[row])
        }
        sum += squares.reduce(0, +).squareRoot()
        count += 1
      }
    }
    #expect(count > 60)
    return sum / count
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `the document is valid, and exercise takes it with the same result`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.json")
    let run = try await CommandLineRun(
      ["video"] + Self.videos + ["--cameras", Self.rig, "-o", path] + Self.rate)
    #expect(run.exitCode == 0)
    try await SchemaValidator("skeleton").expect([path])
    let again = try await CommandLineRun(["exercise", path, "--smoothing", "none"])
    #expect(again.exitCode == 0)
    let table = { (text: String) in text.split(separator: "\n").filter { $0.contains("Flexion ") } }
    #expect(!table(run.output).isEmpty)
    #expect(table(again.output) == table(run.output))
  }

  @Test func `exports are in the rig's world, whose floor is the feet's`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.json")
    let run = try await CommandLineRun(
      ["video"] + Self.videos + ["--cameras", Self.rig, "-o", path, "--export", "trc"] + Self.rate)
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try String(contentsOfFile: folder.path("out.trc"), encoding: .utf8).split(
      separator: "\n")
    let names = lines[3].split(separator: "\t").dropFirst(2).map(String.init)
    let row = try #require(lines.dropFirst(5).first).split(
      separator: "\t", omittingEmptySubsequences: false
    ).dropFirst(2).compactMap { Double($0) }
    let truth: Truth = try Fixture.decode(from: "views/truth.json")
    let place = try #require(names.firstIndex(of: "leftAnkle"))
    let ankle = try #require(truth.joints[0]["leftAnkle"])
    // TRC's x is the front, which is the world's z; its z is to the right of that.
    for (axis, true_) in [ankle[2], ankle[1], -ankle[0]].enumerated() {
      #expect(abs(row[3 * place + axis] - true_) < 0.04)
    }
  }

  @Test func `a report has the videos of all cameras, from the videos and from the document`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (path, page) = (folder.path("out.json"), folder.path("out.html"))
    let run = try await CommandLineRun(
      ["video"] + Self.videos + ["--cameras", Self.rig, "-o", path, "--report", page] + Self.rate)
    #expect(run.exitCode == 0, "\(run.errors)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("id=\"media-0-0\"") && text.contains("id=\"media-0-1\""))
    // Named in the other order, they are matched by their names.
    let again = try await CommandLineRun(
      ["report", path, "-o", folder.path("again.html"), "--smoothing", "none"]
        + Self.videos.reversed().flatMap { ["--video", $0] })
    #expect(again.exitCode == 0, "\(again.errors)")
    let second = try String(contentsOfFile: folder.path("again.html"), encoding: .utf8)
    let media = { (text: String, view: Int) in
      text.components(separatedBy: "id=\"media-0-\(view)\">").dropFirst().first?
        .components(separatedBy: "</script>").first
    }
    for view in 0...1 {
      #expect(media(text, view)?.isEmpty == false)
      #expect(media(second, view) == media(text, view))
    }
    let refused = try await CommandLineRun(
      ["report", path, "-o", folder.path("no.html")]
        + (Self.videos + [Self.videos[0]]).flatMap { ["--video", $0] })
    #expect(refused.exitCode == 64)
    #expect(
      refused.errors.contains("was recorded by 2 cameras, and --video names 3 videos"))
  }

  @Test func `the same videos give the same bytes, whatever the number of jobs`() async throws {
    let folder = try TemporaryFolder()
    var bytes: [Data] = []
    for jobs in ["1", "2"] {
      let path = folder.path("\(jobs).json")
      let run = try await CommandLineRun(
        ["video"] + Self.videos
          + ["--cameras", Self.rig, "-o", path, "--detail", "joints", "--jobs", jobs] + Self.rate)
      #expect(run.exitCode == 0)
      bytes.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(bytes[0] == bytes[1])
  }

  /// Which videos, the options, the exit code and the message.
  struct Refusal: Sendable {
    let videos: [Int]
    let options: [String]
    let code: Int32
    let sentence: String

    init(_ videos: [Int], _ options: [String], _ code: Int32, _ sentence: String) {
      (self.videos, self.options, self.code, self.sentence) = (videos, options, code, sentence)
    }
  }

  static let refusals: [Refusal] = [
    Refusal([0, 1], [], 64, "2 videos: --cameras FILE states where their cameras were."),
    Refusal(
      [0], ["--cameras", rig], 64, "--cameras is for two videos or more: name one for each camera."),
    Refusal(
      [0, 1], ["--cameras", rig, "--camera-names", "cam0,left"], 65,
      "there is no camera left; the cameras are cam0, cam1"),
    Refusal(
      [0, 0], ["--cameras", rig], 65,
      "\(videos[0]): it is given twice: name the recording of another camera"),
    Refusal(
      [0, 1], ["--cameras", rig, "--camera-names", "cam0"], 65,
      "1 camera names for 2 videos: give one for each"),
    Refusal([0, 1], ["--cameras", rig, "--fov", "60"], 64, "--fov is for one video"),
    Refusal(
      [0, 1], ["--cameras", Fixture.path("demo/camera.json")], 65,
      "this has no poses of several cameras"),
    Refusal([0, 1], ["--cameras", "missing.toml"], 66, "missing.toml"),
  ]

  @Test(arguments: refusals)
  func `what doesn't fit is refused with a sentence`(_ refusal: Refusal) async throws {
    let run = try await CommandLineRun(
      ["video"] + refusal.videos.map { Self.videos[$0] } + refusal.options + Self.rate)
    #expect(run.exitCode == refusal.code, "\(run.errors)")
    #expect(run.errors.contains(refusal.sentence), "\(run.errors)")
  }

  @Test func `a picture of another shape than its calibration's is refused`() async throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Self.rig, encoding: .utf8)
    let other = try folder.file(
      "rig.json",
      Data(text.replacingOccurrences(of: "\"height\": 360", with: "\"height\": 270").utf8))
    let run = try await CommandLineRun(
      ["video"] + Self.videos + ["--cameras", other] + Self.rate)
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("different aspect ratios"), "\(run.errors)")
  }
}
