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
      "a \(pictureWidth)×\(pictureHeight) picture in an input of \(inputWidth)×\(inputHeight)")
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
