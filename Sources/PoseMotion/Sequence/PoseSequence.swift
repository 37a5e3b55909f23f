public import Kinematics
public import Pose3D
internal import PoseGeometry
package import PoseImaging

/// The people of a recording, each with one identity from beginning to end, repaired, with short
/// gaps filled, the bones of one length throughout, and smoothed.
///
/// The order of operations: identities; frames, then joints, that jump away and back; left and right
/// swapped, front and back flipped; joints seen for a moment; gaps; depths by the motion; smoothing of positions; planted
/// feet; bones held at their lengths. Angles are measured on the result, unwrapped, and derived (`PersonMotion.curve(of:)`). What was
/// measured stays as it was in `recording`.
public struct PoseSequence: Sendable {
  /// Options for processing a recording.
  public struct Options: Sendable, Equatable {
    /// The smoothing of positions.
    public var smoothing = Smoothing.butterworth(cutoff: 6)
    /// The longest gap that is filled, in seconds; 0 fills none.
    public var longestGap = 0.5
    /// Whether swapped sides and turned depths are repaired, joints that jump left out, and joints that are seen or hidden
    /// for a moment are as they are most of the time around it.
    public var repairs = true
    /// Whether every bone has one length throughout, but for those of the shoulder girdle, which change with the
    /// arms.
    public var holdsBones = true
    /// Whether planted feet stand still, and the body follows, where cameras saw the person.
    public var groundsFeet = true
    /// Whether the depths of joints that one camera saw without a depth map are corrected by what the person does
    /// before and after.
    public var liftsOverTime = true

    /// The defaults.
    public init() {}

    /// Nothing is done: moments as they were measured.
    package static let asMeasured: Options = {
      var options = Options()
      (options.smoothing, options.longestGap) = (.none, 0)
      (options.repairs, options.liftsOverTime) = (false, false)
      (options.holdsBones, options.groundsFeet) = (false, false)
      return options
    }()
  }

  /// The smoothing of positions.
  public enum Smoothing: Sendable, Equatable {
    /// Not at all.
    case none
    /// Butterworth's low-pass of order 2, run forwards and backwards: no lag, order 4. The cut-off
    /// in hertz is where the result is down 3 dB: each pass has a higher one (`ButterworthFilter`).
    case butterworth(cutoff: Double)
    /// The One-Euro filter, which is causal: what a live view shows.
    case oneEuro

    /// The cut-offs in hertz that are taken from users.
    package static let cutoffs = 0.1...1000.0

    /// The smoothing as users write it: `none` or `0`, `one-euro`, or the cut-off in hertz; `nil` for
    /// anything else.
    package init?(_ text: String) {
      switch text.lowercased() {
      case "none", "0": self = .none
      case "one-euro", "oneeuro": self = .oneEuro
      default:
        guard let cutoff = Double(text), Self.cutoffs.contains(cutoff) else { return nil }
        self = .butterworth(cutoff: cutoff)
      }
    }
  }

  /// The measurements.
  public let recording: PoseRecording
  /// The options of its processing.
  public let options: Options
  /// The vertical: as in `recording`; where a camera would have to be taken for level, as estimated
  /// from people who stand, if any do, the video has no cuts and the camera doesn't move. `nil` when unknown.
  public let world: WorldAxes?
  /// The height in metres of the first camera over the floor on which feet rest; `nil` where the vertical is not known
  /// or no foot rests, where the joints are in no camera's frame, and where the video has cuts.
  public let cameraHeight: MotionMeasures.Value?
  /// The people, those seen longest first.
  public private(set) var people: [PersonMotion]
  /// The repairs, in the order of the frames.
  public private(set) var repairs: [Repair]
  /// The numbers of those who were left out as probably no people: the program's own detector was unsure of them, and
  /// their joints jump about or they were there for a moment only.
  public private(set) var leftOut: [Int] = []

  /// The sequence of a recording.
  public init(_ recording: PoseRecording, options: Options = Options()) {
    self.recording = recording
    self.options = options
    let isInCameraFrame = recording.isInCameraFrame
    let times = recording.frames.map(\.time)
    let turns = recording.turns
    var measured: [(motion: PersonMotion, stature: Stature?)] = []
    var repairs: [Repair] = []
    let mayLeaveOut =
      options.repairs && isInCameraFrame && recording.hasOwnConfidences
      && recording.views.isEmpty && !recording.isProcessed
    for (id, detections) in Identities(recording).people {
      let observations = detections.map { recording.frames[$0.frame].people[$0.observation] }
      let presence = Presence(
        of: zip(detections, observations).map { (times[$0.frame], $1) })
      if mayLeaveOut, presence?.isRefuted(in: times.count) ?? false {
        leftOut.append(id)
        continue
      }
      let stature = Stature(ofSequence: observations.map(\.body.stature))
      var person = PersonMotion(
        id: id, detections: detections, times: times, recording, stature: stature)
      person.turns = turns
      // Several cameras measure distances in another way.
      if recording.views.isEmpty { person.focalLengthSigma = recording.focalLengthSigma ?? 0 }
      repairs += detections.flatMap { detection in
        SideLabeling(swapping: recording.frames[detection.frame].people[detection.observation].body)
          .repairs.map { kind, joints in
            Repair(
              frame: detection.frame, time: times[detection.frame], person: id, kind: kind,
              joints: joints)
          }
      }
      if options.repairs {
        // Depth is along the camera's axis.
        person = person.turned()
        let stray = StrayFrames(isInCameraFrame: isInCameraFrame)
        let strays = stray.setAside(from: &person)
        repairs += OutlierRepair(isInCameraFrame: isInCameraFrame).repair(&person)
        // Several cameras have told the sides apart, and there is no depth to turn over.
        if recording.views.isEmpty {
          repairs += SideRepair(isInCameraFrame: isInCameraFrame).repair(&person)
        }
        repairs += stray.restore(strays, to: &person)
        person = person.turned(back: true)
        SteadyVisibility.apply(to: &person)
      }
      GapFilling(longestGap: options.longestGap).fill(&person)
      measured.append((person, stature))
    }
    func moved(_ motion: PersonMotion, _ place: Int) -> PersonMotion {
      Self.moved(motion, as: measured[place].motion, measured[place].stature, recording, options)
    }
    let lifts =
      options.liftsOverTime && isInCameraFrame && recording.views.isEmpty && !recording.isProcessed
    // Every shot of a video that was cut may have been taken from elsewhere, and a camera that moves may tilt.
    let findsVertical =
      recording.world?.source == .camera && isInCameraFrame
      && !recording.frames.contains(where: \.startsShot) && !recording.isCameraMoving
    // The vertical counts for what a motion tells of depths: it is found first, without that.
    let single =
      findsVertical || !lifts ? measured.indices.map { moved(measured[$0].motion, $0) } : []
    let world =
      findsVertical ? StandingVertical(of: single)?.world ?? recording.world : recording.world
    let lifting = lifts ? world.map(TemporalLifting.init(world:)) : nil
    var people = measured.indices.map { place in
      if let lifted = lifting?.applied(to: measured[place].motion) { return moved(lifted, place) }
      return single.isEmpty ? moved(measured[place].motion, place) : single[place]
    }
    for index in people.indices { people[index].world = world }
    self.world = world
    cameraHeight =
      isInCameraFrame && !recording.frames.contains(where: \.startsShot)
      ? CameraHeight.value(
        of: people, world: world, focalLengthSigma: recording.focalLengthSigma ?? 0) : nil
    self.people = people
    self.repairs = repairs.inOrder
  }

  /// A person's motion from their repaired joints: smoothed, with feet that stand still and bones of one length.
  ///
  /// - Parameters:
  ///   - person: the person.
  ///   - single: the same as single images show them, which bones are as long as.
  ///   - stature: the body height.
  private static func moved(
    _ person: PersonMotion, as single: PersonMotion, _ stature: Stature?,
    _ recording: PoseRecording, _ options: Options
  ) -> PersonMotion {
    let isInCameraFrame = recording.isInCameraFrame
    let bones = BoneLengths(of: single.states)
    let grounding = Grounding(
      of: person, bones, isOfOneCamera: isInCameraFrame && recording.views.isEmpty,
      isSolved: options.groundsFeet && !recording.isProcessed
        && (isInCameraFrame || !recording.views.isEmpty),
      isCameraMoving: recording.isCameraMoving)
    var result = grounding.applied(to: person.smoothed(options.smoothing))
    if options.holdsBones { result = result.boneHeld(as: single, grounding) }
    result.takeStature(stature, bones: bones)
    return result
  }

  /// Whether the camera moves, or seems to: most of what is seen of people is of such whose feet can't stand still where they
  /// seem to, though they walk on no treadmill.
  var seemsToBeMoved: Bool {
    if recording.isCameraMoving { return true }
    var frames = (moved: 0, still: 0)
    for person in people {
      let count = person.states.count { $0 != nil }
      switch person.grounding {
      case .contradicted where !WalkingStretches.areMostlyOnTreadmill(person):
        frames.moved += count
      case .used: frames.still += count
      default: break
      }
    }
    return frames.moved > frames.still
  }

  /// The sequence with one of its people alone; `nil` if the number is unknown.
  public func only(_ id: Int) -> PoseSequence? {
    var one = self
    one.people = people.filter { $0.id == id }
    one.repairs = repairs.filter { $0.person == id }
    return one.people.isEmpty ? nil : one
  }
}

extension PersonMotion {
  /// A person as they were measured.
  fileprivate init(
    id: Int, detections: [Track.Detection], times: [Double], _ recording: PoseRecording,
    stature: Stature?
  ) {
    var states: [State?] = Array(repeating: nil, count: recording.frames.count)
    for detection in detections {
      var person = recording.frames[detection.frame].people[detection.observation]
      if let stature { person.body = stature.applied(to: person.body) }
      person.body.swappedLimbs = []
      states[detection.frame] = State(person.body, observation: detection.observation)
    }
    self.init(id: id, times: times, states: states, world: recording.world)
  }

  /// A height that was measured is that of the bones, where these are held.
  fileprivate mutating func takeStature(_ stature: Stature?, bones: BoneLengths?) {
    guard var stature else { return }
    let isOfBones =
      boneLengths != nil && stature.estimation != .reference && stature.estimation != .user
    if isOfBones, let bones { stature.metres = bones.stature }
    self.stature = stature
  }
}

extension [Repair] {
  /// By frame; in a frame by person, and of one person in the order in which they were made.
  fileprivate var inOrder: [Repair] {
    enumerated().sorted {
      let (a, b) = ($0.element, $1.element)
      return (a.frame, a.person, $0.offset) < (b.frame, b.person, $1.offset)
    }.map(\.element)
  }
}

extension PoseSequence {
  /// The people as they are in a frame of the recording, in the order of `people`: those who are
  /// known there. Empty when the joints are not in a camera's frame.
  public func poses(at frame: Int) -> [BodyPose] { people.compactMap { pose(of: $0, at: frame) } }

  /// One of the sequence's people in a frame of the recording, with the sequence's stature. `nil`
  /// if they are not known there, if hips or trunk have no extent, if the joints are not in a
  /// camera's frame, or if joints and stature have no uncertainty. In a filled gap its confidence
  /// is 0: the person was not detected.
  public func pose(of person: PersonMotion, at frame: Int) -> BodyPose? {
    recording.camera.flatMap { pose(of: person, at: frame, by: $0, world: world) }
  }

  /// The people as they are drawn on a frame's image: as `poses(at:)`, but in the frame that the camera has at that
  /// moment, where it turns, or was knocked as the first of several.
  ///
  /// - Parameter camera: the camera of the image; a document's recording names it beside the joints.
  package func posesToDraw(at frame: Int, by camera: Camera) -> [BodyPose] {
    people.compactMap { poseToDraw(of: $0, at: frame, by: camera) }
  }

  /// One of the people as `posesToDraw` has them; by the recording's camera if none is given.
  package func poseToDraw(
    of person: PersonMotion, at frame: Int, by camera: Camera? = nil
  ) -> BodyPose? {
    guard let camera = camera ?? recording.camera else { return nil }
    let motion = recording.cameraFromFrame(at: recording.frames[frame].time)
    guard motion != recording.views.first?.cameraFromFrame ?? .identity else {
      return pose(of: person, at: frame, by: camera, world: world)
    }
    let gravity = recording.gravity.map { motion.rotation * $0 }
    return pose(of: person, at: frame, by: camera, world: nil).flatMap { pose in
      BodyPose(
        pose.body.moved(by: motion), id: pose.id, confidence: pose.confidence, camera: camera,
        gravity: gravity, world: WorldAxes(cameraGravity: gravity))
    }
  }

  private func pose(
    of person: PersonMotion, at frame: Int, by camera: Camera, world: WorldAxes?
  ) -> BodyPose? {
    guard let state = person.states[frame] else { return nil }
    var body = state.body
    body.stature = person.stature
    let confidence = state.observation.map { recording.frames[frame].people[$0].confidence }
    return BodyPose(
      body, id: person.id, confidence: confidence ?? 0, camera: camera, gravity: recording.gravity,
      world: world)
  }
}
