import PoseDocuments
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D
@testable import PoseFiles

/// The shapes in which a layout comes, and its own document read back.
struct SkeletonFileShapeTests {
  private func skeletons(
    _ text: String, _ options: SkeletonFile.Options = SkeletonFile.Options()
  ) throws -> [Skeleton] {
    try SkeletonFileTests.read(text, options).frames.flatMap(\.people).map(\.skeleton)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: SkeletonFileTests.path(name), encoding: .utf8)
  }

  // MARK: Our own

  private func pose(id: Int, inferred: Joint? = nil) throws -> BodyPose {
    let truth = try SkeletonFileTests.person()
    let camera = Camera(
      width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240, source: .file)
    let body = BodyEstimate(
      positions: PerJoint { truth[$0.name] ?? .zero },
      sigmas: PerJoint { 0.01 + 0.001 * Double($0.rawValue) },
      sources: PerJoint { $0 == inferred ? .inferred : .depth },
      stature: Stature(metres: 1.7, sigma: 0.02, estimation: .measured))
    return try #require(BodyPose(body, id: id, confidence: 1, camera: camera))
  }

  private func document(_ people: [BodyPose], gravity: Vector3? = nil) throws -> String {
    SkeletonDocument(
      version: "1", image: .init(file: "a.png", orientation: 1, width: 640, height: 480),
      camera: try pose(id: 1).camera, gravity: gravity, people: people
    ).json
  }

  @Test func `our own document is read back`() throws {
    let gravity = try #require(Vector3(0.1, 0.9, 0.2).normalized)
    let people = [try pose(id: 5), try pose(id: 8, inferred: .leftElbow)]
    let file = try SkeletonFileTests.read(try document(people, gravity: gravity))
    #expect(file.layout == .pose3d && file.lengthUnit == .metre && !file.isUnitInferred)
    #expect(file.notes.isEmpty && file.frames.count == 1 && file.frames[0].time == nil)
    let found = file.frames[0].people
    #expect(found.map(\.id) == [5, 8])
    #expect(found.map(\.skeleton.inferred) == [[], [.leftElbow]])
    let truth = try SkeletonFileTests.person()
    for skeleton in found.map(\.skeleton) {
      for joint in Joint.allCases {
        let place = try #require(truth[joint.name])
        #expect((skeleton.positions[joint] - place).length < 2 * Tolerance.exact)
        // The root's is that of its own place, on which no angle depends.
        let sigma = joint == .root ? 0 : 0.01 + 0.001 * Double(joint.rawValue)
        #expect(abs(try #require(skeleton.sigmas)[joint] - sigma) < Tolerance.exact)
      }
      let world = try #require(skeleton.world)
      #expect(world.source == .gravity && (world.up + gravity).length < 2 * Tolerance.exact)
      #expect(skeleton.leftFoot == nil && skeleton.rightFoot == nil)
    }
  }

  @Test func `without gravity the camera is level`() throws {
    let skeleton = try #require(skeletons(try document([try pose(id: 1)])).first)
    #expect(skeleton.world == WorldAxes(cameraGravity: nil))
  }

  @Test func `a sequence has the numbers and times of its pictures`() throws {
    let whole = try document([try pose(id: 1)])
    let start = try #require(whole.range(of: "\"people\": "))
    let end = try #require(whole.range(of: "\"warnings\""))
    let people = whole[start.upperBound..<end.lowerBound].trimmingCharacters(
      in: .whitespacesAndNewlines.union([","]))
    let file = try SkeletonFileTests.read(
      whole[..<start.lowerBound] + """
        "sequence": [{"index": 2, "time": 0.5, "people": \(people)},
          {"index": 3, "time": 0.75, "people": []}],
        """ + whole[end.lowerBound...])
    #expect(file.frames.map(\.index) == [2, 3] && file.frames.map(\.time) == [0.5, 0.75])
    #expect(file.frames.map(\.people.count) == [1, 0])
  }

  @Test(arguments: [
    ("\"people\": []", [0]),
    ("\"sequence\": [{\"index\": 3, \"people\": []}, {\"index\": 4, \"people\": []}]", [3, 4]),
  ])
  func `our own file of empty pictures is no error`(
    content: String, indices: [Int]
  ) throws {
    let file = try SkeletonFileTests.read("{\"schema\": \"pose3d.skeleton/1\", \(content)}")
    #expect(file.frames.map(\.index) == indices)
    #expect(file.frames.flatMap(\.people).isEmpty)
    #expect(file.notes == ["no person is in the file"])
  }

  @Test func `a list under "frames" is a sequence too`() throws {
    let people = """
      {"schema": "pose3d.skeleton/1", "frames": [{"index": 4, "time": 1, "people": PEOPLE}]}
      """
    let whole = try document([try pose(id: 1)])
    let start = try #require(whole.range(of: "\"people\": "))
    let end = try #require(whole.range(of: "\"warnings\""))
    let list = whole[start.upperBound..<end.lowerBound].trimmingCharacters(
      in: .whitespacesAndNewlines.union([","]))
    let file = try SkeletonFileTests.read(people.replacing("PEOPLE", with: list))
    #expect(file.frames.map(\.index) == [4] && file.frames.map(\.people.count) == [1])
  }

  @Test func `feet are read where a person has them`() throws {
    let whole = try document([try pose(id: 1)])
    let feet = """
      "feet": {"left": {"heel": [0.25, 0.88, 2.85], "toe": [0.28, 0.9, 2.62], "sigma": 0.015},
        "right": null}
      """
    let range = try #require(whole.range(of: "\"feet\": { \"left\": null, \"right\": null }"))
    let skeleton = try #require(
      skeletons(whole.replacingCharacters(in: range, with: feet)).first)
    #expect(
      skeleton.leftFoot
        == Foot(heel: Vector3(0.25, 0.88, 2.85), toe: Vector3(0.28, 0.9, 2.62), sigma: 0.015))
    #expect(skeleton.rightFoot == nil)
  }

  // MARK: MediaPipe

  @Test func `a recorded MediaPipe result is a person of plausible size`() throws {
    let file = try SkeletonFile.read(contentsOf: Fixture.path("keypoints/mediapipe-task.json"))
    #expect(file.layout == .mediapipe && file.frames.count == 1)
    let skeleton = try #require(file.frames[0].people.first).skeleton
    #expect((1.2...2).contains(Anthropometry.stature(of: skeleton.positions)))
    // He stands upright: the head is above the hips, −y.
    #expect(skeleton.positions[.centerHead].y < -0.4 && skeleton.positions[.leftAnkle].y > 0.4)
    #expect(skeleton.positions[.root].length < 0.05)
  }

  @Test(arguments: [
    "%", "[%]", #"{"landmark": %}"#, #"{"pose_world_landmarks": {"landmark": %}}"#,
    #"{"poseWorldLandmarks": %}"#, #"{"worldLandmarks": [{"landmarks": %}]}"#,
    #"[{"worldLandmarks": [%]}]"#, #"{"frames": [{"frame": 0, "pose_world_landmarks": %}]}"#,
  ])
  func `MediaPipe's results are read in each of their shapes`(shape: String) throws {
    let whole = try text("mediapipe-world.json")
    let start = try #require(whole.range(of: "[[{")).upperBound
    let end = try #require(whole.range(of: "]]}", options: .backwards)).lowerBound
    let list = "[{" + whole[start..<end] + "]"
    let file = try SkeletonFileTests.read(shape.replacingOccurrences(of: "%", with: list))
    #expect(file.layout == .mediapipe)
    let skeleton = try #require(file.frames.first?.people.first).skeleton
    let expected = try #require(SkeletonFileTests.skeletons("mediapipe-world.json").first)
    #expect(skeleton.positions == expected.positions && skeleton.inferred == expected.inferred)
  }

  @Test(arguments: [("", true), (", \"visibility\": 0.9", false)])
  func `a landmark occluded in the picture is inferred, unless the world's own is visible`(
    visibility: String, isInferred: Bool
  ) throws {
    let p = { (index: Int) in "\"x\": \(index % 5 - 2), \"y\": \(index % 7), \"z\": \(index)" }
    let world = (0..<33).map { "{\(p($0))\(visibility)}" }
    // 15 is the left wrist, 29 the left heel.
    let image = (0..<33).map {
      "{\"x\": 0, \"y\": 0, \"visibility\": \([15, 29].contains($0) ? 0.4 : 0.6)}"
    }
    let skeleton = try #require(
      skeletons(
        """
        {"pose_landmarks": [[\(image.joined(separator: ", "))]],
          "pose_world_landmarks": [[\(world.joined(separator: ", "))]], "unit": "cm"}
        """
      ).first)
    #expect(
      skeleton.inferred == (isInferred ? [.spine, .topHead, .leftWrist] : [.spine, .topHead]))
    #expect((skeleton.leftFoot == nil) == isInferred && skeleton.rightFoot != nil)
  }

  // MARK: Kinect

  @Test func `joint_names say which position is whose`() throws {
    let names = KinectFamily.k4abtNames.reversed().map { "\"K4ABT_JOINT_\($0)\"" }
    let whole = try text("k4abt.json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any])
    let frames = try #require(object["frames"] as? [[String: Any]])
    let bodies = try #require(frames.last?["bodies"] as? [[String: Any]])
    let positions = try #require(bodies[0]["joint_positions"] as? [[Double]])
    let body = { (positions: [[Double]]) in "{\"bodies\": [{\"joint_positions\": \(positions)}]" }
    let expected = try #require(SkeletonFileTests.skeletons("k4abt.json").first).positions
    // One frame, without names in the SDK's order, with names in theirs.
    let plain = try #require(skeletons(body(positions) + "}").first)
    #expect(plain.positions == expected)
    let list = names.joined(separator: ", ")
    let turned = try #require(
      skeletons(body(positions.reversed()) + ", \"joint_names\": [\(list)]}").first)
    #expect(turned.positions == expected)
  }

  @Test(arguments: [
    ("joint_names", #"{"joint_names": [N], "frames": [{"bodies": [{"joint_positions": [P]}]}]}"#),
    ("under joints", #"{"joints": {O}}"#), ("bare", "{O}"),
    ("capitals", #"{"bodies": [{"joints": {Q}}]}"#),
  ])
  func `Kinect v2's joints are read by their names`(name: String, shape: String) throws {
    let data = Data(try text("kinect2.json").utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let bodies = try #require(object["bodies"] as? [[String: Any]])
    let joints = try #require(bodies[0]["joints"] as? [String: [String: Double]])
    let list = { (p: [String: Double]) in
      "[\(p["x"] ?? .nan), \(p["y"] ?? .nan), \(p["z"] ?? .nan)]"
    }
    let order = joints.keys.sorted()
    let parts = [
      "N": order.map { "\"\($0)\"" }, "P": order.map { list(joints[$0] ?? [:]) },
      "O": order.map { "\"\($0)\": " + list(joints[$0] ?? [:]) },
      "Q": order.map { name in
        let p = joints[name] ?? [:]
        return "\"\(name)\": {\"Position\": {\"X\": \(p["x"] ?? .nan), \"Y\": \(p["y"] ?? .nan), "
          + "\"Z\": \(p["z"] ?? .nan)}, \"TrackingState\": 2}"
      },
    ]
    var document = shape
    for (letter, part) in parts
    where document.contains("[\(letter)]") || document.contains("{\(letter)}") {
      document = document.replacingOccurrences(
        of: "[\(letter)]", with: "[" + part.joined(separator: ", ") + "]")
      document = document.replacingOccurrences(
        of: "{\(letter)}", with: "{" + part.joined(separator: ", ") + "}")
    }
    let file = try SkeletonFileTests.read(document)
    #expect(file.layout == .kinect2)
    let expected = try #require(SkeletonFileTests.skeletons("kinect2.json").first).positions
    #expect(file.frames.first?.people.first?.skeleton.positions == expected)
  }

  @Test
  func `joints that a Kinect didn't track are missing, and those that it inferred weren't seen`()
    throws
  {
    let data = Data(try text("kinect2.json").utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let bodies = try #require(object["bodies"] as? [[String: Any]])
    let joints = try #require(bodies[0]["joints"] as? [String: [String: Double]])
    func file(_ states: [String: String]) throws -> SkeletonFile {
      let list = joints.map { name, p in
        let (x, y, z) = (p["x"] ?? .nan, p["y"] ?? .nan, p["z"] ?? .nan)
        return "\"\(name)\": {\"Position\": {\"X\": \(x), \"Y\": \(y), \"Z\": \(z)}, "
          + "\"TrackingState\": \(states[name] ?? "2")}"
      }
      return try SkeletonFileTests.read(
        "{\"bodies\": [{\"joints\": {\(list.joined(separator: ", "))}}]}")
    }
    let knee = try #require(joints.keys.first { $0.lowercased().contains("kneeleft") })
    for state in ["1", "\"Inferred\""] {
      let person = try #require(try file([knee: state]).frames[0].people.first)
      #expect(person.body.sources[.leftKnee] == .inferred)
      #expect(person.body.sources[.rightKnee] == .lifted)
    }
    for state in ["0", "\"NotTracked\""] {
      let error = #expect(throws: FileError.self) { try file([knee: state]) }
      #expect(error?.message.contains("it wasn't tracked") == true, "\(error?.message ?? "")")
    }
  }

  @Test func `a list of MediaPipe's results has their times`() throws {
    let landmarks = try #require(
      try JSONSerialization.jsonObject(with: Data(try text("mediapipe-world.json").utf8))
        as? [String: Any])
    let results = try [0, 33, 99].map { time in
      var result = landmarks
      result["timestamp_ms"] = time
      return String(
        decoding: try JSONSerialization.data(withJSONObject: result), as: UTF8.self)
    }
    let file = try SkeletonFileTests.read("[\(results.joined(separator: ", "))]")
    #expect(file.frames.map(\.time) == [0, 0.033, 0.099])
  }

  // MARK: Points

  @Test(arguments: [
    "%", "[%, %]", #"{"joints3d": %}"#, #"{"keypoints_3d": [%, null]}"#, #"{"joints": %}"#,
    #"{"frames": [%, {"joints_3d": %}]}"#, #"{"frames": [%, {"joints_3d": null}, null]}"#,
  ])
  func `lists of 17 points are read in each of their shapes`(shape: String) throws {
    let list = try SkeletonFileTests.h36m()
    let file = try SkeletonFileTests.read(shape.replacingOccurrences(of: "%", with: list))
    let count = shape.components(separatedBy: "%").count - 1
    #expect(file.layout == .h36m && file.frames.flatMap(\.people).count == count)
    let expected = try SkeletonFileTests.person()["rightWrist"]
    #expect(file.frames[0].people[0].skeleton.positions[.rightWrist] == expected)
  }

  /// The limbs and the head under the names that other programs give them.
  static let names: [[Joint: String]] = [
    [
      .leftHip: "left_hip", .rightHip: "right_hip", .leftKnee: "left_knee",
      .rightKnee: "right_knee", .leftAnkle: "left_ankle", .rightAnkle: "right_ankle",
      .leftShoulder: "left_shoulder", .rightShoulder: "right_shoulder", .leftElbow: "left_elbow",
      .rightElbow: "right_elbow", .leftWrist: "left_wrist", .rightWrist: "right_wrist",
      .topHead: "top_head",
    ],
    [
      .root: "Pelvis", .leftHip: "LHip", .rightHip: "RHip", .leftKnee: "LKnee",
      .rightKnee: "RKnee", .leftAnkle: "LAnkle", .rightAnkle: "RAnkle", .leftShoulder: "LShoulder",
      .rightShoulder: "RShoulder", .leftElbow: "LElbow", .rightElbow: "RElbow",
      .leftWrist: "LWrist", .rightWrist: "RWrist", .spine: "Spine", .centerShoulder: "Thorax",
      .centerHead: "Neck/Nose", .topHead: "Head",
    ],
    Dictionary(uniqueKeysWithValues: Joint.allCases.map { ($0, $0.visionRawValue) }),
    Dictionary(uniqueKeysWithValues: Joint.allCases.map { ($0, $0.name) }),
  ]

  @Test(arguments: names, [true, false])
  func `points are found under their names in every dialect`(
    names: [Joint: String], isBare: Bool
  ) throws {
    let truth = try SkeletonFileTests.person()
    let points = try names.map { joint, name in
      let p = try #require(truth[joint.name])
      return "\"\(name)\": [\(p.x), \(p.y), \(p.z)]"
    }
    let object = "{\(points.joined(separator: ", ")), \"leftPinky\": [0, 0, 0]}"
    let file = try SkeletonFileTests.read(
      isBare ? object : "{\"unit\": \"metres\", \"joints\": \(object)}")
    #expect(file.layout == .named && file.lengthUnit == .metre && file.isUnitInferred == isBare)
    let positions = try #require(file.frames[0].people.first).skeleton.positions
    for joint in names.keys { #expect(positions[joint] == truth[joint.name], "\(joint)") }
  }

  // MARK: TRC

  @Test func `TRC's unit is that of its header`() throws {
    let whole = try text("pose2sim.trc")
    var lines = whole.components(separatedBy: "\n")
    lines[2] = lines[2].replacingOccurrences(of: "\tm\t", with: "\tmm\t")
    for row in 6..<9 {
      let cells = lines[row].components(separatedBy: "\t")
      lines[row] =
        (cells.prefix(2)
        + cells.dropFirst(2).map { cell in
          Double(cell).map { "\($0 * 1000)" } ?? cell
        }).joined(separator: "\t")
    }
    let file = try SkeletonFileTests.read(lines.joined(separator: "\r\n"))
    #expect(file.lengthUnit == .millimetre && !file.isUnitInferred)
    let metres = try #require(SkeletonFileTests.skeletons("pose2sim.trc").first)
    let millimetres = try #require(file.frames[0].people.first).skeleton
    for joint in Joint.allCases {
      #expect(
        (metres.positions[joint] - millimetres.positions[joint]).length < Tolerance.exact)
    }
  }

  @Test func `TRC with spaces between its cells is read`() throws {
    var lines = try text("pose2sim.trc").components(separatedBy: "\n")
    lines.remove(at: 7)
    let spaced = lines.joined(separator: "\n").replacingOccurrences(of: "\t", with: "   ")
    let file = try SkeletonFileTests.read(spaced)
    #expect(file.frames.map(\.people.count) == [1, 1])
    #expect(file.notes.first == "the header counts 3 frames, the file has 2")
    let expected = try #require(SkeletonFileTests.skeletons("pose2sim.trc").first)
    #expect(file.frames[1].people.first?.skeleton.positions == expected.positions)
  }

  // MARK: Damage

  @Test(arguments: SkeletonFileTests.layouts.map(\.file))
  func `random damage never crashes and never gives a place that is none`(name: String) throws {
    let original = [UInt8](try Data(contentsOf: URL(filePath: SkeletonFileTests.path(name))))
    let characters = Array("0123456789eE+-.,:[]{}\"\\u nN\t".utf8)
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      // Knuth's linear congruential generator (MMIX); its high bits are good enough to break files.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    for _ in 1...150 {
      var bytes = original
      for _ in 0..<3 { bytes[random(bytes.count)] = characters[random(characters.count)] }
      let found = (try? skeletons(String(decoding: bytes, as: UTF8.self))) ?? []
      for position in found.flatMap({ s in Joint.allCases.map { s.positions[$0] } }) {
        #expect(position.x.isFinite && position.y.isFinite && position.z.isFinite)
      }
    }
  }
}
