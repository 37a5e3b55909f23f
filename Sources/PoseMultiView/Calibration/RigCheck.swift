public import PoseMotion
public import PoseGeometry
public import PoseImaging
internal import Kinematics
internal import PoseSystem

/// A check for cameras of a rig that have moved since it was calibrated, by the people whom they
/// show.
public struct RigCheck: Sendable, Equatable {
  /// The present state of a camera.
  public struct Member: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// The present pose: into its frame from the world.
    public var cameraFromWorld: RigidTransform
    /// The rotation since calibration, in radians, and one standard deviation; `nil` where the
    /// others alone hold the rig.
    public var turn: (angle: Double, sigma: Double)?
    /// The shift since calibration, in metres, and one standard deviation.
    public var shift: (distance: Double, sigma: Double)?
    /// Whether it has moved: by more than three standard deviations.
    public var hasMoved: Bool
    /// The reprojection error of its keypoints, the median in pixels, with the rig as it was; `nil` where it
    /// couldn't be compared.
    public var reprojection: Double?

    /// Whether all parts are equal.
    public static func == (a: Self, b: Self) -> Bool {
      a.name == b.name && a.cameraFromWorld == b.cameraFromWorld && a.hasMoved == b.hasMoved
        && a.turn?.angle == b.turn?.angle && a.turn?.sigma == b.turn?.sigma
        && a.shift?.distance == b.shift?.distance && a.shift?.sigma == b.shift?.sigma
        && a.reprojection == b.reprojection
    }
  }

  /// The cameras in the order of the recordings, as they were at the beginning.
  public var members: [Member]
  /// What they did during the recording.
  public var movement: RigMovement
  /// Why the cameras couldn't be compared with their calibration; `nil` where they were. Knocks are known without
  /// that, from the background of the images.
  public var problem: CalibrationError?
  /// Why the clocks of recordings are doubted, in the same order, `nil` for those that aren't; empty where none is known.
  public var clockDoubts: [ClockEstimate.Doubt?] = []

  /// The rig as it is now, at the end of the recording.
  public func rig(_ before: CameraRig) -> CameraRig {
    var rig = before
    for (view, member) in members.enumerated() {
      if let place = rig.cameras.firstIndex(where: { $0.name == member.name }) {
        rig.cameras[place].cameraFromWorld = movement.knocks.filter { $0.view == view }.reduce(
          member.cameraFromWorld
        ) { $1.pose(after: $0) }
      }
    }
    return rig
  }

  /// A tripod that was knocked turns, and shifts by so many metres.
  private static let placeSigma = 0.05
  /// The sandwich estimator's sigmas times this are those of rendered rigs (docs/research/calibration.md). What is known beforehand
  /// counts as much more.
  fileprivate static let inflation = 4.0
  /// The minimum turn in radians or shift in metres of a moved camera, beyond three sigmas.
  fileprivate static let least = (turn: 0.005, shift: 0.02)
  /// The most times at which a person is compared; chosen.
  private static let moments = 60
  /// The part before the first knock counts alone if it is at least so long, in seconds; chosen.
  private static let shortest = 3.0

  /// Looks for cameras that have moved.
  ///
  /// - Parameters:
  ///   - given: two or more recordings; of several people one who is certain in every view counts.
  ///   - cameraFromWorld: where the cameras were, in their order.
  ///   - sigmas: the sigmas of where the cameras were, which are in those of what they did since; none where unknown.
  ///   - clocks: how the clocks run.
  /// - Throws: `CalibrationError` when a camera shows nothing in common with the others and none was knocked.
  public init(
    _ given: [KeypointRecording], cameraFromWorld: [RigidTransform],
    sigmas: [CameraRig.Sigma?] = [], clocks: [ViewClock]
  ) throws(CalibrationError) {
    precondition(
      given.count > 1 && given.count == cameraFromWorld.count && given.count == clocks.count,
      "two recordings with their places and clocks")
    let movement = RigMovement(
      given.indices.map {
        ViewFusion.View(
          keypoints: given[$0], cameraFromWorld: cameraFromWorld[$0], clock: clocks[$0])
      })
    self.movement = movement
    do throws(CalibrationError) {
      members = try Self.compared(
        Self.beforeKnocks(given, clocks, movement), cameraFromWorld: cameraFromWorld,
        before: PoseSigma.all(sigmas, count: given.count), clocks: clocks)
    } catch {
      guard !movement.knocks.isEmpty else { throw error }
      problem = error
      members = given.indices.map {
        Member(
          name: given[$0].name, cameraFromWorld: cameraFromWorld[$0], turn: nil, shift: nil,
          hasMoved: false, reprojection: nil)
      }
    }
  }

  /// The cameras compared with where they were: lets go of the one whose freedom explains most, again and again.
  private static func compared(
    _ recordings: [KeypointRecording], cameraFromWorld: [RigidTransform],
    before sigmas: [PoseSigma], clocks: [ViewClock]
  ) throws(CalibrationError) -> [Member] {
    let person = try CommonPerson(recordings, clocks: clocks, cameraFromWorld: cameraFromWorld)
    let common = SynchronizedFrames(
      recordings, of: person, clocks: clocks, atMost: Self.moments)
    for (view, recording) in recordings.enumerated() {
      guard common.moments.contains(where: { $0.poses[view] != nil }) else {
        throw .nothingInCommon(camera: recording.name)
      }
    }
    let all = Set(recordings.indices)
    var bundle = BodyBundle(
      common, cameras: recordings.map(\.camera), poses: cameraFromWorld, held: all)
    bundle.swapSides()
    guard bundle.solve() != nil else { throw .notConverged }
    bundle.settleSigmas()
    let before = recordings.indices.map { bundle.reprojection(of: $0).median ?? 0 }
    guard var cost = bundle.solve()?.cost else { throw .notConverged }
    var members = recordings.indices.map { view in
      Member(
        name: recordings[view].name, cameraFromWorld: cameraFromWorld[view], turn: nil, shift: nil,
        hasMoved: false, reprojection: before[view])
    }
    var held = Array(all).sorted()
    // Two cameras that stay hold the world and its scale; of two cameras the second is let go.
    while held.count > (recordings.count == 2 ? 1 : 2) {
      var best: (view: Int, bundle: BodyBundle, solution: BundleProblem.Solution)?
      for view in recordings.count == 2 ? [1] : held {
        var free = bundle
        free.release(view, placeSigma: Self.placeSigma / Self.inflation)
        guard let solution = free.solve() else { continue }
        if members[view].turn == nil || held.count == recordings.count {
          members[view].note(free, solution, view, cameraFromWorld[view], sigmas[view])
        }
        if solution.cost < best?.solution.cost ?? .infinity { best = (view, free, solution) }
      }
      guard let best, best.solution.cost < cost else { break }
      var member = members[best.view]
      member.note(
        best.bundle, best.solution, best.view, cameraFromWorld[best.view], sigmas[best.view])
      guard member.isBeyondDoubt else { break }
      member.hasMoved = true
      members[best.view] = member
      (bundle, cost) = (best.bundle, best.solution.cost)
      held.removeAll { $0 == best.view }
      // What the others seemed to have moved by was this one's doing.
      for view in held { (members[view].turn, members[view].shift) = (nil, nil) }
    }
    for view in members.indices where members[view].hasMoved {
      members[view].cameraFromWorld = bundle.problem.cameras[view].pose
    }
    return members
  }

  /// The recordings up to the first knock; whole where there is none, or hardly anything before it.
  private static func beforeKnocks(
    _ recordings: [KeypointRecording], _ clocks: [ViewClock], _ movement: RigMovement
  ) -> [KeypointRecording] {
    guard let first = movement.knocks.first, let start = recordings[0].frames.first?.time else {
      return recordings
    }
    let end = first.time - 3 * first.timeSigma
    guard end - start > shortest else { return recordings }
    return zip(recordings, clocks).map { recording, clock in
      var part = recording
      part.frames.removeAll { $0.time > clock.local(end) }
      return part
    }
  }
}

/// One standard deviation of a calibrated camera's pose relative to the others.
private struct PoseSigma {
  /// Of its rotation, in radians.
  var turn = 0.0
  /// Of its place, in metres.
  var place = 0.0

  /// Those of all cameras; of one that sets the world, the others' median. 0 where none is known.
  static func all(_ sigmas: [CameraRig.Sigma?], count: Int) -> [PoseSigma] {
    let turns = sigmas.map { $0?.rotation?.length }
    let places = sigmas.map { $0?.position?.length }
    let usual = PoseSigma(
      turn: turns.compactMap { $0 }.median ?? 0, place: places.compactMap { $0 }.median ?? 0)
    return (0..<count).map { view in
      guard view < sigmas.count else { return usual }
      return PoseSigma(turn: turns[view] ?? usual.turn, place: places[view] ?? usual.place)
    }
  }
}

extension RigCheck.Member {
  /// Takes down where a camera is that was let go.
  fileprivate mutating func note(
    _ bundle: BodyBundle, _ solution: BundleProblem.Solution, _ view: Int, _ before: RigidTransform,
    _ sigma: PoseSigma
  ) {
    let now = bundle.problem.cameras[view].pose
    guard let covariance = solution.covariances[view] else { return }
    let sigmas = RigCalibrator.sigmas(covariance)
    let turned = (now.rotation * before.rotation.inverse).rotationVector.length
    let shifted = (now.inverse.translation - before.inverse.translation).length
    turn = (turned, hypot(sigmas.angle * RigCheck.inflation, sigma.turn))
    shift = (shifted, hypot(sigmas.position * RigCheck.inflation, sigma.place))
  }

  /// Whether it has moved by more than three standard deviations, and by more than counts.
  fileprivate var isBeyondDoubt: Bool {
    guard let turn, let shift else { return false }
    return (turn.angle > 3 * turn.sigma && turn.angle > RigCheck.least.turn)
      || (shift.distance > 3 * shift.sigma && shift.distance > RigCheck.least.shift)
  }
}
