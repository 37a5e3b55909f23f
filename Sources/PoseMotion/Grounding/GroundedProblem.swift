internal import PoseSystem
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// One person over a stretch of time as one robust least-squares problem: planted points of the feet stay where they
/// are, bones keep their lengths, and accelerations are those of a body.
///
/// Measurements enter with their uncertainty. With one camera they are a joint's position in the
/// image and, far less exactly, the lifter's predictions. These are its depth relative to its
/// neighbour, and the flexion of elbows and knees. Most of the errors of both last for many frames;
/// all of them together count as one observation in `correlationTimes`. With several cameras the
/// measurement is the joint's position.
struct GroundedProblem {
  /// A moment of the stretch.
  struct Knot {
    /// Seconds.
    var time: Double
    /// The points of `GroundedBody.points` as they were measured, smoothed, in metres.
    var measured: [Vector3]
    /// One standard deviation of the joints' depths relative to the root, in metres.
    var depthSigmas: PerJoint<Double>
    /// Whether a depth map shows how far away the person is.
    var hasDepth: Bool
    /// The probabilities that the points of `contactPoints` are planted, from this knot to the next.
    var planted: [Double]
    /// The places in metres where points of `GroundedBody.points` rest, known from before.
    var anchors: [(point: Int, place: Vector3)] = []
    /// Into the frame that the one camera has at this moment; `nil` where it doesn't turn.
    var turn: Rotation?

    /// A place or a direction in the camera's frame.
    func seen(_ place: Vector3) -> Vector3 { turn.map { $0 * place } ?? place }

    /// One from the camera's frame.
    func placed(_ seen: Vector3) -> Vector3 { turn.map { $0.inverse * seen } ?? seen }
  }

  /// In the order of their times; a single one where it has anchors.
  let knots: [Knot]
  /// The places among `GroundedBody.points` of the points that may be planted.
  let contactPoints: [Int]
  /// Whether the points are in the frame of one camera.
  let isOfOneCamera: Bool
  /// The prior lengths of `GroundedBody.Length`: metres, and the sigmas of their logarithms.
  let lengths: [(mean: Double, sigma: Double)]
  /// In metres.
  let stature: Double

  /// The result.
  struct Solution {
    /// The points of every knot, in metres.
    var points: [Vector3]
    /// The lengths of `GroundedBody.Length` in metres.
    var lengths: [Double]
  }

  // MARK: Numbers that were chosen on marker trials seen by virtual cameras and on rendered clips

  /// One standard deviation of a keypoint across the view, as a fraction of stature.
  private static let lateralSigma = 0.01
  /// Seconds in which the errors of keypoints, and those of predictions, are one observation. A prediction errs in the
  /// same way as long as the pose is about the same, and again when it comes back. Elbows, on which no contact has a
  /// bearing, only lose if they count for less: half a degree in walks.
  private static let correlationTimes = (keypoints: 0.5, elbows: 0.5, predictions: 2.0)
  /// The share of a predicted depth's sigma in a flexion's: depths of neighbours err together.
  private static let flexionShare = 0.4
  /// The least sigma of a predicted flexion in radians, and what a joint's place across the view adds, in metres.
  private static let flexionSigma = (least: 2 * Double.pi / 180, lateral: 0.006)
  /// One standard deviation of the depth of a foot or of the head relative to its joint, and of any depth at least.
  private static let depthSigma = (short: 0.03, least: 0.015, root: 0.02)
  /// One standard deviation of a span that follows the arms, in metres.
  private static let changingSigma = 0.02
  /// One standard deviation of a planted point's speed along an axis in m/s at 30 frames a second, and the speed
  /// beyond which a contact is given up.
  private static let plantedSpeed = (sigma: 0.01, limit: 0.4)
  /// One standard deviation of the sum of thigh, shank and lower trunk in metres: the stature is known otherwise.
  private static let statureSigma = 0.01
  /// One standard deviation of a point's distance from its anchor along an axis, in metres.
  private static let anchorSigma = 0.01
  /// By so much wider are the sigmas of a single knot, whose errors are those of the knots before it.
  private static let singleScale = 2.0
  /// The time between frames for which accelerations and speeds are given.
  private static let referenceStep = 1.0 / 30
  /// The limit of a knee's forward bend (sine), and one standard deviation of that.
  private static let kneeLimit = (bend: -0.03, sigma: 0.06)
  /// Steps of the solver; chosen.
  private static let steps = 10
  /// The longest step along an axis, in metres; chosen.
  private static let longestStep = 0.2
  /// A step in metres after which nothing is left to find.
  private static let settled = 2e-4
  /// The most by which a bone's length changes in a step, and the least length, in metres; chosen.
  private static let lengths = (change: 0.03, least: 0.02)
  /// Measured places farther off than so many sigmas count less, by Huber's loss; chosen.
  private static let kernel = 2.5
  /// No closer to the camera than this, in metres.
  private static let nearest = 0.2

  private static let order = 3 * GroundedBody.points.count

  // MARK: Solving

  /// The most probable motion; `nil` where the equations can't be solved.
  ///
  /// - Parameter lengths: lengths that are known already and held.
  func solved(holding held: [Double]? = nil) -> Solution? {
    precondition(!knots.isEmpty, "no knots")
    var solution = Solution(
      points: knots.flatMap(\.measured), lengths: held ?? lengths.map(\.mean))
    let flexions = knots.map { predictedFlexions(at: $0) }
    var equations = BandedNormalEquations(
      count: knots.count * Self.order, width: 2 * Self.order,
      border: held == nil ? solution.lengths.count : 0)
    for step in 0..<Self.steps {
      if step > 0 { equations.removeAll() }
      add(to: &equations, at: solution, flexions, isFirst: step == 0, holds: held != nil)
      guard let found = equations.solved() else { return nil }
      var longest = 0.0
      for index in solution.points.indices {
        let move = Vector3(
          found.band[3 * index], found.band[3 * index + 1], found.band[3 * index + 2])
        guard (move.x + move.y + move.z).isFinite else { return nil }
        let limit = Vector3(repeating: Self.longestStep)
        let bounded = move.clamped(lowerBound: -limit, upperBound: limit)
        solution.points[index] += bounded
        if isOfOneCamera {
          let knot = knots[index / GroundedBody.points.count]
          var seen = knot.seen(solution.points[index])
          if seen.z < Self.nearest {
            seen.z = Self.nearest
            solution.points[index] = knot.placed(seen)
          }
        }
        longest = max(longest, bounded.length)
      }
      for index in found.border.indices {
        let change = max(-Self.lengths.change, min(Self.lengths.change, found.border[index]))
        solution.lengths[index] = max(solution.lengths[index] + change, Self.lengths.least)
      }
      if longest < Self.settled { break }
    }
    return solution
  }

  /// The mean square distance across the view, as a fraction of the stature's square, between measured and found places
  /// of the points while they are planted, and how many there are.
  func plantedMisfit(of solution: Solution) -> (meanSquare: Double, count: Int) {
    var (sum, count) = (0.0, 0)
    for (place, knot) in knots.enumerated() {
      for (point, planted) in zip(contactPoints, knot.planted) where planted > 0 {
        let measured = knot.seen(knot.measured[point])
        let found = knot.seen(solution.points[place * GroundedBody.points.count + point])
        count += 1
        if isOfOneCamera {
          let offset =
            SIMD2(found.x, found.y) / found.z - SIMD2(measured.x, measured.y) / measured.z
          let metres = offset * measured.z
          sum += (metres * metres).sum()
        } else {
          sum += (found - measured).dot(found - measured) * (2.0 / 3)
        }
      }
    }
    return (count == 0 ? 0 : sum / Double(count) / (stature * stature), count)
  }

  // MARK: Residuals

  private func index(_ knot: Int, _ point: Int) -> Int {
    knot * Self.order + 3 * point
  }

  private func add(
    to equations: inout BandedNormalEquations, at solution: Solution,
    _ flexions: [[(angle: Double, sigma: Double)?]], isFirst: Bool, holds: Bool
  ) {
    let count = GroundedBody.points.count
    // So many knots are one observation.
    let step = (knots[knots.count - 1].time - knots[0].time) / Double(max(1, knots.count - 1))
    func scale(_ correlationTime: Double) -> Double {
      knots.count == 1 ? Self.singleScale : max(1, correlationTime / step).squareRoot()
    }
    let scales = SigmaScales(
      keypoints: scale(Self.correlationTimes.keypoints),
      elbows: scale(Self.correlationTimes.elbows),
      predictions: scale(Self.correlationTimes.predictions))
    for place in knots.indices {
      let points = solution.points[place * count..<(place + 1) * count]
      let moment = Frame(
        problem: self, place: place, points: Array(points), scales: scales)
      if isOfOneCamera {
        moment.addReprojection(to: &equations)
        moment.addDepths(to: &equations)
        moment.addFlexions(flexions[place], to: &equations)
      } else {
        moment.addPlaces(to: &equations)
      }
      moment.addBones(solution.lengths, holds: holds, to: &equations)
      moment.addKnees(to: &equations)
      moment.addAnchors(to: &equations)
    }
    for place in knots.indices.dropLast(2) {
      addAccelerations(to: &equations, at: solution, from: place)
    }
    for place in knots.indices.dropLast() {
      addContacts(to: &equations, at: solution, from: place, isFirst: isFirst)
    }
    if !holds { addLengths(to: &equations, solution.lengths) }
  }

  private func addLengths(to equations: inout BandedNormalEquations, _ current: [Double]) {
    for (index, known) in lengths.enumerated() {
      equations.borderTerm(index, 1 / (current[index] * known.sigma))
      equations.add(log(current[index] / known.mean) / known.sigma)
    }
    // A body's size is not for this problem to find.
    var miss = 0.0
    for length in [GroundedBody.Length.thigh, .shank, .lowerTrunk] {
      miss += current[length.rawValue] - lengths[length.rawValue].mean
      equations.borderTerm(length.rawValue, 1 / Self.statureSigma)
    }
    equations.add(miss / Self.statureSigma)
  }

  private func addAccelerations(
    to equations: inout BandedNormalEquations, at solution: Solution, from first: Int
  ) {
    let before = knots[first + 1].time - knots[first].time
    let after = knots[first + 2].time - knots[first + 1].time
    let span = before + after
    // White noise sampled less often has less variance.
    let density = (span / 2 / Self.referenceStep).squareRoot()
    let second = Vector3(2 / (before * span), -2 / (before * after), 2 / (after * span)) * density
    let count = GroundedBody.points.count
    for (point, sigma) in GroundedBody.accelerations.enumerated() {
      let slopes = second / sigma
      let residual = (0..<3).reduce(Vector3.zero) { sum, later in
        sum + solution.points[(first + later) * count + point] * slopes[later]
      }
      let weight = RobustLoss.huber(residual.length, 2)
      for axis in 0..<3 {
        for later in 0..<3 {
          equations.term(index(first + later, point) + axis, slopes[later])
        }
        equations.add(residual[axis], weight: weight)
      }
    }
  }

  /// A planted point doesn't move; one that does so faster than feet slip isn't planted (Geman and McClure's kernel).
  private func addContacts(
    to equations: inout BandedNormalEquations, at solution: Solution, from first: Int, isFirst: Bool
  ) {
    let step = knots[first + 1].time - knots[first].time
    let sigma = Self.plantedSpeed.sigma * (Self.referenceStep / step).squareRoot()
    let count = GroundedBody.points.count
    for (point, planted) in zip(contactPoints, knots[first].planted) where planted > 0 {
      let velocity =
        (solution.points[(first + 1) * count + point] - solution.points[first * count + point])
        / step
      let excess = velocity.length / Self.plantedSpeed.limit
      let weight = planted / (isFirst ? 1 : 1 + excess * excess)
      let slope = 1 / (step * sigma)
      for axis in 0..<3 {
        equations.term(index(first, point) + axis, -slope)
        equations.term(index(first + 1, point) + axis, slope)
        equations.add(velocity[axis] / sigma, weight: weight)
      }
    }
  }

  // MARK: Flexions

  /// The predicted flexions of `GroundedBody.limbs` in radians, with their sigmas; `nil` for a limb without direction.
  private func predictedFlexions(at knot: Knot) -> [(angle: Double, sigma: Double)?] {
    GroundedBody.limbs.map { limb in
      guard let bend = Bend(limb, knot.measured) else { return nil }
      var variance = Self.flexionSigma.least * Self.flexionSigma.least
      for (slope, joint) in [
        (bend.slopes.0, limb.joints.first), (bend.slopes.1, limb.joints.middle),
        (bend.slopes.2, limb.joints.last),
      ] {
        let slope = knot.seen(slope)
        let depth = slope.z * knot.depthSigmas[joint] * Self.flexionShare
        let across = SIMD2(slope.x, slope.y) * Self.flexionSigma.lateral
        variance += depth * depth + (across * across).sum()
      }
      return (bend.angle, variance.squareRoot())
    }
  }

  /// The flexion of a limb in radians, and its slopes by the three joints.
  private struct Bend {
    let angle: Double
    let slopes: (Vector3, Vector3, Vector3)

    init?(_ limb: GroundedBody.Limb, _ points: [Vector3]) {
      let u = points[limb.points.middle] - points[limb.points.first]
      let v = points[limb.points.last] - points[limb.points.middle]
      let normal = u.cross(v)
      let (lengthU, lengthV) = (u.length, v.length)
      guard lengthU > 1e-6, lengthV > 1e-6 else { return nil }
      angle = atan2(normal.length, u.dot(v))
      // A straight limb bends in no plane: no slope then.
      let axis = normal / (normal.length + 1e-9)
      let alongU = axis.cross(u) / -(lengthU * lengthU)
      let alongV = axis.cross(v) / (lengthV * lengthV)
      slopes = (-alongU, alongU - alongV, alongV)
    }
  }

  // MARK: One knot

  /// By so much wider are sigmas whose errors last.
  private struct SigmaScales {
    let keypoints: Double
    let elbows: Double
    /// Of depths and knees.
    let predictions: Double
  }

  /// A knot with its current points, and where its residuals go.
  private struct Frame {
    let problem: GroundedProblem
    let place: Int
    let points: [Vector3]
    let scales: SigmaScales

    private var knot: Knot { problem.knots[place] }
    /// What a depth map measures isn't predicted from the pose.
    private var predictionScale: Double {
      knot.hasDepth ? scales.keypoints : scales.predictions
    }
    private func index(_ point: Int) -> Int { problem.index(place, point) }

    /// The points lie on the rays on which they were measured.
    func addReprojection(to equations: inout BandedNormalEquations) {
      for (point, measured) in knot.measured.enumerated() {
        let (p, measured) = (knot.seen(points[point]), knot.seen(measured))
        let sigma = GroundedProblem.lateralSigma * problem.stature * scales.keypoints
        let scale = measured.z / sigma
        for axis in 0..<2 {
          let residual = scale * (p[axis] / p.z - measured[axis] / measured.z)
          var slope = Vector3.zero
          slope[axis] = scale / p.z
          slope.z = -scale * p[axis] / (p.z * p.z)
          seenTerm(point, slope, &equations)
          equations.add(residual, weight: RobustLoss.huber(residual, GroundedProblem.kernel))
        }
      }
    }

    /// The points are where they were measured.
    func addPlaces(to equations: inout BandedNormalEquations) {
      for (point, measured) in knot.measured.enumerated() {
        let sigma = GroundedProblem.lateralSigma * problem.stature * scales.keypoints
        let residual = (points[point] - measured) / sigma
        let weight = RobustLoss.huber(residual.length, GroundedProblem.kernel)
        for axis in 0..<3 {
          equations.term(index(point) + axis, 1 / sigma)
          equations.add(residual[axis], weight: weight)
        }
      }
    }

    /// Points that rest are where they were before.
    func addAnchors(to equations: inout BandedNormalEquations) {
      let scale = 1 / GroundedProblem.anchorSigma
      for anchor in knot.anchors {
        let residual = (points[anchor.point] - anchor.place) * scale
        for axis in 0..<3 {
          equations.term(index(anchor.point) + axis, scale)
          equations.add(residual[axis])
        }
      }
    }

    /// Joints are as far behind their neighbours as was predicted, or measured.
    func addDepths(to equations: inout BandedNormalEquations) {
      let sigmas = knot.depthSigmas
      for part in GroundedBody.depthSpans {
        let known =
          part.isShort
          ? GroundedProblem.depthSigma.short
          : (sigmas[part.proximal] * sigmas[part.proximal]
            + sigmas[part.distal] * sigmas[part.distal]).squareRoot()
        let scale = 1 / (max(known, GroundedProblem.depthSigma.least) * predictionScale)
        var miss = 0.0
        for (point, share) in part.span {
          miss += share * knot.seen(points[point] - knot.measured[point]).z
          seenTerm(point, Vector3(0, 0, share * scale), &equations)
        }
        let residual = miss * scale
        equations.add(
          residual, weight: RobustLoss.huber(residual * predictionScale, 2))
      }
      guard knot.hasDepth else { return }
      let scale = 1 / (GroundedProblem.depthSigma.root * scales.keypoints)
      var miss = 0.0
      for hip in [Joint.leftHip, .rightHip] {
        let point = GroundedBody.index(.joint(hip))
        miss += 0.5 * knot.seen(points[point] - knot.measured[point]).z
        seenTerm(point, Vector3(0, 0, 0.5 * scale), &equations)
      }
      equations.add(
        miss * scale, weight: RobustLoss.huber(miss * scale * scales.keypoints, 2))
    }

    /// Elbows and knees are as bent as was predicted.
    func addFlexions(
      _ flexions: [(angle: Double, sigma: Double)?], to equations: inout BandedNormalEquations
    ) {
      for (limb, predicted) in zip(GroundedBody.limbs, flexions) {
        guard let predicted, let bend = Bend(limb, points) else { continue }
        let sigmaScale = limb.isLeg ? predictionScale : scales.elbows
        let scale = 1 / (predicted.sigma * sigmaScale)
        let residual = scale * (bend.angle - predicted.angle)
        term(limb.points.first, bend.slopes.0 * scale, &equations)
        term(limb.points.middle, bend.slopes.1 * scale, &equations)
        term(limb.points.last, bend.slopes.2 * scale, &equations)
        equations.add(
          residual, weight: RobustLoss.huber(residual * sigmaScale, 2))
      }
    }

    /// Bones have their lengths; those that follow the arms the frame's.
    func addBones(
      _ lengths: [Double], holds: Bool, to equations: inout BandedNormalEquations
    ) {
      for bone in GroundedBody.bones {
        let (length, direction) = extent(of: bone.span, points)
        let scale = 1 / bone.sigma
        for (point, share) in bone.span { term(point, direction * (share * scale), &equations) }
        if !holds { equations.borderTerm(bone.length, -scale) }
        let residual = (length - lengths[bone.length]) * scale
        equations.add(residual, weight: RobustLoss.huber(residual, 3))
      }
      let scale = 1 / (GroundedProblem.changingSigma * scales.keypoints)
      for span in GroundedBody.changing {
        let (length, direction) = extent(of: span, points)
        for (point, share) in span { term(point, direction * (share * scale), &equations) }
        equations.add((length - extent(of: span, knot.measured).length) * scale)
      }
    }

    /// A knee bends backwards: thigh × shank points along leftHip − rightHip, with a little leave.
    func addKnees(to equations: inout BandedNormalEquations) {
      let hips =
        points[GroundedBody.index(.joint(.leftHip))]
        - points[GroundedBody.index(.joint(.rightHip))]
      guard let lateral = hips.normalized else { return }
      for limb in GroundedBody.limbs where limb.isLeg {
        let u = points[limb.points.middle] - points[limb.points.first]
        let v = points[limb.points.last] - points[limb.points.middle]
        let size = u.length * v.length + 1e-9
        let limit = GroundedProblem.kneeLimit
        let bend = u.cross(v).dot(lateral) / size
        guard bend < limit.bend else { continue }
        let alongU = v.cross(lateral) / (size * limit.sigma)
        let alongV = lateral.cross(u) / (size * limit.sigma)
        term(limb.points.first, -alongU, &equations)
        term(limb.points.middle, alongU - alongV, &equations)
        term(limb.points.last, alongV, &equations)
        equations.add((bend - limit.bend) / limit.sigma)
      }
    }

    private func term(
      _ point: Int, _ slope: Vector3, _ equations: inout BandedNormalEquations
    ) {
      equations.term(from: index(point), slope)
    }

    /// A term whose slope is along the camera's axes.
    private func seenTerm(
      _ point: Int, _ slope: Vector3, _ equations: inout BandedNormalEquations
    ) {
      guard knot.turn == nil else { return term(point, knot.placed(slope), &equations) }
      for axis in 0..<3 where slope[axis] != 0 {
        equations.term(index(point) + axis, slope[axis])
      }
    }

    private func extent(
      of span: GroundedBody.Sum, _ points: [Vector3]
    ) -> (length: Double, direction: Vector3) {
      let vector = span.reduce(Vector3.zero) { $0 + points[$1.point] * $1.share }
      let length = vector.length + 1e-9
      return (length, vector / length)
    }
  }
}
