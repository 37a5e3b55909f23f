extension Camera {
  /// The camera of the upright picture, from the camera of the stored raster: whatever pixel a point
  /// had in the raster, it has the same place in the scene in the upright picture.
  public func oriented(_ orientation: ImageOrientation) -> Camera {
    var camera = self
    if orientation.swapsAxes {
      (camera.width, camera.height) = (height, width)
      (camera.fx, camera.fy) = (fy, fx)
      (camera.cx, camera.cy) = (cy, cx)
    }
    let flips = orientation.flips
    if flips.x { camera.cx = Double(camera.width - 1) - camera.cx }
    if flips.y { camera.cy = Double(camera.height - 1) - camera.cy }
    camera.distortion = distortion?.oriented(orientation)
    return camera
  }
}

extension LensDistortion {
  /// The radial terms look the same from every side. The tangential ones are
  /// `2(d·x)x + |x|²d` with d = (p2, p1), which turns and mirrors as a direction does.
  fileprivate func oriented(_ orientation: ImageOrientation) -> LensDistortion? {
    var turned = coefficients
    let direction = orientation.upright(SIMD3(coefficients[3], coefficients[2], 0))
    (turned[3], turned[2]) = (direction.x, direction.y)
    return LensDistortion(coefficients: turned)
  }
}
