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
  /// whose view the maps are. Kinect v2: 365 px at 512 × 424, what libfreenect2 reads from devices. Azure
  /// Kinect: 0.492 of the sensor's 1,024 pixels, as the factory calibration in `fixtures/cameras` has it, in
  /// all modes, of which some are binned 2 × 2 and the narrow ones show the sensor's middle. Apple's LiDAR
  /// scanner: in the view of the wide camera, 26 mm for 35 mm film.
  private static let devices = [
    Device(name: "a Kinect v2", size: (512, 424), focalRatio: 365.0 / 664.8),
    Device(name: "an Azure Kinect (narrow)", size: (640, 576), focalRatio: 504.0 / 861.1),
    Device(name: "an Azure Kinect (narrow, binned)", size: (320, 288), focalRatio: 252.0 / 430.5),
    Device(name: "an Azure Kinect (wide)", size: (1024, 1024), focalRatio: 504.0 / 1448.2),
    Device(name: "an Apple LiDAR scanner", size: (256, 192), focalRatio: 0.604),
  ]

  /// The camera of a picture whose depth map has the size that one kind of device makes; `nil` for sizes
  /// that tell nothing, and where the picture isn't the whole view of the depth camera.
  public static func device(
    width: Int, height: Int, depthWidth: Int, depthHeight: Int
  ) -> Camera? {
    // The same view: the aspect ratios agree to the rounding of a pixel.
    let (wide, high) = (Double(width) / Double(depthWidth), Double(height) / Double(depthHeight))
    guard let device = device(depthWidth: depthWidth, depthHeight: depthHeight),
      abs(wide / high - 1) < 0.01
    else { return nil }
    let focal = device.focalRatio * Double(width * width + height * height).squareRoot()
    return Camera(
      width: width, height: height, fx: focal, fy: focal, cx: Double(width - 1) / 2,
      cy: Double(height - 1) / 2, source: .device)
  }

  /// The device whose depth maps have a size, `a Kinect v2`; `nil` for sizes that tell nothing.
  public static func deviceName(depthWidth: Int, depthHeight: Int) -> String? {
    device(depthWidth: depthWidth, depthHeight: depthHeight)?.name
  }

  private static func device(depthWidth: Int, depthHeight: Int) -> Device? {
    let size = (max(depthWidth, depthHeight), min(depthWidth, depthHeight))
    return devices.first { $0.size == size }
  }
}
