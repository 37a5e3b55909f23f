internal import Foundation
internal import Pose3D
internal import PoseGeometry

/// Steps and strides of all passes, and the quantities that follow from them with their sigmas.
struct GaitSamples {
  private typealias Quantity = GaitAnalysis.Quantity
  private typealias Side = GaitAnalysis.Side

  private let walks: [GaitWalk]
  /// One standard deviation of all lengths as a share of them.
  private let scaleSigma: Double?
  private let isOfOneCamera: Bool
  private let isCameraMoving: Bool

  // MARK: Numbers measured with two marker walks, repeated to five strides, seen by virtual cameras from four sides

  /// One standard deviation of an event's time that one side has, and the other doesn't, in seconds.
  private static let sideTime = 0.018
  /// One standard deviation of what a single step differs from half a stride by, as a share of it; chosen.
  private static let stepDifference = 0.05
  /// One standard deviation of intervals as a share of them, where a person walks along the viewing direction: events are
  /// found later the nearer the person is.
  private static let drift = 0.01
  /// One standard deviation of where a foot rests, in metres across the viewing direction, and along it as a share of the
  /// distance.
  private static let rest = (across: 0.018, along: 0.007)
  /// One standard deviation of what one foot is nearer than the other by mistake, in metres.
  private static let sides = 0.06
  /// The same in a run, where no foot rests for long enough to be held: in runs of a man from the front and from behind steps
  /// of one foot were 0.1 to 0.4 m longer by mistake than those of the other.
  private static let sidesOfRun = 0.3
  /// One standard deviation of lengths along the viewing direction, as a share of them: planted feet are held a little too
  /// long, which makes walks towards the camera shorter.
  private static let depthScale = 0.05
  /// One standard deviation of a speed on a treadmill as a share of it, across the viewing direction and along it: how
  /// far a foot moves against the hips in depth is the lifter's prediction, a quarter too little from the front.
  private static let treadmillScale = (across: 0.06, along: 0.3)
  /// One standard deviation of what a side's foot is found beside its true place in all steps, in metres, by one camera
  /// and otherwise: detectors find a foot to about 2 cm.
  private static let offset = (oneCamera: 0.02, otherwise: 0.01)
  /// One standard deviation of the toe's position relative to the heel, in metres across and along the viewing direction,
  /// and of a foot's direction because detectors find other points of a foot, in radians.
  private static let foot = (across: 0.013, along: 0.04, direction: 3 * Double.pi / 180)
  /// A sigma from which on a quantity is not given: a number, or a share of the quantity if that is more.
  private static let limits: [GaitAnalysis.Quantity: (least: Double, share: Double)] = [
    .stepWidth: (0.04, 0), .footProgression: (8 * .pi / 180, 0), .stepLength: (0.15, 0.2),
    .strideLength: (0.25, 0.18), .speed: (0.2, 0.15),
  ]
  /// The fewest strides whose variation is given.
  private static let variationCount = 5

  /// - Parameters:
  ///   - stature: the person's, whose error all lengths share.
  ///   - isCameraMoving: whether nothing is known of what people do along the ground.
  init(of walks: [GaitWalk], _ stature: Stature, isOfOneCamera: Bool, isCameraMoving: Bool) {
    self.walks = walks
    // Metres in a file of 3D joints are taken as they are.
    scaleSigma = stature.estimation == nil ? 0 : stature.sigma.map { $0 / stature.metres }
    self.isOfOneCamera = isOfOneCamera
    self.isCameraMoving = isCameraMoving
  }

  /// The quantities that need to know what a person does along the ground.
  private static let alongGround: Set<GaitAnalysis.Quantity> = [
    .speed, .strideLength, .stepLength, .stepWidth, .footProgression,
  ]

  // MARK: Samples

  /// A number of one step or stride, with what is wrong with it alone, and with all of its kind alike.
  private struct Sample {
    var value: Double
    var random: Double
    var common: Double
    /// What is wrong with it where the focal length is wrong by its sigma: with lengths in the same way on both sides.
    var focal = 0.0
    /// The times between which it was measured, where it is an interval.
    var interval: ClosedRange<Double>?
    /// The side of the step or stride.
    var side: GaitAnalysis.Side?

    /// Half of it.
    var halved: Sample {
      var sample = self
      sample.value /= 2
      sample.random /= 2
      sample.common /= 2
      sample.focal /= 2
      return sample
    }

    /// The sample as one of a side.
    func of(_ side: GaitAnalysis.Side) -> Sample {
      var sample = self
      sample.side = side
      return sample
    }
  }

  /// The samples of a quantity, and why there are none.
  private func samples(
    of quantity: GaitAnalysis.Quantity, _ side: GaitAnalysis.Side?
  ) -> [Sample] {
    let sides = side.map { [$0] } ?? GaitAnalysis.Side.allCases
    let isLost = isCameraMoving && Self.alongGround.contains(quantity)
    return walks.flatMap { walk -> [Sample] in
      // On a treadmill the feet move against the hips.
      if isLost, !walk.stretch.isTreadmill { return [] }
      let steps = walk.steps.filter { sides.contains($0.to.strike.side) }
      let strides = sides.flatMap { walk.pairs(of: $0) }
      let isOnTreadmill = walk.stretch.isTreadmill
      func ofSteps(
        _ sample: ((from: GaitWalk.Stance, to: GaitWalk.Stance)) -> Sample?
      ) -> [Sample] {
        steps.compactMap { sample($0)?.of($0.to.strike.side) }
      }
      func ofStrides(_ sample: (Pair) -> Sample?) -> [Sample] {
        strides.compactMap { sample($0)?.of($0.from.strike.side) }
      }
      switch quantity {
      case .cadence:
        // Half a stride each: of an odd number of steps one side has one more.
        let halves = ofStrides { interval($0.from.strike, $0.to.strike, walk, common: 0).halved }
        guard halves.isEmpty else { return halves }
        return ofSteps { step in
          let length = step.to.strike.time - step.from.strike.time
          let common = hypot(Self.sideTime * 2.0.squareRoot(), Self.stepDifference * length)
          return interval(step.from.strike, step.to.strike, walk, common: common)
        }
      case .stepTime:
        let common = side == nil ? 0 : Self.sideTime * 2.0.squareRoot()
        return ofSteps { interval($0.from.strike, $0.to.strike, walk, common: common) }
      case .strideTime, .strideTimeVariation:
        return ofStrides { interval($0.from.strike, $0.to.strike, walk, common: 0) }
      case .stanceShare, .swingShare:
        return ofStrides { share(of: $0, isStance: quantity == .stanceShare) }
      case .doubleSupportShare:
        return walk.isRun ? [] : ofStrides { doubleSupport(of: $0, walk) }
      case .flightShare: return walk.isRun ? ofStrides(flight(of:)) : []
      case .stepLength: return isOnTreadmill ? [] : ofSteps { length($0, walk) }
      case .strideLength: return ofStrides { strideLength($0, walk) }
      case .speed: return ofStrides { speed($0, walk) }
      case .stepWidth: return isOnTreadmill ? [] : ofSteps { width($0, walk) }
      case .footProgression:
        return sides.flatMap { walk.stances[$0] ?? [] }.compactMap { stance in
          progression(stance, walk)?.of(stance.strike.side)
        }
      }
    }
  }

  private func interval(
    _ first: GaitWalk.FootEvent, _ second: GaitWalk.FootEvent, _ walk: GaitWalk, common: Double
  ) -> Sample {
    let length = second.time - first.time
    let share = walk.viewingDirection.map { abs(walk.stretch.forward.dot($0)) } ?? 0
    return Sample(
      value: length, random: hypot(first.random, second.random),
      common: hypot(common, Self.drift * share * length),
      interval: first.time...max(first.time, second.time))
  }

  private typealias Pair = (from: GaitWalk.Stance, to: GaitWalk.Stance, between: GaitWalk.Stance)

  private func share(of pair: Pair, isStance: Bool) -> Sample? {
    guard let off = pair.from.off else { return nil }
    let stride = pair.to.strike.time - pair.from.strike.time
    let stance = off.time - pair.from.strike.time
    return Sample(
      value: isStance ? stance / stride : 1 - stance / stride,
      random: hypot(off.random, pair.from.strike.random) / stride,
      common: hypot(off.kind, pair.from.strike.kind) / stride)
  }

  /// From this foot's strike until the other leaves, and from the other's strike until this one leaves.
  private func doubleSupport(of pair: Pair, _ walk: GaitWalk) -> Sample? {
    let stride = pair.to.strike.time - pair.from.strike.time
    guard let own = pair.from.off, own.time > pair.between.strike.time,
      let other = walk.offs(of: pair.between.strike.side).first(where: {
        (pair.from.strike.time..<pair.between.strike.time).contains($0.time)
      })
    else { return nil }
    let both = other.time - pair.from.strike.time + own.time - pair.between.strike.time
    let random = hypot(own.random, pair.from.strike.random) * 2.0.squareRoot()
    return Sample(
      value: both / stride, random: random / stride,
      common: 2 * hypot(own.kind, pair.from.strike.kind) / stride)
  }

  /// From this foot's toe off until the other strikes, and from the other's toe off until this one strikes.
  private func flight(of pair: Pair) -> Sample? {
    guard let own = pair.from.off, let other = pair.between.off else { return nil }
    let stride = pair.to.strike.time - pair.from.strike.time
    let both = pair.between.strike.time - own.time + pair.to.strike.time - other.time
    let random = hypot(own.random, pair.from.strike.random) * 2.0.squareRoot()
    return Sample(
      value: both / stride, random: random / stride,
      common: 2 * hypot(own.kind, pair.from.strike.kind) / stride)
  }

  // MARK: Lengths

  private var offsetSigma: Double { isOfOneCamera ? Self.offset.oneCamera : Self.offset.otherwise }

  /// The sigmas of a distance between two resting feet along a direction: of its own, and what all have alike.
  private func restSigmas(
    along direction: Vector3, _ walk: GaitWalk, at place: Vector3? = nil, isOfOneFoot: Bool,
    length: Double
  ) -> (random: Double, common: Double) {
    let across = Self.rest.across * 2.0.squareRoot()
    guard isOfOneCamera, let fromCamera = walk.fromCamera, var line = walk.viewingDirection else {
      return (across, 0)
    }
    // A camera that turns sees each step from another side.
    if walk.stretch.bend != nil, let own = place?.normalized { line = own }
    let share = abs(direction.dot(line))
    let along = Self.rest.along * fromCamera.length * 2.0.squareRoot()
    // Feet are beside each other: one looks nearer by mistake as far as that is along the viewing direction.
    let beside = abs(walk.stretch.left.dot(line))
    let sides = walk.isRun ? Self.sidesOfRun : Self.sides * beside
    return (
      hypot(across * (1 - share * share).squareRoot(), along * share),
      hypot(isOfOneFoot ? 0 : sides * share, Self.depthScale * share * length)
    )
  }

  /// The shares of the walking's directions, forward and to the left, along the camera's axis; `nil` where the focal length
  /// changes nothing.
  ///
  /// Places keep their coordinates across the camera's axis, and those along it are as long as the focal length. So
  /// do the walking's directions.
  private func axisShares(at place: Vector3, _ walk: GaitWalk) -> (forward: Double, left: Double)? {
    guard isOfOneCamera, walk.fromCamera != nil else { return nil }
    // A camera that turns follows the person.
    let axis = walk.stretch.bend == nil ? Vector3(0, 0, 1) : place.normalized ?? Vector3(0, 0, 1)
    return (walk.stretch.forward.dot(axis), walk.stretch.left.dot(axis))
  }

  /// What is wrong with the way from a foot to another where the focal length is wrong by its sigma: along the walking, and
  /// across it, of which a part that one foot has forward and the other one backwards.
  private func focalErrors(of way: Vector3, from place: Vector3, _ walk: GaitWalk) -> FocalErrors {
    guard let (forward, left) = axisShares(at: place, walk) else { return FocalErrors() }
    let (along, across) = (way.dot(walk.stretch.forward), way.dot(walk.stretch.left))
    let sigma = walk.stretch.depthSigma
    return FocalErrors(
      along: sigma * forward * forward * along, across: sigma * left * left * across,
      inTurn: abs(2 * sigma * forward * left * across))
  }

  private struct FocalErrors {
    var along = 0.0
    var across = 0.0
    var inTurn = 0.0
  }

  private func length(_ step: (from: GaitWalk.Stance, to: GaitWalk.Stance), _ walk: GaitWalk)
    -> Sample?
  {
    guard let from = step.from.position, let to = step.to.position else { return nil }
    let length = (to - from).dot(walk.stretch.forward) * walk.stretch.arcFactor
    let sigmas = restSigmas(
      along: walk.stretch.forward, walk, at: from, isOfOneFoot: false, length: length)
    let focal = focalErrors(of: to - from, from: from, walk)
    return Sample(
      value: length, random: sigmas.random,
      common: hypot(hypot(sigmas.common, offsetSigma), focal.inTurn),
      focal: focal.along * walk.stretch.arcFactor)
  }

  private func width(_ step: (from: GaitWalk.Stance, to: GaitWalk.Stance), _ walk: GaitWalk)
    -> Sample?
  {
    guard let from = step.from.position, let to = step.to.position else { return nil }
    let across = (to - from).dot(walk.stretch.left)
    let sigmas = restSigmas(
      along: walk.stretch.left, walk, at: from, isOfOneFoot: false, length: across)
    let sign = step.to.strike.side == .left ? 1.0 : -1
    return Sample(
      value: sign * across, random: sigmas.random, common: hypot(sigmas.common, offsetSigma),
      focal: sign * focalErrors(of: to - from, from: from, walk).across)
  }

  private func strideLength(_ pair: Pair, _ walk: GaitWalk) -> Sample? {
    if walk.stretch.isTreadmill {
      guard let speed = speed(pair, walk) else { return nil }
      let time = pair.to.strike.time - pair.from.strike.time
      return Sample(
        value: speed.value * time, random: speed.random * time, common: speed.common * time)
    }
    guard let from = pair.from.position, let to = pair.to.position else { return nil }
    let length = (to - from).dot(walk.stretch.forward) * walk.stretch.arcFactor
    let sigmas = restSigmas(
      along: walk.stretch.forward, walk, at: from, isOfOneFoot: true, length: length)
    return Sample(
      value: length, random: sigmas.random, common: sigmas.common,
      focal: focalErrors(of: to - from, from: from, walk).along * walk.stretch.arcFactor)
  }

  private func speed(_ pair: Pair, _ walk: GaitWalk) -> Sample? {
    let time = pair.to.strike.time - pair.from.strike.time
    if walk.stretch.isTreadmill {
      guard let speed = pair.from.backwardSpeed, let off = pair.from.off else { return nil }
      let flat = off.time - pair.from.strike.time
      let sigmas = restSigmas(
        along: walk.stretch.forward, walk, isOfOneFoot: true, length: speed)
      return Sample(
        value: speed, random: sigmas.random / (0.45 * flat), common: treadmillSigma(walk) * speed)
    }
    guard let length = strideLength(pair, walk) else { return nil }
    let timeSigma = hypot(pair.from.strike.random, pair.to.strike.random) / time
    return Sample(
      value: length.value / time,
      random: hypot(length.random / time, length.value / time * timeSigma),
      common: length.common / time, focal: length.focal / time)
  }

  /// One standard deviation of a speed on a treadmill, as a share of it.
  private func treadmillSigma(_ walk: GaitWalk) -> Double {
    guard isOfOneCamera, let direction = walk.viewingDirection else {
      return Self.treadmillScale.across
    }
    let share = abs(walk.stretch.forward.dot(direction))
    return hypot(Self.treadmillScale.across, Self.treadmillScale.along * share)
  }

  private func progression(_ stance: GaitWalk.Stance, _ walk: GaitWalk) -> Sample? {
    guard let foot = stance.foot else { return nil }
    let (forward, left) = (foot.dot(walk.stretch.forward), foot.dot(walk.stretch.left))
    let length = hypot(forward, left)
    guard length > 0 else { return nil }
    let outwards = stance.strike.side == .left ? left : -left
    var sigma = Self.foot.across
    if isOfOneCamera, let line = walk.viewingDirection {
      let share = abs(walk.stretch.left.dot(line))
      sigma = hypot(sigma * (1 - share * share).squareRoot(), Self.foot.along * share)
    }
    // The error of a foot's direction lasts: half of its variance is the same in all steps.
    let own = sigma / length / 2.0.squareRoot()
    // The way's direction turns with the focal length, and the foot's, of which the lifter predicts the depth, doesn't.
    let shares = (stance.position ?? walk.fromCamera).flatMap { axisShares(at: $0, walk) }
    let turn = shares.map { walk.stretch.depthSigma * abs($0.forward * $0.left) } ?? 0
    return Sample(
      value: atan2(outwards, forward), random: own, common: hypot(own, Self.foot.direction),
      focal: turn)
  }

  // MARK: Quantities

  /// A quantity of a side, or of both.
  func measure(_ quantity: GaitAnalysis.Quantity, _ side: GaitAnalysis.Side?)
    -> GaitAnalysis.Measure
  {
    let samples = samples(of: quantity, side)
    let values = samples.map(\.value)
    var measure = GaitAnalysis.Measure(
      quantity: quantity, side: side, value: nil,
      deviation: values.count > 1 ? values.standardDeviation : nil, count: values.count,
      values: values, missing: nil)
    guard !samples.isEmpty else {
      measure.missing = reason(quantity)
      return measure
    }
    var mean = Self.mean(of: samples)
    switch quantity {
    case .cadence:
      let (seconds, sigma) = (mean.value, mean.sigma ?? 0)
      mean = MotionMeasures.Value(60 / seconds, sigma: 60 / (seconds * seconds) * sigma)
      measure.deviation = measure.deviation.map { 60 / (seconds * seconds) * $0 }
      // Their mean is that of the mean time.
      measure.values = values.map { 60 / seconds * (2 - $0 / seconds) }
    case .strideTimeVariation: return variation(of: samples, measure)
    case .stepLength, .strideLength, .stepWidth, .speed:
      // What is wrong with the person's size is wrong with all of it.
      mean.sigma = scaleSigma.flatMap { scale in
        mean.sigma.map { hypot($0, scale * mean.value) }
      }
    default: break
    }
    func isBeyondLimit(_ sigma: Double?) -> Bool {
      guard let limit = Self.limits[quantity], let sigma else { return false }
      return sigma > max(limit.least, limit.share * abs(mean.value))
    }
    if let disagreement = beltDisagreement(quantity) {
      mean.sigma = mean.sigma.map { hypot($0, disagreement) }
    }
    let focal = samples.map(\.focal).mean
    let sigma = mean.sigma.map { hypot($0, focal) }
    guard !isBeyondLimit(sigma) else {
      measure.missing = isBeyondLimit(mean.sigma) ? .viewingDirection : .fieldOfView
      return measure
    }
    mean.sigma = sigma
    measure.value = mean
    return measure
  }

  /// Half of what the feet's speeds or stride lengths differ by on a treadmill, where one belt moves both: what is wrong with
  /// them at least; `nil` elsewhere.
  private func beltDisagreement(_ quantity: GaitAnalysis.Quantity) -> Double? {
    guard quantity == .speed || quantity == .strideLength,
      walks.allSatisfy(\.stretch.isTreadmill)
    else { return nil }
    let means = Side.allCases.map { samples(of: quantity, $0).map(\.value) }
    guard means.allSatisfy({ !$0.isEmpty }) else { return nil }
    return abs(means[0].mean - means[1].mean) / 2
  }

  /// Left less right as a share of their mean: errors that both sides have alike cancel. `nil` if either is missing.
  func asymmetry(of quantity: GaitAnalysis.Quantity) -> MotionMeasures.Value? {
    let values = GaitAnalysis.Side.allCases.compactMap { side -> MotionMeasures.Value? in
      let measure = measure(quantity, side)
      guard measure.value != nil || measure.missing == .fieldOfView else { return nil }
      var own = samples(of: quantity, side)
      // A foot that is found too far in front makes its own step longer, and the other's as much shorter. So does a
      // strike that is found late.
      if quantity == .stepTime || quantity == .stepLength {
        for index in own.indices {
          own[index].common *= 2.0.squareRoot()
          own[index].random *= 2.0.squareRoot()
        }
      }
      // Common to a kind of event is common to both sides, but for what a side adds.
      if quantity == .stanceShare || quantity == .swingShare {
        let stride = Self.mean(of: self.samples(of: .strideTime, side)).value
        for index in own.indices {
          own[index].common = 2.0.squareRoot() * Self.sideTime / stride
        }
      }
      return Self.mean(of: own)
    }
    return values.count == 2 ? .asymmetry(of: values[0], and: values[1]) : nil
  }

  private static func mean(of samples: [Sample]) -> MotionMeasures.Value {
    let count = Double(samples.count)
    let squares = samples.reduce(0) { $0 + $1.random * $1.random }
    // Intervals one after the other: only the errors at both ends of the whole remain.
    let ends = zip(samples, samples.dropFirst()).count { first, second in
      first.interval == nil || first.interval?.upperBound != second.interval?.lowerBound
    }
    let random = (squares / count * Double(ends + 1)).squareRoot() / count
    let common = samples.map(\.common).mean
    let spread = (excess(of: samples, over: squares / count) / count).squareRoot()
    return MotionMeasures.Value(
      samples.map(\.value).mean, sigma: hypot(hypot(random, common), spread))
  }

  /// The variance of samples of a side around its mean, as far as it is more than what is wrong with each alone may well
  /// be: steps that differ much, or events that are none.
  private static func excess(of samples: [Sample], over noise: Double) -> Double {
    let groups = Side.allCases.map { side in samples.filter { $0.side == side }.map(\.value) }
    let freedom = samples.count - groups.count { !$0.isEmpty }
    guard freedom > 0 else { return 0 }
    let squares = groups.flatMap { group in
      let mean = group.mean
      return group.map { ($0 - mean) * ($0 - mean) }
    }
    return max(0, squares.reduce(0, +) / Double(freedom) - likely * noise)
  }

  /// The variance of a few samples is up to so many times that of the noise; chosen.
  private static let likely = 2.0

  /// The standard deviation of the strides' times as a share of their mean, less what the events' errors add.
  private func variation(
    of samples: [Sample], _ measure: GaitAnalysis.Measure
  ) -> GaitAnalysis.Measure {
    var measure = measure
    (measure.deviation, measure.values) = (nil, [])
    guard samples.count >= Self.variationCount else {
      measure.missing = .tooFewSteps
      return measure
    }
    let values = samples.map(\.value)
    let (mean, deviation) = (values.mean, values.standardDeviation)
    let noise = samples.reduce(0) { $0 + $1.random * $1.random } / Double(samples.count)
    let own = deviation * deviation - noise
    guard own > noise else {
      measure.missing = .belowNoise
      return measure
    }
    // A variance of n normal samples has the standard deviation √(2/(n − 1)) of it.
    let spread = deviation * deviation * (2 / Double(samples.count - 1)).squareRoot()
    measure.value = MotionMeasures.Value(
      own.squareRoot() / mean, sigma: spread / (2 * own.squareRoot()) / mean)
    return measure
  }

  private func reason(_ quantity: GaitAnalysis.Quantity) -> GaitAnalysis.Missing {
    if isCameraMoving, Self.alongGround.contains(quantity),
      !walks.allSatisfy(\.stretch.isTreadmill)
    {
      return .movingCamera
    }
    let isRun = walks.contains(where: \.isRun)
    return switch quantity {
    case .doubleSupportShare where isRun: .running
    case .flightShare where !isRun: .walking
    case .stepLength, .stepWidth:
      walks.allSatisfy(\.stretch.isTreadmill)
        ? isCameraMoving ? .movingCamera : .treadmill : .tooFewSteps
    case .footProgression:
      walks.allSatisfy { $0.stances.values.joined().allSatisfy { $0.foot == nil } }
        ? .noFeet : .tooFewSteps
    default: .tooFewSteps
    }
  }
}
