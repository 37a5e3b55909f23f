/// Where a camera stands around a person, by an image of them.
public struct PlacementScene: Sendable {
  /// A number with its uncertainty.
  public struct Value: Sendable, Equatable {
    /// The number.
    public var value: Double
    /// One standard deviation.
    public var sigma: Double

    /// A number with one standard deviation.
    public init(value: Double, sigma: Double) { (self.value, self.sigma) = (value, sigma) }
  }

  /// The direction from the person to the camera around the vertical, in radians: 0 in front of the person,
  /// positive at their left.
  public var azimuth: Value
  /// The horizontal distance from the middle of the person, in metres.
  public var distance: Value
  /// The height of the lens above the floor, in metres.
  public var height: Value
  /// The downward pitch of the camera, in radians; `nil` where the place was stated and not seen.
  public var pitch: Double?
  /// Whether the camera as it is turned shows the whole exercise; `nil` where the place was stated.
  public var framing: PlacementEstimate.Framing?

  /// A camera's place around a person, as it was found or stated.
  public init(
    azimuth: Value, distance: Value, height: Value, pitch: Double? = nil,
    framing: PlacementEstimate.Framing? = nil
  ) {
    (self.azimuth, self.distance, self.height) = (azimuth, distance, height)
    (self.pitch, self.framing) = (pitch, framing)
  }

  /// The camera's place.
  public var placement: CameraPlacement {
    CameraPlacement(azimuth: azimuth.value, distance: distance.value, height: height.value)
  }
}
