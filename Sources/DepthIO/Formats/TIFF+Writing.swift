internal import CTIFF
internal import PoseDocuments
internal import PoseImaging

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
