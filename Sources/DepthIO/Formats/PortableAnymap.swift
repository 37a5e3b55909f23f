enum PortableAnymap {
  static func depth(_ file: InputFile) throws(DepthIOError) -> StoredDepth {
    throw FileFormat.error(file, expected: "not read yet")
  }

  static func color(_ file: InputFile) throws(DepthIOError) -> Stored<UInt8> {
    throw FileFormat.error(file, expected: "not read yet")
  }

  static func encoded(_ map: DepthMap) -> [UInt8] { [] }
}
