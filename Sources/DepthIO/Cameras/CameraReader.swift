internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// Reads a camera file of any kind. The syntaxes are in `Syntax`, each giving the same tree; the
/// layouts are in extensions, a file each, which name the source that they were verified with.
struct CameraReader {
  let path: String
  let options: CameraReadingOptions

  /// The maximum size of a camera file, in bytes; a device's listing may have about 100 kB.
  static let sizeLimit = CameraFile.sizeLimit

  func cameraFile(_ bytes: [UInt8]) throws(FileError) -> CameraFile {
    guard bytes.count <= Self.sizeLimit else {
      throw FileError(
        .tooLarge, path: path, "a camera file of more than 1 MiB: this must be something else")
    }
    if PickleTree.begins(bytes) {
      do throws(DocumentNode.Problem) {
        return try pickledFile(bytes)
      } catch {
        throw FileError(.unsuitable, path: path, error)
      }
    }
    let isText = FileFormat(bytes) == nil && !bytes.contains(0)
    guard isText, let text = String(validating: bytes, as: UTF8.self),
      let syntax = CameraSyntax(text)
    else {
      let found = FileFormat(bytes).map { "this is \($0.words)" }
      throw FileError(
        .unknownFormat, path: path,
        "\(found ?? "this is no camera file"); camera files are read from JSON, YAML, XML, TOML, "
          + "pickles of OpenCap, lists of numbers and what rs-enumerate-devices -c prints")
    }
    do throws(DocumentNode.Problem) {
      switch syntax {
      case .json: return try cameraFile(DocumentNode(parsing: bytes))
      case .yaml: return try cameraFile(DocumentNode(YAMLTree.value(of: text)))
      case .xml:
        let tree = try XMLTree(parsing: bytes)
        if Self.isQualisys(tree) { return try qualisysFile(tree) }
        return try cameraFile(DocumentNode(FileStorageXML.value(of: tree)))
      case .toml:
        var parser = TOMLParser(text)
        return try cameraFile(DocumentNode(parser.document()))
      case .numbers: return try numbersFile(text)
      case .deviceListing: return try deviceListingFile(text)
      }
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  private func cameraFile(_ document: DocumentNode) throws(DocumentNode.Problem) -> CameraFile {
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
    colorFromDepth: RigidTransform? = nil, gravity: SIMD3<Double>? = nil
  ) -> CameraFile {
    CameraFile(
      path: path, color: color, depth: depth, depthUnit: depthUnit,
      colorFromDepth: colorFromDepth, gravity: gravity)
  }
}
