/// Several sessions of one person in the order of time, each of which is compared with the first.
public struct SessionSeries: Sendable {
  /// The comparisons of the later sessions with the first, in their order; at least two. With all of them together a
  /// measure that didn't change comes out as changed with 5 % at most.
  public let comparisons: [SessionComparison]

  /// A series of at least three sessions.
  public init(_ sessions: [SessionSummary]) {
    precondition(sessions.count > 2, "a series of \(sessions.count) sessions")
    let first = sessions[0]
    comparisons = sessions.dropFirst().map {
      SessionComparison(before: first, after: $0, among: sessions.count - 1)
    }
  }

  /// The sessions, the first one first.
  public var sessions: [SessionSummary] { [comparisons[0].before] + comparisons.map(\.after) }

  /// Whether no measure has a sigma, so that no verdict can be given.
  public var isWithoutSigmas: Bool { comparisons.allSatisfy(\.isWithoutSigmas) }
}

extension SessionSeries {
  /// The rows that a table for people has: measures of which any session's is worth a look, each with one row for every
  /// later session; `nil` where that session doesn't have the measure.
  package var shownRows: [(name: String, rows: [SessionComparison.Row?])] {
    var names: [String] = []
    for name in comparisons.flatMap({ $0.shownRows.map(\.name) }) where !names.contains(name) {
      names.append(name)
    }
    return names.map { name in
      (name, comparisons.map { one in one.rows.first { $0.name == name } })
    }
  }

  /// The differences between the sessions' conditions, as sentences that name the session.
  package var conditionSentences: [String] {
    comparisons.flatMap { comparison in
      comparison.conditionSentences.map { "\(comparison.after.name): \($0)" }
    }
  }

  /// The assumptions about errors that cancel, as sentences.
  package var assumptions: [String] {
    var sentences: [String] = []
    for comparison in comparisons where !sentences.contains(comparison.assumption) {
      sentences.append(comparison.assumption)
    }
    guard sentences.count > 1 else { return sentences }
    return comparisons.map { "\($0.after.name): \($0.assumption)" }
  }
}
