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

  /// How opaque the plate under text is.
  static let plateOpacity = 0.72
  /// How opaque the strokes of what was only inferred are.
  static let inferredOpacity = 0.80
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
}
