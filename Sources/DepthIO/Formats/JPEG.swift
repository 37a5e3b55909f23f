internal import CTurboJPEG
internal import PoseDocuments

/// JPEG by TurboJPEG, with the accurate integer DCT and smooth chroma upsampling: bit for bit what
/// libjpeg-turbo's other users (Pillow, OpenCV) get.
enum JPEG {
  /// 8-bit RGB of a JPEG; grey is spread over the channels. Throws `unsuitable` for CMYK and for the
  /// processes that TurboJPEG doesn't know, and `damaged` when so much as one byte is missing.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    try decode(file, channels: 3, format: TJPF_RGB)
  }

  /// 8-bit grey of a JPEG, the brightness of a coloured one. Throws as `color` does.
  static func grey(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    try decode(file, channels: 1, format: TJPF_GRAY)
  }

  private static func decode(
    _ file: InputFile, channels: Int, format: TJPF
  ) throws(FileError) -> Stored<UInt8> {
    let decoder = try Decoder(file)
    return try file.bytes.withUnsafeBufferPointer { source throws(FileError) in
      let header = try decoder.header(source)
      try file.checkSize(width: header.width, height: header.height)
      guard header.colorSpace != TJCS_CMYK.rawValue && header.colorSpace != TJCS_YCCK.rawValue
      else {
        throw file.error(
          .unsuitable,
          "CMYK, the colors of printing, where RGB or grey was expected: save the image as RGB")
      }
      try checkExpansion(file, header)
      var samples = [UInt8](repeating: 0, count: channels * header.width * header.height)
      try samples.withUnsafeMutableBufferPointer { target throws(FileError) in
        try decoder.decode(source, header, channels: channels, format: format, into: target)
      }
      return Stored(
        width: header.width, height: header.height, samples: samples,
        exif: ExifTags(jpeg: file.bytes))
    }
  }
}

extension JPEG {
  /// A block of 64 pixels takes a bit at the least, except by arithmetic coding (T.81, Annex D),
  /// whose processes are those from 0xC9 on.
  private static func checkExpansion(
    _ file: InputFile, _ header: Decoder.Header
  ) throws(FileError) {
    guard let process = JPEGSegments(file.bytes).process, process < 0xC9 else { return }
    try file.checkSize(
      of: "JPEG", width: header.width, height: header.height, bitsAPixel: 8, expansion: 8 * 64)
  }
}

/// TurboJPEG's decompressor; every failure becomes a `FileError`.
private struct Decoder: ~Copyable {
  struct Header {
    var width: Int
    var height: Int
    var colorSpace: UInt32
  }

  private let handle: tjhandle
  private let file: InputFile

  init(_ file: InputFile) throws(FileError) {
    guard let handle = tjInitDecompress() else {
      throw file.error(.damaged, "there is no memory left to read the JPEG")
    }
    self.handle = handle
    self.file = file
  }

  deinit { tjDestroy(handle) }

  func header(_ source: UnsafeBufferPointer<UInt8>) throws(FileError) -> Header {
    var (width, height, subsampling, colorSpace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    // Unusual chroma subsampling is reported as a failure here, after the size has been set, yet
    // is decoded without trouble.
    let result = tjDecompressHeader3(
      handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colorSpace)
    guard result == 0 || (width > 0 && height > 0) else { throw failure() }
    return Header(width: Int(width), height: Int(height), colorSpace: UInt32(colorSpace))
  }

  /// TurboJPEG fills what is missing with grey and only warns; here a warning is a failure,
  /// but for one that costs nothing.
  func decode(
    _ source: UnsafeBufferPointer<UInt8>, _ header: Header, channels: Int, format: TJPF,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FileError) {
    func decompress(_ flags: Int32) -> Bool {
      tjDecompress2(
        handle, source.baseAddress, UInt(source.count), target.baseAddress,
        Int32(header.width), Int32(channels * header.width), Int32(header.height),
        Int32(format.rawValue), flags) == 0
    }
    let flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS
    guard !decompress(flags | TJFLAG_STOPONWARNING) else { return }
    // Some cameras pad the picture's data before its end marker: all of it is there.
    guard isPadded, decompress(flags) || isPadded else { throw failure() }
  }

  /// Whether the first thing that was wrong were bytes too many before the end-of-image marker.
  private var isPadded: Bool {
    let words = String(cString: tjGetErrorStr2(handle))
    return words.contains("extraneous bytes before marker 0xd9")
  }

  private func failure() -> FileError {
    let words = String(cString: tjGetErrorStr2(handle))
    guard !words.hasPrefix("Unsupported JPEG") else {
      return file.error(
        .unsuitable,
        "this kind of JPEG is not read (\(words)): save the image as an ordinary 8-bit JPEG or PNG"
      )
    }
    return file.damaged("JPEG", by: "libjpeg-turbo", words)
  }
}
