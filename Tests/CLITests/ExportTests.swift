import Foundation
import TestSupport
import Testing

struct ExportTests {
  /// A person who squats three times, in a folder of its own.
  private static func squats() throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    return (folder, try folder.file("squats.json", ExerciseTests.squats()))
  }

  private static func export(_ arguments: [String]) async throws -> CommandLineRun {
    try await CommandLineRun(["export"] + arguments)
  }

  @Test func `every format is written, and what this program reads it measures as before`()
    async throws
  {
    let (folder, path) = try Self.squats()
    let run = try await Self.export([
      path, "--up=+y", "--units", "m", "--to", "trc,mot,c3d,bvh,glb,usda,csv,jsonl", "-o",
      folder.path("out/"),
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let names = ["trc", "mot", "c3d", "bvh", "glb", "usda", "csv", "jsonl"].map { "squats.\($0)" }
    #expect(
      run.output == names.map { "wrote \(folder.path("out/"))\($0)\n" }.joined(), "\(run.output)")
    let before = try await ExerciseTests.document([path, "--up=+y"])
    for name in ["squats.trc", "squats.jsonl"] {
      let again = try await ExerciseTests.document([
        folder.path("out/\(name)"), "--smoothing", "none",
      ])
      #expect(again.exercise?.name == before.exercise?.name, "\(name)")
      #expect(again.people[0].counted == before.people[0].counted, "\(name)")
      for (a, b) in zip(again.repetitions, before.repetitions) {
        #expect(abs(a.start - b.start) < 0.02 && abs(a.end - b.end) < 0.02, "\(name)")
      }
    }
  }

  @Test func `a picture's skeleton is a motion of one frame`() async throws {
    let folder = try TemporaryFolder()
    let run = try await Self.export([
      AnglesTests.skeleton("person.json"), "--up=+y", "--units", "m", "--to", "bvh,mot", "-o",
      folder.path,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let text = try String(contentsOfFile: folder.path("person.bvh"), encoding: .utf8)
    #expect(text.contains("\nFrames: 1\n"))
  }

  @Test func `a file for each person, or for the one who was asked for`() async throws {
    let folder = try TemporaryFolder()
    let people = (1...2).map { id in
      let places = (0..<17).map { "[\(Double(id) + 0.01 * Double($0)),\(0.1 * Double($0)),3]" }
      return "{\"id\":\(id),\"cameraPositions\":[\(places.joined(separator: ","))]}"
    }.joined(separator: ",")
    let lines =
      "{\"schema\":\"pose3d.skeleton/1\"}\n{\"index\":0,\"time\":0,\"people\":[\(people)]}\n"
      + "{\"summary\":{}}\n"
    let path = try folder.file("two.jsonl", lines)
    let both = try await Self.export([path, "--to", "trc,csv", "-o", folder.path("both")])
    #expect(both.exitCode == 0, "\(both.errors)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("both"))
    #expect(Set(written) == ["two-p1.trc", "two-p2.trc", "two.csv"])
    let one = try await Self.export([
      path, "--to", "trc", "-o", folder.path("one"), "--person", "2",
    ])
    #expect(one.exitCode == 0, "\(one.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("one")) == ["two.trc"])
    let nobody = try await Self.export([
      path, "--to", "trc", "-o", folder.path("one"), "--person", "3",
    ])
    nobody.expectFailure(code: 64, message: "\(path): there is no person 3; the people are 1, 2")
  }

  @Test(arguments: [
    "squats \u{202E}cod.json", "n\nl.json", "t\tb.json", "“名前” é\u{301}💃.json", "a'b\"c\\d.json",
    "...json", " .json", "-x.json",
  ])
  func `a name may have anything in it`(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.file(name, ExerciseTests.squats(1))
    let run = try await Self.export([
      folder.path(name), "--up=+y", "--to", "trc,usda,glb", "-o", folder.path("out"),
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(names.count == 3)
    let trc = try #require(names.first { $0.hasSuffix(".trc") })
    let text = try String(contentsOfFile: folder.path("out/\(trc)"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].split(separator: "\t").count == 4)
    #expect(lines[1].hasPrefix("DataRate\t"))
  }

  // MARK: What can't be

  @Test(arguments: [
    (
      ["--to", "fbx", "-o", "x"],
      "The value 'fbx' is invalid for '--to <formats>': there is no format \"fbx\"; glb is written"
    ),
    (
      ["--to", "trc,,bvh", "-o", "x"],
      "The value 'trc,,bvh' is invalid for '--to <formats>': there is no format \"\"; those are"
    ),
    (
      ["--to", "trc", "-o", "-"],
      "--output -: files are written into a folder, not to standard output."
    ),
    (
      ["--to", "trc", "-o", "x", "--fps", "0"],
      "--fps 0.0: a number of frames a second, more than 0 and up to 100000, was expected."
    ),
    (
      ["--to", "trc", "-o", "x", "--names", "qtm"],
      "The value 'qtm' is invalid for '--names <names>'."
    ),
  ])
  func `options that say nothing`(options: [String], message: String) async throws {
    let run = try await Self.export(["squats.json"] + options)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }

  @Test func `a folder that can't be one, and a file that is read`() async throws {
    let (folder, path) = try Self.squats()
    let file = try await Self.export([path, "--to", "trc", "-o", path])
    file.expectFailure(
      code: 73, message: "\(path): the folder can't be made: a file has this name")
    let deep = folder.path("a/b")
    let nowhere = try await Self.export([path, "--to", "trc", "-o", deep])
    nowhere.expectFailure(
      code: 73, message: "\(deep): the folder can't be made: no such file or directory")
    let lines = try folder.file(
      "two.jsonl",
      "{\"schema\":\"pose3d.skeleton/1\"}\n{\"index\":0,\"time\":0,\"people\":[]}\n{\"summary\":{}}\n"
    )
    let nobody = try await Self.export([lines, "--to", "trc", "-o", folder.path("out")])
    nobody.expectFailure(code: 65, message: "\(lines): no person is in any of its frames")
    let trc = AnglesTests.skeleton("pose2sim.trc")
    let copy = try folder.file("walk.trc", try Fixture.bytes("skeletons/pose2sim.trc"))
    let input = try await Self.export([copy, "--to", "trc", "-o", folder.path])
    #expect(input.exitCode == 64)
    #expect(
      input.errors.hasSuffix(
        "error: \(copy): this is an input; give the output another name\n"),
      "\(input.errors)")
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: trc)))
  }

  @Test(arguments: ["trc", "mot", "c3d", "bvh", "glb", "usda", "csv", "jsonl"])
  func `a full disk is a sentence, and nothing is half-written`(format: String) async throws {
    let (folder, path) = try Self.squats()
    let run = try await CommandLineRun(
      ["export", path, "--up=+y", "--units", "m", "--to", format, "-o", folder.path("out")],
      hasFullDisk: true)
    #expect(run.exitCode == 73 || run.exitCode == 74)
    #expect(
      run.errors.hasSuffix(
        "error: \(folder.path("out"))/squats.\(format): can't be written: File too large\n"),
      "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).isEmpty)
  }

  // MARK: Beside other commands

  @Test func `a picture is exported beside its skeleton`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.path("person.json")
    let arguments = [
      "analyze", Fixture.path("demo/color.jpg"), "--keypoints", Fixture.path("demo/keypoints.json"),
      "--camera", Fixture.path("demo/camera.json"), "-o", output,
    ]
    let run = try await CommandLineRun(arguments + ["--export", "trc,glb"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.output.hasSuffix(
        "wrote \(output)\nwrote \(folder.path("person.trc"))\nwrote \(folder.path("person.glb"))\n")
    )
    #expect(Set(folder.contents).isSuperset(of: ["person.json", "person.trc", "person.glb"]))
    let several = try await CommandLineRun(
      ["analyze", "--same-person", "a.jpg", "b.jpg", "--export", "trc"])
    #expect(several.exitCode == 64)
    #expect(
      several.errors.hasPrefix(
        "error: --export is for one image: write --same-person's skeletons with -o, and pose3d "
          + "export them."))
    let same = try await CommandLineRun(
      arguments + ["--csv", folder.path("person.csv"), "--export", "csv"])
    same.expectFailure(
      code: 64,
      message: "\(folder.path("person.csv")): --csv and --export name the same file")
  }
}
