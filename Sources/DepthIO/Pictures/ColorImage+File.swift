public import PoseDocuments
public import PoseImaging

extension ColorImage {
  /// The upright picture in a file; `ColorFile(contentsOf:options:)` without what else the file says.
  ///
  /// Throws a `FileError`, as `ColorFile` does.
  public init(contentsOf path: String) throws(FileError) {
    self = try ColorFile(contentsOf: path).image
  }
}
