public import PoseDocuments
public import PoseImaging

extension ColorImage {
  /// The upright image in a file; `ColorFile(contentsOf:options:)` without the file's other
  /// metadata.
  ///
  /// Throws a `FileError`, as `ColorFile` does.
  public init(contentsOf path: String) throws(FileError) {
    self = try ColorFile(contentsOf: path).image
  }
}
