import Foundation
import TestSupport
import Testing

/// `pose3d analyze --same-person`: one person in several pictures. Both bundled frames show the same woman.
struct SamePersonTests {
  /// What the tests read of a skeleton file.
  private struct Document: Decodable {
    struct Person: Decodable {
      let bodyHeight: Double
      let bodyHeightSigma: Double
      let heightEstimation: String
    }
    struct SamePerson: Decodable {
      let files: [String]
      let bodyHeight: Double
      let bodyHeightSigma: Double
      let heightEstimation: String
      let boneLengths: [String: Double]
      let boneLengthSigmas: [String: Double]
    }
    let people: [Person]
    let samePerson: SamePerson?
  }

  private static let color = AnalyzeTests.color
  private static let keypoints = AnalyzeTests.keypoints

  /// The demo's picture twice, under two names: with keypoints from a file no models are needed.
  private static func pictures(in folder: TemporaryFolder) throws -> [String] {
    try ["first.jpg", "second.jpg"].map {
      try folder.file($0, Data(contentsOf: URL(filePath: color)))
    }
  }

  private static func document(_ path: String) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(contentsOf: URL(filePath: path)))
  }

  private static let demo = [
    "--camera", AnalyzeTests.camera, "--keypoints", AnalyzeTests.keypoints,
  ]

  @Test func `each picture has a file of its own, and all say the same of the person`() async throws
  {
    let folder = try TemporaryFolder()
    let pictures = try Self.pictures(in: folder)
    let out = folder.path("out/")
    let run = try await CommandLineRun(
      ["analyze", "--same-person"] + pictures
        + ["--depth", AnalyzeTests.depth, "--depth", AnalyzeTests.depth] + Self.demo
        + ["-o", out, "--csv", out, "--overlay", out])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted() == [
        "first.csv", "first.json", "first_overlay.png", "second.csv", "second.json",
        "second_overlay.png",
      ])
    let documents = try ["first", "second"].map { try Self.document(out + "\($0).json") }
    let person = try #require(documents[0].samePerson)
    #expect(person.files == pictures)
    #expect(person.heightEstimation == "measured")
    #expect(person.boneLengths.count == 10 && person.boneLengthSigmas.count == 10)
    #expect(documents[1].samePerson?.bodyHeight == person.bodyHeight)
    #expect(documents[0].people[0].bodyHeight == documents[1].people[0].bodyHeight)
    let truth = try AnalyzeTests.truth("demo/truth.json").stature
    #expect(abs(person.bodyHeight - truth) < 3 * person.bodyHeightSigma)
    let metres = String(format: "%.2f m ± %.2f", person.bodyHeight, person.bodyHeightSigma)
    #expect(run.output.contains("the person, in 2 of 2 images   height \(metres)\n"))
    #expect(run.output.contains("first.jpg\n") && run.output.contains("second.jpg\n"))
    #expect(run.output.components(separatedBy: "Metres from the middle of the hips").count == 2)
  }

  @Test func `without depth the height stays the assumed one`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.path("out/")
    let run = try await CommandLineRun(
      ["analyze", "--same-person"] + Self.pictures(in: folder) + Self.demo + ["-o", out])
    #expect(run.exitCode == 0, "\(run.errors)")
    let document = try Self.document(out + "first.json")
    #expect(document.samePerson?.bodyHeight == 1.8)
    #expect(document.samePerson?.heightEstimation == "reference")
    #expect(document.people.map(\.heightEstimation) == ["reference"])
    #expect(run.output.contains("in 2 of 2 images   height 1.80 m (assumed, not measured)\n"))
  }

  @Test func `a picture that can't be used is left out, and the others are done`() async throws {
    let folder = try TemporaryFolder()
    let pictures = try Self.pictures(in: folder)
    let broken = try folder.file("broken.jpg", Data("no image".utf8))
    let out = folder.path("out/")
    let run = try await CommandLineRun(
      ["analyze", "--same-person", pictures[0], broken, pictures[1]] + Self.demo + ["-o", out])
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("broken.jpg"))
    #expect(run.errors.hasSuffix("error: 1 of 3 images could not be used\n"))
    #expect(run.output.contains("the person, in 2 of 3 images   height"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted() == [
        "first.json", "second.json",
      ])
    #expect(try Self.document(out + "second.json").samePerson?.files == pictures)
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `the files are valid`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.path("out/")
    let run = try await CommandLineRun(
      ["analyze", "--same-person"] + Self.pictures(in: folder) + Self.demo + ["-o", out])
    #expect(run.exitCode == 0, "\(run.errors)")
    try await SchemaValidator("skeleton").expect([out + "first.json", out + "second.json"])
  }

  @Test(arguments: [
    (
      ["a.jpg", "b.jpg"],
      "2 images: give one, or --same-person where all show one person. pose3d batch measures each by itself."
    ),
    (
      ["a.jpg", "--depth", "a.png", "--depth", "b.png"],
      "--depth is given 2 times, and there is one image."
    ),
    (
      ["--same-person", "a.jpg"],
      "--same-person is about several images of one person: give two or more."
    ),
    (
      ["--same-person", "a.jpg", "b.jpg", "--depth", "a.png"],
      "--depth is given once for 2 images: give it once for each, in their order, or leave it out."
    ),
    (
      ["--same-person", "a.jpg", "b.jpg", "--people", "all"],
      "--same-person measures one person in each image, the most prominent: leave out --people."
    ),
    (
      ["--same-person", "a.jpg", "b.jpg", "-o", "out.json"],
      "--output out.json: each of the 2 images has a file of its own: give a folder, with a slash at "
        + "its end."
    ),
    (["--same-person", "-", "-"], "Standard input holds one image: give - once."),
    (
      ["--same-person", "a.jpg", "b.jpg", "--depth-confidence", "c.png"],
      "--depth-confidence is about one depth map: leave out --same-person."
    ),
    (
      ["--same-person", "a.jpg", "b.jpg", "--keypoints", "k.json", "--keypoint-frame", "1"],
      "--keypoint-frame is about one image: with --same-person the number in each image's name "
        + "counts."
    ),
  ])
  func `what makes no sense is refused before any work`(arguments: [String], sentence: String)
    async throws
  {
    let run = try await CommandLineRun(["analyze"] + arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }
}
