internal import PoseDocuments
internal import PoseGeometry

extension PoseClip {
  /// Frames a second of formats that have no times of their own, on average; 30 for a single frame. A
  /// number that is whole but for the rounding of times is whole.
  var rate: Double {
    guard let first = times.first, let last = times.last, times.count > 1 else { return 30 }
    let rate = Double(times.count - 1) / (last - first)
    return abs(rate - rate.rounded()) < 1e-4 * rate && rate > 0.5 ? rate.rounded() : rate
  }

  /// Whether all frames are where their number and the rate put them, to a twentieth of a frame.
  var isEven: Bool {
    guard let first = times.first else { return true }
    let rate = rate
    return times.enumerated().allSatisfy { abs(($1 - first) * rate - Double($0)) < 0.05 }
  }

  /// The clip with frames at even times, for formats that have none of their own: as it is where it is so
  /// already. Else between two frames, at most half a second apart, a joint is on the line between its
  /// places; a diagnostic states it.
  ///
  /// - Throws: `FileError` for times so uneven that there would be more than four times the frames.
  func even(path: String) throws(FileError) -> PoseClip {
    guard !isEven, let first = times.first, let last = times.last else { return self }
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    let interval = intervals[intervals.count / 2]
    let count = ((last - first) / interval).rounded()
    guard count < Double(4 * times.count + 1000) else {
      throw FileError(
        .unsuitable, path: path,
        "the times of its frames are too uneven for this format, which has one rate: most are "
          + "\(Self.text(interval)) s apart, and they span \(Self.text(last - first)) s; TRC, MOT, "
          + "GLB, USDA, CSV and JSON Lines have times of their own")
    }
    var samples: [(before: Int, share: Double)] = []
    var frame = 0
    let even = (0...Int(count)).map { first + Double($0) * interval }
    for time in even {
      while frame + 1 < times.count, times[frame + 1] <= time { frame += 1 }
      let next = min(frame + 1, times.count - 1)
      let span = times[next] - times[frame]
      samples.append((frame, span > 0 ? min(max((time - times[frame]) / span, 0), 1) : 0))
    }
    var clip = PoseClip(
      times: even, people: people.map { $0.sampled(at: samples, times) }, isOnFloor: isOnFloor)
    clip.diagnostics = [
      "\(path): the frames are not evenly spaced, as the format has them: places are taken between two frames where need be"
    ]
    return clip
  }

  static func text(_ number: Double) -> String { JSONValue.digits(of: number) ?? "" }
}

extension PoseClip.Person {
  fileprivate func sampled(
    at samples: [(before: Int, share: Double)], _ times: [Double]
  ) -> PoseClip.Person {
    var person = self
    person.isPresent = []
    person.isFilled = []
    person.confidences = []
    person.positions = []
    person.sigmas = []
    person.feet = []
    for (before, share) in samples {
      let after = min(before + 1, times.count - 1)
      // On a frame but for rounding.
      let nearest = share < 0.5 ? before : after
      let isOnFrame = min(share, 1 - share) < 0.05
      let (a, b) = isOnFrame ? (nearest, nearest) : (before, after)
      let isNear = times[b] - times[a] <= 0.5
      person.isPresent.append(isPresent[a] && isPresent[b] && isNear)
      person.isFilled.append(isFilled[nearest])
      person.confidences.append(min(confidences[a], confidences[b]))
      func between(_ x: Vector3, _ y: Vector3) -> Vector3 { a == b ? x : x + (y - x) * share }
      for joint in 0..<Self.jointCount {
        let (x, y) = (a * Self.jointCount + joint, b * Self.jointCount + joint)
        person.positions.append(between(positions[x], positions[y]))
        if !sigmas.isEmpty { person.sigmas.append(max(sigmas[x], sigmas[y])) }
      }
      guard !feet.isEmpty else { continue }
      for point in 0..<Self.footCount {
        let (x, y) = (feet[a * Self.footCount + point], feet[b * Self.footCount + point])
        person.feet.append(x.flatMap { x in y.map { between(x, $0) } })
      }
    }
    return person
  }
}
