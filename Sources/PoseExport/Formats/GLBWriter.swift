internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics

/// All people as glTF 2.0 in one binary file: for each a skeleton of 17 nodes, a body of plain bones with
/// a skin, and all motion in one animation. Metres, y up, facing +z, as the format has it.
///
/// Source: Khronos, glTF 2.0 Specification, 3.7 (meshes and skins), 3.11 (animations), 4.4 (GLB).
struct GLBWriter {
  let clip: PoseClip
  let motions: [RigMotion]
  let version: String
  let path: String

  func write(to piece: ([UInt8]) throws -> Void) throws {
    var scene = GLTFScene()
    let start = clip.times.first ?? 0
    let times = scene.addScalars(clip.times.map { Float($0 - start) })
    for motion in motions { add(motion, times: times, to: &scene) }
    let json = Array(scene.json(generator: "pose3d \(version)").compactText.utf8)
    let jsonLength = (json.count + 3) / 4 * 4
    let dataLength = scene.data.bytes.count
    guard let length = UInt32(exactly: 12 + 8 + jsonLength + 8 + dataLength) else {
      throw FileError(
        .unsuitable, path: path,
        "the motion takes \((jsonLength + dataLength) / 1_000_000_000) GB, and GLB has room for 4: choose one "
          + "person, a part of the time, or another format")
    }
    var head = BinaryBytes()
    head.append("glTF".utf8)
    head.append(UInt32(2))
    head.append(length)
    head.append(UInt32(jsonLength))
    head.append("JSON".utf8)
    head.append(json)
    head.pad(to: 4, with: 0x20)
    head.append(UInt32(dataLength))
    head.append("BIN\0".utf8)
    try piece(head.bytes)
    try piece(scene.data.bytes)
  }

  private func add(_ motion: RigMotion, times: Int, to scene: inout GLTFScene) {
    let prefix = motions.count > 1 ? "person\(motion.person.id)_" : ""
    let rig = motion.rig
    let first = scene.nodes.count
    for joint in Joint.allCases {
      let children = Joint.allCases.filter { $0.parent == joint }
      let offset = rig.offsets[joint]
      var members: [(String, JSONValue)] = [
        ("name", .string(prefix + joint.name)),
        ("translation", .array([offset.x, offset.y, offset.z].map(JSONValue.number))),
      ]
      if !children.isEmpty {
        members.append(("children", .array(children.map { .integer(first + $0.rawValue) })))
      }
      scene.nodes.append(.object(members))
    }
    let shapes = BoneShapes(of: rig)
    let skin = scene.addSkin(
      joints: Joint.allCases.map { first + $0.rawValue },
      places: Joint.allCases.map { rig.places[$0] })
    let mesh = scene.addMesh(shapes, name: prefix + "body")
    scene.nodes.append(
      .object([
        ("name", .string(prefix + "body")), ("mesh", .integer(mesh)), ("skin", .integer(skin)),
      ]))
    let body = scene.nodes.count - 1
    // Each person in a node of their own: of two skeletons side by side Blender makes one.
    scene.nodes.append(
      .object([
        ("name", .string("\(prefix)skeleton")), ("children", .array([.integer(first)])),
      ]))
    scene.roots += [body + 1, body]
    var tracks = PerJoint(repeating: QuaternionTrack())
    // Not by joint: an array in it would be copied with every number.
    var turns = Joint.allCases.map { _ in [Float]() }
    var places = turns
    for frame in clip.times.indices {
      let pose = motion.pose(at: frame)
      for joint in Joint.allCases {
        let q = tracks[joint].next(pose.localTurn(joint))
        for index in 0..<4 { turns[joint.rawValue].append(Float(q[index])) }
        guard motion.moving.contains(joint) else { continue }
        let place = pose.localPlace(joint)
        for index in 0..<3 { places[joint.rawValue].append(Float(place[index])) }
      }
    }
    for joint in Joint.allCases {
      let node = first + joint.rawValue
      scene.addChannel(node, "rotation", times: times, values: turns[joint.rawValue], width: 4)
      if motion.moving.contains(joint) {
        scene.addChannel(
          node, "translation", times: times, values: places[joint.rawValue], width: 3)
      }
    }
  }
}
