internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// From the points that a layout gives to skeletons in metres.
extension SkeletonReader {
  /// The file of a draft: joints completed, unit decided, people without all joints left out.
  func file(of draft: SkeletonDraft) throws -> SkeletonFile {
    var draft = draft
    for index in draft.frames.indices {
      draft.frames[index].people = draft.frames[index].people.map(\.withoutCoincidentPoints)
    }
    var notes = draft.notes
    let everyone = draft.frames.flatMap(\.people)
    guard !everyone.isEmpty else {
      // An image without people is a result like any other.
      if draft.layout == .pose3d {
        let frames = draft.frames.map {
          SkeletonFile.Frame(
            index: $0.index, time: $0.time, people: [], startsShot: $0.startsShot, turn: $0.turn)
        }
        return SkeletonFile(
          layout: .pose3d, lengthUnit: .metre, isUnitInferred: false,
          notes: ["no person is in the file"], frames: frames)
      }
      let frames =
        switch draft.frames.count {
        case 0: "there are no frames"
        case 1: "its only frame is empty"
        case let count: "its \(count) frames are empty"
        }
      throw error(.nobody, "no person in the file: \(frames)")
    }
    if draft.frames.count == 1, let person = everyone.first(where: { !$0.missing.isEmpty }) {
      throw error(
        .missingJoints,
        Self.sentence(onMissing: person) + (person.isCollapsed ? "" : draft.advice))
    }
    let drafts = draft.frames.map { frame in
      frame.people.filter(\.missing.isEmpty).map { $0.completed() }
    }
    let incomplete = everyone.filter { !$0.missing.isEmpty }
    guard incomplete.count < everyone.count else {
      throw error(
        .missingJoints,
        "no frame has all joints: \(Self.counts(incomplete)) are missing; all 17 are needed"
          + draft.advice)
    }
    if !incomplete.isEmpty {
      notes.append(
        "\(incomplete.count) of \(everyone.count) skeletons are left out, because of missing \(Self.counts(incomplete))"
      )
    }
    if let note = Self.note(onMadeUpIn: drafts.joined(), from: everyone) {
      notes.append(Diagnostic(verbatim: note))
    }

    let statures = drafts.joined().map { Anthropometry.stature(of: $0.positions) }
    guard let stature = statures.median else { preconditionFailure("a person has all joints") }
    let (unit, isInferred) = try unit(stature: stature, stated: draft.unit)
    if isInferred {
      notes.append(
        Diagnostic(
          "the lengths look like \(unit.plural), a stature of "
            + "\(Self.text(stature * unit.metres)) m, and are read so",
          remedy: .correctLengthUnit))
    }
    let world = world(of: draft)
    if world == nil {
      notes.append(
        Diagnostic(
          "which way is up is not known: angles against the vertical have no value",
          remedy: .nameUpAxis))
    }
    var file = SkeletonFile(
      layout: draft.layout, lengthUnit: unit, isUnitInferred: isInferred, notes: notes,
      frames: zip(draft.frames, drafts).map { frame, people in
        SkeletonFile.Frame(
          index: frame.index, time: frame.time,
          people: people.map { $0.person(unit: unit, sigma: options.sigma, world: world) },
          startsShot: frame.startsShot, turn: frame.turn)
      })
    (file.views, file.worldFromFrame) = (draft.views, draft.worldFromFrame)
    (file.isCameraMoving, file.focalLengthSigma) = (draft.isCameraMoving, draft.focalLengthSigma)
    file.isProcessed = draft.isProcessed
    return file
  }
}

// MARK: - Missing joints

extension SkeletonReader {
  private static func sentence(onMissing person: SkeletonDraft.Person) -> String {
    guard !person.isCollapsed else {
      return "\(person.place) has all points at one place, as some programs write for an empty "
        + "frame: no person is in the file"
    }
    let missing = person.missing
    let names = missing.map(\.name).joined(separator: ", ")
    let reason = missing.lazy.compactMap { person.gaps[Keypoint($0)] }.first.map { " (\($0))" }
    return "\(person.place) lacks \(names)\(reason ?? ""); all 17 joints are needed"
  }

  /// The joints that people lack, each with the number of people unless all lack it.
  private static func counts(_ people: [SkeletonDraft.Person]) -> String {
    var counts: [Joint: Int] = [:]
    for joint in people.flatMap(\.missing) { counts[joint, default: 0] += 1 }
    return Joint.allCases.compactMap { joint in
      counts[joint].map { count in
        let times = count == 1 ? "1 time" : "\(count) times"
        return count == people.count ? joint.name : "\(joint.name) (\(times))"
      }
    }.joined(separator: ", ")
  }

  /// A note on the joints that no person's points measured.
  private static func note(
    onMadeUpIn people: some Sequence<SkeletonDraft.Person>, from everyone: [SkeletonDraft.Person]
  ) -> String? {
    let given = everyone.reduce(into: Set<Keypoint>()) { $0.formUnion($1.points.keys) }
    let madeUp = Joint.allCases.filter { joint in
      let keypoint = Keypoint(joint)
      return !given.contains(keypoint) && people.allSatisfy { $0.inferred.contains(keypoint) }
    }
    guard !madeUp.isEmpty else { return nil }
    let note =
      "the file has no \(madeUp.map(\.name).joined(separator: ", ")): inferred from the other joints"
    // A pelvis and a thorax without a spine of their own stand along one line.
    return madeUp.contains(.spine)
      ? note + "; hips' and shoulders' angles are against the line from hips to shoulders" : note
  }
}

// MARK: - Unit and axes

extension SkeletonReader {
  /// The unit that the caller or the file states, if the stature (in the file's unit) is a person's
  /// in it; without a stated unit, the one that fits the stature.
  private func unit(
    stature: Double, stated: LengthUnit?
  ) throws -> (unit: LengthUnit, isInferred: Bool) {
    let fitting = LengthUnit(stature: stature)
    if let unit = options.unit ?? stated {
      guard (0.3...3).contains(stature * unit.metres) else {
        let stating = options.unit == nil ? "as the file has it" : "as was asked for"
        let other =
          fitting.map { "; in \($0.rawValue) it is \(Self.text(stature * $0.metres)) m" }
          ?? "; a person's it is in no unit: check the coordinates"
        throw error(
          .wrongSize,
          "lengths in \(unit.rawValue), \(stating), give a stature of "
            + "\(Self.text(stature * unit.metres)) m" + other,
          remedy: fitting.map { .nameLengthUnit($0.rawValue) })
      }
      return (unit, false)
    }
    guard let fitting else {
      throw error(
        .wrongSize,
        "a stature of \(Self.text(stature)) in the file's unit, which is a person's neither in m "
          + "nor in cm nor in mm: check the coordinates", remedy: .nameLengthUnit(nil))
    }
    return (fitting, true)
  }

  /// The vertical: the caller's axis, or else that of the file or its layout.
  private func world(of draft: SkeletonDraft) -> WorldAxes? {
    guard let axis = options.up else { return draft.world }
    let up = axis.direction
    return draft.front.flatMap { WorldAxes(up: up, front: $0, source: .file) }
      ?? WorldAxes(up: up, front: Vector3(up.z, up.x, up.y), source: .file)
  }

  /// A length in a sentence: two decimals, three significant digits below 0.01, whole from 100 on.
  static func text(_ value: Double) -> String {
    if !(abs(value) < 100) { return value.wholeWords }
    var scale = 100.0
    if abs(value) < 0.01 && abs(value) > 1e-12 {
      while abs(value) * scale < 100 { scale *= 10 }
    }
    return "\((value * scale).rounded() / scale)"
  }
}

extension SkeletonFile.Axis {
  /// The axis as a direction of length 1.
  var direction: Vector3 {
    switch self {
    case .plusX: Vector3(1, 0, 0)
    case .minusX: Vector3(-1, 0, 0)
    case .plusY: Vector3(0, 1, 0)
    case .minusY: Vector3(0, -1, 0)
    case .plusZ: Vector3(0, 0, 1)
    case .minusZ: Vector3(0, 0, -1)
    }
  }
}
