/// How often a request of a `VNVideoProcessor` is performed, under the names of 2020.
public struct VNVideoProcessingOption: Sendable, Hashable, RawRepresentable {
  /// The option's name.
  public let rawValue: String
  /// An option from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A number n: every n-th frame.
  public static let frameCadence = VNVideoProcessingOption(
    rawValue: "VNVideoProcessingOptionFrameCadence")
  /// Seconds from one frame to the next.
  public static let timeInterval = VNVideoProcessingOption(
    rawValue: "VNVideoProcessingOptionTimeInterval")
}
