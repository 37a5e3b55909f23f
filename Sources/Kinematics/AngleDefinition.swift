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
  package var needsFoot: Bool {
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

/// The anatomical ranges of angles, and the certainty required before an angle is shown.
extension AngleDefinition {
  /// The reason why a measured value should not be shown to people. The raw value is the word in
  /// files.
  public enum Doubt: String, Sendable {
    /// Its standard deviation is more than 45°: it could be nearly anything.
    case uncertain
    /// No joint goes there, not even by `anatomicalTolerance` less.
    case impossible
  }

  /// The largest standard deviation of a value that people are shown, in radians: 45°.
  public static let largestSigma = Double.pi / 4

  /// The tolerance of measurements beyond the anatomical range, in radians: 15°.
  public static let anatomicalTolerance = Double.pi / 12

  /// The doubt about a value of the angle; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - value: radians, on the branch that `anatomical(_:)` gives.
  ///   - sigma: one standard deviation in radians; `nil` where unknown.
  public func doubt(of value: Double, sigma: Double?) -> Doubt? {
    if let sigma, sigma > Self.largestSigma { return .uncertain }
    guard let range = anatomicalRange else { return nil }
    let reach = Self.anatomicalTolerance
    return value < range.lowerBound - reach || value > range.upperBound + reach ? .impossible : nil
  }

  /// A value with as many whole turns added as bring it nearest to the middle of what joints do: an arm
  /// that goes on behind the head is at 190° and not at −170°. `nil` for an angle without a range.
  package func anatomical(_ value: Double) -> Double? {
    anatomicalRange.map { range in
      let middle = (range.lowerBound + range.upperBound) / 2
      return middle + (value - middle).remainder(dividingBy: 2 * .pi)
    }
  }

  /// Degrees of the clinical angles, without the side.
  private static let clinical: [(name: String, range: ClosedRange<Double>)] = [
    ("ElbowFlexion", 0...160), ("KneeFlexion", 0...165), ("AnkleDorsiflexion", -60...45),
    ("KneeFPPA", -60...60), ("HipFlexion", -45...145), ("HipFlexionSagittal", -45...145),
    ("HipAdduction", -90...50), ("HipFlexion3D", 0...150), ("ShoulderFlexion", -60...180),
    ("ShoulderFlexionSagittal", -60...180), ("ShoulderAbduction", -75...180),
  ]

  /// Degrees of the trunk's and the neck's.
  private static let middle: [(name: String, range: ClosedRange<Double>)] = [
    ("trunkFlexion", -60...110), ("trunkLateralBend", -60...60), ("trunkRotation", -75...75),
    ("neckFlexion", -90...90), ("neckLateralBend", -65...65),
  ]

  /// The range of a catalogue's angle in radians; `nil` for none.
  static func anatomicalRange(
    of name: String, in dialect: AngleDialect
  ) -> ClosedRange<Double>? {
    var stem = name
    for side in ["left", "right"] where name.hasPrefix(side) {
      stem = String(name.dropFirst(side.count))
    }
    func radians(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound * .pi / 180...range.upperBound * .pi / 180
    }
    switch dialect {
    case .clinical:
      return (clinical + middle).first { $0.name == stem }.map { radians($0.range) }
    case .fitness:
      // Included angles are 180° less flexion.
      guard stem.hasSuffix("Included") else { return nil }
      let flexion = stem.dropLast("Included".count) + "Flexion"
      return clinical.first { $0.name == flexion }.map { _, range in
        radians(180 - range.upperBound...180 - range.lowerBound)
      }
    default: return nil
    }
  }
}

extension JointAngle {
  /// Whether the value is so uncertain that people shouldn't be shown it: a standard deviation of more
  /// than 45°.
  public var isUncertain: Bool { sigma.map { $0 > AngleDefinition.largestSigma } ?? false }
}

extension AngleDefinition {
  /// The names in the catalogue that may be meant by one that isn't there: those that have it within
  /// theirs, else those that need the fewest letters changed, up to a third of them.
  public static func names(near name: String) -> [String] {
    let letters = Array(name.lowercased())
    let within = catalogue.filter { $0.name.lowercased().contains(name.lowercased()) }
    guard within.isEmpty else { return within.map(\.name) }
    let distances = catalogue.map { ($0.name, distance(letters, Array($0.name.lowercased()))) }
    let closest = distances.map(\.1).min() ?? 0
    return distances.filter { $0.1 == closest && closest <= letters.count / 3 }.map(\.0)
  }

  /// The letters that have to be put in, left out or replaced to come from one word to the other
  /// (Levenshtein 1966).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}

extension AngleDefinition {
  private static let neck = AngleFormula.Bone(.centerHead, .topHead)

  private static func alias(
    _ coordinate: String, sign: Double = 1, positive: String? = nil
  ) -> [Alias] {
    [AngleDialect.openSim, .openSimGait2392].map {
      Alias(dialect: $0, name: coordinate, sign: sign, positive: positive)
    }
  }

  private static let thoraxToPelvis = "Z-X-Y of the thorax in the pelvis, as OpenSim's lumbar joint"
  private static let baker = "Baker 2001: rotation, obliquity, tilt (Y-X-Z)"

  /// The angles of trunk, head and pelvis.
  static let central: [AngleDefinition] = [
    AngleDefinition(
      name: "trunkFlexion", dialect: .clinical, summary: "thorax against pelvis, forward",
      zero: standing, positive: "bent forward",
      formulaText: "−atan2(−R₁₂, R₂₂) of pelvisᵀ · thorax",
      reference: thoraxToPelvis, observability: "needs a spine that was seen; " + notAside,
      segments: [.pelvis, .thorax],
      aliases: alias("lumbar_extension", sign: -1, positive: "bent backward"),
      formula: .cardan(.pelvis, .thorax, .zxy, 0), sign: -1),
    AngleDefinition(
      name: "trunkLateralBend", dialect: .clinical, summary: "thorax against pelvis, sideways",
      zero: standing, positive: "bent to the right", formulaText: "asin(R₃₂) of pelvisᵀ · thorax",
      reference: thoraxToPelvis, observability: "needs a spine that was seen",
      segments: [.pelvis, .thorax], aliases: alias("lumbar_bending"),
      formula: .cardan(.pelvis, .thorax, .zxy, 1)),
    AngleDefinition(
      name: "trunkRotation", dialect: .clinical,
      summary: "thorax against pelvis, about the long axis", zero: standing,
      positive: "shoulders turned to the left",
      formulaText: "atan2(−R₃₁, R₃₃) of pelvisᵀ · thorax", reference: thoraxToPelvis,
      observability: notAside, segments: [.pelvis, .thorax], aliases: alias("lumbar_rotation"),
      formula: .cardan(.pelvis, .thorax, .zxy, 2)),
    AngleDefinition(
      name: "trunkLean", dialect: .clinical, summary: "line of the trunk against the vertical",
      zero: "trunk upright", positive: unsigned, formulaText: "∠(C − O, up)",
      reference: "inclination of the line from hips to shoulders", observability: needsVertical,
      segments: [.pelvis, .thorax], formula: .toAxis(trunk, .world, .up)),
    AngleDefinition(
      name: "trunkInclination", dialect: .clinical,
      summary: "hips to shoulders, against the horizontal in the person's sagittal plane",
      zero: "pointing straight forward", positive: "upwards; upright = 90°, leaning forward less",
      formulaText: "heading: atan2(v·y, v·z), v = C − O", reference: sports2d,
      observability: needsHeading, segments: [.pelvis, .thorax],
      aliases: [Alias(dialect: .sports2d, name: "trunk", sign: 1)],
      formula: .planar(trunk, .heading, from: .front, to: .up, least: least15)),
    AngleDefinition(
      name: "headInclination", dialect: .clinical,
      summary: "shoulders to the top of the head, against the horizontal in the sagittal plane",
      zero: "pointing straight forward", positive: "upwards; upright = 90°",
      formulaText: "heading: atan2(v·y, v·z), v = T − C", reference: sports2d,
      observability: needsHeading, segments: [.head],
      aliases: [Alias(dialect: .sports2d, name: "head", sign: 1)],
      formula: .planar(
        AngleFormula.Bone(.centerShoulder, .topHead), .heading, from: .front, to: .up,
        least: least15)),
    AngleDefinition(
      name: "shoulderLineInclination", dialect: .clinical,
      summary: "line of the shoulders against the horizontal", zero: "shoulders level",
      positive: "left shoulder higher", formulaText: "asin(n(leftShoulder − rightShoulder)·up)",
      reference: "Sports2D (Pagnon & Kim 2024)", observability: needsVertical, segments: [.thorax],
      aliases: [Alias(dialect: .sports2d, name: "shoulders", sign: 1)],
      formula: .elevation(
        AngleFormula.Bone(.rightShoulder, .leftShoulder), .world, normal: .up)),
    AngleDefinition(
      name: "neckFlexion", dialect: .clinical,
      summary: "line of the head in the sagittal plane of the thorax",
      zero: "head in line with the thorax", positive: "head forward",
      formulaText: "thorax: atan2(h·z, h·y), h = T − N",
      reference: "projection on the sagittal plane of the thorax",
      observability: "not within 15° of straight to the side",
      segments: [.thorax, .head],
      formula: .planar(neck, .thorax, from: .up, to: .front, least: least15)),
    AngleDefinition(
      name: "neckLateralBend", dialect: .clinical,
      summary: "line of the head in the frontal plane of the thorax",
      zero: "head in line with the thorax", positive: "head to the right",
      formulaText: "thorax: atan2(−h·x, h·y), h = T − N",
      reference: "projection on the frontal plane of the thorax",
      observability: "not within 15° of straight forward or back",
      segments: [.thorax, .head],
      formula: .planar(neck, .thorax, from: .up, to: .right, least: least15)),
    AngleDefinition(
      name: "pelvisTilt", dialect: .clinical, summary: "pelvis against the vertical, forward",
      zero: "upright", positive: "anterior: the top forward",
      formulaText: "−atan2(R₂₁, R₂₂) of worldᵀ · pelvis", reference: baker,
      observability: needsVertical + ", and a spine that was seen; not lying on the side",
      segments: [.pelvis],
      formula: .cardan(.world, .pelvis, .yxz, 2), sign: -1),
    AngleDefinition(
      name: "pelvisList", dialect: .clinical, summary: "line of the hips against the horizontal",
      zero: "hips level", positive: "right hip lower",
      formulaText: "asin(−R₂₃) of worldᵀ · pelvis", reference: baker,
      observability: needsVertical, segments: [.pelvis],
      aliases: [Alias(dialect: .sports2d, name: "pelvis", sign: 1)],
      formula: .elevation(AngleFormula.Bone(.rightHip, .leftHip), .world, normal: .up)),
    AngleDefinition(
      name: "pelvisRotation", dialect: .clinical, summary: "heading of the pelvis",
      zero: "facing the camera, or a file's forward axis", positive: "turned to their left",
      formulaText: "atan2(R₁₃, R₃₃) of worldᵀ · pelvis", reference: baker,
      observability: needsVertical + "; not lying on the side", segments: [.pelvis],
      formula: .cardan(.world, .pelvis, .yxz, 0)),
  ]
}
