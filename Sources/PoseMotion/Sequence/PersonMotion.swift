public import Kinematics
public import Pose3D
internal import PoseGeometry

/// One person of a sequence: where they are in every frame.
public struct PersonMotion: Sendable {
  /// A person in one frame.
  public struct State: Sendable {
    /// The person in the recording's frame. Where a gap was filled the joints are `inferred` and the
    /// sigmas wider; the stature is that of the moment, not the sequence's.
    public var body: BodyEstimate
    /// The place of what was measured among the people of the recording's frame; `nil` where a gap
    /// was filled.
    public var observation: Int?
    /// The joints that a frame at an end of the gap doesn't show, where one was filled.
    var hidden: Set<Joint> = []

    /// Whether a gap was filled: nothing was measured.
    public var isFilled: Bool { observation == nil }

    /// Whether a foot is seen, or was between two frames that show it. The other may be hidden behind it, where a
    /// network has the picture of the body to go by.
    var showsFeet: Bool {
      body.leftFoot != nil || body.rightFoot != nil || body.sources[.leftAnkle] != .inferred
        || body.sources[.rightAnkle] != .inferred
    }

    /// A person as they were measured.
    public init(_ body: BodyEstimate, observation: Int) {
      (self.body, self.observation) = (body, observation)
    }
  }

  /// A number that is unique in the sequence.
  public let id: Int
  /// The times of the recording's frames in seconds.
  public let times: [Double]
  /// The person in each of the recording's frames; `nil` where they were not seen and no gap was
  /// filled.
  public internal(set) var states: [State?]
  /// The vertical; `nil` when unknown.
  public internal(set) var world: WorldAxes?
  /// The bones' lengths in metres by their lower joint, the same in every frame; `nil` when they
  /// are not held.
  public internal(set) var boneLengths: PerJoint<Double>?
  /// One standard deviation of each of `boneLengths` in metres, by their lower joint: what the stature has wrong
  /// is not in it; `nil` when they are not held.
  public internal(set) var boneSigmas: PerJoint<Double>?
  /// The times at which points of the feet rest on the ground, in the order of their starts.
  public internal(set) var contacts: [Contact] = []
  /// The use of the contacts.
  public internal(set) var grounding = GroundingUse.notTried
  /// Whether the depths of joints were corrected by the motion in some frames.
  package internal(set) var isLiftedOverTime = false
  /// The body height, one for the sequence.
  public internal(set) var stature = Stature(metres: Anthropometry.referenceHeight)

  /// Whether most of the frames in which the person is known show neither foot.
  var hidesFeet: Bool {
    let known = states.compactMap { $0 }
    return 2 * known.count(where: \.showsFeet) < known.count
  }

  /// For each frame the rotation into the camera's frame at that moment, from which the person was seen; `nil` where the
  /// camera doesn't turn.
  var turns: [Rotation]?
  /// One standard deviation of the camera's focal length as a share of it: of its turns, and of distances from it that no
  /// depth map shows.
  var focalLengthSigma = 0.0

  /// Angles that were measured already, by name: for callers that ask for the same curves again and
  /// again while frames come.
  var measuredAngles: [String: [JointAngle]] = [:]

  /// A person from their states, one for every time.
  public init(id: Int, times: [Double], states: [State?], world: WorldAxes?) {
    precondition(times.count == states.count, "\(states.count) states at \(times.count) times")
    self.id = id
    self.times = times
    self.states = states
    self.world = world
  }

  /// The positions of the first and last frame with the person; `nil` when there is none.
  public var extent: ClosedRange<Int>? {
    guard let first = states.firstIndex(where: { $0 != nil }),
      let last = states.lastIndex(where: { $0 != nil })
    else { return nil }
    return first...last
  }

  /// Whether a depth map shows in most of some frames how far away the person is.
  func hasDepth(in frames: Range<Int>) -> Bool {
    let measured = frames.count { frame in
      let sources = states[frame]?.body.sources
      return sources?[.leftHip] == .depth || sources?[.rightHip] == .depth
    }
    return 2 * measured > frames.count
  }

  /// All that angles are measured from in a frame; `nil` where the person is not known.
  public func skeleton(at frame: Int) -> Skeleton? {
    states[frame].map { state in
      var skeleton = state.body.skeleton(world: world)
      // Between frames that show a joint it is known, though no camera saw it.
      if state.isFilled { skeleton.inferred = state.hidden }
      if let turns {
        skeleton.headingSigma = focalLengthSigma * turns[frame].rotationVector.length
      }
      return skeleton
    }
  }

  /// An angle of the catalogue over the whole sequence, unwrapped.
  public func curve(of definition: AngleDefinition) -> AngleCurve { curves(of: [definition])[0] }

  /// Angles over the whole sequence, unwrapped, in the order of their definitions.
  ///
  /// All angles of a frame are measured at once, which is quicker than one curve after the other.
  public func curves(of definitions: [AngleDefinition]) -> [AngleCurve] {
    var values = definitions.map { _ in [Double?](repeating: nil, count: times.count) }
    var sigmas = values
    for (number, definition) in definitions.enumerated() {
      guard let measured = measuredAngles[definition.name] else { continue }
      (values[number], sigmas[number]) = (measured.map(\.value), measured.map(\.sigma))
    }
    let missing = definitions.indices.filter { measuredAngles[definitions[$0].name] == nil }
    for frame in missing.isEmpty ? [] : Array(times.indices) {
      guard let skeleton = skeleton(at: frame) else { continue }
      let angles = skeleton.angles(missing.map { definitions[$0] })
      for (number, angle) in zip(missing, angles) {
        values[number][frame] = angle.value
        sigmas[number][frame] = angle.sigma
      }
    }
    let isFilled = states.map { $0?.isFilled ?? false }
    return definitions.indices.map { number in
      AngleCurve(
        definition: definitions[number], times: times, measured: values[number],
        sigmas: sigmas[number], isFilled: isFilled)
    }
  }
}
