extension Pose2D {
  /// A point, also one that follows from others: `neck` is the middle of the shoulders and `root`
  /// that of the hips where the detector gives none of its own, each with the lower confidence of
  /// the two, and with a sigma as if the two were off independently. `nil` when the point is missing.
  public func point(_ keypoint: Keypoint) -> Point? {
    if let point = points[keypoint] { return point }
    switch keypoint {
    case .neck: return middle(.leftShoulder, .rightShoulder)
    case .root: return middle(.leftHip, .rightHip)
    default: return nil
    }
  }

  /// The points in a layout's order, in pixels; `nil` where one is missing, or has no place among
  /// the points that are known here.
  public func points(in layout: KeypointLayout) -> [Point?] {
    layout.points.map { $0.flatMap(point) }
  }

  private func middle(_ left: Keypoint, _ right: Keypoint) -> Point? {
    guard let left = points[left], let right = points[right] else { return nil }
    var presence: Double?
    if let a = left.presence, let b = right.presence { presence = min(a, b) }
    var sigma: Double?
    if let a = left.sigma, let b = right.sigma { sigma = (a * a + b * b).squareRoot() / 2 }
    return Point(
      x: (left.x + right.x) / 2, y: (left.y + right.y) / 2,
      confidence: min(left.confidence, right.confidence), presence: presence, sigma: sigma)
  }
}
