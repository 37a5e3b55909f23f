internal import Kinematics
internal import Pose3D
public import PoseDocuments
internal import PoseGeometry
public import PoseMotion

/// A recording as it leaves this program: people over time in one upright frame, without anything that
/// only this program has a word for.
///
/// The frame: y against gravity, x to the camera's right and z towards the camera if the joints
/// come from one, else to the left of a person who faces z; metres. The origin is on the floor
/// below the root of the first person, or is that root if feet can't show a floor.
public struct PoseClip: Sendable {
  /// A moment that has a name.
  public struct Event: Sendable, Equatable {
    /// Seconds on the recording's clock.
    public var time: Double
    /// The name of the event: `squat 1 start`.
    public var label: String

    /// A moment.
    public init(time: Double, label: String) { (self.time, self.label) = (time, label) }
  }

  /// The choice of the joints that are taken from a sequence.
  public enum Joints: Sendable {
    /// Repaired, smoothed, gaps filled.
    case processed
    /// As they were measured, frame by frame.
    case measured
  }

  /// The times of the frames in seconds, increasing.
  public internal(set) var times: [Double]
  /// The people, in the order in which the sequence has them.
  var people: [Person]
  /// How the joints were processed; `nil` for those that were measured.
  var processing: PoseSequence.Options?
  /// Whether the height of the floor is known: it is then 0 here.
  public internal(set) var isOnFloor: Bool
  /// Diagnostics for the user.
  public internal(set) var diagnostics: [Diagnostic]

  /// The number of people.
  public var personCount: Int { people.count }

  /// The people of a sequence.
  ///
  /// - Parameters:
  ///   - sequence: the people who were followed.
  ///   - people: those of them who are wanted; `nil` for all.
  ///   - analyses: what they do, in their order, for the events of repetitions; empty for none.
  ///   - joints: which joints are taken.
  ///   - path: the file that was read, in sentences.
  /// - Throws: `FileError` of the code `nobody` if no person is in any frame.
  public init(
    of sequence: PoseSequence, people: [PersonMotion]? = nil, analyses: [ExerciseAnalysis] = [],
    joints: Joints = .processed, path: String
  ) throws(FileError) {
    let people = people ?? sequence.people
    precondition(analyses.isEmpty || analyses.count == people.count, "an analysis for every person")
    let recording = sequence.recording
    times = recording.frames.map(\.time)
    processing = joints == .processed ? sequence.options : nil
    diagnostics = []
    isOnFloor = false
    if sequence.world == nil {
      diagnostics.append(
        Diagnostic(
          "\(path): the vertical is unknown, and the file's y axis is taken for it",
          remedy: .correctUpAxis))
    }
    let placed = RigWorld(of: recording, up: sequence.world)
    let axes = (placed?.world ?? sequence.world)?.axes ?? .identity
    self.people = people.enumerated().compactMap { place, motion in
      var person = Person(
        motion, recording, joints: joints, turnedBy: axes.inverse)
      if !analyses.isEmpty { person.events = Event.of(analyses[place]) }
      return person.isPresent.contains(true) ? person : nil
    }
    guard !self.people.isEmpty else {
      throw FileError(.nobody, path: path, "no person is in any of its frames")
    }
    if let placed { move(into: placed, turnedBy: axes.inverse, path: path) } else { settle() }
  }

  /// A clip from its parts, which are in its frame.
  init(times: [Double], people: [Person], isOnFloor: Bool, diagnostics: [Diagnostic] = []) {
    (self.times, self.people, self.isOnFloor, self.diagnostics) = (
      times, people, isOnFloor, diagnostics
    )
  }

  /// The number of frames.
  public var frameCount: Int { times.count }
}

extension PoseClip.Event {
  /// Start, turn and end of the repetitions that count.
  fileprivate static func of(_ analysis: ExerciseAnalysis) -> [Self] {
    let title = analysis.title ?? "repetition"
    return analysis.repetitions.filter(\.isCounted).enumerated().flatMap { number, repetition in
      [("start", repetition.start), ("turn", repetition.turn), ("end", repetition.end)].map {
        Self(time: $0.1, label: "\(title) \(number + 1) \($0.0)")
      }
    }
  }
}

extension PoseClip {
  /// The largest difference from even times, as a share of the time between two frames; chosen.
  private static let unevenness = 0.05

  /// Frames a second of formats that have no times of their own, on average; 30 for a single frame. A
  /// number that is whole but for the rounding of times is whole: at the last frame, too, it makes no difference.
  var rate: Double {
    guard let first = times.first, let last = times.last, times.count > 1 else { return 30 }
    let rate = Double(times.count - 1) / (last - first)
    let whole = rate.rounded()
    let isWhole =
      abs(rate - whole) < 1e-4 * rate && abs(rate - whole) * (last - first) < Self.unevenness / 2
    return isWhole && rate > 0.5 ? whole : rate
  }

  /// Whether all frames are where their number and the rate put them.
  var isEven: Bool {
    guard let first = times.first else { return true }
    let rate = rate
    return times.enumerated().allSatisfy {
      abs(($1 - first) * rate - Double($0)) < Self.unevenness
    }
  }

  /// The clip with frames at even times, for formats that have none of their own: as it is where it is so
  /// already. Else between two frames, at most half a second apart, a joint is on the line between its
  /// places; a diagnostic states it.
  ///
  /// - Throws: `FileError` for times so uneven that there would be more than four times the frames.
  func even(path: String) throws(FileError) -> PoseClip {
    guard !isEven, let first = times.first, let last = times.last, let interval = times.medianStep
    else { return self }
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
    person.sources = []
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
        if !sources.isEmpty {
          person.sources.append(sources[y] == .inferred ? .inferred : sources[x])
        }
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

extension PoseClip {
  /// Moves the origin to its place: below the root of the first person, on the floor.
  ///
  /// The floor is the level of the lowest feet: in a twentieth of the frames the lowest point of
  /// both feet – heel, toe, the ankle less its height – is below it. A single wrong frame doesn't
  /// decide, and a jump doesn't matter as long as a person stands for a twentieth of the time. If a
  /// person lies or sits, no feet carry them, and the floor is then too high. It is an estimate
  /// from the joints, whatever a depth map would show.
  mutating func settle() {
    let floor = floorOfFeet
    let first = people.compactMap { person in
      person.isPresent.firstIndex(of: true).map { ($0, person) }
    }.min { $0.0 < $1.0 }
    guard let (frame, person) = first else { return }
    var origin = person.position(.root, frame)
    origin.y = floor
    for place in people.indices { people[place].move(by: -origin) }
    isOnFloor = true
  }

  /// The height at which the feet are at their lowest, but for a twentieth of the frames.
  private var floorOfFeet: Double {
    var lowest: [Double] = []
    for person in people {
      for frame in person.presentFrames { lowest.append(person.lowestPoint(frame)) }
    }
    lowest.sort()
    return lowest[lowest.count / 20]
  }

  /// The maximum distance of the feet from the world's zero for that to be the floor, in metres.
  private static let floorTolerance = 0.06

  /// Moves the people to where they are in the world of a rig of cameras, whose floor is at 0 where the feet
  /// are there.
  mutating func move(into world: RigWorld, turnedBy turn: Rotation, path: String) {
    let origin = turn * world.origin
    for place in people.indices { people[place].move(by: -origin) }
    let floor = floorOfFeet
    isOnFloor = abs(floor) <= Self.floorTolerance
    guard !isOnFloor else { return }
    let centimetres = Int((abs(floor) * 100).rounded())
    diagnostics.append(
      Diagnostic(
        "\(path): the feet are \(centimetres) cm \(floor > 0 ? "above" : "below") the zero of the cameras' world, which isn't the floor, then"
      ))
  }
}

extension PoseClip.Person {
  /// The height of the lowest of both feet.
  fileprivate func lowestPoint(_ frame: Int) -> Double {
    let ankles = [Joint.leftAnkle, .rightAnkle].map {
      position($0, frame).y - Anthropometry.ankleHeightRatio * stature
    }
    let feet = FootPoint.allCases.compactMap { foot($0, frame)?.y }
    return (ankles + feet).min() ?? 0
  }

  fileprivate mutating func move(by offset: Vector3) {
    for index in positions.indices where isPresent[index / Self.jointCount] {
      positions[index] += offset
    }
    for index in feet.indices { feet[index]? += offset }
  }
}

extension PoseClip {
  /// A person of a clip; the values of a frame without them mean nothing.
  struct Person: Sendable {
    /// The unique number.
    let id: Int
    /// Whether they are in a frame.
    var isPresent: [Bool]
    /// The joints in metres, in the order of `Joint.allCases`, frame after frame.
    var positions: [Vector3]
    /// One standard deviation of the joints in metres, in the same order; empty if unknown.
    var sigmas: [Double]
    /// The source of each joint, in the same order; empty where all were lifted.
    var sources: [JointSource] = []
    /// Heel and toe of both feet in the order of `FootPoint.allCases`, frame after frame; `nil` where
    /// not seen. Empty where they never are.
    var feet: [Vector3?]
    /// The named events, in the order of time.
    var events: [Event] = []
    /// The body height in metres.
    let stature: Double
    /// The confidence that the person is one, 0…1, a frame; 0 where a gap was filled.
    var confidences: [Double]
    /// Whether a gap was filled there.
    var isFilled: [Bool]

    static let jointCount = Joint.allCases.count
    static let footCount = FootPoint.allCases.count

    func position(_ joint: Joint, _ frame: Int) -> Vector3 {
      positions[frame * Self.jointCount + joint.rawValue]
    }

    /// All joints of a frame.
    func joints(_ frame: Int) -> PerJoint<Vector3> { PerJoint { position($0, frame) } }

    /// `nil` where unknown.
    func sigma(_ joint: Joint, _ frame: Int) -> Double? {
      sigmas.isEmpty ? nil : sigmas[frame * Self.jointCount + joint.rawValue]
    }

    func source(_ joint: Joint, _ frame: Int) -> JointSource {
      sources.isEmpty ? .lifted : sources[frame * Self.jointCount + joint.rawValue]
    }

    /// `nil` where it wasn't seen.
    func foot(_ point: FootPoint, _ frame: Int) -> Vector3? {
      guard !feet.isEmpty, let index = FootPoint.allCases.firstIndex(of: point) else { return nil }
      return feet[frame * Self.footCount + index]
    }

    /// The points of the feet that any frame has.
    var seenFootPoints: [FootPoint] {
      FootPoint.allCases.enumerated().compactMap { index, point in
        stride(from: index, to: feet.count, by: Self.footCount).contains { feet[$0] != nil }
          ? point : nil
      }
    }

    /// The frames in which they are.
    var presentFrames: [Int] { isPresent.indices.filter { isPresent[$0] } }
  }
}

extension PoseClip.Person {
  /// A person of a sequence, turned.
  init(
    _ motion: PersonMotion, _ recording: PoseRecording, joints: PoseClip.Joints,
    turnedBy turn: Rotation
  ) {
    let count = motion.times.count
    id = motion.id
    stature = motion.stature.metres
    isPresent = Array(repeating: false, count: count)
    isFilled = isPresent
    confidences = Array(repeating: 0, count: count)
    positions = []
    positions.reserveCapacity(count * Self.jointCount)
    sigmas = []
    sources = []
    feet = []
    var hasSigmas = true
    var hasFeet = false
    for frame in 0..<count {
      guard let body = Self.body(of: motion, at: frame, recording, joints) else {
        positions += repeatElement(.zero, count: Self.jointCount)
        sigmas += repeatElement(0, count: Self.jointCount)
        sources += repeatElement(.lifted, count: Self.jointCount)
        feet += repeatElement(nil, count: Self.footCount)
        continue
      }
      let state = motion.states[frame]
      isPresent[frame] = true
      isFilled[frame] = state?.isFilled ?? false
      confidences[frame] =
        state?.observation.map { recording.frames[frame].people[$0].confidence } ?? 0
      positions += Joint.allCases.map { turn * body.positions[$0] }
      sources += Joint.allCases.map { body.sources[$0] }
      if let deviations = body.sigmas, hasSigmas {
        sigmas += Joint.allCases.map { deviations[$0] }
      } else {
        hasSigmas = false
      }
      let points = [
        body.leftFoot?.heel, body.leftFoot?.toe, body.rightFoot?.heel, body.rightFoot?.toe,
      ]
      hasFeet = hasFeet || points.contains { $0 != nil }
      feet += points.map { $0.map { turn * $0 } }
    }
    if !hasSigmas { sigmas = [] }
    if !hasFeet { feet = [] }
    if sources.allSatisfy({ $0 == .lifted }) { sources = [] }
  }

  private static func body(
    of motion: PersonMotion, at frame: Int, _ recording: PoseRecording, _ joints: PoseClip.Joints
  ) -> BodyEstimate? {
    guard let state = motion.states[frame] else { return nil }
    switch joints {
    case .processed: return state.body
    case .measured:
      return state.observation.map { recording.frames[frame].people[$0].body }
    }
  }
}

/// A point of the feet. The raw value is its name in files.
enum FootPoint: String, CaseIterable {
  case leftHeel, leftToe, rightHeel, rightToe
}

/// The world in which several cameras are placed, as a clip has it: y up, and along the world's own axes.
struct RigWorld {
  /// Its axes in the recording's frame. What points up there is y here; of a world whose z is up, x is z here and y is x
  /// (as Pose2Sim turns it for OpenSim).
  let world: WorldAxes
  /// Its origin in the recording's frame.
  let origin: Vector3

  /// `nil` for a recording of one camera, and for an unknown vertical.
  ///
  /// - Parameter vertical: the sequence's.
  init?(of recording: PoseRecording, up vertical: WorldAxes?) {
    guard let worldFromFrame = recording.worldFromFrame, let up = vertical?.up,
      vertical?.source != .camera, vertical?.source != .posture
    else { return nil }
    let frameFromWorld = worldFromFrame.inverse
    let axes = frameFromWorld.rotation
    // The axis after the one that points up, in the order x, y, z, x.
    let heights = [axes.x, axes.y, axes.z].map { abs($0.dot(up)) }
    let vertical = heights.indices.max { heights[$0] < heights[$1] } ?? 1
    let front = [axes.y, axes.z, axes.x][vertical]
    guard let world = WorldAxes(up: up, front: front, source: .gravity) else { return nil }
    (self.world, origin) = (world, frameFromWorld.translation)
  }
}
