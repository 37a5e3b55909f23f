internal import CTIFF
internal import PoseDocuments
internal import PoseImaging

/// TIFF by libtiff: strips and tiles, classic and big, in either byte order, with every compression
/// that the library was built with. `ReadingOptions.frame` is the page.
enum TIFF {
  /// The samples of a page with one channel, exactly as stored: integers of 16 and 32 bits,
  /// floating-point numbers of 16, 32 and 64 bits. Integers below 0 become 0, and so does GDAL's
  /// "no data" value, which is NaN among floating-point numbers.
  ///
  /// Throws `unsuitable` for any other kind. Among them are integers for which white is 0: it is
  /// unknown whether their writer meant them to be inverted.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    let page = try TIFFPage(file)
    let noData = page.noData
    let samples: StoredDepth.Samples
    let kind = try kind(of: page)
    switch kind {
    case (.unsigned, 16):
      samples = .steps16(
        try decode(page) { (sample: UInt16) in Double(sample) == noData ? 0 : sample })
    case (.signed, 16):
      samples = .steps16(
        try decode(page) { (sample: Int16) in
          Double(sample) == noData ? 0 : UInt16(max(0, sample))
        })
    case (.unsigned, 32):
      samples = .steps32(
        try decode(page) { (sample: UInt32) in Double(sample) == noData ? 0 : sample })
    case (.signed, 32):
      samples = .steps32(
        try decode(page) { (sample: Int32) in
          Double(sample) == noData ? 0 : UInt32(max(0, sample))
        })
    case (.floating, 16):
      let noData = noData.map { Float($0) }
      samples = .distances(
        try decode(page) { (sample: UInt16) in
          let distance = Float(halfBits: sample)
          return distance == noData ? .nan : distance
        })
    case (.floating, 32):
      let noData = noData.map { Float($0) }
      samples = .distances(try decode(page) { (sample: Float) in sample == noData ? .nan : sample })
    default:
      samples = .distances(
        try decode(page) { (sample: Double) in sample == noData ? .nan : Float(sample) })
    }
    var depth = StoredDepth(
      width: page.width, height: page.height, samples: samples,
      details: DepthDetails(
        format: "TIFF", encoding: "\(page.bits)-bit \(kind.numbers.name)"))
    depth.orientation = page.orientation
    depth.details.frameCount = page.pageCount
    return depth
  }

  /// The number format of a sample's bits.
  private enum Numbers {
    case unsigned, signed, floating

    var name: String { self == .floating ? "floating-point numbers" : "integers" }
  }

  private static func kind(
    of page: TIFFPage
  ) throws(FileError) -> (numbers: Numbers, bits: Int) {
    let numbers: Numbers? =
      switch Int32(page.sampleFormat) {
      case SAMPLEFORMAT_UINT, SAMPLEFORMAT_VOID: .unsigned
      case SAMPLEFORMAT_INT: .signed
      case SAMPLEFORMAT_IEEEFP: .floating
      default: nil
      }
    let found = "\(page.bits)-bit \(numbers?.name ?? "complex numbers")"
    let expected =
      "where one channel of 16-bit integers or of floating-point numbers was expected for a depth map"
    guard page.channels == 1 else {
      throw page.file.error(.unsuitable, "\(page.channels) channels of \(found) \(expected)")
    }
    guard page.photometric != PHOTOMETRIC_PALETTE else {
      throw page.file.error(.unsuitable, "a palette of colors \(expected)")
    }
    guard let numbers, (numbers == .floating ? [16, 32, 64] : [16, 32]).contains(page.bits) else {
      let isPreview = numbers != .floating && page.bits <= 8
      throw page.file.error(
        .unsuitable,
        "\(found) \(expected)"
          + (isPreview ? "; a preview scaled to 8 bits holds no distances" : ""))
    }
    guard numbers == .floating || page.photometric != PHOTOMETRIC_MINISWHITE else {
      throw page.file.error(
        .unsuitable,
        "integers for which white is 0 (photometric interpretation 0), so that it is open whether "
          + "they are distances: save them with black as 0")
    }
    return (numbers, page.bits)
  }

  private static func decode<Stored, Sample>(
    _ page: TIFFPage, _ convert: (Stored) -> Sample
  ) throws(FileError) -> [Sample] where Sample: ExpressibleByIntegerLiteral {
    var samples = [Sample](repeating: 0, count: page.width * page.height)
    let (width, stride) = (page.width, page.rowStride)
    try samples.withUnsafeMutableBufferPointer { samples throws(FileError) in
      try page.forEachBlock { block, bytes in
        let stored = bytes.assumingMemoryBound(to: Stored.self)
        for row in 0..<block.height {
          let target = (block.y + row) * width + block.x
          for column in 0..<block.width {
            samples[target + column] = convert(stored[row * stride + column])
          }
        }
      }
    }
    return samples
  }
}

extension TIFF {
  /// 8-bit RGB of a page: grey, RGB, palettes, YCbCr (JPEG too), in one plane or several. 16-bit
  /// samples keep their high byte; channels beyond the colours, transparency among them, are dropped.
  ///
  /// Throws `unsuitable` for CMYK and any other kind.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    let page = try TIFFPage(file)
    var exif = ExifTags(tiff: file.bytes)
    exif.orientation = page.orientation
    return Stored(
      width: page.width, height: page.height, samples: try rgb(of: page), exif: exif)
  }

  private static func rgb(of page: TIFFPage) throws(FileError) -> [UInt8] {
    let isInteger = page.sampleFormat == SAMPLEFORMAT_UINT || page.sampleFormat == SAMPLEFORMAT_VOID
    let isOneChannel = page.channels == 1 || (page.channels == 2 && page.hasAlpha)
    switch (page.photometric, page.bits) {
    case (PHOTOMETRIC_SEPARATED, _):
      throw page.file.error(
        .unsuitable,
        "CMYK, the colors of printing, where RGB or grey was expected: save the image as RGB")
    case (PHOTOMETRIC_RGB, 8) where isInteger && page.channels >= 3:
      return try decode(page, colors: 3) { (sample: UInt8) in sample }
    case (PHOTOMETRIC_RGB, 16) where isInteger && page.channels >= 3:
      return try decode(page, colors: 3) { (sample: UInt16) in UInt8(sample >> 8) }
    case (PHOTOMETRIC_MINISBLACK, 8) where isInteger && isOneChannel:
      return try decode(page, colors: 1) { (sample: UInt8) in sample }
    case (PHOTOMETRIC_MINISBLACK, 16) where isInteger && isOneChannel:
      return try decode(page, colors: 1) { (sample: UInt16) in UInt8(sample >> 8) }
    case (PHOTOMETRIC_MINISWHITE, 8) where isInteger && isOneChannel:
      return try decode(page, colors: 1) { (sample: UInt8) in ~sample }
    case (PHOTOMETRIC_MINISWHITE, 16) where isInteger && isOneChannel:
      return try decode(page, colors: 1) { (sample: UInt16) in UInt8(~sample >> 8) }
    case (PHOTOMETRIC_MINISBLACK, 1), (PHOTOMETRIC_MINISBLACK, 2), (PHOTOMETRIC_MINISBLACK, 4),
      (PHOTOMETRIC_MINISWHITE, 1), (PHOTOMETRIC_MINISWHITE, 2), (PHOTOMETRIC_MINISWHITE, 4),
      (PHOTOMETRIC_PALETTE, 1), (PHOTOMETRIC_PALETTE, 2), (PHOTOMETRIC_PALETTE, 4),
      (PHOTOMETRIC_PALETTE, 8):
      guard page.channels == 1 else { throw unsuitable(page) }
      return try page.rgb()
    case (PHOTOMETRIC_YCBCR, 8) where page.channels == 3:
      return try page.rgb()
    default:
      throw unsuitable(page)
    }
  }

  private static func unsuitable(_ page: TIFFPage) -> FileError {
    let channels = page.channels == 1 ? "1 channel" : "\(page.channels) channels"
    let numbers =
      page.sampleFormat == SAMPLEFORMAT_IEEEFP ? "\(page.bits)-bit floats" : "\(page.bits) bits"
    return page.file.error(
      .unsuitable,
      "\(channels) of \(numbers) (photometric interpretation \(page.photometric)) where RGB, grey, a "
        + "palette or YCbCr of up to 16 bits was expected: save the image as 8-bit RGB")
  }

  /// The first channels of every pixel; one is spread over red, green and blue.
  private static func decode<Sample>(
    _ page: TIFFPage, colors: Int, _ convert: (Sample) -> UInt8
  ) throws(FileError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 3 * page.width * page.height)
    let (width, stride) = (page.width, page.rowStride)
    let (step, isPlanar) = (page.isPlanar ? 1 : page.channels, page.isPlanar)
    try pixels.withUnsafeMutableBufferPointer { pixels throws(FileError) in
      try page.forEachBlock { block, bytes in
        guard block.plane < colors else { return }
        let samples = bytes.assumingMemoryBound(to: Sample.self)
        for row in 0..<block.height {
          var target = 3 * ((block.y + row) * width + block.x)
          for column in 0..<block.width {
            let source = row * stride + column * step
            if colors == 1 {
              let grey = convert(samples[source])
              pixels[target] = grey
              pixels[target + 1] = grey
              pixels[target + 2] = grey
            } else if isPlanar {
              pixels[target + block.plane] = convert(samples[source])
            } else {
              for color in 0..<3 { pixels[target + color] = convert(samples[source + color]) }
            }
            target += 3
          }
        }
      }
    }
    return pixels
  }
}

extension TIFF {
  /// The map as a TIFF of 32-bit floating-point metres in strips, little endian, deflated after the
  /// floating-point predictor (Adobe TIFF Technical Note 3); NaN where nothing was measured. The same
  /// map gives the same bytes: no date and no program is named.
  static func encoded(_ map: DepthMap, path: String) throws(FileError) -> [UInt8] {
    let stream = TIFFStream(mode: "wl", largestAllocation: Int.max)
    func failure() -> FileError {
      FileError(
        .unwritable, path: path,
        "libtiff can't write this map: \(stream.error ?? "no reason given")")
    }
    guard let tiff = stream.tiff, let width = UInt32(exactly: map.width),
      let height = UInt32(exactly: map.height)
    else { throw failure() }
    // About 64 kB a strip, which a reader can hold in its cache.
    let rows = min(map.height, max(1, 16384 / map.width))
    let tags: [(Int32, UInt32)] = [
      (TIFFTAG_IMAGEWIDTH, width), (TIFFTAG_IMAGELENGTH, height), (TIFFTAG_SAMPLESPERPIXEL, 1),
      (TIFFTAG_BITSPERSAMPLE, 32), (TIFFTAG_SAMPLEFORMAT, UInt32(SAMPLEFORMAT_IEEEFP)),
      (TIFFTAG_PHOTOMETRIC, UInt32(PHOTOMETRIC_MINISBLACK)),
      (TIFFTAG_PLANARCONFIG, UInt32(PLANARCONFIG_CONTIG)),
      (TIFFTAG_ORIENTATION, UInt32(ORIENTATION_TOPLEFT)),
      (TIFFTAG_COMPRESSION, UInt32(COMPRESSION_ADOBE_DEFLATE)),
      (TIFFTAG_PREDICTOR, UInt32(PREDICTOR_FLOATINGPOINT)),
      (TIFFTAG_ROWSPERSTRIP, UInt32(rows)),
    ]
    for (tag, value) in tags {
      guard tiff_set(tiff, UInt32(tag), value) != 0 else { throw failure() }
    }
    var strip: [Float] = []
    for first in stride(from: 0, to: map.height, by: rows) {
      // libtiff applies the predictor in place: to a copy.
      let end = min(first + rows, map.height) * map.width
      strip = Array(map.metres[(first * map.width)..<end])
      let size = tmsize_t(strip.count * MemoryLayout<Float>.size)
      guard TIFFWriteEncodedStrip(tiff, UInt32(first / rows), &strip, size) == size else {
        throw failure()
      }
    }
    guard TIFFWriteDirectory(tiff) != 0 else { throw failure() }
    return stream.bytes
  }
}

/// libtiff's handle for a file in memory, read or written. Nothing is ever printed: messages are
/// kept for the sentence of an error.
final class TIFFStream {
  /// libtiff's own handle; it lives as long as this object. `nil` when the file can't be opened.
  private(set) var tiff: OpaquePointer?
  /// The file.
  private(set) var bytes: [UInt8]
  private var position = 0
  private let messages = UnsafeMutablePointer<tiff_message>.allocate(capacity: 2)

  /// Opens bytes for reading ("r") or an empty file for writing ("w"), asking for no more than so
  /// many bytes at a time; `nil` when libtiff won't, which `error` explains.
  init(_ bytes: [UInt8] = [], mode: String, largestAllocation: Int) {
    self.bytes = bytes
    messages.initialize(repeating: tiff_message(), count: 2)
    let options = TIFFOpenOptionsAlloc()
    defer { TIFFOpenOptionsFree(options) }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(largestAllocation))
    tiff_keep_messages(options, messages, messages + 1)
    // The handle is closed in `deinit`, so that the reference it holds needn't count.
    tiff = TIFFClientOpenExt(
      "memory", mode, Unmanaged.passUnretained(self).toOpaque(),
      { TIFFStream.of($0).read($1, $2) }, { TIFFStream.of($0).write($1, $2) },
      { TIFFStream.of($0).seek($1, from: $2) }, { _ in 0 },
      { UInt64(TIFFStream.of($0).bytes.count) }, { _, _, _ in 0 }, { _, _, _ in }, options)
  }

  deinit {
    if tiff != nil { TIFFClose(tiff) }
    messages.deallocate()
  }

  /// libtiff's first error, and its first warning; `nil` when there was none.
  var error: String? { text(of: messages) }
  /// libtiff's first warning; `nil` when there was none.
  var warning: String? { text(of: messages + 1) }

  private func text(of message: UnsafeMutablePointer<tiff_message>) -> String? {
    let text = withUnsafeBytes(of: &message.pointee.text) { characters in
      String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }

  // MARK: What libtiff calls

  private static func of(_ handle: UnsafeMutableRawPointer?) -> TIFFStream {
    Unmanaged<TIFFStream>.fromOpaque(handle!).takeUnretainedValue()
  }

  private func read(_ target: UnsafeMutableRawPointer?, _ size: tmsize_t) -> tmsize_t {
    let count = Int(size)
    guard let target, count > 0, position < bytes.count else { return 0 }
    let available = min(count, bytes.count - position)
    bytes.withUnsafeBytes { source in
      target.copyMemory(from: source.baseAddress! + position, byteCount: available)
    }
    position += available
    return tmsize_t(available)
  }

  private func write(_ source: UnsafeMutableRawPointer?, _ size: tmsize_t) -> tmsize_t {
    let count = Int(size)
    guard let source, count > 0 else { return 0 }
    let overlap = min(count, max(0, bytes.count - position))
    if position > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: position - bytes.count))
    }
    let new = UnsafeRawBufferPointer(start: source, count: count)
    bytes.replaceSubrange(position..<(position + overlap), with: new)
    position += count
    return size
  }

  private func seek(_ offset: UInt64, from origin: Int32) -> UInt64 {
    let start =
      switch origin {
      case 1: position
      case 2: bytes.count
      default: 0
      }
    // Offsets from the end are negative numbers; anything else beyond 2^62 is nonsense, and reading
    // there finds nothing.
    let target = start &+ Int(truncatingIfNeeded: offset)
    position = target >= 0 && target < 1 << 62 ? target : Int.max >> 1
    return UInt64(position)
  }
}
