extension PicturePoses {
  /// The finds in a picture that shows its scene mirrored, with the sides called what they are
  /// (`Pose2D.withSidesSwapped`).
  public func withSidesSwapped() -> PicturePoses {
    var picture = self
    picture.people = people.map { $0.withSidesSwapped() }
    picture.hands = hands?.map { $0.withSidesSwapped() }
    return picture
  }
}
