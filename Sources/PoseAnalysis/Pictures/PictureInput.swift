public import DepthIO

/// A picture that is analysed, with the files that belong to it.
public struct PictureInput: Sendable {
  /// The picture: JPEG, PNG, HEIC, TIFF, OpenEXR, PPM or a Record3D recording.
  public var picture: FileInput
  /// A depth map of the same view, of any resolution; `nil` for the one in the picture's own file,
  /// where there is one.
  public var depth: FileInput?
  /// Whether the depth map in the picture's own file is used.
  public var usesOwnDepth = true
  /// A grey picture of the camera's confidence in the depth map, as in ARKit: 0, 1 and 2.
  public var depthConfidence: String?
  /// Options for reading the files: the unit of the depth map, channel, frame, limit of pixels.
  public var reading = ReadingOptions()

  /// A picture, and a depth map where there is one.
  public init(_ picture: FileInput, depth: FileInput? = nil) {
    self.picture = picture
    self.depth = depth
  }
}
