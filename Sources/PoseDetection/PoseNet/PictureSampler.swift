internal import PoseImaging

/// Brings a picture into the input of a network: the bilinear picture at each pixel's middle, and
/// where the picture is shrunk its mean around there, so that nothing is passed over and nothing is
/// moved. Black is what the picture doesn't cover.
struct PictureSampler {
  let inputWidth, inputHeight: Int
  /// The network's number for a level of red, green and blue is `level * scale + offset`.
  let scale: Float
  let offset: SIMD3<Float>

  /// Fills `input` with `3 * inputWidth * inputHeight` numbers, row by row, red first.
  func sample(
    _ picture: ColorImage, mapping: MappingToPicture, into input: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(
      input.count == 3 * inputWidth * inputHeight,
      "\(input.count) numbers for \(inputWidth)×\(inputHeight) pixels")
    let columns = (0..<inputWidth).map {
      PixelWeights(
        at: mapping.origin.x + Double($0) * mapping.scale.x, scale: mapping.scale.x,
        count: picture.width)
    }
    var mean = [Float](repeating: 0, count: 3 * picture.width)
    picture.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<inputHeight {
        let rows = PixelWeights(
          at: mapping.origin.y + Double(row) * mapping.scale.y, scale: mapping.scale.y,
          count: picture.height)
        mean.withUnsafeMutableBufferPointer { mean in
          rows.mean(of: pixels, rowLength: 3 * picture.width, into: mean)
          let start = 3 * row * inputWidth
          for (column, weights) in columns.enumerated() {
            let color = weights.color(in: mean)
            for channel in 0..<3 {
              input[start + 3 * column + channel] = color[channel] * scale + offset[channel]
            }
          }
        }
      }
    }
  }
}

/// The pixels along an axis of a picture that make a pixel of the input, and their shares of it.
private struct PixelWeights {
  /// The first of the pixels.
  let first: Int
  /// Their sum is 1; empty outside the picture.
  let weights: [Float]

  /// - Parameters:
  ///   - place: the middle of the input's pixel, in pixels of the picture.
  ///   - scale: the picture's pixels to one of the input's.
  ///   - count: how many pixels the picture has along the axis.
  init(at place: Double, scale: Double, count: Int) {
    guard place >= -0.5, place <= Double(count) - 0.5 else {
      (first, weights) = (0, [])
      return
    }
    // The bilinear picture is a sum of hat functions, one a pixel; the mean over as many pixels
    // less one as come to lie in one has the hats' own shape at a scale of 1.
    let width = max(0, scale - 1)
    let (lower, upper) = (place - width / 2, place + width / 2)
    let pixels = Int(lower.rounded(.down))...Int(upper.rounded(.down)) + 1
    first = min(max(pixels.lowerBound, 0), count - 1)
    let last = min(max(pixels.upperBound, 0), count - 1)
    var weights = [Float](repeating: 0, count: last - first + 1)
    for pixel in pixels {
      let (start, end) = (lower - Double(pixel), upper - Double(pixel))
      let share = width > 1e-6 ? (hatArea(end) - hatArea(start)) / width : 1 - min(1, abs(start))
      // Beyond the edges the picture is as it is at them.
      weights[min(max(pixel, first), last) - first] += Float(share)
    }
    self.weights = weights
  }

  /// The mean of rows of bytes, number by number; 0 outside the picture.
  func mean(
    of bytes: UnsafeBufferPointer<UInt8>, rowLength: Int,
    into mean: UnsafeMutableBufferPointer<Float>
  ) {
    mean.update(repeating: 0)
    for (index, weight) in weights.enumerated() where weight > 0 {
      let row = UnsafeBufferPointer(rebasing: bytes[((first + index) * rowLength)...])
      for i in 0..<rowLength { mean[i] += weight * Float(row[i]) }
    }
  }

  /// The mean of colours in a row; black outside the picture.
  func color(in row: UnsafeMutableBufferPointer<Float>) -> SIMD3<Float> {
    var color = SIMD3<Float>.zero
    var at = 3 * first
    for weight in weights {
      color += weight * SIMD3(row[at], row[at + 1], row[at + 2])
      at += 3
    }
    return color
  }
}

/// The area up to `x` under the hat that is 1 at 0 and 0 from -1 and 1 outwards.
private func hatArea(_ x: Double) -> Double {
  let x = min(max(x, -1), 1)
  return x < 0 ? (1 + x) * (1 + x) / 2 : 1 - (1 - x) * (1 - x) / 2
}

/// The mapping from the pixels of a network's input to an image: the image was stretched or shrunk
/// along each axis, and black may have been put beside it.
///
/// Both pictures' top-left pixels have their centres at (0, 0), and the whole picture covers the
/// whole of its part of the input: the input's pixel x is the picture's (x + ½) · s − ½ for a scale
/// s. Apple's sample and TensorFlow.js's PoseNet take x · s instead, which is (s − 1)/2 pixels
/// less.
public struct MappingToPicture: Sendable, Equatable {
  /// The fitting of an image whose shape isn't the input's.
  public enum Fitting: Sendable {
    /// The picture keeps its proportions, lies in the middle and has black beside it, as
    /// TensorFlow.js's PoseNet does it.
    case letterboxed
    /// The picture fills the input and loses its proportions, as Apple's sample does it
    /// (`scaleFill`).
    case stretched
  }

  /// Width and height of the picture in pixels.
  public let pictureWidth, pictureHeight: Int
  /// Pixels of the picture to a pixel of the input, along x and y.
  public let scale: SIMD2<Double>
  /// The place in the picture of the input's top-left pixel.
  public let origin: SIMD2<Double>

  /// The mapping for a picture that was made to fit an input.
  public init(
    pictureWidth: Int, pictureHeight: Int, inputWidth: Int, inputHeight: Int,
    fitting: Fitting = .letterboxed
  ) {
    precondition(
      min(pictureWidth, pictureHeight, inputWidth, inputHeight) > 0,
      "a \(pictureWidth)×\(pictureHeight) image in an input of \(inputWidth)×\(inputHeight)")
    let picture = SIMD2(Double(pictureWidth), Double(pictureHeight))
    let input = SIMD2(Double(inputWidth), Double(inputHeight))
    let ratio = picture / input
    (self.pictureWidth, self.pictureHeight) = (pictureWidth, pictureHeight)
    scale =
      switch fitting {
      case .stretched: ratio
      case .letterboxed: SIMD2(repeating: ratio.max())
      }
    // The middle of the input is the middle of the picture.
    origin = (picture - 1) / 2 - (input - 1) / 2 * scale
  }

  /// The picture's pixel at a pixel of the input.
  public func picturePoint(_ input: SIMD2<Double>) -> SIMD2<Double> { input * scale + origin }
}
