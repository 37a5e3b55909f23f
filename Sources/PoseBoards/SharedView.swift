internal import PoseGeometry
internal import PoseSystem

/// A view of the board among those that several cameras have at one time.
struct SharedView: Sendable {
  /// The camera, as its place among the recordings.
  var camera: Int
  /// The view, its corners moved by their own speeds to the time that all views of the set have in common.
  var view: BoardView
  /// The view as it was seen.
  var original: BoardView
  /// One standard deviation of the shift of all corners by the board's movement, in pixels.
  var shift = 0.0

  /// The most sets in the adjustment; chosen.
  private static let maximumSets = 60
  /// The error of the time between two cameras' frames, in seconds, beside what their times show: lines of an image are
  /// read one after the other. Chosen.
  private static let timeSigma = 0.003
  /// The share of a corner's movement in the time by which it is moved that is left as an error: the board doesn't move
  /// evenly. Chosen.
  private static let unevenness = 0.25
  /// Sets whose corners may be farther off by the board's movement than this, in pixels, don't count, if a camera has
  /// enough others.
  private static let maximumError = 0.5
  /// Sets that join a camera to others however the board moves in them, at least; chosen.
  private static let minimumSets = 3
  /// Frames farther apart than this show no speed, in seconds.
  private static let longestGap = 0.35

  /// A frame in which a camera sees the board sharply.
  private struct Candidate {
    var time: Double
    var camera: Int
    var view: BoardView
    /// The speeds of the view's corners in pixels a second; `nil` where the frames around don't show it.
    var speeds: [SIMD2<Double>]?

    /// The mean speed of the corners.
    var speed: Double? {
      speeds.map { $0.reduce(0) { $0 + $1.length } / Double(max($0.count, 1)) }
    }

    /// The view as it would be a little later.
    func view(after time: Double) -> BoardView {
      guard let speeds, time != 0 else { return view }
      var moved = view
      for index in moved.corners.indices { moved.corners[index].pixel += speeds[index] * time }
      return moved
    }
  }

  /// Sets of views by two cameras or more in which the board is seen sharply at one time, the most varied ones.
  ///
  /// - Parameters:
  ///   - recordings: what the cameras saw, with times by one clock.
  ///   - board: the board.
  ///   - tolerance: the difference of times within which frames belong together, in seconds; 0 for numbered images.
  static func sets(
    in recordings: [BoardRecording], of board: CalibrationBoard, tolerance: Double
  ) -> [[SharedView]] {
    let all = recordings.enumerated().flatMap { camera, recording in
      candidates(recording, camera, isVideo: tolerance > 0)
    }.sorted { ($0.time, $0.camera) < ($1.time, $1.camera) }
    var sets: [[Candidate]] = []
    var start = 0
    while start < all.count {
      var end = start
      var set: [Candidate] = []
      while end < all.count, all[end].time - all[start].time <= tolerance + 1e-9 {
        if !set.contains(where: { $0.camera == all[end].camera }) { set.append(all[end]) }
        end += 1
      }
      if set.count > 1 { sets.append(set) }
      start = end
    }
    var errors = sets.map { tolerance > 0 ? error(of: $0) : 0 }
    let kept = stillest(sets, errors, cameras: recordings.count)
    (sets, errors) = (kept.map { sets[$0] }, kept.map { errors[$0] })
    // Each camera's features in places of their own, so that what one alone sees counts, too.
    let features = sets.map { set -> [Double] in
      var numbers = [Double](repeating: 0, count: 8 * recordings.count)
      for one in set {
        let own = FrameChoice.features(of: one.view, board, width: recordings[one.camera].width)
        for (i, value) in (own ?? []).enumerated() { numbers[8 * one.camera + i] = value }
      }
      return numbers
    }
    let qualities = zip(sets, errors).map { set, error in
      1 / max(1, set.map(\.view.edgeWidth).reduce(0, max)) / (1 + error / maximumError)
    }
    return FrameChoice.varied(features, qualities, atMost: maximumSets).map { index in
      let time = meanTime(of: sets[index])
      return sets[index].map { one in
        SharedView(
          camera: one.camera, view: one.view(after: time - one.time), original: one.view,
          shift: tolerance > 0 ? error(of: one, at: time) : 0)
      }
    }
  }

  /// The indices of the sets in which the board moves little, or least before a camera that has few such sets.
  private static func stillest(
    _ sets: [[Candidate]], _ errors: [Double], cameras: Int
  ) -> [Int] {
    let limits = (0..<cameras).map { camera -> Double in
      let own = errors.indices.filter { sets[$0].contains { $0.camera == camera } }
        .map { errors[$0] }.sorted()
      return max(maximumError, own.prefix(minimumSets).last ?? 0)
    }
    return sets.indices.filter { index in
      sets[index].contains { errors[index] <= limits[$0.camera] }
    }
  }

  private static func meanTime(of set: [Candidate]) -> Double {
    set.reduce(0) { $0 + $1.time } / Double(set.count)
  }

  /// The error of a set's corners by the board's movement, in pixels, at most; the largest where it isn't known.
  private static func error(of set: [Candidate]) -> Double {
    let time = meanTime(of: set)
    return set.map { error(of: $0, at: time) }.reduce(0, max)
  }

  /// The error of a view's corners by the board's movement to a time, in pixels; a large one where that isn't known.
  private static func error(of one: Candidate, at time: Double) -> Double {
    guard let speed = one.speed else { return 2 * maximumError }
    return speed * hypot(timeSigma, unevenness * (one.time - time))
  }

  private static func candidates(
    _ recording: BoardRecording, _ camera: Int, isVideo: Bool
  ) -> [Candidate] {
    let frames = recording.frames.filter {
      $0.view.corners.count >= LensCalibration.minimumCorners
        && !$0.view.findings.contains(.twoBoards)
    }
    return FrameChoice.sharp(frames.map(\.view.edgeWidth)).map { index in
      Candidate(
        time: frames[index].time, camera: camera, view: frames[index].view,
        speeds: isVideo ? speeds(at: index, in: frames) : nil)
    }
  }

  /// The speeds of a frame's corners by the frames around it; of a corner that these don't show, the others' mean.
  private static func speeds(
    at index: Int, in frames: [BoardRecording.Frame]
  ) -> [SIMD2<Double>]? {
    let own = frames[index]
    let near = [index - 1, index, index + 1].filter {
      frames.indices.contains($0) && abs(frames[$0].time - own.time) <= longestGap
    }
    guard let first = near.first, let last = near.last, first < last,
      frames[first].time < frames[last].time
    else { return nil }
    let pause = frames[last].time - frames[first].time
    func places(_ frame: BoardRecording.Frame) -> [Int: SIMD2<Double>] {
      Dictionary(frame.view.corners.map { ($0.point, $0.pixel) }, uniquingKeysWith: { a, _ in a })
    }
    let (before, after) = (places(frames[first]), places(frames[last]))
    let found = own.view.corners.map { corner -> SIMD2<Double>? in
      guard let a = before[corner.point], let b = after[corner.point] else { return nil }
      return (b - a) / pause
    }
    let known = found.compactMap { $0 }
    guard 2 * known.count >= found.count, !known.isEmpty else { return nil }
    let mean = known.reduce(SIMD2.zero, +) / Double(known.count)
    return found.map { $0 ?? mean }
  }
}
