internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// The errors of an angle of the catalogue against that of the true joints, left and right together.
/// The vertical is the true one for both, so that only the joints are at fault.
package struct AngleAccuracy: Sendable {
  /// The angle's name without its side, `ElbowFlexion`, `trunkLean`.
  package let name: String
  /// The number of the true joints' angles with a value.
  package let measurable: Int
  /// The number of these with a value of the lifted joints too.
  package let measured: Int
  /// Mean error in radians, without sign; `nil` when none was measured, as the others.
  package let mean: Double?
  /// Its median.
  package let median: Double?
  /// Its ninetieth percentile.
  package let ninetieth: Double?
  /// The root mean square of the error over the stated sigma: 1 when the sigmas are right, more when
  /// they are too small.
  package let errorPerSigma: Double?
  /// The shares of the errors within one and within two stated sigmas, 0.683 and 0.954 when they are
  /// right; `nil` where none has a sigma.
  package let coverage: (one: Double, two: Double)?

  private init(_ name: String, errors: [(value: Double, sigma: Double?)], measurable: Int) {
    self.name = name
    self.measurable = measurable
    measured = errors.count
    let sorted = errors.map { abs($0.value) }.sorted()
    mean = sorted.mean
    median = sorted.median
    ninetieth = sorted.isEmpty ? nil : sorted[sorted.count * 9 / 10]
    let ratios = errors.compactMap { error in error.sigma.map { error.value / $0 } }
    errorPerSigma = ratios.map { $0 * $0 }.mean?.squareRoot()
    func share(_ sigmas: Double) -> Double {
      Double(ratios.count { abs($0) <= sigmas }) / Double(ratios.count)
    }
    coverage = ratios.isEmpty ? nil : (share(1), share(2))
  }

  /// The angles that the true joints of at least one case show, in the catalogue's order.
  static func table(of cases: [LiftedCase]) -> [AngleAccuracy] {
    var (names, measurable): ([String], [String: Int]) = ([], [:])
    var errors: [String: [(value: Double, sigma: Double?)]] = [:]
    for lifted in cases {
      let world = lifted.frame.gravity.map { WorldAxes(cameraGravity: $0) }
      var skeleton = lifted.pose.skeleton
      skeleton.world = world
      let truth = Skeleton(positions: lifted.frame.truth, world: world)
      for (angle, expected) in zip(skeleton.angles(angles), truth.angles(angles)) {
        guard let expected = expected.value else { continue }
        let side = ["left", "right"].first { angle.name.hasPrefix($0) }
        let name = String(angle.name.dropFirst(side?.count ?? 0))
        if measurable[name] == nil { names.append(name) }
        measurable[name, default: 0] += 1
        guard let value = angle.value else { continue }
        let error = (value - expected).remainder(dividingBy: 2 * .pi)
        errors[name, default: []].append((error, angle.sigma))
      }
    }
    return names.map { name in
      AngleAccuracy(name, errors: errors[name] ?? [], measurable: measurable[name] ?? 0)
    }
  }

  /// Included angles have the errors of the flexion; feet have no truth here.
  private static let angles = AngleDialect.clinical.angles.filter { !$0.needsFoot }
}
