internal import Foundation
public import PoseFiles
internal import PoseMotion

/// A page for a browser that shows postures at work: the time in each action level, the score over the time, and the
/// worst moments. It is one file without scripts; the same results give the same bytes.
public struct ErgonomicsPage: Sendable {
  /// The document that is shown.
  public var document: ErgonomicsDocument
  /// Images of the worst moments, as PNG.
  public var images: [ErgonomicsDocument.Moment: [UInt8]]

  /// A page of a document.
  public init(_ document: ErgonomicsDocument, images: [ErgonomicsDocument.Moment: [UInt8]] = [:]) {
    (self.document, self.images) = (document, images)
  }

  /// The page's text.
  public var html: String {
    let several = document.people.count > 1
    let sections = document.people.flatMap { person in
      person.assessments.map { section(of: $0, person: person.id, isNamed: several) }
    }
    return PoseReport.page(
      title: PoseReport.escaped("\(document.file): postures at work"), version: document.version,
      style: Self.style, hasImages: !images.isEmpty,
      sections + ["<p>\(ErgonomicAssessment.disclaimer)</p>"]
        + [PoseReport.paragraphs(document.warnings)])
  }

  private static let style =
    PoseReport.tableStyle("levels") + """
      .course { width: 100%; height: auto; }
      .course text { fill: var(--faint); font-size: 11px; }
      .course line { stroke: var(--line); }
      .course path { fill: var(--accent); fill-opacity: 0.35; stroke: var(--accent); }
      .course circle { fill: var(--cursor); }
      .moments { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 16px; }
      .moments img { width: 100%; height: auto; border-radius: 8px; display: block; }
      """

  private func section(of assessment: ErgonomicAssessment, person: Int, isNamed: Bool) -> String {
    let title = (isNamed ? "Person \(person): " : "") + assessment.method.title
    guard let median = assessment.median, let high = assessment.percentile95 else {
      return "<h2>\(title)</h2>\n<p>\(PoseReport.escaped(assessment.coverage))</p>"
    }
    let unknown = assessment.unknown.map(\.title).joined(separator: ", ")
    let rows = assessment.levels.map { level in
      "<tr><td>\(assessment.method.title(of: level.level))</td><td>\(level.level.scoreText)</td>"
        + "<td>\(level.share.percentText)</td>"
        + "<td>\(level.reached.percentText)</td><td>\(assessment.reachedText(level.reached))</td></tr>"
    }
    let parts = assessment.shownContributions.map {
      $0.text
    }
    return """
      <h2>\(title)</h2>
      <p>Score: median \(median.text), 95th percentile \(high.text).</p>
      <p>\(PoseReport.escaped(assessment.coverage.prefix(1).uppercased() + assessment.coverage.dropFirst())).</p>
      \(unknown.isEmpty ? "" : "<p>Not stated: \(unknown). These inputs enter as a range, from the best case to the worst.</p>")
      \(PoseReport.table("levels", heads: ["", "scores", "time in it", "in it or above", "seconds"], rows: rows))
      <p class="faint">± is one standard deviation, if an angle errs alike in all frames.</p>
      \(parts.isEmpty ? "" : "<p>Points by part of the body: \(parts.joined(separator: ", ")).</p>")
      \(course(of: assessment))
      <h3>Worst moments</h3>
      <div class="moments">
      \(moments(of: assessment, person: person).joined(separator: "\n"))
      </div>
      """
  }

  private func moments(of assessment: ErgonomicAssessment, person: Int) -> [String] {
    assessment.worst.enumerated().map { place, frame in
      let moment = ErgonomicsDocument.Moment(
        person: person, method: assessment.method, rank: place + 1)
      let time = String(format: "%.2f s", frame.time)
      let image = images[moment].map {
        "<img alt=\"the person at \(time)\" src=\"data:image/png;base64,\(Data($0).base64EncodedString())\">"
      }
      let angles = frame.angles.map(\.text).joined(separator: ", ")
      return """
        <figure>\(image ?? "")
        <figcaption><b>\(time): \(frame.score?.text ?? "")</b><br>\(angles)</figcaption></figure>
        """
    }
  }

  /// The expected score over the time, from the lowest to the highest.
  private func course(of assessment: ErgonomicAssessment) -> String {
    guard let first = assessment.frames.first, let last = assessment.frames.last,
      last.time > first.time
    else { return "" }
    let most = Double(assessment.method.scores.upperBound)
    let number = { (value: Double) in String(format: "%.1f", value) }
    let x = { (time: Double) in 44 + 586 * (time - first.time) / (last.time - first.time) }
    let y = { (score: Double) in 150 - 140 * (score - 1) / (most - 1) }
    // A pixel has many frames of a long recording.
    let step = max(1, assessment.frames.count / 1200)
    var paths: [String] = []
    var run: [ErgonomicAssessment.Frame] = []
    func end() {
      guard run.count > 1 else { return run = [] }
      let above = run.map { "\(number(x($0.time))) \(number(y($0.score?.highest.mean ?? 1)))" }
      let below = run.reversed().map {
        "\(number(x($0.time))) \(number(y($0.score?.lowest.mean ?? 1)))"
      }
      paths.append("<path d=\"M\((above + below).joined(separator: "L"))Z\"/>")
      run = []
    }
    for index in stride(from: 0, to: assessment.frames.count, by: step) {
      if assessment.frames[index].score == nil {
        end()
      } else {
        run.append(assessment.frames[index])
      }
    }
    end()
    let lines = assessment.method.actionLevels.dropFirst().map { level in
      let height = number(y(Double(level.scores.lowerBound) - 0.5))
      return "<line x1=\"44\" x2=\"630\" y1=\"\(height)\" y2=\"\(height)\"/>"
    }
    let labels = assessment.method.actionLevels.map { level in
      let middle = Double(level.scores.lowerBound + level.scores.upperBound) / 2
      return
        "<text x=\"38\" y=\"\(number(y(middle) + 4))\" text-anchor=\"end\">\(level.scoreText)</text>"
    }
    let dots = assessment.worst.map { frame in
      let score = frame.score?.highest.mean ?? 1
      return "<circle cx=\"\(number(x(frame.time)))\" cy=\"\(number(y(score)))\" r=\"3\"/>"
    }
    let seconds = PoseReport.ticks(from: first.time, through: last.time).map {
      "<text x=\"\(number(x($0)))\" y=\"168\" text-anchor=\"middle\">\(Int($0)) s</text>"
    }
    return """
      <h3>Score over the time</h3>
      <svg class="course" viewBox="0 0 640 174" role="img" aria-label="score over the time">
      \((lines + labels + paths + dots + seconds).joined())
      </svg>
      """
  }
}
