internal import Documents
internal import Geometry
internal import Kinematics
internal import Pose3D

extension SkeletonReader {
  /// The people of `pose3d.skeleton/1`, of one picture or a sequence, in the camera frame.
  func pose3dDraft(of document: DocumentNode) throws -> SkeletonDraft {
    try checkHeader(document)
    let frames: [SkeletonDraft.Frame]
    if let sequence = Self.sequence(of: document) {
      frames = try sequence.list(of: "pictures").map(pose3dFrame)
      try sequence.elements?.forEach { try checkAngles(of: $0, in: document) }
    } else if let people = document["people"] {
      frames = [
        SkeletonDraft.Frame(index: 0, people: try people.list(of: "persons").map(pose3dPerson))
      ]
      try checkAngles(of: document, in: document)
    } else {
      throw error(.invalidValue, "there is neither \"people\" nor \"sequence\"")
    }
    return try draft(of: frames, header: document)
  }

  /// A sequence in the camera frame, as its file's header describes it.
  func draft(
    of frames: [SkeletonDraft.Frame], header: DocumentNode, notes: [Notice] = []
  ) throws -> SkeletonDraft {
    let gravity = try header["camera"]?["gravity"].map(direction)
    return SkeletonDraft(
      layout: .pose3d, unit: .metre, world: WorldAxes(cameraGravity: gravity),
      front: Vector3(0, 0, -1), frames: frames, notes: notes)
  }

  /// Throws unless the document says that it is of our layout, in its units.
  func checkHeader(_ document: DocumentNode) throws {
    guard let schema = document["schema"] else {
      throw error(.unknownFormat, "there is no \"schema\": \"\(SkeletonDocument.schema)\"")
    }
    guard schema.string == SkeletonDocument.schema else {
      let problem = schema.mismatch(expected: "\"\(SkeletonDocument.schema)\"")
      guard schema.string == KeypointFile.schema else { throw problem }
      throw error(.imageCoordinates, problem.message)
    }
    try checkUnits(of: document)
  }

  /// A picture of a sequence.
  func pose3dFrame(_ picture: DocumentNode) throws -> SkeletonDraft.Frame {
    let index = try member("index", of: picture)
    let people = try member("people", of: picture)
    return SkeletonDraft.Frame(
      index: try wholeNumber(index), time: try picture["time"]?.number(),
      people: try people.list(of: "persons").map(pose3dPerson))
  }

  /// The pictures of a sequence; `nil` for a single picture. Older files of a single picture have their
  /// coordinate frames under "frames": only a list is a sequence.
  static func sequence(of document: DocumentNode) -> DocumentNode? {
    document["sequence"] ?? document["frames"].flatMap { $0.elements == nil ? nil : $0 }
  }

  private func direction(_ node: DocumentNode) throws -> Vector3 {
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
  private func checkUnits(of document: DocumentNode) throws {
    if let length = document["units"]?["length"], length.string != "metre" {
      throw length.mismatch(expected: "\"metre\"")
    }
    if let angle = document["units"]?["angle"], angle.string != "degree", angle.string != "radian" {
      throw angle.mismatch(expected: "\"degree\" or \"radian\"")
    }
  }

  /// Throws when angles of a picture that are said to be radians exceed a turn. The angles
  /// themselves are not read: they follow from the joints.
  func checkAngles(of picture: DocumentNode, in header: DocumentNode) throws {
    guard header["units"]?["angle"]?.string == "radian" else { return }
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

// MARK: - People

extension SkeletonReader {
  private func pose3dPerson(_ node: DocumentNode) throws -> SkeletonDraft.Person {
    let list = try member("joints", of: node)
    let id = try node["id"].map { id -> Int in
      guard let number = Int(exactly: try id.number()) else {
        throw id.mismatch(expected: "a whole number")
      }
      return number
    }
    var person = SkeletonDraft.Person(place: node.place, id: id)
    var joints: [Joint: JointEntry] = [:]
    for joint in try list.list(of: "joints") { try readJoint(joint, into: &joints) }
    let missing = Joint.allCases.filter { joints[$0] == nil }
    guard missing.isEmpty else {
      let count = Joint.allCases.count - missing.count
      throw error(
        .missingJoints,
        "\(list.place) has \(count) joints, not 17: there is no "
          + missing.map(\.name).joined(separator: ", "))
    }
    let entries = Joint.allCases.compactMap { joints[$0] }
    let sigmas = entries.compactMap(\.sigma)
    if let joint = Joint.allCases.first(where: { joints[$0]?.sigma == nil }), !sigmas.isEmpty {
      throw error(
        .invalidValue, "\(joint.name) in \(list.place) has no \"sigma\", which other joints have")
    }
    let hasSigmas = sigmas.count == entries.count
    var estimate = SkeletonEstimate(
      positions: PerJoint { entries[$0.rawValue].place },
      sigmas: hasSigmas ? PerJoint { sigmas[$0.rawValue] } : nil,
      sources: PerJoint { entries[$0.rawValue].source })
    (estimate.leftFoot, estimate.rightFoot) = try feet(node)
    try readHeight(node, into: &estimate)
    person.estimate = estimate
    person.confidence = try node["confidence"].map(share)
    person.isFilled = node["filled"]?.bool ?? false
    person.measured = try node["raw"].map(measuredPerson)
    person.take(estimate)
    return person
  }

  /// A joint of a person.
  private struct JointEntry {
    let place: Vector3
    let sigma: Double?
    let source: BodyPose.JointSource
  }

  private func readJoint(_ node: DocumentNode, into joints: inout [Joint: JointEntry]) throws {
    let name = try member("name", of: node)
    guard let joint = name.string.flatMap(Joint.init(name:)) else {
      throw name.mismatch(expected: "the name of one of the 17 joints")
    }
    guard joints[joint] == nil else {
      throw error(.invalidValue, "\(name.place): \(joint.name) is there twice")
    }
    joints[joint] = JointEntry(
      place: try place("cameraPosition", of: node), sigma: try node["sigma"].map(sigma),
      source: try node["source"].map(source) ?? .lifted)
  }

  /// What was measured of a person of a sequence, before it was repaired and smoothed.
  private func measuredPerson(_ node: DocumentNode) throws -> SkeletonEstimate {
    let places = try seventeen("cameraPositions", of: node, "places", vector)
    let sigmas = try node["sigmas"].map { _ in
      try seventeen("sigmas", of: node, "numbers", sigma)
    }
    let sources = try node["sources"].map { _ in
      try seventeen("sources", of: node, "words", source)
    }
    var estimate = SkeletonEstimate(
      positions: places, sigmas: sigmas, sources: sources ?? PerJoint(repeating: .lifted))
    (estimate.leftFoot, estimate.rightFoot) = try feet(node)
    try readHeight(node, into: &estimate)
    return estimate
  }

  /// A value for each joint, in their order.
  private func seventeen<Value>(
    _ name: String, of node: DocumentNode, _ what: String, _ read: (DocumentNode) throws -> Value
  ) throws -> PerJoint<Value> {
    let list = try member(name, of: node)
    let elements = try list.list(of: what)
    guard elements.count == Joint.allCases.count else {
      throw list.mismatch(expected: "a list of 17 \(what)")
    }
    let values = try elements.map(read)
    return PerJoint { values[$0.rawValue] }
  }

  private func feet(_ node: DocumentNode) throws -> (left: Foot?, right: Foot?) {
    let foot = { (side: String) throws -> Foot? in
      guard let foot = node["feet"]?[side] else { return nil }
      return Foot(
        heel: try place("heel", of: foot), toe: try place("toe", of: foot),
        sigma: try foot["sigma"].map(sigma))
    }
    return (try foot("left"), try foot("right"))
  }

  private func readHeight(_ node: DocumentNode, into estimate: inout SkeletonEstimate) throws {
    estimate.bodyHeight = try node["bodyHeight"].map { height in
      let metres = try height.number()
      guard metres > 0 else { throw height.mismatch(expected: "metres of more than 0") }
      return metres
    }
    estimate.bodyHeightSigma = try node["bodyHeightSigma"].map(sigma)
    estimate.heightEstimation = try node["heightEstimation"].map { word in
      guard let estimation = word.string.flatMap(BodyPose.HeightEstimation.init) else {
        throw word.mismatch(expected: "\"measured\" or \"reference\" or \"user\"")
      }
      return estimation
    }
  }
}

// MARK: - Values

extension SkeletonReader {
  /// A member that has to be there.
  private func member(_ name: String, of node: DocumentNode) throws -> DocumentNode {
    guard let member = node[name] else {
      throw error(.invalidValue, "\(node.place) has no \"\(name)\"")
    }
    return member
  }

  /// A point that has to be there.
  private func place(_ name: String, of node: DocumentNode) throws -> Vector3 {
    try vector(try member(name, of: node))
  }

  private func vector(_ node: DocumentNode) throws -> Vector3 {
    let values = try node.list(of: "x, y and z")
    guard values.count == 3 else { throw node.mismatch(expected: "x, y and z") }
    return Vector3(
      try coordinate(values[0]), try coordinate(values[1]), try coordinate(values[2]))
  }

  private func sigma(_ node: DocumentNode) throws -> Double {
    let value = try node.number()
    guard value >= 0 else { throw node.mismatch(expected: "metres of at least 0") }
    return value
  }

  private func share(_ node: DocumentNode) throws -> Double {
    let value = try node.number()
    guard (0...1).contains(value) else { throw node.mismatch(expected: "a number from 0 to 1") }
    return value
  }

  private func source(_ node: DocumentNode) throws -> BodyPose.JointSource {
    guard let source = node.string.flatMap(BodyPose.JointSource.init) else {
      throw node.mismatch(expected: "\"depth\" or \"lifted\" or \"inferred\"")
    }
    return source
  }
}

extension SkeletonDraft.Person {
  /// Takes what angles are measured from. In a frame where a gap was filled nothing was seen, and the
  /// joints are known all the same.
  fileprivate mutating func take(_ estimate: SkeletonEstimate) {
    for joint in Joint.allCases {
      points[Keypoint(joint)] = estimate.positions[joint]
      if estimate.sources[joint] == .inferred && !isFilled { inferred.insert(Keypoint(joint)) }
    }
    sigmas = estimate.sigmas
    // The others' are relative to the root; how sure its own place is changes no angle.
    sigmas?[.root] = 0
    for (foot, heel, toe) in [
      (estimate.leftFoot, Keypoint.leftHeel, Keypoint.leftToe),
      (estimate.rightFoot, .rightHeel, .rightToe),
    ] {
      points[heel] = foot?.heel
      points[toe] = foot?.toe
      footSigmas[heel] = foot?.sigma
    }
  }
}
