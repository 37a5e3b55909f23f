import Foundation
import TestSupport
import Testing

extension AnglesTests {
  // MARK: What can't be measured, or hardly

  /// The person with some joints elsewhere, by name in metres.
  private static func file(
    _ folder: TemporaryFolder, moving change: (inout [String: SIMD3<Double>]) throws -> Void
  ) throws -> String {
    var places = try Truth().places
    try change(&places)
    let points = places.map { "\"\($0)\": [\($1.x), \($1.y), \($1.z)]" }.sorted()
    return try folder.file(
      "moved.json", Data("{\"units\": \"m\", \"joints\": {\(points.joined(separator: ", "))}}".utf8)
    )
  }

  @Test func `a forearm without length has no angle, and never NaN`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { $0["leftWrist"] = $0["leftElbow"] }
    for dialect in Self.dialects {
      for options in [[], ["--sigma", "0.02"]] {
        let arguments = [path, "--up=-y", "--dialect", dialect] + options
        let person = try await Self.person(arguments)
        for angle in person.angles {
          let name = angle.name.lowercased()
          let isOfForearm =
            (name.hasPrefix("left") || name.hasSuffix("_l"))
            && [
              "elbow_flex", "left elbow", "elbowflexion", "elbowincluded", "forearm", "leftwrist",
            ]
            .contains { name.contains($0) }
          if isOfForearm { #expect(angle.reason == "unobservable", "\(angle.name)") }
          #expect((angle.value == nil) == (angle.reason != nil), "\(angle.name)")
        }
        #expect(person.angles.contains { $0.reason == "unobservable" })
        for format in ["json", "csv", "table"] {
          let run = try await Self.run(arguments + ["--format", format])
          #expect(!run.output.lowercased().contains("nan"))
          #expect(
            run.errors
              == "warning: the left forearm is 0.0 cm long where the other bones make 25.7 cm likely, "
              + "\(options.isEmpty ? "16.7" : "8.0") standard deviations off\n")
        }
      }
    }
    let elbow = try await #require(
      try Self.run([path, "--joints", "elbow"]).output.split(separator: "\n").first {
        $0.hasPrefix("elbowFlexion")
      })
    #expect(elbow == "elbowFlexion         –  not shown    113.8°")
  }

  @Test func `a bone that fits no body is named`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { places in
      let (elbow, wrist) = try (
        #require(places["leftElbow"]), #require(places["leftWrist"])
      )
      places["leftWrist"] = elbow + 2 * (wrist - elbow)
    }
    let run = try await Self.run([path, "--up=-y", "--joints", "elbow"])
    #expect(
      run.errors == "warning: the left forearm is 50.8 cm long where the other bones make 25.9 cm "
        + "likely, 16.0 standard deviations off\n")
    #expect(run.output.contains("54.1°"))
    let arm = try Self.file(folder) { places in
      let (elbow, wrist) = try (
        #require(places["rightElbow"]), #require(places["rightWrist"])
      )
      places["rightElbow"] = elbow + 0.5 * (elbow - wrist)
    }
    #expect(
      try await Self.run([arm, "--up=-y"]).errors.contains("warning: the right upper arm is "))
  }

  @Test func `two bones that fit equally badly are named in the same order every time`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { places in
      for side in ["left", "right"] { places["\(side)Wrist"] = places["\(side)Elbow"] }
    }
    for _ in 0..<8 {
      let lines = try await Self.run([path, "--up=-y"]).errors.split(separator: "\n")
      #expect(
        lines.map { $0.prefix(25) }
          == ["warning: the left forearm", "warning: the right forear"])
    }
  }

  /// An arm that goes on from 170° to 190°, which reads −170°.
  @Test func `the range of an angle over a sequence doesn't jump by a turn`() async throws {
    let frames = try [170.0, 190].map { angle in
      var places = try Truth().places
      let (root, center) = try (#require(places["root"]), #require(places["centerShoulder"]))
      let up = Truth.unit(center - root)
      let left = try Truth().bone("rightShoulder", "leftShoulder")
      let front = Truth.unit(Truth.cross(left, up))
      let turn = angle * .pi / 180
      let arm = sin(turn) * front - cos(turn) * up
      let shoulder = try #require(places["leftShoulder"])
      places["leftElbow"] = shoulder + 0.27 * arm
      places["leftWrist"] = shoulder + 0.52 * arm
      let points = places.map { "\"\($0)\": [\($1.x), \($1.y), \($1.z)]" }
      return "{\(points.sorted().joined(separator: ", "))}"
    }
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "arm.json",
      Data("{\"units\": \"m\", \"frames\": [\(frames.joined(separator: ", "))]}".utf8))
    let table = try await Self.run([path, "--joints", "leftShoulderFlexionSagittal"]).output
    let line = table.split(separator: "\n").first { $0.hasPrefix("leftShoulder") }
    let row = try #require(line).split(separator: " ").map(String.init)
    #expect(row == ["leftShoulderFlexionSagittal", "170.0°", "180.0°", "190.0°", "2"])
    let found = try await Self.document([path]).everyone.map {
      $0.angle("leftShoulderFlexionSagittal")?.value ?? 0
    }
    #expect(abs(found[0] - 170) < 1e-4 && abs(found[1] + 170) < 1e-4)
  }

  @Test func `the columns of the table stand apart, whatever is in them`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { places in
      let (shoulder, elbow) = try (
        #require(places["leftShoulder"]), #require(places["leftElbow"])
      )
      places["leftWrist"] = elbow + 0.9 * (elbow - shoulder)
    }
    let lines = try await Self.run([path]).output.split(separator: "\n").map(Array.init)
    let header = try #require(lines.first { String($0).hasSuffix("right") })
    let column = header.count - "right".count
    let rows = lines.filter { String($0).hasPrefix("shoulderRotation") }
    #expect(rows.count == 1 && String(rows[0]).contains("limb too straight"))
    // Up to what explains the words.
    let table = lines.dropFirst().prefix { !String($0).contains(":") }
    for row in table where row.count > column {
      #expect(row[(column - 2)..<column].allSatisfy { $0 == " " }, "\(String(row))")
    }
  }

  // MARK: Writing

  @Test(arguments: ["table", "json", "csv"])
  func `a file gets what the standard output would`(format: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("angles")
    let arguments = [Self.skeleton("pose2sim.trc"), "--format", format]
    let run = try await Self.run(arguments + ["-o", path])
    #expect(run.output == "wrote \(path)\n")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try await text == Self.run(arguments).output && !text.isEmpty)
    #expect(try await text == Self.run(arguments + ["-o", "-"]).output)
    #expect(folder.contents == ["angles"])
  }

  @Test func `a disk that is full leaves what was there`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("angles.json", Data("before".utf8))
    let run = try await CommandLineRun(
      ["angles", Self.skeleton("kinect2.json"), "--format", "json", "-o", path], hasFullDisk: true)
    #expect(run.exitCode == 73)
    #expect(
      run.errors.hasSuffix("\nerror: \(path): can't be written: File too large\n"))
    #expect(folder.contents == ["angles.json"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
  }

  /// The shell opens a pipe, waits until its reader has gone, and only then starts the program.
  @Test(arguments: [
    [AnglesTests.skeleton("pose2sim.trc"), "--format", "json"],
    [AnglesTests.skeleton("pose2sim.trc"), "--format", "csv"],
    [AnglesTests.skeleton("pose2sim.trc")], ["--list"], ["--list", "--format", "json"],
  ])
  func `a reader that has gone away is no error`(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    let script =
      "mkfifo '\(pipe)'; : < '\(pipe)' & exec 3> '\(pipe)'; wait; \"$0\" \"$@\" >&3 2>&3"
    let run = try await CommandLineRun(["angles"] + arguments, through: ["-c", script])
    #expect(run.exitCode == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func `without a terminal there is no colour`() async throws {
    for arguments in [
      [Self.skeleton("h36m.json")], [Self.skeleton("pose2sim.trc")], ["--list"],
      [Self.skeleton("nowhere.json")],
    ] {
      let run = try await CommandLineRun(["angles"] + arguments)
      #expect(!(run.output + run.errors).contains("\u{1b}"))
      #expect(!(run.output + run.errors).isEmpty)
    }
  }

  @Test func `the same file gives the same bytes`() async throws {
    for format in ["table", "json", "csv"] {
      let arguments = [Self.skeleton("pose2sim.trc"), "--sigma", "0.02", "--format", format]
      #expect(try await Self.run(arguments).output == Self.run(arguments).output)
    }
  }
}
