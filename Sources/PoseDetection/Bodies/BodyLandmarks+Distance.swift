internal import PoseGeometry
internal import PoseImaging

extension BodyLandmarks {
  /// The distance of the trunk from the camera in metres, the median of three places along its
  /// middle; `nil` if the map has no values there.
  ///
  /// - Parameters:
  ///   - depth: a map of the same view, at any resolution.
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height.
  func trunkDepth(in depth: DepthMap, ofPicture width: Int, _ height: Int) -> Double? {
    let scale =
      SIMD2(Double(depth.width), Double(depth.height)) / SIMD2(Double(width), Double(height))
    // About 4 cm to each side: less than the trunk of a child.
    let reach = (0.02 * region.side * scale.x).rounded()
    guard reach.isFinite else { return nil }
    var window = DepthWindow(radius: Int(min(max(reach, 1), 64)))
    window.minimumConfidence = .high
    let (shoulders, hips) = trunk
    let readings = [hips, (hips + shoulders) / 2, shoulders]
      .compactMap { depth.sample(at: ($0 + 0.5) * scale - 0.5, window: window).depth }
    return readings.median
  }
}

extension [BodyLandmarks] {
  /// The order of prominence, as indices: the nearest first, people of whom hardly anything is visible last.
  ///
  /// By depth if there is a map that has a reading at a trunk. For one camera a person's distance
  /// times the diameter of the circle around them is about the same for all people, so that a
  /// person without a reading is ranked by size. Without any reading the largest circle is first.
  func prominence(depth: DepthMap?, inPicture width: Int, _ height: Int) -> [Int] {
    let measured = map { person in
      depth.flatMap { person.trunkDepth(in: $0, ofPicture: width, height) }
    }
    let products = zip(self, measured)
      .compactMap { person, distance in distance.map { $0 * person.region.side } }
    let product = products.median ?? 1
    let distances = zip(self, measured).map { $1 ?? product / $0.region.side }
    let ranks = map { $0.isHardlyVisible(inPicture: width, height) ? 1 : 0 }
    return indices.sorted { (ranks[$0], distances[$0], $0) < (ranks[$1], distances[$1], $1) }
  }
}
