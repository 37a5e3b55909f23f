/// Options of a camera file's reader for facts that the file may lack.
public struct CameraReadingOptions: Sendable {
  /// The size in pixels of the colour picture as it is stored. Needed for files that don't state the
  /// size their intrinsics belong to (TUM, some of OpenCV's), and for calibrations of a device, which
  /// hold for every mode (Azure Kinect, `rs-enumerate-devices -c`).
  public var colorSize: (width: Int, height: Int)?
  /// The size in pixels of the depth map as it is stored. Calibrations of a device have a depth
  /// camera only when this is given and belongs to one of its modes; a map registered to the colour
  /// picture has the picture's size.
  public var depthSize: (width: Int, height: Int)?
  /// The camera that is meant in a file of several (Pose2Sim, Qualisys).
  public var cameraName: String?

  /// Nothing known.
  public init() {}

  /// The sizes of the picture and of the depth map, as they are stored.
  public init(
    colorSize: (width: Int, height: Int)?, depthSize: (width: Int, height: Int)? = nil
  ) {
    self.colorSize = colorSize
    self.depthSize = depthSize
  }
}
