import Foundation
import TestSupport
import Testing

/// `pose3d ergonomics`, run as its user runs it.
@Suite("Postures at work on the command line")
struct ErgonomicsCommandTests {
  private static let stated = [
    "--load", "8kg", "--coupling", "fair", "--activity", "none", "--wrist", "neutral", "--arms",
    "free", "--neck", "straight", "--legs", "both",
  ]

  private static func walk(in folder: TemporaryFolder) throws -> String {
    let walk = SyntheticWalk()
    let frames = (0...150).map { walk.markers(at: Double($0) / 50) }
    return try folder.file(
      "walk.trc",
      Data(MarkerText.trc("walk.trc", names: SyntheticWalk.names, frames: frames, rate: 50).utf8))
  }

  @Test func `a table, a page, JSON and CSV have the scores of a walk`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let (page, csv) = (folder.path("scores.html"), folder.path("scores.csv"))
    let run = try await CommandLineRun(
      ["ergonomics", file, "--sigma", "0.02", "--page", page, "--csv", csv] + Self.stated)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("person 0   REBA") && run.output.contains("person 0   RULA"))
    #expect(!run.output.contains("not stated") && !run.output.contains("at worst"))
    #expect(run.output.contains("neither a medical nor a legal assessment"))
    #expect(run.output.hasSuffix("wrote \(csv)\nwrote \(page)\n"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<svg ") && !html.contains("<script") && !html.contains("NaN"))
    #expect(!html.contains(folder.path) && html.contains("walk.trc: postures at work"))
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    // Both methods for each of 151 frames.
    let expected = 1 + 2 * 151
    #expect(lines.count == expected)
    let columns = lines[0].split(separator: ",")
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      try #require(cells.count == columns.count)
      // With everything stated the lowest score is the highest.
      #expect(cells[4] == cells[6] && cells[5] == cells[7])
      let score = try #require(Double(cells[4]))
      let scores: ClosedRange<Double> = cells[3] == "reba" ? 1...15 : 1...7
      #expect(scores.contains(score))
    }
  }

  @Test func `feet that aren't known enter the table as a range, though all is stated`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let stated = Self.stated.map { $0 == "both" ? "standing" : $0 }
    let run = try await CommandLineRun(
      ["ergonomics", file, "--sigma", "0.02", "--method", "rula"] + stated)
    #expect(!run.output.contains("not stated:"))
    #expect(run.output.contains("at best:") && run.output.contains("at worst:"))
    #expect(run.output.contains("by what is not stated or not seen."))
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `documents are valid, and not what their schema forbids`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let (whole, plain) = (folder.path("whole.json"), folder.path("plain.json"))
    let unsure = folder.path("unsure.json")
    #expect(try await CommandLineRun(["ergonomics", file, "-o", unsure]).exitCode == 0)
    for arguments in [["-o", whole] + Self.stated, ["-o", plain, "--method", "rula"]] {
      let run = try await CommandLineRun(["ergonomics", file, "--sigma", "0.02"] + arguments)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try await SchemaValidator("ergonomics").expect([plain, unsure])
    try await SchemaValidator("ergonomics").expect(
      whole,
      exceptWith: [
        ("pose3d.ergonomics/1", "pose3d.ergonomics/2"), ("\"reba\"", "\"owas\""),
        ("\"kilograms\": 8", "\"kilograms\": -8"),
        ("\"coupling\": \"fair\"", "\"coupling\": \"firm\""),
        ("\"levels\":", "\"level\":"), ("\"assessedShare\": 1", "\"assessedShare\": 2"),
      ])
  }

  @Test func `inputs that are not stated enter as a range, and are listed`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let run = try await CommandLineRun([
      "ergonomics", file, "--sigma", "0.02", "--method", "reba", "-o", "-",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let people = try #require(document["people"] as? [[String: Any]])
    let assessments = try #require(people[0]["assessments"] as? [[String: Any]])
    #expect(assessments.count == 1 && (assessments[0]["unknown"] as? [String])?.count == 7)
    let median = try #require(assessments[0]["median"] as? [String: Int])
    #expect(try #require(median["lowest"]) + 5 < (try #require(median["highest"])))
    let table = try await CommandLineRun(["ergonomics", file, "--method", "reba"])
    #expect(table.output.contains("not stated: load, grip, activity, wrists"))
    #expect(table.output.contains("at best:") && table.output.contains("at worst:"))
    // Scores of joints without a sigma have none, and a warning states it.
    #expect(table.exitCode == 0)
    #expect(
      table.errors.contains("the scores have none either: state one of the joints with --sigma"))
    #expect(!table.output.contains(" ± 0.0"))
    let json = try await CommandLineRun(["ergonomics", file, "-o", "-"])
    #expect(json.output.contains("the joints have no uncertainty, so that the scores have none"))
  }

  static let refusals: [(arguments: [String], code: Int32, error: String)] = [
    (["--load", "-3"], 64, "--load -3: a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock."),
    (
      ["--coupling", "firm"], 64,
      "--coupling firm: the words are good, fair, poor and unacceptable."
    ),
    (["--neck", "long"], 64, "--neck long: the words are straight and twisted."),
    (["--method", "owas"], 64, "reba"),
    (["--blur-faces"], 64, "give --images or --page, too."),
    (["--video", "a.mp4"], 64, "--video is about --images and --page"),
    (["-o", "-", "--csv", "-"], 64, "Only one of --output, --csv and --page can go to"),
    (["--effort", "fast"], 64, "--effort is about a video: leave it out"),
    (["--person", "3"], 64, "there is no person 3; the people are 0"),
  ]

  @Test(arguments: refusals)
  func `what can't be done is refused with the reason`(
    arguments: [String], code: Int32, error: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let run = try await CommandLineRun(["ergonomics", file] + arguments)
    #expect(run.exitCode == code && run.output.isEmpty, "\(run.exitCode) \(run.output)")
    #expect(run.errors.contains(error), "\(run.errors)")
  }

  @Test func `an image, a missing file and a hand are refused with what helps`() async throws {
    let image = try await CommandLineRun(["ergonomics", AnalyzeTests.color])
    #expect(image.exitCode == 65 && image.errors.contains("pose3d analyze"), "\(image.errors)")
    let missing = try await CommandLineRun(["ergonomics", "nothing.json"])
    #expect(missing.exitCode == 66, "\(missing.errors)")
    let folder = try TemporaryFolder()
    let hand = try folder.file(
      "hand.json", Data(#"{"schema": "pose3d.hands/1", "hands": []}"#.utf8))
    let refused = try await CommandLineRun(["ergonomics", hand])
    #expect(refused.exitCode == 65 && refused.output.isEmpty, "\(refused.errors)")
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `the worst moments of a video are images, those of its document are the same moments`()
    async throws
  {
    let folder = try TemporaryFolder()
    let video = folder.path("squats.mp4")
    try FileManager.default.copyItem(atPath: Fixture.path("video/squats.mp4"), toPath: video)
    let (worst, page) = (folder.path("worst"), folder.path("scores.html"))
    let run = try await CommandLineRun(
      ["ergonomics", video, "--effort", "fast", "--images", worst, "--blur-faces"] + Self.stated
        + ["--page", page, "-o", folder.path("scores.json")])
    #expect(run.exitCode == 0, "\(run.errors)")
    for name in ["reba-1.png", "rula-1.png"] {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(worst)/\(name)")))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 10_000)
      #expect(run.output.contains("wrote \(worst)/\(name)\n"))
    }
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("data:image/png;base64,"))
    // Its document names the video beside it.
    let document = folder.path("squats.json")
    let measured = try await CommandLineRun(["video", video, "--effort", "fast", "-o", document])
    #expect(measured.exitCode == 0, "\(measured.errors)")
    let again = folder.path("again")
    let other = try await CommandLineRun(
      ["ergonomics", document, "--images", again, "--blur-faces"] + Self.stated)
    #expect(other.exitCode == 0, "\(other.errors)")
    for name in ["reba-1.png", "rula-1.png"] {
      #expect(
        FileManager.default.contentsEqual(atPath: "\(worst)/\(name)", andPath: "\(again)/\(name)"))
    }
  }
}
