internal import PoseMotion

/// A repetition as it is drawn behind the curves.
struct PlottedRepetition: Sendable, Equatable {
  let isCounted: Bool
  /// Its start, turning point and end on the horizontal axis.
  let start: Double
  let turn: Double
  let end: Double

  /// The position of its number or reason.
  var middle: Double { isCounted ? turn : (start + end) / 2 }
}

/// The repetitions of a plot and the row of their numbers and reasons above the curves.
struct RepetitionRow: Sendable {
  private(set) var repetitions: [PlottedRepetition] = []
  private(set) var texts: [PlacedText] = []
  /// The reasons that found no room, in the order of time.
  private var unplaced: [String] = []
  private let font: Double

  /// - Parameters:
  ///   - row: the row's upper border.
  ///   - within: how far text may go to the left and right.
  init(
    _ repetitions: [Repetition], horizontal: PlotAxis, row: Double, font: Double,
    within room: (left: Double, right: Double), textWidth: TextWidth
  ) {
    self.font = font
    let (first, last) = (horizontal.range.lowerBound, horizontal.range.upperBound)
    let seen = repetitions.filter { $0.end >= first && $0.start <= last }
    let plotted = seen.map { repetition in
      let places = [repetition.start, repetition.turn, repetition.end].map {
        horizontal.place(of: min(max($0, first), last))
      }
      return PlottedRepetition(
        isCounted: repetition.isCounted, start: places[0], turn: places[1], end: places[2])
    }
    self.repetitions = plotted
    var taken: [(left: Double, right: Double)] = []

    /// A text about the turning point of a repetition that counts, or the middle of one that doesn't;
    /// `nil` when there is no room for it.
    func place(_ run: TextRun, about index: Int, besides others: Bool) -> PlacedText? {
      let width = textWidth(run)
      let middle = plotted[index].middle
      let left = min(max(middle - width / 2, room.left), room.right - width)
      let gap = font * 0.3
      guard left >= room.left,
        taken.allSatisfy({ left - gap >= $0.right || left + width + gap <= $0.left }),
        !others
          || plotted.indices.allSatisfy({
            $0 == index || left >= plotted[$0].end || left + width <= plotted[$0].start
          })
      else { return nil }
      return PlacedText(
        run, at: CanvasPoint(left, row + font * 1.15), textWidth: textWidth)
    }
    func accept(_ text: PlacedText) {
      taken.append((text.frame.origin.x, text.frame.corner.x))
      texts.append(text)
    }

    let counted = plotted.indices.filter { plotted[$0].isCounted }
    let numbers = counted.enumerated().map { number, index in
      (index, TextRun(text: "\(number + 1)", size: font, isBold: true))
    }
    let step = Self.step(numbers.map { place in (plotted[place.0], textWidth(place.1)) }, font)
    for (number, (index, run)) in numbers.enumerated() where (number + 1) % step == 0 {
      if let text = place(run, about: index, besides: false) { accept(text) }
    }
    for index in plotted.indices where !plotted[index].isCounted {
      let repetition = seen[index]
      let reason =
        repetition.reason?.label(share: repetition.share(among: repetitions)) ?? "not counted"
      let run = TextRun(text: reason, size: Self.noteSize(font), isDimmed: true)
      if let text = place(run, about: index, besides: true) {
        accept(text)
        continue
      }
      unplaced.append("\(DrawnText.fixed(repetition.start, decimals: 1)) s \(reason)")
      let cross = TextRun(text: "×", size: font, isDimmed: true)
      if let text = place(cross, about: index, besides: false) { accept(text) }
    }
  }

  /// Every which number is written: the smallest of 1, 2, 5, 10 … with which none touches the next.
  private static func step(
    _ numbers: [(repetition: PlottedRepetition, width: Double)], _ font: Double
  ) -> Int {
    let middles = numbers.map(\.repetition.middle)
    for step in [1, 2, 5, 10, 20, 50, 100, 200, 500] {
      let shown = stride(from: step - 1, to: numbers.count, by: step).map(\.self)
      if zip(shown, shown.dropFirst()).allSatisfy({
        middles[$1] - middles[$0] >= numbers[$1].width + font * 0.4
      }) {
        return step
      }
    }
    return 1000
  }

  // MARK: Notes

  static func noteSize(_ font: Double) -> Double { font * 0.85 }

  /// The reasons that found no room, in rows; the last has the number of omitted ones.
  func notes(width: Double, most: Int, textWidth: TextWidth) -> [String] {
    var rows: [String] = []
    func fits(_ text: String) -> Bool {
      textWidth(TextRun(text: text, size: Self.noteSize(font))) <= width
    }
    for (index, note) in unplaced.enumerated() {
      let left = unplaced.count - index
      let longer = (rows.last.map { $0 + " · " } ?? "× ") + note
      let tail = left > 1 ? " · and \(left - 1) more" : ""
      if rows.isEmpty || fits(longer + (rows.count == most ? tail : "")) {
        rows = rows.dropLast() + [longer]
      } else if rows.count < most {
        rows.append(note)
      } else {
        rows[most - 1] += " · and \(left) more"
        break
      }
    }
    return rows
  }
}

extension Repetition.Reason {
  /// The reason that a repetition doesn't count, in a word or two.
  ///
  /// - Parameter share: how far it went, 1 being as far as those that count.
  func label(share: Double?) -> String {
    guard self == .partialRange, let share else { return label }
    return "\(label): \(DrawnText.fixed(share * 100, decimals: 0)) %"
  }
}
