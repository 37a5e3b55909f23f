internal import PoseGeometry

/// One entry of the catalogue of angles: what is measured, from what, zero and sign.
public struct AngleDefinition: Sendable {
  /// Another name for the angle.
  public struct Alias: Sendable, Equatable {
    /// The dialect of the name.
    public let dialect: AngleDialect
    /// The name there, `knee_angle_l`.
    public let name: String
    /// +1, or −1 where the dialect counts it the other way.
    public let sign: Double
    /// The positive direction there, if it is the opposite one.
    let positive: String?

    init(dialect: AngleDialect, name: String, sign: Double, positive: String? = nil) {
      self.dialect = dialect
      self.name = name
      self.sign = sign
      self.positive = positive
    }
  }

  /// The name in files, `leftElbowFlexion`.
  public let name: String
  /// The dialect whose zero and sign it has.
  public let dialect: AngleDialect
  /// The measured quantity, in a phrase.
  public var summary: String { words.summary }
  /// The pose in which it is 0°.
  public var zero: String { words.zero }
  /// The positive direction; for angles without a sign, the statement that they have none.
  public var positive: String { words.positive }
  /// The formula, in the notation of `docs/reference/angles.md`.
  public var formulaText: String { words.formulaText }
  /// The source of definition and formula.
  public var reference: String { words.reference }
  /// The conditions for a value.
  public var observability: String { words.observability }
  /// The segments between which, or on which, it is measured.
  public var segments: [BodySegment] { words.segments }
  /// Its names in other dialects.
  public var aliases: [Alias] { words.aliases }

  /// The texts for readers, apart from the values for computation.
  private final class Words: Sendable {
    let summary: String
    let zero: String
    let positive: String
    let formulaText: String
    let reference: String
    let observability: String
    let segments: [BodySegment]
    let aliases: [Alias]

    init(
      summary: String, zero: String, positive: String, formulaText: String, reference: String,
      observability: String, segments: [BodySegment], aliases: [Alias]
    ) {
      self.summary = summary
      self.zero = zero
      self.positive = positive
      self.formulaText = formulaText
      self.reference = reference
      self.observability = observability
      self.segments = segments
      self.aliases = aliases
    }
  }

  /// The range that healthy joints reach, in radians; `nil` for an angle without a published range,
  /// and for a segment that can turn in the room without end.
  ///
  /// The normal ranges of the American Academy of Orthopaedic Surgeons (Greene & Heckman 1994), wider
  /// where people are known to go farther: kneeling on the heels bends the knee to 165° (Mulholland &
  /// Wyss 2001), dancers' hips flex to 145° and part by 90° (Reid et al. 1987). Of trunk and neck all of
  /// the spine's joints together (White & Panjabi 1990).
  public let anatomicalRange: ClosedRange<Double>?

  private let words: Words
  let formula: AngleFormula
  /// The value is `offset + sign · formula`.
  let sign: Double
  let offset: Double
  /// The joints of `limb(of:)`, a bit each.
  let limbMask: UInt32

  init(
    name: String, dialect: AngleDialect, summary: String, zero: String, positive: String,
    formulaText: String, reference: String, observability: String, segments: [BodySegment],
    aliases: [Alias] = [], formula: AngleFormula, sign: Double = 1, offset: Double = 0,
    range: ClosedRange<Double>? = nil
  ) {
    self.name = name
    self.dialect = dialect
    anatomicalRange = range ?? Self.anatomicalRange(of: name, in: dialect)
    words = Words(
      summary: summary, zero: zero, positive: positive, formulaText: formulaText,
      reference: reference, observability: observability, segments: segments, aliases: aliases)
    self.formula = formula
    self.sign = sign
    self.offset = offset
    limbMask = Self.limb(of: formula).reduce(0) { $0 | (1 << UInt32($1.rawValue)) }
  }

  /// The angle of a skeleton, with its sigma or the reason why it has no value. For many angles of
  /// one skeleton, `Skeleton.angles` fits the frames only once.
  public func measure(_ skeleton: Skeleton) -> JointAngle {
    var evaluation = AngleEvaluation(skeleton)
    return evaluation.angle(self)
  }

  /// The joints whose places decide the angle, those of its frames among them.
  public var joints: [Joint] {
    (Self.limb(of: formula) + formula.frames.flatMap(\.joints)).uniqued
  }

  /// Whether foot points must be known.
  public var needsFoot: Bool {
    formula.bones.flatMap { [$0.from, $0.to] }.contains { $0.index >= Joint.allCases.count }
  }

  /// The joints of the limb itself: when one of them was not seen, the angle is not measured. Where
  /// there is no limb, the joints that carry the angle's meaning.
  private static func limb(of formula: AngleFormula) -> [Joint] {
    if case .cardan(_, let distal, let sequence, let index) = formula {
      // The lines of hips and shoulders show the turn about the trunk; tilt and side bend hang on the
      // spine.
      guard sequence.isAxial(index) else { return [.spine] }
      let hips: [Joint] = [.rightHip, .leftHip]
      return distal == .thorax ? hips + [.leftShoulder, .rightShoulder] : hips
    }
    let joints = formula.bones.flatMap { [$0.from, $0.to] }.map { point -> Joint in
      switch point {
      case .joint(let joint): joint
      // A foot hangs on its ankle.
      case .leftHeel, .leftToe: .leftAnkle
      case .rightHeel, .rightToe: .rightAnkle
      }
    }
    return joints.uniqued
  }

  /// The same angle under its name, zero and sign in a dialect; `nil` when it has none there.
  func renamed(in dialect: AngleDialect) -> AngleDefinition? {
    guard let alias = aliases.first(where: { $0.dialect == dialect }) else { return nil }
    return AngleDefinition(
      name: alias.name, dialect: dialect, summary: summary, zero: zero,
      positive: alias.positive ?? positive,
      formulaText: alias.sign < 0 ? "−(\(formulaText))" : formulaText,
      reference: dialect.source.map { "\($0); \(reference)" } ?? reference,
      observability: observability, segments: segments,
      aliases: [Alias(dialect: self.dialect, name: name, sign: alias.sign)],
      formula: formula, sign: sign * alias.sign, offset: offset * alias.sign,
      range: anatomicalRange.map { alias.sign < 0 ? -$0.upperBound...(-$0.lowerBound) : $0 })
  }
}

extension Skeleton {
  /// Angles of the skeleton in the order of their definitions (default: the whole catalogue). Each
  /// has its sigma, or the reason for its missing value.
  public func angles(
    _ definitions: [AngleDefinition] = AngleDefinition.catalogue
  ) -> [JointAngle] {
    var evaluation = AngleEvaluation(self)
    var angles: [JointAngle] = []
    angles.reserveCapacity(definitions.count)
    // Definitions are read in place: copying one counts references to its words.
    definitions.withUnsafeBufferPointer { definitions in
      for index in definitions.indices { angles.append(evaluation.angle(definitions[index])) }
    }
    return angles
  }
}

extension [Joint] {
  fileprivate var uniqued: [Joint] {
    var seen: Set<Joint> = []
    return filter { seen.insert($0).inserted }
  }
}
