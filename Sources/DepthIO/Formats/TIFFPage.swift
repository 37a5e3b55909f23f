internal import CTIFF
internal import PoseDocuments
internal import PoseImaging

/// One page of a TIFF: its tags, and its strips or tiles decoded one by one.
struct TIFFPage {
  /// A strip or a tile: where its part inside the picture lies.
  struct Block {
    let index: UInt32
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// The plane of a picture whose channels are stored one after the other; 0 in any other.
    let plane: Int
  }

  let file: InputFile
  let stream: TIFFStream
  /// The number of pages in the file.
  let pageCount: Int
  let width: Int
  let height: Int
  let channels: Int
  let bits: Int
  let sampleFormat: Int
  let photometric: Int32
  let compression: UInt16
  /// Whether every channel is stored by itself.
  let isPlanar: Bool
  let orientation: ImageOrientation
  private let isTiled: Bool
  /// The size of a strip or tile.
  private let block: (width: Int, height: Int)

  /// The page that the caller asks for. Throws `damaged`, `tooLarge`, and `unsuitable` for a page
  /// that isn't there and for a compression that can't be undone.
  init(_ file: InputFile) throws(FileError) {
    // The widest samples are of 8 bytes; several channels come in less.
    let (largest, overflow) = file.options.pixelLimit.multipliedReportingOverflow(by: 8)
    let stream = TIFFStream(
      file.bytes, mode: "r", largestAllocation: max(1 << 20, overflow ? Int.max : largest))
    self.file = file
    self.stream = stream
    guard let tiff = stream.tiff else { throw Self.damaged(file, stream) }
    pageCount = Int(TIFFNumberOfDirectories(tiff))
    let frame = file.options.frame
    guard frame >= 0 && frame < max(1, pageCount) else {
      throw file.error(
        .unsuitable,
        "page \(frame) was asked for, and the file has \(pageCount), numbered from 0")
    }
    guard frame == 0 || TIFFSetDirectory(tiff, UInt32(frame)) != 0 else {
      throw Self.damaged(file, stream)
    }
    func short(_ tag: Int32) -> Int? {
      var value: UInt16 = 0
      return tiff_get_short(tiff, UInt32(tag), &value) == 0 ? nil : Int(value)
    }
    func long(_ tag: Int32) -> Int {
      var value: UInt32 = 0
      return tiff_get_long(tiff, UInt32(tag), &value) == 0 ? 0 : Int(value)
    }
    width = long(TIFFTAG_IMAGEWIDTH)
    height = long(TIFFTAG_IMAGELENGTH)
    channels = short(TIFFTAG_SAMPLESPERPIXEL) ?? 1
    bits = short(TIFFTAG_BITSPERSAMPLE) ?? 1
    sampleFormat = short(TIFFTAG_SAMPLEFORMAT) ?? 1
    photometric = Int32(short(TIFFTAG_PHOTOMETRIC) ?? Int(PHOTOMETRIC_MINISBLACK))
    compression = UInt16(short(TIFFTAG_COMPRESSION) ?? Int(COMPRESSION_NONE))
    isPlanar = channels > 1 && short(TIFFTAG_PLANARCONFIG) == Int(PLANARCONFIG_SEPARATE)
    orientation = short(TIFFTAG_ORIENTATION).flatMap(ImageOrientation.init) ?? .up
    isTiled = TIFFIsTiled(tiff) != 0
    let rows = long(TIFFTAG_ROWSPERSTRIP)
    block =
      isTiled
      ? (long(TIFFTAG_TILEWIDTH), long(TIFFTAG_TILELENGTH))
      : (width, rows == 0 ? height : min(rows, height))
    guard width > 0 && height > 0 && channels > 0 && block.width > 0 && block.height > 0 else {
      throw file.damaged("TIFF", by: "libtiff", "no size")
    }
    try file.checkSize(width: width, height: height)
    try file.checkSize(width: block.width, height: block.height)
    try checkCompression()
    if let expansion = Self.expansions[compression] {
      // Color differences may be stored for every few pixels only.
      let bits = photometric == PHOTOMETRIC_YCBCR ? bits : bits * channels
      try file.checkSize(
        of: "TIFF", width: width, height: height, bitsAPixel: bits, expansion: expansion)
    }
  }

  // MARK: Pixels

  /// The number of strips or tiles of all planes.
  var blockCount: Int { blocksAPlane * (isPlanar ? channels : 1) }
  /// The number of samples between a row of a decoded strip or tile and the next.
  var rowStride: Int { block.width * (isPlanar ? 1 : channels) }
  /// Bytes that the largest strip or tile takes when decoded.
  private var blockSize: Int { rowStride * block.height * ((bits + 7) / 8) }

  private var columns: Int { (width + block.width - 1) / block.width }
  private var blocksAPlane: Int { columns * ((height + block.height - 1) / block.height) }

  private func block(at index: Int) -> Block {
    let (plane, place) = index.quotientAndRemainder(dividingBy: blocksAPlane)
    let (row, column) = place.quotientAndRemainder(dividingBy: columns)
    let (x, y) = (column * block.width, row * block.height)
    return Block(
      index: UInt32(index), x: x, y: y, width: min(block.width, width - x),
      height: min(block.height, height - y), plane: plane)
  }

  /// Decodes strip by strip, or tile by tile, and hands over each with its samples in the machine's
  /// byte order, rows `rowStride` samples apart. Whole bytes a sample only.
  func forEachBlock(
    _ body: (Block, UnsafeRawBufferPointer) -> Void
  ) throws(FileError) {
    let size = Int(isTiled ? TIFFTileSize(stream.tiff) : TIFFStripSize(stream.tiff))
    // Subsampled and packed kinds have other sizes, and are not decoded here.
    guard size == blockSize else {
      throw file.damaged("TIFF", by: "libtiff", "wrong strip size")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    for index in 0..<blockCount {
      let block = block(at: index)
      let wanted = tmsize_t(isTiled ? size : rowStride * block.height * (bits / 8))
      let read =
        isTiled
        ? TIFFReadEncodedTile(stream.tiff, block.index, buffer.baseAddress, wanted)
        : TIFFReadEncodedStrip(stream.tiff, block.index, buffer.baseAddress, wanted)
      guard read == wanted else { throw Self.damaged(file, stream) }
      try checkWarnings()
      body(block, UnsafeRawBufferPointer(buffer))
    }
  }

  /// The picture as libtiff itself turns the rarer kinds into RGB, one byte per channel: palettes, fewer
  /// bits than 8, YCbCr. The orientation is not applied.
  func rgb() throws(FileError) -> [UInt8] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    // Whatever the orientation, rows stay where they are.
    let upright = UInt32(ORIENTATION_TOPLEFT)
    guard tiff_set(stream.tiff, UInt32(TIFFTAG_ORIENTATION), upright) != 0,
      TIFFReadRGBAImageOriented(
        stream.tiff, UInt32(width), UInt32(height), &pixels, Int32(upright), 1) != 0
    else { throw Self.damaged(file, stream) }
    try checkWarnings()
    var samples = [UInt8](repeating: 0, count: 3 * pixels.count)
    for (index, pixel) in pixels.enumerated() {
      samples[3 * index] = UInt8(truncatingIfNeeded: pixel)
      samples[3 * index + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      samples[3 * index + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
    }
    return samples
  }

  // MARK: Other tags

  /// The value that stands for "nothing measured" in geographers' files: GDAL's tag 42113, a number
  /// as text.
  var noData: Double? {
    var (length, text): (UInt32, UnsafeMutablePointer<CChar>?) = (0, nil)
    guard tiff_get_text(stream.tiff, 42113, &length, &text) != 0, let text else { return nil }
    let characters = UnsafeRawBufferPointer(start: text, count: Int(length))
    let number = String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
    return Double(number.split(separator: " ").joined())
  }

  /// Whether the only channel beyond the colours is transparency.
  var hasAlpha: Bool {
    var (count, kinds): (UInt16, UnsafeMutablePointer<UInt16>?) = (0, nil)
    guard tiff_get_shorts(stream.tiff, UInt32(TIFFTAG_EXTRASAMPLES), &count, &kinds) != 0,
      count == 1, let kinds
    else { return false }
    return kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA
  }

  // MARK: Errors

  private func checkCompression() throws(FileError) {
    // Some programs write differences under a compression for which the format knows none, and
    // libtiff takes them for the samples.
    if [COMPRESSION_PACKBITS, 34887].contains(Int32(compression)),
      let tags = TIFFTags(file.bytes[...]), let first = tags.firstDirectory,
      let predictor = tags.integer(tag: 317, directory: first), predictor > 1
    {
      throw file.error(
        .unsuitable,
        "the TIFF states a predictor for a compression that has none, and what its numbers are is not "
          + "certain: save it with deflate or LZW")
    }
    // The JPEG of 1992, which every writer did in its own way.
    let isOldJPEG = compression == COMPRESSION_OJPEG
    guard isOldJPEG || TIFFIsCODECConfigured(compression) == 0 else { return }
    let name = Self.compressions[compression] ?? "method \(compression)"
    throw file.error(
      .unsuitable,
      "the TIFF is compressed by \(name), which is not read here: save it with deflate or LZW")
  }

  /// The most bytes that a packed one can become; the other methods have no bound. LZW's longest
  /// string, fewer than 4096 bytes, takes 12 bits.
  private static let expansions: [UInt16: Int] = [
    1: 1, 5: 4096 * 8 / 12, 8: InputFile.deflateExpansion, 32946: InputFile.deflateExpansion,
    32773: 64,
  ]

  private static let compressions: [UInt16: String] = [
    5: "LZW", 6: "the JPEG of TIFF 6.0", 7: "JPEG", 8: "deflate", 32946: "deflate",
    34712: "JPEG 2000", 34887: "LERC", 34892: "DNG's JPEG", 34925: "LZMA", 50000: "Zstandard",
    50001: "WebP", 50002: "JPEG XL",
  ]

  /// libjpeg fills what is missing with grey and only warns. Other warnings cost nothing.
  private func checkWarnings() throws(FileError) {
    guard compression == COMPRESSION_JPEG, let warning = stream.warning else { return }
    throw file.damaged("TIFF", by: "libtiff", warning)
  }

  private static func damaged(_ file: InputFile, _ stream: TIFFStream) -> FileError {
    file.damaged("TIFF", by: "libtiff", stream.error ?? stream.warning)
  }
}

/// The tags of a TIFF structure (TIFF 6.0, section 2), as EXIF and the Multi-Picture Format use it,
/// every access checked against the bytes there are: what doesn't fit isn't there.
struct TIFFTags {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init?(_ bytes: ArraySlice<UInt8>) {
    switch Array(bytes.prefix(4)) {
    case [0x49, 0x49, 42, 0]: isLittleEndian = true
    case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
  }

  /// The position of the first directory.
  var firstDirectory: Int? { integer(at: 4, count: 4) }

  /// The first value of a tag of type SHORT (3) or LONG (4); `nil` when it isn't there.
  func integer(tag: Int, directory: Int) -> Int? {
    guard let entry = entry(tag: tag, directory: directory) else { return nil }
    switch integer(at: entry + 2, count: 2) {
    case 3: return integer(at: entry + 8, count: 2)
    case 4: return integer(at: entry + 8, count: 4)
    default: return nil
    }
  }

  /// The range of the bytes of a tag of type UNDEFINED (7) that is longer than 4; `nil` when it
  /// isn't there or ends after the structure.
  func range(ofBytesAt tag: Int, directory: Int) -> Range<Int>? {
    guard let entry = entry(tag: tag, directory: directory), integer(at: entry + 2, count: 2) == 7,
      let count = integer(at: entry + 4, count: 4), count > 4,
      let start = integer(at: entry + 8, count: 4), start + count <= bytes.count
    else { return nil }
    return start..<(start + count)
  }

  /// An integer of `count` bytes, at most 4, in the structure's byte order.
  func integer(at position: Int, count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    let start = bytes.startIndex + position
    let field = bytes[start..<(start + count)]
    return isLittleEndian
      ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
  }

  private func entry(tag: Int, directory: Int) -> Int? {
    guard let count = integer(at: directory, count: 2) else { return nil }
    for entry in 0..<count {
      let position = directory + 2 + 12 * entry
      guard let found = integer(at: position, count: 2) else { return nil }
      if found == tag { return position }
    }
    return nil
  }
}
