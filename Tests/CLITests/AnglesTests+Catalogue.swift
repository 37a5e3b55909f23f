import Foundation
import TestSupport
import Testing

extension AnglesTests {
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
  ) async throws {
    let file = [Self.skeleton("kinect2.json"), "--dialect", dialect]
    let some = try await Self.document(file + ["--joints", words])
    #expect(some.angleTable.map(\.name) == names)
    let person = try #require(some.everyone.first)
    #expect(person.angles.map(\.name) == names)
    let all = try await Self.person(file)
    for angle in person.angles {
      let other = try #require(all.angle(angle.name))
      #expect(angle.value == other.value && angle.reason == other.reason)
    }
    let csv = try await Self.run(file + ["--joints", words, "--format", "csv"]).output
    #expect(csv.hasPrefix("frame,time,person,\(names.joined(separator: ","))\n"))
    let list = try await Self.names(inListOf: dialect, ["--joints", words])
    #expect(list.sorted() == names.sorted())
  }

  @Test func `a dialect has its own zeros and signs`() async throws {
    let path = Self.skeleton("named.json")
    var angles: [String: Document.Person] = [:]
    for dialect in Self.dialects {
      angles[dialect] = try await Self.person([path, "--dialect", dialect])
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
      var words: [String?] = []
      for dialect in ["opensim", "opensim-gait2392"] {
        let table = try await Self.document([path, "--dialect", dialect]).angleTable
        words.append(table.first { $0.name == "knee_angle_\(letter)" }?.positive)
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
  ) async throws -> [String] {
    try await run(["--list"] + (dialect.map { ["--dialect", $0] } ?? []) + options).output.split(
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
  func `the list has every angle of the dialect, and nothing else`(dialect: String) async throws {
    struct List: Decodable {
      let schema: String
      let angles: [Document.Meaning]
    }
    let run = try await Self.run(["--list", "--dialect", dialect, "--format", "json"])
    let list = try JSONDecoder().decode(List.self, from: Data(run.output.utf8))
    #expect(list.schema == "pose3d.angleTable/1")
    #expect(list.angles.allSatisfy { $0.dialect == dialect })
    #expect(list.angles.allSatisfy { !$0.zero.isEmpty && !$0.positive.isEmpty })
    let names = list.angles.map(\.name)
    #expect(Set(names).count == names.count && names.count > 10)
    let known = dialect == "opensim-gait2392" ? Self.known["opensim"] : Self.known[dialect]
    if let known { #expect(names.sorted() == known.sorted()) }

    let document = try await Self.document([Self.skeleton("named.json"), "--dialect", dialect])
    #expect(document.dialect == dialect)
    #expect(document.angleTable.map(\.name) == names)
    #expect(
      try await Self.person([Self.skeleton("named.json"), "--dialect", dialect]).angles.map(\.name)
        == names)
    #expect(try await Self.names(inListOf: dialect).sorted() == names.sorted())
  }

  @Test func `without a dialect the list has the whole catalogue, and clinical is measured`()
    async throws
  {
    let names = try await Self.names(inListOf: nil)
    let both = try await Self.names(inListOf: "clinical") + Self.names(inListOf: "fitness")
    #expect(names.sorted() == both.sorted() && names.count == both.count)
    let document = try await Self.document([Self.skeleton("named.json")])
    #expect(document.dialect == "clinical")
    #expect(document.angleTable.allSatisfy { $0.dialect == "clinical" })
  }

  @Test func `the list has formula, zero, sign and other names of an angle`() async throws {
    let run = try await Self.run(["--list", "--joints", "kneeFlexion"])
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
    let written = try await Self.run(["--list", "--joints", "kneeFlexion", "-o", path])
    #expect(written.output == "wrote \(path)\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == run.output)
  }
}
