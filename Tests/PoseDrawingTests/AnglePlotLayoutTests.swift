import PoseMotion
@testable import PoseDrawing
import Testing

@Suite("The layout of a plot")
struct AnglePlotLayoutTests {
  /// About the advance of DejaVu Sans.
  private func textWidth(_ run: TextRun) -> Double {
    Double(run.text.unicodeScalars.count) * run.size * (run.isBold ? 0.7 : 0.6)
  }

  private func layout(_ plot: AnglePlot) -> AnglePlotLayout {
    AnglePlotLayout(of: plot, textWidth: textWidth)
  }

  private func texts(_ plot: AnglePlot) -> [String] { layout(plot).texts.map(\.run.text) }

  /// Plots of all kinds in one size.
  private func plots(_ size: AnglePlot.Size) throws -> [AnglePlot] {
    let long =
      "A title that is far too long for any image, " + String(repeating: "and ", count: 60)
    return [
      AnglePlot(of: try SyntheticCurve.knees(), size: size),
      AnglePlot(
        of: try SyntheticCurve.knees(filled: 40..<60),
        repetitions: SyntheticCurve.repetitions(3, missed: [1: .partialRange]),
        subtitle: "squat: 2 repetitions, 1 not counted", size: size),
      AnglePlot(
        of: try SyntheticCurve.knees(frames: 9000),
        repetitions: SyntheticCurve.repetitions(
          100, missed: [3: .tooFast, 4: .startNotSeen, 30: .notSeen, 99: .endNotSeen]),
        title: long, subtitle: long, size: size),
      AnglePlot(
        of: [try SyntheticCurve.curve("trunkFlexion", frames: 200) { $0 * 30 - 100 }],
        repetitions: SyntheticCurve.repetitions(
          25, missed: Dictionary(uniqueKeysWithValues: (0..<25).map { ($0, .startNotSeen) }),
          length: 0.26), size: size),
      AnglePlot(of: [try SyntheticCurve.curve(frames: 1) { _ in 30 }], size: size),
      AnglePlot(of: [try SyntheticCurve.curve(frames: 0) { _ in 30 }], size: size),
      AnglePlot(of: [try SyntheticCurve.curve(frames: 50) { _ in nil }], size: size),
    ]
  }

  static let sizes = [(320, 240), (400, 300), (640, 480), (1200, 680), (1080, 1920), (3840, 2160)]

  @Test("No text is cut off, touches another, or is smaller than 8.5 pixels", arguments: sizes)
  func textHasRoom(width: Int, height: Int) throws {
    for (number, plot) in try plots(AnglePlot.Size(width: width, height: height)).enumerated() {
      let layout = layout(plot)
      let frames = layout.texts.map(\.frame) + layout.legend.map(\.frame)
      for (index, frame) in frames.enumerated() {
        #expect(layout.area.contains(frame), "plot \(number)")
        let touched = frames[..<index].filter { $0.overlaps(frame) }
        #expect(touched == [], "plot \(number), \(frame)")
      }
      #expect(layout.texts.allSatisfy { $0.run.size >= 8.5 })
    }
  }

  @Test("Everything drawn is inside the frame, which takes the most of the room", arguments: sizes)
  func curvesStayInTheirFrame(width: Int, height: Int) throws {
    for (number, plot) in try plots(AnglePlot.Size(width: width, height: height)).enumerated() {
      let layout = layout(plot)
      let frame = layout.frame.expanded(by: 0.1)
      let drawn = layout.curves.flatMap { $0.lines.flatMap(\.points) + $0.dots + $0.bands.joined() }
      #expect(drawn.allSatisfy(frame.contains), "plot \(number)")
      for repetition in layout.repetitions {
        #expect(repetition.start <= repetition.turn && repetition.turn <= repetition.end)
        #expect(frame.origin.x <= repetition.start && repetition.end <= frame.corner.x)
      }
      #expect(layout.frame.size.x > 0.7 * layout.area.size.x)
      #expect(layout.frame.size.y > (width < 600 ? 0.2 : 0.45) * layout.area.size.y)
    }
  }

  @Test("The axes are labelled with their units, and the title names the curve")
  func labels() throws {
    let plot = AnglePlot(
      of: try SyntheticCurve.knees(), subtitle: "squat: 3 repetitions")
    let texts = texts(plot)
    #expect(texts[..<2] == ["Knee flexion", "squat: 3 repetitions"])
    #expect(texts.contains("knee flexion (°)"))
    #expect(texts.contains("time (s)"))
    #expect(plot.name == "knee-flexion")
  }

  @Test("The legend explains what there is, and nothing else")
  func legend() throws {
    func legend(_ plot: AnglePlot) -> [String] {
      let known = [
        "person's left", "right", "±1σ", "short gap", "repetition", "not counted",
      ]
      return texts(plot).filter(known.contains)
    }
    #expect(
      legend(AnglePlot(of: try SyntheticCurve.knees())) == ["person's left", "right", "±1σ"])
    #expect(
      legend(
        AnglePlot(
          of: try SyntheticCurve.knees(filled: 5..<9),
          repetitions: SyntheticCurve.repetitions(3, missed: [2: .tooSlow])))
        == ["person's left", "right", "±1σ", "short gap", "repetition", "not counted"])
    #expect(
      legend(
        AnglePlot(
          of: [try SyntheticCurve.curve("trunkFlexion", frames: 9, sigma: nil) { $0 }],
          repetitions: SyntheticCurve.repetitions(1))) == ["repetition"])
  }

  @Test("Short gaps are bridged by dashes, long ones are shaded, and the legend lists both")
  func longGaps() throws {
    // Ten seconds without 1.0…1.3 s of the left knee, and of both from 4 to 6 s and from 9 s on.
    func isSeen(_ time: Double) -> Bool { !(4..<6).contains(time) && time < 9 }
    let plot = AnglePlot(of: [
      try SyntheticCurve.curve(frames: 301) {
        isSeen($0) && !(1..<1.3).contains($0) ? SyntheticCurve.squat($0) : nil
      },
      try SyntheticCurve.curve("rightKneeFlexion", frames: 301) {
        isSeen($0) ? SyntheticCurve.squat($0) : nil
      },
    ])
    let layout = layout(plot)
    let (left, right) = (layout.curves[0].lines, layout.curves[1].lines)
    #expect(left.filter(\.isFilled).count == 1 && !right.contains(where: \.isFilled))
    let bridge = try #require(left.first(where: \.isFilled)?.points)
    let known = [1 - 1.0 / 30, 1.3].map(layout.horizontal.place(of:))
    #expect(zip(bridge, known).allSatisfy { abs($0.x - $1) < 0.2 })
    let spans = [(4 - 1.0 / 30, 6.0), (9 - 1.0 / 30, 10)]
    #expect(layout.unmeasured.count == spans.count)
    for (area, span) in zip(layout.unmeasured, spans) {
      #expect(abs(area.origin.x - layout.horizontal.place(of: span.0)) < 0.2)
      #expect(abs(area.corner.x - layout.horizontal.place(of: span.1)) < 0.2)
    }
    #expect(texts(plot).contains("short gap") && texts(plot).contains("not measured"))
    let whole = self.layout(AnglePlot(of: try SyntheticCurve.knees()))
    #expect(whole.unmeasured.isEmpty)
  }

  @Test("Counted repetitions carry their number above the turning point, the others the reason")
  func repetitions() throws {
    let plot = AnglePlot(
      of: try SyntheticCurve.knees(),
      repetitions: SyntheticCurve.repetitions(3, missed: [1: .partialRange]))
    let layout = layout(plot)
    #expect(layout.repetitions.map(\.isCounted) == [true, false, true])
    for (text, index) in [("1", 0), ("partial: 63 %", 1), ("2", 2)] {
      let placed = try #require(
        layout.texts.first { $0.run.text == text && $0.frame.corner.y <= layout.frame.origin.y })
      #expect(abs(placed.frame.centre.x - layout.repetitions[index].middle) < 1e-9)
    }
  }

  @Test("Of many repetitions every tenth number is written")
  func manyNumbers() throws {
    let plot = AnglePlot(
      of: try SyntheticCurve.knees(frames: 9000), repetitions: SyntheticCurve.repetitions(100))
    let layout = layout(plot)
    let numbers = layout.texts.filter {
      $0.run.isBold && $0.frame.corner.y <= layout.frame.origin.y
    }
    .compactMap { Int($0.run.text) }
    #expect(numbers == stride(from: 10, through: 100, by: 10).map(\.self))
  }

  @Test("A reason without room above the curves is noted below them")
  func notes() throws {
    let missed = Dictionary(
      uniqueKeysWithValues: (0..<100).filter { $0 % 4 == 1 }.map { ($0, Repetition.Reason.tooFast) }
    )
    let plot = AnglePlot(
      of: try SyntheticCurve.knees(frames: 9000),
      repetitions: SyntheticCurve.repetitions(100, missed: missed))
    let notes = texts(plot).filter { $0.contains(" s too short") }
    #expect(notes.count == 2)
    #expect(notes[0].hasPrefix("× 3.1 s too short · 15.1 s too short · "))
    let told = notes.joined(separator: " · ").split(separator: " · ").map(String.init)
    let more = try #require(told.last)
    #expect(more == "and \(25 - (told.count - 1)) more")
  }

  @Test("What was filled is dashed, as is the way over a gap, and one value alone is a dot")
  func gaps() throws {
    let curve = try SyntheticCurve.curve(frames: 40, filled: 20..<25) { time in
      let frame = Int((time * 30).rounded())
      return (8..<12).contains(frame) || frame == 13 ? nil : 30
    }
    let drawn = layout(AnglePlot(of: [curve])).curves[0]
    #expect(drawn.dots.count == 1)
    #expect(drawn.lines.map(\.isFilled) == [false, false, true, false, true, true])
    #expect(drawn.lines.map(\.points.count) == [8, 6, 7, 15, 2, 2])
    #expect(drawn.lines[1].points.last == drawn.lines[2].points.first)
    #expect(drawn.lines[2].points.last == drawn.lines[3].points.first)
  }

  @Test("The vertical axis starts at zero where that is near, and isn't blown up by noise")
  func verticalRange() throws {
    func range(_ degrees: @escaping (Double) -> Double, sigma: Double? = nil) throws
      -> ClosedRange<Double>
    {
      layout(
        AnglePlot(of: [try SyntheticCurve.curve(frames: 300, sigma: sigma, degrees)])
      ).vertical.range
    }
    #expect(try range({ 5 + 10 * $0 }) == 0...120)
    #expect(try range({ 5 + 10 * $0 }, sigma: 8) == 0...120)
    #expect(try range({ -40 + 10 * $0 }) == -40...60)
    #expect(try range({ 150 + $0 / 100 }).contains(140))
    #expect(try range({ 150 + 2 * $0 }, sigma: 500).upperBound <= 200)
  }
}
