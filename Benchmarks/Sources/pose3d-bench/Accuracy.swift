import Foundation
import Kinematics
import Pose3D

/// Errors of a set of poses against exact truth.
struct Accuracy {
  private(set) var jointErrors: [Double] = []
  private(set) var elbowErrors: [Double] = []
  private(set) var kneeErrors: [Double] = []
  private(set) var statureErrors: [Double] = []
  /// Squared error along an axis over the stated variance, of every joint but the root.
  private(set) var squaredRatios: [Double] = []
  /// The same for the elbows' and knees' angles.
  private(set) var angleRatios: [Double] = []
  private(set) var count = 0

  /// Adds a pose with everything that it states.
  mutating func add(
    _ pose: BodyPose, truth: PerJoint<Vector3>, scale: Double,
    stature: (measured: Double, true: Double)? = nil
  ) {
    add(
      pose.joints.map(\.cameraPosition), truth: truth, scale: scale,
      sigmas: pose.joints.map(\.sigma), stature: stature)
    for definition in AngleDefinition.catalogue {
      guard ["ElbowFlexion", "KneeFlexion"].contains(where: definition.name.hasSuffix),
        let angle = pose.angles.first(where: { $0.name == definition.name }),
        let value = angle.value, let sigma = angle.sigma,
        let trueValue = definition.measure(Skeleton(positions: truth)).value
      else { continue }
      angleRatios.append((value - trueValue) * (value - trueValue) / (sigma * sigma))
    }
  }

  /// Adds a skeleton in the camera's axes. `scale` multiplies the truth: 1.8 m over stature for
  /// poses that refer to a body of 1.8 m.
  mutating func add(
    _ positions: PerJoint<Vector3>, truth: PerJoint<Vector3>, scale: Double,
    sigmas: PerJoint<Double>? = nil, stature: (measured: Double, true: Double)? = nil
  ) {
    count += 1
    for joint in Joint.allCases {
      let error =
        (positions[joint] - positions[.root]) - scale * (truth[joint] - truth[.root])
      jointErrors.append(error.length)
      if let sigmas, joint != .root {
        squaredRatios.append(error.dot(error) / 3 / (sigmas[joint] * sigmas[joint]))
      }
    }
    func bend(_ p: PerJoint<Vector3>, _ a: Joint, _ b: Joint, _ c: Joint) -> Double {
      let (d, s) = (p[b] - p[a], p[c] - p[b])
      return atan2(d.cross(s).length, d.dot(s)) * 180 / .pi
    }
    for (a, b, c) in [
      (Joint.leftShoulder, Joint.leftElbow, Joint.leftWrist),
      (.rightShoulder, .rightElbow, .rightWrist),
    ] {
      elbowErrors.append(abs(bend(positions, a, b, c) - bend(truth, a, b, c)))
    }
    for (a, b, c) in [
      (Joint.leftHip, Joint.leftKnee, Joint.leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ] {
      kneeErrors.append(abs(bend(positions, a, b, c) - bend(truth, a, b, c)))
    }
    if let stature { statureErrors.append(stature.measured / stature.true - 1) }
  }

  static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  /// A row of the table.
  func row(_ title: String) -> String {
    let stature =
      statureErrors.isEmpty
      ? "             "
      : String(
        format: "%5.1f (%+5.1f)", 100 * Self.mean(statureErrors.map(abs)),
        100 * Self.mean(statureErrors))
    let ratio =
      squaredRatios.isEmpty
      ? ""
      : String(
        format: "  %4.2f %4.2f   %4.2f %4.2f", Self.mean(squaredRatios).squareRoot(),
        (Self.median(squaredRatios) / Self.medianOfThreeAxes).squareRoot(),
        Self.mean(angleRatios).squareRoot(),
        (Self.median(angleRatios) / Self.medianOfOneAxis).squareRoot())
    return title.padding(toLength: 34, withPad: " ", startingAt: 0)
      + String(
        format: "%4d  %6.1f  %5.1f (%4.1f)  %5.1f (%4.1f)  ", count,
        1000 * Self.mean(jointErrors), Self.mean(elbowErrors), Self.median(elbowErrors),
        Self.mean(kneeErrors), Self.median(kneeErrors)) + stature + ratio
  }

  static let header =
    "input".padding(toLength: 34, withPad: " ", startingAt: 0)
    + "   n  mm       elbow° (med)  knee° (med)   stature% (bias)  error/sigma of joints, angles"

  /// Medians of χ² over its degrees of freedom, for 3 and for 1.
  private static let medianOfThreeAxes = 0.7887
  private static let medianOfOneAxis = 0.4549
}
