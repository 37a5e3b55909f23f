internal import Pose3D
internal import PoseFiles
internal import PoseGeometry
internal import PoseImaging
internal import PoseMotion
internal import PoseMultiView
internal import PoseVideo

/// A camera that turns is followed by the background, in a second reading of the video.
extension VideoAnalysis {
  /// The sequence of a recording whose camera moves, with people in the frame of the first image of their shot; `nil`
  /// where the camera doesn't just turn, or too little of the background shows how.
  ///
  /// - Parameters:
  ///   - recording: as it was measured, in the camera's frame of each image.
  ///   - isCancelled: asked between frames; `nil` is returned then.
  ///   - onFrame: called with the number of frames that are done.
  func sequenceOfTurningCamera(
    _ recording: PoseRecording, isCancelled: @escaping @Sendable () -> Bool,
    onFrame: (Int) -> Void
  ) -> PoseSequence? {
    // What was measured isn't given up if the file can't be read again.
    guard canBeReadAgain,
      let (turns, isHeld) = try? turns(of: recording, isCancelled: isCancelled, onFrame: onFrame)
    else { return nil }
    var turned = recording.turned(by: turns)
    turned.frames = turned.frames.map(\.written)
    turned.isCameraMoving = false
    let sequence = PoseSequence(turned, options: settings.measurement.motion)
    // A camera that goes along with a person may show the same background as one that turns: feet that rest must stand
    // still now. Of people who jump, or whose feet are out of the image, they needn't where a camera is just held.
    return isHeld || sequence.feetStandStill == true ? sequence : nil
  }

  /// The most frames whose rotation isn't known: one after the other, in seconds, and their share; chosen.
  private static let unknown = (seconds: 0.3, share: 0.1)

  /// The seconds within which turns and scales change.
  private static let span = 1.0
  // Chosen: 0.3 at most before six cameras that turn or are held (a field of view that is not the assumed one looks like a
  // change of scale, too), and 0.8 before one that is carried through a shop.
  /// The change in the logarithm of the scale for each radian that the camera turns, above which it moves otherwise.
  private static let largestZoom = 0.4

  // Chosen: 1 to 3.6° and 0.01 before six cameras that are held, 0.4° before one that stands behind a barbell that moves.
  /// How far a camera that is held in one place turns from where it began, at most, in radians, and how much its image
  /// grows or shrinks, as a logarithm.
  private static let held = (turn: 5 * Double.pi / 180, zoom: 0.02)

  /// Images nearer in time than this, in seconds, aren't followed both; chosen.
  private static let interval = 0.045

  /// For each frame the rotation from the camera's frame in the first image of the shot, and whether that is no more
  /// than a camera turns which is held in one place; `nil` where too many are not known.
  private func turns(
    of recording: PoseRecording, isCancelled: @escaping @Sendable () -> Bool,
    onFrame: (Int) -> Void
  ) throws -> (turns: [Rotation], isHeld: Bool)? {
    guard let camera = recording.camera else { return nil }
    let reader = try reader()
    let source = FrameReadAhead(
      .max, of: reader, inThreadOfItsOwn: true, isStopped: isCancelled)
    defer { source.stop() }
    var background = TurningBackground(camera: camera)
    var moments: [Moment] = []
    var next = try source.next()?.frame
    for (place, frame) in recording.frames.enumerated() {
      onFrame(place + 1)
      // A damaged file gives frames at one time and not at another.
      while let other = next, other.index < frame.index { next = try source.next()?.frame }
      let startsShot = frame.startsShot || place == 0
      guard let found = next, found.index == frame.index, found.image.width == camera.width,
        found.image.height == camera.height
      else {
        if startsShot { return nil }
        continue
      }
      if startsShot { background = TurningBackground(camera: camera) }
      let isLast = place + 1 == recording.frames.count || recording.frames[place + 1].startsShot
      if !startsShot, !isLast, let last = moments.last, frame.time - last.time < Self.interval {
        continue
      }
      let turn = background.add(found.image, at: frame.time, people: frame.people.map(\.body))
      moments.append(
        Moment(
          frame: place, time: frame.time, startsShot: startsShot, turn: turn,
          zoom: background.zoom))
    }
    let isHeld = moments.allSatisfy { moment in
      moment.turn?.rotationVector.length ?? 0 <= Self.held.turn
        && abs(moment.zoom) <= Self.held.zoom
    }
    guard isHeld || Self.justTurns(moments), let known = Self.known(moments) else { return nil }
    return (Self.between(known, recording.frames), isHeld)
  }

  /// What the background shows at the time of a frame.
  struct Moment {
    let frame: Int
    let time: Double
    let startsShot: Bool
    /// `nil` where it isn't known.
    var turn: Rotation?
    /// The logarithm of the image's scale.
    let zoom: Double
  }

  /// Whether the image grows and shrinks no more than that of a camera which just turns.
  private static func justTurns(_ moments: [Moment]) -> Bool {
    // Over about a second each.
    var (turned, zoomed) = (0.0, 0.0)
    var start: Moment?
    for moment in moments {
      guard let turn = moment.turn else { continue }
      guard let before = start, let first = before.turn, !moment.startsShot else {
        start = moment
        continue
      }
      if moment.time - before.time < span { continue }
      turned += (turn * first.inverse).rotationVector.length
      zoomed += abs(moment.zoom - before.zoom)
      start = moment
    }
    return zoomed <= largestZoom * turned
  }

  /// The moments whose rotations are known: frames between two of them are on the way from one to the other. At the end of a
  /// shot, where none is known any more, the camera goes on as before. `nil` where too many aren't.
  static func known(_ moments: [Moment]) -> [Moment]? {
    let lost = moments.count { $0.turn == nil }
    guard Double(lost) <= unknown.share * Double(moments.count) else { return nil }
    var result: [Moment] = []
    // The last moment whose rotation the background shows, and the speed of the turn until then.
    var (last, speed) = ((time: 0.0, turn: Rotation.identity), Vector3.zero)
    for (place, moment) in moments.enumerated() {
      var moment = moment
      let elapsed = moment.time - last.time
      if moment.startsShot {
        (moment.turn, speed) = (.identity, .zero)
        last = (moment.time, .identity)
      } else if let turn = moment.turn {
        if elapsed > 0 { speed = (turn * last.turn.inverse).rotationVector / elapsed }
        last = (moment.time, turn)
      } else {
        guard elapsed <= unknown.seconds else { return nil }
        let rest = moments[place...].dropFirst().prefix { !$0.startsShot }
        if rest.contains(where: { $0.turn != nil }) { continue }
        moment.turn = Rotation(rotationVector: speed * elapsed) * last.turn
      }
      result.append(moment)
    }
    return result
  }

  /// The rotation of each frame, on the shortest way between those of the moments.
  private static func between(
    _ moments: [Moment], _ frames: [PoseRecording.Frame]
  ) -> [Rotation] {
    var turns = frames.map { _ in Rotation.identity }
    for (place, moment) in moments.enumerated() {
      guard let turn = moment.turn else { continue }
      turns[moment.frame] = turn
      let after = place + 1 < moments.count ? moments[place + 1] : nil
      if after?.startsShot ?? true {
        // What was not read again at the end of a shot.
        for frame in moment.frame..<(after?.frame ?? frames.count) { turns[frame] = turn }
      }
      guard place > 0, let start = moments[place - 1].turn, !moment.startsShot else { continue }
      let before = moments[place - 1]
      let way = (turn * start.inverse).rotationVector
      for frame in before.frame + 1..<moment.frame {
        let share = (frames[frame].time - before.time) / (moment.time - before.time)
        turns[frame] = Rotation(rotationVector: way * share) * start
      }
    }
    return turns
  }
}

extension PoseSequence {
  /// The share of the time in which a foot of people who stand or walk rests, at least; chosen: a runner's do in two
  /// thirds of it.
  private static let leastRest = 0.5

  /// Whether feet stand still where they rest, most of the time, as they do before a camera that stands; `nil` where no
  /// foot is seen to rest.
  var feetStandStill: Bool? {
    var (rests, count) = (0, 0)
    for person in people where [.used, .contradicted].contains(person.grounding) {
      count += person.states.count { $0 != nil }
      guard person.grounding == .used else { continue }
      var planted = [Bool](repeating: false, count: person.times.count)
      for contact in person.contacts {
        for frame in person.times.indices
        where person.times[frame] >= contact.start && person.times[frame] <= contact.end {
          planted[frame] = true
        }
      }
      rests += zip(planted, person.states).count { $0 && $1 != nil }
    }
    return count == 0 ? nil : Double(rests) >= Self.leastRest * Double(count)
  }
}
