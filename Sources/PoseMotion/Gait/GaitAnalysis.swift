internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The walking or running of one person: when the feet strike and leave the ground, and what is measured of the steps.
///
/// Only straight passes count; turns, pauses and walking backwards are left out. Several passes are pooled, those that are
/// walked or those that are run: of which there are more steps.
public struct GaitAnalysis: Sendable, Equatable {
  /// A side of the body.
  public enum Side: String, CaseIterable, Sendable {
    case left, right

    /// The other side.
    public var other: Side { self == .left ? .right : .left }

    /// The name of an angle of this side in the catalogue: `leftKneeFlexion` of `kneeFlexion`.
    package func angle(_ name: String) -> String {
      rawValue + name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  /// A foot that strikes the ground or leaves it.
  public struct Event: Sendable, Equatable {
    /// The kind of a foot's event. The raw value is the word in files.
    public enum Kind: String, Sendable {
      case footStrike, toeOff
    }

    /// The kind of the event.
    public var kind: Kind
    /// The side of the foot.
    public var side: Side
    /// Seconds.
    public var time: Double
    /// One standard deviation of `time` in seconds.
    public var sigma: Double
  }

  /// A stretch of straight walking.
  public struct Pass: Sendable, Equatable {
    /// Seconds: the beginning.
    public var start: Double
    /// Seconds: the end.
    public var end: Double
    /// The direction in which the person walks, seen from above: 0 towards the camera, π/2 with the left side
    /// towards it, in radians; `nil` for joints without a camera.
    public var heading: Double?
    /// Whether the person walks on a treadmill: the body stays where it is.
    public var isTreadmill: Bool
    /// Whether the person stays where they are in the camera's frame because the camera goes along, in another way than
    /// is allowed for.
    public var isFollowed = false
    /// The events in the order of their times.
    public var events: [Event]
  }

  /// A stretch that is left out.
  public struct Exclusion: Sendable, Equatable {
    /// The reason why a stretch is left out. The raw value is the word in files.
    public enum Reason: String, Sendable {
      /// Fewer than two steps.
      case tooFewSteps
      /// The person walks backwards.
      case backwards
      /// The person steps sideways.
      case sideways
      /// The feet don't strike in turn, as in walking and running: these are no steps, or what was seen of them is wrong.
      case notInTurn
      /// The times of a foot's steps differ too much for a walk: what was seen of them is wrong, or these are none.
      case irregular
      /// Most of the images show neither foot.
      case feetUnseen
      /// Fewer images a second than steps can be seen in.
      case lowFrameRate
      /// Legs that move as in running or on a treadmill, below hips that stay bent: the person pedals, or walks crouched.
      case hipsBent
      /// The person walks where most steps are run, or runs where most are walked.
      case otherGait
    }

    /// Seconds: the beginning.
    public var start: Double
    /// Seconds: the end.
    public var end: Double
    /// The reason why it is left out.
    public var reason: Reason
  }

  /// A measured quantity. The raw value is the word in files.
  public enum Quantity: String, CaseIterable, Sendable {
    /// Steps a minute.
    case cadence
    /// Metres a second along the direction of walking.
    case speed
    /// Seconds from a foot strike to the next of the same foot.
    case strideTime
    /// Seconds from the other foot's strike to this foot's.
    case stepTime
    /// The share of a stride in which the foot is on the ground.
    case stanceShare
    /// The share of a stride in which it isn't.
    case swingShare
    /// The share of a stride in which both feet are on the ground; only of those who walk.
    case doubleSupportShare
    /// The share of a stride in which neither foot is on the ground; only of those who run.
    case flightShare
    /// Metres along the direction of walking between strikes of the same foot.
    case strideLength
    /// Metres along the direction of walking from the other foot to this foot.
    case stepLength
    /// Metres across the direction of walking between the feet.
    case stepWidth
    /// Radians by which the foot points outwards.
    case footProgression
    /// The standard deviation of the stride time as a share of its mean, less what the measurement adds.
    case strideTimeVariation

    /// The unit.
    public enum Unit: String, Sendable {
      case perMinute, metrePerSecond, second, fraction, metre, radian
    }

    /// The unit of the values.
    public var unit: Unit {
      switch self {
      case .cadence: .perMinute
      case .speed: .metrePerSecond
      case .strideTime, .stepTime: .second
      case .stanceShare, .swingShare, .doubleSupportShare, .flightShare, .strideTimeVariation:
        .fraction
      case .strideLength, .stepLength, .stepWidth: .metre
      case .footProgression: .radian
      }
    }

    /// Whether each side has its own.
    public var hasSides: Bool {
      switch self {
      case .strideTime, .stepTime, .stanceShare, .swingShare, .strideLength, .stepLength,
        .footProgression:
        true
      case .cadence, .speed, .doubleSupportShare, .flightShare, .stepWidth, .strideTimeVariation:
        false
      }
    }
  }

  /// The reason why a quantity has no value. The raw value is the word in files.
  public enum Missing: String, Sendable {
    /// Too few complete steps or strides.
    case tooFewSteps
    /// It lies along the viewing direction, where it can't be measured well enough.
    case viewingDirection
    /// It lies along the viewing direction, where it is as long as the camera's focal length, and that isn't known well
    /// enough.
    case fieldOfView
    /// The body stays where it is: steps have no length of their own.
    case treadmill
    /// The measurement's noise is larger than the differences between the strides.
    case belowNoise
    /// Heels and toes are not known.
    case noFeet
    /// The camera seems to move, in another way than is allowed for: feet don't stand still where they rest.
    case movingCamera
    /// Who walks has always a foot on the ground.
    case walking
    /// Who runs never has both feet on the ground.
    case running
  }

  /// A quantity over all passes.
  public struct Measure: Sendable, Equatable {
    /// The measured quantity.
    public var quantity: Quantity
    /// The side; `nil` for both together.
    public var side: Side?
    /// The mean, with its sigma; `nil` for a reason.
    public var value: MotionMeasures.Value?
    /// The standard deviation between steps, with what the measurement adds; `nil` below two.
    public var deviation: Double?
    /// The number of steps, strides or stances.
    public var count: Int
    /// The numbers whose mean the value is, one for each; empty where it is no mean.
    public var values: [Double]
    /// The reason why there is no value.
    public var missing: Missing?
  }

  /// Left less right of a quantity as a share of their mean.
  public struct Asymmetry: Sendable, Equatable {
    /// The compared quantity.
    public var quantity: Quantity
    /// −2…2, with its sigma: errors of both sides alike are not in it.
    public var value: MotionMeasures.Value
  }

  /// Whether the person runs in the passes.
  public var isRun = false
  /// The straight passes in the order of their times.
  public var passes: [Pass] = []
  /// The stretches of walking that are left out.
  public var excluded: [Exclusion] = []
  /// All quantities, those with sides left before right; empty without a pass.
  public var measures: [Measure] = []
  /// The quantities that both sides have.
  public var asymmetries: [Asymmetry] = []
  /// Angles over the stride of their own side, from strike to strike.
  public var cycles: [AngleCycle] = []

  /// The angles over a stride, without their sides.
  package static let angles = ["hipFlexion", "kneeFlexion", "ankleDorsiflexion"]

  /// The quantities that are compared between the sides.
  private static let compared: [Quantity] = [
    .stepTime, .stanceShare, .swingShare, .stepLength,
  ]

  /// The walking of a person.
  ///
  /// - Parameters:
  ///   - person: the person over time, smoothed and grounded.
  ///   - isInCameraFrame: whether the positions are in a camera's frame, z away from it.
  ///   - isOfOneCamera: whether one camera saw the joints, so that depth is the least certain coordinate.
  ///   - isCameraMoving: whether the camera seems to move: what a person does along the ground isn't known then.
  public init(
    of person: PersonMotion, isInCameraFrame: Bool, isOfOneCamera: Bool,
    isCameraMoving: Bool = false
  ) {
    func walks(_ stretches: [WalkingStretch]) -> [GaitWalk] {
      stretches.map { GaitWalk(person, $0, isInCameraFrame: isInCameraFrame) }
        // Who sits doesn't walk: that is no stretch that is left out.
        .filter { !$0.isSeated || $0.reasonToLeaveOut == .hipsBent }
    }
    var found = walks(WalkingStretches.of(person))
    if isCameraMoving, found.allSatisfy({ $0.reasonToLeaveOut != nil }) {
      found = walks(WalkingStretches.followed(person))
    }
    excluded = found.compactMap { walk in
      walk.reasonToLeaveOut.map {
        Exclusion(start: walk.times.lowerBound, end: walk.times.upperBound, reason: $0)
      }
    }
    let counted = found.filter { $0.reasonToLeaveOut == nil }
    guard !counted.isEmpty else { return }
    let steps = { (isRun: Bool) in
      counted.filter { $0.isRun == isRun }.reduce(0) { $0 + $1.steps.count }
    }
    isRun = steps(true) > steps(false)
    let walks = counted.filter { $0.isRun == isRun }
    excluded += counted.filter { $0.isRun != isRun }.map { walk in
      Exclusion(start: walk.times.lowerBound, end: walk.times.upperBound, reason: .otherGait)
    }
    excluded.sort { $0.start < $1.start }
    passes = walks.map { walk in
      var pass = walk.pass
      if isCameraMoving, pass.isTreadmill { (pass.isTreadmill, pass.isFollowed) = (false, true) }
      return pass
    }
    let samples = GaitSamples(
      of: walks, person.stature, isOfOneCamera: isOfOneCamera, isCameraMoving: isCameraMoving)
    measures = Quantity.allCases.flatMap { quantity in
      quantity.hasSides
        ? Side.allCases.map { samples.measure(quantity, $0) } : [samples.measure(quantity, nil)]
    }
    asymmetries = Self.compared.compactMap { quantity in
      samples.asymmetry(of: quantity).map { Asymmetry(quantity: quantity, value: $0) }
    }
    let names = Side.allCases.flatMap { side in
      Self.angles.map { (side, side.angle($0)) }
    }
    let curves = person.curves(of: names.map { .named($0.1) })
    cycles = zip(names, curves).compactMap { name, curve in
      AngleCycle(of: curve, over: walks.flatMap { $0.strides(of: name.0) })
    }
  }

  /// The walking of a person of a sequence.
  ///
  /// - Parameters:
  ///   - person: the person over time, smoothed and grounded.
  ///   - sequence: what the person was measured in.
  public init(of person: PersonMotion, in sequence: PoseSequence) {
    let recording = sequence.recording
    let isOfOneCamera = recording.isInCameraFrame && recording.views.isEmpty
    self.init(
      of: person, isInCameraFrame: recording.isInCameraFrame, isOfOneCamera: isOfOneCamera,
      isCameraMoving: isOfOneCamera && sequence.seemsToBeMoved)
  }

  /// The fewest steps a minute of a run that plays as fast as life; chosen.
  package static let slowestRun = 110.0

  /// Whether the person runs with so few steps a minute that the video seems to play slower than life.
  package var looksSlowedDown: Bool {
    isRun && measure(.cadence)?.value.map { $0.value < Self.slowestRun } ?? false
  }

  /// A measure.
  public func measure(_ quantity: Quantity, _ side: Side? = nil) -> Measure? {
    measures.first { $0.quantity == quantity && $0.side == side }
  }
}
