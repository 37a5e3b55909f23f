/// A measured joint angle, or the reason why it can't be measured.
public struct JointAngle: Sendable, Equatable {
  /// The reason why an angle has no value. The raw value is the word in files.
  public enum Reason: String, Sendable {
    /// The joints don't show it in this pose: a bone without length, no axes to measure in, a knee
    /// bent the wrong way; or what it is measured against is unknown (foot points, the vertical).
    case unobservable
    /// A limb is too straight, or folded too far, to show the plane in which it is bent.
    case limbTooStraight
    /// The bone lies along the axis about which the angle is measured.
    case gimbalLock
    /// A joint of the limb was not seen: its place is the prior's alone.
    case jointInferred
  }

  /// The name in the catalogue, `leftElbowFlexion`.
  public let name: String
  /// Radians; `nil` when it can't be measured.
  public let value: Double?
  /// One standard deviation in radians, propagated from the joints'; `nil` without a value, and where
  /// the joints' own is unknown.
  public let sigma: Double?
  /// The reason why there is no value; `nil` when there is one.
  public let reason: Reason?

  /// A measured angle, in radians.
  public init(name: String, value: Double, sigma: Double?) {
    (self.name, self.value, self.sigma, reason) = (name, value, sigma, nil)
  }

  /// An angle that can't be measured.
  public init(name: String, reason: Reason) {
    (self.name, value, sigma, self.reason) = (name, nil, nil, reason)
  }
}
