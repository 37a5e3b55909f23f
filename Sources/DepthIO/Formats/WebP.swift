internal import CWebP
internal import PoseDocuments

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
      var data = WebPData(bytes: source.baseAddress, size: source.count)
      guard let demuxer = WebPDemux(&data) else { throw damaged(file, VP8_STATUS_BITSTREAM_ERROR) }
      defer { WebPDemuxDelete(demuxer) }
      return Stored(
        width: width, height: height,
        samples: try firstFrame(file, demuxer, width, height), exif: exif(demuxer))
    }
  }

  /// The first frame, or the only one, on a canvas that is black where the frame doesn't cover it.
  private static func firstFrame(
    _ file: InputFile, _ demuxer: OpaquePointer, _ width: Int, _ height: Int
  ) throws(FileError) -> [UInt8] {
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else {
      throw damaged(file, VP8_STATUS_BITSTREAM_ERROR)
    }
    defer { WebPDemuxReleaseIterator(&frame) }
    let (left, top) = (Int(frame.x_offset), Int(frame.y_offset))
    guard left >= 0, top >= 0, left + Int(frame.width) <= width,
      top + Int(frame.height) <= height
    else { throw damaged(file, VP8_STATUS_BITSTREAM_ERROR) }
    var samples = [UInt8](repeating: 0, count: 3 * width * height)
    let isWhole = samples.withUnsafeMutableBufferPointer { target in
      let start = 3 * (top * width + left)
      return WebPDecodeRGBInto(
        frame.fragment.bytes, frame.fragment.size, target.baseAddress! + start,
        target.count - start, Int32(3 * width)) != nil
    }
    guard isWhole else { throw damaged(file, VP8_STATUS_BITSTREAM_ERROR) }
    return samples
  }

  /// The tags of the EXIF chunk (WebP container specification), before which some programs leave the
  /// mark that it has in a JPEG.
  private static func exif(_ demuxer: OpaquePointer) -> ExifTags {
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
