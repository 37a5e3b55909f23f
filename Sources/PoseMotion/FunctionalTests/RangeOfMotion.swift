internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// A limb that was raised as far as it goes.
private struct Raise {
  let side: GaitAnalysis.Side
  let frames: Range<Int>
  /// The direction of the raise; `nil` for one between two.
  let quantity: FunctionalTestResult.Quantity?
  /// Radians.
  let angle: MotionMeasures.Value
}

extension [Raise] {
  /// The test's results: the highest raise in each direction.
  fileprivate func result(
    _ test: FunctionalTest, _ quantities: [FunctionalTestResult.Quantity], of person: PersonMotion
  ) -> FunctionalTestResult {
    let raises = filter { $0.quantity != nil }.sorted {
      ($0.frames.lowerBound, $0.side.rawValue) < ($1.frames.lowerBound, $1.side.rawValue)
    }
    let values = quantities.map { quantity -> FunctionalTestResult.Value in
      let best = raises.filter { $0.quantity == quantity }.map(\.angle)
        .max { $0.value < $1.value }
      return .init(quantity: quantity, value: best, missing: best == nil ? .notDone : nil)
    }
    let upright = raises.map { $0.isUpright(person) }
    let isMet: Bool? = upright.contains(false) ? false : upright.contains(nil) ? nil : true
    return FunctionalTestResult(
      test, values: values,
      findings: raises.isEmpty ? [] : [.init(requirement: .trunkUpright, isMet: isMet)],
      trials: raises.map {
        .init(
          start: person.times[$0.frames.lowerBound], end: person.times[$0.frames.upperBound - 1],
          side: $0.side)
      })
  }
}

extension Raise {
  /// A trunk that turns by no more than the first from where it is when the raise begins stays upright, one that turns
  /// by more than the second doesn't; radians. Chosen.
  private static let turns = (upright: 10 * Double.pi / 180, leaning: 20 * Double.pi / 180)

  /// Whether the trunk stays upright; `nil` if it can't be told.
  func isUpright(_ person: PersonMotion) -> Bool? {
    let trunks = frames.compactMap { frame -> Vector3? in
      guard let positions = person.states[frame]?.body.positions else { return nil }
      return positions[.centerShoulder] - positions[.root]
    }
    guard let first = trunks.first else { return nil }
    let turn = trunks.reduce(0) { max($0, $1.angle(to: first)) }
    if turn <= Self.turns.upright { return true }
    return turn > Self.turns.leaning ? false : nil
  }
}

/// The raises of a person's arms, to the front and to the side.
///
/// The angle is that between the upper arm and the trunk in space. The direction is the plane of elevation on the way:
/// near the top and near the trunk it is undefined.
struct ShoulderRaises {
  private let raises: [Raise]
  private let person: PersonMotion

  // MARK: Numbers that were chosen, in radians

  /// An arm is raised from this on, and as far as this or farther.
  private static let (raised, least) = (40 * Double.pi / 180, 60 * Double.pi / 180)
  /// The elevations at which the plane is measured.
  private static let measured = 40 * Double.pi / 180...140 * Double.pi / 180
  /// A raise is to the front, or to the side, within this of the plane.
  private static let tolerance = 35 * Double.pi / 180

  init(of person: PersonMotion) {
    self.person = person
    raises = GaitAnalysis.Side.allCases.flatMap { side -> [Raise] in
      let curves = person.curves(
        of: ["ShoulderElevation", "ShoulderPlaneOfElevation"].map { .named(side.rawValue + $0) })
      let (elevation, plane) = (curves[0], curves[1])
      let runs = SampleRuns.of(person.times) { frame in
        elevation.values[frame].map { $0 > Self.raised } ?? false
      }
      return runs.compactMap { frames in
        guard let highest = elevation.highestHeld(in: frames), highest.value >= Self.least else {
          return nil
        }
        let planes = frames.compactMap { frame -> Double? in
          guard let value = elevation.values[frame], Self.measured.contains(value) else {
            return nil
          }
          return plane.values[frame]
        }
        let quantity = planes.median.flatMap { Self.quantity(plane: $0, isLeft: side == .left) }
        return Raise(side: side, frames: frames, quantity: quantity, angle: highest)
      }
    }
  }

  private static func quantity(
    plane: Double, isLeft: Bool
  ) -> FunctionalTestResult.Quantity? {
    if abs((plane - .pi / 2).remainder(dividingBy: 2 * .pi)) < tolerance {
      return isLeft ? .leftShoulderFlexion : .rightShoulderFlexion
    }
    if abs(plane.remainder(dividingBy: 2 * .pi)) < tolerance {
      return isLeft ? .leftShoulderAbduction : .rightShoulderAbduction
    }
    return nil
  }

  func result() -> FunctionalTestResult {
    raises.result(
      .shoulderROM,
      [
        .leftShoulderFlexion, .rightShoulderFlexion, .leftShoulderAbduction,
        .rightShoulderAbduction,
      ], of: person)
  }
}

/// The raises of a person's thighs while they stand on the other leg, to the front, to the side and to the back.
struct HipRaises {
  private let raises: [Raise]
  private let person: PersonMotion

  // MARK: Numbers that were chosen, in radians

  /// A thigh that is raised goes at least as far.
  private static let least = (
    flexion: 30 * Double.pi / 180, abduction: 15 * Double.pi / 180, extension: 8 * Double.pi / 180
  )

  init(of person: PersonMotion) {
    self.person = person
    raises = SingleLegStances(of: person).stances.compactMap { stance -> Raise? in
      let side = stance.side.other
      let isLeft = side == .left
      let curves = person.curves(
        of: ["HipFlexion", "HipAdduction"].map { .named(side.rawValue + $0) })
      let directions: [(FunctionalTestResult.Quantity, MotionMeasures.Value?, Double)] = [
        (
          isLeft ? .leftHipFlexion : .rightHipFlexion,
          curves[0].highestHeld(in: stance.frames), Self.least.flexion
        ),
        (
          isLeft ? .leftHipAbduction : .rightHipAbduction,
          curves[1].highestHeld(in: stance.frames, sign: -1), Self.least.abduction
        ),
        (
          isLeft ? .leftHipExtension : .rightHipExtension,
          curves[0].highestHeld(in: stance.frames, sign: -1), Self.least.extension
        ),
      ]
      // The direction in which the thigh goes the farthest beyond what a raise needs at least.
      var best: Raise?
      var excess = 1.0
      for (quantity, angle, least) in directions {
        guard let angle, angle.value / least > excess else { continue }
        excess = angle.value / least
        best = Raise(side: side, frames: stance.frames, quantity: quantity, angle: angle)
      }
      return best
    }
  }

  func result() -> FunctionalTestResult {
    raises.result(
      .hipROM,
      [
        .leftHipFlexion, .rightHipFlexion, .leftHipAbduction, .rightHipAbduction,
        .leftHipExtension, .rightHipExtension,
      ], of: person)
  }
}
