/// The metadata of a depth file.
public struct DepthDetails: Sendable, Equatable {
  /// Whether the distances themselves can be believed, or only their ratios
  /// (`AVDepthData.Accuracy`).
  public enum Accuracy: String, Sendable {
    /// Distances are in metres.
    case absolute
    /// Ratios of distances hold; the distances themselves don't.
    case relative
  }

  /// The kind of file, `PNG`.
  public var format: String
  /// The type of the file's numbers, `16-bit integers`.
  public var encoding: String
  /// Whether the distances can be believed; `nil` when the file doesn't state it.
  public var accuracy: Accuracy?
  /// The device's own word about the map's quality, `high`; `nil` when the file doesn't state it.
  public var quality: String?
  /// Whether the device has smoothed the map and filled its holes; `nil` when the file doesn't state it.
  public var isFiltered: Bool?
  /// The number of frames in the file.
  public var frameCount = 1
  /// Notes about this file for the user, a sentence each.
  public var notes: [String] = []

  /// The details that every file has.
  public init(format: String, encoding: String) {
    self.format = format
    self.encoding = encoding
  }
}
