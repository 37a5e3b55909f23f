public import Pose3D
public import PoseImaging

/// 2D bodies and hands drawn on the picture they were found in: lines first, then circles, and only
/// between points that were found.
///
/// Strokes are orange on the person's left, blue on the right and light in the middle, each with a
/// dark casing, as thick as suits the person's size. A hand is drawn finger by finger: the tips of
/// extended fingers are large and light, the others small, and beside it stands how many fingers
/// are extended. People carry their numbers when there are several.
///
/// ```swift
/// let png = try Wireframe(of: poses, hands: hands, on: picture).png()
/// ```
public struct Wireframe: Sendable {
  /// Options of the drawing.
  public struct Options: Sendable, Equatable {
    /// 0…1, the confidence from which on a body's point is drawn; `nil` for what is usual with the
    /// points' detector: 0.5 for BlazePose's visibility (MediaPipe's `drawing_utils`), 0.1 for
    /// others (`jointConfidenceThreshold` of Apple's PoseNet sample).
    public var minimumConfidence: Double?
    /// The number beside each person, their `id`, or else their place in the list; one person alone
    /// has none.
    public var showsNumbers: Bool
    /// The number of extended fingers beside each hand of which it is known, unless it is tiny.
    public var showsFingerCounts: Bool

    /// The options (default: everything, with the usual confidence).
    public init(
      minimumConfidence: Double? = nil, showsNumbers: Bool = true, showsFingerCounts: Bool = true
    ) {
      self.minimumConfidence = minimumConfidence
      self.showsNumbers = showsNumbers
      self.showsFingerCounts = showsFingerCounts
    }
  }

  /// The bodies, the most prominent first: it is drawn on top.
  public let bodies: [Pose2D]
  /// The hands; they are drawn above the bodies.
  public let hands: [HandPose]
  /// The picture under them.
  public let image: ColorImage
  /// Options of the drawing.
  public let options: Options

  /// The drawing of `bodies` and `hands` on `image`.
  ///
  /// Points belong to a picture of the size that the pose states; when `image` is of another size,
  /// they are scaled to it.
  public init(
    of bodies: [Pose2D], hands: [HandPose] = [], on image: ColorImage, options: Options = Options()
  ) {
    self.bodies = bodies
    self.hands = hands
    self.image = image
    self.options = options
  }

  /// The drawing as a PNG file of the picture's own size: 8-bit RGB, pixels outside the drawing as
  /// they were. The same input gives the same bytes.
  ///
  /// - Throws: `tooLarge` for a picture of more than 32,767 pixels along a side; `drawingFailed`
  ///   when there is no memory for it.
  public func png() throws(DrawingError) -> [UInt8] {
    let canvas = try Canvas(image)
    canvas.draw(
      WireframeLayout(
        of: bodies, hands: hands, width: image.width, height: image.height, options: options,
        textWidth: canvas.width(of:)))
    return try canvas.png()
  }

  /// The least confidence with which a point of this pose is drawn.
  public static func usualConfidence(for convention: Pose2D.Convention) -> Double {
    convention == .blazePose ? 0.5 : 0.1
  }
}

/// A body or a hand as it is drawn: strokes, then marks, on the canvas.
struct WireframeFigure: Sendable {
  /// A line between two points.
  struct Stroke: Equatable, Sendable {
    let segment: Segment
    let width: Double
    /// The width of the dark casing beyond each side.
    let casing: Double
    let color: Color
  }

  /// A disc at a point.
  struct Mark: Equatable, Sendable {
    let centre: CanvasPoint
    let radius: Double
    let casing: Double
    let color: Color
    /// A light disc inside a mark that stands out.
    var core: Double?
  }

  var strokes: [Stroke] = []
  var marks: [Mark] = []

  /// The strokes and marks that text should leave visible.
  var obstacles: [Obstacle] {
    strokes.map { Obstacle(segment: $0.segment, halfWidth: $0.width / 2 + $0.casing) }
      + marks.map {
        Obstacle(
          segment: Segment(start: $0.centre, end: $0.centre), halfWidth: $0.radius + $0.casing)
      }
  }

  /// The longer side of the rectangle around points, in pixels; 0 without any.
  static func extent(of points: some Collection<CanvasPoint>) -> Double {
    guard let first = points.first else { return 0 }
    let (low, high) = points.reduce((first, first)) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    return (high - low).max()
  }
}

/// Everything that a wireframe draws, at its place; nothing here touches a picture.
struct WireframeLayout: Sendable {
  /// From the least prominent person to the most prominent one.
  let bodies: [BodyWireframe]
  let hands: [HandWireframe]
  /// The labels that found a place, with their plates.
  let labels: [(label: Label, plate: Rectangle)]

  init(
    of poses: [Pose2D], hands: [HandPose], width: Int, height: Int, options: Wireframe.Options,
    textWidth: TextWidth
  ) {
    let picture = Rectangle(origin: .zero, size: SIMD2(Double(width), Double(height)))
    let hands = hands.map { HandWireframe(of: $0, canvas: picture.size) }
    let bodies = poses.map { pose in
      BodyWireframe(
        of: pose, canvas: picture.size,
        minimumConfidence: options.minimumConfidence
          ?? Wireframe.usualConfidence(for: pose.convention),
        hands: hands)
    }
    var wanted: [Label] = []
    if options.showsFingerCounts { wanted += hands.compactMap { $0.count(textWidth: textWidth) } }
    if options.showsNumbers, poses.count > 1 {
      wanted += zip(poses, bodies).enumerated().compactMap { index, person in
        person.1.number(person.0.id ?? index, textWidth: textWidth)
      }
    }
    wanted = wanted.filter { picture.contains($0.anchor) }
    let obstacles = (bodies.map(\.figure) + hands.map(\.figure)).flatMap(\.obstacles)
    let plates = LabelPlacement.place(
      wanted, in: picture.expanded(by: -1), taken: [], obstacles: obstacles)
    self.bodies = bodies.reversed()
    self.hands = hands
    labels = zip(wanted, plates).compactMap { label, plate in plate.map { (label, $0) } }
  }
}

extension Canvas {
  /// Draws the people, the hands above them, then the labels.
  func draw(_ layout: WireframeLayout) {
    for figure in layout.bodies.map(\.figure) + layout.hands.map(\.figure) { draw(figure) }
    draw(layout.labels)
  }

  /// Lines, then circles. All casings go first, so that none cuts another line in two.
  private func draw(_ figure: WireframeFigure) {
    for stroke in figure.strokes {
      self.stroke(
        stroke.segment, width: stroke.width + 2 * stroke.casing, Palette.casing)
    }
    for stroke in figure.strokes { self.stroke(stroke.segment, width: stroke.width, stroke.color) }
    for mark in figure.marks {
      fillDisc(at: mark.centre, radius: mark.radius + mark.casing, Palette.casing)
      fillDisc(at: mark.centre, radius: mark.radius, mark.color)
      if let core = mark.core { fillDisc(at: mark.centre, radius: core, Palette.text) }
    }
  }
}
