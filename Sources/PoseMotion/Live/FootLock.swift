internal import PoseSystem
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// Keeps planted feet where they are while a person is followed with one camera, and the body with them, from
/// what came before alone: what `Grounding` does with a whole recording.
///
/// A point of a foot that comes to rest gets an anchor where it is shown. While it rests, each frame is solved
/// with the anchors as known places (`GroundedProblem`). When the last foot leaves the ground the body stays as far
/// from where it was measured as it was then, and goes there little by little, so that nothing jumps. Feet that
/// can't stand still where they seem to, as on a treadmill or before a camera that moves, let go of their anchors.
struct FootLock: Sendable {
  /// The logarithms of the odds that the points rest, where they are known.
  private var odds: [ContactPoint: Double] = [:]
  private var anchors: [ContactPoint: Anchor] = [:]
  /// The last frames as they were measured, which speeds are taken from.
  private var recent: [(time: Double, state: PersonMotion.State)] = []
  /// What the points of `GroundedBody.points` were last moved by; empty for nothing.
  private var moves: [Vector3] = []
  /// What they were moved by beyond what the anchors ask for, which dies out.
  private var offset: [Vector3] = []
  /// The stature of the bones by which the body was last solved, in metres.
  private var stature: Double?
  /// Until then the feet have shown that they don't stand still.
  private var pausedUntil = -Double.infinity

  private struct Anchor {
    var place: Vector3
    let start: Double
    var count: Int
  }

  // MARK: Numbers that were chosen on rendered clips

  /// The odds from which a point rests; a logarithm.
  private static let planted = 0.0
  /// The distances across the view in metres from which on a point has left its anchor: while it seems to move,
  /// and while it seems to rest. Speeds from past frames alone are too noisy to tell without this.
  private static let releaseDistance = (moving: 0.06, resting: 0.08)
  /// Seconds of the frames that speeds are taken from.
  private static let memory = 1.0
  /// The time in seconds over which a new anchor is the mean of where the point was shown.
  private static let settling = 0.2
  /// The time constant in seconds with which an anchor follows where its point is solved: what is wrong with it,
  /// as in the depth of the first frame, goes.
  private static let drift = 4.0
  /// The time constants in seconds with which an offset dies out: while a foot rests, and in the air.
  private static let fading = (planted: 0.15, free: 0.6)
  /// The distance across the view between measured and solved points while they rest, root mean square as a
  /// fraction of stature, from which on the anchors contradict the image, and the pause after that in seconds.
  private static let contradiction = (misfit: 0.03, pause: 1.0)

  /// A body with a point closer to the camera than this, or behind it, in metres, is left as it is.
  private static let nearest = 0.2

  /// Nothing is known of the person any more.
  mutating func reset() { self = FootLock() }

  /// The person with planted feet where they are.
  ///
  /// - Parameters:
  ///   - shown: the person in the frame, smoothed, in the camera's frame.
  ///   - measured: the same before smoothing.
  ///   - lengths: the lengths of `GroundedBody.Length` in metres.
  ///   - stature: in metres.
  ///   - time: seconds, later than those before.
  mutating func applied(
    to shown: PersonMotion.State, _ measured: PersonMotion.State, lengths: [Double],
    stature: Double, at time: Double
  ) -> PersonMotion.State {
    let step = recent.last.map { time - $0.time } ?? 0
    recent.append((time, measured))
    recent.removeAll { time - $0.time > Self.memory }
    let places = Self.places(of: shown)
    guard recent.count > 1 else { return shown }
    guard places.allSatisfy({ $0.z > Self.nearest }) else {
      reset()
      return shown
    }
    if let before = self.stature { scaleAnchors(by: stature / before) }
    self.stature = stature
    let resting = resting(in: places, at: time)
    let wasResting = !anchors.isEmpty
    let before = Set(anchors.keys)
    anchors = anchors.filter { resting.contains($0.key) }
    for point in resting where anchors[point] == nil {
      // Where it would be shown without it.
      let index = GroundedBody.index(point.bodyPoint)
      let place = places[index] + (moves.isEmpty ? .zero : moves[index])
      anchors[point] = Anchor(place: place, start: time, count: 1)
    }
    var asked = places.map { _ in Vector3.zero }
    if !anchors.isEmpty {
      if let solved = solved(shown, places, lengths, stature: stature, at: time) {
        asked = zip(solved, places).map { $0 - $1 }
        follow(solved, places, step: step, at: time)
      } else {
        anchors = [:]
        pausedUntil = time + Self.contradiction.pause
      }
    }
    // What is asked for may jump where feet come to rest or leave the ground: what is shown doesn't.
    if before != Set(anchors.keys) {
      offset = zip(moves.isEmpty ? places.map { _ in .zero } : moves, asked).map { $0 - $1 }
    }
    let fading = wasResting && !anchors.isEmpty ? Self.fading.planted : Self.fading.free
    let share = exp(-step / fading)
    offset = offset.map { $0 * share }
    moves = offset.isEmpty ? asked : zip(asked, offset).map { $0 + $1 }
    var result = shown
    result.move(by: moves)
    return result
  }

  /// The points that rest, left before right.
  var plantedPoints: [ContactPoint] { ContactPoint.allCases.filter { anchors[$0] != nil } }

  /// The ankles of the feet that rest.
  var plantedAnkles: Set<Joint> {
    Set(anchors.keys.map { $0.isLeft ? .leftAnkle : .rightAnkle })
  }

  /// The bones have been found to be longer or shorter: what looks as large as before is farther away or nearer.
  private mutating func scaleAnchors(by ratio: Double) {
    for point in anchors.keys { anchors[point]?.place *= ratio }
  }

  /// The points that rest in the newest frame.
  private mutating func resting(in places: [Vector3], at time: Double) -> [ContactPoint] {
    let finder = ContactFinder(isOfOneCamera: true)
    let times = recent.map(\.time)
    let states = recent.map { Optional($0.state) }[...]
    let hips = recent.map { $0.state.body.positions[.root].z }
    let newest = recent[recent.count - 1].state.body
    let points = [
      (newest.leftFoot, ContactPoint.leftAnkle, [ContactPoint.leftHeel, .leftToe]),
      (newest.rightFoot, .rightAnkle, [.rightHeel, .rightToe]),
    ].flatMap { foot, ankle, own in foot == nil ? [ankle] : own }
    let showsFeet = recent[recent.count - 1].state.showsFeet
    odds = odds.filter { points.contains($0.key) }
    for point in points {
      odds[point] = finder.odds(
        after: odds[point], places: ContactFinder.places(of: point, states), hips: hips, at: times,
        isSeen: showsFeet)
    }
    guard time >= pausedUntil else { return [] }
    return points.filter { point in
      guard let odds = odds[point] else { return false }
      guard let anchor = anchors[point] else { return odds > Self.planted }
      let (place, before) = (places[GroundedBody.index(point.bodyPoint)], anchor.place)
      let away = SIMD2(place.x, place.y) / place.z - SIMD2(before.x, before.y) / before.z
      let moved = (away * away).sum().squareRoot() * before.z
      return moved < (odds < 0 ? Self.releaseDistance.moving : Self.releaseDistance.resting)
    }
  }

  /// The points of the body with the anchored ones at their anchors; `nil` where that contradicts the image.
  private func solved(
    _ shown: PersonMotion.State, _ places: [Vector3], _ lengths: [Double], stature: Double,
    at time: Double
  ) -> [Vector3]? {
    let points = ContactPoint.allCases.filter { anchors[$0] != nil }
    let problem = GroundedProblem(
      knots: [
        GroundedProblem.Knot(
          time: time, measured: places, depthSigmas: shown.depthSigmas,
          hasDepth: shown.body.sources[.leftHip] == .depth
            || shown.body.sources[.rightHip] == .depth,
          planted: points.map { _ in 1 },
          anchors: points.compactMap { point in
            anchors[point].map { (GroundedBody.index(point.bodyPoint), $0.place) }
          })
      ],
      contactPoints: points.map { GroundedBody.index($0.bodyPoint) }, isOfOneCamera: true,
      lengths: lengths.map { ($0, 0) }, stature: stature)
    guard let solution = problem.solved(holding: lengths) else { return nil }
    let limit = Self.contradiction.misfit
    return problem.plantedMisfit(of: solution).meanSquare < limit * limit ? solution.points : nil
  }

  /// New anchors settle, and old ones follow where their points are solved.
  private mutating func follow(
    _ solved: [Vector3], _ places: [Vector3], step: Double, at time: Double
  ) {
    for (point, var anchor) in anchors {
      let index = GroundedBody.index(point.bodyPoint)
      if time - anchor.start < Self.settling {
        anchor.count += 1
        let shown = places[index] + (offset.isEmpty ? .zero : offset[index])
        anchor.place += (shown - anchor.place) / Double(anchor.count)
      } else {
        anchor.place += (solved[index] - anchor.place) * (1 - exp(-step / Self.drift))
      }
      anchors[point] = anchor
    }
  }

  /// The places of `GroundedBody.points`; a foot that isn't known hangs on its ankle.
  private static func places(of state: PersonMotion.State) -> [Vector3] {
    GroundedBody.points.map { point in
      if let place = state[point] { return place }
      let (ankle, knee): (Joint, Joint) =
        point.anchor == .leftAnkle ? (.leftAnkle, .leftKnee) : (.rightAnkle, .rightKnee)
      let positions = state.body.positions
      let share = GroundedBody.footShare(isHeel: [.leftHeel, .rightHeel].contains(point))
      return positions[ankle] + (positions[ankle] - positions[knee]) * share
    }
  }
}
