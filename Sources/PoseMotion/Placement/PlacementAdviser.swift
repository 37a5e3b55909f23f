public import PoseImaging
import Kinematics
package import PoseGeometry
import Pose3D
import PoseSystem

/// Predicts how certain the angles of an exercise are from a camera's place, and finds the place from which
/// they are most certain.
///
/// A person of mean proportions is put into the exercise's postures. For every place of the camera the
/// lifter solves the keypoints that it would get there; the angles' sigmas are those that the solver's
/// covariance and its measured error model give.
///
/// ```swift
/// let adviser = PlacementAdviser(exercise: .squat, camera: camera)
/// let advice = adviser.advice(at: CameraPlacement(azimuth: 0, distance: 3, height: 1.2))
/// ```
public struct PlacementAdviser: Sendable {
  /// The exercise.
  public let exercise: Exercise
  /// The camera, alike at every place.
  public let camera: Camera
  /// The person's stature in metres.
  public let stature: Double
  /// Whether the direction of gravity in the camera's frame is known when the exercise is measured.
  public let knowsGravity: Bool
  /// One standard deviation of the person's direction, in radians.
  public let facingSigma: Double

  private let bodies: [PerJoint<Vector3>]
  /// The points that have to be in the image: those of the detector in all postures, the tops of the heads
  /// and the hands.
  private let outline: [Vector3]
  private let definitions: [AngleDefinition]
  private let expected: ExpectedAngles

  /// One standard deviation of the direction in which people face, in radians; chosen: people don't stand
  /// exactly as told.
  public static let usualFacingSigma = 10 * Double.pi / 180

  /// An adviser.
  ///
  /// - Parameters:
  ///   - exercise: the exercise.
  ///   - camera: the camera at the size of its images, alike at every place.
  ///   - stature: the person's, in metres (default: the reference height, 1.8).
  ///   - knowsGravity: whether the direction of gravity is known when the exercise is measured.
  ///   - facingSigma: one standard deviation of the person's direction, in radians.
  public init(
    exercise: Exercise, camera: Camera, stature: Double = 1.8,
    knowsGravity: Bool = false, facingSigma: Double = Self.usualFacingSigma
  ) {
    self.exercise = exercise
    self.camera = camera
    self.stature = stature
    self.knowsGravity = knowsGravity
    self.facingSigma = facingSigma
    let bodies = exercise.bodies(stature: stature)
    self.bodies = bodies
    outline = bodies.flatMap { Self.outline(of: $0, stature: stature) }
    definitions = exercise.measuredAngles.flatMap { angle in
      ["left", "right"].map { .named($0 + angle) }
    }
    expected = ExpectedAngles(camera: camera, stature: stature, knowsGravity: knowsGravity)
  }

  /// The points of a body that have to be in the image: those of the detector, the top of the head and the
  /// hands.
  private static func outline(of body: PerJoint<Vector3>, stature: Double) -> [Vector3] {
    let up = Vector3(0, 1, 0)
    let points = ExpectedKeypoints(of: body, stature: stature, up: up).points.map(\.place)
    // A hand is six tenths of a forearm long.
    let left = body[.leftWrist] + (body[.leftWrist] - body[.leftElbow]) * 0.6
    let right = body[.rightWrist] + (body[.rightWrist] - body[.rightElbow]) * 0.6
    return points + [body[.topHead], left, right]
  }

  // MARK: Numbers that were chosen

  /// The margin of the image in which no part of the movement should be, as a share of its sides.
  private static let margin = 0.04
  /// The least stature in the image, as a share of its height: smaller people are mostly missed
  /// (docs/how-to/film-well.md).
  private static let minimumSize = 0.2
  /// The places that are tried: radians, and metres.
  private static let azimuths = stride(from: -165, through: 180, by: 15).map {
    Double($0) * .pi / 180
  }
  private static let distances = stride(from: 1.0, through: 6, by: 0.5).map { $0 }
  private static let heights = stride(from: 0.3, through: 2.4, by: 0.3).map { $0 }
  /// Of places that are about as good the nearest counts: those within this share of the best one's gain.
  private static let indifference = 0.1
  /// One standard deviation of a predicted sigma, as a share of it: what remains between predicted and
  /// measured errors in classes of exercises and views (docs/research/placement.md), that of angles of the
  /// shoulder apart.
  private static let predictionError = (usual: 0.15, ofShoulders: 0.35)
  /// The widest spread of a person's direction that is followed, in radians.
  private static let widestFacing = 20 * Double.pi / 180
  /// The least gain that is worth a move, in radians.
  private static let minimumGain = 1 * Double.pi / 180

  // MARK: One place

  /// What a camera at a place can measure of the exercise.
  public func estimate(at placement: CameraPlacement) -> PlacementEstimate {
    var estimate = PlacementEstimate(
      placement: placement, framing: .unseen, size: 0, angles: [])
    guard let cameraFromPerson = aimed(placement) else { return estimate }
    let middle = cameraFromPerson * Vector3(0, stature / 2, 0)
    if middle.z > 0 { estimate.size = stature / middle.z * camera.fy / Double(camera.height) }
    estimate.framing = framing(from: cameraFromPerson, size: estimate.size)
    guard estimate.framing == .fits, let angles = angles(seenFrom: [cameraFromPerson]) else {
      if estimate.framing == .fits { estimate.framing = .unseen }
      return estimate
    }
    estimate.angles = angles
    return estimate
  }

  /// Whether a camera that is turned as it is shows the whole movement.
  ///
  /// - Parameter cameraFromPerson: x to the person's left, y up, z to the front, from below the person's
  ///   middle.
  package func framing(from cameraFromPerson: RigidTransform) -> PlacementEstimate.Framing {
    let middle = cameraFromPerson * Vector3(0, stature / 2, 0)
    guard middle.z > 0 else { return .tooNear }
    return framing(
      from: cameraFromPerson, size: stature / middle.z * camera.fy / Double(camera.height))
  }

  private func framing(
    from cameraFromPerson: RigidTransform, size: Double
  ) -> PlacementEstimate.Framing {
    let (width, height) = (Double(camera.width), Double(camera.height))
    for point in outline {
      guard let pixel = camera.pixel(of: cameraFromPerson * point),
        pixel.x >= Self.margin * width, pixel.x <= (1 - Self.margin) * width,
        pixel.y >= Self.margin * height, pixel.y <= (1 - Self.margin) * height
      else { return .tooNear }
    }
    return size >= Self.minimumSize ? .fits : .tooFar
  }

  /// The camera turned so that the movement is in the middle of the image; `nil` for one above the person.
  private func aimed(_ placement: CameraPlacement) -> RigidTransform? {
    var target = Vector3(0, stature / 2, 0)
    // Repeated: where the middle is depends on how the camera is turned.
    for _ in 0..<3 {
      guard let camera = placement.cameraFromPerson(lookingAt: target) else { return nil }
      let rays = outline.compactMap { point -> SIMD2<Double>? in
        let seen = camera * point
        return seen.z > 0.1 ? SIMD2(seen.x, seen.y) / seen.z : nil
      }
      guard let first = rays.first else { return nil }
      let low = rays.reduce(first) { pointwiseMin($0, $1) }
      let high = rays.reduce(first) { pointwiseMax($0, $1) }
      let middle = (low + high) / 2
      let depth = (camera * target).z
      target = camera.inverse * (Vector3(middle.x, middle.y, 1) * depth)
    }
    return placement.cameraFromPerson(lookingAt: target)
  }

  /// The angles as they are expected of a person who faces the nominal direction within its sigma: squares are
  /// averaged over the three nodes of Gauss and Hermite's rule.
  private func angles(seenFrom cameras: [RigidTransform]) -> [PlacementEstimate.Angle]? {
    let spread = 3.0.squareRoot() * min(facingSigma, Self.widestFacing)
    var phases: [[(sigma: Double, isHidden: Bool)]] = []
    for body in bodies {
      var squares = [Double](repeating: 0, count: definitions.count)
      var isHidden = [Bool](repeating: false, count: definitions.count)
      for (turn, weight) in [(0, 2.0 / 3), (-spread, 1.0 / 6), (spread, 1.0 / 6)] {
        let rotation = Rotation.about(.y, by: turn)
        guard
          let angles = expected.angles(
            definitions, of: body.map { rotation * $0 }, seenFrom: cameras)
        else { return nil }
        for (index, angle) in angles.enumerated() {
          guard let sigma = angle.sigma, sigma.isFinite else { return nil }
          squares[index] += weight * sigma * sigma
          if turn == 0 { isHidden[index] = angle.isHidden }
        }
      }
      phases.append(zip(squares, isHidden).map { ($0.squareRoot(), $1) })
    }
    return exercise.measuredAngles.indices.map { index in
      let left = phases.map { $0[2 * index] }
      let right = phases.map { $0[2 * index + 1] }
      let both = zip(left, right).map { [$0.sigma, $1.sigma].rootMeanSquare }
      return PlacementEstimate.Angle(
        name: exercise.measuredAngles[index], sigma: both.rootMeanSquare,
        left: left.map(\.sigma).rootMeanSquare, right: right.map(\.sigma).rootMeanSquare,
        phases: both, isLeftHidden: 2 * left.count(where: \.isHidden) > left.count,
        isRightHidden: 2 * right.count(where: \.isHidden) > right.count)
    }
  }

  /// The followed angle's sigma by two cameras in radians: by both together, or by the better one alone where
  /// that is more certain; `nil` if one of them doesn't show the movement.
  public func sigma(of first: CameraPlacement, and second: CameraPlacement) -> Double? {
    let alone = [estimate(at: first), estimate(at: second)]
    guard let a = alone[0].sigma, let b = alone[1].sigma, let one = aimed(first),
      let other = aimed(second)
    else { return nil }
    let together = angles(seenFrom: [one, other])?.first?.sigma
    return min(a, b, together ?? .infinity)
  }

  // MARK: Advice

  /// What the camera can measure at its place, and which move helps most.
  ///
  /// - Parameters:
  ///   - present: the camera's place.
  ///   - progress: called with the share of the work that is done, 0…1.
  public func advice(
    at present: CameraPlacement, progress: (Double) -> Void = { _ in }
  ) -> PlacementAdvice {
    let now = estimate(at: present)
    var map = PlacementAdvice.Map(
      height: present.height, azimuths: Self.azimuths, distances: Self.distances, estimates: [])
    for (index, distance) in Self.distances.enumerated() {
      map.estimates.append(
        Self.azimuths.map { azimuth in
          estimate(
            at: CameraPlacement(azimuth: azimuth, distance: distance, height: present.height))
        })
      progress(0.6 * Double(index + 1) / Double(Self.distances.count))
    }
    let turns = stride(from: 15, to: 360, by: 15).map { Double($0) * .pi / 180 }
    let around = turns.map { turn in
      var place = present
      place.azimuth = (present.azimuth + turn).remainder(dividingBy: 2 * .pi)
      return place
    }
    let ring = around.map(estimate)
    progress(0.7)
    let heights = Self.heights.map { height in
      estimate(
        at: CameraPlacement(azimuth: present.azimuth, distance: present.distance, height: height))
    }
    let distances = Self.distances.map { distance in
      estimate(
        at: CameraPlacement(azimuth: present.azimuth, distance: distance, height: present.height))
    }
    let seconds = around.map { now.sigma == nil ? nil : sigma(of: present, and: $0) }
    progress(1)
    func candidates(_ estimates: [PlacementEstimate]) -> [Candidate] {
      estimates.compactMap { estimate in
        estimate.sigma.map { Candidate(estimate.placement, $0, from: present) }
      }
    }
    let groups: [(PlacementMove.Kind, [Candidate])] = [
      (.distance, candidates(distances)), (.around, candidates(ring)),
      (.height, candidates(heights)), (.place, candidates(map.estimates.flatMap { $0 })),
      (
        .secondCamera,
        zip(around, seconds).compactMap { place, sigma in
          sigma.map { Candidate(place, $0, from: present) }
        }
      ),
    ]
    let moves = groups.compactMap { kind, candidates in
      move(kind, among: candidates, from: now)
    }
    return PlacementAdvice(
      exercise: exercise, present: now, moves: sorted(moves), map: map, heights: heights,
      secondPlacements: around, secondSigmas: seconds)
  }

  /// A place that may be better.
  private struct Candidate {
    let placement: CameraPlacement
    let sigma: Double
    /// Metres from the present place.
    let way: Double

    init(_ placement: CameraPlacement, _ sigma: Double, from present: CameraPlacement) {
      (self.placement, self.sigma) = (placement, sigma)
      way = (placement.position - present.position).length
    }

    // Places to the left and to the right of a person seen from the front are alike but for rounding, which is another on
    // every kind of processor: they are compared by millimetres and hundredths of a degree, and the first one counts.
    var roundedWay: Double { (way * 1000).rounded() }
    var roundedSigma: Double { (sigma * 180 / .pi * 100).rounded() }
  }

  /// The nearest of the places that are about as good as the best; `nil` if none is better than the present.
  private func move(
    _ kind: PlacementMove.Kind, among candidates: [Candidate], from now: PlacementEstimate
  ) -> PlacementMove? {
    guard let least = candidates.map(\.sigma).min() else { return nil }
    guard let present = now.sigma else {
      // Nothing to compare with: the nearest place that shows the movement.
      guard let nearest = candidates.min(by: { $0.way < $1.way }) else { return nil }
      return PlacementMove(
        kind: kind, placement: nearest.placement, sigma: nearest.sigma, gain: nil,
        gainSigma: nil, isClear: kind != .secondCamera)
    }
    guard least < present else { return nil }
    let enough = least + Self.indifference * (present - least)
    guard
      let chosen = candidates.filter({ $0.sigma <= enough }).min(by: {
        ($0.roundedWay, $0.roundedSigma) < ($1.roundedWay, $1.roundedSigma)
      })
    else { return nil }
    let gain = present - chosen.sigma
    let sigma = gainSigma(of: chosen, kind, from: now.placement, present: present)
    return PlacementMove(
      kind: kind, placement: chosen.placement, sigma: chosen.sigma, gain: gain, gainSigma: sigma,
      isClear: gain >= Self.minimumGain && gain >= 2 * sigma)
  }

  /// One standard deviation of a gain: the errors of both predictions, and how the gain changes when the
  /// person faces another way.
  private func gainSigma(
    of chosen: Candidate, _ kind: PlacementMove.Kind, from place: CameraPlacement, present: Double
  ) -> Double {
    let share =
      exercise.measuredAngles[0].hasPrefix("Shoulder")
      ? Self.predictionError.ofShoulders : Self.predictionError.usual
    let predicted = share * hypot(present, chosen.sigma)
    let gains = [-facingSigma, facingSigma].compactMap { turn -> Double? in
      func turned(_ placement: CameraPlacement) -> CameraPlacement {
        var placement = placement
        placement.azimuth += turn
        return placement
      }
      guard let before = estimate(at: turned(place)).sigma else { return nil }
      let after =
        kind == .secondCamera
        ? sigma(of: turned(place), and: turned(chosen.placement))
        : estimate(at: turned(chosen.placement)).sigma
      return after.map { before - $0 }
    }
    let facing = gains.map { abs($0 - (present - chosen.sigma)) }.max() ?? 0
    return hypot(predicted, facing)
  }

  /// The most helpful first: what is clear before what isn't, then by the gain. Of moves that help about as
  /// much as the best the simplest is first, in the given order.
  private func sorted(_ moves: [PlacementMove]) -> [PlacementMove] {
    let most = moves.filter(\.isClear).compactMap(\.gain).max() ?? 0
    func rank(_ move: PlacementMove) -> Double {
      guard let gain = move.gain else { return 0 }
      return gain >= (1 - Self.indifference) * most ? -most : -gain
    }
    return moves.enumerated().sorted { a, b in
      let (one, other) = (a.element, b.element)
      if one.isClear != other.isClear { return one.isClear }
      return (rank(one), a.offset) < (rank(other), b.offset)
    }.map(\.element)
  }
}

extension [Double] {
  /// The root mean square; 0 of none.
  var rootMeanSquare: Double {
    isEmpty ? 0 : (reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot()
  }
}
