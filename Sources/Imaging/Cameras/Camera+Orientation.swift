extension Camera {
  /// The camera of the upright picture, from the camera of the stored raster: whatever pixel a point
  /// had in the raster, it has the same place in the scene in the upright picture.
  public func oriented(_ orientation: ImageOrientation) -> Camera {
    var camera = self
    if orientation.swapsAxes {
      (camera.width, camera.height) = (height, width)
      (camera.fx, camera.fy) = (fy, fx)
    }
    let principal = orientation.upright(
      pixel: SIMD2(cx, cy), width: camera.width, height: camera.height)
    (camera.cx, camera.cy) = (principal.x, principal.y)
    camera.distortion = distortion?.oriented(
      orientation, width: camera.width, height: camera.height)
    return camera
  }
}

extension ImageOrientation {
  /// Where a pixel of the stored raster is in the upright picture, which has this size.
  fileprivate func upright(pixel: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
    var place = swapsAxes ? SIMD2(pixel.y, pixel.x) : pixel
    if flips.x { place.x = Double(width - 1) - place.x }
    if flips.y { place.y = Double(height - 1) - place.y }
    return place
  }
}

extension LensDistortion {
  /// The radial terms look the same from every side. The tangential ones are
  /// `2(d·x)x + |x|²d` with d = (p2, p1), which turns and mirrors as a direction does. A table's
  /// centre moves with the picture, whose upright size is given.
  fileprivate func oriented(
    _ orientation: ImageOrientation, width: Int, height: Int
  ) -> LensDistortion? {
    switch model {
    case .fisheye: return self
    case .radialTable:
      var turned = self
      turned.center = center.map { orientation.upright(pixel: $0, width: width, height: height) }
      return turned
    case .brownConrady, .realSenseModified, .realSenseInverse:
      var turned = coefficients
      let direction = orientation.upright(SIMD3(coefficients[3], coefficients[2], 0))
      (turned[3], turned[2]) = (direction.x, direction.y)
      return LensDistortion(model: model, coefficients: turned)
    }
  }
}
