internal import CWebP
internal import Documents

/// WebP, lossy and lossless, by libwebp; of an animation, its first frame.
enum WebP {
  /// 8-bit RGB of a WebP, without its alpha channel. Throws `damaged` when bytes are missing.
  ///
  /// A few bytes of a lossless WebP may hold a uniform picture of any size: what they cost is limited by the
  /// caller's pixel limit alone.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    // The number of the bytes that follow it (WebP container specification).
    guard let length = file.bytes.littleEndian(at: 4, count: 4), length + 8 <= file.bytes.count
    else {
      throw damaged(file, VP8_STATUS_NOT_ENOUGH_DATA)
    }
    return try file.bytes.withUnsafeBufferPointer { source throws(FileError) in
      var features = WebPBitstreamFeatures()
      let status = WebPGetFeatures(source.baseAddress, source.count, &features)
      guard status == VP8_STATUS_OK else { throw damaged(file, status) }
      let (width, height) = (Int(features.width), Int(features.height))
      try file.checkSize(width: width, height: height)
      let samples =
        features.has_animation == 0
        ? try picture(file, source, width, height) : try firstFrame(file, source, width, height)
      return Stored(width: width, height: height, samples: samples, exif: exif(source))
    }
  }

  private static func picture(
    _ file: InputFile, _ source: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int
  ) throws(FileError) -> [UInt8] {
    var samples = [UInt8](repeating: 0, count: 3 * width * height)
    let isWhole = samples.withUnsafeMutableBufferPointer { target in
      WebPDecodeRGBInto(
        source.baseAddress, source.count, target.baseAddress, target.count, Int32(3 * width)) != nil
    }
    guard isWhole else { throw damaged(file, VP8_STATUS_BITSTREAM_ERROR) }
    return samples
  }

  private static func firstFrame(
    _ file: InputFile, _ source: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int
  ) throws(FileError) -> [UInt8] {
    var data = WebPData(bytes: source.baseAddress, size: source.count)
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0,
      let decoder = WebPAnimDecoderNew(&data, &options)
    else { throw damaged(file, VP8_STATUS_BITSTREAM_ERROR) }
    defer { WebPAnimDecoderDelete(decoder) }
    var information = WebPAnimInfo()
    var (canvas, time): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    guard WebPAnimDecoderGetInfo(decoder, &information) != 0,
      information.canvas_width == width, information.canvas_height == height,
      WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0, let canvas
    else { throw damaged(file, VP8_STATUS_BITSTREAM_ERROR) }
    return [UInt8](unsafeUninitializedCapacity: 3 * width * height) { samples, count in
      for pixel in 0..<width * height {
        for channel in 0..<3 { samples[3 * pixel + channel] = canvas[4 * pixel + channel] }
      }
      count = 3 * width * height
    }
  }

  /// The tags of the EXIF chunk (WebP container specification), before which some programs leave the
  /// mark that it has in a JPEG.
  private static func exif(_ source: UnsafeBufferPointer<UInt8>) -> ExifTags {
    var data = WebPData(bytes: source.baseAddress, size: source.count)
    guard let demuxer = WebPDemux(&data) else { return ExifTags(tiff: []) }
    defer { WebPDemuxDelete(demuxer) }
    var chunk = WebPChunkIterator()
    guard WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) != 0 else { return ExifTags(tiff: []) }
    defer { WebPDemuxReleaseChunkIterator(&chunk) }
    let bytes = [UInt8](UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
    let mark = Array("Exif\0\0".utf8)
    return ExifTags(tiff: bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes)
  }

  private static func damaged(_ file: InputFile, _ status: VP8StatusCode) -> FileError {
    let words =
      switch status {
      case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
      case VP8_STATUS_UNSUPPORTED_FEATURE: "unsupported feature"
      case VP8_STATUS_NOT_ENOUGH_DATA: "not enough data"
      default: "bitstream error"
      }
    return file.damaged("WebP", by: "libwebp", words)
  }
}
