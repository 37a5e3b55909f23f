import Kinematics
internal import Pose3D

/// Joints that are seen, or hidden, for a moment only.
///
/// A keypoint near the limit of what counts as seen comes and goes from frame to frame, and the angles at it with it. A joint
/// is hidden where most frames around have it so. Elsewhere it is seen, as in the nearest frame that shows it. Positions and
/// sigmas stay what they are.
enum SteadyVisibility {
  /// Seconds before and after a frame in which most frames decide whether a joint is seen; chosen.
  private static let reach = 0.15

  /// Gives a person's joints the sources that they have most of the time around each frame.
  static func apply(to person: inout PersonMotion) {
    // Frames in which nothing was seen were filled, and show nothing of the others.
    let seen = person.states.indices.compactMap { frame in
      person.states[frame].flatMap { state in
        Joint.allCases.contains { state.body.sources[$0] != .inferred }
          ? (frame: frame, sources: state.body.sources) : nil
      }
    }
    let (frames, sources) = (seen.map(\.frame), seen.map(\.sources))
    let times = frames.map { person.times[$0] }
    for (place, frame) in frames.enumerated() {
      let near = times.positions(
        from: times[place] - reach - 1e-9, to: times[place] + reach + 1e-9)
      for joint in Joint.allCases {
        let isSeen = 2 * near.count { sources[$0][joint] != .inferred } >= near.count
        guard isSeen == (sources[place][joint] == .inferred) else { continue }
        let nearest = near.filter { isSeen == (sources[$0][joint] != .inferred) }
          .min { abs(times[$0] - times[place]) < abs(times[$1] - times[place]) }
        if let nearest { person.states[frame]?.body.sources[joint] = sources[nearest][joint] }
      }
    }
  }
}
