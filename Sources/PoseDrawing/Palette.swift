internal import Kinematics

/// A colour in sRGB with opacity, each 0…1.
struct Color: Equatable, Sendable {
  let red: Double
  let green: Double
  let blue: Double
  private(set) var opacity = 1.0

  /// An opaque colour as on the web, `0xRRGGBB`.
  init(_ rgb: UInt32) {
    red = Double(rgb >> 16 & 0xFF) / 255
    green = Double(rgb >> 8 & 0xFF) / 255
    blue = Double(rgb & 0xFF) / 255
  }

  /// The opaque colour as 0xRRGGBB.
  var word: UInt32 {
    [red, green, blue].reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
  }

  func faded(to opacity: Double) -> Color {
    var color = self
    color.opacity *= opacity
    return color
  }
}

/// The colours. Orange and sky blue are the pair that stays apart for all common kinds of colour
/// blindness (Okabe & Ito 2008, "Color Universal Design").
enum Palette {
  static let left = Color(0xE69F00)
  static let right = Color(0x56B4E9)
  static let middle = Color(0xEEEEEE)
  static let casing = Color(0x0F1217)
  static let text = Color(0xFFFFFF)
  static let dimmedText = Color(0xCCD1D9)
  /// Text about something that didn't count: yellow of the same set of colours.
  static let warning = Color(0xF0E442)

  /// The opacity of the plate under text.
  static let plateOpacity = 0.72
  /// The opacity of strokes that are only inferred.
  static let inferredOpacity = 0.80
}

/// The colours of plots, on white.
enum PlotPalette {
  static let ground = Color(0xFFFFFF)
  static let text = Color(0x1B1F26)
  static let dimmedText = Color(0x555C66)
  static let grid = Color(0xD9DCE0)
  /// Behind a repetition that counts.
  static let shade = Color(0xEEF1F4)
  /// The lines at its start, turning point and end.
  static let edge = Color(0xA9B1BB)
  /// Over a repetition that doesn't count.
  static let hatching = Color(0xC4C8CE)
  /// Spans in which nothing was measured.
  static let unmeasured = Color(0xF8EFDC)
}

/// The side of the body, the person's own.
enum BodySide: Sendable {
  case left, middle, right

  init(of joint: Joint) {
    self =
      joint.mirrored == joint ? .middle : joint.name.hasPrefix("left") ? .left : .right
  }

  var color: Color {
    switch self {
    case .left: Palette.left
    case .middle: Palette.middle
    case .right: Palette.right
    }
  }

  /// The same hues, darker: sky blue and the lighter orange are hard to see on white.
  var plotColor: Color {
    switch self {
    case .left: Color(0xC76A00)
    case .right: Color(0x0072B2)
    case .middle: Color(0x3A3F47)
    }
  }
}
