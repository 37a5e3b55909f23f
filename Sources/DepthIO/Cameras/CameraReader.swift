/// Reads a camera file of any kind. The syntaxes are in `Syntax`, each giving the same tree; the
/// layouts are in extensions, a file each, which name the source that they were verified with.
struct CameraReader {
  let path: String
  let options: CameraReadingOptions

  /// The longest camera file that is read, in bytes; a device's listing may have some 100 kB.
  static let sizeLimit = CameraFile.sizeLimit

  func cameraFile(_ bytes: [UInt8]) throws(DepthIOError) -> CameraFile {
    guard bytes.count <= Self.sizeLimit else {
      throw DepthIOError(
        .tooLarge, path: path, "a camera file of more than 1 MiB: this must be something else")
    }
    let isText = FileFormat(bytes) == nil && !bytes.contains(0)
    guard isText, let text = String(validating: bytes, as: UTF8.self),
      let syntax = CameraSyntax(text)
    else {
      let found = FileFormat(bytes).map { "this is a \($0.rawValue) file" }
      throw DepthIOError(
        .unknownFormat, path: path,
        "\(found ?? "this is no camera file"); camera files are read from JSON, YAML, XML, TOML, "
          + "lists of numbers and what rs-enumerate-devices -c prints")
    }
    do throws(JSONNode.Problem) {
      switch syntax {
      case .json: return try cameraFile(JSONNode(parsing: bytes))
      case .yaml: return try cameraFile(JSONNode(YAMLTree.value(of: text)))
      case .xml: return try cameraFile(JSONNode(FileStorageXML.value(of: bytes)))
      case .toml:
        var parser = TOMLParser(text)
        return try cameraFile(JSONNode(parser.document()))
      case .numbers: return try numbersFile(text)
      case .deviceListing: return try deviceListingFile(text)
      }
    } catch {
      throw DepthIOError(.unsuitable, path: path, error.message)
    }
  }

  private func cameraFile(_ document: JSONNode) throws(JSONNode.Problem) -> CameraFile {
    if document["schema"] != nil { return try pose3DFile(document) }
    if let information = document["CalibrationInformation"] {
      return try azureKinectFile(information)
    }
    if Self.isOpen3D(document) { return try open3DFile(document) }
    if Self.isRealSense(document) { return try realSenseFile(document) }
    if Self.isPose2Sim(document) { return try pose2SimFile(document) }
    if Self.isSLAMSettings(document) { return try slamSettingsFile(document) }
    if Self.isOpenCV(document) { return try openCVFile(document) }
    return try pose3DFile(document)
  }

  func file(
    color: Camera, depth: Camera? = nil, depthUnit: DepthUnit? = nil,
    colorFromDepth: Extrinsics? = nil, gravity: SIMD3<Double>? = nil
  ) -> CameraFile {
    CameraFile(
      path: path, color: color, depth: depth, depthUnit: depthUnit,
      colorFromDepth: colorFromDepth, gravity: gravity)
  }
}
