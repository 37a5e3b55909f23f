extension HandPose {
  /// The fingers that are stretched out, the thumb included; `nil` when the hand has no world
  /// landmarks to tell it from.
  public var extendedFingers: Set<Finger>? {
    worldLandmarks.isEmpty ? nil : []
  }
}
