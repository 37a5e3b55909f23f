public import PoseGeometry

/// The two points of a foot that show which way it points, in the frame of the skeleton's joints.
public struct Foot: Sendable, Equatable, Codable {
  /// The back of the heel, in metres.
  public var heel: Vector3
  /// The tip of the big toe, in metres.
  public var toe: Vector3
  /// One standard deviation of each of the two along each axis, relative to the ankle, in metres;
  /// `nil` when unknown.
  public var sigma: Double?

  /// A foot from its points.
  public init(heel: Vector3, toe: Vector3, sigma: Double? = nil) {
    self.heel = heel
    self.toe = toe
    self.sigma = sigma
  }
}
