import PoseSystem
import PoseGeometry
import Kinematics
import TestSupport
import Testing

struct AngleTests {
  static let headings = [0.0, 45, 90, 135, 180, 225, 270, 315]

  /// Poses and their angles in the Sports2D dialect, in degrees: its conformance table. The zero
  /// and sign of the clinical angles of these joints are the same.
  static let poses: [(name: String, pose: Mannequin, expected: [String: Double])] = [
    (
      "standing", Mannequin(),
      [
        "ankle": 0, "knee": 0, "hip": 0, "shank": -90, "thigh": -90, "foot": 0, "trunk": 90,
        "shoulder": 0, "elbow": 0, "arm": -90, "forearm": -90, "head": 90, "pelvis": 0,
        "shoulders": 0,
      ]
    ),
    (
      "hip flexed 30", Mannequin(hipFlexion: (30, 30)),
      ["ankle": 0, "knee": 0, "hip": 30, "shank": -60, "thigh": -60, "foot": 30, "trunk": 90]
    ),
    (
      "hip extended 20", Mannequin(hipFlexion: (-20, -20)),
      ["ankle": 0, "knee": 0, "hip": -20, "shank": -110, "thigh": -110, "foot": -20, "trunk": 90]
    ),
    (
      "knee flexed 90", Mannequin(kneeFlexion: (90, 90)),
      ["ankle": 0, "knee": 90, "hip": 0, "shank": 180, "thigh": -90, "foot": -90, "trunk": 90]
    ),
    (
      "squat",
      Mannequin(
        hipFlexion: (100, 100), kneeFlexion: (110, 110), ankleDorsiflexion: (20, 20)),
      ["ankle": 20, "knee": 110, "hip": 100, "shank": -100, "thigh": 10, "foot": 10, "trunk": 90]
    ),
    (
      "foot aligned with shank", Mannequin(ankleDorsiflexion: (-90, -90)),
      ["ankle": -90, "knee": 0, "hip": 0, "shank": -90, "thigh": -90, "foot": -90, "trunk": 90]
    ),
    (
      "arms forward", Mannequin(shoulderFlexion: (90, 90)),
      ["shoulder": 90, "elbow": 0, "arm": 0, "forearm": 0]
    ),
    (
      "arms overhead", Mannequin(shoulderFlexion: (180, 180)),
      ["shoulder": 180, "elbow": 0, "arm": 90, "forearm": 90]
    ),
    (
      "arms backward", Mannequin(shoulderFlexion: (-30, -30)),
      ["shoulder": -30, "elbow": 0, "arm": -120, "forearm": -120]
    ),
    (
      "elbows at 90", Mannequin(elbowFlexion: (90, 90)),
      ["shoulder": 0, "elbow": 90, "arm": -90, "forearm": 0]
    ),
  ]

  @Test(arguments: poses.indices, headings)
  func `the conformance table holds in three dialects, on both sides, facing eight directions`(
    index: Int, heading: Double
  ) throws {
    let (name, pose, expected) = Self.poses[index]
    let skeleton = pose.skeleton(heading: heading)
    let sports2d = skeleton.named(AngleDialect.sports2d.angles)
    let clinical = skeleton.named(AngleDialect.clinical.angles)
    let fitness = skeleton.named(AngleDialect.fitness.angles)
    for (joint, degrees) in expected {
      for side in ["left", "right"] {
        let names = [joint, "\(side) \(joint)"].filter { sports2d[$0] != nil }
        #expect(names.count == 1, "\(joint)")
        for name in names {
          let value = try #require(sports2d[name]?.degrees, "\(name)")
          #expect(abs(turn(value, degrees)) < 1e-6, "\(name): \(value)°")
        }
        guard ["elbow", "knee", "hip", "shoulder"].contains(joint) else { continue }
        let stem = side + joint.prefix(1).uppercased() + joint.dropFirst()
        let flexion = try #require(clinical[stem + "Flexion"]?.degrees)
        #expect(abs(turn(flexion, degrees)) < 1e-6, "\(name): \(stem)Flexion is \(flexion)°")
        let included = try #require(fitness[stem + "Included"]?.degrees)
        #expect(abs(turn(included, 180 - flexion)) < 1e-9, "\(name): \(stem)Included \(included)°")
      }
      if joint == "ankle" {
        for side in ["left", "right"] {
          let value = try #require(clinical[side + "AnkleDorsiflexion"]?.degrees)
          #expect(abs(value - degrees) < 1e-6)
        }
      }
    }
  }

  @Test func `joint coordinates come back as they were set, on each side its own`() throws {
    var generator = RandomNumbers(seed: 5)
    func draw(_ range: ClosedRange<Double>) -> Mannequin.Sides {
      (Double.random(in: range, using: &generator), Double.random(in: range, using: &generator))
    }
    for _ in 0..<200 {
      var pose = Mannequin(
        shoulderFlexion: draw(-60...170), shoulderAdduction: draw(-70...40),
        shoulderRotation: draw(-90...90), elbowFlexion: draw(25...150),
        hipFlexion: draw(-30...120), hipAdduction: draw(-60...30), hipRotation: draw(-50...50),
        kneeFlexion: draw(25...150), ankleDorsiflexion: draw(-50...30))
      (pose.trunkFlexion, pose.trunkLateralBend) = (draw(-40...80).left, draw(-40...40).left)
      (pose.trunkRotation, pose.neckFlexion) = (draw(-60...60).left, draw(-40...40).left)
      let angles = pose.skeleton(heading: draw(0...360).left).named()
      for (name, set) in [
        ("ShoulderFlexion", pose.shoulderFlexion), ("ShoulderAdduction", pose.shoulderAdduction),
        ("ShoulderRotation", pose.shoulderRotation), ("ElbowFlexion", pose.elbowFlexion),
        ("HipFlexion", pose.hipFlexion), ("HipAdduction", pose.hipAdduction),
        ("HipRotation", pose.hipRotation), ("KneeFlexion", pose.kneeFlexion),
        ("AnkleDorsiflexion", pose.ankleDorsiflexion),
      ] {
        let left = try #require(angles["left" + name]?.degrees, "\(name)")
        let right = try #require(angles["right" + name]?.degrees, "\(name)")
        #expect(abs(turn(left, set.left)) < 1e-6, "left\(name): \(left)° for \(set.left)°")
        #expect(abs(turn(right, set.right)) < 1e-6, "right\(name): \(right)° for \(set.right)°")
      }
      for (name, set) in [
        ("trunkFlexion", pose.trunkFlexion), ("trunkLateralBend", pose.trunkLateralBend),
        ("trunkRotation", pose.trunkRotation), ("neckFlexion", pose.neckFlexion),
      ] {
        let value = try #require(angles[name]?.degrees)
        #expect(abs(value - set) < 1e-6, "\(name): \(value)° for \(set)°")
      }
    }
  }

  /// Poses that a reader of the literature knows by name, and their angles.
  static let named: [(name: String, pose: Mannequin, expected: [String: Double])] = [
    (
      "T-pose", Mannequin(shoulderAbduction: (90, 90)),
      [
        "ShoulderAbduction": 90, "ShoulderElevation": 90, "ThoracohumeralElevation": 90,
        "ShoulderPlaneOfElevation": 0, "ShoulderAdduction": -90,
      ]
    ),
    (
      "arms forward", Mannequin(shoulderFlexion: (90, 90)),
      ["ShoulderPlaneOfElevation": 90, "ThoracohumeralElevation": 90, "ShoulderElevation": 90]
    ),
    (
      "cocked to throw: abducted 90, externally rotated 90",
      Mannequin(
        shoulderAbduction: (90, 90), shoulderRotation: (-90, -90), elbowFlexion: (90, 90)),
      ["ThoracohumeralRotation": -90, "ShoulderPlaneOfElevation": 0, "ElbowFlexion": 90]
    ),
    (
      "hands on the belly", Mannequin(shoulderRotation: (70, 70), elbowFlexion: (90, 90)),
      ["ShoulderRotation": 70, "ShoulderFlexion": 0]
    ),
    (
      "legs apart", Mannequin(hipAdduction: (-30, -30)),
      ["HipAdduction": -30, "HipFlexion": 0, "HipFlexion3D": 30]
    ),
    (
      "knees in, shanks out: valgus",
      Mannequin(
        hipFlexion: (30, 30), hipAdduction: (10, 10), hipRotation: (20, 20),
        kneeFlexion: (50, 50)),
      ["HipAdduction": 10, "HipRotation": 20]
    ),
    (
      "bent over, arms along the trunk", Mannequin(trunkFlexion: 60),
      ["trunkFlexion": 60, "ShoulderFlexion": 0, "HipFlexion": 0]
    ),
    (
      "bent to the right and turned left", Mannequin(trunkLateralBend: 20, trunkRotation: 30),
      ["trunkLateralBend": 20, "trunkRotation": 30, "trunkFlexion": 0]
    ),
  ]

  @Test(arguments: named.indices)
  func `poses known by name have their angles`(index: Int) throws {
    let (name, pose, expected) = Self.named[index]
    let angles = pose.skeleton(heading: 130).named()
    for (angle, degrees) in expected {
      let names = angles[angle] != nil ? [angle] : ["left" + angle, "right" + angle]
      for key in names {
        let value = try #require(angles[key]?.degrees, "\(name): \(key)")
        #expect(abs(turn(value, degrees)) < 1e-6, "\(name): \(key) is \(value)°")
      }
    }
  }

  @Test
  func `a knee that falls inwards has a positive frontal projection, outwards a negative one`()
    throws
  {
    for (inwards, expected) in [(0.05, 1.0), (-0.05, -1)] {
      for heading in Self.headings {
        var skeleton = Mannequin().skeleton
        skeleton.positions[.leftKnee].x -= inwards
        skeleton.positions[.rightKnee].x += inwards
        let motion = RigidTransform(
          rotation: .about(.y, by: heading * .pi / 180), translation: .zero)
        let angles = skeleton.moved(by: motion).named()
        let (thigh, shank) = (0.241 * 1.75, 0.249 * 1.75)
        let degrees = (atan(inwards / thigh) + atan(inwards / shank)) * 180 / .pi
        for side in ["left", "right"] {
          let value = try #require(angles[side + "KneeFPPA"]?.degrees)
          #expect(abs(value - degrees) < 1e-9)
          #expect(value * expected > 0)
        }
      }
    }
  }

  @Test
  func `leaning, tilting and turning are distinguished, whichever way the person faces`()
    throws
  {
    for heading in Self.headings {
      let skeleton = Mannequin().skeleton
      let body =
        Rotation.about(.y, by: heading * .pi / 180) * .about(.z, by: 10 * .pi / 180)
        * .about(.x, by: 25 * .pi / 180)
      var turned = skeleton.moved(by: RigidTransform(rotation: body, translation: .zero))
      turned.world = skeleton.world
      let angles = turned.named()
      // Baker's sequence: rotation, then list to the right, then tilt.
      #expect(abs(try #require(angles["pelvisTilt"]?.degrees) - 25) < 1e-9)
      #expect(abs(try #require(angles["pelvisList"]?.degrees) - 10) < 1e-9)
      #expect(abs(turn(try #require(angles["pelvisRotation"]?.degrees), heading)) < 1e-9)
      let lean = acos(cos(10 * Double.pi / 180) * cos(25 * Double.pi / 180)) * 180 / .pi
      #expect(abs(try #require(angles["trunkLean"]?.degrees) - lean) < 1e-9)
      #expect(abs(try #require(angles["shoulderLineInclination"]?.degrees) - 10) < 1e-9)
    }
  }

  // MARK: Laws

  /// Skeletons of no particular pose: every joint of a posed one moved by up to 15 cm.
  static let jittered: [Skeleton] = {
    var generator = RandomNumbers(seed: 31)
    return (0..<60).map { _ in
      var skeleton = Mannequin(
        shoulderFlexion: (40, 100), elbowFlexion: (60, 20), hipFlexion: (30, 80),
        kneeFlexion: (70, 40)
      ).skeleton
      for joint in Joint.allCases {
        for axis in 0..<3 {
          skeleton.positions[joint][axis] += Double.random(in: -0.15...0.15, using: &generator)
        }
      }
      return skeleton
    }
  }()

  static var everyDefinition: [AngleDefinition] { AngleDialect.allCases.flatMap(\.angles) }

  @Test func `angles and sigmas don't depend on the frame in which the joints are given`() {
    var generator = RandomNumbers(seed: 8)
    for skeleton in Self.jittered {
      let motion = RigidTransform(
        rotation: .random(using: &generator), translation: Vector3(2, -1, 4))
      let (before, after) = (
        skeleton.angles(Self.everyDefinition),
        skeleton.moved(by: motion).angles(Self.everyDefinition)
      )
      for (a, b) in zip(before, after) {
        #expect(a.reason == b.reason, "\(a.name)")
        guard let value = a.degrees, let moved = b.degrees, let s = a.sigma, let t = b.sigma
        else { continue }
        #expect(abs(turn(value, moved)) < 1e-8, "\(a.name)")
        #expect(abs(s - t) < 1e-7 * (1 + s), "\(a.name)")
      }
    }
  }

  @Test func `the mirror image has the other side's angles, and the middle's turned over`() throws {
    let turnedOver: Set = [
      "trunkLateralBend", "trunkRotation", "shoulderLineInclination", "neckLateralBend",
      "pelvisList", "pelvisRotation",
    ]
    for skeleton in Self.jittered {
      let (angles, images) = (skeleton.named(), skeleton.mirrored.named())
      for (name, angle) in angles {
        let other =
          name.hasPrefix("left")
          ? "right" + name.dropFirst(4)
          : name.hasPrefix("right") ? "left" + name.dropFirst(5) : name
        let image = try #require(images[other])
        #expect(image.reason == angle.reason, "\(name)")
        guard let a = angle.degrees, let b = image.degrees else { continue }
        #expect(abs(turn(turnedOver.contains(name) ? -a : a, b)) < 1e-8, "\(name)")
      }
    }
  }

  @Test func `a larger body in the same pose has the same angles`() {
    for skeleton in Self.jittered {
      var larger = skeleton
      larger.positions = skeleton.positions.map { $0 * 1.3 }
      for foot in [\Skeleton.leftFoot, \Skeleton.rightFoot] {
        let f = skeleton[keyPath: foot]
        larger[keyPath: foot] = f.map { Foot(heel: $0.heel * 1.3, toe: $0.toe * 1.3) }
      }
      for (a, b) in zip(skeleton.angles(), larger.angles()) {
        #expect(a.reason == b.reason)
        guard let value = a.degrees, let scaled = b.degrees else { continue }
        #expect(abs(turn(value, scaled)) < 1e-8, "\(a.name)")
      }
    }
  }

  // MARK: No value

  /// What makes an angle unmeasurable, and the reason that is given.
  static let absences: [(skeleton: Skeleton, names: [String], reason: JointAngle.Reason)] = [
    (
      Mannequin(shoulderAbduction: (90, 90)).skeleton,
      ["leftShoulderFlexion", "rightShoulderIncluded", "leftUpperArmInclination"], .gimbalLock
    ),
    (
      Mannequin(shoulderFlexion: (90, 90)).skeleton, ["leftShoulderAbduction"], .gimbalLock
    ),
    (Mannequin().skeleton, ["leftShoulderPlaneOfElevation"], .gimbalLock),
    (
      Mannequin(shoulderFlexion: (170, 170)).skeleton, ["rightShoulderPlaneOfElevation"],
      .gimbalLock
    ),
    (
      Mannequin(shoulderAbduction: (90, 90), elbowFlexion: (90, 90)).skeleton,
      ["leftShoulderRotation"], .gimbalLock
    ),
    (
      Mannequin(elbowFlexion: (15, 170), kneeFlexion: (19, 165)).skeleton,
      [
        "leftShoulderRotation", "rightShoulderRotation", "leftHipRotation", "rightHipRotation",
        "leftThoracohumeralRotation",
      ], .limbTooStraight
    ),
    (Mannequin(kneeFlexion: (-40, -40)).skeleton, ["leftHipRotation"], .unobservable),
    (
      Mannequin(hipFlexion: (90, 90), kneeFlexion: (170, 170)).skeleton, ["leftKneeFPPA"],
      .gimbalLock
    ),
    (
      Skeleton(positions: Mannequin().positions),
      [
        "leftAnkleDorsiflexion", "rightFootInclination", "trunkLean", "pelvisTilt",
        "leftThighInclination", "trunkInclination",
      ], .unobservable
    ),
  ]

  @Test(arguments: absences.indices)
  func `what the joints don't show has no value, no sigma, and a reason`(index: Int) throws {
    let (skeleton, names, reason) = Self.absences[index]
    let angles = skeleton.named()
    for name in names {
      let angle = try #require(angles[name])
      #expect(angle.reason == reason, "\(name)")
      #expect(angle.value == nil && angle.sigma == nil)
    }
  }

  @Test func `who lies on their side has no sagittal plane against the vertical`() {
    var skeleton = Mannequin().skeleton
    skeleton.world = WorldAxes(up: Vector3(1, 0, 0), front: Vector3(0, 0, 1), source: .gravity)
    let angles = skeleton.named()
    #expect(angles["leftThighInclination"]?.reason == .gimbalLock)
    #expect(angles["pelvisTilt"]?.reason == .gimbalLock)
    #expect(angles["trunkLean"]?.degrees.map { abs($0 - 90) < 1e-9 } == true)
  }

  @Test func `an angle at a joint that was not seen has no value, the others do`() {
    var skeleton = Mannequin(elbowFlexion: (90, 90)).skeleton
    skeleton.inferred = [.leftWrist, .spine]
    let absent = skeleton.angles().filter { $0.reason == .jointInferred }.map(\.name)
    #expect(
      absent == [
        "leftElbowFlexion", "leftElbowIncluded", "leftShoulderRotation",
        "leftThoracohumeralRotation", "leftForearmInclination", "trunkFlexion",
        "trunkLateralBend", "pelvisTilt",
      ])
    let angles = skeleton.named()
    #expect(angles["rightElbowFlexion"]?.value != nil)
    #expect(angles["trunkRotation"]?.value != nil)
  }

  @Test
  func `a frame whose lines were not seen measures nothing, a missing spine alone doesn't matter`()
    throws
  {
    var skeleton = Mannequin(elbowFlexion: (60, 60), kneeFlexion: (60, 60)).skeleton
    skeleton.inferred = [.leftHip, .rightHip]
    for name in ["leftThighInclination", "leftUpperArmInclination", "headInclination"] {
      #expect(skeleton.named()[name]?.reason == .jointInferred, "\(name)")
    }
    #expect(skeleton.named()["leftShoulderFlexion"]?.value != nil)
    skeleton.inferred = [.leftShoulder, .rightShoulder]
    #expect(skeleton.named()["neckFlexion"]?.reason == .jointInferred)
    #expect(skeleton.named()["leftHipFlexion"]?.value != nil)
    skeleton.inferred = [.leftAnkle]
    #expect(skeleton.named()["leftFootInclination"]?.reason == .jointInferred)
    #expect(skeleton.named()["rightFootInclination"]?.value != nil)
    skeleton.inferred = [.spine]
    #expect(skeleton.named()["leftHipFlexion"]?.value != nil)
  }

  @Test func `Vision's roll of a bone straight to the front is 0, as its formula has it`() throws {
    let angles = Mannequin(elbowFlexion: (90, 90)).skeleton.named(AngleDialect.vision.angles)
    let roll = try #require(angles["leftWrist.roll"])
    #expect(abs(try #require(roll.value)) < 1e-12 || roll.value == 0)
    #expect(try #require(roll.sigma) > 3)
    #expect(abs(try #require(angles["leftWrist.yaw"]?.value)) < 1e-6)
  }

  @Test func `a dialect that counts the other way has a sentence about it`() throws {
    let extended = try #require(
      AngleDialect.openSim.angles.first { $0.name == "lumbar_extension" })
    #expect(extended.positive == "bent backward" && extended.formulaText.hasPrefix("−("))
    let knee = try #require(
      AngleDialect.openSimGait2392.angles.first { $0.name == "knee_angle_r" })
    #expect(knee.positive.contains("negative"))
    let bent = Mannequin(kneeFlexion: (70, 70)).skeleton
    #expect(abs(try #require(knee.measure(bent).degrees) + 70) < 1e-9)
  }

  /// Every way in which numbers can be wrong.
  static let broken: [(name: String, change: @Sendable (inout Skeleton) -> Void)] = [
    ("all joints in one place", { $0.positions = PerJoint(repeating: Vector3(1, 2, 3)) }),
    (
      "all joints on a line", { s in s.positions = PerJoint { Vector3(0, Double($0.rawValue), 0) } }
    ),
    ("a NaN wrist", { $0.positions[.leftWrist] = Vector3(.nan, 0, 0) }),
    ("a NaN spine", { $0.positions[.spine].y = .nan }),
    ("an infinite hip", { $0.positions[.leftHip].x = .infinity }),
    ("a huge knee", { $0.positions[.leftKnee].x = 1e200 }),
    ("a forearm without length", { $0.positions[.leftWrist] = $0.positions[.leftElbow] }),
    ("hips in one place", { $0.positions[.leftHip] = $0.positions[.rightHip] }),
    ("shoulders in one place", { $0.positions[.leftShoulder] = $0.positions[.rightShoulder] }),
    ("a tiny skeleton", { s in s.positions = s.positions.map { $0 * 1e-9 } }),
    ("a NaN heel", { $0.leftFoot?.heel = Vector3(.nan, .nan, .nan) }),
    ("a NaN sigma", { $0.sigmas?[.leftWrist] = .nan }),
    ("an infinite sigma", { $0.sigmas = PerJoint(repeating: .infinity) }),
  ]

  @Test(arguments: broken.indices)
  func `no number, place or length makes an angle that is not finite`(index: Int) {
    let (name, change) = Self.broken[index]
    var skeleton = Mannequin(
      shoulderFlexion: (40, 40), elbowFlexion: (60, 60), hipFlexion: (30, 30),
      kneeFlexion: (50, 50)
    ).skeleton
    change(&skeleton)
    for angle in skeleton.angles(Self.everyDefinition) {
      #expect(angle.value?.isFinite ?? true, "\(name): \(angle.name) is \(angle.value ?? 0)")
      #expect(angle.sigma?.isFinite ?? true, "\(name): sigma of \(angle.name)")
      #expect((angle.value == nil) == (angle.reason != nil), "\(name): \(angle.name)")
    }
    #expect(skeleton.named()["leftElbowFlexion"]?.value == nil || !name.contains("wrist"))
  }

  @Test func `without the joints' sigmas the angles have none, and the same values`() {
    let skeleton = Self.jittered[0]
    var bare = skeleton
    bare.sigmas = nil
    for (a, b) in zip(skeleton.angles(), bare.angles()) {
      #expect(a.value == b.value && a.reason == b.reason && b.sigma == nil)
    }
  }

  @Test(
    arguments: [
      ("leftKneeFlexion", ["KneeFlexion", "HipFlexion", "ElbowFlexion", "ShoulderElevation"]),
      ("trunkHipFlexion", ["KneeFlexion", "HipFlexion", "ElbowFlexion", "ShoulderElevation"]),
      ("elbowFlexion", ["ElbowFlexion", "ShoulderElevation", "KneeFlexion", "HipFlexion"]),
      (nil, AngleDefinition.principalKinds),
    ] as [(String?, [String])])
  func `the principal angles begin with those of the limbs whose angle is followed`(
    angle: String?, kinds: [String]
  ) {
    #expect(AngleDefinition.principalKinds(besides: angle) == kinds)
  }
}
