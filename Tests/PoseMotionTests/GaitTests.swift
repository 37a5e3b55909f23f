@testable import MotionTestSupport
import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

@testable import PoseMotion

/// A synthetic walk, of which times and lengths of all steps are known.
@Suite("Gait")
struct GaitTests {
  private static let frameRate = 60.0

  private static func recording(
    of walk: SyntheticWalk, seconds: Double = 6, hasFeet: Bool = true,
    world: WorldAxes? = WorldAxes(
      up: Vector3(0, 1, 0), front: Vector3(1, 0, 0), source: .file),
    moved: (Double, Vector3) -> Vector3 = { $1 }, warped: (Double) -> Double = { $0 }
  ) -> PoseRecording {
    let frames = (0...Int(seconds * frameRate)).map { index -> PoseRecording.Frame in
      let time = Double(index) / frameRate
      let markers = walk.markers(at: warped(time)).mapValues { moved(time, $0) }
      let point = { (name: String) in markers[name] ?? .zero }
      let foot = { (side: String) in
        Foot(heel: point(side + "Heel"), toe: point(side + "Toe"), sigma: 0.01)
      }
      return PoseRecording.Frame(
        index: index, time: time,
        people: [
          PoseObservation(
            BodyEstimate(
              positions: PerJoint { point($0.name) }, sigmas: PerJoint(repeating: 0.01),
              leftFoot: hasFeet ? foot("left") : nil, rightFoot: hasFeet ? foot("right") : nil,
              stature: Stature(metres: 1.8, sigma: 0.018, estimation: .measured)))
        ])
    }
    return PoseRecording(frames: frames, world: world)
  }

  private static func gait(of recording: PoseRecording) -> GaitAnalysis {
    GaitAnalysis(
      of: PoseSequence(recording).people[0], isInCameraFrame: false, isOfOneCamera: false)
  }

  private static func value(
    _ gait: GaitAnalysis, _ quantity: GaitAnalysis.Quantity, _ side: GaitAnalysis.Side? = nil
  ) throws -> Double {
    try #require(gait.measure(quantity, side)?.value?.value)
  }

  @Test func `steps to the side are no walk, and are listed as such`() {
    var recording = Self.recording(of: SyntheticWalk(), hasFeet: false)
    for frame in recording.frames.indices {
      for person in recording.frames[frame].people.indices {
        // Hips and shoulders are turned by a right angle.
        let body = recording.frames[frame].people[person].body
        var positions = body.positions
        for (left, right) in [
          (Joint.leftHip, Joint.rightHip), (.leftShoulder, .rightShoulder),
        ] {
          let middle = (body.positions[left] + body.positions[right]) / 2
          let half = (body.positions[left] - body.positions[right]).length / 2
          positions[left] = middle - Vector3(half, 0, 0)
          positions[right] = middle + Vector3(half, 0, 0)
        }
        recording.frames[frame].people[person].body.positions = positions
      }
    }
    let gait = Self.gait(of: recording)
    #expect(gait.passes.isEmpty)
    #expect(gait.excluded.contains { $0.reason == .sideways })
  }

  @Test(arguments: [(10, false), (8, true), (5, true)])
  func `with too few frames a second no steps are seen, and the reason is stated`(
    rate: Int, isRefused: Bool
  ) {
    var recording = Self.recording(of: SyntheticWalk(), seconds: 10)
    let every = Self.frameRate / Double(rate)
    recording.frames = recording.frames.filter {
      Double($0.index).truncatingRemainder(dividingBy: every) < 1
    }
    let gait = Self.gait(of: recording)
    #expect(gait.passes.isEmpty == isRefused || !isRefused)
    #expect(gait.excluded.contains { $0.reason == .lowFrameRate } == isRefused)
  }

  private static let walks: [SyntheticWalk] = {
    var slow = SyntheticWalk()
    (slow.stride, slow.speed, slow.stance) = (1.5, 0.7, 0.68)
    var fast = SyntheticWalk()
    (fast.stride, fast.speed, fast.stance, fast.width) = (0.9, 1.8, 0.58, 0.06)
    var turned = SyntheticWalk()
    (turned.heading, turned.toeOut) = (130, 0)
    return [SyntheticWalk(), slow, fast, turned]
  }()

  @Test(arguments: walks)
  func `times and lengths are those of the walk`(walk: SyntheticWalk) throws {
    let gait = Self.gait(of: Self.recording(of: walk))
    let pass = try #require(gait.passes.first)
    #expect(gait.passes.count == 1 && !pass.isTreadmill && pass.heading == nil)
    for side in GaitAnalysis.Side.allCases {
      let strikes = walk.strikes(isLeft: side == .left, from: 0.3, to: 5.7)
      let found = pass.events.filter { $0.kind == .footStrike && $0.side == side }
      for strike in strikes {
        let event = try #require(found.min { abs($0.time - strike) < abs($1.time - strike) })
        #expect(abs(event.time - strike) < 2 * event.sigma)
      }
      #expect(abs(try Self.value(gait, .strideTime, side) - walk.stride) < 0.01)
      #expect(abs(try Self.value(gait, .stepTime, side) - walk.stride / 2) < 0.02)
      #expect(abs(try Self.value(gait, .stanceShare, side) - walk.stance) < 0.05)
      #expect(abs(try Self.value(gait, .strideLength, side) - walk.strideLength) < 0.02)
      #expect(abs(try Self.value(gait, .stepLength, side) - walk.strideLength / 2) < 0.02)
      let outwards = try Self.value(gait, .footProgression, side) * 180 / .pi
      #expect(abs(outwards - walk.toeOut) < 1)
    }
    #expect(abs(try Self.value(gait, .cadence) - 120 / walk.stride) < 2)
    #expect(abs(try Self.value(gait, .speed) - walk.speed) < 0.02)
    #expect(abs(try Self.value(gait, .stepWidth) - walk.width) < 0.01)
    #expect(abs(try Self.value(gait, .doubleSupportShare) - (2 * walk.stance - 1)) < 0.1)
    #expect(gait.measures.allSatisfy { ($0.value == nil) != ($0.missing == nil) })
    #expect(gait.measures.allSatisfy { $0.value.map { ($0.sigma ?? 0) > 0 } ?? true })
    #expect(gait.measure(.strideTimeVariation)?.missing == .belowNoise)
    let knee = try #require(gait.cycles.first { $0.name == "leftKneeFlexion" })
    #expect(knee.mean.allSatisfy { $0 != nil })
  }

  @Test(arguments: [2.9, 3.4, 4.0, 4.5, 5.1])
  func `the cadence of a limp is that of its strides, for any number of steps`(
    seconds: Double
  ) throws {
    var walk = SyntheticWalk()
    walk.phase = 0.6
    let gait = Self.gait(of: Self.recording(of: walk, seconds: seconds))
    let cadence = try #require(gait.measure(.cadence, nil)?.value)
    let sigma = try #require(cadence.sigma)
    #expect(abs(cadence.value - 120 / walk.stride) < max(1, 2 * sigma), "\(cadence)")
    #expect(gait.measure(.cadence, nil)?.deviation ?? 0 < 3)
  }

  @Test func `what differs between the sides has one sigma in both places`() throws {
    var walk = SyntheticWalk()
    walk.phase = 0.55
    let person = PoseSequence(Self.recording(of: walk, seconds: 8)).people[0]
    let gait = GaitAnalysis(of: person, isInCameraFrame: false, isOfOneCamera: false)
    let summary = SessionSummary(
      of: person, ExerciseAnalysis(of: person, choice: .recognized), gait: gait, name: "limp",
      isInCameraFrame: false, hasCamera: false)
    let rows = SessionComparison(sidesOf: summary).rows
    for quantity in [GaitAnalysis.Quantity.stepTime, .stepLength, .stanceShare] {
      let asymmetry = try #require(gait.asymmetries.first { $0.quantity == quantity })
      let row = try #require(rows.first { $0.name == quantity.rawValue })
      let mean = (row.before.value + row.after.value) / 2
      let own = try #require(asymmetry.value.sigma) * mean
      #expect(try #require(row.difference.sigma) > 0.98 * own, "\(quantity)")
      #expect(try #require(row.minimalDetectableChange) > 1.9 * own)
    }
  }

  @Test func `noise that lifts the feet makes no run of a walk`() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = RandomNumbers(seed: seed)
      var recording = Self.recording(of: SyntheticWalk())
      for frame in recording.frames.indices {
        var body = recording.frames[frame].people[0].body
        func moved(_ place: Vector3) -> Vector3 {
          place + Vector3(random.normal(), random.normal(), random.normal()) * 0.02
        }
        body.positions = PerJoint { moved(body.positions[$0]) }
        for side in [\BodyEstimate.leftFoot, \.rightFoot] {
          body[keyPath: side] = body[keyPath: side].map {
            Foot(heel: moved($0.heel), toe: moved($0.toe), sigma: 0.02)
          }
        }
        recording.frames[frame].people[0].body = body
      }
      var options = PoseSequence.Options()
      options.smoothing = .butterworth(cutoff: 15)
      let gait = GaitAnalysis(
        of: PoseSequence(recording, options: options).people[0], isInCameraFrame: false,
        isOfOneCamera: false)
      #expect(!gait.isRun, "\(seed)")
    }
  }

  @Test func `a limp shows in step times with its sign, and the other way round mirrored`() throws {
    var walk = SyntheticWalk()
    walk.phase = 0.58
    let gait = Self.gait(of: Self.recording(of: walk))
    // The right foot strikes 0.58 of a stride after the left: its step is the longer one.
    let limp = try #require(gait.asymmetries.first { $0.quantity == .stepTime }).value
    #expect(abs(limp.value + 0.32) < 0.06)
    #expect(try #require(limp.sigma) < 0.12)
    walk.phase = 0.42
    let mirrored = Self.gait(of: Self.recording(of: walk))
    let other = try #require(mirrored.asymmetries.first { $0.quantity == .stepTime }).value
    #expect(abs(other.value + limp.value) < 0.03)
    // The feet are on the ground for equal times.
    let stance = try #require(gait.asymmetries.first { $0.quantity == .stanceShare }).value
    #expect(abs(stance.value) < 0.05)
  }

  @Test func `on a treadmill times and speed are measured, and steps have no length`() throws {
    var walk = SyntheticWalk()
    walk.isTreadmill = true
    let gait = Self.gait(of: Self.recording(of: walk))
    #expect(gait.passes.map(\.isTreadmill) == [true])
    #expect(abs(try Self.value(gait, .strideTime, .left) - walk.stride) < 0.01)
    let speed = try Self.value(gait, .speed)
    #expect(abs(speed - walk.speed) < 0.05)
    #expect(abs(try Self.value(gait, .strideLength, .right) - walk.strideLength) < 0.06)
    for quantity in [GaitAnalysis.Quantity.stepLength, .stepWidth] {
      #expect(
        gait.measures.filter { $0.quantity == quantity }.allSatisfy { $0.missing == .treadmill })
    }
  }

  @Test(arguments: [false, true])
  func `a treadmill that a camera sees along is found, has times, and its speed isn't given`(
    isBehind: Bool
  ) throws {
    var walk = SyntheticWalk()
    walk.isTreadmill = true
    let frames = Self.recording(of: walk) { _, point in
      isBehind
        ? Vector3(point.z, 1.2 - point.y, 4 + point.x)
        : Vector3(-point.z, 1.2 - point.y, 4 - point.x)
    }.frames
    let camera = Camera(
      width: 1080, height: 1920, fx: 1500, fy: 1500, cx: 539.5, cy: 959.5, source: .file)
    let sequence = PoseSequence(
      PoseRecording(frames: frames, camera: camera, gravity: Vector3(0, 1, 0)))
    let person = sequence.people[0]
    #expect(person.grounding == .contradicted || person.grounding == .noContact)
    let gait = GaitAnalysis(of: person, isInCameraFrame: true, isOfOneCamera: true)
    #expect(gait.passes.map(\.isTreadmill) == [true])
    #expect(abs(try Self.value(gait, .strideTime, .left) - walk.stride) < 0.01)
    #expect(gait.measure(.speed)?.missing == .viewingDirection)
    #expect(abs(abs(try #require(gait.passes[0].heading)) - (isBehind ? .pi : 0)) < 0.1)
  }

  @Test(arguments: [false, true])
  func `legs of a person who lies walk on nothing, though the vertical isn't known`(lies: Bool) {
    var walk = SyntheticWalk()
    walk.isTreadmill = true
    let frames = Self.recording(of: walk) { _, point in
      lies
        ? Vector3(point.y - 1, 0.5 - point.z, 4 - point.x)
        : Vector3(point.z, 1 - point.y, 4 - point.x)
    }.frames
    let camera = Camera(
      width: 1080, height: 1920, fx: 1500, fy: 1500, cx: 539.5, cy: 959.5, source: .file)
    let sequence = PoseSequence(PoseRecording(frames: frames, camera: camera, gravity: nil))
    #expect(GaitAnalysis(of: sequence.people[0], in: sequence).passes.isEmpty == lies)
  }

  @Test func `a walk with a turn has two passes, which are pooled`() throws {
    // There and back again: after six seconds the path is flipped where it ends.
    let walk = SyntheticWalk()
    let there = Self.recording(of: walk)
    let back = Self.recording(of: walk).frames.dropFirst().map { frame in
      var frame = frame
      frame.index += 360
      frame.time += 6.4
      for place in frame.people.indices {
        frame.people[place].body.positions = frame.people[place].body.positions.map {
          Vector3(7.2 - $0.x, $0.y, -$0.z)
        }
        let turned = { (foot: Foot?) in
          foot.map {
            Foot(
              heel: Vector3(7.2 - $0.heel.x, $0.heel.y, -$0.heel.z),
              toe: Vector3(7.2 - $0.toe.x, $0.toe.y, -$0.toe.z), sigma: 0.01)
          }
        }
        frame.people[place].body.leftFoot = turned(frame.people[place].body.leftFoot)
        frame.people[place].body.rightFoot = turned(frame.people[place].body.rightFoot)
      }
      return frame
    }
    let one = Self.gait(of: there)
    let both = Self.gait(of: PoseRecording(frames: there.frames + back, world: there.world))
    #expect(both.passes.count == 2)
    let (alone, pooled) = (one.measure(.strideLength, .left), both.measure(.strideLength, .left))
    #expect(try #require(pooled).count == 2 * (alone?.count ?? 0))
    #expect(abs(try Self.value(both, .strideLength, .left) - walk.strideLength) < 0.02)
    #expect(abs(try Self.value(both, .stepWidth) - walk.width) < 0.01)
  }

  @Test func `walking backwards is left out with the reason`() {
    var walk = SyntheticWalk()
    walk.isBackwards = true
    let gait = Self.gait(of: Self.recording(of: walk))
    #expect(gait.passes.isEmpty && gait.measures.isEmpty)
    #expect(gait.excluded.map(\.reason) == [.backwards])
  }

  @Test(arguments: [(0.3, true), (0.7, false), (1, false)])
  func `a walk whose feet are out of most images is left out with the reason`(
    share: Double, isWalk: Bool
  ) {
    var recording = Self.recording(of: SyntheticWalk(), hasFeet: false)
    let legs: [Joint] = [.leftKnee, .rightKnee, .leftAnkle, .rightAnkle]
    for index in recording.frames.indices where Double(index % 10) < 10 * share {
      for joint in legs { recording.frames[index].people[0].body.sources[joint] = .inferred }
    }
    let gait = Self.gait(of: recording)
    #expect(gait.passes.isEmpty != isWalk)
    #expect(gait.excluded.map(\.reason) == (isWalk ? [] : [.feetUnseen]))
  }

  @Test(arguments: [
    (0.04, false), (0.12, false), (0.3, true), (0.5, true), (0.65, true), (0.95, false),
  ])
  func `feet that strike nearly together don't walk`(phase: Double, isWalk: Bool) {
    var walk = SyntheticWalk()
    walk.phase = phase
    let gait = Self.gait(of: Self.recording(of: walk))
    #expect(gait.passes.isEmpty != isWalk)
    #expect(gait.excluded.map(\.reason) == (isWalk ? [] : [.notInTurn]))
  }

  @Test func `legs that are taken for each other again and again don't walk`() {
    let walk = SyntheticWalk()
    var person = PoseSequence(Self.recording(of: walk, seconds: 12)).people[0]
    for (frame, time) in person.times.enumerated() {
      // After every other strike, where one foot passes the other.
      if Int(time / walk.stride - 0.31) % 2 == 1 { person.states[frame]?.body.swapLegs() }
    }
    let gait = GaitAnalysis(of: person, isInCameraFrame: false, isOfOneCamera: false)
    #expect(gait.passes.isEmpty && gait.excluded.map(\.reason) == [.irregular])
  }

  @Test func `strikes at the ends that are none don't count`() throws {
    let walk = SyntheticWalk()
    // The feet are moved to and fro before the person is well in view, and after.
    let gait = Self.gait(
      of: Self.recording(of: walk, seconds: 6) { time, point in
        let isShaken = point.y < 0.2 && (time < 0.4 || time > 5.5)
        return isShaken ? point + Vector3(0.5 * sin(time * 25), 0, 0) : point
      })
    for side in GaitAnalysis.Side.allCases {
      let value = try #require(gait.measure(.strideTime, side)?.value)
      #expect(abs(value.value - walk.stride) < 0.03)
      #expect(try #require(value.sigma) < 0.03)
    }
  }

  @Test func `steps that differ much have means with wider sigmas, by their own spread`() throws {
    let walk = SyntheticWalk()
    // Slower and faster by up to 25 %.
    let uneven = Self.gait(
      of: Self.recording(of: walk, seconds: 12, warped: { $0 + 0.15 * sin($0 * 1.6) }))
    let even = Self.gait(of: Self.recording(of: walk, seconds: 12))
    // What one side's events have alike is in step times, whose sigma is wider before.
    for (quantity, least) in [(GaitAnalysis.Quantity.strideTime, 1.5), (.stepTime, 1.2)] {
      let (measure, before) = (
        try #require(uneven.measure(quantity, .left)), try #require(even.measure(quantity, .left))
      )
      let (sigma, deviation) = (
        try #require(measure.value?.sigma), try #require(measure.deviation)
      )
      let error = deviation / Double(measure.count).squareRoot()
      #expect(sigma > 0.8 * error && sigma < 1.5 * error)
      #expect(sigma > least * (try #require(before.value?.sigma)))
    }
  }

  private static func run(stride: Double = 0.7, stance: Double = 0.35) -> SyntheticWalk {
    var run = SyntheticWalk()
    (run.stride, run.speed, run.stance) = (stride, min(3, 2.1 / stride), stance)
    return run
  }

  @Test(arguments: [(0.42, 0.4), (0.5, 0.4), (0.6, 0.4), (0.7, 0.35), (0.72, 0.45)])
  func `a run has the times of its strides, and neither foot on the ground between its steps`(
    stride: Double, stance: Double
  ) throws {
    let gait = Self.gait(
      of: Self.recording(of: Self.run(stride: stride, stance: stance), seconds: 4))
    #expect(gait.isRun && gait.title == "running" && !gait.looksSlowedDown)
    for side in GaitAnalysis.Side.allCases {
      #expect(abs(try Self.value(gait, .strideTime, side) - stride) < 0.01)
      let share = try #require(gait.measure(.stanceShare, side)?.value)
      #expect(abs(share.value - stance) < 2 * (try #require(share.sigma)))
    }
    #expect(abs(try Self.value(gait, .cadence) - 120 / stride) < 6)
    let flight = try #require(gait.measure(.flightShare)?.value)
    #expect(abs(flight.value - (1 - 2 * stance)) < 2 * (try #require(flight.sigma)))
    #expect(gait.measure(.doubleSupportShare)?.missing == .running)
    #expect(!gait.rows.contains { $0.quantity == .doubleSupportShare })
  }

  @Test(arguments: walks)
  func `a walk is no run, and has no flight`(walk: SyntheticWalk) {
    let gait = Self.gait(of: Self.recording(of: walk))
    #expect(!gait.isRun && gait.title == "walking")
    #expect(gait.measure(.flightShare)?.missing == .walking)
    #expect(gait.rows.count == GaitAnalysis.Quantity.allCases.count - 1)
  }

  @Test(arguments: [2.5, 8])
  func `of a walk that becomes a run only the one with more steps counts`(start: Double) {
    // The run goes on where the walk ends, to the side.
    var run = Self.run()
    run.heading = 90
    let end = Vector3(SyntheticWalk().speed * start, 0, 0)
    let walked = Self.recording(of: SyntheticWalk(), seconds: start).frames
    let later = Self.recording(of: run, seconds: 3, moved: { $1 + end }).frames.map { frame in
      var frame = frame
      frame.time += start + 1 / Self.frameRate
      frame.index += walked.count
      return frame
    }
    let gait = Self.gait(
      of: PoseRecording(
        frames: walked + later,
        world: WorldAxes(up: Vector3(0, 1, 0), front: Vector3(1, 0, 0), source: .file)))
    #expect(gait.isRun == (start < 3))
    #expect(gait.excluded.map(\.reason).contains(.otherGait))
    #expect(gait.passes.allSatisfy { ($0.start > start - 0.5) == gait.isRun })
    #expect(gait.measures.contains { $0.value != nil })
  }

  /// On a bicycle the trunk leans and the thighs stay bent against it.
  @Test(arguments: [(0.0, true), (20, true), (58, false)])
  func `legs that turn below bent hips don't run`(lean: Double, isRun: Bool) {
    var run = Self.run()
    run.isTreadmill = true
    let (cosine, sine) = (cos(lean * .pi / 180), sin(lean * .pi / 180))
    let gait = Self.gait(
      of: Self.recording(
        of: run,
        moved: { _, point in
          let height = point.y - 0.79
          // The hips move up and down by a centimetre.
          guard height > 0.02 else { return point }
          return Vector3(point.x + sine * height, 0.79 + cosine * height, point.z)
        }))
    #expect(gait.isRun == isRun && gait.passes.isEmpty == !isRun)
    #expect(gait.excluded.map(\.reason) == (isRun ? [] : [.hipsBent]))
    let words = "has hips that stay bent, as on a bicycle, and is left out"
    #expect(gait.excluded.allSatisfy { $0.sentence.hasSuffix(words) })
  }

  @Test func `a run with far too few steps a minute looks slowed down`() {
    let slow = Self.gait(of: Self.recording(of: Self.run(stride: 1.4)))
    #expect(slow.isRun && slow.looksSlowedDown)
    let walk = Self.gait(of: Self.recording(of: Self.walks[1]))
    #expect(!walk.looksSlowedDown)
  }

  /// A camera behind a treadmill, or before it, that looks down or up by some degrees, and doesn't know it.
  @Test(arguments: [-6.0, 0, 6], [false, true])
  func `a camera that is pitched unknowingly makes no run of a walk, and no walk of a run`(
    degrees: Double, isRun: Bool
  ) {
    var walk = isRun ? Self.run() : SyntheticWalk()
    walk.isTreadmill = true
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    for isBehind in [false, true] {
      let frames = Self.recording(of: walk) { _, point in
        let (down, away) = (1 - point.y, isBehind ? point.x : -point.x)
        return Vector3(
          isBehind ? point.z : -point.z, down * cosine - away * sine,
          4 + down * sine + away * cosine)
      }.frames
      let camera = Camera(
        width: 1080, height: 1920, fx: 1500, fy: 1500, cx: 539.5, cy: 959.5, source: .file)
      let sequence = PoseSequence(PoseRecording(frames: frames, camera: camera, gravity: nil))
      let gait = GaitAnalysis(of: sequence.people[0], in: sequence)
      #expect(!gait.passes.isEmpty && gait.isRun == isRun)
    }
  }

  @Test func `feet that shake walk nowhere`() {
    var walk = SyntheticWalk()
    (walk.stride, walk.speed) = (0.3, 3)
    let gait = Self.gait(of: Self.recording(of: walk))
    #expect(gait.passes.isEmpty && gait.excluded.map(\.reason) == [.tooFewSteps])
  }

  @Test func `a single stride that is very uneven is none`() {
    var walk = SyntheticWalk()
    walk.phase = 0.25
    let long = Self.gait(of: Self.recording(of: walk, seconds: 8))
    #expect(long.passes.count == 1)
    let short = Self.gait(of: Self.recording(of: walk, seconds: 1.75))
    #expect(short.passes.isEmpty && short.excluded.map(\.reason) == [.notInTurn])
  }

  /// The walk goes across the view at 5 m, before a camera that goes along, faster or slower.
  @Test(arguments: [0.0, 0.6, -0.8])
  func `before a moving camera a walk has times, and neither lengths nor speed`(
    speed: Double
  ) throws {
    let frames = Self.recording(of: SyntheticWalk()) { time, point in
      Vector3(point.x - 3 - speed * time, 1.2 - point.y, 5 - point.z)
    }.frames
    let camera = Camera(
      width: 1920, height: 1080, fx: 1500, fy: 1500, cx: 959.5, cy: 539.5, source: .file)
    var recording = PoseRecording(frames: frames, camera: camera, gravity: Vector3(0, 1, 0))
    recording.isCameraMoving = speed != 0
    let sequence = PoseSequence(recording)
    #expect((sequence.people[0].grounding == .used) == (speed == 0))
    let gait = GaitAnalysis(of: sequence.people[0], in: sequence)
    #expect(abs(try Self.value(gait, .strideTime, .left) - SyntheticWalk().stride) < 0.01)
    for quantity in [GaitAnalysis.Quantity.speed, .strideLength, .stepLength] {
      let measure = try #require(
        gait.measure(quantity, quantity.hasSides ? .left : nil))
      #expect(measure.missing == (speed == 0 ? nil : .movingCamera), "\(quantity)")
    }
  }

  @Test func `one step is no walk`() {
    let gait = Self.gait(of: Self.recording(of: SyntheticWalk(), seconds: 1.05))
    #expect(gait.passes.isEmpty)
  }

  @Test(arguments: Activity.allCases.filter { ![.walking, .running].contains($0) })
  func `nothing else is taken for walking`(activity: Activity) {
    let person = SyntheticSet(activity, [1, 1, 1, 1]).person()
    let gait = GaitAnalysis(of: person, isInCameraFrame: true, isOfOneCamera: true)
    #expect(gait.passes.isEmpty, "\(gait.passes.map(gait.text(of:)))")
  }

  @Test func `without heels and toes the ankles do, and feet point nowhere`() throws {
    let walk = SyntheticWalk()
    let gait = Self.gait(of: Self.recording(of: walk, hasFeet: false))
    #expect(gait.measure(.footProgression, .left)?.missing == .noFeet)
    #expect(abs(try Self.value(gait, .strideTime, .left) - walk.stride) < 0.02)
    #expect(abs(try Self.value(gait, .strideLength, .left) - walk.strideLength) < 0.02)
  }

  @Test func `a frame rate changes nothing but the sigmas`() throws {
    let all = Self.recording(of: SyntheticWalk())
    var third = all
    third.frames = all.frames.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let (fine, coarse) = (Self.gait(of: all), Self.gait(of: third))
    for quantity in [GaitAnalysis.Quantity.cadence, .speed, .stepWidth, .doubleSupportShare] {
      let (a, b) = (fine.measure(quantity)?.value, coarse.measure(quantity)?.value)
      let sigma = try #require(b?.sigma)
      #expect(abs(try #require(a).value - (b?.value ?? 0)) < sigma)
      #expect(try #require(a?.sigma) <= 1.1 * sigma)
    }
  }

  @Test func `a camera that sees a walk from the side doesn't give the step width`() throws {
    // Across the view at 5 m, and from 12 m towards the camera: x to the right, y down, z away from it.
    func seen(towards: Bool) -> GaitAnalysis {
      let recording = Self.recording(
        of: SyntheticWalk(),
        world: WorldAxes(up: Vector3(0, -1, 0), front: Vector3(0, 0, -1), source: .file)
      ) { _, point in
        towards
          ? Vector3(-point.z, 1.2 - point.y, 12 - point.x)
          : Vector3(point.x - 3, 1.2 - point.y, 5 - point.z)
      }
      return GaitAnalysis(
        of: PoseSequence(recording).people[0], isInCameraFrame: true, isOfOneCamera: true)
    }
    let (side, front) = (seen(towards: false), seen(towards: true))
    #expect(side.measure(.stepWidth)?.missing == .viewingDirection)
    #expect(abs(try Self.value(front, .stepWidth) - 0.12) < 0.01)
    let lengths = [side, front].map { $0.measure(.stepLength, .left)?.value?.sigma ?? 0 }
    #expect(lengths[0] > 0 && lengths[1] > 2 * lengths[0])
    #expect(abs(try #require(front.passes.first?.heading)) < 0.05)
  }

  // MARK: Focal lengths

  /// A walk at an angle from the way to the camera, 10 m away, with depths that are so many times the true ones: of all
  /// points, or of the body as a whole.
  private static func seen(
    at degrees: Double, focalLengthSigma: Double, depths: Double = 1, ofRoot: Bool = false
  ) throws -> GaitAnalysis {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let recording = recording(
      of: SyntheticWalk(),
      world: WorldAxes(up: Vector3(0, -1, 0), front: Vector3(0, 0, -1), source: .file)
    ) { time, point in
      func depth(_ point: Vector3) -> Double { 10 - (point.x - 3) * cosine - point.z * sine }
      let scaled = ofRoot ? depth(SyntheticWalk().markers(at: time)["root"] ?? .zero) : depth(point)
      return Vector3(
        (point.x - 3) * sine - point.z * cosine, 1.2 - point.y,
        depth(point) + (depths - 1) * scaled)
    }
    var person = try #require(PoseSequence(recording).people.first)
    person.focalLengthSigma = focalLengthSigma
    return GaitAnalysis(of: person, isInCameraFrame: true, isOfOneCamera: true)
  }

  /// Depths are as long as the focal length: by how much lengths change with it is in their sigmas.
  @Test(arguments: [0.0, 20, 45, 70, 90, 135, 180])
  func `a focal length that is wrong by its sigma changes lengths by what their sigmas have of it`(
    degrees: Double
  ) throws {
    let share = 0.03
    let known = try Self.seen(at: degrees, focalLengthSigma: 0)
    let unsure = try Self.seen(at: degrees, focalLengthSigma: share)
    let wrong = try Self.seen(at: degrees, focalLengthSigma: 0, depths: 1 + share)
    for quantity in [GaitAnalysis.Quantity.strideLength, .speed, .stepWidth] {
      let side: GaitAnalysis.Side? = quantity.hasSides ? .left : nil
      guard let exact = known.measure(quantity, side)?.value,
        let value = unsure.measure(quantity, side)?.value,
        let other = wrong.measure(quantity, side)?.value
      else {
        #expect(quantity == .stepWidth && abs(cos(degrees * .pi / 180)) < 0.9)
        continue
      }
      #expect(value.value == exact.value)
      let (sigma, own) = (try #require(value.sigma), try #require(exact.sigma))
      let added = max(0, sigma * sigma - own * own).squareRoot()
      let change = abs(other.value - exact.value)
      #expect(abs(added - change) < 0.002 + 0.15 * change, "\(quantity): \(added), \(change)")
    }
    // Steps of both sides change by different amounts: across the walking, feet are in turn nearer and farther.
    let steps = [known, wrong].map { gait in
      GaitAnalysis.Side.allCases.map { gait.measure(.stepLength, $0)?.value?.value ?? .nan }
    }
    let difference = steps[1][0] - steps[1][1] - (steps[0][0] - steps[0][1])
    let commons = [known, unsure].map { $0.asymmetries.first { $0.quantity == .stepLength } }
    let sum = steps[0][0] + steps[0][1]
    let (own, all) = (
      try #require(commons[0]?.value.sigma), try #require(commons[1]?.value.sigma)
    )
    let added = max(0, all * all - own * own).squareRoot() * sum / 2
    #expect(abs(added - abs(difference)) < 0.003, "\(added), \(difference)")
  }

  /// Where people seem to be scales with the focal length, and how their feet point doesn't.
  @Test(arguments: [0.0, 20, 45, 90, 160])
  func `a way whose direction isn't known makes the feet's uncertain`(degrees: Double) throws {
    let share = 0.06
    let known = try Self.seen(at: degrees, focalLengthSigma: 0)
    let unsure = try Self.seen(at: degrees, focalLengthSigma: share)
    let wrong = try Self.seen(at: degrees, focalLengthSigma: 0, depths: 1 + share, ofRoot: true)
    for side in GaitAnalysis.Side.allCases {
      guard let exact = known.measure(.footProgression, side)?.value,
        let value = unsure.measure(.footProgression, side)?.value,
        let other = wrong.measure(.footProgression, side)?.value
      else {
        #expect(degrees > 50 && degrees < 130)
        continue
      }
      let (sigma, own) = (try #require(value.sigma), try #require(exact.sigma))
      let added = max(0, sigma * sigma - own * own).squareRoot()
      let change = abs(other.value - exact.value)
      #expect(abs(added - change) < 0.003 + 0.1 * change, "\(added), \(change)")
    }
  }

  @Test func `lengths along the view need a field of view, and its sides are compared without it`()
    throws
  {
    let gait = try Self.seen(at: 0, focalLengthSigma: 0.25)
    for quantity in [GaitAnalysis.Quantity.strideLength, .stepLength] {
      #expect(gait.measure(quantity, .left)?.missing == .fieldOfView)
    }
    #expect(gait.measure(.speed)?.missing == .fieldOfView)
    #expect(gait.measure(.stepWidth)?.value != nil && gait.measure(.cadence)?.value != nil)
    let asymmetry = try #require(gait.asymmetries.first { $0.quantity == .stepLength }).value
    #expect(try #require(asymmetry.sigma) < 0.25)
    let across = try Self.seen(at: 90, focalLengthSigma: 0.25)
    #expect(across.measure(.strideLength, .left)?.value != nil)
    #expect(across.measure(.stepWidth)?.missing == .viewingDirection)
  }

  // MARK: Documents

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a document is valid, and not with what the schema forbids`() async throws {
    let gait = Self.gait(of: Self.recording(of: SyntheticWalk()))
    let document = GaitDocument(
      version: "1.0", file: "walk.trc",
      people: [
        GaitDocument.Person(
          id: 0, stature: Stature(metres: 1.8, sigma: 0.02, estimation: .user), gait: gait)
      ], warnings: ["A sentence."])
    #expect(document.json == document.json)
    let folder = try TemporaryFolder()
    let file = try folder.file("gait.json", Data(document.json.utf8))
    try await SchemaValidator("gait").expect(
      file,
      exceptWith: [
        ("\"footStrike\"", "\"heelStrike\""),
        ("\"quantity\": \"cadence\"", "\"quantity\": \"pace\""),
        ("\"treadmill\": false", "\"treadmill\": \"no\""),
        ("\"missing\": \"belowNoise\"", "\"missing\": 0"),
        ("\"gait\": \"walking\"", "\"gait\": \"strolling\""),
      ])
    let lines = document.csv.split(separator: "\n")
    #expect(lines.count == gait.measures.count + 1)
    #expect(lines.allSatisfy { $0.count { $0 == "," } == 8 })
    #expect(lines[1].hasPrefix("0,cadence,,1/min,109"))
  }

  @Test(arguments: [
    (-0.002, "0 ± 9 %: no difference shown"), (0.02, "+2 ± 9 %: no difference shown"),
    (-0.33, "-33 ± 9 %: different"),
  ])
  func `an asymmetry that rounds to none has no side`(value: Double, text: String) {
    let asymmetry = GaitAnalysis.Asymmetry(
      quantity: .stepTime, value: MotionMeasures.Value(value, sigma: 0.09))
    #expect(asymmetry.text == text)
  }
}

extension BodyEstimate {
  /// Takes each leg for the other.
  fileprivate mutating func swapLegs() {
    let pairs: [(Joint, Joint)] = [(.leftKnee, .rightKnee), (.leftAnkle, .rightAnkle)]
    for (left, right) in pairs {
      (positions[left], positions[right]) = (positions[right], positions[left])
    }
    (leftFoot, rightFoot) = (rightFoot, leftFoot)
  }
}
