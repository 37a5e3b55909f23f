internal import PoseGeometry
package import PoseImaging
internal import PoseSystem

/// How the clocks of several cameras run, found from the movement of a board that they show.
///
/// Cameras that stand see one movement: at every time the board's pose before one camera is that before another
/// after one constant motion. Of all offsets between two clocks, the right one is that at which most poses agree
/// on such a motion. An interval in which the board is held still fits everywhere, but alone.
package struct BoardClocks: Sendable {
  /// The clock of a recording.
  package enum Clock: Sendable, Equatable {
    /// It shows so many seconds when the first one's shows 0, with one standard deviation.
    case offset(Double, sigma: Double)
    /// The board isn't seen by it and another camera at one time, or the movements don't agree at one offset alone.
    case undetermined
    /// The board doesn't move before it: any offset does.
    case still
  }

  /// The clocks in the order of the recordings; the first one's is 0 ± 0.
  package let clocks: [Clock]

  /// The longest offset that is looked for, in seconds: as long as it may take one person to start all cameras.
  private static let longestOffset = 60.0
  /// The step of the offsets that are tried first, in seconds: a hand moves a board by some centimetres in it.
  private static let step = 0.05
  /// Poses that two recordings have in common at an offset, at least.
  private static let minimumCommon = 15
  /// The error of a pose from one view, as a share of the cameras' distances from the board: where two poses
  /// that differ by it count a half (Geman and McClure's kernel).
  private static let scale = 0.01
  /// The share of the common poses that have to agree.
  private static let minimumAgreement = 0.3
  /// The best offset's agreement over that of any other one, at least.
  private static let minimumLead = 1.25
  /// Offsets nearer to the best one than this are the same maximum, in seconds.
  private static let width = 0.5
  /// An offset that is less sure than this isn't determined, in seconds.
  private static let maximumSigma = 0.02
  /// The error of every offset, in seconds: a rolling shutter reads an image in 10 to 30 ms.
  private static let shutterSigma = 0.005

  /// The clocks of recordings.
  ///
  /// - Parameters:
  ///   - recordings: two or more, of one board.
  ///   - cameras: their intrinsics.
  ///   - board: the board.
  package init(_ recordings: [BoardRecording], cameras: [Camera], of board: CalibrationBoard) {
    precondition(recordings.count == cameras.count, "a camera for each recording")
    let tracks = zip(recordings, cameras).map { BoardTrack($0, of: board, camera: $1) }
    let radius = hypot(board.extent.x, board.extent.y) / 2
    var clocks = tracks.map { track in
      Self.isStill(track, radius) ? Clock.still : .undetermined
    }
    clocks[0] = .offset(0, sigma: 0)
    var pairs: [(a: Int, b: Int, offset: Double, sigma: Double)] = []
    for a in tracks.indices where !Self.isStill(tracks[a], radius) {
      for b in tracks.indices.dropFirst(a + 1) where clocks[b] != .still {
        guard let found = PairSearch(tracks[a], tracks[b], radius).offset() else { continue }
        pairs.append((a, b, found.offset, found.sigma))
      }
    }
    // From the first camera on along the surest offsets.
    var known: [Int: (offset: Double, sigma: Double)] = [0: (0, 0)]
    while true {
      var best: (camera: Int, offset: Double, sigma: Double)?
      for pair in pairs {
        let isForward = known[pair.a] != nil
        guard let base = known[isForward ? pair.a : pair.b],
          known[isForward ? pair.b : pair.a] == nil
        else { continue }
        let sigma = hypot(base.sigma, pair.sigma)
        let camera = isForward ? pair.b : pair.a
        guard (sigma, camera) < (best?.sigma ?? .infinity, best?.camera ?? 0) else { continue }
        best = (camera, base.offset + (isForward ? pair.offset : -pair.offset), sigma)
      }
      guard let best else { break }
      known[best.camera] = (best.offset, best.sigma)
      clocks[best.camera] = .offset(best.offset, sigma: hypot(best.sigma, Self.shutterSigma))
    }
    self.clocks = clocks
  }

  /// Whether the board's poses differ by no more than their errors.
  private static func isStill(_ track: BoardTrack, _ radius: Double) -> Bool {
    guard let first = track.poses.first else { return false }
    let limit = 4 * scale * track.distance
    return track.poses.allSatisfy { difference($0, first, radius) < limit }
  }

  /// The distance of two poses of the board: of its middle, and of a point at its radius by the rotation between
  /// them, in metres.
  private static func difference(
    _ a: RigidTransform, _ b: RigidTransform, _ radius: Double
  ) -> Double {
    let (d, r, s) = (a.translation - b.translation, a.rotation, b.rotation)
    let chords = [r.x - s.x, r.y - s.y, r.z - s.z].reduce(0) { $0 + $1.dot($1) }
    return (d.dot(d) + radius * radius * chords / 2).squareRoot()
  }

  // MARK: Two cameras

  /// The search for the offset between two clocks.
  private struct PairSearch {
    let a: BoardTrack
    let b: BoardTrack
    let radius: Double
    let scale: Double

    /// Pairs of poses that are looked at for each offset that is tried first, at most.
    private static let coarseCount = 120
    /// Of these, the ones whose motion is tried.
    private static let candidateCount = 8
    /// Steps of the refinement, in seconds, and how far it goes to each side.
    private static let fine = (step: 0.005, count: 14)
    /// Iterations of the reweighted mean of motions.
    private static let iterations = 5

    init(_ a: BoardTrack, _ b: BoardTrack, _ radius: Double) {
      (self.a, self.b, self.radius) = (a, b, radius)
      scale = BoardClocks.scale * (a.distance + b.distance)
    }

    private typealias Poses = [(a: RigidTransform, b: RigidTransform)]

    /// The poses that both have, if the second clock shows `offset` when the first shows 0.
    private func common(_ offset: Double, atMost count: Int) -> Poses {
      let pace = max(1, a.times.count / count)
      return stride(from: 0, to: a.times.count, by: pace).compactMap { index in
        b.pose(at: a.times[index] + offset).map { (a.poses[index], $0) }
      }
    }

    private func weight(_ pair: (a: RigidTransform, b: RigidTransform), _ motion: RigidTransform)
      -> Double
    {
      let error = BoardClocks.difference(motion * pair.a, pair.b, radius) / scale
      return 1 / (1 + error * error)
    }

    private func score(_ poses: Poses, _ motion: RigidTransform) -> Double {
      poses.reduce(0) { $0 + weight($1, motion) }
    }

    /// The motion of one of the pairs on which most agree.
    private func best(_ poses: Poses) -> (motion: RigidTransform, score: Double)? {
      let pace = max(1, poses.count / Self.candidateCount)
      return stride(from: 0, to: poses.count, by: pace).map { index in
        let motion = poses[index].b * poses[index].a.inverse
        return (motion, score(poses, motion))
      }.max { $0.1 < $1.1 }
    }

    /// The motion on which the pairs agree, from a start: the reweighted mean.
    private func refined(_ poses: Poses, from start: RigidTransform) -> RigidTransform {
      var motion = start
      for _ in 0..<Self.iterations {
        let weights = poses.map { weight($0, motion) }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { break }
        let turn = zip(poses, weights).reduce(Vector3.zero) { turn, pair in
          let other = pair.0.b.rotation * pair.0.a.rotation.inverse
          return turn + (motion.rotation.inverse * other).rotationVector * pair.1
        }
        let rotation = motion.rotation * Rotation(rotationVector: turn / sum)
        let shift = zip(poses, weights).reduce(Vector3.zero) { shift, pair in
          shift + (pair.0.b.translation - rotation * pair.0.a.translation) * pair.1
        }
        motion = RigidTransform(rotation: rotation, translation: shift / sum)
      }
      return motion
    }

    /// The offset and its sigma; `nil` where none is clearly the best.
    func offset() -> (offset: Double, sigma: Double)? {
      guard let (firstA, lastA) = a.range, let (firstB, lastB) = b.range else { return nil }
      let low = max(firstB - lastA, -BoardClocks.longestOffset)
      let high = min(lastB - firstA, BoardClocks.longestOffset)
      guard low < high else { return nil }
      let share = Double(min(Self.coarseCount, a.times.count)) / Double(a.times.count)
      let least = Double(BoardClocks.minimumCommon) * share
      var tried: [(offset: Double, score: Double, count: Int, motion: RigidTransform)] = []
      for step in Int((low / BoardClocks.step).rounded())...Int((high / BoardClocks.step).rounded())
      {
        let offset = Double(step) * BoardClocks.step
        let poses = common(offset, atMost: Self.coarseCount)
        guard Double(poses.count) >= least, let best = best(poses) else { continue }
        tried.append((offset, best.score, poses.count, best.motion))
      }
      guard let best = tried.max(by: { $0.score < $1.score }),
        best.score >= BoardClocks.minimumAgreement * Double(best.count)
      else { return nil }
      let others = tried.filter { abs($0.offset - best.offset) > BoardClocks.width }
      guard others.allSatisfy({ best.score >= BoardClocks.minimumLead * $0.score }) else {
        return nil
      }
      return refined(best.offset, best.motion)
    }

    /// The offset near one to a fraction of a step, by a parabola through the three best ones.
    private func refined(
      _ start: Double, _ motion: RigidTransform
    ) -> (offset: Double, sigma: Double)? {
      let steps = (-Self.fine.count...Self.fine.count).map { start + Double($0) * Self.fine.step }
      let scores = steps.map { offset -> Double in
        let poses = common(offset, atMost: .max)
        return score(poses, refined(poses, from: motion))
      }
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), best > 0,
        best < scores.count - 1
      else { return nil }
      let bend = scores[best - 1] - 2 * scores[best] + scores[best + 1]
      let slope = (scores[best + 1] - scores[best - 1]) / 2
      let offset = steps[best] - (bend < 0 ? slope / bend * Self.fine.step : 0)
      guard let sigma = sigma(at: offset, motion), sigma < BoardClocks.maximumSigma else {
        return nil
      }
      return (offset, sigma)
    }

    /// One standard deviation of an offset: the poses' misfit over the board's speed.
    private func sigma(at offset: Double, _ motion: RigidTransform) -> Double? {
      let poses = common(offset, atMost: .max)
      let motion = refined(poses, from: motion)
      var (squares, speeds, weights) = (0.0, 0.0, 0.0)
      let pause = BoardClocks.step
      for (index, time) in a.times.enumerated() {
        guard let before = b.pose(at: time + offset - pause), let at = b.pose(at: time + offset),
          let after = b.pose(at: time + offset + pause)
        else { continue }
        let own = weight((a.poses[index], at), motion)
        let error = BoardClocks.difference(motion * a.poses[index], at, radius)
        let speed = BoardClocks.difference(before, after, radius) / (2 * pause)
        squares += own * error * error
        speeds += own * speed * speed
        weights += own
      }
      guard weights > 1, speeds > 0 else { return nil }
      return (squares / weights / speeds).squareRoot()
    }
  }
}

extension BoardTrack {
  /// The times of the first and the last pose; `nil` without any.
  fileprivate var range: (Double, Double)? {
    times.first.flatMap { first in times.last.map { (first, $0) } }
  }
}
