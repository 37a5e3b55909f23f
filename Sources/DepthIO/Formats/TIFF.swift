internal import CTIFF
internal import PoseDocuments

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
