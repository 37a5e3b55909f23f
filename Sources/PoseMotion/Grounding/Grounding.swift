internal import PoseGeometry
internal import PoseWorkers
internal import Kinematics
internal import Pose3D

/// The use of a person's contacts with the ground.
public enum GroundingUse: String, Sendable {
  /// Planted feet stand still, and the body follows.
  case used
  /// No foot rests anywhere: contacts change nothing.
  case noContact
  /// The feet are out of view or hidden, and nothing is known of contacts.
  case feetUnseen
  /// The feet can't stand still where they seem to: a treadmill, skates, a camera that moves unnoticed. Contacts change
  /// nothing.
  case contradicted
  /// The camera moves, and with it what rests. Contacts change nothing.
  case movingCamera
  /// The joints aren't seen by cameras, or for too short a time: nothing was tried.
  case notTried
}

/// Solves a person's motion with feet that stand still while they are planted, and bones of one length.
struct Grounding {
  /// The contacts that were found.
  private(set) var contacts: [Contact] = []
  /// The use of the contacts.
  private(set) var use = GroundingUse.notTried
  /// The bones' lengths, where the motion was solved.
  private(set) var bones: BoneLengths?
  /// The displacement of each frame's points, in the order of `GroundedBody.points`; `nil` for none.
  private var corrections: [[Vector3]?]
  /// The sides whose foot is planted in each frame.
  private var plantedAnkles: [Set<Joint>]

  // MARK: Numbers that were chosen

  /// Knots per second: what is faster than half of it is left to the smoothing.
  private static let knotRate = 15.0
  /// The cut-off in hertz with which measurements are smoothed before they are solved.
  private static let cutoff = 6.0
  /// So many knots are solved together, and so many of them on either side only for the sake of the others.
  private static let window = (count: 450, margin: 20)
  /// A shorter stretch, in seconds, isn't solved.
  private static let shortest = 0.3
  /// One standard deviation of the logarithm of a bone's length, given the median over the frames.
  private static let lengthSigma = 0.03
  /// The distance across the view between measured and solved points while they are planted, root mean square as a
  /// fraction of stature, from which on contacts contradict the image.
  private static let largestMisfit = 0.018
  /// No closer to a camera than this, in metres.
  private static let nearest = 0.2
  /// Seconds after a contact's beginning and before its end in which the foot may still move: held there, a walk
  /// towards the camera comes out 15 % too short.
  private static let landing = 0.07

  /// The contacts of a person, and the motion that follows from them.
  ///
  /// - Parameters:
  ///   - measured: the person with repairs and filled gaps, before any smoothing.
  ///   - lengths: the bones' lengths; `nil` where they are unknown.
  ///   - isOfOneCamera: whether the joints are in the frame of the one camera that saw them.
  ///   - isSolved: whether the motion is to be solved, or contacts are only found.
  ///   - isCameraMoving: whether the camera moves, so that nothing can be solved.
  init(
    of measured: PersonMotion, _ lengths: BoneLengths?, isOfOneCamera: Bool, isSolved: Bool,
    isCameraMoving: Bool
  ) {
    corrections = measured.states.map { _ in nil }
    plantedAnkles = measured.states.map { _ in [] }
    var finder = ContactFinder(isOfOneCamera: isOfOneCamera)
    let found = finder.contacts(of: measured)
    take(found)
    guard isSolved, let lengths else { return }
    guard !isCameraMoving else {
      use = contacts.isEmpty ? Self.useWithoutContact(measured) : .movingCamera
      return
    }
    let smooth = measured.smoothed(.butterworth(cutoff: Self.cutoff))
    let isOnTreadmill = WalkingStretches.areMostlyOnTreadmill(smooth)
    solve(smooth, lengths, found, isOfOneCamera: isOfOneCamera, isOnTreadmill: isOnTreadmill)
    guard use == .contradicted, !isOnTreadmill else { return }
    // Where feet slide, those that don't may still hold the body.
    finder.takesSliding = false
    let still = finder.contacts(of: measured)
    guard still.contains(where: { !$0.contacts.isEmpty }) else { return }
    solve(smooth, lengths, still, isOfOneCamera: isOfOneCamera, isOnTreadmill: false)
    if use == .used { take(still) }
  }

  /// Solves the motion with some contacts, if nothing speaks against them.
  private mutating func solve(
    _ smooth: PersonMotion, _ lengths: BoneLengths, _ found: [ContactFinder.Found],
    isOfOneCamera: Bool, isOnTreadmill: Bool
  ) {
    let stretches = Self.stretches(of: smooth, found, isOfOneCamera: isOfOneCamera)
    guard !stretches.isEmpty else { return }
    guard found.contains(where: { !$0.contacts.isEmpty }) else {
      use = Self.useWithoutContact(smooth)
      return
    }
    guard !isOnTreadmill else {
      use = .contradicted
      return
    }
    let body = Body(smooth, lengths, isOfOneCamera: isOfOneCamera, found)
    guard let solved = body.solved(stretches) else { return }
    guard solved.misfit < Self.largestMisfit else {
      use = .contradicted
      return
    }
    use = .used
    bones = lengths.replaced(by: solved.lengths)
    for (stretch, points) in zip(stretches, solved.points) { take(points, of: stretch, smooth) }
    for contact in found.flatMap(\.contacts) {
      for frame in smooth.times.positions(from: contact.start, to: contact.end) {
        plantedAnkles[frame].insert(contact.point.isLeft ? .leftAnkle : .rightAnkle)
      }
    }
  }

  /// Why a person has no contact: feet that half of the frames don't show can't be told to rest nowhere.
  private static func useWithoutContact(_ person: PersonMotion) -> GroundingUse {
    person.hidesFeet ? .feetUnseen : .noContact
  }

  /// Takes the contacts that were found.
  private mutating func take(_ found: [ContactFinder.Found]) {
    contacts = found.flatMap(\.contacts).sorted {
      ($0.start, $0.point.rawValue) < ($1.start, $1.point.rawValue)
    }
  }

  /// A smoothed person's frames with their points moved to where they were solved.
  func applied(to person: PersonMotion) -> PersonMotion {
    var result = person
    result.contacts = contacts
    result.grounding = use
    for (frame, moves) in corrections.enumerated() {
      guard let moves, var state = person.states[frame] else { continue }
      state.move(by: moves)
      result.states[frame] = state
    }
    return result
  }

  /// The ankles of the feet that are planted in a frame.
  func planted(in frame: Int) -> Set<Joint> { plantedAnkles[frame] }

  /// Takes what a stretch's knots were moved by, and cubics between them.
  private mutating func take(_ points: [Vector3], of stretch: Stretch, _ smooth: PersonMotion) {
    let count = GroundedBody.points.count
    let times = stretch.frames.map { smooth.times[$0] }
    let knotTimes = stretch.knots.map(\.time)
    var moves = times.map { _ in [Vector3](repeating: .zero, count: count) }
    for point in 0..<count {
      let values = stretch.knots.enumerated().map { knot, measured in
        points[knot * count + point] - measured.measured[point]
      }
      let curve = CubicInterpolation(times: knotTimes, values: values).values(at: times)
      for (frame, value) in curve.enumerated() { moves[frame][point] = value }
    }
    for (frame, move) in zip(stretch.frames, moves) { corrections[frame] = move }
  }

  // MARK: Stretches

  /// Frames without a hole, and the knots among them.
  struct Stretch {
    let frames: Range<Int>
    let knots: [GroundedProblem.Knot]
  }

  private static func stretches(
    of person: PersonMotion, _ found: [ContactFinder.Found], isOfOneCamera: Bool
  ) -> [Stretch] {
    SampleRuns.of(person.times) { person.states[$0] != nil }.compactMap { run in
      let times = person.times[run]
      guard let first = times.first, let last = times.last, last - first >= shortest,
        let step = times.medianStep
      else { return nil }
      // Compared before it is a whole number: times may lie as close together as numbers do.
      let stride = max(1, Int(min(1 / (step * knotRate), Double(run.count)).rounded(.down)))
      var places = Array(Swift.stride(from: run.lowerBound, to: run.upperBound, by: stride))
      if places[places.count - 1] != run.upperBound - 1 {
        if run.upperBound - 1 - places[places.count - 1] < (stride + 1) / 2 { places.removeLast() }
        places.append(run.upperBound - 1)
      }
      guard places.count > 2 else { return nil }
      let feet = footPlaces(person, run)
      let knots = places.indices.compactMap { index -> GroundedProblem.Knot? in
        let frame = places[index]
        let until = index + 1 < places.count ? places[index + 1] : frame
        return person.states[frame].map { state in
          GroundedProblem.Knot(
            time: person.times[frame],
            measured: GroundedBody.points.enumerated().map { place, point in
              if case .joint(let joint) = point { return state.body.positions[joint] }
              return feet[place - GroundedBody.points.count + 4][frame - run.lowerBound]
            },
            depthSigmas: state.depthSigmas,
            hasDepth: state.body.sources[.leftHip] == .depth
              || state.body.sources[.rightHip] == .depth,
            planted: planted(found, widened(frame...until, person.times)),
            turn: person.turns?[frame])
        }
      }
      let isBefore = knots.allSatisfy { knot in
        knot.measured.allSatisfy { knot.seen($0).z > nearest }
      }
      guard isBefore || !isOfOneCamera else { return nil }
      return Stretch(frames: run, knots: knots)
    }
  }

  /// Some frames and those within `landing` of them: a point is held where it is planted before and after, too.
  private static func widened(_ frames: ClosedRange<Int>, _ times: [Double]) -> ClosedRange<Int> {
    var (first, last) = (frames.lowerBound, frames.upperBound)
    while first > 0, times[frames.lowerBound] - times[first - 1] <= landing { first -= 1 }
    while last + 1 < times.count, times[last + 1] - times[frames.upperBound] <= landing {
      last += 1
    }
    return first...last
  }

  /// The probabilities with which points are planted throughout some frames: those found, then the ankles. An ankle
  /// stays where it is while heel and toe do; without that it would turn about the line through both.
  private static func planted(
    _ found: [ContactFinder.Found], _ frames: ClosedRange<Int>
  ) -> [Double] {
    let points = found.map { point in
      let least = point.probabilities[frames].min() ?? 0
      return least > 0.5 ? least : 0
    }
    return points
      + [true, false].map { isLeft in
        let own = zip(found, points).filter { $0.0.point.isLeft == isLeft }
        return own.count == 2 ? own.map(\.1).min() ?? 0 : 0
      }
  }

  /// The known or likely positions of the feet's points: left heel and toe, right heel and toe.
  private static func footPlaces(_ person: PersonMotion, _ run: Range<Int>) -> [[Vector3]] {
    [ContactPoint.leftHeel, .leftToe, .rightHeel, .rightToe].map { point in
      let places = ContactFinder.places(of: point, person.states[run])
      guard let ankle = point.bodyPoint.anchor else { return places }
      let isKnown = person.states[run].contains { $0?[point.bodyPoint] != nil }
      if isKnown { return places }
      // A foot without keypoints hangs on its ankle somewhere below it.
      return person.states[run].map { state in
        guard let positions = state?.body.positions else { return .zero }
        let knee = positions[ankle == .leftAnkle ? .leftKnee : .rightKnee]
        return positions[ankle] + (positions[ankle] - knee)
          * GroundedBody.footShare(isHeel: point.isHeel)
      }
    }
  }

  // MARK: One person

  /// The properties of a person that are the same in all stretches.
  private struct Body {
    let lengths: [(mean: Double, sigma: Double)]
    let stature: Double
    let contactPoints: [Int]
    let isOfOneCamera: Bool

    init(
      _ person: PersonMotion, _ bones: BoneLengths, isOfOneCamera: Bool,
      _ found: [ContactFinder.Found]
    ) {
      self.isOfOneCamera = isOfOneCamera
      contactPoints =
        found.map { GroundedBody.index($0.point.bodyPoint) }
        + [Joint.leftAnkle, .rightAnkle].map { GroundedBody.index(.joint($0)) }
      stature = bones.stature
      lengths = GroundedBody.lengths(bones, feetOf: person.states).map {
        ($0, Grounding.lengthSigma)
      }
    }

    /// The points of every stretch's knots, the lengths, and how far planted points are from their images.
    func solved(
      _ stretches: [Stretch]
    ) -> (points: [[Vector3]], lengths: [Double], misfit: Double)? {
      let windows = stretches.map { Self.windows($0.knots.count) }
      let problems = zip(stretches, windows).flatMap { stretch, windows in
        windows.map { problem(stretch.knots[$0]) }
      }
      let free = concurrentMap(problems.count) { problems[$0].solved() }
      var solutions = free.compactMap { $0 }
      guard solutions.count == problems.count else { return nil }
      var sums = lengths.map { _ in 0.0 }
      var (misfit, planted, count) = (0.0, 0, 0)
      for (problem, solution) in zip(problems, solutions) {
        let own = problem.plantedMisfit(of: solution)
        misfit += own.meanSquare * Double(own.count)
        planted += own.count
        count += problem.knots.count
        for (index, length) in solution.lengths.enumerated() {
          sums[index] += length * Double(problem.knots.count)
        }
      }
      let common = sums.map { $0 / Double(count) }
      if problems.count > 1 {
        let held = concurrentMap(problems.count) { problems[$0].solved(holding: common) }
        solutions = held.compactMap { $0 }
        guard solutions.count == problems.count else { return nil }
      }
      var rest = solutions[...]
      let points = windows.map { windows in
        defer { rest = rest.dropFirst(windows.count) }
        return Self.joined(windows, Array(rest.prefix(windows.count)))
      }
      return (points, common, (misfit / Double(max(planted, 1))).squareRoot())
    }

    private func problem(_ knots: ArraySlice<GroundedProblem.Knot>) -> GroundedProblem {
      GroundedProblem(
        knots: Array(knots), contactPoints: contactPoints, isOfOneCamera: isOfOneCamera,
        lengths: lengths, stature: stature)
    }

    /// The windows in which so many knots are solved.
    private static func windows(_ count: Int) -> [Range<Int>] {
      guard count > window.count else { return [0..<count] }
      let step = window.count - 2 * window.margin
      var windows: [Range<Int>] = []
      var first = 0
      while true {
        let end = min(first + window.count, count)
        windows.append((end == count ? count - window.count : first)..<end)
        if end == count { return windows }
        first += step
      }
    }

    /// The points of all windows, each knot's from the window in which it is farther from the end.
    private static func joined(
      _ windows: [Range<Int>], _ solutions: [GroundedProblem.Solution]
    ) -> [Vector3] {
      let count = GroundedBody.points.count
      var points = solutions[0].points
      for (window, solution) in zip(windows, solutions).dropFirst() {
        let known = points.count / count
        let first = window.lowerBound + (known - window.lowerBound) / 2
        points.removeSubrange(first * count..<points.count)
        points += solution.points[(first - window.lowerBound) * count..<solution.points.count]
      }
      return points
    }
  }
}

extension ContactPoint {
  fileprivate var isHeel: Bool { self == .leftHeel || self == .rightHeel }
}
