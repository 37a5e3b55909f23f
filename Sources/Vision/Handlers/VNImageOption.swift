/// A setting of a handler's image.
public struct VNImageOption: Sendable, Hashable, RawRepresentable {
  /// The option's name.
  public let rawValue: String
  /// An option from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The camera's intrinsics in pixels of the raster, before it is turned: a `matrix_float3x3`, or
  /// `Data` with its bytes, as a sample buffer has them attached.
  public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
  /// The picture's properties, which have no effect.
  public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
  /// A context of Core Image, which has no effect.
  public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
}
