public import PoseImaging

/// Options for reading a file of images or depth.
public struct ReadingOptions: Sendable {
  /// The unit of a depth file's samples; `nil` for the file's own. Files of integers hardly ever
  /// have one; floating-point numbers without a unit are taken for metres.
  public var depthUnit: DepthUnit?
  /// The unit of integers for which neither `depthUnit` nor the file gives one, as a camera file
  /// does; `nil` for none: they are refused.
  public var unitOfIntegers: DepthUnit?
  /// The channel of an OpenEXR file or the array of an NPZ file that holds the depth; `nil` for the
  /// one with a usual name.
  public var channel: String?
  /// The number of the frame, from 0, in a recording of several.
  public var frame = 0
  /// The largest picture that is decoded, in pixels: 256 megapixels unless it is changed. A few
  /// hundred bytes can claim 60000×60000 pixels; the claim is checked before a buffer of that size
  /// is asked for.
  public var pixelLimit = 256_000_000

  /// The defaults.
  public init() {}

  /// The defaults, with what the samples of a depth file mean.
  public init(depthUnit: DepthUnit?) { self.depthUnit = depthUnit }
}
