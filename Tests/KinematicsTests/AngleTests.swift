import Kinematics
import Testing

struct AngleTests {
  /// Poses and the clinical angles that they show, in degrees: the conformance table of the
  /// Sports2D dialect, whose zero and signs are ours for these joints.
  static let poses: [(name: String, pose: Mannequin, expected: [String: Double])] = [
    ("standing", Mannequin(), ["Elbow": 0, "Knee": 0, "Hip": 0, "Shoulder": 0]),
    ("hip flexed 30", Mannequin(hipFlexion: (30, 30)), ["Hip": 30, "Knee": 0]),
    ("hip extended 20", Mannequin(hipFlexion: (-20, -20)), ["Hip": -20, "Knee": 0]),
    ("knee flexed 90", Mannequin(kneeFlexion: (90, 90)), ["Hip": 0, "Knee": 90]),
    (
      "squat", Mannequin(hipFlexion: (100, 100), kneeFlexion: (110, 110)),
      ["Hip": 100, "Knee": 110]
    ),
    ("arms forward", Mannequin(shoulderFlexion: (90, 90)), ["Shoulder": 90, "Elbow": 0]),
    ("arms overhead", Mannequin(shoulderFlexion: (180, 180)), ["Shoulder": 180, "Elbow": 0]),
    ("arms backward", Mannequin(shoulderFlexion: (-30, -30)), ["Shoulder": -30, "Elbow": 0]),
    ("elbows at 90", Mannequin(elbowFlexion: (90, 90)), ["Shoulder": 0, "Elbow": 90]),
    (
      "bent over, arms along the trunk", Mannequin(trunkFlexion: 60), ["Shoulder": 0, "Hip": 0]
    ),
  ]

  private func measured(_ p: PerJoint<Vector3>) -> [String: JointAngle] {
    let sigmas = PerJoint(repeating: 0.01)
    return Dictionary(
      uniqueKeysWithValues: AngleDefinition.catalogue.map {
        ($0.name, $0.measure(p, sigmas: sigmas))
      }
    )
  }

  @Test(arguments: poses.indices, [0.0, 45, 90, 135, 180, 225, 270, 315])
  func `a pose shows its angles on both sides, in both dialects, facing any way`(
    index: Int, heading: Double
  ) throws {
    let (name, pose, expected) = Self.poses[index]
    let angles = measured(pose.cameraPositions(heading: heading))
    for (joint, degrees) in expected {
      for side in ["left", "right"] {
        let flexion = try #require(angles["\(side)\(joint)Flexion"]?.value)
        let included = try #require(angles["\(side)\(joint)Included"]?.value)
        let turn = 2 * Double.pi
        let difference = (flexion - degrees * .pi / 180).remainder(dividingBy: turn)
        #expect(abs(difference) < 1e-7, "\(name): \(side) \(joint) is \(flexion * 180 / .pi)°")
        #expect(abs((included - (.pi - flexion)).remainder(dividingBy: turn)) < Tolerance.rounding)
      }
    }
  }

  @Test func `each side has its own angle`() throws {
    let pose = Mannequin(
      shoulderFlexion: (40, -10), elbowFlexion: (100, 20), hipFlexion: (60, 5),
      kneeFlexion: (80, 15))
    let angles = measured(pose.positions)
    for (name, degrees) in [
      ("leftElbowFlexion", 100.0), ("rightElbowFlexion", 20), ("leftKneeFlexion", 80),
      ("rightKneeFlexion", 15), ("leftHipFlexion", 60), ("rightHipFlexion", 5),
      ("leftShoulderFlexion", 40), ("rightShoulderFlexion", -10),
    ] {
      let value = try #require(angles[name]?.value)
      #expect(abs(value * 180 / .pi - degrees) < 1e-6, "\(name)")
    }
  }

  @Test func `an arm straight out to the side has no flexion, and says why`() {
    let angles = measured(Mannequin(shoulderAbduction: (90, 90)).positions)
    for name in ["leftShoulderFlexion", "rightShoulderIncluded"] {
      #expect(angles[name]?.value == nil)
      #expect(angles[name]?.sigma == nil)
      #expect(angles[name]?.reason == .gimbalLock)
    }
    #expect(angles["leftElbowFlexion"]?.value != nil)
  }

  @Test func `an angle at a joint that was not seen has no value, the others do`() {
    let p = Mannequin(elbowFlexion: (90, 90)).positions
    let sigmas = PerJoint(repeating: 0.01)
    let angles = AngleDefinition.catalogue.map {
      $0.measure(p, sigmas: sigmas, inferred: [.leftWrist])
    }
    let absent = angles.filter { $0.reason == .jointInferred }.map(\.name)
    #expect(absent == ["leftElbowFlexion", "leftElbowIncluded"])
    #expect(angles.count { $0.value != nil } == angles.count - 2)
  }

  @Test func `joints in one place give no angle`() {
    let angles = measured(PerJoint(repeating: .zero))
    #expect(angles.values.allSatisfy { $0.reason == .unobservable })
  }

  /// First-order propagation against seeded draws; a straight joint is left out, because its
  /// angle can't be negative.
  @Test(arguments: [0.002, 0.01, 0.02])
  func `the sigma is the spread of the angle under noise on the joints`(sigma: Double) throws {
    let pose = Mannequin(
      shoulderFlexion: (50, 50), elbowFlexion: (80, 80), hipFlexion: (60, 60),
      kneeFlexion: (75, 75))
    let p = pose.positions
    var generator = SplitMix64(seed: 42)
    func normal() -> Double {
      // The sum of twelve uniform numbers: variance 1, no tails, good enough for a spread.
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &generator) }
    }
    for definition in AngleDefinition.catalogue where definition.dialect == .clinical {
      let stated = try #require(
        definition.measure(p, sigmas: PerJoint(repeating: sigma)).sigma)
      let center = try #require(definition.measure(p, sigmas: PerJoint(repeating: 0)).value)
      var sum = 0.0
      let draws = 400
      for _ in 0..<draws {
        let noisy = p.map { $0 + sigma * Vector3(normal(), normal(), normal()) }
        let value = definition.measure(noisy, sigmas: PerJoint(repeating: 0)).value ?? center
        sum += (value - center) * (value - center)
      }
      let measured = (sum / Double(draws)).squareRoot()
      #expect(
        abs(measured / stated - 1) < 0.15,
        "\(definition.name): stated \(stated), measured \(measured)")
    }
  }
}
