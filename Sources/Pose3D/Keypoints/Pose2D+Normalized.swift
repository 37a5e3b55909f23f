extension Pose2D.Point {
  /// Vision's normalised place of the point in a picture of this size: x right and y up from the
  /// lower-left corner, 0…1 within the picture, ((x + 0.5)/width, 1 − (y + 0.5)/height) as in
  /// `BodyPose.pointInImage`. The half pixel lies between the corner and the first pixel's centre.
  public func normalized(width: Int, height: Int) -> SIMD2<Double> {
    SIMD2((x + 0.5) / Double(width), 1 - (y + 0.5) / Double(height))
  }

  /// A point at Vision's normalised place in a picture of this size; undoes `normalized`.
  public init(
    normalized: SIMD2<Double>, width: Int, height: Int, confidence: Double,
    presence: Double? = nil
  ) {
    self.init(
      x: normalized.x * Double(width) - 0.5, y: (1 - normalized.y) * Double(height) - 0.5,
      confidence: confidence, presence: presence)
  }
}
