/// The bodies and hands in one picture, as they go into a file.
public struct PicturePoses: Sendable, Equatable {
  /// The picture's file, as the user named it.
  public var file: String
  /// Size of the upright picture in pixels.
  public var width, height: Int
  /// The people in it.
  public var people: [Pose2D]
  /// The hands in it; `nil` when hands were not looked for.
  public var hands: [HandPose]?

  /// The finds in a picture.
  public init(
    file: String, width: Int, height: Int, people: [Pose2D], hands: [HandPose]? = nil
  ) {
    self.file = file
    self.width = width
    self.height = height
    self.people = people
    self.hands = hands
  }
}

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
