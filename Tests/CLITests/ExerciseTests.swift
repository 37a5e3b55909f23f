import Foundation
import TestSupport
import Testing

struct ExerciseTests {
  /// What the tests read of the document.
  struct Document: Decodable {
    struct Input: Decodable {
      let kind: String
      let layout: String?
      let frames: Int
      let frameRate: Double?
      let firstTime: Double
      let lastTime: Double
    }
    struct Exercise: Decodable {
      let name: String?
      let confidence: Double
    }
    struct Repetition: Decodable {
      let person: Int
      let counted: Bool
      let start: Double
      let turn: Double
      let end: Double
    }
    struct Person: Decodable {
      let id: Int
      let frames: Int
      let counted: Int
    }
    struct Processing: Decodable {
      struct Smoothing: Decodable {
        let kind: String
        let cutoff: Double?
      }
      let smoothing: Smoothing
      let longestGap: Double
      let repairs: Bool
    }
    let schema: String
    let input: Input
    let processing: Processing
    let exercise: Exercise?
    let repetitions: [Repetition]
    let people: [Person]
    let warnings: [String]
  }

  static func document(_ arguments: [String]) async throws -> Document {
    let run = try await CommandLineRun(["exercise"] + arguments + ["-o", "-"])
    #expect(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  /// Points by name, metres, y up and z forward, of a person who squats every two seconds; the
  /// first three times to 100° of the knees. Thigh and shank are 0.42 m.
  static func squats(
    _ count: Int = 3, frameRate: Double = 30, hasTimes: Bool = true
  ) -> String {
    let frames = (0...Int(Double(2 * count + 1) * frameRate)).map { number -> String in
      let time = Double(number) / frameRate
      let phase = max(0, min(time - 0.5, Double(2 * count)))
      let bend = (1 - cos(phase * .pi)) * 50 * .pi / 180
      let (shank, trunk) = (0.35 * bend, 0.4 * bend)
      let knee = (y: 0.08 + 0.42 * cos(shank), z: 0.42 * sin(shank))
      let hip = (y: knee.y + 0.42 * cos(bend - shank), z: knee.z - 0.42 * sin(bend - shank))
      func on(_ length: Double, _ ahead: Double = 0) -> (Double, Double) {
        (
          hip.y + length * cos(trunk) - ahead * sin(trunk),
          hip.z + length * sin(trunk) + ahead * cos(trunk)
        )
      }
      let middle = [
        ("root", on(0)), ("spine", on(0.24, 0.01)), ("centerShoulder", on(0.5)),
        ("centerHead", on(0.65, 0.04)), ("topHead", on(0.8)),
      ]
      let sided = [
        ("Hip", 0.1, (hip.y, hip.z)), ("Knee", 0.12, (knee.y, knee.z)), ("Ankle", 0.12, (0.08, 0)),
        ("Shoulder", 0.18, on(0.48)), ("Elbow", 0.2, on(0.45, 0.27)),
        ("Wrist", 0.16, on(0.52, 0.51)),
      ]
      let points =
        middle.map { "\"\($0.0)\": [0, \($0.1.0), \($0.1.1)]" }
        + sided.flatMap { name, x, p in
          [
            "\"left\(name)\": [\(x), \(p.0), \(p.1)]", "\"right\(name)\": [\(-x), \(p.0), \(p.1)]",
          ]
        }
      let head = hasTimes ? "\"time\": \(time), " : ""
      return "{\(head)\"joints\": {\(points.joined(separator: ", "))}}"
    }
    return "{\"units\": \"m\", \"frames\": [\(frames.joined(separator: ",\n"))]}"
  }

  /// A file of squats; the folder has to live as long as the file is used.
  static func file(in folder: TemporaryFolder, hasTimes: Bool = true) throws -> String {
    try folder.file("squats.json", Data(squats(hasTimes: hasTimes).utf8))
  }

  @Test func `squats in a file are counted, each with its times`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    for options in [[], ["--exercise", "squat"]] {
      let document = try await Self.document([path, "--up=+y"] + options)
      #expect(document.schema == "pose3d.exercise/1")
      #expect(document.exercise?.name == "squat")
      #expect(document.people.map(\.counted) == [3])
      for (number, repetition) in document.repetitions.filter(\.counted).enumerated() {
        #expect(abs(repetition.turn - (1.5 + 2 * Double(number))) < 0.15)
        #expect(repetition.start < repetition.turn && repetition.turn < repetition.end)
      }
    }
  }

  @Test func `the cycles of any angle are counted`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    let knee = ["--rep-angle", "leftKneeFlexion", "--rep-min"]
    #expect(try await Self.document([path] + knee + ["60"]).people.map(\.counted) == [3])
    #expect(try await Self.document([path] + knee + ["120"]).people.map(\.counted) == [0])
  }

  @Test func `frames without times take theirs from the rate that is given`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder, hasTimes: false)
    let slow = try await Self.document([path, "--fps", "15"])
    #expect(slow.input.lastTime == 14 && slow.input.frameRate == 15)
    #expect(slow.input.kind == "skeletons" && slow.input.layout == "named")
    #expect(slow.input.frames == 211 && slow.people.map(\.frames) == [211])
  }

  @Test func `what was done is echoed`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    let plain = try await Self.document([path])
    #expect(plain.processing.smoothing.kind == "butterworth")
    #expect(plain.processing.smoothing.cutoff == 6 && plain.processing.repairs)
    let other = try await Self.document([
      path, "--smoothing", "one-euro", "--no-repair", "--max-gap", "0.25",
    ])
    #expect(other.processing.smoothing.kind == "oneEuro" && !other.processing.repairs)
    #expect(other.processing.longestGap == 0.25)
    #expect(
      try await Self.document([path, "--smoothing", "4.5"]).processing.smoothing.cutoff == 4.5)
  }

  @Test(arguments: [
    "push-up", "PushUp", "push_ups", "curl", "arm curl", "OVERHEAD-PRESS", "press", "sit-to-stand",
    "jumpingjacks", "none", "auto",
  ])
  func `exercises are known by the names that people use`(name: String) async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    #expect(try await CommandLineRun(["exercise", path, "--exercise", name]).exitCode == 0)
  }

  @Test func `a table for people names the person, and CSV has every frame`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    let csv = folder.path("squats.csv")
    let run = try await CommandLineRun(["exercise", path, "--csv", csv])
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("person 0   "))
    #expect(run.output.contains("0.00 to 7.00 s   211 frames"))
    #expect(run.output.hasSuffix("wrote \(csv)\n"))
    let rows = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    #expect(rows.count == 212)
    #expect(rows[0].hasPrefix("frame,time,person,filled,repetition,leftElbowFlexion,"))
    #expect(rows[1].hasPrefix("0,0,0,0,"))
    let toPipe = try await CommandLineRun(["exercise", path, "--csv", "-"])
    #expect(toPipe.output.split(separator: "\n") == rows)
  }

  @Test func `the table of repetitions has a line for each, as the document has them`() async throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    let (table, document) = (folder.path("reps.csv"), folder.path("counted.json"))
    let run = try await CommandLineRun([
      "exercise", path, "--up=+y", "--repetitions-csv", table, "-o", document,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("wrote \(document)\nwrote \(table)\n"))
    let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let written = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: document)))
        as? [String: Any])
    let repetitions = try #require(written["repetitions"] as? [[String: Any]])
    #expect(!repetitions.isEmpty && rows.count == repetitions.count + 1)
    #expect(rows.allSatisfy { $0.count == rows[0].count && !$0.contains { $0.contains(" ") } })
    var number = 0
    for (row, repetition) in zip(rows.dropFirst(), repetitions) {
      let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], row))
      for (column, field) in [
        ("start_s", "start"), ("end_s", "end"), ("range_deg", "rangeOfMotion"),
        ("range_sigma_deg", "rangeOfMotionSigma"),
      ] {
        // Joints without a sigma give none: the cell is empty then.
        let cell = try #require(cells[column])
        guard let number = repetition[field] as? Double else {
          #expect(cell.isEmpty && field == "rangeOfMotionSigma")
          continue
        }
        #expect(abs(try #require(Double(cell)) - number) < 6e-4, "\(field)")
      }
      let isCounted = repetition["counted"] as? Bool == true
      if isCounted { number += 1 }
      #expect(cells["counted"] == (isCounted ? "1" : "0"))
      #expect(cells["number"] == (isCounted ? "\(number)" : ""))
      #expect(cells["hipBelowKnee_met"] != nil)
    }
    let both = try await CommandLineRun(["exercise", path, "--repetitions-csv", "-", "--csv", "-"])
    #expect(both.exitCode == 64)
    #expect(
      both.errors.hasPrefix(
        "error: --csv - and --repetitions-csv - both go to standard output: give one a file.\n"))
  }

  @Test func `a prescription is judged in the table, the document and the lines of repetitions`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    let (table, document) = (folder.path("reps.csv"), folder.path("counted.json"))
    let run = try await CommandLineRun([
      "exercise", path, "--up=+y", "--exercise", "squat", "--target", "kneeFlexion=0..170",
      "--target", "leftElbowFlexion=150", "--repetitions-csv", table, "-o", document,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains(" of 0 to 170°: yes"))
    #expect(run.output.contains(" of 140 to 160°: no"))
    #expect(!run.output.contains("hip below knee"))
    let header = try String(contentsOfFile: table, encoding: .utf8).prefix { $0 != "\n" }
    #expect(
      header.hasSuffix(
        ",leftKneeFlexion_deg,leftKneeFlexion_sigma_deg,leftKneeFlexion_met,rightKneeFlexion_deg,"
          + "rightKneeFlexion_sigma_deg,rightKneeFlexion_met,leftElbowFlexion_deg,"
          + "leftElbowFlexion_sigma_deg,leftElbowFlexion_met"))
    let written = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: document)))
        as? [String: Any])
    let repetitions = try #require(written["repetitions"] as? [[String: Any]])
    for repetition in repetitions {
      let criteria = try #require(repetition["criteria"] as? [[String: Any]])
      #expect(
        criteria.compactMap { $0["target"] as? [Double] } == [[0, 170], [0, 170], [140, 160]])
    }
    try await SchemaValidator("exercise").expect([document])
  }

  @Test(arguments: [
    (["--target", "kneeFlexion=ninety"], "--target kneeFlexion=ninety: an angle and its degrees"),
    (["--target", "kneFlexion=90"], "--target kneFlexion=90: there is no angle kneFlexion"),
    (
      ["--target", "kneeFlexion=90", "--target", "kneeFlexion=80"],
      "--target gives kneeFlexion twice"
    ),
  ])
  func `a prescription that can't be read is refused`(options: [String], message: String)
    async throws
  {
    let run = try await CommandLineRun(["exercise", "a.json"] + options)
    #expect(run.exitCode == 64 && run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }

  @Test func `plots are written to the folder, which is made`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(in: folder)
    let plots = folder.path("plots")
    let run = try await CommandLineRun(["exercise", path, "--plots", plots])
    #expect(run.exitCode == 0, "\(run.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: plots).sorted()
    #expect(files.contains("knee-flexion.png") && files.contains("knee-flexion.svg"))
    // One line for all of them.
    #expect(files.count == 8)
    #expect(run.output.hasSuffix("\n\nwrote 4 plots to \(plots), as PNG and SVG\n"))
  }

  @Test func `TRC and Kinect files are read`() async throws {
    let table = try await Self.document([AnglesTests.skeleton("pose2sim.trc")])
    #expect(table.input.layout == "trc" && table.input.frames == 3)
    #expect(table.people.map(\.frames) == [2] || table.people.map(\.frames) == [3])
    let kinect = try await Self.document([AnglesTests.skeleton("k4abt.json")])
    #expect(kinect.input.layout == "k4abt")
  }

  @Test func `a folder of OpenPose's keypoints is lifted`() async throws {
    let folder = try TemporaryFolder()
    let bytes = try Data(
      contentsOf: URL(filePath: Fixture.path("keypoints/openpose-body25.json")))
    for number in [0, 1, 2, 4] {
      _ = try folder.file("cam_00000000000\(number)_keypoints.json", bytes)
    }
    let document = try await Self.document([folder.path, "--fps", "25", "--size", "640x480"])
    #expect(document.input.kind == "keypoints" && document.input.frames == 4)
    #expect(document.input.lastTime == 0.16)
    #expect(document.people.count == 1)
    #expect(
      document.warnings == [
        "no camera file and no --fov: a diagonal field of view of 60° is assumed. Angles hardly "
          + "depend on it, distances from the camera do."
      ])
    #expect(
      try await Self.document([folder.path, "--fps", "25", "--size", "640x480", "--fov", "70"])
        .warnings.isEmpty)
  }

  @Test func `one frame is measured, and reported not to be motion`() async throws {
    let path = AnglesTests.skeleton("person.json")
    let document = try await Self.document([path, "--up=-y", "--units", "m"])
    #expect(document.people.map(\.frames) == [1] && document.repetitions.isEmpty)
    #expect(
      document.warnings == [
        "person.json: has one frame, and a repetition needs a motion: what is measured is that moment"
      ])
  }
}
