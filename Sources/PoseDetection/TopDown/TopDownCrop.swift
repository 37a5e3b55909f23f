/// The upright part of a picture that a top-down model sees, and how its pixels lie in it.
struct TopDownCrop: Equatable {
  /// The units into which the part's width and height are divided.
  enum Alignment {
    /// As many pixels as the input has: MMPose's `get_warp_matrix`, for SimCC.
    case pixels
    /// The steps between the first pixel and the last, one less: `get_udp_warp_matrix` of models trained
    /// with unbiased data processing (Huang et al. 2020), as ViTPose is.
    case steps
  }

  /// Its middle, in pixels from the centre of the top-left pixel.
  let center: SIMD2<Double>
  /// Width and height in pixels of the picture, in proportion to the input's.
  let extent: SIMD2<Double>
  /// Width and height of the model's input.
  let size: SIMD2<Double>
  let alignment: Alignment

  /// The factor on a person's box: MMPose's `GetBBoxCenterScale`.
  private static let padding = 1.25

  /// The part around a person's box.
  init(around box: BoundingBox, width: Int, height: Int, alignment: Alignment) {
    center = (box.minimum + box.maximum) / 2
    size = SIMD2(Double(width), Double(height))
    self.alignment = alignment
    let (padded, ratio) = (SIMD2(box.width, box.height) * Self.padding, size.x / size.y)
    extent =
      padded.x > padded.y * ratio
      ? SIMD2(padded.x, padded.x / ratio) : SIMD2(padded.y * ratio, padded.y)
  }

  /// The picture's pixels to one of the input's.
  var step: SIMD2<Double> { extent / (alignment == .pixels ? size : size - 1) }

  /// The place in the picture of the input's top-left pixel.
  var origin: SIMD2<Double> {
    alignment == .pixels ? center - extent / 2 : center - (size - 1) / 2 * step
  }

  /// The place in the picture of a place in the input, in pixels from the centre of its top-left one.
  func pixel(_ place: SIMD2<Double>) -> SIMD2<Double> { origin + place * step }

  /// Whether there is anything to sample: finite, not empty, and so near that its coordinates still
  /// resolve fractions of a pixel.
  var isUsable: Bool {
    let farthest = 1e6
    return extent.x > 0 && extent.y > 0 && extent.x < farthest && extent.y < farthest
      && abs(center.x) < farthest && abs(center.y) < farthest
  }
}
