import PoseGeometry
@testable import Kinematics
import TestSupport
import Testing

/// What the errors of different joints have in common.
struct JointCorrelationTests {
  private static func elbow() throws -> AngleDefinition {
    try #require(AngleDefinition.catalogue.first { $0.name == "leftElbowFlexion" })
  }

  @Test(arguments: JointCorrelation.allCases)
  func `the table is one of correlations, the same on both sides of the body`(
    correlation: JointCorrelation
  ) {
    for one in Joint.allCases {
      #expect(correlation[one, one] == 1)
      for other in Joint.allCases {
        let value = correlation[one, other]
        #expect(abs(value) <= 1 && value == correlation[other, one])
        #expect(value == correlation[one.mirrored, other.mirrored], "\(one) \(other)")
      }
    }
  }

  /// By Cholesky's factor, of the table and a thousandth on the diagonal for the rounding to hundredths.
  @Test(arguments: JointCorrelation.allCases)
  func `no combination of joints has a variance below zero`(correlation: JointCorrelation) {
    var matrix = Joint.allCases.flatMap { one in
      Joint.allCases.map { correlation[$0, one] + ($0 == one ? 2e-3 : 0) }
    }
    var vector = [Double](repeating: 0, count: Joint.allCases.count)
    #expect(LinearAlgebra.solvePositiveDefinite(&matrix, &vector))
  }

  @Test func `hips err in opposite directions, and an elbow with its wrist`() {
    for correlation in [JointCorrelation.withDepth, .withoutDepth] {
      #expect(correlation[.leftHip, .rightHip] < -0.9)
      #expect(correlation[.leftElbow, .leftWrist] > 0.4)
      #expect(correlation[.leftElbow, .rightWrist] < correlation[.leftElbow, .leftWrist])
    }
  }

  /// A bent arm whose joints err along and across the viewing ray, and together: 4,000 draws from
  /// the covariance √C·ρ·√C give the spread that the angle states.
  @Test(arguments: [JointCorrelation.withDepth, .withoutDepth, .independent])
  func `the sigma of an angle is its spread under errors that go together`(
    correlation: JointCorrelation
  ) throws {
    let limb = [Joint.leftShoulder, .leftElbow, .leftWrist]
    var skeleton = AngleSigmaTests.poses[0].skeleton(heading: 40)
    skeleton.correlation = correlation
    let covariance =
      SymmetricMatrix3(diagonal: [1e-4, 1e-4, 4e-4])
      + SymmetricMatrix3(outer: [0.004, 0.006, -0.003])
    skeleton.covariances = PerJoint { limb.contains($0) ? covariance : .zero }
    let elbow = try Self.elbow()
    let stated = try #require(elbow.measure(skeleton).sigma)

    // The lower factor of the three joints' correlations.
    let ab = correlation[limb[0], limb[1]]
    let (ac, bc) = (correlation[limb[0], limb[2]], correlation[limb[1], limb[2]])
    let b = (1 - ab * ab).squareRoot()
    let cb = (bc - ab * ac) / b
    let c = (1 - ac * ac - cb * cb).squareRoot()
    let root = covariance.squareRoot
    let center = try #require(elbow.measure(skeleton).value)
    var random = RandomNumbers(seed: 11)
    var squares = 0.0
    let draws = 4000
    for _ in 0..<draws {
      let (u, v, w) = (random.vector(1), random.vector(1), random.vector(1))
      var noisy = skeleton
      noisy.positions[limb[0]] += root * u
      noisy.positions[limb[1]] += root * (u * ab + v * b)
      noisy.positions[limb[2]] += root * (u * ac + v * cb + w * c)
      let off = try #require(elbow.measure(noisy).value) - center
      squares += off * off
    }
    let spread = (squares / Double(draws)).squareRoot()
    #expect(abs(spread / stated - 1) < 0.06, "stated \(stated), found \(spread)")
  }

  @Test func `what an arm's joints have in common doesn't bend its elbow`() throws {
    var skeleton = AngleSigmaTests.poses[0].skeleton(heading: 40)
    skeleton.sigmas = PerJoint(repeating: 0.02)
    let elbow = try Self.elbow()
    let alone = try #require(elbow.measure(skeleton).sigma)
    skeleton.correlation = .withDepth
    #expect(try #require(elbow.measure(skeleton).sigma) < 0.8 * alone)
  }
}
