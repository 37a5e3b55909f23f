package import PoseImaging

extension DepthFile {
  /// A depth map that is in memory already, upright, with the calibration of its view.
  package init(_ map: DepthMap, camera: CameraFile?, details: DepthDetails) {
    (storedWidth, storedHeight) = (map.width, map.height)
    (orientation, unit) = (.up, nil)
    self.map = map
    self.camera = camera
    self.details = details
  }

  /// The same depth map turned or mirrored, with its calibration.
  package func oriented(_ orientation: ImageOrientation) -> DepthFile {
    DepthFile(map.oriented(orientation), camera: camera?.oriented(orientation), details: details)
  }
}
