import PoseGeometry
import Kinematics
import Pose3D

/// Finds the labelling of every frame of a person (`SideRepair`).
///
/// The state is the labelling of a frame and of the one before it, so that a joint's speed predicts
/// its next position: legs that pass each other continue, and are not swapped.
struct SideDecoder {
  private let person: PersonMotion
  private let frames: [Int]
  private let body: SideRepair.Body
  private let spreads: MotionSpreads

  /// Weights of the evidence, in units of a log-likelihood.
  private enum Cost {
    /// Of a change of labelling, less after a longer step.
    static func change(after seconds: Double) -> Double {
      7 / (1 + (seconds / 0.15) * (seconds / 0.15))
    }
    /// Seconds in which what speaks for a labelling by itself counts as one observation.
    static let correlation = 0.5
    /// Of one thing that is wrong, in a time of `correlation`. At 0.5 frames that came right were
    /// fitted to wrong ones around them, for up to two seconds.
    static let repair = 2.0
    /// Of two things that are wrong at once, in the same time.
    static let mixture = 4.0
    /// Of one thing that is wrong in half of a clip, at most.
    static let half = 80.0
    /// Of a knee bent forwards, at most.
    static let knee = 0.7
    /// Of hips and shoulders that face opposite ways.
    static let facing = 1.5
    /// Of a pair of thighs or upper arms that are too long or short, at most.
    static let bone = 0.7
  }

  private static let count = SideLabeling.all.count
  private static let variants = SideCandidates.variants

  init(_ person: PersonMotion, frames: [Int], body: SideRepair.Body) {
    self.person = person
    self.frames = frames
    self.body = body
    spreads = MotionSpreads(person, frames: frames)
  }

  /// The frames' labellings. Between two gaps that nothing is expected across, most frames have the
  /// sides that they came with: knees and hips that seem to say otherwise are a lifter's error that
  /// lasts.
  func labels() -> [SideLabeling] {
    var labels = places().map { SideLabeling.all[Int($0)] }
    var start = 0
    for step in 1...max(frames.count, 1) {
      let isEnd =
        step >= frames.count
        || person.times[frames[step]] - person.times[frames[step - 1]] > SideRepair.longestStep
      guard isEnd else { continue }
      let run = start..<min(step, frames.count)
      let swapped = run.filter { labels[$0].swapsBody }
      if swapped.count > run.count - swapped.count {
        let flipped = swapped.count { labels[$0].isFlipped }
        let turnsDepth = flipped > swapped.count - flipped
        for step in run { labels[step] = labels[step].turnedRound(inDepth: turnsDepth) }
      }
      start = step
    }
    return labels
  }

  /// The places in `SideLabeling.all` of the labellings that make the motion smoothest.
  private func places() -> [UInt8] {
    let (count, pairs) = (Self.count, Self.count * Self.count)
    // The best predecessor of each pair in each frame.
    var trail = [UInt8](repeating: 0, count: frames.count * pairs)
    var costs = [Double](repeating: 0, count: pairs)
    var history: [(candidates: SideCandidates, time: Double)] = []
    let weights = frames.indices.map(weight)
    let repair = min(Cost.repair, 2 * Cost.half / weights.reduce(0, +))
    for (step, frame) in frames.enumerated() {
      guard let state = person.states[frame] else { continue }
      let now = (SideCandidates(state.body.positions, body: body), person.times[frame])
      if let last = history.last, now.1 - last.time > SideRepair.longestStep { history = [] }
      let change = history.last.map { Cost.change(after: now.1 - $0.time) } ?? 0
      let standing = standing(now.0, state, repair: repair).map { $0 * weights[step] }
      let motion = SideMotion(
        history, now, spreads: spreads, isInCameraFrame: body.isInCameraFrame)
      var next = [Double](repeating: .infinity, count: pairs)
      for pair in 0..<pairs {
        let (before, label) = (pair / count, pair % count)
        let (best, first) = motion.cheapest(costs, before: before, label: label)
        trail[step * pairs + pair] = UInt8(first)
        next[pair] =
          best + standing[label] + (before == label ? 0 : change)
      }
      costs = next
      history = history.suffix(1) + [now]
    }
    return traced(costs, trail)
  }

  /// The path that ends at the least cost.
  private func traced(_ costs: [Double], _ trail: [UInt8]) -> [UInt8] {
    let (count, pairs) = (Self.count, Self.count * Self.count)
    var pair = 0
    for other in costs.indices where costs[other] < costs[pair] { pair = other }
    var labels = [UInt8](repeating: 0, count: frames.count)
    for step in frames.indices.reversed() {
      labels[step] = UInt8(pair % count)
      let first = Int(trail[step * pairs + pair])
      pair = first * count + pair / count
    }
    return labels
  }

  /// The part of an observation that a frame is: what is wrong with knees and hips is wrong for a
  /// while, and 300 frames in a row say no more of it than ten moments do.
  private func weight(of step: Int) -> Double {
    let before = step > 0 ? person.times[frames[step]] - person.times[frames[step - 1]] : .infinity
    let after =
      step + 1 < frames.count
      ? person.times[frames[step + 1]] - person.times[frames[step]] : .infinity
    return min(1, min(before, after) / Cost.correlation)
  }

  /// The cost of each labelling in a frame by itself. Inferred joints are a prior's, and show nothing.
  private func standing(
    _ candidates: SideCandidates, _ state: PersonMotion.State, repair: Double
  ) -> [Double] {
    let size = LimbPair.legs.joints.count
    func sees(_ joints: some Sequence<Joint>) -> Bool {
      joints.allSatisfy { state.body.sources[$0] != .inferred }
    }
    let seesLegs = sees(LimbPair.legs.joints)
    let (seesThighs, seesArms) = (
      sees(LimbPair.legs.joints.prefix(4)), sees(LimbPair.arms.joints.prefix(4))
    )
    let seesTrunk = sees(LimbPair.legs.joints.prefix(2) + LimbPair.arms.joints.prefix(2))
    func legs(_ variant: Int) -> [Vector3] {
      Array(candidates.legs[variant * size..<(variant + 1) * size])
    }
    func arms(_ variant: Int) -> [Vector3] {
      Array(candidates.arms[variant * size..<(variant + 1) * size])
    }
    let legCosts = (0..<Self.variants).map { variant in
      (seesLegs ? Self.knees(legs(variant)) : 0)
        + (seesThighs ? Self.bones(legs(variant), length: body.thigh) : 0)
    }
    let armCosts = (0..<Self.variants).map {
      seesArms ? Self.bones(arms($0), length: body.upperArm) : 0
    }
    return SideLabeling.all.map { labeling in
      let leg = SideCandidates.variant(labeling.legs, isFlipped: labeling.isFlipped)
      let arm = SideCandidates.variant(labeling.arms, isFlipped: labeling.isFlipped)
      let hips = candidates.legs[leg * size] - candidates.legs[leg * size + 1]
      let shoulders = candidates.arms[arm * size] - candidates.arms[arm * size + 1]
      let alike = hips.dot(shoulders) / max(hips.length * shoulders.length, 1e-9)
      return Self.prior(labeling, repair: repair) + legCosts[leg] + armCosts[arm]
        + (seesTrunk ? Cost.facing * max(0, -alike) : 0)
    }
  }

  private static func prior(_ labeling: SideLabeling, repair: Double) -> Double {
    if labeling == .asIs { return 0 }
    let isMixture =
      labeling.legs != .none && labeling.arms != .none && !labeling.swapsBody
    return isMixture ? Cost.mixture : repair
  }

  /// The sine by which a knee may bend forwards, an overstretched one and noise, and by how much more it costs in full,
  /// at half a right angle's worth; chosen.
  private static let forwardBend = (free: 0.15, full: 0.35)
  /// Metres by which a bone that is too long or short decides the matter; chosen.
  private static let boneMisfit = 0.08

  /// The cost of knees that bend forwards. A bent knee's axis, thigh × shank, points to the person's left.
  private static func knees(_ legs: [Vector3]) -> Double {
    guard let left = (legs[0] - legs[1]).normalized else { return 0 }
    return (0..<2).reduce(0) { sum, side in
      let thigh = legs[2 + side] - legs[side]
      let shank = legs[4 + side] - legs[2 + side]
      let bend = thigh.cross(shank).dot(left) / max(thigh.length * shank.length, 1e-9)
      return sum + Cost.knee * min(1, max(0, -bend - forwardBend.free) / forwardBend.full)
    }
  }

  /// The cost of bones that differ from the person's lengths.
  private static func bones(_ limb: [Vector3], length: Double) -> Double {
    (0..<2).reduce(0) { sum, side in
      let misfit = ((limb[2 + side] - limb[side]).length - length) / boneMisfit
      return sum + Cost.bone * min(1, misfit * misfit)
    }
  }
}
