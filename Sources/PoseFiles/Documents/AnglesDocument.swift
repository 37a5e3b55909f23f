internal import PoseGeometry
public import Kinematics
public import Pose3D
public import PoseDocuments

/// The angles of the skeletons in a file, in one dialect: as JSON, `pose3d.angles/1`, or as CSV.
/// `schema/pose3d.angles.schema.json` is the contract of the JSON.
public struct AnglesDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.angles/1"

  /// A person's angles and proportions at one moment.
  public struct Person: Sendable {
    /// The identity that the file gives, else a number that is unique in the frame.
    public let id: Int
    /// The joints and the height as they are in the file.
    public let body: BodyEstimate
    /// The measurements.
    public let skeleton: Skeleton
    /// The angles, in the order of the document's definitions.
    public let angles: [JointAngle]
  }

  /// The people at one moment.
  public struct Frame: Sendable {
    /// The frame's number.
    public let index: Int
    /// Seconds on the file's clock; `nil` when it has none.
    public let time: Double?
    /// The people, maybe none.
    public let people: [Person]
  }

  /// The program's version.
  public let version: String
  /// The file's name as the user gave it.
  public let path: String
  /// The layout of the file.
  public let layout: SkeletonLayout
  /// The unit of its lengths.
  public let lengthUnit: LengthUnit
  /// Whether that was told from the body's size.
  public let isLengthUnitInferred: Bool
  /// The dialect of the angles' names, zeros and signs.
  public let dialect: AngleDialect
  /// The angles that are measured.
  public let definitions: [AngleDefinition]
  /// The frames.
  public let frames: [Frame]
  /// Warnings about the reliability of the numbers, a sentence each.
  public let warnings: [String]

  /// The angles of a file. `definitions` are some or all of the dialect's; `wording` makes sentences of
  /// warnings, for a reader who has other names for remedies.
  public init(
    version: String, path: String, file: SkeletonFile, dialect: AngleDialect,
    definitions: [AngleDefinition], wording: (Diagnostic) -> String = \.description
  ) {
    self.version = version
    self.path = path
    self.dialect = dialect
    self.definitions = definitions
    layout = file.layout
    lengthUnit = file.lengthUnit
    frames = file.frames.map { frame in
      Frame(
        index: frame.index, time: frame.time,
        people: zip(Self.ids(of: frame.people), frame.people).map { id, person in
          Person(
            id: id, body: person.body, skeleton: person.skeleton,
            angles: person.skeleton.angles(definitions))
        })
    }
    isLengthUnitInferred = file.isUnitInferred
    warnings =
      (file.notes + Self.postures(of: frames) + Self.identities(of: file)
      + Self.proportions(of: frames)).map(wording)
  }

  /// Unique numbers for the people of a frame: the file's, or the smallest free one for a person
  /// without a number or with one that is taken.
  private static func ids(of people: [SkeletonFile.Person]) -> [Int] {
    var taken: Set<Int> = []
    let given = Set(people.compactMap(\.id))
    return people.map { person in
      if let id = person.id, taken.insert(id).inserted { return id }
      var free = 0
      while taken.contains(free) || given.contains(free) { free += 1 }
      taken.insert(free)
      return free
    }
  }

  /// Sentences on axes that make most people stand on their heads, or bend their knees forward.
  private static func postures(of frames: [Frame]) -> [Diagnostic] {
    let skeletons = frames.flatMap(\.people).map(\.skeleton)
    let names = [
      "trunkLean", "leftHipRotation", "leftHipAdduction", "leftKneeFlexion", "rightHipRotation",
      "rightHipAdduction", "rightKneeFlexion",
    ]
    let definitions = names.compactMap { name in
      AngleDefinition.catalogue.first { $0.name == name }
    }
    let angles = skeletons.map { $0.angles(definitions) }
    var sentences: [Diagnostic] = []
    let leans = angles.compactMap { $0[0].value }
    let upsideDown = leans.count { $0 > 2 * .pi / 3 }
    if upsideDown * 2 > leans.count {
      sentences.append(
        Diagnostic(
          "the head is below the hips in \(upsideDown) of \(leans.count) skeletons",
          remedy: .correctUpAxis))
    }
    // A rotation that thigh, shank and pelvis should show, and don't, is that of a knee bent forward.
    let legs = angles.flatMap { [$0[1...3], $0[4...6]] }
    let shown = legs.count { $0.allSatisfy { $0.value != nil } }
    let wrong = legs.count { leg in
      leg.first?.reason == .unobservable && leg.dropFirst().allSatisfy { $0.value != nil }
    }
    if wrong > shown && wrong > 0 {
      sentences.append(
        Diagnostic(
          "\(wrong) of \(wrong + shown) bent knees bend the wrong way: left and right may be swapped, "
            + "or the file's axes be left-handed"))
    }
    return sentences
  }

  /// A sentence if people of several frames are distinguished by their position alone.
  private static func identities(of file: SkeletonFile) -> [Diagnostic] {
    let several = file.frames.contains { $0.people.count > 1 }
    let unnumbered = file.frames.contains { frame in frame.people.contains { $0.id == nil } }
    guard file.frames.count > 1, several, unnumbered else { return [] }
    return [
      "the file has no numbers of people: person 0 is the first one of each frame"
    ]
  }

  /// A sentence on every bone that doesn't fit its body, with the number of skeletons where there are
  /// several; bones of one kind once.
  private static func proportions(of frames: [Frame]) -> [Diagnostic] {
    let people = frames.flatMap(\.people)
    var worst: [String: (bone: ImplausibleBone, count: Int)] = [:]
    for person in people {
      for bone in person.skeleton.implausibleBones() {
        let name = bone.bone.sidedName
        let before = worst[name]
        let isWorse = before.map { abs(bone.deviation) > abs($0.bone.deviation) } ?? true
        worst[name] = (isWorse ? bone : before?.bone ?? bone, (before?.count ?? 0) + 1)
      }
    }
    // The worst first; of two that are as bad, the one that comes first in the alphabet.
    let order = worst.sorted {
      (abs($1.value.bone.deviation), $0.key) < (abs($0.value.bone.deviation), $1.key)
    }
    return order.map(\.value).map { entry in
      Diagnostic(
        verbatim:
          entry.bone.sentence
          + (people.count > 1 ? "; so in \(entry.count) of \(people.count) skeletons" : ""))
    }
  }
}

extension ImplausibleBone {
  /// The problem of the bone, for people.
  public var sentence: String {
    func centimetres(_ metres: Double) -> String { "\((metres * 1000).rounded() / 10) cm" }
    let sigmas = (abs(deviation) * 10).rounded() / 10
    let words = bone.sidedName.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }
    return "the \(words.joined()) is \(centimetres(length)) long where the other bones make "
      + "\(centimetres(expected)) likely, \(sigmas) standard deviations off"
  }
}

// MARK: JSON

extension AnglesDocument {
  /// The JSON text; the same document gives the same bytes.
  public var json: String {
    let single = frames.count == 1 && frames[0].time == nil ? frames.first : nil
    let content: JSONValue
    if let single {
      content = .array(single.people.map(Self.value(of:)))
    } else {
      content = .array(frames.map(Self.value(of:)))
    }
    return JSONValue.object(
      JSONValue.head(schema: Self.schema, version: version) + [
        ("units", .motionUnits),
        (
          "input",
          .object([
            ("file", .fileName(path)), ("layout", .string(layout.rawValue)),
            ("lengthUnit", .string(lengthUnit.rawValue)),
            ("isLengthUnitInferred", .bool(isLengthUnitInferred)),
            ("world", .optional(world.map(Self.value(of:)))),
          ])
        ),
        ("dialect", .string(dialect.rawValue)),
        ("angleTable", .array(definitions.map(JSONValue.init))),
        (single == nil ? "sequence" : "people", content),
        ("warnings", .warnings(warnings, of: [path])),
      ]
    ).text
  }

  private static func value(of frame: Frame) -> JSONValue {
    BodyCodec.document.value(
      index: frame.index, time: frame.time, people: frame.people.map(Self.value(of:)))
  }

  /// The vertical and heading 0, which are the same for all of a file.
  private var world: WorldAxes? { frames.lazy.flatMap(\.people).first?.skeleton.world }

  private static func value(of world: WorldAxes) -> JSONValue {
    .object([("up", .vector(world.up)), ("front", .vector(world.front))])
  }

  private static func value(of person: Person) -> JSONValue {
    let positions = person.skeleton.positions
    let sigma = Anthropometry.statureSigma(of: person.skeleton).map(JSONValue.number)
    return .members([
      (.id, .integer(person.id)),
      (.bodyHeight, .number(Anthropometry.stature(of: positions))),
      (.bodyHeightSigma, .optional(sigma)),
      (.boneLengths, JSONValue(boneLengths: Anthropometry.boneLengths(of: positions))),
      (
        .verticalReference,
        .optional(person.skeleton.world.map { .string($0.source.rawValue) })
      ),
      (.angles, .array(person.angles.map(JSONValue.init))),
    ])
  }
}

// MARK: CSV

extension AnglesDocument {
  /// A line a person and frame (RFC 4180, with a header): frame, time in seconds, person, then every
  /// angle in degrees and, where it is known, its sigma. What has no value is empty.
  public var csv: String {
    let hasSigmas = frames.contains { frame in
      frame.people.contains { $0.skeleton.covariances != nil }
    }
    let columns = hasSigmas ? PoseColumns.angles(definitions) : definitions.map(\.name)
    var text = (["frame", "time", "person"] + columns).joined(separator: ",") + "\n"
    for frame in frames {
      for person in frame.people {
        // In full: joints in a file are exact, and other programs' angles are compared with these.
        let cells = person.angles.flatMap { angle in
          (hasSigmas ? [angle.value, angle.sigma] : [angle.value]).map {
            $0.flatMap { JSONValue.digits(of: $0 * 180 / .pi) } ?? ""
          }
        }
        let time = frame.time.flatMap(JSONValue.digits(of:)) ?? ""
        text += (["\(frame.index)", time, "\(person.id)"] + cells).joined(separator: ",") + "\n"
      }
    }
    return text
  }
}

extension AngleDefinition {
  /// A catalogue's entries as JSON, `pose3d.angleTable/1`, with all their facts.
  public static func json(of definitions: [AngleDefinition]) -> String {
    JSONValue.object([
      ("schema", .string("pose3d.angleTable/1")),
      (
        "angles",
        .array(
          definitions.map { definition in
            .object([
              ("name", .string(definition.name)),
              ("dialect", .string(definition.dialect.rawValue)),
              ("summary", .string(definition.summary)),
              ("segments", .array(definition.segments.map { .string($0.rawValue) })),
              ("formula", .string(definition.formulaText)),
              ("zero", .string(definition.zero)),
              ("positive", .string(definition.positive)),
              ("unit", .string("degree")),
              ("observability", .string(definition.observability)),
              ("reference", .string(definition.reference)),
              (
                "aliases",
                .array(
                  definition.aliases.map { alias in
                    .object([
                      ("dialect", .string(alias.dialect.rawValue)), ("name", .string(alias.name)),
                      ("sign", .integer(Int(alias.sign))),
                    ])
                  })
              ),
            ])
          })
      ),
    ]).text
  }
}

extension AnglesDocument {
  /// The ranges of a person's angles over all frames that have them.
  public struct PersonRanges: Sendable {
    /// The person's number.
    public let id: Int
    /// Frames that have the person.
    public let frames: Int
    /// The ranges, in the order of the document's definitions.
    public let angles: [AngleRange]
  }

  /// The range of an angle over frames.
  public struct AngleRange: Sendable {
    /// The least, the middle and the largest value in radians, without jumps by whole turns, of those
    /// that nothing speaks against (`AngleDefinition.doubt(of:sigma:)`); `nil` when no frame has a value,
    /// and when something speaks against most.
    public let extremes: (minimum: Double, median: Double, maximum: Double)?
    /// One standard deviation of the least and the largest value in radians; `nil` where unknown.
    public let sigmas: (minimum: Double?, maximum: Double?)
    /// Frames with a value that nothing speaks against.
    public let count: Int
    /// The most frequent doubt about the others, and the number of doubtful values; `nil` if there
    /// are none.
    public let doubt: (kind: AngleDefinition.Doubt, count: Int)?
    /// The reasons for missing values, in the order of their names.
    public let reasons: [JointAngle.Reason]
  }

  /// The ranges of all people's angles, in the order in which people first appear.
  public var ranges: [PersonRanges] {
    var ids: [Int] = []
    for person in frames.flatMap(\.people) where !ids.contains(person.id) { ids.append(person.id) }
    return ids.map { id in
      let people = frames.compactMap { $0.people.first { $0.id == id } }
      return PersonRanges(
        id: id, frames: people.count,
        angles: definitions.indices.map { index in
          Self.range(of: definitions[index], in: people.map { $0.angles[index] })
        })
    }
  }

  private static func range(of definition: AngleDefinition, in angles: [JointAngle]) -> AngleRange {
    let reasons = Set(angles.compactMap(\.reason)).sorted { $0.rawValue < $1.rawValue }
    var (uncertain, impossible) = (0, 0)
    let sound = angles.map { angle -> Double? in
      guard let value = angle.value.map({ definition.anatomical($0) ?? $0 }) else { return nil }
      switch definition.doubt(of: value, sigma: angle.sigma) {
      case nil: return value
      case .uncertain: uncertain += 1
      case .impossible: impossible += 1
      }
      return nil
    }
    let doubted = uncertain + impossible
    let doubt: (AngleDefinition.Doubt, Int)? =
      doubted == 0 ? nil : (uncertain >= impossible ? .uncertain : .impossible, doubted)
    let series = definition.anatomicalRange == nil ? unwrapped(sound) : sound.compactMap { $0 }
    let sigmas = zip(angles, sound).compactMap { angle, value in value.map { _ in angle.sigma } }
    let values = zip(series, sigmas).sorted { $0.0 < $1.0 }
    guard let low = values.first, let high = values.last, let median = series.median,
      values.count >= doubted
    else {
      return AngleRange(
        extremes: nil, sigmas: (nil, nil), count: values.count, doubt: doubt, reasons: reasons)
    }
    return AngleRange(
      extremes: (low.0, median, high.0), sigmas: (low.1, high.1), count: values.count, doubt: doubt,
      reasons: reasons)
  }

  /// Successive angles without jumps by a whole turn – an arm that passes overhead goes on beyond
  /// 180° –, each unbroken run of them turned so that its median is within ±180°.
  private static func unwrapped(_ angles: [Double?]) -> [Double] {
    angles.split(separator: nil).flatMap { run -> [Double] in
      let values = run.compactMap { $0 }
      guard var last = values.first else { return [] }
      let series = values.map { angle in
        last += (angle - last).remainder(dividingBy: 2 * .pi)
        return last
      }
      let middle = series.sorted()[(series.count - 1) / 2]
      let turn = middle - middle.remainder(dividingBy: 2 * .pi)
      return series.map { $0 - turn }
    }
  }
}
