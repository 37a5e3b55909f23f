internal import PoseSystem
internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// A value of each side of the body.
struct Sides<Value: Sendable>: Sendable {
  var left: Value
  var right: Value

  init(_ left: Value, _ right: Value) { (self.left, self.right) = (left, right) }

  subscript(isLeft isLeft: Bool) -> Value { isLeft ? left : right }

  func map<Other>(_ transform: (Value) -> Other) -> Sides<Other> {
    Sides<Other>(transform(left), transform(right))
  }
}

/// What REBA and RULA need of a person in one frame, as far as joints show it. Angles are in radians, `nil` where they
/// can't be measured.
struct WorkingPosture: Sendable {
  /// An arm.
  struct Arm: Sendable {
    /// Between the upper arm and the line of the trunk, 0…π.
    var elevation: MeasuredQuantity?
    /// In the sagittal plane of the thorax; negative behind the trunk.
    var flexion: MeasuredQuantity?
    /// Out of that plane, away from the body.
    var abduction: MeasuredQuantity?
    /// Between upper arm and forearm; the straight arm is 0.
    var elbow: MeasuredQuantity?
    /// The wrist's distance from the midline as a multiple of the shoulder's, positive on the arm's own side.
    var wristOffset: MeasuredQuantity?

    /// Whether upper arm and forearm are measured, without which an arm has no score.
    var isMeasured: Bool { elevation != nil && elbow != nil }
  }

  /// The line from hips to shoulders against the vertical in the sagittal plane, forward.
  var trunkFlexion: MeasuredQuantity?
  /// Thorax against pelvis, sideways.
  var trunkBend: MeasuredQuantity?
  /// Thorax against pelvis, about the long axis.
  var trunkTwist: MeasuredQuantity?
  /// The head in the sagittal plane of the thorax, forward.
  var neckFlexion: MeasuredQuantity?
  /// The head in the frontal plane of the thorax, sideways.
  var neckBend: MeasuredQuantity?
  var knees: Sides<MeasuredQuantity?> = Sides(nil, nil)
  var arms: Sides<Arm> = Sides(Arm(), Arm())
  /// Whether both feet carry, as those of a person who stands or walks; `nil` when unknown.
  var isOnBothFeet: Bool?

  /// All that is measured.
  var quantities: [MeasuredQuantity] {
    ([trunkFlexion, trunkBend, trunkTwist, neckFlexion, neckBend, knees.left, knees.right]
      + [arms.left, arms.right].flatMap {
        [$0.elevation, $0.flexion, $0.abduction, $0.elbow, $0.wristOffset]
      }).compactMap { $0 }
  }

  /// Whether all that is measured has a sigma.
  var hasSigmas: Bool { quantities.allSatisfy { $0.sigma != nil } }

  /// Whether there is enough for a score: trunk, neck and an arm.
  var missing: ErgonomicAssessment.Missing? {
    if trunkFlexion == nil { return .trunk }
    if neckFlexion == nil { return .neck }
    return arms.left.isMeasured || arms.right.isMeasured ? nil : .arms
  }
}

// MARK: - Errors that a whole take shares

extension WorkingPosture {
  /// The number of quantities that err independently.
  static let errorCount = 17

  /// The posture if each quantity errs by so many of its standard deviations, `errorCount` numbers, and is certain then.
  func drawn(_ errors: [Double]) -> WorkingPosture {
    var posture = self
    var next = 0
    func take(_ quantity: inout MeasuredQuantity?, isUnsigned: Bool = false) {
      defer { next += 1 }
      guard let given = quantity else { return }
      let value = given.value + errors[next] * (given.sigma ?? 0)
      quantity = MeasuredQuantity(value: isUnsigned ? abs(value) : value, sigma: 0)
    }
    take(&posture.trunkFlexion)
    take(&posture.trunkBend)
    take(&posture.trunkTwist)
    take(&posture.neckFlexion)
    take(&posture.neckBend)
    take(&posture.knees.left, isUnsigned: true)
    take(&posture.knees.right, isUnsigned: true)
    for side in [\Sides<Arm>.left, \.right] {
      take(&posture.arms[keyPath: side].elevation, isUnsigned: true)
      take(&posture.arms[keyPath: side].flexion)
      take(&posture.arms[keyPath: side].abduction)
      take(&posture.arms[keyPath: side].elbow, isUnsigned: true)
      take(&posture.arms[keyPath: side].wristOffset)
    }
    return posture
  }
}

// MARK: - Of a person

extension PersonMotion {
  /// The person's posture in each of the recording's frames; `nil` where they were not measured, as in a filled gap.
  func workingPostures() -> [WorkingPosture?] {
    let central = [
      "trunkInclination", "trunkLateralBend", "trunkRotation", "neckFlexion", "neckLateralBend",
    ]
    let sided = [
      "KneeFlexion", "ShoulderElevation", "ShoulderFlexion", "ShoulderAdduction", "ElbowFlexion",
    ]
    let curves = curves(
      of: (central + ["left", "right"].flatMap { side in sided.map { side + $0 } })
        .map { .named($0) })
    let feet = carryingFeet()
    return states.indices.map { frame in
      guard let state = states[frame], !state.isFilled else { return nil }
      func quantity(_ curve: Int) -> MeasuredQuantity? {
        let curve = curves[curve]
        guard let value = curve.values[frame],
          curve.definition.doubt(of: value, sigma: curve.sigmas[frame]) == nil,
          value.isFinite, (curve.sigmas[frame] ?? 0).isFinite
        else { return nil }
        return MeasuredQuantity(value: value, sigma: curve.sigmas[frame])
      }
      var posture = WorkingPosture()
      // The catalogue's inclination is against the horizontal.
      posture.trunkFlexion = quantity(0).map {
        MeasuredQuantity(
          value: (.pi / 2 - $0.value).remainder(dividingBy: 2 * .pi), sigma: $0.sigma)
      }
      posture.trunkBend = quantity(1)
      posture.trunkTwist = quantity(2)
      posture.neckFlexion = quantity(3)
      posture.neckBend = quantity(4)
      func arm(isLeft: Bool) -> WorkingPosture.Arm {
        let first = central.count + (isLeft ? 0 : sided.count)
        var arm = WorkingPosture.Arm()
        arm.elevation = quantity(first + 1)
        arm.flexion = quantity(first + 2)
        // Adduction is positive towards the midline.
        arm.abduction = quantity(first + 3).map {
          MeasuredQuantity(value: -$0.value, sigma: $0.sigma)
        }
        arm.elbow = quantity(first + 4)
        arm.wristOffset = state.body.wristOffset(isLeft: isLeft)
        return arm
      }
      posture.knees = Sides(quantity(central.count), quantity(central.count + sided.count))
      posture.arms = Sides(arm(isLeft: true), arm(isLeft: false))
      posture.isOnBothFeet = feet?[frame]
      return posture
    }
  }

  /// Whether both feet carry in each frame: each rests on the ground within the time of a step. `nil` in a frame in which
  /// none does, and for a person without contacts.
  private func carryingFeet() -> [Bool?]? {
    guard grounding == .used else { return nil }
    let planted = plantedPoints()
    let reach = ErgonomicsThresholds.standard.stance.value
    func carries(isLeft: Bool) -> [Bool] {
      let own = times.indices.filter { frame in planted[frame].contains { $0.isLeft == isLeft } }
      var (result, next) = (times.map { _ in false }, 0)
      for frame in times.indices {
        while next < own.count, times[own[next]] < times[frame] - reach { next += 1 }
        result[frame] = next < own.count && times[own[next]] <= times[frame] + reach
      }
      return result
    }
    return zip(carries(isLeft: true), carries(isLeft: false)).map { left, right in
      left || right ? left && right : nil
    }
  }
}

extension BodyEstimate {
  /// The distance of a wrist from the midline along the line of the shoulders, as a multiple of the shoulder's own;
  /// positive on the wrist's side. `nil` where a joint was not seen, or the shoulders have no breadth.
  ///
  /// Its sigma follows from those of wrist and shoulders across and along that line, taken as independent; it is unknown
  /// if they are.
  func wristOffset(isLeft: Bool) -> MeasuredQuantity? {
    let (wrist, own, other): (Joint, Joint, Joint) =
      isLeft
      ? (.leftWrist, .leftShoulder, .rightShoulder) : (.rightWrist, .rightShoulder, .leftShoulder)
    guard [wrist, own, other].allSatisfy({ sources[$0] != .inferred }) else { return nil }
    let line = positions[own] - positions[other]
    guard let axis = line.normalized, line.length > Self.minimumBreadth else { return nil }
    let half = line.length / 2
    let reach = positions[wrist] - (positions[own] + positions[other]) / 2
    let along = reach.dot(axis)
    guard let covariances else { return MeasuredQuantity(value: along / half, sigma: nil) }
    func variance(_ joint: Joint, _ direction: Vector3) -> Double {
      max(0, direction.dot(covariances[joint] * direction))
    }
    let across = reach - axis * along
    // A turn of the line moves what is far from it.
    let turn =
      across.normalized.map {
        (variance(own, $0) + variance(other, $0)) / (line.length * line.length)
      }
      ?? 0
    let lever = across.length
    let offset = along / half
    // A shoulder that is off along the line moves the midline, and stretches the unit.
    let shoulders =
      variance(own, axis) * (1 + offset) * (1 + offset)
      + variance(other, axis) * (1 - offset) * (1 - offset)
    let direct = variance(wrist, axis) + shoulders / 4
    let sigma = (direct + turn * lever * lever).squareRoot() / half
    return offset.isFinite && sigma.isFinite ? MeasuredQuantity(value: offset, sigma: sigma) : nil
  }

  /// Shoulders that are nearer to each other have no line between them, in metres.
  private static let minimumBreadth = 0.05
}
