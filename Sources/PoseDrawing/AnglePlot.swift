internal import Kinematics
public import PoseMotion

/// Curves of an angle over time, for people to read: left and right in one picture, with the
/// repetitions of the exercise.
///
/// Degrees over seconds. The person's left is orange, the right blue, an angle of the middle dark,
/// each with a band of one standard deviation; dashed where a gap was filled, and over gaps of half a
/// second at most; yellowish where nothing was measured for longer. Repetitions that count are shaded
/// and numbered; those that don't are hatched, with the reason. A long clip's curves are drawn from
/// the extremes within each pixel's width: nothing that could be seen is lost.
///
/// ```swift
/// for plot in AnglePlot.usual(of: person, analysis: analysis) {
///   try write(plot.png(), to: plot.name + ".png")
/// }
/// ```
public struct AnglePlot: Sendable {
  /// The size of the picture in pixels.
  public struct Size: Sendable, Equatable {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// A size of at least 320×240 (default: 1200×680).
    public init(width: Int = 1200, height: Int = 680) {
      precondition(
        width >= 320 && height >= 240, "\(width)×\(height) pixels are too few for a plot")
      (self.width, self.height) = (width, height)
    }
  }

  /// The angle in words for a file's name, without its side: `knee-flexion`.
  public let name: String
  /// The title above the curves.
  public let title: String
  /// The text below the title, in smaller letters; `nil` for none.
  public let subtitle: String?
  /// The curves. They share an axis, so they are of one kind of angle.
  public let curves: [AngleCurve]
  /// The repetitions in the order of time, those that don't count among them.
  public let repetitions: [Repetition]
  /// The size of the picture.
  public let size: Size

  /// A plot of curves, those of both sides of one angle as a rule.
  ///
  /// - Parameters:
  ///   - curves: at least one.
  ///   - repetitions: those of the same person.
  ///   - title: the title (default: the angle's words, `Knee flexion`).
  ///   - subtitle: a line below the title.
  ///   - size: the size of the picture.
  public init(
    of curves: [AngleCurve], repetitions: [Repetition] = [], title: String? = nil,
    subtitle: String? = nil, size: Size = Size()
  ) {
    precondition(!curves.isEmpty, "no curve to plot")
    let words = AngleWords(curves[0].definition.name).words
    name = words.joined(separator: "-").lowercased()
    let text = words.joined(separator: " ")
    self.title = title ?? text.prefix(1).uppercased() + text.dropFirst()
    self.subtitle = subtitle
    self.curves = curves
    self.repetitions = repetitions
    self.size = size
  }

  /// The plot as a PNG file, 8-bit RGB on white. The same input gives the same bytes.
  ///
  /// - Throws: `tooLarge` beyond 32,767 pixels along a side; `drawingFailed` when there is no memory
  ///   for it.
  public func png() throws(DrawingError) -> [UInt8] {
    let canvas = try Canvas(
      on: Surface(width: size.width, height: size.height, PlotPalette.ground))
    canvas.draw(AnglePlotLayout(of: self, textWidth: canvas.width(of:)))
    return try canvas.png()
  }

  /// The plot as an SVG document. Letters are outlines, so that it looks the same everywhere. The
  /// same input gives the same text.
  ///
  /// - Throws: `drawingFailed` when there is no memory for it.
  public func svg() throws(DrawingError) -> String {
    let canvas = try Canvas(
      on: Surface(documentOf: SIMD2(Double(size.width), Double(size.height))))
    canvas.fill(canvas.bounds, PlotPalette.ground)
    canvas.draw(AnglePlotLayout(of: self, textWidth: canvas.width(of:)))
    return titled(try canvas.svg())
  }

  /// The document with its title for those who can't see it, and without the number that cairo gives
  /// to each of its surfaces.
  private func titled(_ document: String) -> String {
    let escaped = title.reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
    var lines = document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let root = lines.firstIndex(where: { $0.hasPrefix("<svg ") }) else { return document }
    lines.insert("<title>\(escaped)</title>", at: root + 1)
    if let group = lines.firstIndex(where: { $0.hasPrefix("<g id=\"surface") }) {
      lines[group] = "<g>"
    }
    return lines.joined(separator: "\n")
  }
}

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
