@testable import PoseMotion

/// How far a threshold may move before a clip is judged otherwise.
struct ThresholdMargin: Sendable {
  let threshold: ThresholdMove
  /// The largest sizes of moves at which every verdict stays, found by bisection; 0 where the smallest
  /// changes one.
  let fall: Double
  let rise: Double

  /// Whether no move that was tried changes anything.
  var isFallOpen: Bool { fall == threshold.falls.last }
  var isRiseOpen: Bool { rise == threshold.rises.last }

  /// The margins of all thresholds, in their order.
  static let all = Task {
    await withTaskGroup(of: (Int, ThresholdMargin).self) { group in
      let clips = ThresholdClips.all
      for (index, threshold) in ThresholdMove.all.enumerated() {
        group.addTask { (index, ThresholdMargin(of: threshold, in: clips)) }
      }
      var margins: [(Int, ThresholdMargin)] = []
      for await margin in group { margins.append(margin) }
      return margins.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  init(of threshold: ThresholdMove, in clips: ThresholdClips) {
    func margin(_ sizes: [Double], _ sign: Double) -> Double {
      func isTooMuch(_ size: Double) -> Bool {
        var thresholds = ExerciseThresholds.standard
        threshold.move(&thresholds, sign * size)
        return clips.areJudgedOtherwise(by: thresholds, threshold.role)
      }
      // Most thresholds may move all the way.
      guard let largest = sizes.last, isTooMuch(largest) else { return sizes.last ?? 0 }
      var (kept, changed) = (-1, sizes.count - 1)
      while changed - kept > 1 {
        let middle = (kept + changed) / 2
        if isTooMuch(sizes[middle]) { changed = middle } else { kept = middle }
      }
      return kept < 0 ? 0 : sizes[kept]
    }
    self.threshold = threshold
    fall = margin(threshold.falls, -1)
    rise = margin(threshold.rises, 1)
  }
}
