import Foundation
import Testing

@testable import PoseMotion

/// Scores of single postures by REBA and RULA.
@Suite("Scores of postures")
struct ErgonomicScoringTests {
  /// Everything stated as favourably as can be, but for support of the arms.
  static let favourable: WorkConditions = {
    var conditions = WorkConditions()
    conditions.load = .init(kilograms: 0)
    conditions.coupling = .good
    conditions.activity = []
    conditions.wrist = .init(.neutral)
    conditions.arms = .init()
    conditions.neckIsTwisted = false
    conditions.legs = .both
    return conditions
  }()

  private static func angle(_ degrees: Double, _ sigma: Double = 0) -> MeasuredQuantity {
    MeasuredQuantity(value: degrees * .pi / 180, sigma: sigma * .pi / 180)
  }

  static func arm(
    _ elevation: Double, abduction: Double = 0, isBehind: Bool = false, elbow: Double = 80,
    wrist: Double = 1, sigma: Double = 0
  ) -> WorkingPosture.Arm {
    WorkingPosture.Arm(
      elevation: angle(elevation, sigma), flexion: angle(isBehind ? -elevation : elevation, sigma),
      abduction: angle(abduction, sigma), elbow: angle(elbow, sigma),
      wristOffset: MeasuredQuantity(value: wrist, sigma: sigma / 50))
  }

  /// A person who stands upright with the forearms forward; angles in degrees.
  static func posture(
    trunk: Double = 0, bend: Double = 0, twist: Double = 0, neck: Double = 5,
    neckBend: Double = 0, knee: Double = 0, sigma: Double = 0,
    left: WorkingPosture.Arm? = nil, right: WorkingPosture.Arm? = nil
  ) -> WorkingPosture {
    var posture = WorkingPosture()
    posture.trunkFlexion = angle(trunk, sigma)
    posture.trunkBend = angle(bend, sigma)
    posture.trunkTwist = angle(twist, sigma)
    posture.neckFlexion = angle(neck, sigma)
    posture.neckBend = angle(neckBend, sigma)
    posture.knees = Sides(angle(knee, sigma), angle(0, sigma))
    posture.arms = Sides(left ?? arm(10, sigma: sigma), right ?? arm(10, sigma: sigma))
    posture.isOnBothFeet = true
    return posture
  }

  static func score(
    _ method: ErgonomicMethod, _ posture: WorkingPosture, _ conditions: WorkConditions = favourable,
    _ bound: ErgonomicScoring.Bound = .lowest
  ) throws -> Int {
    let scores = try #require(ErgonomicScoring(method, conditions).scores(of: posture, bound))
    return try certain(scores.worse)
  }

  private static func certain(_ points: PointDistribution?) throws -> Int {
    let entries = try #require(points).entries
    try #require(entries.count == 1, "\(entries)")
    return entries[0].points
  }

  // MARK: Points by angle

  /// A part of the body that is scored.
  enum Part: Sendable { case trunk, neck, knee, arm, armBehind, elbow }

  /// The limits of the papers in degrees, with the points on both sides, and whether the limit belongs to the side
  /// above.
  private static let limits:
    [(part: Part, method: ErgonomicMethod, limit: Double, below: Int, above: Int, isAbove: Bool)] =
      [
        (.trunk, .reba, -20, 3, 2, true), (.trunk, .reba, -5, 2, 1, true),
        (.trunk, .reba, 5, 1, 2, false), (.trunk, .reba, 20, 2, 3, false),
        (.trunk, .reba, 60, 3, 4, false), (.trunk, .rula, 5, 1, 2, false),
        (.trunk, .rula, 20, 2, 3, false), (.trunk, .rula, 60, 3, 4, false),
        (.neck, .reba, -5, 2, 1, true), (.neck, .reba, 20, 1, 2, false),
        (.neck, .rula, -5, 4, 1, true), (.neck, .rula, 10, 1, 2, false),
        (.neck, .rula, 20, 2, 3, true), (.knee, .reba, 30, 1, 2, true),
        (.knee, .reba, 60, 2, 3, false), (.arm, .reba, 20, 1, 2, false),
        (.arm, .reba, 45, 2, 3, false), (.arm, .rula, 90, 3, 4, false),
        (.armBehind, .reba, 20, 1, 2, false), (.armBehind, .rula, 45, 2, 2, false),
        (.elbow, .reba, 60, 2, 1, true), (.elbow, .rula, 100, 1, 2, false),
      ]

  private static func points(
    _ part: Part, _ method: ErgonomicMethod, _ degrees: Double
  ) throws -> Int {
    let scoring = ErgonomicScoring(method, favourable)
    let points =
      switch part {
      case .trunk: scoring.trunk(posture(trunk: degrees), .lowest)
      case .neck: scoring.neck(posture(neck: degrees), .lowest)
      case .knee: Optional(scoring.legs(posture(knee: degrees), .lowest))
      case .arm: scoring.upperArm(arm(degrees), .lowest)
      case .armBehind: scoring.upperArm(arm(degrees, isBehind: true), .lowest)
      case .elbow: scoring.lowerArm(arm(10, elbow: degrees), .lowest)
      }
    return try certain(points)
  }

  @Test(arguments: limits)
  func `the points change at the papers' limits`(
    part: Part, method: ErgonomicMethod, limit: Double, below: Int, above: Int, isAbove: Bool
  ) throws {
    #expect(try Self.points(part, method, limit - 0.01) == below)
    #expect(try Self.points(part, method, limit) == (isAbove ? above : below))
    #expect(try Self.points(part, method, limit + 0.01) == above)
  }

  @Test func `bend and twist add a point once in REBA, and one each in RULA`() throws {
    for (bend, twist, reba, rula) in [
      (0.0, 0.0, 1, 1), (-15, 0, 2, 2), (0, 15, 2, 2), (15, -15, 2, 3),
    ] {
      let posture = Self.posture(bend: bend, twist: twist)
      #expect(
        try Self.certain(ErgonomicScoring(.reba, Self.favourable).trunk(posture, .lowest)) == reba)
      #expect(
        try Self.certain(ErgonomicScoring(.rula, Self.favourable).trunk(posture, .lowest)) == rula)
    }
  }

  @Test func `raised, abducted and supported arms change the points, which stay between 1 and 6`()
    throws
  {
    func points(_ elevation: Double, _ abduction: Double, _ arms: WorkConditions.Arms) throws -> Int
    {
      var conditions = Self.favourable
      conditions.arms = arms
      return try Self.certain(
        ErgonomicScoring(.reba, conditions).upperArm(
          Self.arm(elevation, abduction: abduction), .lowest))
    }
    #expect(try points(10, 0, .init(areSupported: true)) == 1)
    #expect(try points(60, 0, .init(areSupported: true)) == 2)
    #expect(try points(60, 30, .init(areRaised: true, areSupported: true)) == 4)
    #expect(try points(100, 30, .init(areRaised: true)) == 6)
    // The abduction counts by its sign: an arm across the chest isn't abducted.
    #expect(try points(60, -30, .init()) == 3)
  }

  @Test(arguments: [(0.0, 1), (0.5, 1), (-0.1, 2), (1.9, 1), (2.1, 2)])
  func `a forearm across the midline or out to the side adds a point in RULA alone`(
    offset: Double, points: Int
  ) throws {
    let arm = Self.arm(10, wrist: offset)
    #expect(
      try Self.certain(ErgonomicScoring(.rula, Self.favourable).lowerArm(arm, .lowest)) == points)
    #expect(try Self.certain(ErgonomicScoring(.reba, Self.favourable).lowerArm(arm, .lowest)) == 1)
  }

  // MARK: Scores

  @Test func `a neutral posture has the lowest score, and the worst of all the highest`() throws {
    #expect(try Self.score(.reba, Self.posture()) == 1)
    #expect(try Self.score(.rula, Self.posture()) == 1)
    var worst = WorkConditions()
    worst.load = .init(kilograms: 20, isShock: true)
    worst.coupling = .unacceptable
    worst.activity = [.static, .repeated, .rapid]
    worst.wrist = .init(.bent, isDeviated: true, isTwisted: true)
    worst.arms = .init(areRaised: true)
    worst.neckIsTwisted = true
    worst.legs = .one
    let arm = Self.arm(120, abduction: 60, elbow: 10, wrist: 3)
    let posture = Self.posture(
      trunk: 80, bend: 30, twist: 30, neck: 40, neckBend: 30, knee: 90, left: arm, right: arm)
    #expect(try Self.score(.reba, posture, worst) == 15)
    #expect(try Self.score(.rula, posture, worst) == 7)
  }

  @Test func `a posture with a load has the score that the worksheets give`() throws {
    var conditions = Self.favourable
    conditions.load = .init(kilograms: 12)
    conditions.coupling = .fair
    conditions.activity = [.repeated]
    conditions.wrist = .init(.bent, isTwisted: true)
    let posture = Self.posture(
      trunk: 45, neck: 25, knee: 40, left: Self.arm(60), right: Self.arm(60))
    // A of neck 2, trunk 3, legs 2 is 5, with the load 7. B of arm 3, 1, wrist 3 is 5, with the grip 6. C is 9.
    #expect(try Self.score(.reba, posture, conditions) == 10)
    // Table A of arm 3, 1, wrist 3, twist 2 is 4, with muscles and force 8; table B of 3, 3, 1 is 4, so 8.
    #expect(try Self.score(.rula, posture, conditions) == 7)
    conditions.load = .init(kilograms: 1)
    conditions.activity = []
    // A is 5, B is 6: C is 7. Arm 4, body 4: table C has 4 there.
    #expect(try Self.score(.reba, posture, conditions) == 7)
    #expect(try Self.score(.rula, posture, conditions) == 4)
  }

  /// Kilograms, shock, whether the work is repeated; points for REBA's load and RULA's force.
  @Test(
    arguments: [
      (0.0, false, false, 0, 0), (1.9, false, true, 0, 0), (2, false, false, 0, 1),
      (4.9, false, true, 0, 2), (5, false, false, 1, 1), (10, false, false, 1, 2),
      (10.1, false, true, 2, 3), (1, true, false, 1, 3), (20, true, true, 3, 3),
    ] as [(Double, Bool, Bool, Int, Int)])
  func `a load gives the points of the papers`(
    kilograms: Double, isShock: Bool, isRepeated: Bool, reba: Int, rula: Int
  ) throws {
    var conditions = Self.favourable
    conditions.load = .init(kilograms: kilograms, isShock: isShock)
    conditions.activity = isRepeated ? [.repeated] : []
    // A posture whose score A is 1: with the load it is 1 to 4, and C with a B of 1 is 1, 1, 2, 3.
    let activity = isRepeated ? 1 : 0
    #expect(
      try Self.score(.reba, Self.posture(), conditions) == REBATables.c(a: 1 + reba, b: 1)
        + activity)
    #expect(
      try Self.score(.rula, Self.posture(), conditions)
        == RULATables.grand(arm: 1 + rula + activity, body: 1 + rula + activity))
  }

  @Test func `the worse side counts, whichever it is`() throws {
    let (high, low) = (Self.arm(100, abduction: 30), Self.arm(10))
    for method in ErgonomicMethod.allCases {
      let scoring = ErgonomicScoring(method, Self.favourable)
      let one = try #require(
        scoring.scores(of: Self.posture(left: high, right: low), .lowest))
      let other = try #require(
        scoring.scores(of: Self.posture(left: low, right: high), .lowest))
      #expect(one.worse == other.worse && one.worse == one.sides.left)
      #expect(one.sides.left == other.sides.right && one.sides.right == other.sides.left)
      #expect(try Self.certain(one.sides.right) < Self.certain(one.sides.left))
      // An arm that isn't measured has no score, and the other one counts.
      let alone = try #require(
        scoring.scores(of: Self.posture(left: .init(), right: low), .lowest))
      #expect(alone.sides.left == nil && alone.worse == one.sides.right)
    }
  }

  @Test func `without trunk, neck or any arm there is no score`() {
    let scoring = ErgonomicScoring(.reba, Self.favourable)
    var posture = Self.posture()
    posture.trunkFlexion = nil
    #expect(scoring.scores(of: posture, .lowest) == nil && posture.missing == .trunk)
    posture = Self.posture()
    posture.neckFlexion = nil
    #expect(scoring.scores(of: posture, .lowest) == nil && posture.missing == .neck)
    posture = Self.posture(left: .init(), right: .init())
    #expect(scoring.scores(of: posture, .lowest) == nil && posture.missing == .arms)
    #expect(Self.posture().missing == nil)
  }

  @Test func `the feet that carry give the points of the legs where they are not stated`() throws {
    var conditions = Self.favourable
    var posture = Self.posture(knee: 70)
    func points(
      _ legs: WorkConditions.Legs?, _ isOnBoth: Bool?, _ bound: ErgonomicScoring.Bound
    ) throws -> Int {
      conditions.legs = legs
      posture.isOnBothFeet = isOnBoth
      return try Self.certain(ErgonomicScoring(.reba, conditions).legs(posture, bound))
    }
    #expect(try points(.sitting, nil, .highest) == 1)
    #expect(try points(.both, false, .lowest) == 3)
    #expect(try points(.one, true, .lowest) == 4)
    #expect(try points(.standing, true, .highest) == 3 && points(.standing, false, .lowest) == 4)
    #expect(try points(.standing, nil, .lowest) == 3 && points(.standing, nil, .highest) == 4)
    // Who may sit has no points for the knees at best.
    #expect(try points(nil, true, .lowest) == 1 && points(nil, true, .highest) == 3)
  }
}
