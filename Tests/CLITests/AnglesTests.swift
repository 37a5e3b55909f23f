import Foundation
import TestSupport
import Testing

struct AnglesTests {
  static let dialects = [
    "clinical", "fitness", "sports2d", "opensim", "opensim-gait2392", "vision",
  ]

  /// What the tests read of the angles' document.
  struct Document: Decodable {
    struct Input: Decodable {
      let file: String
      let layout: String
      let lengthUnit: String
    }
    struct Meaning: Decodable {
      let name: String
      let dialect: String
      let zero: String
      let positive: String
    }
    struct Frame: Decodable {
      let index: Int
      let time: Double?
      let people: [Person]
    }
    struct Person: Decodable {
      let id: Int
      let bodyHeight: Double
      let bodyHeightSigma: Double?
      let verticalReference: String?
      let angles: [AnalyzeTests.Skeleton.Angle]

      func angle(_ name: String) -> AnalyzeTests.Skeleton.Angle? {
        angles.first { $0.name == name }
      }
    }
    let input: Input
    let dialect: String
    let angleTable: [Meaning]
    let people: [Person]?
    let sequence: [Frame]?
    let warnings: [String]

    /// Everyone, frame by frame.
    var everyone: [Person] { people ?? sequence?.flatMap(\.people) ?? [] }
  }

  static func skeleton(_ name: String) -> String { Fixture.path("skeletons/\(name)") }

  static func run(_ arguments: [String]) async throws -> CommandLineRun {
    let run = try await CommandLineRun(["angles"] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run
  }

  static func document(_ arguments: [String]) async throws -> Document {
    let run = try await run(arguments + ["--format", "json"])
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  /// The angles of the only person, or of the one in the frame that the file begins with.
  static func person(_ arguments: [String]) async throws -> Document.Person {
    try #require(try await document(arguments).everyone.first)
  }

  // MARK: The same person in every layout

  struct Layout: Sendable, CustomTestStringConvertible {
    let file: String
    let layout: String
    let unit: String
    /// Whether the spine is in the file; where it isn't it is put halfway up the trunk.
    var hasSpine = true
    /// Whether the right wrist was seen.
    var hasRightWrist = true
    /// The frames with the person, of a file with several.
    var frames: Int?

    var testDescription: String { file }
  }

  static let layouts = [
    Layout(file: "person.json", layout: "named", unit: "m"),
    Layout(file: "k4abt.json", layout: "k4abt", unit: "mm", frames: 1),
    Layout(file: "kinect2.json", layout: "kinect2", unit: "m"),
    Layout(
      file: "mediapipe-world.json", layout: "mediapipe", unit: "m", hasSpine: false,
      hasRightWrist: false),
    Layout(file: "h36m.json", layout: "h36m", unit: "mm"),
    Layout(file: "named.json", layout: "named", unit: "cm"),
    Layout(file: "pose2sim.trc", layout: "trc", unit: "m", hasSpine: false, frames: 2),
  ]

  /// The places of the person in the camera's frame, and the angles that follow from them.
  struct Truth {
    let places: [String: SIMD3<Double>]

    init() throws {
      let data = try Data(contentsOf: URL(filePath: AnglesTests.skeleton("person.json")))
      places = try JSONDecoder().decode([String: [Double]].self, from: data)
        .mapValues { SIMD3($0[0], $0[1], $0[2]) }
    }

    func bone(_ from: String, _ to: String) throws -> SIMD3<Double> {
      let (a, b) = try (#require(places[from]), #require(places[to]))
      return b - a
    }

    /// 0° when the three joints are in line.
    func bend(_ a: String, _ b: String, _ c: String) throws -> Double {
      try Self.degrees(between: bone(a, b), bone(b, c))
    }

    /// The thigh in the sagittal plane of the pelvis, whose y is along root → spine.
    func hipFlexion(_ side: String, hasSpine: Bool) throws -> Double {
      let x = Self.unit(try bone("rightHip", "leftHip"))
      let v = try hasSpine ? bone("root", "spine") : bone("root", "centerShoulder")
      let y = Self.unit(v - Self.dot(v, x) * x)
      let z = Self.cross(x, y)
      let thigh = try bone("\(side)Hip", "\(side)Knee")
      return atan2(Self.dot(thigh, z), -Self.dot(thigh, y)) * 180 / .pi
    }

    static func degrees(between a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
      acos(dot(unit(a), unit(b))) * 180 / .pi
    }

    static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
    static func unit(_ a: SIMD3<Double>) -> SIMD3<Double> { a / dot(a, a).squareRoot() }
    static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
  }

  /// The truth in a layout, in degrees; `nil` for what wasn't seen there.
  static func expected(in layout: Layout) throws -> [String: Double?] {
    let truth = try Truth()
    var angles: [String: Double?] = [:]
    for side in ["left", "right"] {
      let isSeen = side == "left" || layout.hasRightWrist
      angles["\(side)ElbowFlexion"] =
        try isSeen ? truth.bend("\(side)Shoulder", "\(side)Elbow", "\(side)Wrist") : .some(nil)
      angles["\(side)KneeFlexion"] = try truth.bend("\(side)Hip", "\(side)Knee", "\(side)Ankle")
      angles["\(side)HipFlexion"] = try truth.hipFlexion(side, hasSpine: layout.hasSpine)
    }
    return angles
  }

  @Test(arguments: layouts)
  func `the same person has the same angles in JSON from every layout`(layout: Layout) async throws
  {
    let document = try await Self.document([Self.skeleton(layout.file)])
    #expect(document.input.layout == layout.layout && document.input.lengthUnit == layout.unit)
    #expect((document.sequence != nil) == (layout.frames != nil))
    #expect(document.everyone.count == layout.frames ?? 1)
    for person in document.everyone {
      for (name, value) in try Self.expected(in: layout) {
        let angle = try #require(person.angle(name))
        #expect((angle.value == nil) == (value == nil), "\(name)")
        if let value, let found = angle.value { #expect(abs(found - value) < 1e-5, "\(name)") }
        #expect(angle.reason == (value == nil ? "jointInferred" : nil))
      }
    }
  }

  @Test(arguments: layouts)
  func `the same person has the same angles in CSV from every layout`(layout: Layout) async throws {
    let run = try await Self.run([Self.skeleton(layout.file), "--format", "csv"])
    let rows = run.output.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(rows.first)
    #expect(Array(header.prefix(4)) == ["frame", "time", "person", "leftElbowFlexion"])
    #expect(rows.count == 1 + (layout.frames ?? 1))
    for row in rows.dropFirst() {
      try #require(row.count == header.count)
      #expect((Double(row[1]) == nil) == (layout.frames == nil))
      for (name, value) in try Self.expected(in: layout) {
        let cell = row[try #require(header.firstIndex(of: name))]
        #expect(value == nil ? cell.isEmpty : !cell.isEmpty, "\(name)")
        if let value {
          let found = try #require(Double(cell))
          #expect(abs(found - value) < 1e-5, "\(name)")
        }
      }
    }
  }

  @Test(arguments: layouts)
  func `the same person has the same angles in the table from every layout`(layout: Layout)
    async throws
  {
    let run = try await Self.run([Self.skeleton(layout.file)])
    let rows = run.output.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    let expected = try Self.expected(in: layout)
    func cell(_ name: String) -> [String] {
      guard let value = expected[name] ?? nil else { return ["–", "hidden"] }
      return [String(format: "%.1f°", value)]
    }
    for angle in ["ElbowFlexion", "KneeFlexion", "HipFlexion"] {
      if let frames = layout.frames {
        for name in ["left\(angle)", "right\(angle)"] {
          let value = cell(name)[0]
          #expect(rows.contains([name, value, value, value, "\(frames)"]), "\(name)")
        }
      } else {
        let name = angle.prefix(1).lowercased() + angle.dropFirst()
        #expect(rows.contains([name] + cell("left\(angle)") + cell("right\(angle)")), "\(name)")
      }
    }
  }

  @Test func `the heading has the stature by the bones and the vertical`() async throws {
    func heading(_ arguments: [String]) async throws -> String? {
      try await Self.run(arguments).output.split(separator: "\n").first.map(String.init)
    }
    #expect(
      try await heading([Self.skeleton("named.json")])
        == "person 0   1.74 m tall by the bones   vertical: unknown")
    #expect(
      try await heading([Self.skeleton("kinect2.json"), "--sigma", "0.02"])
        == "person 2   1.72 m ± 0.04 tall by the bones   vertical: a level camera's, gravity is unknown"
    )
    #expect(
      try await heading([Self.skeleton("named.json"), "--up=-y"])
        == "person 0   1.74 m tall by the bones   vertical: the file's axis")
    #expect(try await heading([Self.skeleton("pose2sim.trc")]) == "person 0   2 of 3 frames")
  }

  /// A table's ranges of the left shoulder's flexion when the arms move through these angles.
  private static func range(ofArms degrees: [Double]) async throws -> [String] {
    let frames = degrees.map { angle -> String in
      let arm = { (side: Double, length: Double) -> String in
        let (y, z) = (1.4 - length * cos(angle * .pi / 180), length * sin(angle * .pi / 180))
        return "[\(side * 0.18), \(y), \(z)]"
      }
      let points = [
        "[0, 0.9, 0]", "[-0.1, 0.9, 0]", "[-0.1, 0.5, 0.01]", "[-0.1, 0.08, 0]", "[0.1, 0.9, 0]",
        "[0.1, 0.5, 0.01]", "[0.1, 0.08, 0]", "[0, 1.15, 0]", "[0, 1.4, 0]", "[0, 1.62, 0]",
        "[0, 1.72, 0]", arm(1, 0), arm(1, 0.27), arm(1, 0.52), arm(-1, 0), arm(-1, 0.27),
        arm(-1, 0.52),
      ]
      return "[\(points.joined(separator: ", "))]"
    }
    let folder = try TemporaryFolder()
    let path = try folder.file("arms.json", "[\(frames.joined(separator: ",\n"))]")
    let run = try await CommandLineRun([
      "angles", path, "--units", "m", "--up", "+y", "--joints", "leftShoulderFlexion",
    ])
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("leftShoulderFlexion ") }
    return try #require(lines.first).split(separator: " ").dropFirst().map(String.init)
  }

  @Test func `ranges don't jump by a turn, wherever the movement begins`() async throws {
    let up = Array(stride(from: 0.0, through: 181, by: 20)) + [181]
    #expect(try await Self.range(ofArms: up) == ["0.0°", "100.0°", "181.0°", "11"])
    #expect(try await Self.range(ofArms: up.reversed()) == ["0.0°", "100.0°", "181.0°", "11"])
  }

  @Test func `people who stand on their heads, or whose knees bend forward, are remarked on`()
    async throws
  {
    let file = Self.skeleton("h36m.json")
    let run = try await CommandLineRun(["angles", file, "--up", "+y"])
    #expect(run.errors.contains("the head is below the hips in 1 of 1 skeletons"))
    #expect(
      try await !CommandLineRun(["angles", file, "--up", "-y"]).errors.contains("head is below"))

    // The same person in a mirror: x turned over, left and right as they were.
    let data = try Data(contentsOf: URL(filePath: file))
    let points = try JSONDecoder().decode([[Double]].self, from: data)
    let folder = try TemporaryFolder()
    let mirrored = try folder.file(
      "mirrored.json", try JSONEncoder().encode(points.map { [-$0[0], $0[1], $0[2]] }))
    let sentence = "2 of 2 bent knees bend the wrong way: left and right may be swapped"
    #expect(try await CommandLineRun(["angles", mirrored]).errors.contains(sentence))
    #expect(try await !CommandLineRun(["angles", file]).errors.contains("the wrong way"))
  }

  @Test func `a sequence has every frame, those without anybody too`() async throws {
    let trc = try await Self.document([Self.skeleton("pose2sim.trc")])
    let frames = try #require(trc.sequence)
    #expect(frames.map(\.index) == [1, 2, 3])
    #expect(frames.map(\.time) == [0, 0.016667, 0.033333])
    #expect(frames.map(\.people.count) == [1, 0, 1])
    #expect(
      trc.warnings == [
        "1 of 3 skeletons are left out, because of missing leftWrist",
        "the file has no spine, centerHead: inferred from the other joints; hips' and shoulders' "
          + "angles are against the line from hips to shoulders",
      ])
    let kinect = try await #require(try Self.document([Self.skeleton("k4abt.json")]).sequence)
    #expect(kinect.map(\.index) == [3, 4])
    #expect(kinect.map { $0.people.map(\.id) } == [[], [7]])
  }

  @Test func `what is to be known of the file goes to the standard error, and into the JSON`()
    async throws
  {
    let path = Self.skeleton("h36m.json")
    for format in ["table", "csv", "json"] {
      let run = try await Self.run([path, "--format", format])
      let sentences = run.errors.split(separator: "\n").map(String.init)
      #expect(
        sentences == [
          "warning: the points have no names: they are read in Human3.6M's order",
          "warning: the lengths look like millimetres, a stature of 1.74 m, and are read so; --units "
            + "sets another",
          "warning: which way is up is not known: angles against the vertical have no value; --up "
            + "names the axis",
        ])
      guard format == "json" else { continue }
      let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
      #expect(document.warnings.map { "warning: \($0)" } == sentences)
      #expect(document.input.file == "h36m.json")
    }
  }

  @Test func `people without a number, or with one that is taken, get one of their own`()
    async throws
  {
    let points = try String(contentsOfFile: Self.skeleton("kinect2.json"), encoding: .utf8)
    let start = try #require(points.range(of: "\"joints\""))
    let joints = String(points[start.lowerBound...].dropLast("}]}\n".count))
    let bodies = ["\"body_id\": 1, ", "", "\"body_id\": 1, "].map { "{\($0)\(joints)}" }
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "people.json", Data("{\"bodies\": [\(bodies.joined(separator: ", "))]}".utf8))
    #expect(try await Self.document([path]).people?.map(\.id) == [1, 0, 2])
  }
}
