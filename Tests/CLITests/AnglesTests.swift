import Foundation
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

  static func skeleton(_ name: String) -> String { CommandLineRun.fixture("skeletons/\(name)") }

  static func run(_ arguments: [String]) throws -> CommandLineRun {
    let run = try CommandLineRun(["angles"] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run
  }

  static func document(_ arguments: [String]) throws -> Document {
    let run = try run(arguments + ["--format", "json"])
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  /// The angles of the only person, or of the one in the frame that the file begins with.
  static func person(_ arguments: [String]) throws -> Document.Person {
    try #require(try document(arguments).everyone.first)
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
  func `the same person has the same angles in JSON from every layout`(layout: Layout) throws {
    let document = try Self.document([Self.skeleton(layout.file)])
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
  func `the same person has the same angles in CSV from every layout`(layout: Layout) throws {
    let run = try Self.run([Self.skeleton(layout.file), "--format", "csv"])
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
  func `the same person has the same angles in the table from every layout`(layout: Layout) throws {
    let run = try Self.run([Self.skeleton(layout.file)])
    let rows = run.output.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    let expected = try Self.expected(in: layout)
    func cell(_ name: String) -> [String] {
      guard let value = expected[name] ?? nil else { return ["–", "jointInferred"] }
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

  @Test func `the heading says how tall the bones are and what is vertical`() throws {
    let heading = { (arguments: [String]) in
      try Self.run(arguments).output.split(separator: "\n").first.map(String.init)
    }
    #expect(
      try heading([Self.skeleton("named.json")])
        == "person 0   bones of a body 1.74 m   vertical: unknown")
    #expect(
      try heading([Self.skeleton("kinect2.json"), "--sigma", "0.02"])
        == "person 2   bones of a body 1.72 m ± 0.04   vertical: a level camera's, gravity is unknown"
    )
    #expect(
      try heading([Self.skeleton("named.json"), "--up=-y"])
        == "person 0   bones of a body 1.74 m   vertical: the file's axis")
    #expect(try heading([Self.skeleton("pose2sim.trc")]) == "person 0   2 of 3 frames")
  }

  /// A table's ranges of the left shoulder's flexion when the arms move through these angles.
  private static func range(ofArms degrees: [Double]) throws -> [String] {
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
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data("[\(frames.joined(separator: ",\n"))]".utf8).write(to: path)
    let run = try CommandLineRun([
      "angles", path.path, "--units", "m", "--up", "+y", "--joints", "leftShoulderFlexion",
    ])
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("leftShoulderFlexion ") }
    return try #require(lines.first).split(separator: " ").dropFirst().map(String.init)
  }

  @Test func `ranges don't jump by a turn, wherever the movement begins`() throws {
    let up = Array(stride(from: 0.0, through: 181, by: 20)) + [181]
    #expect(try Self.range(ofArms: up) == ["0.0°", "100.0°", "181.0°", "11"])
    #expect(try Self.range(ofArms: up.reversed()) == ["0.0°", "100.0°", "181.0°", "11"])
  }

  @Test func `people who stand on their heads, or whose knees bend forward, are remarked on`()
    throws
  {
    let file = Self.skeleton("h36m.json")
    let run = try CommandLineRun(["angles", file, "--up", "+y"])
    #expect(run.errors.contains("the head is below the hips in 1 of 1 skeletons"))
    #expect(try !CommandLineRun(["angles", file, "--up", "-y"]).errors.contains("head is below"))
  }

  @Test func `a sequence has every frame, those without anybody too`() throws {
    let trc = try Self.document([Self.skeleton("pose2sim.trc")])
    let frames = try #require(trc.sequence)
    #expect(frames.map(\.index) == [1, 2, 3])
    #expect(frames.map(\.time) == [0, 0.016667, 0.033333])
    #expect(frames.map(\.people.count) == [1, 0, 1])
    #expect(
      trc.warnings == [
        "1 of 3 skeletons are left out, for want of leftWrist",
        "the file has no spine, centerHead: inferred from the other joints; hips' and shoulders' "
          + "angles are against the line from hips to shoulders",
      ])
    let kinect = try #require(try Self.document([Self.skeleton("k4abt.json")]).sequence)
    #expect(kinect.map(\.index) == [3, 4])
    #expect(kinect.map { $0.people.map(\.id) } == [[], [7]])
  }

  @Test func `what is to be known of the file goes to the standard error, and into the JSON`()
    throws
  {
    let path = Self.skeleton("h36m.json")
    for format in ["table", "csv", "json"] {
      let run = try Self.run([path, "--format", format])
      let sentences = run.errors.split(separator: "\n").map(String.init)
      #expect(
        sentences == [
          "pose3d: the points have no names: they are read in Human3.6M's order",
          "pose3d: the lengths look like millimetres, a stature of 1.74 m, and are read so; --units "
            + "says otherwise",
          "pose3d: which way is up is not known: angles against the vertical have no value; --up "
            + "names the axis",
        ])
      guard format == "json" else { continue }
      let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
      #expect(document.warnings.map { "pose3d: \($0)" } == sentences)
      #expect(document.input.file == path)
    }
  }

  @Test func `people without a number, or with one that is taken, get one of their own`() throws {
    let points = try String(contentsOfFile: Self.skeleton("kinect2.json"), encoding: .utf8)
    let start = try #require(points.range(of: "\"joints\""))
    let joints = String(points[start.lowerBound...].dropLast("}]}\n".count))
    let bodies = ["\"body_id\": 1, ", "", "\"body_id\": 1, "].map { "{\($0)\(joints)}" }
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "people.json", Data("{\"bodies\": [\(bodies.joined(separator: ", "))]}".utf8))
    #expect(try Self.document([path]).people?.map(\.id) == [1, 0, 2])
  }

  // MARK: Which angles

  @Test(arguments: [
    (
      "clinical", "elbow,kneeFlexion",
      ["leftElbowFlexion", "rightElbowFlexion", "leftKneeFlexion", "rightKneeFlexion"]
    ),
    ("clinical", "RIGHT ankle, pelvisTilt", ["rightAnkleDorsiflexion", "pelvisTilt"]),
    ("fitness", "leftknee", ["leftKneeIncluded"]),
    ("sports2d", "righthip", ["right hip"]),
    ("sports2d", "pelvisList", ["pelvis"]),
    ("opensim", "knee_angle", ["knee_angle_l", "knee_angle_r"]),
    ("opensim", "leftKneeFlexion,trunkRotation", ["knee_angle_l", "lumbar_rotation"]),
    ("opensim-gait2392", "rightHipAdduction", ["hip_adduction_r"]),
    ("vision", "leftWrist", ["leftWrist.pitch", "leftWrist.yaw", "leftWrist.roll"]),
  ])
  func `only the angles with the words in their name are measured`(
    dialect: String, words: String, names: [String]
  ) throws {
    let file = [Self.skeleton("kinect2.json"), "--dialect", dialect]
    let some = try Self.document(file + ["--joints", words])
    #expect(some.angleTable.map(\.name) == names)
    let person = try #require(some.everyone.first)
    #expect(person.angles.map(\.name) == names)
    let all = try Self.person(file)
    for angle in person.angles {
      let other = try #require(all.angle(angle.name))
      #expect(angle.value == other.value && angle.reason == other.reason)
    }
    let csv = try Self.run(file + ["--joints", words, "--format", "csv"]).output
    #expect(csv.hasPrefix("frame,time,person,\(names.joined(separator: ","))\n"))
    let list = try Self.names(inListOf: dialect, ["--joints", words])
    #expect(list.sorted() == names.sorted())
  }

  @Test func `a dialect has its own zeros and signs`() throws {
    let path = Self.skeleton("named.json")
    var angles: [String: Document.Person] = [:]
    for dialect in Self.dialects {
      angles[dialect] = try Self.person([path, "--dialect", dialect])
    }
    func value(_ dialect: String, _ name: String) throws -> Double {
      try #require(angles[dialect]?.angle(name)?.value, "\(dialect) \(name)")
    }
    for (side, letter) in [("left", "l"), ("right", "r")] {
      let knee = try value("clinical", "\(side)KneeFlexion")
      #expect(knee > 30)
      #expect(try value("opensim", "knee_angle_\(letter)") == knee)
      #expect(try value("opensim-gait2392", "knee_angle_\(letter)") == -knee)
      #expect(try value("sports2d", "\(side) knee") == knee)
      #expect(
        try value("opensim-gait2392", "hip_flexion_\(letter)")
          == value("opensim", "hip_flexion_\(letter)"))
      for joint in ["Elbow", "Knee", "Hip", "Shoulder"] {
        let flexion = try value("clinical", "\(side)\(joint)Flexion")
        #expect(abs(try value("fitness", "\(side)\(joint)Included") - (180 - flexion)) < 2e-6)
      }
      // The words go with the signs: the negative knee doesn't say that bent is positive.
      let words = try ["opensim", "opensim-gait2392"].map { dialect in
        try Self.document([path, "--dialect", dialect]).angleTable
          .first { $0.name == "knee_angle_\(letter)" }?.positive
      }
      #expect(words[0] != words[1])
    }
    #expect(
      try value("opensim", "lumbar_extension") == -value("clinical", "trunkFlexion"))
    for angle in try #require(angles["vision"]).angles where angle.name.hasSuffix(".pitch") {
      #expect(angle.value == 90)
    }
  }

  // MARK: The list

  /// The headings of the list as a table, taken apart.
  private static func names(
    inListOf dialect: String?, _ options: [String] = []
  ) throws -> [String] {
    try run(["--list"] + (dialect.map { ["--dialect", $0] } ?? []) + options).output.split(
      separator: "\n"
    )
    .filter { !$0.hasPrefix(" ") }
    .flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// The angles that other programs' users know, written down from their documentation.
  static let known: [String: [String]] = [
    "opensim": [
      "pelvis_tilt", "pelvis_list", "pelvis_rotation", "lumbar_extension", "lumbar_bending",
      "lumbar_rotation",
    ]
      + [
        "hip_flexion", "hip_adduction", "hip_rotation", "knee_angle", "ankle_angle", "arm_flex",
        "arm_add", "arm_rot", "elbow_flex",
      ].flatMap { ["\($0)_l", "\($0)_r"] },
    "sports2d": ["pelvis", "trunk", "shoulders", "head"]
      + [
        "ankle", "knee", "hip", "shoulder", "elbow", "foot", "shank", "thigh", "arm", "forearm",
      ].flatMap { ["left \($0)", "right \($0)"] },
    "fitness": ["Elbow", "Knee", "Hip", "Shoulder"].flatMap {
      ["left\($0)Included", "right\($0)Included"]
    } + ["leftShoulderHipKnee", "rightShoulderHipKnee", "leftHipShoulderElbow"]
      + ["rightHipShoulderElbow"],
  ]

  @Test(arguments: dialects)
  func `the list has every angle of the dialect, and nothing else`(dialect: String) throws {
    struct List: Decodable {
      let schema: String
      let angles: [Document.Meaning]
    }
    let run = try Self.run(["--list", "--dialect", dialect, "--format", "json"])
    let list = try JSONDecoder().decode(List.self, from: Data(run.output.utf8))
    #expect(list.schema == "pose3d.angleTable/1")
    #expect(list.angles.allSatisfy { $0.dialect == dialect })
    #expect(list.angles.allSatisfy { !$0.zero.isEmpty && !$0.positive.isEmpty })
    let names = list.angles.map(\.name)
    #expect(Set(names).count == names.count && names.count > 10)
    let known = dialect == "opensim-gait2392" ? Self.known["opensim"] : Self.known[dialect]
    if let known { #expect(names.sorted() == known.sorted()) }

    let document = try Self.document([Self.skeleton("named.json"), "--dialect", dialect])
    #expect(document.dialect == dialect)
    #expect(document.angleTable.map(\.name) == names)
    #expect(
      try Self.person([Self.skeleton("named.json"), "--dialect", dialect]).angles.map(\.name)
        == names)
    #expect(try Self.names(inListOf: dialect).sorted() == names.sorted())
  }

  @Test func `without a dialect the list has the whole catalogue, and clinical is measured`()
    throws
  {
    let names = try Self.names(inListOf: nil)
    let both = try Self.names(inListOf: "clinical") + Self.names(inListOf: "fitness")
    #expect(names.sorted() == both.sorted() && names.count == both.count)
    let document = try Self.document([Self.skeleton("named.json")])
    #expect(document.dialect == "clinical")
    #expect(document.angleTable.allSatisfy { $0.dialect == "clinical" })
  }

  @Test func `the list says formula, zero, sign and other names of an angle`() throws {
    let run = try Self.run(["--list", "--joints", "kneeFlexion"])
    #expect(
      run.output == """
        leftKneeFlexion, rightKneeFlexion
          what       between thigh and shank
          formula    ∠(K − H, A − K)
          zero       leg straight
          positive   bent; has no sign, 0…180°: an overstretched knee reads like a bent one
          observable whenever the joints are seen
          reference  Grood & Suntay 1983
          also       knee_angle_l (opensim), −knee_angle_l (opensim-gait2392), left knee (sports2d)


        """)
    let folder = try TemporaryFolder()
    let path = folder.path("list.txt")
    let written = try Self.run(["--list", "--joints", "kneeFlexion", "-o", path])
    #expect(written.output == "wrote \(path)\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == run.output)
  }

  // MARK: What the caller knows better

  /// A person of 2.9 m, whose unit can't be told from the size.
  private static func giant(in folder: TemporaryFolder) throws -> String {
    let places = try Truth().places.mapValues { $0 * (2.9 / 1.737) }
    let points = places.map { "\"\($0)\": [\($1.x), \($1.y), \($1.z)]" }.sorted()
    return try folder.file("giant.json", Data("{\(points.joined(separator: ", "))}".utf8))
  }

  @Test func `the caller's unit is taken where the file has none`() throws {
    let path = Self.skeleton("h36m.json")
    let told = try Self.document([path, "--units", "mm"])
    #expect(!told.warnings.contains { $0.contains("--units") })
    #expect(abs(try #require(told.everyone.first).bodyHeight - 1.737) < 1e-3)
    let folder = try TemporaryFolder()
    let giant = try Self.giant(in: folder)
    #expect(try CommandLineRun(["angles", giant]).exitCode == 65)
    let document = try Self.document([giant, "--units", "m"])
    #expect(document.input.lengthUnit == "m")
    #expect(abs(try #require(document.everyone.first).bodyHeight - 2.9) < 1e-3)
  }

  @Test func `the caller's axis is the vertical`() throws {
    let path = Self.skeleton("h36m.json")
    let unknown = try Self.person([path])
    #expect(unknown.verticalReference == nil)
    #expect(unknown.angle("trunkLean")?.reason == "unobservable")
    let trunk = try Truth().bone("root", "centerShoulder")
    for (axis, up) in [("-y", SIMD3(0.0, -1, 0)), ("+z", SIMD3(0, 0, 1))] {
      let known = try Self.person([path, "--up=\(axis)"])
      #expect(known.verticalReference == "file")
      let lean = try #require(known.angle("trunkLean")?.value)
      #expect(abs(lean - Truth.degrees(between: trunk, up)) < 1e-5)
      // What isn't measured against the vertical stays.
      #expect(known.angle("leftHipFlexion")?.value == unknown.angle("leftHipFlexion")?.value)
    }
    #expect(try Self.person([Self.skeleton("kinect2.json")]).verticalReference == "camera")
    #expect(try Self.person([Self.skeleton("pose2sim.trc")]).verticalReference == "file")
  }

  @Test func `the caller's sigma goes into every angle, in proportion`() throws {
    let path = Self.skeleton("named.json")
    let none = try Self.person([path, "--up=-y"])
    #expect(none.bodyHeightSigma == nil && none.angles.allSatisfy { $0.sigma == nil })
    let one = try Self.person([path, "--up=-y", "--sigma", "0.01"])
    let two = try Self.person([path, "--up=-y", "--sigma", "0.02"])
    #expect(try #require(two.bodyHeightSigma) > 0.01)
    for (a, b) in zip(one.angles, two.angles) {
      #expect((a.value == nil) == (a.sigma == nil), "\(a.name)")
      guard let single = a.sigma, let double = b.sigma else { continue }
      #expect(single > 0.1 && abs(double - 2 * single) < 1e-5, "\(a.name)")
      #expect(a.value == none.angle(a.name)?.value)
    }
    let table = try Self.run([path, "--sigma", "0.02", "--joints", "leftKneeFlexion"]).output
    let sigma = try #require(two.angle("leftKneeFlexion")?.sigma)
    #expect(table.contains(String(format: "81.5° ± %.1f\n", sigma)))
    let csv = try Self.run([path, "--sigma", "0.02", "--joints", "kneeFlexion", "--format", "csv"])
    #expect(
      csv.output.hasPrefix(
        "frame,time,person,leftKneeFlexion,leftKneeFlexion sigma,rightKneeFlexion,"
          + "rightKneeFlexion sigma\n0,,0,81."))
  }

  @Test func `the caller's layout is taken where the content misleads`() throws {
    // Kinect v2 without the joints that tell it from Azure Kinect.
    let text = try String(contentsOfFile: Self.skeleton("kinect2.json"), encoding: .utf8)
      .replacing("SpineBase", with: "A").replacing("SpineMid", with: "B")
      .replacing("SpineShoulder", with: "C")
    let folder = try TemporaryFolder()
    let path = try folder.file("bodies.json", Data(text.utf8))
    #expect(try CommandLineRun(["angles", path]).exitCode == 65)
    let document = try Self.document([path, "--layout", "kinect2"])
    #expect(document.input.layout == "kinect2" && document.input.lengthUnit == "m")
    let knee = try #require(document.everyone.first?.angle("leftKneeFlexion")?.value)
    #expect(abs(knee - (try Truth().bend("leftHip", "leftKnee", "leftAnkle"))) < 1e-5)
  }

  // MARK: Our own file

  /// The places in the file are rounded to 1e-6 m, each end of a bone by up to 0.9e-6 m: a bone of
  /// 0.1 m turns by up to 1e-3 degrees.
  private static let rounding = 1e-3

  @Test(arguments: [
    AnalyzeTests.withKeypoints,
    ["analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints],
    [
      "analyze", CommandLineRun.fixture("rendered/p039/color.jpg"), "--depth",
      CommandLineRun.fixture("rendered/p039/depth.png"), "--camera",
      CommandLineRun.fixture("rendered/p039/camera.json"), "--keypoints",
      CommandLineRun.fixture("rendered/p039/keypoints.json"),
    ],
  ])
  func `a skeleton file gives the angles that were written into it`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try CommandLineRun(arguments + ["-o", path]).exitCode == 0)
    let data = try Data(contentsOf: URL(filePath: path))
    let written = try JSONDecoder().decode(AnalyzeTests.Skeleton.self, from: data).people[0]
    var found: [String] = []
    for dialect in ["clinical", "fitness"] {
      let document = try Self.document([path, "--dialect", dialect])
      #expect(document.input.layout == "pose3d" && document.warnings.isEmpty)
      let person = try #require(document.people?.first)
      #expect(person.id == written.id)
      #expect(
        String(decoding: data, as: UTF8.self).contains(
          "\"verticalReference\": \"\(try #require(person.verticalReference))\""))
      for angle in person.angles {
        let other = try #require(written.angles.first { $0.name == angle.name })
        #expect(angle.reason == other.reason, "\(angle.name)")
        #expect((angle.value == nil) == (other.value == nil), "\(angle.name)")
        found.append(angle.name)
        guard let value = angle.value, let otherValue = other.value else { continue }
        #expect(abs(value - otherValue) < Self.rounding, "\(angle.name)")
        let (sigma, otherSigma) = try (#require(angle.sigma), #require(other.sigma))
        #expect(abs(sigma - otherSigma) < Self.rounding, "\(angle.name)")
      }
    }
    #expect(found.sorted() == written.angles.map(\.name).sorted())
  }

  @Test func `a file's own sigmas are not replaced by the caller's`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try CommandLineRun(AnalyzeTests.withKeypoints + ["-o", path]).exitCode == 0)
    let own = try Self.run([path, "--format", "json"]).output
    #expect(try Self.run([path, "--format", "json", "--sigma", "0.5"]).output == own)
    #expect(own.contains("\"bodyHeightSigma\": 0."))
  }

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

  @Test func `a forearm without length has no angle, and never NaN`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { $0["leftWrist"] = $0["leftElbow"] }
    for dialect in Self.dialects {
      for options in [[], ["--sigma", "0.02"]] {
        let arguments = [path, "--up=-y", "--dialect", dialect] + options
        let person = try Self.person(arguments)
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
          let run = try Self.run(arguments + ["--format", format])
          #expect(!run.output.lowercased().contains("nan"))
          #expect(
            run.errors
              == "pose3d: the left forearm is 0.0 cm long where the other bones make 25.7 cm likely, "
              + "\(options.isEmpty ? "16.7" : "8.0") standard deviations off\n")
        }
      }
    }
    let elbow = try #require(
      try Self.run([path, "--joints", "elbow"]).output.split(separator: "\n").last)
    #expect(elbow == "elbowFlexion         –  unobservable   113.8°")
  }

  @Test func `a bone that fits no body is named`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { places in
      let (elbow, wrist) = try (
        #require(places["leftElbow"]), #require(places["leftWrist"])
      )
      places["leftWrist"] = elbow + 2 * (wrist - elbow)
    }
    let run = try Self.run([path, "--up=-y", "--joints", "elbow"])
    #expect(
      run.errors == "pose3d: the left forearm is 50.8 cm long where the other bones make 25.9 cm "
        + "likely, 16.0 standard deviations off\n")
    #expect(run.output.contains("54.1°"))
    let arm = try Self.file(folder) { places in
      let (elbow, wrist) = try (
        #require(places["rightElbow"]), #require(places["rightWrist"])
      )
      places["rightElbow"] = elbow + 0.5 * (elbow - wrist)
    }
    #expect(try Self.run([arm, "--up=-y"]).errors.contains("pose3d: the right upper arm is "))
  }

  @Test func `two bones that fit equally badly are named in the same order every time`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { places in
      for side in ["left", "right"] { places["\(side)Wrist"] = places["\(side)Elbow"] }
    }
    for _ in 0..<8 {
      let lines = try Self.run([path, "--up=-y"]).errors.split(separator: "\n")
      #expect(
        lines.map { $0.prefix(24) }
          == ["pose3d: the left forearm", "pose3d: the right forear"])
    }
  }

  /// An arm that goes on from 170° to 190°, which reads −170°.
  @Test func `the range of an angle over a sequence doesn't jump by a turn`() throws {
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
    let table = try Self.run([path, "--joints", "leftShoulderFlexionSagittal"]).output
    let row = try #require(table.split(separator: "\n").last).split(separator: " ").map(String.init)
    #expect(row == ["leftShoulderFlexionSagittal", "170.0°", "180.0°", "190.0°", "2"])
    let found = try Self.document([path]).everyone.map {
      $0.angle("leftShoulderFlexionSagittal")?.value ?? 0
    }
    #expect(abs(found[0] - 170) < 1e-4 && abs(found[1] + 170) < 1e-4)
  }

  @Test func `the columns of the table stand apart, whatever is in them`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(folder) { places in
      let (shoulder, elbow) = try (
        #require(places["leftShoulder"]), #require(places["leftElbow"])
      )
      places["leftWrist"] = elbow + 0.9 * (elbow - shoulder)
    }
    let lines = try Self.run([path]).output.split(separator: "\n").map(Array.init)
    let header = try #require(lines.first { String($0).hasSuffix("right") })
    let column = header.count - "right".count
    let rows = lines.filter { String($0).hasPrefix("shoulderRotation") }
    #expect(rows.count == 1 && String(rows[0]).contains("limbTooStraight"))
    for row in lines.dropFirst() where row.count > column {
      #expect(row[(column - 2)..<column].allSatisfy { $0 == " " }, "\(String(row))")
    }
  }

  // MARK: Writing

  @Test(arguments: ["table", "json", "csv"])
  func `a file gets what the standard output would`(format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("angles")
    let arguments = [Self.skeleton("pose2sim.trc"), "--format", format]
    let run = try Self.run(arguments + ["-o", path])
    #expect(run.output == "wrote \(path)\n")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try text == Self.run(arguments).output && !text.isEmpty)
    #expect(try text == Self.run(arguments + ["-o", "-"]).output)
    #expect(folder.contents == ["angles"])
  }

  @Test func `a disk that is full leaves what was there`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("angles.json", Data("before".utf8))
    let run = try CommandLineRun(
      ["angles", Self.skeleton("kinect2.json"), "--format", "json", "-o", path], hasFullDisk: true)
    #expect(run.exitCode == 73)
    #expect(
      run.errors.hasSuffix("\npose3d: error: \(path): can't be written: File too large\n"))
    #expect(folder.contents == ["angles.json"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
  }

  /// The shell opens a pipe, waits until its reader has gone, and only then starts the program.
  @Test(arguments: [
    [AnglesTests.skeleton("pose2sim.trc"), "--format", "json"],
    [AnglesTests.skeleton("pose2sim.trc"), "--format", "csv"],
    [AnglesTests.skeleton("pose2sim.trc")], ["--list"], ["--list", "--format", "json"],
  ])
  func `a reader that has gone away is no error`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    let script =
      "mkfifo '\(pipe)'; : < '\(pipe)' & exec 3> '\(pipe)'; wait; \"$0\" \"$@\" >&3 2>&3"
    let run = try CommandLineRun(["angles"] + arguments, through: ["-c", script])
    #expect(run.exitCode == 0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func `without a terminal there is no colour`() throws {
    for arguments in [
      [Self.skeleton("h36m.json")], [Self.skeleton("pose2sim.trc")], ["--list"],
      [Self.skeleton("nowhere.json")],
    ] {
      let run = try CommandLineRun(["angles"] + arguments)
      #expect(!(run.output + run.errors).contains("\u{1b}"))
      #expect(!(run.output + run.errors).isEmpty)
    }
  }

  @Test func `the same file gives the same bytes`() throws {
    for format in ["table", "json", "csv"] {
      let arguments = [Self.skeleton("pose2sim.trc"), "--sigma", "0.02", "--format", format]
      #expect(try Self.run(arguments).output == Self.run(arguments).output)
    }
  }
}
