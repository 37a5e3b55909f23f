internal import Kinematics
public import PoseMotion

extension AnglePlot {
  /// The plots that are usual for a person: the angle that their repetitions follow first, then
  /// those of the same limbs, then the others, each with both sides. An angle of which nothing was
  /// measured has none.
  ///
  /// - Parameters:
  ///   - person: the person over time.
  ///   - analysis: what the person does.
  ///   - isNumbered: whether the person's number stands below the title, for several people.
  ///   - size: the size of each plot.
  public static func usual(
    of person: PersonMotion, analysis: ExerciseAnalysis, isNumbered: Bool = false,
    size: Size = Size()
  ) -> [AnglePlot] {
    let angle = (analysis.repetitions.first(where: \.isCounted) ?? analysis.repetitions.first)?
      .angle
    let followed = angle.map { AngleWords($0).words }
    let principal = AngleDefinition.principalKinds(besides: angle)
      .map { AngleWords("left" + $0).words }
    let kinds = (followed.map { [$0] } ?? []) + principal.filter { $0 != followed }
    return kinds.compactMap { words in
      let curves = person.curves(of: definitions(of: words))
      guard curves.contains(where: { $0.values.contains { $0 != nil } }) else { return nil }
      return AnglePlot(
        of: curves, repetitions: analysis.repetitions,
        subtitle: subtitle(of: analysis, isNumbered: isNumbered), size: size)
    }
  }

  /// The catalogue's angles of these words: left and right, or the one of the middle. Else those of
  /// the first dialect that has some.
  private static func definitions(of words: [String]) -> [AngleDefinition] {
    let tables = [AngleDefinition.catalogue] + AngleDialect.allCases.map(\.angles)
    return tables.lazy.map { $0.filter { AngleWords($0.name).words == words } }
      .first { !$0.isEmpty } ?? []
  }

  /// `person 1 · squat: 2 repetitions, 1 not counted`.
  private static func subtitle(of analysis: ExerciseAnalysis, isNumbered: Bool) -> String? {
    let counted = analysis.repetitions.count(where: \.isCounted)
    let missed = analysis.repetitions.count - counted
    let exercise = analysis.title.map { title in
      "\(title): \(counted) repetition\(counted == 1 ? "" : "s")"
        + (missed > 0 ? ", \(missed) not counted" : "")
    }
    let parts = (isNumbered ? ["person \(analysis.person)"] : []) + (exercise.map { [$0] } ?? [])
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}
