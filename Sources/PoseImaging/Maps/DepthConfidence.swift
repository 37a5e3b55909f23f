/// A depth camera's confidence in a sample: ARKit's `ARConfidenceLevel`, with its numbers.
public enum DepthConfidence: UInt8, Sendable, CaseIterable {
  /// Not to be relied on: edges, dark and glossy surfaces.
  case low = 0
  /// Between the two.
  case medium = 1
  /// As good as the camera can.
  case high = 2
}
