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
