extension Camera {
  /// A device whose depth maps have a size of their own.
  private struct Device {
    let name: String
    /// The depth map's longer and shorter side in pixels.
    let size: (Int, Int)
    /// Focal length over the picture's diagonal.
    let focalRatio: Double
  }

  /// Devices that can be told by the size of their depth maps, with the focal length of the camera in
  /// whose view the maps are: Kinect v2, fx 365 px at 512 × 424 (libfreenect2's factory values);
  /// Azure Kinect's narrow field of view, 504 px at 640 × 576, and 2 × 2 binned (Microsoft's hardware
  /// specification: 75° × 65°), its wide one, 504 px at 1024 × 1024; Apple's LiDAR scanner in the view
  /// of the wide camera, 26 mm for 35 mm film less what video stabilisation cuts off.
  private static let devices = [
    Device(name: "a Kinect v2", size: (512, 424), focalRatio: 365.0 / 664.8),
    Device(name: "an Azure Kinect (narrow)", size: (640, 576), focalRatio: 504.0 / 861.1),
    Device(name: "an Azure Kinect (narrow, binned)", size: (320, 288), focalRatio: 252.0 / 430.5),
    Device(name: "an Azure Kinect (wide)", size: (1024, 1024), focalRatio: 504.0 / 1448.2),
    Device(name: "an Apple LiDAR scanner", size: (256, 192), focalRatio: 0.604),
  ]

  /// The camera of a picture whose depth map has the size that one kind of device makes, with that
  /// device's name; `nil` for sizes that tell nothing, and where the picture isn't the whole view of the
  /// depth camera.
  public static func device(
    width: Int, height: Int, depthWidth: Int, depthHeight: Int
  ) -> (camera: Camera, name: String)? {
    let side = (max(depthWidth, depthHeight), min(depthWidth, depthHeight))
    // The same view: the aspect ratios agree to the rounding of a pixel.
    let (wide, high) = (Double(width) / Double(depthWidth), Double(height) / Double(depthHeight))
    guard let device = devices.first(where: { $0.size == side }), abs(wide / high - 1) < 0.01
    else { return nil }
    let focal = device.focalRatio * Double(width * width + height * height).squareRoot()
    return (
      Camera(
        width: width, height: height, fx: focal, fy: focal, cx: Double(width - 1) / 2,
        cy: Double(height - 1) / 2, source: .device), device.name
    )
  }
}
