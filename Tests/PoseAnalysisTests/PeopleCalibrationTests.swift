import PoseMotion
import PoseMultiView
import Testing

@testable import PoseAnalysis

struct PeopleCalibrationTests {
  @Test(arguments: [
    // The offset in seconds, the other one that fits, and the one that counts in a check and in a calibration.
    (0.48, 0.0, 0, 0.48), (0.48, -0.06, 0, 0.48), (0.48, 0.96, 0.48, 0.48), (0, 0.5, 0, 0),
  ])
  func `a check takes clocks that agree where they fit nearly as well`(
    offset: Double, other: Double, checked: Double, calibrated: Double
  ) {
    let found = ClockEstimate(
      clock: ViewClock(offset: offset), offsetSigma: 0.01, doubt: .ambiguous(other: other))
    for (isCheck, expected) in [(true, checked), (false, calibrated)] {
      let settled = PeopleCalibration.settled(found, isCheck: isCheck)
      #expect(settled.clock.offset == expected)
      #expect(settled.doubt == .ambiguous(other: other))
      // What was taken in place of the best fit has no sigma.
      #expect((settled.offsetSigma == nil) == (expected != offset))
    }
  }

  @Test func `the speeds' clock counts where the poses contradict it`() {
    let speeds = ViewClock(offset: -0.2)
    let found = ClockEstimate(
      clock: ViewClock(offset: 8), offsetSigma: 0.01,
      doubt: .posesContradict(speeds, offsetSigma: 0.02))
    let settled = PeopleCalibration.settled(found, isCheck: true)
    #expect(settled.clock == speeds && settled.offsetSigma == 0.02 && settled.doubt == nil)
  }
}
