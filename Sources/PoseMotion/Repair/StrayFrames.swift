import Kinematics

/// Frames in which a body is not where those around say, whatever is called left and right: halfway
/// between itself and its mirror image, half turned, folded. A detector gives them where it changes
/// its mind. They would lead `SideRepair` from a body to its mirror image in small steps, and are
/// therefore set aside before it, and filled like a gap after it.
///
/// A frame is astray when its joints, each limb under the labelling that fits best, are on average
/// farther from the chord between the frames before and after the run than 4 cm, than a body in
/// hard motion gets (under an acceleration a it is a·t·(T − t)/2 off at the time t of T), than
/// three times the median of the clip, and than most of the way from the one end to the other.
struct StrayFrames {
  /// Whether the joints are in a camera's frame.
  var isInCameraFrame: Bool

  /// The longest time from the frame before a run to the one after it, in seconds.
  private static let longestSpan = 0.2
  /// Metres.
  private static let floor = 0.04
  /// The mean acceleration of the joints of a body in hard motion, relative to the root: metres a
  /// second squared.
  private static let acceleration = 20.0
  /// The least distance of a stray frame, as a share of the change from before it to after it; chosen.
  private static let minimumRatio = 0.75
  /// A mean over so many joints strays little from its own median.
  private static let threshold = 3.0

  /// Takes the frames that are astray out of a person.
  ///
  /// - Returns: the frames, each with the place of what was measured.
  func setAside(from person: inout PersonMotion) -> [(frame: Int, observation: Int?)] {
    let frames = person.states.indices.filter { person.states[$0] != nil }
    let track = UnlabelledBody(
      person, frames: frames,
      body: SideRepair.Body(person, isInCameraFrame: isInCameraFrame))
    let common = track.commonDistance
    var strays: [(frame: Int, observation: Int?)] = []
    var before = 0
    while before + 2 < frames.count {
      let after = (before + 2..<frames.count)
        .prefix { track.time($0) - track.time(before) <= Self.longestSpan + 1e-9 }
        .first { isAstray(track, before + 1..<$0, common: common) }
      guard let after else {
        before += 1
        continue
      }
      for step in before + 1..<after {
        strays.append((frames[step], person.states[frames[step]]?.observation))
        person.states[frames[step]] = nil
      }
      before = after
    }
    return strays
  }

  /// Fills the frames that were set aside.
  ///
  /// - Returns: what was put right, in the order of the frames.
  func restore(
    _ strays: [(frame: Int, observation: Int?)], to person: inout PersonMotion
  ) -> [Repair] {
    guard !strays.isEmpty else { return [] }
    var filled = person
    GapFilling(longestGap: Self.longestSpan + 1e-9).fill(&filled)
    return strays.map { frame, observation in
      person.states[frame] = filled.states[frame]
      person.states[frame]?.observation = observation
      return Repair(
        frame: frame, time: person.times[frame], person: person.id, kind: .outlier,
        joints: Joint.allCases)
    }
  }

  private func isAstray(_ track: UnlabelledBody, _ run: Range<Int>, common: Double) -> Bool {
    let (before, after) = (run.lowerBound - 1, run.upperBound)
    let least = max(Self.threshold * common, Self.minimumRatio * track.change(before, after))
    return run.allSatisfy { step in
      let (since, until) = (
        track.time(step) - track.time(before), track.time(after) - track.time(step)
      )
      let allowance = Self.floor + Self.acceleration * since * until / 2
      return track.distance(step, before, after) > max(least, allowance)
    }
  }
}
