import Kinematics
@testable import MotionTestSupport
import Pose3D
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// Planted feet of a person who is followed live.
@Suite struct FootLockTests {
  /// A person as they are shown, frame by frame, with and without feet that are kept where they are.
  private func shown(_ squat: GroundedSquat, groundsFeet: Bool = true) -> [BodyEstimate] {
    var random = RandomNumbers(seed: 3)
    var motion = OnlinePersonFilter(id: 0, world: nil, groundsFeet: groundsFeet)
    return squat.times.map {
      motion.add(squat.measured(at: $0, &random), at: $0)
    }
  }

  /// The largest distance of an ankle from its place a second after the beginning, in metres: in height and in
  /// depth.
  private func movement(_ bodies: [BodyEstimate], rate: Double) -> (height: Double, depth: Double) {
    let later = bodies[Int(rate)...]
    var (height, depth) = (0.0, 0.0)
    for ankle in [Joint.leftAnkle, .rightAnkle] {
      let first = later.first!.positions[ankle]
      for body in later {
        let moved = body.positions[ankle] - first
        (height, depth) = (max(height, abs(moved.y)), max(depth, abs(moved.z)))
      }
    }
    return (height, depth)
  }

  /// The root mean square error of the knees' flexion in degrees, from a second after the beginning.
  private func kneeError(_ bodies: [BodyEstimate], of squat: GroundedSquat) -> Double {
    let names = ["leftKneeFlexion", "rightKneeFlexion"].map { AngleDefinition.named($0) }
    func knees(_ body: BodyEstimate) -> [Double] {
      body.skeleton(world: nil).angles(names).compactMap(\.value)
    }
    var squares: [Double] = []
    for (time, body) in zip(squat.times, bodies).dropFirst(Int(squat.frameRate)) {
      for (knee, truth) in zip(knees(body), knees(squat.body(at: time))) {
        let error = (knee - truth) * 180 / Double.pi
        squares.append(error * error)
      }
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  @Test(arguments: [25.0, 30, 60], [true, false])
  func `feet stand still in squats, and knees bend as before`(rate: Double, hasFeet: Bool) {
    var squat = GroundedSquat()
    (squat.frameRate, squat.hasFeet) = (rate, hasFeet)
    let (free, locked) = (shown(squat, groundsFeet: false), shown(squat))
    let (before, after) = (movement(free, rate: rate), movement(locked, rate: rate))
    #expect(before.depth > 0.15)
    // What is left is the size of the body, which is learned meanwhile.
    #expect(after.depth < before.depth / 3 && after.height < 0.7 * before.height)
    // The knees as they are measured have no error here but noise and lag.
    #expect(kneeError(locked, of: squat) < kneeError(free, of: squat) + 0.5)
  }

  @Test func `a person who is carried, or filmed by a camera that moves, is left as measured`() {
    var squat = GroundedSquat()
    (squat.drift, squat.depth) = (0, 0.3)
    squat.footPath = { Vector3(0.5 * $0 - 1.5, 0, 0) }
    let (free, locked) = (shown(squat, groundsFeet: false), shown(squat))
    for (one, other) in zip(free, locked) {
      #expect((one.positions[.root] - other.positions[.root]).length < 0.05)
    }
  }

  @Test func `feet that are never seen hold nothing`() {
    let squat = GroundedSquat(duration: 2, showsFeet: { _ in false })
    for (one, other) in zip(shown(squat), shown(squat, groundsFeet: false)) {
      for joint in Joint.allCases {
        #expect((one.positions[joint] - other.positions[joint]).length < 0.001, "\(joint)")
      }
    }
  }

  @Test func `nothing jumps where feet leave the ground or come back`() {
    var squat = GroundedSquat()
    (squat.noise, squat.depth) = (0.002, 1.2)
    // Hops of 20 cm, a second and a half apart.
    squat.footPath = { time in
      let phase = time.truncatingRemainder(dividingBy: 1.5) / 0.4
      // Up is −y: a parabola through 0, 0.2 and 0.
      let height: Double = phase < 1 ? 0.8 * phase * (1 - phase) : 0
      return Vector3(0, -height, 0)
    }
    let (free, locked) = (shown(squat, groundsFeet: false), shown(squat))
    func fastest(_ bodies: [BodyEstimate]) -> Double {
      zip(bodies.dropFirst(), bodies).dropFirst(30)
        .map { ($0.positions[.root] - $1.positions[.root]).length }.max() ?? 0
    }
    #expect(fastest(locked) < fastest(free) + 0.03)
  }

  @Test func `it looks only back, and the same frames give the same bodies`() {
    let squat = GroundedSquat(duration: 2)
    let whole = shown(squat)
    #expect(shown(squat) == whole)
    #expect(shown(GroundedSquat(duration: 1)) == Array(whole.prefix(30)))
  }
}
