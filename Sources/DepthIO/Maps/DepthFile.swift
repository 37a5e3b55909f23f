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
      try Self.refuseChannel(of: file)
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

  /// Throws where a channel is named: the file has none by name.
  private static func refuseChannel(of file: InputFile) throws(FileError) {
    guard let channel = file.options.channel else { return }
    throw file.error(
      .unsuitable,
      "it has no channels to find \"\(channel)\" among, as OpenEXR and NPZ files have: "
        + "leave the channel out")
  }

  private static func stored(_ file: InputFile) throws(FileError) -> StoredDepth {
    let format = FileFormat(file.bytes)
    if format != .exr, format != .zip { try refuseChannel(of: file) }
    switch format {
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

extension DepthFile {
  /// The depth map that a colour picture's own file holds: an iPhone's or Android phone's HEIC or
  /// JPEG, an OpenEXR file with depth beside the colours, a Record3D recording.
  ///
  /// The result is that of `DepthFile(contentsOf:options:)`, and `nil` for a file without a depth map or of
  /// a kind that never holds both. The colours are not checked. Throws a `FileError` when the file can't be
  /// opened, or holds a depth map that can't be read.
  public static func embedded(
    in path: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> DepthFile? {
    try embedded(inBytes: try FileBytes.read(path), name: path, options: options)
  }

  /// The same from the bytes of a file; `name` is what errors call it.
  public static func embedded(
    inBytes bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> DepthFile? {
    let file = InputFile(path: name, bytes: bytes, options: options)
    guard let stored = try embedded(file) else { return nil }
    if [.jpeg, .heic].contains(FileFormat(bytes)) { try refuseChannel(of: file) }
    return try DepthFile(stored, in: file)
  }

  private static func embedded(_ file: InputFile) throws(FileError) -> StoredDepth? {
    switch FileFormat(file.bytes) {
    case .jpeg: return try JPEGDepth.embedded(file)
    case .heic: return try HEIC.embedded(file)
    case .zip: return try ZIPArchive.depth(file)
    case .exr:
      do throws(FileError) {
        return try EXR.depth(file)
      } catch {
        guard error.code == .unsuitable, file.options.channel == nil else { throw error }
        return nil
      }
    case .png, .tiff, .portableAnymap, .numPy, .webP, .gif, .bmp, .pdf, .video, nil: return nil
    }
  }
}

extension DepthFile {
  /// A depth map that is in memory already, upright, with the calibration of its view.
  package init(_ map: DepthMap, camera: CameraFile?, details: DepthDetails) {
    (storedWidth, storedHeight) = (map.width, map.height)
    (orientation, unit) = (.up, nil)
    self.map = map
    self.camera = camera
    self.details = details
  }

  /// The same depth map turned or mirrored, with its calibration.
  package func oriented(_ orientation: ImageOrientation) -> DepthFile {
    DepthFile(map.oriented(orientation), camera: camera?.oriented(orientation), details: details)
  }
}

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

/// The metadata of a depth file.
public struct DepthDetails: Sendable, Equatable {
  /// Whether the distances themselves can be believed, or only their ratios
  /// (`AVDepthData.Accuracy`).
  public enum Accuracy: String, Sendable {
    /// Distances are in metres.
    case absolute
    /// Ratios of distances hold; the distances themselves don't.
    case relative
  }

  /// The kind of file, `PNG`.
  public var format: String
  /// The type of the file's numbers, `16-bit integers`.
  public var encoding: String
  /// Whether the distances can be believed; `nil` when the file doesn't state it.
  public var accuracy: Accuracy?
  /// The device's own word about the map's quality, `high`; `nil` when the file doesn't state it.
  public var quality: String?
  /// Whether the device has smoothed the map and filled its holes; `nil` when the file doesn't state it.
  public var isFiltered: Bool?
  /// The number of frames in the file.
  public var frameCount = 1
  /// Notes about this file for the user, a sentence each.
  public var notes: [String] = []

  /// The details that every file has.
  public init(format: String, encoding: String) {
    self.format = format
    self.encoding = encoding
  }
}

/// Options for reading a file of images or depth.
public struct ReadingOptions: Sendable {
  /// The unit of a depth file's samples; `nil` for the file's own. Files of integers hardly ever
  /// have one; floating-point numbers without a unit are taken for metres.
  public var depthUnit: DepthUnit?
  /// The unit of integers for which neither `depthUnit` nor the file gives one, as a camera file
  /// does; `nil` for none: they are refused.
  public var unitOfIntegers: DepthUnit?
  /// The channel of an OpenEXR file or the array of an NPZ file that holds the depth; `nil` for the
  /// one with a usual name.
  public var channel: String?
  /// The number of the frame, from 0, in a recording of several.
  public var frame = 0
  /// The largest picture that is decoded, in pixels: 256 megapixels unless it is changed. A few
  /// hundred bytes can claim 60000×60000 pixels; the claim is checked before a buffer of that size
  /// is asked for.
  public var pixelLimit = 256_000_000

  /// The defaults.
  public init() {}

  /// The defaults, with what the samples of a depth file mean.
  public init(depthUnit: DepthUnit?) { self.depthUnit = depthUnit }
}
