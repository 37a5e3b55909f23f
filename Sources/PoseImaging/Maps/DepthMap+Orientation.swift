extension DepthMap {
  /// The upright map of one that belongs to a stored raster with an orientation.
  public func oriented(_ orientation: ImageOrientation) -> DepthMap {
    guard orientation != .up else { return self }
    let upright = orientation.upright(metres, width: width, height: height, channels: 1)
    return DepthMap(
      width: upright.width, height: upright.height, metres: upright.samples,
      confidence: confidence.map {
        orientation.upright($0, width: width, height: height, channels: 1).samples
      }, scale: scale)
  }
}
