internal import CSpng
internal import PoseDocuments
internal import PoseImaging
import PoseSystem

/// PNG by libspng, whose plain interface changes no sample: neither gamma nor significant bits nor
/// a colour profile is applied.
enum PNG {
  /// 8-bit RGB of any PNG. Grey is spread over the channels, palettes are looked up, 16-bit samples
  /// keep their high byte, and alpha is dropped: a transparent pixel keeps the colour stored for it.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    try decode(file, channels: 3, format: SPNG_FMT_RGB8) { _ throws(FileError) in }
  }

  /// The samples of a 16-bit grey PNG exactly as stored; throws `unsuitable` for any other kind.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    let stored: Stored<UInt16> = try decode(file, channels: 1, format: SPNG_FMT_PNG) {
      header throws(FileError) in
      let isGrey = header.color_type == UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue)
      guard isGrey && header.bit_depth == 16 else {
        throw file.error(
          .unsuitable,
          "\(header.bit_depth)-bit \(kind(header)) where 16-bit grey was expected for a depth map"
            + (isGrey ? "; a preview scaled to 8 bits holds no distances" : ""))
      }
    }
    var depth = StoredDepth(
      width: stored.width, height: stored.height, samples: .steps16(stored.samples),
      details: DepthDetails(format: "PNG", encoding: "16-bit integers"))
    depth.orientation = stored.exif.orientation
    return depth
  }

  private static func kind(_ header: spng_ihdr) -> String {
    switch UInt32(header.color_type) {
    case UInt32(SPNG_COLOR_TYPE_GRAYSCALE.rawValue): "grey"
    case UInt32(SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue): "grey with alpha"
    case UInt32(SPNG_COLOR_TYPE_INDEXED.rawValue): "palette"
    case UInt32(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue): "color with alpha"
    default: "color"
    }
  }

  private static func bits(_ header: spng_ihdr) -> Int {
    let channels =
      switch UInt32(header.color_type) {
      case UInt32(SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue): 2
      case UInt32(SPNG_COLOR_TYPE_TRUECOLOR.rawValue): 3
      case UInt32(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue): 4
      default: 1
      }
    return channels * Int(header.bit_depth)
  }

  private static func decode<Sample: FixedWidthInteger>(
    _ file: InputFile, channels: Int, format: spng_format,
    check: (spng_ihdr) throws(FileError) -> Void
  ) throws(FileError) -> Stored<Sample> {
    try file.bytes.withUnsafeBufferPointer { source throws(FileError) in
      let decoder = try Decoder(file)
      let header = try decoder.header(of: source)
      let (width, height) = (Int(header.width), Int(header.height))
      try file.checkSize(width: width, height: height)
      try check(header)
      try file.checkSize(
        of: "PNG", width: width, height: height, bitsAPixel: bits(header),
        expansion: InputFile.deflateExpansion)
      var samples = [Sample](repeating: 0, count: channels * width * height)
      try samples.withUnsafeMutableBufferPointer { target throws(FileError) in
        try decoder.decode(into: UnsafeMutableRawBufferPointer(target), format: format)
      }
      return Stored(
        width: width, height: height, samples: samples, exif: ExifTags(tiff: decoder.exif()))
    }
  }
}

/// libspng's context for one file in memory; every failure becomes a `FileError`.
private struct Decoder: ~Copyable {
  private let context: OpaquePointer
  private let file: InputFile

  init(_ file: InputFile) throws(FileError) {
    guard let context = spng_ctx_new(0) else {
      throw file.error(.damaged, "there is no memory left to read the PNG")
    }
    self.context = context
    self.file = file
  }

  deinit { spng_ctx_free(context) }

  /// Opens the bytes, which have to outlive every later call.
  func header(of source: UnsafeBufferPointer<UInt8>) throws(FileError) -> spng_ihdr {
    // Text and profile chunks: at most 64 MB one by one and together.
    try check(spng_set_chunk_limits(context, 64 << 20, 64 << 20))
    try check(spng_set_png_buffer(context, source.baseAddress, source.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    // The header's checksum counts only once the reader has gone on to the next chunk; do so before
    // the size is used.
    try check(spng_decode_chunks(context))
    return header
  }

  /// Decodes the whole picture and reads on to the end of the file, so that a file cut short
  /// anywhere is noticed.
  func decode(
    into target: UnsafeMutableRawBufferPointer, format: spng_format
  ) throws(FileError) {
    let format = Int32(format.rawValue)
    try check(spng_decode_image(context, target.baseAddress, target.count, format, 0))
    try check(spng_decode_chunks(context))
  }

  /// The content of the eXIf chunk; empty without one.
  func exif() -> [UInt8] {
    var exif = spng_exif()
    guard spng_get_exif(context, &exif) == 0, let data = exif.data else { return [] }
    return UnsafeRawBufferPointer(start: data, count: exif.length).map { $0 }
  }

  private func check(_ code: Int32) throws(FileError) {
    guard code != 0 else { return }
    throw file.damaged("PNG", by: "libspng", String(cString: spng_strerror(code)))
  }
}

extension PNG {
  /// The map as a 16-bit grey PNG in whole millimetres, rounded; 0 where nothing was measured and
  /// beyond 65.535 m. What was measured stays so: less than half a millimetre becomes 1. The same map
  /// gives the same bytes.
  static func encoded(_ map: DepthMap, path: String) throws(FileError) -> [UInt8] {
    func check(_ code: Int32) throws(FileError) {
      guard code != 0 else { return }
      throw FileError(
        .unwritable, path: path,
        "libspng can't write this map: \(String(cString: spng_strerror(code)))")
    }
    guard let width = UInt32(exactly: map.width), let height = UInt32(exactly: map.height),
      let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue))
    else {
      throw FileError(.unwritable, path: path, "there is no memory left to write the PNG")
    }
    defer { spng_ctx_free(context) }
    var header = spng_ihdr()
    header.width = width
    header.height = height
    header.bit_depth = 16
    header.color_type = UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue)
    try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
    try check(spng_set_ihdr(context, &header))
    let samples = map.metres.map(millimetres)
    let format = Int32(SPNG_FMT_PNG.rawValue)
    let flags = Int32(SPNG_ENCODE_FINALIZE.rawValue)
    try check(spng_encode_image(context, samples, 2 * samples.count, format, flags))
    var (count, code): (Int, Int32) = (0, 0)
    let buffer = spng_get_png_buffer(context, &count, &code)
    try check(code)
    defer { free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: count))
  }

  private static func millimetres(_ metres: Float) -> UInt16 {
    guard metres > 0 else { return 0 }  // NaN, where nothing was measured
    let rounded = (1000 * Double(metres)).rounded()
    return rounded > Double(UInt16.max) ? 0 : max(1, UInt16(rounded))
  }
}
