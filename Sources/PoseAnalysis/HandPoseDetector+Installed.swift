public import PoseDetection

extension HandPoseDetector {
  /// The detector of the commands that look for hands, with its models compiled.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - maximumCount: how many hands are returned at most.
  ///   - minimumConfidence: how sure it has to be of a hand; `nil` for what is usual.
  ///   - searchesAgain: whether a picture with fewer hands is searched again, which takes up to a second.
  /// - Throws: `DetectionError` when the runtime or a model can't be used.
  public convenience init(
    installedIn assets: DetectionAssets, maximumCount: Int, minimumConfidence: Double?,
    searchesAgain: Bool = true
  ) throws(DetectionError) {
    var options = Options()
    options.maximumHandCount = maximumCount
    options.reframesDoubtfulHands = true
    options.searchesAgain = searchesAgain
    options.cacheFolder = Installation.cacheFolder
    if let minimumConfidence {
      options.minimumDetectionConfidence = minimumConfidence
      options.minimumPresence = minimumConfidence
    }
    try self.init(assets: assets, options: options)
  }
}
