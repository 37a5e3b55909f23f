internal import CTIFF
internal import PoseDocuments

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
        "CMYK, the colors of printing, where RGB or grey was expected: save the picture as RGB")
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
        + "palette or YCbCr of up to 16 bits was expected: save the picture as 8-bit RGB")
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
