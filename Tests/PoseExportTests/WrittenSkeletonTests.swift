import Foundation
import PoseGeometry
import Kinematics
@testable import PoseExport
import TestSupport
import Testing

/// BVH, GLB and USDA say where the joints are, read by the simplest of readers.
struct WrittenSkeletonTests {
  // MARK: BVH

  /// A joint of a file's hierarchy.
  private struct Node {
    var name: String
    var parent: Int?
    var offset = Vector3.zero
    var channels: [String] = []
  }

  private static func hierarchy(_ lines: [Substring]) -> [Node] {
    var nodes: [Node] = []
    var open: [Int?] = []
    for line in lines {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      switch words.first {
      case "ROOT", "JOINT": nodes.append(Node(name: words[1], parent: open.last ?? nil))
      case "End": nodes.append(Node(name: "end", parent: open.last ?? nil))
      case "{": open.append(nodes.count - 1)
      case "}": open.removeLast()
      case "OFFSET":
        let numbers = words.dropFirst().compactMap(Double.init)
        nodes[nodes.count - 1].offset = Vector3(numbers[0], numbers[1], numbers[2])
      case "CHANNELS": nodes[nodes.count - 1].channels = Array(words.dropFirst(2))
      default: break
      }
    }
    return nodes
  }

  @Test(arguments: RecordedClip.names)
  func `BVH puts the joints where they are`(name: String) throws {
    for clip in [try RecordedClip.processed(name), try RecordedClip.measured(name)] {
      let lines = try WrittenFile.text(clip, .bvh).split(separator: "\n")
      let motion = try #require(lines.firstIndex(of: "MOTION"))
      let nodes = Self.hierarchy(Array(lines[..<motion]))
      #expect(lines[motion + 1] == "Frames: \(clip.frameCount)")
      #expect(lines[motion + 2] == "Frame Time: 0.033333333")
      #expect(lines.count == motion + 3 + clip.frameCount)
      for frame in stride(from: 0, to: clip.frameCount, by: 7) {
        var numbers = lines[motion + 3 + frame].split(separator: " ").compactMap { Double($0) }[...]
        var frames: [RigidTransform] = []
        for node in nodes {
          var place = node.offset
          var turn = Rotation.identity
          for channel in node.channels {
            let value = numbers.removeFirst()
            let axis: Rotation.Axis = channel.first == "X" ? .x : channel.first == "Y" ? .y : .z
            if channel.hasSuffix("position") {
              place[channel.first == "X" ? 0 : channel.first == "Y" ? 1 : 2] = value
            } else {
              turn = turn * .about(axis, by: value * .pi / 180)
            }
          }
          let local = RigidTransform(rotation: turn, translation: place * 0.01)
          let own = node.parent.map { frames[$0] * local } ?? local
          frames.append(own)
          guard let joint = Joint(name: node.name) else { continue }
          let off = own.translation - clip.people[0].position(joint, frame)
          #expect(off.length < 5e-5, "\(frame) \(joint)")
        }
        #expect(numbers.isEmpty)
      }
    }
  }

  @Test func `Euler angles of BVH take the short way, whatever the person turns through`() throws {
    let clip = try RecordedClip.measured("turning")
    let text = try WrittenFile.text(clip, .bvh)
    let lines = text.split(separator: "\n")
    let motion = try #require(lines.firstIndex(of: "MOTION"))
    let rows = lines[(motion + 3)...].map { $0.split(separator: " ").compactMap { Double($0) } }
    // The root's own: three places, then Z, X and Y.
    for (a, b) in zip(rows, rows.dropFirst()) {
      for column in 3..<6 { #expect(abs(a[column] - b[column]) < 90) }
    }
    let headings = rows.map { $0[5] }
    #expect(try #require(headings.max()) - #require(headings.min()) > 90)
  }

  // MARK: GLB

  private struct GLB {
    let document: [String: Any]
    let data: [UInt8]

    init(_ bytes: [UInt8]) throws {
      func word(_ place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
      }
      #expect(Array(bytes[..<4]) == Array("glTF".utf8) && word(4) == 2)
      #expect(word(8) == bytes.count)
      let length = word(12)
      #expect(length.isMultiple(of: 4))
      let any = try JSONSerialization.jsonObject(with: Data(bytes[20..<20 + length]))
      document = try #require(any as? [String: Any])
      data = Array(bytes[(28 + length)...])
      #expect(word(20 + length) == data.count)
    }

    func list(_ name: String) -> [[String: Any]] { document[name] as? [[String: Any]] ?? [] }

    func floats(_ accessor: Int) -> [Float] {
      let accessor = list("accessors")[accessor]
      let view = list("bufferViews")[accessor["bufferView"] as? Int ?? 0]
      let start = view["byteOffset"] as? Int ?? 0
      return stride(from: start, to: start + (view["byteLength"] as? Int ?? 0), by: 4).map {
        place in
        Float(
          bitPattern: (0..<4).reduce(0) { $0 | UInt32(data[place + $1]) << UInt32(8 * $1) })
      }
    }
  }

  @Test(arguments: RecordedClip.names)
  func `GLB puts the joints where they are`(name: String) throws {
    let clip = try RecordedClip.processed(name)
    let file = try GLB(WrittenFile.bytes(clip, .glb))
    let animation = try #require(file.list("animations").first)
    let samplers = try #require(animation["samplers"] as? [[String: Any]])
    var tracks: [String: [Float]] = [:]
    for channel in try #require(animation["channels"] as? [[String: Any]]) {
      let target = try #require(channel["target"] as? [String: Any])
      let sampler = samplers[try #require(channel["sampler"] as? Int)]
      tracks["\(target["node"] ?? "") \(target["path"] ?? "")"] = file.floats(
        try #require(sampler["output"] as? Int))
    }
    let nodes = file.list("nodes")
    for frame in stride(from: 0, to: clip.frameCount, by: 10) {
      var frames = PerJoint(repeating: RigidTransform.identity)
      for joint in Joint.allCases {
        let node = nodes[joint.rawValue]
        #expect(node["name"] as? String == joint.name)
        let q = try #require(tracks["\(joint.rawValue) rotation"])[(4 * frame)...].prefix(4)
          .map { Double($0) }
        let quaternion = try #require(UnitQuaternion(w: q[3], x: q[0], y: q[1], z: q[2]))
        let rest = try #require(node["translation"] as? [Double])
        let place =
          tracks["\(joint.rawValue) translation"].map {
            $0[(3 * frame)...].prefix(3).map(Double.init)
          } ?? rest
        let local = RigidTransform(
          rotation: Rotation(quaternion), translation: Vector3(place[0], place[1], place[2]))
        frames[joint] = joint.parent.map { frames[$0] * local } ?? local
        let off = frames[joint].translation - clip.people[0].position(joint, frame)
        #expect(off.length < 5e-5, "\(frame) \(joint)")
      }
    }
  }

  @Test func `GLB binds the body to the rest pose, every part of the buffer at a whole word`()
    throws
  {
    let clip = try RecordedClip.two()
    let file = try GLB(WrittenFile.bytes(clip, .glb))
    #expect(file.list("skins").count == 2)
    #expect(file.list("bufferViews").allSatisfy { ($0["byteOffset"] as? Int ?? 1) % 4 == 0 })
    let names = file.list("nodes").compactMap { $0["name"] as? String }
    #expect(Set(names).count == names.count)
    #expect(names.contains("person1_leftElbow") && names.contains("person2_body"))
    for (person, skin) in zip(clip.people, file.list("skins")) {
      let rig = Rig(of: person)
      let matrices = file.floats(try #require(skin["inverseBindMatrices"] as? Int))
      for joint in Joint.allCases {
        let last = matrices[(16 * joint.rawValue + 12)...].prefix(3).map(Double.init)
        let place = Vector3(last[0], last[1], last[2])
        #expect((place + rig.places[joint]).length < 1e-6)
      }
    }
    for mesh in file.list("meshes") {
      let primitive = try #require((mesh["primitives"] as? [[String: Any]])?.first)
      let attributes = try #require(primitive["attributes"] as? [String: Int])
      let weights = file.floats(try #require(attributes["WEIGHTS_0"]))
      #expect(stride(from: 0, to: weights.count, by: 4).allSatisfy { weights[$0] == 1 })
      let positions = try #require(attributes["POSITION"])
      let accessor = file.list("accessors")[positions]
      #expect((accessor["min"] as? [Double])?.count == 3)
    }
  }

  @Test func `quaternions don't change their sign from frame to frame`() throws {
    let clip = try RecordedClip.measured("turning")
    let motion = RigMotion(of: clip.people[0], times: clip.times)
    for joint in Joint.allCases {
      var track = QuaternionTrack()
      var last: SIMD4<Double>?
      for frame in clip.times.indices {
        let next = track.next(motion.pose(at: frame).localTurn(joint))
        if let last { #expect((last * next).sum() >= 0) }
        last = next
      }
    }
  }

  // MARK: USDA

  @Test func `USDA has the turns and places of every frame`() throws {
    let clip = try RecordedClip.processed("squat")
    let motion = RigMotion(of: clip.people[0], times: clip.times)
    let text = try WrittenFile.text(clip, .usda)
    func samples(_ name: String) throws -> [[[Double]]] {
      let start = try #require(text.range(of: "\(name).timeSamples = {\n")).upperBound
      let end = try #require(text.range(of: "}", range: start..<text.endIndex)).lowerBound
      return text[start..<end].split(separator: "\n").filter { $0.contains("[") }.map { line in
        line.matches(of: #/\(([^)]*)\)/#).map { tuple in
          tuple.1.split(separator: ", ").compactMap { Double($0) }
        }
      }
    }
    let (turns, places) = (
      try samples("quatf[] rotations"), try samples("float3[] translations")
    )
    try #require(turns.count == clip.frameCount && places.count == clip.frameCount)
    for frame in stride(from: 0, to: clip.frameCount, by: 10) {
      let pose = motion.pose(at: frame)
      for joint in Joint.allCases {
        let (q, p) = (turns[frame][joint.rawValue], places[frame][joint.rawValue])
        let turn = Rotation(try #require(UnitQuaternion(w: q[0], x: q[1], y: q[2], z: q[3])))
        #expect((turn.x - pose.localTurn(joint).x).length < 1e-6)
        #expect((Vector3(p[0], p[1], p[2]) - pose.localPlace(joint)).length < 1e-6)
      }
    }
    #expect(text.contains("root/spine/centerShoulder/leftShoulder/leftElbow/leftWrist"))
    #expect(text.contains("upAxis = \"Y\"") && text.contains("metersPerUnit = 1"))
    #expect(!text.contains("visibility"))
  }

  @Test func `in USDA who isn't there is invisible`() throws {
    let text = try WrittenFile.text(RecordedClip.two(), .usda)
    #expect(text.contains("def SkelRoot \"Person1\"") && text.contains("def SkelRoot \"Person2\""))
    #expect(
      text.contains(
        "token visibility.timeSamples = {\n            0: \"inherited\",\n"
          + "            20: \"invisible\",\n            50: \"inherited\",\n        }"))
  }
}
