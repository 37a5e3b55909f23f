public import PoseImaging

/// An image or a video of a batch, with its settings.
public struct BatchItem: Sendable {
  /// The kind of file.
  public enum Kind: String, Sendable {
    /// As `PictureAnalysis` does.
    case picture
    /// As `VideoAnalysis` does.
    case video
  }

  /// The picture, video or folder of frames.
  public var path: String
  /// The kind of file.
  public var kind: Kind
  /// The path of its document.
  public var output: String
  /// A depth map, or what holds those of a video; `nil` for those in the file itself.
  public var depth: String?
  /// The unit of its depth maps, where it is stated.
  public var depthUnit: DepthUnit?
  /// The options of its measurement. Those of detection don't count: detectors are shared, and the batch has them.
  public var measurement = MeasurementOptions()
  /// Frames a second of a folder of frames.
  public var frameRate: Double?

  /// A file of which nothing else is known.
  public init(path: String, kind: Kind, output: String) {
    (self.path, self.kind, self.output) = (path, kind, output)
  }
}
