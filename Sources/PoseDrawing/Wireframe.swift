public import DepthIO
public import Pose3D

/// 2D bodies and hands drawn on the picture they were found in: lines first, then circles.
public struct Wireframe: Sendable {
  /// The bodies.
  public let bodies: [Pose2D]
  /// The hands.
  public let hands: [HandPose]
  /// The picture under them.
  public let image: ColorImage

  /// The drawing of `bodies` and `hands` on `image`.
  public init(of bodies: [Pose2D], hands: [HandPose] = [], on image: ColorImage) {
    self.bodies = bodies
    self.hands = hands
    self.image = image
  }

  /// The drawing as a PNG file of the picture's own size.
  ///
  /// - Throws: `tooLarge` for a picture of more than 32,767 pixels along a side; `drawingFailed`
  ///   when there is no memory for it.
  public func png() throws(DrawingError) -> [UInt8] {
    try Canvas(image).png()
  }
}
