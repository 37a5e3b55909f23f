internal import CCairo
public import PoseImaging
public import Kinematics
public import Pose3D

/// Skeletons drawn on the picture they were found in, for people to read.
///
/// Bones are orange on the person's left, blue on the right and light in the middle, each with a
/// dark casing; dashed and translucent where an end was only inferred. A joint is a filled disc
/// when it was seen in depth, a ring when it was lifted from the 2D keypoint, a small dashed ring
/// when it was inferred. Elbows and knees carry their angle with its sigma, a corner the legend,
/// and each person a number when there are several.
///
/// ```swift
/// let png = try PoseOverlay(of: poses, on: picture).png()
/// ```
public struct PoseOverlay: Sendable {
  /// Options of the drawing besides the skeletons.
  public struct Options: Sendable, Equatable {
    /// Angles beside elbows and knees; an angle without a value is left out.
    public var showsAngles: Bool
    /// The dialect of those angles: included angles in `fitness`, flexion in every other.
    public var angleDialect: AngleDialect
    /// The legend. It shrinks on a small picture, and is left out where it would still take more
    /// than a sixth of it.
    public var showsLegend: Bool

    /// The options (default: everything, with clinical angles).
    public init(
      showsAngles: Bool = true, angleDialect: AngleDialect = .clinical,
      showsLegend: Bool = true
    ) {
      self.showsAngles = showsAngles
      self.angleDialect = angleDialect
      self.showsLegend = showsLegend
    }
  }

  /// The people; the nearest is drawn on top.
  public let poses: [BodyPose]
  /// The picture under them.
  public let image: ColorImage
  /// Options of the drawing besides the skeletons.
  public let options: Options

  /// The drawing of `poses` on `image`.
  ///
  /// A pose belongs to the picture of its camera's size; when `image` is of another size, the
  /// skeleton is scaled to it.
  public init(of poses: [BodyPose], on image: ColorImage, options: Options = Options()) {
    self.poses = poses
    self.image = image
    self.options = options
  }

  /// The drawing as a PNG file of the picture's own size: 8-bit RGB, pixels outside the drawing
  /// as they were. The same input gives the same bytes.
  ///
  /// - Throws: `tooLarge` for a picture of more than 32,767 pixels along a side; `drawingFailed`
  ///   when there is no memory for it.
  public func png() throws(DrawingError) -> [UInt8] {
    let canvas = try Canvas(image)
    let layout = OverlayLayout(
      of: poses, width: image.width, height: image.height, options: options,
      textWidth: canvas.width(of:))
    canvas.draw(layout)
    return try canvas.png()
  }

  /// The version of cairo that draws, for diagnosis.
  public static var libraryVersion: String { String(cString: cairo_version_string()) }
}
