import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

struct SmoothingTests {
  @Test func `no smoothing changes nothing`() {
    let motion = ShakyPerson(seed: 1, noise: 0.02).motion
    for (before, after) in zip(motion.states, motion.smoothed(.none).states) {
      for joint in Joint.allCases {
        let move =
          (after?.body.positions[joint] ?? .zero) - (before?.body.positions[joint] ?? .zero)
        #expect(move.length < Tolerance.exact)
      }
    }
  }

  /// Butterworth's filter is linear: joints by themselves and relative to the root are the same.
  @Test func `joints are smoothed as if each were alone`() throws {
    let motion = ShakyPerson(seed: 2, noise: 0.02).motion
    let smooth = motion.smoothed(.butterworth(cutoff: 5))
    for joint in Joint.allCases {
      let alone = ButterworthFilter(cutoff: 5).filtered(
        motion.states.map { $0?.body.positions[joint] }, at: motion.times)
      for (state, expected) in zip(smooth.states, alone) {
        let (state, expected) = (try #require(state), try #require(expected))
        #expect((state.body.positions[joint] - expected).length < Tolerance.oracle)
      }
    }
  }

  @Test(arguments: [PoseSequence.Smoothing.butterworth(cutoff: 6), .oneEuro])
  func `noise gets less, the motion stays, and sigmas with it`(
    smoothing: PoseSequence.Smoothing
  ) throws {
    let truth = ShakyPerson(seed: 4, noise: 0).motion
    let shaky = ShakyPerson(seed: 4, noise: 0.02).motion
    let smooth = shaky.smoothed(smoothing)
    // The second difference is what jitter is seen by.
    #expect(try jitter(smooth, truth) < 0.5 * jitter(shaky, truth))
    #expect(smooth.states.map { $0?.body.sigmas } == shaky.states.map { $0?.body.sigmas })
  }

  @Test func `feet follow their ankles, also where they were not seen all the time`() throws {
    var motion = ShakyPerson(seed: 6, noise: 0.02).motion
    let (heel, toe) = (Vector3(0, 0.06, 0.04), Vector3(0.02, 0.07, -0.16))
    for index in motion.states.indices where index % 12 < 9 {
      let ankle = try #require(motion.states[index]).body.positions[.rightAnkle]
      motion.states[index]?.body.rightFoot = Foot(heel: ankle + heel, toe: ankle + toe)
    }
    let smooth = motion.smoothed(.butterworth(cutoff: 4))
    for (before, after) in zip(motion.states, smooth.states) {
      let after = try #require(after)
      #expect((after.body.rightFoot == nil) == (before?.body.rightFoot == nil))
      guard let foot = after.body.rightFoot else { continue }
      #expect((foot.heel - after.body.positions[.rightAnkle] - heel).length < Tolerance.oracle)
      #expect((foot.toe - after.body.positions[.rightAnkle] - toe).length < Tolerance.oracle)
    }
  }

  @Test func `where the person is lost nothing is made up`() {
    var motion = ShakyPerson(seed: 7, noise: 0.02).motion
    for index in [0, 12, 13, 29] { motion.states[index] = nil }
    for smoothing in [PoseSequence.Smoothing.butterworth(cutoff: 6), .oneEuro] {
      let smooth = motion.smoothed(smoothing)
      #expect(smooth.states.map { $0 == nil } == motion.states.map { $0 == nil })
    }
  }

  /// The root mean square of the second differences of the joints' errors, in metres.
  private func jitter(_ motion: PersonMotion, _ truth: PersonMotion) throws -> Double {
    var (sum, count) = (0.0, 0.0)
    for joint in Joint.allCases {
      let errors = try zip(motion.states, truth.states).map {
        try #require($0).body.positions[joint] - (try #require($1)).body.positions[joint]
      }
      for index in errors.indices.dropFirst().dropLast() {
        let difference = errors[index - 1] - 2 * errors[index] + errors[index + 1]
        sum += difference.dot(difference)
        count += 1
      }
    }
    return (sum / count).squareRoot()
  }
}
