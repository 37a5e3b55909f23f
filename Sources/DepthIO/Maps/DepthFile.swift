public import PoseDocuments
public import PoseImaging

/// A depth map read from a file, with the file's metadata.
public struct DepthFile: Sendable {
  /// The depths, upright: `orientation` has been applied.
  public let map: DepthMap
  /// Width in pixels of the raster in the file, before the orientation was applied.
  public let storedWidth: Int
  /// Height in pixels of the raster in the file, before the orientation was applied.
  public let storedHeight: Int
  /// The orientation that the file states and that has been applied; `up` when it states none.
  public let orientation: ImageOrientation
  /// The unit of the file's numbers, by the caller or the file; `nil` if neither states it.
  public let unit: DepthUnit?
  /// The calibration in the file, for upright pictures; `nil` when there is none.
  public let camera: CameraFile?
  /// The file's other metadata.
  public let details: DepthDetails

  /// Reads a depth map from a file. Its first bytes decide the format.
  ///
  /// Throws a `FileError`: `noSuchFile`, `unknownFormat`, `damaged`, `tooLarge`, `unsuitable` for
  /// a sound file without depth and for one in which nothing was measured, `unitMissing` for
  /// integers whose unit neither the file nor the options state.
  public init(
    contentsOf path: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    if let (stored, file) = try NumPy.depth(inPiecesOf: path, options: options) {
      try self.init(frameOf: stored, in: file)
    } else {
      try self.init(bytes: try FileBytes.read(path), name: path, options: options)
    }
  }

  /// Whether a file is better given by its path than by its bytes, which need not all be in memory.
  package static func isReadInPieces(_ path: String) -> Bool {
    guard let file = RegularFile(path) else { return false }
    return (try? file.bytes(min(file.size, 16), from: 0)).flatMap { FileFormat($0) } == .numPy
  }

  /// Reads a depth map from the bytes of a file; `name` is what errors call it, and where the
  /// companion of a raw file is looked for. Throws as `init(contentsOf:options:)` does.
  public init(
    bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    let file = InputFile(path: name, bytes: bytes, options: options)
    try self.init(frameOf: try Self.stored(file), in: file)
  }

  /// A depth map that is in memory already, upright: depths, or steps of a unit, row by row. Throws
  /// `unitMissing` for steps whose unit the options don't state, and `unsuitable` when nothing was
  /// measured; `name` is what errors call it.
  public init(
    _ samples: DepthSamples, name: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    let file = InputFile(path: name, bytes: [], options: options)
    try self.init(StoredDepth(samples), in: file)
  }

  /// Throws `unsuitable` when the file lacks the frame that is wanted.
  private init(frameOf stored: consuming StoredDepth, in file: InputFile) throws(FileError) {
    let options = file.options
    guard options.frame < stored.details.frameCount else {
      throw file.error(
        .unsuitable,
        "there is no frame \(options.frame): the file has \(stored.details.frameCount), counted from 0"
      )
    }
    try self.init(stored, in: file)
  }

  init(_ stored: consuming StoredDepth, in file: InputFile) throws(FileError) {
    storedWidth = stored.width
    storedHeight = stored.height
    orientation = stored.orientation
    unit = stored.unit(with: file.options)
    camera = stored.camera?.oriented(stored.orientation)
    details = stored.details
    map = try stored.map(for: file)
  }

  private static func stored(_ file: InputFile) throws(FileError) -> StoredDepth {
    switch FileFormat(file.bytes) {
    case .png: return try PNG.depth(file)
    case .tiff: return try TIFF.depth(file)
    case .exr: return try EXR.depth(file)
    case .portableAnymap: return try PortableAnymap.depth(file)
    case .numPy: return try NumPy.depth(file)
    case .zip: return try ZIPArchive.depth(file)
    case .heic: return try HEIC.depth(file)
    case .jpeg: return try JPEGDepth.depth(file)
    case .webP, .gif, .bmp, .pdf, .video:
      throw FileFormat.error(file, expected: expected)
    case nil:
      guard let raw = try RawDepth.depth(file) else {
        throw FileFormat.error(file, expected: expected + RawDepth.advice)
      }
      return raw
    }
  }

  private static let expected =
    "depth maps are read from 16-bit PNG and PGM, TIFF, OpenEXR, PFM, NPY, NPZ, raw numbers with a "
    + "JSON file beside them, Record3D, and phones' HEIC and JPEG"
}
