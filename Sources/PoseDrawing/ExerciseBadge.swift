internal import PoseMotion

/// The counter of an exercise in a corner of a video's frame: its name, the repetitions in large
/// digits, what the person is doing, and a bar from rest to the turning point.
///
/// Its place and size hang on the picture and the name alone: it doesn't move from frame to frame.
struct ExerciseBadge: Sendable {
  let frame: Rectangle
  /// The em of ordinary text.
  let font: Double
  let texts: [PlacedText]
  /// The reason that the last repetition doesn't count.
  let note: PlacedText?
  /// The bar's whole length, and the part from its left end that is filled.
  let bar: Rectangle?
  let fill: Rectangle?

  /// The upper left corner; smaller in a small picture, and `nil` where it would still take more
  /// than a fifth of it or reach into what lies below.
  init?(
    _ exercise: ExerciseOverlay.Exercise, in picture: Rectangle, above lower: Rectangle?,
    textWidth: TextWidth
  ) {
    let largest = max(9, (picture.size.min() * 0.028).rounded())
    let margin = largest * 0.6
    for font in [largest, (largest * 0.8).rounded(), 9] where font >= 9 {
      let content = Content(
        exercise, font: font, longest: picture.size.x / 2, textWidth: textWidth)
      let frame = Rectangle(origin: picture.origin + margin, size: content.size)
      guard picture.expanded(by: -margin).contains(frame), frame.area <= picture.area / 5,
        lower.map({ !frame.overlaps($0) }) ?? true
      else { continue }
      self.init(content, in: frame, font: font, textWidth: textWidth)
      return
    }
    return nil
  }

  /// The badge's contents and size.
  private struct Content {
    let title: TextRun
    let count: TextRun
    let phase: TextRun
    let note: TextRun?
    /// Name and value of the angle.
    let caption: (name: TextRun, value: TextRun?)?
    let fraction: Double?
    /// The left edge of the words beside the count.
    let column: Double
    let size: SIMD2<Double>

    /// - Parameter longest: the width that it may have for its angle's name.
    init(
      _ exercise: ExerciseOverlay.Exercise, font: Double, longest: Double, textWidth: TextWidth
    ) {
      let progress = exercise.progress
      let noteSize = max(9, font * 0.85)
      count = TextRun(text: "\(progress.count)", size: font * 3, isBold: true)
      phase = TextRun(text: progress.phase.rawValue, size: font)
      note = progress.miss.map {
        TextRun(text: $0.reason.label(share: $0.share), size: noteSize)
      }
      // Room for two digits and the longest of the words, whatever is shown now.
      let digits = max(
        textWidth(count), textWidth(TextRun(text: "00", size: font * 3, isBold: true)))
      column = digits + font * 0.6
      let words = max(
        textWidth(TextRun(text: "lowering", size: font)),
        textWidth(TextRun(text: "start not seen", size: noteSize)))
      // The angle's name has room, too, with either side's word, as long as it isn't the picture's.
      let widest = textWidth(TextRun(text: "−180°", size: noteSize, isBold: true)) + font
      let name = progress.angleName.map { name in
        let words = AngleWords(name)
        let side = words.side == nil ? [] : ["right"]
        return textWidth(
          TextRun(text: (side + words.words).joined(separator: " "), size: noteSize))
      }
      let inner = max(column + words, min((name ?? 0) + widest, longest - 1.4 * font))
      title = TextRun(text: exercise.title, size: (font * 1.1).rounded(), isBold: true)
        .fitted(to: inner, textWidth: textWidth)
      let value = progress.angle.map {
        TextRun(text: DrawnText.degrees($0), size: noteSize, isBold: true)
      }
      caption = progress.angleName.map { name in
        let room = inner - widest
        let run = TextRun(text: AngleWords(name).text, size: noteSize, isDimmed: true)
        return (run.fitted(to: room, textWidth: textWidth), value)
      }
      fraction = progress.fraction
      size = SIMD2(inner + 1.4 * font, font * (caption == nil ? 5.3 : 7.35))
    }
  }

  private init(_ content: Content, in frame: Rectangle, font: Double, textWidth: TextWidth) {
    (self.frame, self.font) = (frame, font)
    let (left, right) = (frame.origin.x + font * 0.7, frame.corner.x - font * 0.7)
    let top = frame.origin.y
    func place(_ run: TextRun, _ x: Double, _ y: Double) -> PlacedText {
      PlacedText(run, at: CanvasPoint(x, y), textWidth: textWidth)
    }
    var texts = [
      place(content.title, left, top + font * 1.5),
      place(content.count, left, top + font * 4.5),
      place(content.phase, left + content.column, top + font * 3.05),
    ]
    note = content.note.map { place($0, left + content.column, top + font * 4.5) }
    guard let caption = content.caption else {
      (self.texts, bar, fill) = (texts, nil, nil)
      return
    }
    let bar = Rectangle(
      origin: CanvasPoint(left, top + font * 5.3), size: SIMD2(right - left, font * 0.45))
    self.bar = bar
    fill = content.fraction.map { fraction in
      let least = bar.size.y
      return Rectangle(
        origin: bar.origin, size: SIMD2(least + fraction * (bar.size.x - least), bar.size.y))
    }
    let baseline = top + font * 6.75
    texts.append(place(caption.name, left, baseline))
    if let value = caption.value {
      texts.append(place(value, right - textWidth(value), baseline))
    }
    self.texts = texts
  }
}
