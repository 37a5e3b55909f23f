enum RawDepth {
  static func depth(_ file: InputFile) throws(DepthIOError) -> StoredDepth? {
    throw FileFormat.error(file, expected: "not read yet")
  }
}
