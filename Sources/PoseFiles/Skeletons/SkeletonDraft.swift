internal import PoseDocuments
internal import PoseGeometry
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// The result of a layout's reader: points in the file's unit, before they are skeletons.
struct SkeletonDraft {
  var layout: SkeletonLayout
  /// The unit that the file states, or that its layout prescribes.
  var unit: LengthUnit?
  /// The vertical as the file or its layout has it.
  var world: WorldAxes?
  /// The direction of heading 0 in the layout; `nil` when the layout has none.
  var front: Vector3?
  var frames: [Frame]
  var notes: [Diagnostic] = []
  /// The cameras from which the skeletons were made, where there were several.
  var views: [RecordedView] = []
  /// The world in which they are placed from the skeletons' frame.
  var worldFromFrame: RigidTransform?
  /// Whether the camera of the joints' frame moves.
  var isCameraMoving = false
  /// One standard deviation of that camera's focal length as a share of it; `nil` where the file names no camera.
  var focalLengthSigma: Double?
  /// Whether the joints were repaired, or corrected by what the person does, and what was measured isn't there.
  var isProcessed = false
  /// The advice about missing joints, as the end of a sentence.
  var advice = ""

  struct Frame {
    var index: Int
    var time: Double?
    var people: [Person]
    var startsShot = false
    var turn: Vector3?
  }

  /// A person's points under the names of `Keypoint`.
  struct Person {
    /// The person's position in the file.
    var place: String
    var id: Int?
    var points: [Keypoint: Vector3] = [:]
    /// The points that were not seen.
    var inferred: Set<Keypoint> = []
    /// The reason that a point in the file has no position, as a sentence.
    var gaps: [Keypoint: String] = [:]
    /// The points that the file doesn't have, each as the weighted mean of others.
    var means: [Keypoint: [(Keypoint, Double)]] = [:]
    /// Whether all points are at one place.
    var isCollapsed = false
    /// The values of our own files alone; `body` and `measured` in the file's unit.
    var confidence: Double?
    var isFilled = false
    var body: BodyEstimate?
    var measured: BodyEstimate?
  }
}

extension SkeletonDraft.Person {
  /// A person from a file of this program, with all joints.
  init(
    place: String, id: Int?, confidence: Double?, isFilled: Bool, body: BodyEstimate,
    measured: BodyEstimate?
  ) {
    self.init(place: place, id: id)
    for joint in Joint.allCases { points[Keypoint(joint)] = body.positions[joint] }
    self.confidence = confidence
    self.isFilled = isFilled
    self.body = body
    self.measured = measured
  }
}

// MARK: - From points to joints

extension SkeletonDraft.Person {
  /// The joints that must be measured: the others follow from these.
  private static let limbs: [Joint] = [
    .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .leftShoulder, .leftElbow,
    .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
  ]

  /// The joints without which there is no skeleton and that nothing in the file can stand for.
  var missing: [Joint] {
    var missing = Self.limbs.filter { points[Keypoint($0)] == nil }
    let hasEars = points[.leftEar] != nil && points[.rightEar] != nil
    if !hasEars && [.centerHead, .topHead, .nose].allSatisfy({ points[$0] == nil }) {
      missing.append(.centerHead)
    }
    return missing
  }

  /// The person, without points when all of them are at one place: programs write zeros for
  /// measurements that they don't have.
  var withoutCoincidentPoints: Self {
    guard points.count > 1, let place = points.first?.value,
      points.values.allSatisfy({ $0 == place })
    else { return self }
    var person = self
    person.points = [:]
    person.isCollapsed = true
    return person
  }

  /// The person with all 17 joints, in the file's unit. Nothing may be `missing`.
  func completed() -> Self {
    var person = self
    person.fill(.root, between: .leftHip, .rightHip)
    person.fill(.centerShoulder, between: .leftShoulder, .rightShoulder)
    person.fill(.spine, between: .root, .centerShoulder, isMeasured: false)
    person.fill(.centerHead, between: .leftEar, .rightEar)
    let neck = Self.ratio(.centerHead)
    let head = Self.ratio(.topHead)
    person.fill(
      .centerHead, between: .centerShoulder, .topHead, at: neck / (neck + head), isMeasured: false)
    person.fill(.centerHead, between: .nose, .nose, isMeasured: false)
    person.fill(
      .topHead, between: .centerShoulder, .centerHead, at: 1 + head / neck, isMeasured: false)
    return person
  }

  /// Puts a point that isn't there on the line between two that are, at a share of their distance.
  private mutating func fill(
    _ keypoint: Keypoint, between a: Keypoint, _ b: Keypoint, at share: Double = 0.5,
    isMeasured: Bool = true
  ) {
    guard points[keypoint] == nil, let start = points[a], let end = points[b] else { return }
    points[keypoint] = start + (end - start) * share
    means[keypoint] = [(a, 1 - share), (b, share)]
    if !isMeasured || inferred.contains(a) || inferred.contains(b) { inferred.insert(keypoint) }
  }

  /// The length of the bone that ends at a joint, as a fraction of stature.
  private static func ratio(_ distal: Joint) -> Double {
    guard let bone = Anthropometry.bones.first(where: { $0.distal == distal }) else {
      preconditionFailure("Anthropometry has no bone that ends at \(distal)")
    }
    return bone.ratio
  }

  /// The joints' places in the file's unit; the person must be `completed()`.
  var positions: PerJoint<Vector3> {
    PerJoint { joint in
      guard let point = points[Keypoint(joint)] else {
        preconditionFailure("\(joint) of a completed person is missing")
      }
      return point
    }
  }

  /// The joints that are means of other joints, with the weights of those that the file has.
  private var jointMeans: [Joint: [Joint: Double]] {
    /// `nil` for a point that is no joint, or hangs on one that is none: it has an error of its own.
    func weights(of keypoint: Keypoint) -> [Joint: Double]? {
      guard let sources = means[keypoint] else {
        return Joint(name: keypoint.rawValue).map { [$0: 1] }
      }
      var sum: [Joint: Double] = [:]
      for (source, weight) in sources {
        guard let parts = weights(of: source) else { return nil }
        for (joint, part) in parts { sum[joint, default: 0] += weight * part }
      }
      return sum
    }
    return Dictionary(
      uniqueKeysWithValues: Joint.allCases.compactMap { joint in
        guard means[Keypoint(joint)] != nil, let sum = weights(of: Keypoint(joint)) else {
          return nil
        }
        return (joint, sum)
      })
  }

  /// The person in metres; they must be `completed()`.
  ///
  /// - Parameter sigma: one standard deviation of every point in metres, where the file states none.
  func person(unit: LengthUnit, sigma: Double?, world: WorldAxes?) -> SkeletonFile.Person {
    var body = (self.body ?? bodyOfPoints).scaled(by: unit.metres)
    if body.covariances == nil {
      // Each point errs on its own, as far as the caller states.
      body.sigmas = sigma.map(PerJoint.init(repeating:))
      body.means = jointMeans
    }
    if body.leftFoot?.sigma == nil { body.leftFoot?.sigma = sigma }
    if body.rightFoot?.sigma == nil { body.rightFoot?.sigma = sigma }
    // Where a gap was filled the joints count as known, though not as measured.
    if isFilled { body.sources = PerJoint(repeating: .lifted) }
    var measured = measured?.scaled(by: unit.metres)
    if measured?.covariances == nil { measured?.covariances = body.covariances }
    return SkeletonFile.Person(
      id: id, confidence: confidence, isFilled: isFilled, body: body, measured: measured,
      world: world)
  }

  /// The body in the file's unit, for a layout that has points.
  private var bodyOfPoints: BodyEstimate {
    func foot(_ heel: Keypoint, _ toe: Keypoint) -> Foot? {
      guard !inferred.contains(heel), !inferred.contains(toe), let start = points[heel],
        let end = points[toe]
      else { return nil }
      return Foot(heel: start, toe: end)
    }
    return BodyEstimate(
      positions: positions,
      sources: PerJoint { inferred.contains(Keypoint($0)) ? .inferred : .lifted },
      leftFoot: foot(.leftHeel, .leftToe), rightFoot: foot(.rightHeel, .rightToe))
  }
}

extension Keypoint {
  /// The keypoint of a joint, which has the same name.
  init(_ joint: Joint) {
    guard let keypoint = Keypoint(rawValue: joint.name) else {
      preconditionFailure("\(joint) is no keypoint")
    }
    self = keypoint
  }
}
