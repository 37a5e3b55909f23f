internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import PoseMotion
internal import Pose3D

extension SkeletonReader {
  /// The people of `pose3d.skeleton/1`, of one picture or a sequence, in the camera frame.
  func pose3dDraft(of document: DocumentNode) throws -> SkeletonDraft {
    try checkHeader(document)
    let frames: [SkeletonDraft.Frame]
    if let sequence = Self.sequence(of: document) {
      frames = try sequence.list(of: "pictures").map(pose3dFrame)
      try sequence.elements?.forEach { try checkAngles(of: $0, in: document) }
    } else if let people = document[.people] {
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
    of frames: [SkeletonDraft.Frame], header: DocumentNode, notes: [Diagnostic] = []
  ) throws -> SkeletonDraft {
    let gravity = try header["camera"]?["gravity"].map(direction)
    var draft = SkeletonDraft(
      layout: .pose3d, unit: .metre,
      world: try WorldAxes(posture: header["vertical"])
        ?? WorldAxes(
          cameraGravity: gravity, sigma: try WorldAxes.TiltSigma(measured: header["vertical"])),
      front: Vector3(0, 0, -1), frames: frames, notes: notes)
    draft.views = try RecordedView.views(in: header)
    let processing = header["processing"]
    draft.isProcessed =
      ["repairs", "liftedOverTime", "feetGrounded"].contains { processing?[$0]?.bool ?? false }
      && frames.allSatisfy { $0.people.allSatisfy { $0.measured == nil } }
    draft.isCameraMoving = header["camera"]?["moving"]?.bool ?? false
    draft.focalLengthSigma = try header["camera"]?["focalLengthSigma"].map { node in
      let value = try node.number()
      guard (0...10).contains(value) else { throw node.mismatch(expected: "a share from 0 to 10") }
      return value
    }
    if let node = header["worldFromCamera"] {
      guard let motion = RigidTransform(columnMajor: try node.numbers(), tolerance: 1e-3) else {
        throw node.mismatch(expected: "a rigid motion (16 numbers, a 4×4 matrix column by column)")
      }
      draft.worldFromFrame = motion
    }
    return draft
  }

  /// Throws unless the document declares this program's layout, in its units.
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
    let frame = try BodyCodec.document.frame(picture)
    return SkeletonDraft.Frame(
      index: frame.index, time: frame.time, people: try frame.people.map(pose3dPerson),
      startsShot: frame.startsShot, turn: frame.turn)
  }

  private func pose3dPerson(_ node: DocumentNode) throws -> SkeletonDraft.Person {
    do {
      return try BodyCodec.document.person(node)
    } catch let missing as BodyCodec.MissingJoints {
      throw error(.missingJoints, missing.message)
    }
  }

  /// The pictures of a sequence; `nil` for a single picture. Older files of a single picture have their
  /// coordinate frames under "frames": only a list is a sequence.
  static func sequence(of document: DocumentNode) -> DocumentNode? {
    document["sequence"] ?? document["frames"].flatMap { $0.isList ? $0 : nil }
  }

  private func direction(_ node: DocumentNode) throws -> Vector3 {
    let values = try node.numbers()
    guard values.count == 3 else { throw node.mismatch(expected: "a direction of x, y and z") }
    let vector = Vector3(values[0], values[1], values[2])
    let farthest = BodyCodec.document.farthest
    guard vector.normalized != nil, values.allSatisfy({ abs($0) <= farthest }) else {
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

  /// Throws if angles of an image, declared as radians, exceed a turn. The angles themselves are
  /// not read: they follow from the joints.
  func checkAngles(of picture: DocumentNode, in header: DocumentNode) throws {
    guard header["units"]?["angle"]?.string == "radian" else { return }
    guard let people = picture[.people]?.elements else { return }
    for angles in people.lazy.compactMap({ $0[.angles]?.elements }) {
      for angle in angles {
        guard let value = angle[.value], abs(try value.number()) > 2 * .pi else { continue }
        throw error(
          .invalidValue,
          "\(value.place) is \(Self.text(try value.number())), more than a turn in radians, "
            + "the unit in units.angle: the angles look like degrees")
      }
    }
  }
}
