import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct DetectTests {
  static let astronaut = Fixture.path("detection/astronaut.jpg")
  static let twoPeople = Fixture.path("detection/rendered_two_people.jpg")
  static let emptyImage = Fixture.path("images/nobody.png")

  /// What the tests read of a keypoint file.
  struct Keypoints: Decodable {
    struct Person: Decodable {
      let id: Int
      let points: [String: [Double]]
      let sigma: [String: Double]?
    }
    struct Picture: Decodable {
      let file: String
      let width: Int
      let people: [Person]
    }
    let schema: String
    let width: Int?
    let people: [Person]?
    let pictures: [Picture]?
  }

  static func keypoints(_ text: String) throws -> Keypoints {
    try JSONDecoder().decode(Keypoints.self, from: Data(text.utf8))
  }

  /// Which models look at an image makes no difference in most tests.
  private static let fast = ["--effort", "fast"]

  private func keypoints(_ arguments: [String], effort: [String] = fast) async throws -> Keypoints {
    let run = try await CommandLineRun(["detect"] + arguments + effort + ["-o", "-"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try Self.keypoints(run.output)
  }

  private func isPicture(_ path: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: path)).starts(with: [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func `the table lists the people and their positions`() async throws {
    let run = try await CommandLineRun(["detect", Self.twoPeople, "--people", "all"] + Self.fast)
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 8)
    #expect(lines[0] == "\(Self.twoPeople)   512 × 424")
    #expect(lines[1] == "person  confidence   box x, y, width, height px    points seen")
    for (line, id) in zip(lines[2...3], ["0", "1"]) {
      let cells = line.split(separator: " ")
      #expect(cells.first == Substring(id))
      #expect(Double(cells[1]).map { (0.95...1).contains($0) } == true)
    }
    #expect(lines[2].hasSuffix(" 33 of 33"))
    #expect(lines[4] == "")
    #expect(
      lines[5] == "points seen: those of which the detector is sure; the box is around them.")
    #expect(lines[6] == "" && lines[7] == "")
  }

  @Test func `one person is looked for, or as many as are asked for`() async throws {
    #expect(try await keypoints([Self.twoPeople]).people?.map(\.id) == [0])
    for count in ["2", "all"] {
      #expect(
        try await keypoints([Self.twoPeople, "--people", count]).people?.map(\.id) == [0, 1])
    }
  }

  @Test func `the same picture gives the same bytes, in a file and on standard output`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("people.json")
    let run = try await CommandLineRun(
      ["detect", Self.twoPeople, "--people", "all", "-o", path] + Self.fast)
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix("\nwrote \(path)\n"))
    let stdout = try await CommandLineRun(
      ["detect", Self.twoPeople, "--people", "all", "-o", "-"] + Self.fast)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == stdout.output)
    #expect(stdout.errors.isEmpty)
  }

  @Test func `more looks than one say how sure the points are`() async throws {
    for (options, isSure) in [
      (["--effort", "fast"], false), (["--model", "full", "--effort", "standard"], true),
      (["--effort", "best"], true), ([], true),
    ] {
      let person = try await #require(
        try keypoints([Self.twoPeople], effort: options).people?.first)
      #expect(person.points.count == 33)
      #expect(person.sigma.map { Set($0.keys) } == (isSure ? Set(person.points.keys) : nil))
    }
  }

  @Test func `a picture comes through standard input`() async throws {
    let piped = try await CommandLineRun(
      [], through: ["-c", "cat \"\(Self.astronaut)\" | \"$0\" detect - --effort fast -o -"])
    #expect(piped.exitCode == 0)
    #expect(try await Self.keypoints(piped.output).people == keypoints([Self.astronaut]).people)
    let folder = try TemporaryFolder()
    let drawn = try await CommandLineRun(
      [],
      through: [
        "-c",
        "cat \"\(Self.astronaut)\" | \"$0\" detect - --effort fast --overlay \"\(folder.path)\"",
      ])
    #expect(drawn.exitCode == 0)
    #expect(folder.contents == ["stdin_overlay.png"])
  }

  @Test func `an overlay is a PNG, in a file and on standard output`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("overlay.png")
    let run = try await CommandLineRun(["detect", Self.astronaut, "--overlay", path] + Self.fast)
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix("\nwrote \(path)\n"))
    #expect(try isPicture(path))
    let piped = folder.path("piped.png")
    let stdout = try await CommandLineRun(
      [],
      through: [
        "-c", "\"$0\" detect \"\(Self.astronaut)\" --effort fast --overlay - > \"\(piped)\"",
      ])
    #expect(stdout.exitCode == 0)
    #expect(FileManager.default.contentsEqual(atPath: path, andPath: piped))
  }

  @Test func `left and right of a mirrored picture are swapped back, and stay where they are`()
    async throws
  {
    let plain = try await #require(try keypoints([Self.astronaut]).people?.first)
    let mirrored = try await #require(try keypoints([Self.astronaut, "--mirror"]).people?.first)
    #expect(plain.points.count == mirrored.points.count)
    for (name, point) in plain.points {
      let other =
        name.contains("left") || name.contains("Left")
        ? name.replacing("left", with: "right").replacing("Left", with: "Right")
        : name.replacing("right", with: "left").replacing("Right", with: "Left")
      #expect(mirrored.points[other] == point, "\(name)")
    }
  }

  @Test func `people are looked for only in the part of the picture that is named`() async throws {
    let all = try await keypoints([Self.twoPeople, "--people", "all"])
    let noses = try #require(all.people?.compactMap { $0.points["nose"]?[0] }.sorted())
    #expect(noses.count == 2)
    for (roi, expected) in [("0,0,256,424", noses[0]), ("256,0,256,424", noses[1])] {
      let people = try await #require(
        try keypoints([Self.twoPeople, "--people", "all", "--roi", roi]).people)
      #expect(people.count == 1)
      #expect(abs(try #require(people[0].points["nose"]?[0]) - expected) < 5, "\(roi)")
    }
    #expect(try await keypoints([Self.twoPeople, "--roi", "600,0,50,50"]).people?.isEmpty == true)
  }

  // MARK: Several pictures

  @Test func `several pictures go into one file, in their order`() async throws {
    let paths = [Self.emptyImage, Self.astronaut, Self.twoPeople]
    let document = try await keypoints(paths)
    let pictures = try #require(document.pictures)
    // Their names alone: a document may be passed on.
    #expect(pictures.map(\.file) == paths.map { ($0 as NSString).lastPathComponent })
    #expect(pictures.map(\.people.count) == [0, 1, 1])
    #expect(try await pictures[1].people == keypoints([Self.astronaut]).people)
  }

  @Test(arguments: [("pose3d", ".json"), ("coco", ".json"), ("openpose", "_keypoints.json")])
  func `several pictures go into a folder, a file for each`(layout: String, ending: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let (json, drawn) = (folder.path("json"), folder.path("drawn"))
    let run = try await CommandLineRun(
      [
        "detect", Self.astronaut, Self.twoPeople, "--layout", layout, "-o", json + "/", "--overlay",
        drawn + "/",
      ] + Self.fast)
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasSuffix("\nwrote 2 files to \(json)/\nwrote 2 files to \(drawn)/\n"))
    let names = { try FileManager.default.contentsOfDirectory(atPath: $0).sorted() }
    #expect(try names(json) == ["astronaut\(ending)", "rendered_two_people\(ending)"])
    #expect(try names(drawn) == ["astronaut_overlay.png", "rendered_two_people_overlay.png"])
    let alone = try await CommandLineRun(
      ["detect", Self.astronaut, "--layout", layout, "-o", "-"] + Self.fast)
    #expect(
      try String(contentsOfFile: "\(json)/astronaut\(ending)", encoding: .utf8) == alone.output)
    for name in try names(drawn) { #expect(try isPicture("\(drawn)/\(name)")) }
    // An existing folder needs no slash, and its files are overwritten.
    let again = try await CommandLineRun(
      ["detect", Self.astronaut, "--overlay", drawn] + Self.fast)
    #expect(again.exitCode == 0)
  }

  @Test func `a picture that can't be used is left out, the others are done`() async throws {
    let folder = try TemporaryFolder()
    let damaged = try folder.file("damaged.png", Data([0x89, 0x50, 0x4E, 0x47] + "hello".utf8))
    let small = Fixture.path("images/png-1x1.png")
    let missing = folder.path("nowhere.jpg")
    let run = try await CommandLineRun(
      ["detect", missing, Self.astronaut, small, damaged, Self.twoPeople, "-o", "-"] + Self.fast)
    #expect(run.exitCode == 65)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "error: \(missing): there is no such file")
    #expect(
      lines[1]
        == "error: \(small): 1×1 pixels are too few to show a person: at least 16×16 "
        + "are needed")
    #expect(lines[2].hasPrefix("error: \(damaged): "))
    #expect(lines[3] == "error: 3 of 5 images could not be used")
    #expect(
      try Self.keypoints(run.output).pictures?.map(\.file) == [
        "astronaut.jpg", "rendered_two_people.jpg",
      ])
  }

  @Test func `when none of several pictures can be used nothing is written`() async throws {
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun([
      "detect", folder.path("a.png"), folder.path("b.png"), "-o", folder.path("out.json"),
    ])
    #expect(run.exitCode == 65)
    #expect(run.errors.hasSuffix("error: 2 of 2 images could not be used\n"))
    #expect(run.output.isEmpty)
    #expect(folder.contents.isEmpty)
  }

  // MARK: No people

  @Test func `a picture without a person is no error, but reported`() async throws {
    let run = try await CommandLineRun(["detect", Self.emptyImage, "-o", "-"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors == "warning: no person was found in \(Self.emptyImage).\n")
    #expect(try Self.keypoints(run.output).people?.isEmpty == true)
    let table = try await CommandLineRun(["detect", Self.emptyImage])
    #expect(table.output.hasSuffix("\nno person found\n\n"))
  }

  @Test func `pictures without a person are counted, not told one by one`() async throws {
    let folder = try TemporaryFolder()
    let bytes = try Data(contentsOf: URL(filePath: Self.emptyImage))
    let pictures = try (0..<5).map { try folder.file("\($0).png", bytes) }
    let run = try await CommandLineRun(["detect"] + pictures + [Self.astronaut] + Self.fast)
    #expect(run.exitCode == 0)
    #expect(
      run.errors == "warning: no person was found in 5 of 6 images: "
        + "\(pictures[0]), \(pictures[1]), \(pictures[2]) and 2 more.\n")
  }

  // MARK: Pictures of every kind

  /// The picture, the one with the same person, and how far apart points may be, in pixels.
  @Test(arguments: [
    ("rgb16.png", "rgb.png", 0.0), ("transparent.png", "rgb.png", 0), ("grey16.png", "grey.png", 0),
    ("grey.png", "rgb.png", 4), ("grey.jpg", "grey.png", 4), ("palette.png", "rgb.png", 4),
  ])
  func `grey, 16-bit, palette and transparent pictures show the same person`(
    name: String, other: String, tolerance: Double
  ) async throws {
    var people: [Keypoints.Person] = []
    for name in [name, other] {
      let found = try await keypoints([Fixture.path("detection/kinds/\(name)")])
      people.append(try #require(found.people?.first))
    }
    for keypoint in ["nose", "leftShoulder", "rightHip", "leftKnee", "rightAnkle"] {
      let (a, b) = (
        try #require(people[0].points[keypoint]), try #require(people[1].points[keypoint])
      )
      #expect(abs(a[0] - b[0]) <= tolerance && abs(a[1] - b[1]) <= tolerance, "\(keypoint)")
    }
  }
}

extension DetectTests.Keypoints.Person: Equatable {}
