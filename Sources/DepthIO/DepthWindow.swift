/// How a depth map is read at a place: how far around it, what counts as a surface, and which
/// readings count at all.
public struct DepthWindow: Sendable {
  /// The window reaches this many pixels to each side.
  public var radius: Int
  /// Readings farther than this from the expected depth are left out, in metres, unless fewer than
  /// two would remain.
  public var band = 1.1
  /// A gap in the sorted readings that separates two surfaces, in metres.
  public var gap = 0.12
  /// The share of the window's readings that a surface must hold to count.
  public var leastShare = 0.2
  /// Readings of which the camera is less sure are left out, unless fewer than two would remain;
  /// `nil` takes all, as does a map without confidences.
  public var leastConfidence: DepthConfidence?
  /// A reading that differs by more than this, as a share of its depth, from the pixels on two
  /// opposite sides of it hangs in the air between two surfaces and is left out, unless fewer than
  /// two would remain; `nil` takes all.
  public var flyingJump: Double?

  /// A window of a radius in pixels, which takes every reading.
  public init(radius: Int) {
    precondition(radius >= 0, "a window of radius \(radius)")
    self.radius = radius
  }
}
