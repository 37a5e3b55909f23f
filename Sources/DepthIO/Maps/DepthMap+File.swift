public import PoseDocuments
public import PoseImaging

extension DepthMap {
  /// The upright depth map in a file; `DepthFile(contentsOf:options:)` without the file's other
  /// metadata. An orientation that only the colour image states is the caller's to apply, by
  /// `oriented(_:)`.
  ///
  /// Throws a `FileError`, as `DepthFile` does; `unitMissing` for integers without a unit.
  public init(contentsOf path: String, unit: DepthUnit? = nil) throws(FileError) {
    self = try DepthFile(contentsOf: path, options: ReadingOptions(depthUnit: unit)).map
  }
}
