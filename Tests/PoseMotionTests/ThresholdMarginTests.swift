@testable import MotionTestSupport
import Foundation
import Testing

@testable import PoseMotion

/// Every threshold of exercise recognition is moved until a clip is judged otherwise.
@Suite struct ThresholdMarginTests {
  @Test func `the clips are judged as they should be by the standard thresholds`() {
    let clips = ThresholdClips.all
    for (clip, recognized, reasons) in clips.people {
      #expect(clip.verdict.recognized == recognized, "\(clip.name)")
      #expect(clip.verdict.reasons == reasons, "\(clip.name)")
    }
    #expect(!clips.areCountedOtherwise(by: ExerciseThresholds.standard.repetitions))
  }

  /// Those that a clip is nearer to than the least margin.
  private static let thin: Set = [
    "recognition: `unknown`: the likelihood by a quantity that can't be measured",
    "criteria: `armsAtShoulderHeight`: arm against trunk, at least",
    "criteria: `feetApart`: ankles farther apart than at rest, more than",
    "criteria: `trunkRaised`: trunk from the vertical, at most",
    "criteria: `upperArmStill`: movement of the upper arm, at most",
  ]

  @Test func `every threshold may move by 2°, 0.01 statures, 5 mm or 5 % either way`() async {
    let thin = await ThresholdMargin.all.value.filter { $0.fall == 0 || $0.rise == 0 }
      .map { "\($0.threshold.section): \($0.threshold.label)" }
    #expect(Set(thin) == Self.thin)
  }

  @Test func `every ramp may move by 10°, 0.02 statures, 0.1 or 0.1 s either way`() async {
    for margin in await ThresholdMargin.all.value where margin.threshold.quantity != nil {
      let sizes = margin.threshold.falls
      let least = margin.threshold.unit == .degrees ? sizes[2] : sizes[1]
      #expect(
        min(margin.fall, margin.rise) >= least,
        "\(margin.threshold.section): \(margin.threshold.label)")
    }
  }

  @Test(arguments: LookAlike.allCases)
  func `look-alikes are not taken for exercises`(_ movement: LookAlike) {
    #expect(Finding(of: movement.set.person(), choice: .recognized).exercise == nil)
  }

  @Test func `the page on recognition has the tables as they are measured`() async throws {
    let page = RecognitionPage(margins: await ThresholdMargin.all.value)
    let text = try String(contentsOf: RecognitionPage.file, encoding: .utf8)
    let current = try #require(page.replacingTables(in: text))
    if ProcessInfo.processInfo.environment["POSE3D_WRITE_PAGES"] != nil {
      try Data(current.utf8).write(to: RecognitionPage.file)
      return
    }
    let count = ThresholdClips.all.count
    #expect(text.contains("\(count.people) clips and \(count.curves) curves"))
    let old = text.split(separator: "\n")
    let new = current.split(separator: "\n")
    #expect(old.count == new.count)
    let changed = zip(old, new).first { $0 != $1 }
    #expect(
      changed == nil,
      "POSE3D_WRITE_PAGES=1 swift test --filter ThresholdMarginTests")
  }
}
