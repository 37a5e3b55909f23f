extension Camera {
  /// The camera of the upright picture, from the camera of the stored raster: whatever pixel a point
  /// had in the raster, it has the same place in the scene in the upright picture.
  public func oriented(_ orientation: ImageOrientation) -> Camera {
    let size = orientation.swapsAxes ? (height, width) : (width, height)
    let focal = orientation.swapsAxes ? SIMD2(fy, fx) : SIMD2(fx, fy)
    let principal = orientation.upright(pixel: SIMD2(cx, cy), width: size.0, height: size.1)
    return Camera(
      width: size.0, height: size.1, fx: focal.x, fy: focal.y, cx: principal.x, cy: principal.y,
      distortion: distortion?.oriented(orientation, width: size.0, height: size.1),
      source: source, focalLengthSigma: focalLengthSigma)
  }
}

extension ImageOrientation {
  /// The position of a stored raster's pixel in the upright image, which has this size.
  fileprivate func upright(pixel: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
    var place = swapsAxes ? SIMD2(pixel.y, pixel.x) : pixel
    if flips.x { place.x = Double(width - 1) - place.x }
    if flips.y { place.y = Double(height - 1) - place.y }
    return place
  }
}

extension LensDistortion {
  /// The lens of the upright picture, whose size is given. Radial terms look the same from every
  /// side; a table's centre moves with the picture.
  fileprivate func oriented(
    _ orientation: ImageOrientation, width: Int, height: Int
  ) -> LensDistortion {
    switch self {
    case .fisheye: self
    case .brownConrady(let lens): .brownConrady(lens.oriented(orientation))
    case .realSenseModified(let lens): .realSenseModified(lens.oriented(orientation))
    case .realSenseInverse(let lens): .realSenseInverse(lens.oriented(orientation))
    case .radialTable(let table):
      .radialTable(
        table.with(
          center: orientation.upright(pixel: table.center, width: width, height: height)))
    }
  }
}
