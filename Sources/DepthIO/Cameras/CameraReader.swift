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

/// Intrinsics as numbers without names: `fx fy cx cy` and the distortion `d0 … d4` on one line, as the
/// TUM RGB-D data set tabulates them ("Intrinsic Camera Calibration of the Kinect"), or a 3×3 or 4×4
/// matrix, as ScanNet, 7-Scenes and NumPy's `savetxt` write it. `#` starts a comment.
extension CameraReader {
  func numbersFile(_ text: String) throws(DocumentNode.Problem) -> CameraFile {
    var rows: [[DocumentValue]] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.prefix { $0 != "#" }
      let words = content.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ";" }
      guard !words.isEmpty else { continue }
      guard rows.count < 4, words.count <= 16 else { throw Self.noIntrinsics(rows.count + 1) }
      rows.append(
        words.map { word in Double(word).map(DocumentValue.number) ?? .string(String(word)) })
    }
    let document = DocumentNode(.object(["numbers": .array(rows.flatMap { $0 })]))
    guard let list = document["numbers"] else { throw document.mismatch(expected: "numbers") }
    let numbers = Array(try list.list(of: "numbers"))
    for node in numbers { _ = try node.number() }
    guard let size = options.colorSize else {
      throw DocumentNode.Problem(
        "intrinsics without the size of the image they belong to: give the image with them")
    }
    switch rows.map(\.count) {
    case [4], [8], [9], [12]:
      return file(
        color: try camera(
          size, fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3],
          distortion: try openCVDistortion(Array(numbers[4...]), in: list)))
    case [3, 3, 3]: return file(color: try camera(size, matrix: numbers, distortion: nil))
    case [4, 4, 4, 4]:
      let inner = [0, 1, 2, 4, 5, 6, 8, 9, 10].map { numbers[$0] }
      return file(color: try camera(size, matrix: inner, distortion: nil))
    default: throw Self.noIntrinsics(rows.count)
    }
  }

  private static func noIntrinsics(_ rows: Int) -> DocumentNode.Problem {
    DocumentNode.Problem(
      "\(rows) \(rows == 1 ? "line" : "lines") of numbers that are no intrinsics: fx fy cx cy on one "
        + "line, with 4, 5 or 8 coefficients of the distortion after them, or a matrix of 3×3 or 4×4 "
        + "were expected")
  }
}

/// Options of a camera file's reader for facts that the file may lack.
public struct CameraReadingOptions: Sendable {
  /// The size in pixels of the colour picture as it is stored. Needed for files that don't state the
  /// size their intrinsics belong to (TUM, some of OpenCV's), and for calibrations of a device, which
  /// hold for every mode (Azure Kinect, `rs-enumerate-devices -c`).
  public var colorSize: (width: Int, height: Int)?
  /// The size in pixels of the depth map as it is stored. Calibrations of a device have a depth
  /// camera only when this is given and belongs to one of its modes; a map registered to the colour
  /// picture has the picture's size.
  public var depthSize: (width: Int, height: Int)?
  /// The camera that is meant in a file of several (Pose2Sim, Qualisys).
  public var cameraName: String?

  /// Nothing known.
  public init() {}

  /// The sizes of the picture and of the depth map, as they are stored.
  public init(
    colorSize: (width: Int, height: Int)?, depthSize: (width: Int, height: Int)? = nil
  ) {
    self.colorSize = colorSize
    self.depthSize = depthSize
  }
}
