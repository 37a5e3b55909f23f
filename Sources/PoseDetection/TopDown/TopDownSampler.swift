internal import Foundation
internal import PoseImaging

/// Samples a part of a picture into the input of a top-down model, as OpenCV's `warpAffine` does it
/// with `INTER_LINEAR` and a black border: bilinear on a grid of 1/32 pixel, rounded to 8 bits. Then
/// the levels are normalised.
enum TopDownSampler {
  /// Mean and standard deviation of ImageNet's red, green and blue, with which MMPose's models and
  /// ViTPose are trained (`PoseDataPreprocessor`, with `bgr_to_rgb`).
  private static let means: [Float] = [123.675, 116.28, 103.53]
  private static let deviations: [Float] = [58.395, 57.12, 57.375]

  /// Fills `input` with a plane each of red, green and blue.
  static func sample(
    _ crop: TopDownCrop, of picture: ColorImage, into input: UnsafeMutableBufferPointer<Float>
  ) {
    let (width, height) = (Int(crop.size.x), Int(crop.size.y))
    precondition(crop.isUsable, "a part without extent: \(crop)")
    precondition(input.count == 3 * width * height, "\(input.count) numbers for 3×\(crop.size)")
    let columns = Self.places(crop.origin.x, crop.step.x, count: width, of: picture.width)
    let rows = Self.places(crop.origin.y, crop.step.y, count: height, of: picture.height)
    let plane = width * height
    picture.pixels.withUnsafeBufferPointer { pixels in
      for (v, row) in rows.enumerated() {
        let (upper, lower) = (3 * row.first * picture.width, 3 * row.second * picture.width)
        for (u, column) in columns.enumerated() {
          let (left, right) = (3 * column.first, 3 * column.second)
          for channel in 0..<3 {
            let sum =
              row.firstShare
              * (column.firstShare * Int(pixels[upper + left + channel])
                + column.secondShare * Int(pixels[upper + right + channel]))
              + row.secondShare
              * (column.firstShare * Int(pixels[lower + left + channel])
                + column.secondShare * Int(pixels[lower + right + channel]))
            let level = Float((sum + 512) >> 10)
            input[channel * plane + v * width + u] =
              (level - means[channel]) / deviations[channel]
          }
        }
      }
    }
  }

  /// Two neighbouring pixels along an axis and their shares in 32nds; none of one outside.
  private struct Place {
    let first, second, firstShare, secondShare: Int

    init(steps: Int, of count: Int) {
      let (pixel, share) = (steps >> 5, steps & 31)
      first = min(max(pixel, 0), count - 1)
      second = min(max(pixel + 1, 0), count - 1)
      firstShare = (0..<count).contains(pixel) ? 32 - share : 0
      secondShare = (0..<count).contains(pixel + 1) ? share : 0
    }
  }

  /// The places of the input's pixels, rounded as OpenCV rounds: to 1/1024, then to 1/32.
  private static func places(
    _ origin: Double, _ step: Double, count: Int, of extent: Int
  ) -> [Place] {
    let start = Int((origin * 1024).rounded(.toNearestOrEven))
    return (0..<count).map { index in
      let offset = Int((step * Double(index) * 1024).rounded(.toNearestOrEven))
      return Place(steps: (start + offset + 16) >> 5, of: extent)
    }
  }
}

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
