internal import PoseGeometry
internal import Kinematics
internal import PoseMotion
internal import Pose3D

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
    feet = []
    var hasSigmas = true
    var hasFeet = false
    for frame in 0..<count {
      guard let body = Self.body(of: motion, at: frame, recording, joints) else {
        positions += repeatElement(.zero, count: Self.jointCount)
        sigmas += repeatElement(0, count: Self.jointCount)
        feet += repeatElement(nil, count: Self.footCount)
        continue
      }
      let state = motion.states[frame]
      isPresent[frame] = true
      isFilled[frame] = state?.isFilled ?? false
      confidences[frame] =
        state?.observation.map { recording.frames[frame].people[$0].confidence } ?? 0
      positions += Joint.allCases.map { turn * body.positions[$0] }
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
