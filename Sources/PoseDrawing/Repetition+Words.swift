internal import PoseMotion

extension Repetition.Reason {
  /// The reason that a repetition doesn't count, in a word or two.
  ///
  /// - Parameter share: how far it went, 1 being as far as those that count.
  func words(share: Double?) -> String {
    switch self {
    case .partialRange:
      share.map { "partial: \(DrawnText.fixed($0 * 100, decimals: 0)) %" } ?? "partial"
    case .tooFast: "too fast"
    case .tooSlow: "too slow"
    case .startNotSeen: "start not seen"
    case .endNotSeen: "end not seen"
    case .notSeen: "not seen"
    case .uncertain: "uncertain"
    case .impossible: "impossible"
    case .sidesDiffer: "sides differ"
    case .notUpright: "not upright"
    case .criterionNotMet: "not the exercise"
    }
  }
}
