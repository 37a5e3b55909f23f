internal import PoseSystem
package import PoseGeometry
package import Kinematics

/// A person at one of the moments that the temporal network reads.
package struct TemporalSample: Sendable {
  /// Moments a second.
  package static let rate = 15.0

  /// The lifted joints in the camera's frame, in metres.
  package var positions: PerJoint<Vector3>
  /// Left heel, left toe, right heel, right toe; `nil` where a foot isn't known.
  package var feet: [Vector3]?
  /// One standard deviation of each joint relative to the root, in metres.
  package var sigmas: PerJoint<Double>

  /// A sample from its parts.
  package init(positions: PerJoint<Vector3>, feet: [Vector3]?, sigmas: PerJoint<Double>) {
    precondition(feet == nil || feet?.count == 4, "feet have four points")
    (self.positions, self.feet, self.sigmas) = (positions, feet, sigmas)
  }
}

/// The points whose depths the temporal network corrects: the joints but for the root, then the feet's.
package enum TemporalPoint {
  /// The joints, in their order.
  package static let joints = Joint.allCases.filter { $0 != .root }
  /// The number of points.
  package static let count = joints.count + 4
  /// The place of each point's mirror image.
  static let mirrored: [Int] =
    joints.map { joint in joints.firstIndex(of: joint.mirrored) ?? 0 }
    + [2, 3, 0, 1].map { joints.count + $0 }
}

/// Corrects how far joints lie behind the root, along the ray to it, by what a person does before and after.
///
/// One image leaves these depths open, most of all from the front; how a person moves tells much of them. What the
/// image shows stays as it is: points move along their rays.
package enum TemporalLifter {
  /// A correction of one point at one moment.
  package struct Correction: Sendable, Equatable {
    /// Metres away from the camera, along the ray to the root.
    package var shift: Double
    /// One standard deviation of the point's depth relative to the root afterwards, in metres.
    package var sigma: Double

    /// A correction from its parts.
    package init(shift: Double, sigma: Double) { (self.shift, self.sigma) = (shift, sigma) }
  }

  /// The body for which the network was trained, in metres.
  private static let trainedStature = 1.8
  /// What the network puts out: shifts in units of this many metres, and the logarithms of Laplace scales less this.
  private static let unit = (shift: 0.1, logScale: 3.0)
  /// The logarithms of scales that the network was trained with.
  private static let logScales = -6.0...0.0

  /// The corrections of `TemporalPoint`'s points for each of the samples.
  ///
  /// - Parameters:
  ///   - samples: moments at `TemporalSample.rate`, of one person without a gap.
  ///   - up: against gravity in the camera's frame, of length 1.
  ///   - stature: the body height in metres to which the joints are scaled.
  package static func corrections(
    of samples: [TemporalSample], up: Vector3, stature: Double
  ) -> [[Correction]] {
    guard !samples.isEmpty else { return [] }
    let factor = trainedStature / stature
    func outputs(_ isMirrored: Bool) -> [Float] {
      TemporalNetwork.builtIn.outputs(
        TemporalFeatures.rows(samples, down: -1 * up, factor: factor, isMirrored: isMirrored))
    }
    // The mean with the mirrored person's makes the result the same for a mirrored video.
    let (direct, mirrored) = (outputs(false), outputs(true))
    return samples.indices.map { index in
      (0..<TemporalPoint.count).map { point in
        let first = index * TemporalNetwork.outputCount
        let (one, other) = (first + point, first + TemporalPoint.mirrored[point])
        let scaleOffset = TemporalPoint.count
        let shift = Double(direct[one] + mirrored[other]) / 2 * unit.shift
        let scale =
          (laplace(direct[one + scaleOffset]) + laplace(mirrored[other + scaleOffset])) / 2
        return Correction(
          shift: shift / factor, sigma: Double(2).squareRoot() * scale / factor)
      }
    }
  }

  /// A Laplace distribution's scale in metres.
  private static func laplace(_ output: Float) -> Double {
    exp(max(logScales.lowerBound, min(logScales.upperBound, Double(output) - unit.logScale)))
  }

  /// So many samples before and after one count for its correction.
  package static var reach: Int { TemporalNetwork.reach }
}
