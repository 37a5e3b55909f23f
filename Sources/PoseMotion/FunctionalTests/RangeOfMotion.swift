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
  private static let (raised, least) = (30 * Double.pi / 180, 40 * Double.pi / 180)
  /// The elevations at which the plane is measured.
  private static let measured = 30 * Double.pi / 180...140 * Double.pi / 180
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

  /// An ankle is away from its place beside the other one from this on, in metres at 1.8 m of stature. A straight leg that
  /// is raised by 7° is, although its foot is lifted by 1 cm.
  private static let away = 0.1
  /// The hips of a person who stands on one leg are within this of its ankle, along the ground, and nearer to it than to
  /// the other one; in metres at 1.8 m of stature. In a step they are between both.
  private static let over = 0.2
  /// The leg that is stood on is bent by no more than this.
  private static let straight = 35 * Double.pi / 180
  /// A raise lasts as long as this, in seconds, and the foot that is stood on moves by no more, in metres.
  private static let (shortest, moved) = (0.7, 0.12)
  /// A thigh that is raised goes at least as far.
  private static let least = (
    flexion: 30 * Double.pi / 180, abduction: 15 * Double.pi / 180, extension: 8 * Double.pi / 180
  )

  init(of person: PersonMotion) {
    self.person = person
    let stances = SingleLegStances(of: person).stances.map {
      (side: $0.side.other, frames: $0.frames)
    }
    // Those that hardly lift the foot.
    let low = GaitAnalysis.Side.allCases.flatMap { side in
      Self.displacements(of: side, person).map { (side: side, frames: $0) }
    }.filter { one in !stances.contains { $0.frames.overlaps(one.frames) } }
    raises = (stances + low).compactMap { stance -> Raise? in
      let side = stance.side
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

  /// The times for which a foot is away from its place beside the other one, on which the person stands.
  private static func displacements(
    of side: GaitAnalysis.Side, _ person: PersonMotion
  ) -> [Range<Int>] {
    guard let up = person.world?.up else { return [] }
    let scale = Anthropometry.referenceHeight / person.stature.metres
    let (own, other): (Joint, Joint) =
      side == .left ? (.leftAnkle, .rightAnkle) : (.rightAnkle, .leftAnkle)
    let knee = person.curve(of: .named(side.other.rawValue + "KneeFlexion"))
    // From the other ankle to the own one: to the person's left, to the front and up.
    let ways = person.states.map { state -> Vector3? in
      guard let body = state?.body, body.sources[own] != .inferred,
        body.sources[other] != .inferred,
        let left = { $0 - up * $0.dot(up) }(body.positions[.leftHip] - body.positions[.rightHip])
          .normalized
      else { return nil }
      let way = body.positions[own] - body.positions[other]
      return Vector3(way.dot(left), way.dot(left.cross(up)), way.dot(up)) * scale
    }
    let known = ways.compactMap { $0 }
    guard let x = known.map(\.x).median, let y = known.map(\.y).median,
      let z = known.map(\.z).median
    else { return [] }
    let rest = Vector3(x, y, z)
    let runs = SampleRuns.of(person.times) { frame in
      guard let way = ways[frame], let positions = person.states[frame]?.body.positions,
        (way - rest).length > away, knee.values[frame].map({ $0 < straight }) ?? false
      else { return false }
      let distances = [other, own].map { ankle -> Double in
        let way = positions[.root] - positions[ankle]
        return (way - up * way.dot(up)).length * scale
      }
      return distances[0] < over && distances[0] < distances[1]
    }
    return runs.filter { run in
      guard let first = run.first, let last = run.last else { return false }
      let places = run.compactMap { person.states[$0]?.body.positions[other] }
      return person.times[last] - person.times[first] >= shortest
        && places.allSatisfy { ($0 - places[0]).length < moved }
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
