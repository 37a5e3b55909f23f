internal import CSpng
internal import PoseDocuments
internal import PoseImaging
import PoseSystem

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
