internal import DepthIO
internal import Kinematics

extension SkeletonReader {
  /// The people of `pose3d.skeleton/1`, of one picture or a sequence, in the camera frame.
  func pose3dDraft(of document: JSONNode) throws -> SkeletonDraft {
    guard let schema = document["schema"] else {
      throw error(.unknownLayout, "there is no \"schema\": \"\(SkeletonDocument.schema)\"")
    }
    guard schema.string == SkeletonDocument.schema else {
      throw schema.mismatch(expected: "\"\(SkeletonDocument.schema)\"")
    }
    try checkUnits(of: document)
    let frames: [SkeletonDraft.Frame]
    if let sequence = Self.sequence(of: document) {
      frames = try sequence.list(of: "pictures").map { picture in
        let index = try member("index", of: picture)
        let people = try member("people", of: picture)
        return SkeletonDraft.Frame(
          index: try wholeNumber(index), time: try picture["time"]?.number(),
          people: try people.list(of: "persons").map(pose3dPerson))
      }
    } else if let people = document["people"] {
      frames = [
        SkeletonDraft.Frame(index: 0, people: try people.list(of: "persons").map(pose3dPerson))
      ]
    } else {
      throw error(.invalidValue, "there is neither \"people\" nor \"sequence\"")
    }
    try checkAngles(of: document)
    let gravity = try document["camera"]?["gravity"].map(direction)
    return SkeletonDraft(
      layout: .pose3d, unit: .metre, world: WorldAxes(cameraGravity: gravity),
      front: Vector3(0, 0, -1), frames: frames)
  }

  /// The pictures of a sequence; `nil` for a single picture. Under "frames", where a single picture
  /// names its frames of coordinates, a list is one too.
  private static func sequence(of document: JSONNode) -> JSONNode? {
    document["sequence"] ?? document["frames"].flatMap { $0.elements == nil ? nil : $0 }
  }

  private func direction(_ node: JSONNode) throws -> Vector3 {
    let values = try node.numbers()
    guard values.count == 3 else { throw node.mismatch(expected: "a direction of x, y and z") }
    let vector = Vector3(values[0], values[1], values[2])
    guard vector.normalized != nil, values.allSatisfy({ abs($0) <= Self.farthest }) else {
      throw error(.invalidValue, "\(node.place) is no direction: its length is 0 or beyond 1e9")
    }
    return vector
  }
}

// MARK: - Units

extension SkeletonReader {
  private func checkUnits(of document: JSONNode) throws {
    if let length = document["units"]?["length"], length.string != "metre" {
      throw length.mismatch(expected: "\"metre\"")
    }
    if let angle = document["units"]?["angle"], angle.string != "degree", angle.string != "radian" {
      throw angle.mismatch(expected: "\"degree\" or \"radian\"")
    }
  }

  /// Throws when angles that are said to be radians exceed a turn. The angles themselves are not
  /// read: they follow from the joints.
  private func checkAngles(of document: JSONNode) throws {
    guard document["units"]?["angle"]?.string == "radian" else { return }
    let pictures = Self.sequence(of: document)?.elements ?? [document]
    for picture in pictures {
      for person in picture["people"]?.elements ?? [] {
        for angle in person["angles"]?.elements ?? [] {
          guard let value = angle["value"], abs(try value.number()) > 2 * .pi else { continue }
          throw error(
            .invalidValue,
            "\(value.place) is \(Self.text(try value.number())), more than a turn in radians, "
              + "which units.angle says: the angles look like degrees")
        }
      }
    }
  }
}

// MARK: - People

extension SkeletonReader {
  private func pose3dPerson(_ node: JSONNode) throws -> SkeletonDraft.Person {
    let list = try member("joints", of: node)
    let id = try node["id"].map { id -> Int in
      guard let number = Int(exactly: try id.number()) else {
        throw id.mismatch(expected: "a whole number")
      }
      return number
    }
    var person = SkeletonDraft.Person(place: node.place, id: id)
    var sigmas: [Joint: Double] = [:]
    for joint in try list.list(of: "joints") { try readJoint(joint, into: &person, &sigmas) }
    let missing = Joint.allCases.filter { person.points[Keypoint($0)] == nil }
    guard missing.isEmpty else {
      let count = Joint.allCases.count - missing.count
      throw error(
        .missingJoints,
        "\(list.place) has \(count) joints, not 17: there is no "
          + missing.map(\.name).joined(separator: ", "))
    }
    if let joint = Joint.allCases.first(where: { sigmas[$0] == nil }), !sigmas.isEmpty {
      throw error(
        .invalidValue, "\(joint.name) in \(list.place) has no \"sigma\", which other joints have")
    }
    let all = Joint.allCases.compactMap { sigmas[$0] }
    if all.count == Joint.allCases.count {
      // The others' are relative to the root; how sure its own place is changes no angle.
      person.sigmas = PerJoint { $0 == .root ? 0 : all[$0.rawValue] }
    }
    for (side, heel, toe) in [
      ("left", Keypoint.leftHeel, Keypoint.leftToe), ("right", .rightHeel, .rightToe),
    ] {
      guard let foot = node["feet"]?[side] else { continue }
      person.points[heel] = try place("heel", of: foot)
      person.points[toe] = try place("toe", of: foot)
      person.footSigmas[heel] = try foot["sigma"].map(sigma)
    }
    return person
  }

  private func readJoint(
    _ node: JSONNode, into person: inout SkeletonDraft.Person, _ sigmas: inout [Joint: Double]
  ) throws {
    let name = try member("name", of: node)
    guard let joint = name.string.flatMap(Joint.init(name:)) else {
      throw name.mismatch(expected: "the name of one of the 17 joints")
    }
    guard person.points[Keypoint(joint)] == nil else {
      throw error(.invalidValue, "\(name.place): \(joint.name) is there twice")
    }
    person.points[Keypoint(joint)] = try place("cameraPosition", of: node)
    sigmas[joint] = try node["sigma"].map(sigma)
    guard let source = node["source"] else { return }
    let words = ["depth", "lifted", "inferred"]
    guard let word = source.string, words.contains(word) else {
      throw source.mismatch(expected: words.map { "\"\($0)\"" }.joined(separator: " or "))
    }
    if word == "inferred" { person.inferred.insert(Keypoint(joint)) }
  }

  /// A member that has to be there.
  private func member(_ name: String, of node: JSONNode) throws -> JSONNode {
    guard let member = node[name] else {
      throw error(.invalidValue, "\(node.place) has no \"\(name)\"")
    }
    return member
  }

  /// A point that has to be there.
  private func place(_ name: String, of node: JSONNode) throws -> Vector3 {
    let list = try member(name, of: node)
    let values = try list.list(of: "x, y and z")
    guard values.count == 3 else { throw list.mismatch(expected: "x, y and z") }
    return Vector3(
      try coordinate(values[0]), try coordinate(values[1]), try coordinate(values[2]))
  }

  private func sigma(_ node: JSONNode) throws -> Double {
    let value = try node.number()
    guard value >= 0 else { throw node.mismatch(expected: "metres of at least 0") }
    return value
  }
}
