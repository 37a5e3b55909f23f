public import PoseDocuments

extension DepthFile {
  /// A depth map from raw numbers in memory, and one byte per sample, row by row without padding, of
  /// ARKit's confidence levels (0, 1, 2) where the device gives them. `name` is what errors call it.
  ///
  /// Throws `mismatch` when the layout takes other bytes than there are, `tooLarge` beyond the
  /// limit of the options, `unitMissing` for integers whose unit neither the layout nor the options
  /// state, and `unsuitable` for a layout that contradicts itself, for unknown confidence levels
  /// and when nothing was measured.
  public init(
    raw bytes: [UInt8], layout: RawDepthLayout, confidence: [UInt8]? = nil,
    name: String = "raw depths", options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    let file = InputFile(path: name, bytes: bytes, options: options)
    let part = confidence.map { file.part($0) }
    try self.init(try RawDepth.stored(file, layout: layout, confidence: part), in: file)
  }
}
