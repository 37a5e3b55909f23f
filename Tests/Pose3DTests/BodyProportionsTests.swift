import Foundation
import PoseGeometry
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

struct BodyProportionsTests {
  /// A body of some stature that stands with spread arms, its bones those of `Anthropometry`, one
  /// of them longer by a share; every joint has the given uncertainty.
  private static func body(
    stature: Double = 1.7, stretching name: String = "thigh", by share: Double = 0,
    sigma: Double = 0.02, estimation: HeightEstimation = .measured, turnedBy angle: Double = 0
  ) -> BodyEstimate {
    let ratio = { (bone: String) in
      (Anthropometry.bones.first { $0.name == bone }?.ratio ?? .nan)
        * (bone == name ? 1 + share : 1)
    }
    var p = PerJoint(repeating: Vector3.zero)
    p[.spine] = Vector3(0, -ratio("lowerTrunk"), 0)
    p[.centerShoulder] = p[.spine] - Vector3(0, ratio("upperTrunk"), 0)
    p[.centerHead] = p[.centerShoulder] - Vector3(0, ratio("neck"), 0)
    p[.topHead] = p[.centerHead] - Vector3(0, ratio("head"), 0)
    for (side, hip, knee, ankle, shoulder, elbow, wrist) in [
      (
        1.0, Joint.leftHip, Joint.leftKnee, Joint.leftAnkle, Joint.leftShoulder, Joint.leftElbow,
        Joint.leftWrist
      ),
      (-1, .rightHip, .rightKnee, .rightAnkle, .rightShoulder, .rightElbow, .rightWrist),
    ] {
      p[hip] = Vector3(side * ratio("hipWidth") / 2, 0, 0)
      p[knee] = p[hip] + Vector3(0, ratio("thigh"), 0)
      p[ankle] = p[knee] + Vector3(0, ratio("shank"), 0)
      p[shoulder] = p[.centerShoulder] + Vector3(side * ratio("shoulderWidth") / 2, 0, 0)
      p[elbow] = p[shoulder] + Vector3(side * ratio("upperArm"), 0, 0)
      p[wrist] = p[elbow] + Vector3(side * ratio("forearm"), 0, 0)
    }
    let turn = Rotation.about(.y, by: angle)
    return BodyEstimate(
      positions: p.map { turn * ($0 * stature) + Vector3(0, 0, 3) },
      sigmas: PerJoint(repeating: sigma),
      stature: Stature(metres: stature, sigma: 0.03, estimation: estimation))
  }

  private static func length(_ name: String, in proportions: BodyProportions) throws -> (
    metres: Double, sigma: Double
  ) {
    let bone = try #require(proportions.boneLengths.first { $0.name == name })
    return (bone.metres, bone.sigma)
  }

  @Test func `without bodies there are no proportions`() { #expect(BodyProportions(of: []) == nil) }

  @Test(arguments: [1, 2, 7])
  func `the proportions of bodies that are alike are theirs`(count: Int) throws {
    let body = Self.body(stretching: "forearm", by: 0.1)
    let proportions = try #require(
      BodyProportions(of: Array(repeating: body, count: count)))
    #expect(abs(proportions.stature.metres - 1.7) < Tolerance.exact)
    #expect(proportions.stature.estimation == .measured)
    let factor = 1.7 / Anthropometry.stature(of: body.positions)
    for (name, metres) in Anthropometry.boneLengths(of: body.positions) {
      #expect(
        abs(try Self.length(name, in: proportions).metres - metres * factor) < Tolerance.exact,
        "\(name)")
    }
  }

  @Test func `more bodies make the lengths surer, and never surer than what they err together`()
    throws
  {
    let sigmas = try [1, 3, 10, 300].map { count in
      let proportions = try #require(
        BodyProportions(of: Array(repeating: Self.body(sigma: 0.04), count: count)))
      return (proportions.ratios[0].sigma, try #require(proportions.stature.sigma) / 1.7)
    }
    for (fewer, more) in zip(sigmas, sigmas.dropFirst()) {
      #expect(more.0 < fewer.0 && more.1 < fewer.1)
    }
    let last = try #require(sigmas.last)
    #expect(last.0 >= BodyProportions.minimumSigma.ratio)
    #expect(last.1 >= BodyProportions.minimumSigma.stature)
  }

  @Test(arguments: ["thigh", "forearm", "shoulderWidth"])
  func `one body in eight that is far off hardly counts`(name: String) throws {
    let bodies =
      Array(repeating: Self.body(), count: 7) + [Self.body(stretching: name, by: 0.5)]
    let alone = try Self.length(
      name, in: #require(BodyProportions(of: Array(bodies.prefix(7)))))
    let all = try Self.length(name, in: #require(BodyProportions(of: bodies)))
    #expect(abs(all.metres / alone.metres - 1) < 0.01)
  }

  /// Arms spread across the view, and along it, where the prior alone constrains a wrist's
  /// distance.
  @Test func `a bone that points at the camera shows little of its length`() throws {
    func seen(_ share: Double, turnedBy angle: Double) -> BodyEstimate {
      var body = Self.body(stretching: "forearm", by: share, turnedBy: angle)
      body.covariances = PerJoint(
        repeating: SymmetricMatrix3(diagonal: Vector3(0.01 * 0.01, 0.01 * 0.01, 0.1 * 0.1)))
      return body
    }
    let proportions = try #require(
      BodyProportions(of: [seen(0, turnedBy: 0), seen(0.2, turnedBy: .pi / 2)]))
    let across = try #require(BodyProportions(of: [seen(0, turnedBy: 0)]))
    #expect(
      abs(
        try Self.length("forearm", in: proportions).metres
          / Self.length("forearm", in: across).metres - 1) < 0.02)
  }

  @Test func `the order of the bodies changes nothing but the last digits`() throws {
    let bodies = (0..<6).map { Self.body(stretching: "shank", by: 0.02 * Double($0)) }
    let (one, other) = (
      try #require(BodyProportions(of: bodies)),
      try #require(BodyProportions(of: bodies.reversed()))
    )
    for (a, b) in zip(one.boneLengths, other.boneLengths) {
      #expect(abs(a.metres - b.metres) < 1e-12 && abs(a.sigma - b.sigma) < 1e-12)
    }
  }

  @Test func `a stature counts where it was measured, and is the reference where it nowhere was`()
    throws
  {
    let assumed = Self.body(stature: 1.8, estimation: .reference)
    let both = try #require(BodyProportions(of: [assumed, Self.body(), assumed]))
    #expect(abs(both.stature.metres - 1.7) < Tolerance.exact)
    #expect(both.stature.estimation == .measured)
    let none = try #require(BodyProportions(of: [assumed, assumed]))
    #expect(none.stature == assumed.stature)
  }

  // MARK: Lifting with them

  private struct Truth: Decodable {
    let joints: [String: [Double]]
  }

  /// The mean distance of the joints from the true ones, relative to the root, in metres.
  private static func error(_ pose: BodyPose, _ truth: PerJoint<Vector3>) -> Double {
    let p = pose.body.positions
    return Joint.allCases.reduce(0) { sum, joint in
      sum + ((p[joint] - p[.root]) - (truth[joint] - truth[.root])).length / 17
    }
  }

  private static func truth(of name: String) throws -> PerJoint<Vector3> {
    let joints = try Fixture.decode(Truth.self, from: "\(name)/truth.json").joints
    return try PerJoint { joint in
      let p = try #require(joints[joint.name])
      return Vector3(p[0], p[1], p[2])
    }
  }

  @Test(arguments: [true, false])
  func `true proportions make the bundled frames no worse`(hasDepth: Bool) throws {
    for frame in try BundledFrame.all.get() {
      var truth = try Self.truth(of: frame.name)
      if !hasDepth {
        truth = truth.map { $0 * (1.8 / Anthropometry.stature(of: truth)) }
      }
      let known = try #require(
        BodyProportions(of: [BodyEstimate(positions: truth, sigmas: PerJoint(repeating: 1e-3))]))
      let alone = try frame.lifted(withDepth: hasDepth)
      var lifter = Lifter()
      lifter.options.proportions = known
      let together = try lifter.bodyPose(
        from: frame.pose, camera: frame.camera, depth: hasDepth ? frame.depth : nil)
      #expect(Self.error(together, truth) < Self.error(alone, truth) + 1e-3, "\(frame.name)")
    }
  }

  @Test func `a stature that another picture measured counts without depth, as measured`() throws {
    for frame in try BundledFrame.all.get() {
      let measured = try frame.lifted()
      let known = try #require(BodyProportions(of: [measured.body]))
      var lifter = Lifter()
      lifter.options.proportions = known
      let lifted = try lifter.bodyPose(from: frame.pose, camera: frame.camera)
      #expect(lifted.heightEstimation == .measured && lifted.depthUse == .notGiven)
      #expect(lifted.bodyHeight == known.stature.metres)
      #expect(lifted.bodyHeightSigma == known.stature.sigma)
      lifter.options.bodyHeight = 1.6
      let told = try lifter.bodyPose(from: frame.pose, camera: frame.camera)
      #expect(told.heightEstimation == .user && told.bodyHeight == 1.6)
    }
  }

  @Test func `bones of a person known otherwise come out as known`() throws {
    for frame in try BundledFrame.all.get() {
      let alone = try frame.lifted().body
      for (share, longer) in [(-0.1, false), (0.1, true)] {
        let known = try #require(
          BodyProportions(
            of: [Self.body(stature: alone.stature.metres, stretching: "shank", by: share)]))
        var lifter = Lifter()
        lifter.options.proportions = known
        let body = try lifter.bodyPose(
          from: frame.pose, camera: frame.camera, depth: frame.depth
        ).body
        let ratio = { (body: BodyEstimate) in
          (Anthropometry.boneLengths(of: body.positions).first { $0.name == "shank" }?.metres
            ?? .nan) / Anthropometry.stature(of: body.positions)
        }
        #expect((ratio(body) > ratio(alone)) == longer, "\(frame.name) \(share)")
      }
    }
  }
}
