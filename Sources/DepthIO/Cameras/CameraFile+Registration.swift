public import PoseDocuments
public import PoseImaging

extension DepthMap {
  /// This map, after a check that it can show the same view as a colour picture of this size: their
  /// aspect ratios agree within 1 %. The resolutions may differ; pixel (x, y) of the picture is
  /// (x + 0.5)·width/colourWidth − 0.5 here.
  ///
  /// Throws `mismatch`, about the file at `path`, when they don't.
  public func registered(
    toWidth colorWidth: Int, height colorHeight: Int, path: String
  ) throws(FileError) -> DepthMap {
    guard haveSameAspect((width, height), (colorWidth, colorHeight)) else {
      throw FileError(
        .mismatch, path: path,
        "depth is \(width)×\(height), color is \(colorWidth)×\(colorHeight): different aspect "
          + "ratios", remedy: .giveBothCameras)
    }
    return self
  }
}

extension CameraFile {
  /// A depth map in the view of the colour picture: moved there when the file has a depth camera and
  /// `colorFromDepth`, and as it is when the depth map is registered already.
  ///
  /// Throws a `FileError`: `mismatch` when the map's aspect ratio fits neither, `unsuitable`
  /// when the file's two cameras have different views and it doesn't say where one is in the other,
  /// and for a map to be moved whose unit is not known: by how much depends on it.
  /// `depthPath` names the depth map's file.
  public func registered(
    _ map: DepthMap, toWidth colorWidth: Int, height colorHeight: Int, depthPath: String
  ) throws(FileError) -> DepthMap {
    guard let depth, let colorFromDepth else {
      try checkOneView()
      return try map.registered(toWidth: colorWidth, height: colorHeight, path: depthPath)
    }
    guard haveSameAspect((map.width, map.height), (depth.width, depth.height)) else {
      throw FileError(
        .mismatch, path: depthPath,
        "depth is \(map.width)×\(map.height), the depth intrinsics in \(path) are for "
          + "\(depth.width)×\(depth.height): different aspect ratios")
    }
    guard map.isMetric else {
      throw FileError(
        .unsuitable, path: depthPath,
        "its unit is not known, so that it can't be moved from the depth camera to the color camera "
          + "by \"colorFromDepth\", which is in metres: give a map of the picture's own view")
    }
    let registration = Registration(
      depth: depth.scaled(toWidth: map.width, height: map.height),
      color: try colorCamera(forWidth: colorWidth, height: colorHeight),
      colorFromDepth: colorFromDepth, mirrorsColor: mirrorsColor)
    return registration.registered(map)
  }

  /// Without `colorFromDepth` the depth map shows the colour picture's view, so a depth camera must
  /// be the colour camera scaled; 2 % leave room for rounding and for calibrations of one sensor.
  private func checkOneView() throws(FileError) {
    guard let depth else { return }
    let expected = color.scaled(toWidth: depth.width, height: depth.height)
    let (side, tolerance) = (Double(max(depth.width, depth.height)), 0.02)
    let agrees =
      abs(depth.fx / expected.fx - 1) <= tolerance && abs(depth.fy / expected.fy - 1) <= tolerance
      && abs(depth.cx - expected.cx) <= tolerance * side
      && abs(depth.cy - expected.cy) <= tolerance * side
    guard !agrees else { return }
    throw FileError(
      .unsuitable, path: path,
      "the color and depth intrinsics describe different views, but there is no \"colorFromDepth\": "
        + "add the 4×4 matrix, column by column, that takes depth points to the color camera")
  }
}
