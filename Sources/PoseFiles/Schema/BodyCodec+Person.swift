internal import Kinematics
internal import Pose3D
internal import PoseDocuments
internal import PoseGeometry
internal import PoseMotion

/// A person of a document, with all that follows from their joints.
extension BodyCodec {
  /// All members of a person; `angles` are those of the catalogue.
  func members(
    _ pose: BodyPose, seen: BodyPose? = nil, angles: [JointAngle]
  ) -> [(SchemaName, JSONValue)] {
    [(.id, .integer(pose.id)), (.confidence, value(pose.confidence))]
      + members(pose.body.stature) + [
        (.orientation, value(pose.orientation)),
        (.orientationToGravity, .optional(pose.orientationToGravity.map { value($0) })),
        (.cameraFromBody, .numbers(pose.cameraFromBody.columnMajor)),
        (.boneLengths, JSONValue(boneLengths: pose.boneLengths)),
        (.sides, .optional(pose.sides.map { value($0) })),
        (.joints, .array(Joint.allCases.map { value($0, in: pose, seen: seen ?? pose) })),
        (.feet, value(feetOf: pose.body)),
        (
          .verticalReference,
          .string(pose.world.source.rawValue)
        ),
        (.angles, .array(angles.map(JSONValue.init))),
      ]
  }

  private func value(_ sides: LimbSides) -> JSONValue {
    .members([
      (.arms, .string(sides.arms.rawValue)), (.legs, .string(sides.legs.rawValue)),
    ])
  }

  /// The members of a person of a sequence at the standard detail. Values that follow from the
  /// joints are left out, and so are measurements that equal the result.
  func standardMembers(
    _ pose: BodyPose, measured: PoseObservation?
  ) -> [(SchemaName, JSONValue)] {
    [(.id, .integer(pose.id)), (.confidence, value(pose.confidence))] + members(pose.body) + [
      (.orientation, value(pose.orientation)), (.filled, .bool(measured == nil)),
      (
        .raw,
        .optional(measured.map { .members(members($0.body, besides: pose.body)) })
      ),
    ]
  }

  /// The members of a person if only the joints are wanted.
  func jointMembers(_ pose: BodyPose, isFilled: Bool) -> [(SchemaName, JSONValue)] {
    [(.id, .integer(pose.id)), (.confidence, value(pose.confidence))]
      + members(pose.body.stature) + [
        (.cameraPositions, value(pose.body.positions) { value($0) }),
        (.sigmas, .array(Joint.allCases.map { value(pose.sigma($0)) })),
        (.sources, value(pose.body.sources) { value($0) }),
        (.filled, .bool(isFilled)),
      ]
  }

  /// A sequence's further members of a person: whether a gap was filled, else the measurement.
  func members(measured: PoseObservation?) -> [(SchemaName, JSONValue)] {
    [
      (.filled, .bool(measured == nil)),
      (.raw, .optional(measured.map { .members(members($0.body)) })),
    ]
  }

  /// A person of a document. What follows from the joints is not read.
  ///
  /// - Throws: `DocumentNode.Problem`, `MissingJoints`.
  func person(_ node: DocumentNode) throws -> SkeletonDraft.Person {
    let id = try node[.id].map(identity)
    // At the standard detail, and below, joints are places and no more.
    let isShort = node[.joints] == nil && node[.cameraPositions] != nil
    let body =
      isShort ? try self.body(node) : try body(ofPerson: node, joints: node.member(.joints))
    return SkeletonDraft.Person(
      place: node.place, id: id, confidence: try node[.confidence].map(share),
      isFilled: node[.filled]?.bool ?? false, body: body,
      measured: try node[.raw].map { try self.body($0, besides: isShort ? node : nil) })
  }

  /// Joints that a person of a document lacks, as a sentence.
  struct MissingJoints: Error {
    let message: String
  }

  private func body(ofPerson node: DocumentNode, joints list: DocumentNode) throws -> BodyEstimate {
    let joints = try joints(list)
    let entries = Joint.allCases.compactMap { joints[$0] }
    guard entries.count == Joint.allCases.count else {
      let missing = Joint.allCases.filter { joints[$0] == nil }
      throw MissingJoints(
        message: "\(list.place) has \(entries.count) joints, not \(Joint.allCases.count): there is "
          + "no \(missing.map(\.name).joined(separator: ", "))")
    }
    let covariances = entries.compactMap(\.covariance)
    if let joint = Joint.allCases.first(where: { joints[$0]?.covariance == nil }),
      !covariances.isEmpty
    {
      throw DocumentNode.Problem(
        "\(joint.name) in \(list.place) has no \"sigma\", which other joints have", at: list.path)
    }
    let positions = PerJoint { entries[$0.rawValue].place }
    let feet = try feet(of: node)
    return BodyEstimate(
      positions: positions,
      covariances: covariances.isEmpty ? nil : PerJoint { covariances[$0.rawValue] },
      sources: PerJoint { entries[$0.rawValue].source }, leftFoot: feet.left,
      rightFoot: feet.right, stature: try stature(of: node, positions: positions))
  }
}

// MARK: Joints

extension BodyCodec {
  private func value(_ joint: Joint, in pose: BodyPose, seen: BodyPose) -> JSONValue {
    let point = { (p: SIMD2<Double>?) in
      JSONValue.optional(p.map { .array([value($0.x), value($0.y)]) })
    }
    return .members([
      (.name, .string(joint.name)),
      (.parent, .optional(joint.parent.map { .string($0.name) })),
      (.position, value(pose.position(joint))),
      (.localPosition, value(pose.localPosition(joint))),
      (.localTransform, .numbers(pose.localTransform(joint).columnMajor)),
      (.cameraPosition, value(pose.cameraRelativePosition(joint))),
      (.image, point(seen.pixel(joint))),
      (.imageNormalized, point(seen.pointInImage(joint))),
      (.confidence, value(pose.confidence(joint))),
      (.sigma, value(pose.sigma(joint))),
      (.covariance, value(pose.covariance(joint))),
      (.source, value(pose.source(joint))),
      (.eulerAngles, value(pose.eulerAngles(joint))),
      (
        .visionAngles,
        .optional(
          pose.visionAngles(joint).map {
            .array([.turn($0.x), .turn($0.y), .turn($0.z)])
          })
      ),
    ])
  }

  /// A joint as it is read.
  private typealias Entry = (
    place: Vector3, covariance: SymmetricMatrix3?, source: JointSource
  )

  /// The joints of a list, each at most once.
  private func joints(
    _ list: DocumentNode
  ) throws(DocumentNode.Problem) -> [Joint: Entry] {
    var joints: [Joint: Entry] = [:]
    for node in try list.list(of: "joints") {
      let name = try node.member(.name)
      guard let joint = name.string.flatMap(Joint.init(name:)) else {
        throw name.mismatch(expected: "the name of one of the \(Joint.allCases.count) joints")
      }
      guard joints[joint] == nil else {
        throw DocumentNode.Problem(
          "\(name.place): \(joint.name) is there twice", at: name.path)
      }
      joints[joint] = (
        try vector(node.member(.cameraPosition)), try covariance(ofJoint: node),
        try node[.source].map(source) ?? .lifted
      )
    }
    return joints
  }

  /// A joint's covariance; without one that of its sigma, alike along all axes; `nil` without either.
  private func covariance(
    ofJoint node: DocumentNode
  ) throws(DocumentNode.Problem) -> SymmetricMatrix3? {
    if let own = node[.covariance] { return try covariance(own) }
    guard let sigma = node[.sigma] else { return nil }
    return SymmetricMatrix3(sigma: try self.sigma(sigma))
  }

  private func value(_ angles: EulerAngles) -> JSONValue {
    .members([
      (.pitch, .turn(angles.pitch)), (.yaw, .turn(angles.yaw)), (.roll, .turn(angles.roll)),
    ])
  }
}

/// A moment with its people.
extension BodyCodec {
  /// A frame; `time` is `null` where there is none, `cut` there only where the video was cut before, and `turn` only
  /// where the camera turns.
  func value(
    index: Int, time: Double?, startsShot: Bool = false, turn: Vector3? = nil, people: [JSONValue]
  ) -> JSONValue {
    .members(
      [(.index, .integer(index)), (.time, value(time))]
        + (startsShot ? [(.cut, .bool(true))] : [])
        + (turn.map { [(.turn, value($0))] } ?? []) + [(.people, .array(people))])
  }

  /// The number, the time and the people of a frame, whether the video was cut before it, and how the camera has turned.
  func frame(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> (
    index: Int, time: Double?, startsShot: Bool, turn: Vector3?, people: DocumentNode.List
  ) {
    let (index, people) = (try node.member(.index), try node.member(.people))
    return (
      try frameNumber(index),
      try node[.time].map { time throws(DocumentNode.Problem) in
        try time.number()
      },
      node[.cut]?.bool ?? false, try node[.turn].map(turn),
      try people.list(of: "persons")
    )
  }
}

extension BodyCodec {
  /// A rotation vector in radians.
  private func turn(_ node: DocumentNode) throws(DocumentNode.Problem) -> Vector3 {
    let turn = try vector(node)
    // Up to half a turn, but for rounding.
    guard turn.length < 3.15 else { throw node.mismatch(expected: "a rotation of at most π") }
    return turn
  }
}

/// The measurements of a frame.
extension BodyCodec {
  func value(_ frame: PoseRecording.Frame) -> JSONValue {
    value(
      index: frame.index, time: frame.time, startsShot: frame.startsShot, turn: frame.turn,
      people: frame.people.map { person in
        .members(
          [
            (.id, .optional(person.id.map(JSONValue.integer))),
            (.confidence, value(person.confidence)),
          ] + members(person.body))
      })
  }

  func recordedFrame(
    _ node: DocumentNode
  ) throws(DocumentNode.Problem) -> PoseRecording.Frame {
    let frame = try frame(node)
    let time = try node.member(.time).number()
    // Thirty years; a video is looked for at that place.
    guard abs(time) <= 1e9 else {
      throw try node.member(.time).mismatch(expected: "seconds of at most 1e9")
    }
    var people: [PoseObservation] = []
    for person in frame.people {
      let id = try person[.id].map(identity)
      let confidence = try share(person.member(.confidence))
      people.append(PoseObservation(try body(person), id: id, confidence: confidence))
    }
    return PoseRecording.Frame(
      index: frame.index, time: time, people: people, startsShot: frame.startsShot,
      turn: frame.turn)
  }
}
