/// The options for reading a depth map at a place: the size of the window, the definition of a
/// surface, and the readings that count.
public struct DepthWindow: Sendable {
  /// The window reaches this many pixels to each side.
  public var radius: Int
  /// Readings farther than this from the expected depth are left out, in metres, unless fewer than
  /// two would remain.
  public var band = 1.1
  /// A gap in the sorted readings that separates two surfaces, in metres.
  public var gap = 0.12
  /// The share of the window's readings that a surface must hold to count.
  public var minimumShare = 0.2
  /// Readings of lower confidence are left out, unless fewer than two would remain;
  /// `nil` takes all, as does a map without confidences.
  public var minimumConfidence: DepthConfidence?
  /// A reading that differs by more than this, as a share of its depth, from the pixels on two
  /// opposite sides of it hangs in the air between two surfaces and is left out, unless fewer than
  /// two would remain; `nil` takes all.
  public var flyingJump: Double?

  /// Readings of one surface that span more than this, in metres, are the ramp that a smoothing
  /// camera draws between a limb and what is behind it. The reading is then what the nearest pixel
  /// of the ramp would be without the smoothing, not the median; `nil` takes the median of anything.
  public var longestRamp: Double?

  /// A window of a radius in pixels, which takes every reading.
  public init(radius: Int) {
    precondition(radius >= 0, "a window of radius \(radius)")
    self.radius = radius
  }
}

extension DepthWindow {
  /// The window for a joint of a person, from its rough distance in metres and the depth camera's
  /// focal length in pixels of the map.
  ///
  /// It reaches 2.5 cm to each side, half the width of a wrist, and at least a pixel: wider windows
  /// find other limbs before the joint, narrower ones lose it when the point is off by a pixel or
  /// two. The nearest surface counts from two fifths of the window on. Readings within 10 cm are one
  /// surface, for cloth and noise; if they span more than 15 cm, at more than 70° to the picture,
  /// they are a ramp: phones' LiDAR maps are smooth across edges, and thin limbs sink into them.
  /// If the camera states confidences, readings of high confidence go first.
  public static func joint(at depth: Double, focalLength: Double) -> DepthWindow {
    precondition(depth > 0 && focalLength > 0, "a joint \(depth) m away, \(focalLength) pixels")
    let radius = (0.025 * focalLength / depth).rounded(.toNearestOrEven)
    var window = DepthWindow(radius: Int(max(1, min(radius, 64))))
    window.gap = 0.1
    window.minimumShare = 0.4
    window.minimumConfidence = .high
    window.longestRamp = 0.15
    return window
  }
}
