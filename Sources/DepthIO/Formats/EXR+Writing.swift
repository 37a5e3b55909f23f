internal import CEXR
internal import PoseDocuments
internal import PoseImaging

extension EXR {
  /// The map as an OpenEXR of one channel `Z` of 32-bit floating-point metres, compressed by ZIP; NaN
  /// where nothing was measured. The same map gives the same bytes.
  static func encoded(_ map: DepthMap, path: String) throws(FileError) -> [UInt8] {
    let stream = EXRStream()
    guard write(map, to: stream), stream.finish() else {
      throw FileError(
        .unwritable, path: path,
        "OpenEXR can't write this map: \(stream.message ?? "no reason given")")
    }
    return stream.bytes
  }

  private static func write(_ map: DepthMap, to stream: EXRStream) -> Bool {
    let (context, size) = (stream.context, MemoryLayout<Float>.stride)
    var (part, rows): (Int32, Int32) = (0, 0)
    guard context != nil, let width = Int32(exactly: map.width),
      let height = Int32(exactly: map.height), let rowStride = Int32(exactly: map.width * size),
      exr_add_part(context, nil, EXR_STORAGE_SCANLINE, &part) == 0,
      exr_initialize_required_attr_simple(context, part, width, height, EXR_COMPRESSION_ZIP) == 0,
      exr_add_channel(context, part, "Z", EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1) == 0,
      exr_write_header(context) == 0, exr_get_scanlines_per_chunk(context, part, &rows) == 0,
      rows > 0
    else { return false }
    // The pipeline points into itself, and has to stay where it is.
    let pipeline = UnsafeMutablePointer<exr_encode_pipeline_t>.allocate(capacity: 1)
    defer { pipeline.deallocate() }
    return map.metres.withUnsafeBytes { metres in
      for y in stride(from: 0, to: height, by: Int(rows)) {
        var info = exr_chunk_info_t()
        pipeline.initialize(to: exr_encode_pipeline_t())
        guard exr_write_scanline_chunk_info(context, part, y, &info) == 0,
          exr_encoding_initialize(context, part, &info, pipeline) == 0
        else { return false }
        defer { exr_encoding_destroy(context, pipeline) }
        let channel = pipeline.pointee.channels!
        channel.pointee.encode_from_ptr = metres.baseAddress?
          .advanced(by: Int(y) * map.width * size).assumingMemoryBound(to: UInt8.self)
        channel.pointee.user_pixel_stride = Int32(size)
        channel.pointee.user_line_stride = rowStride
        guard exr_encoding_choose_default_routines(context, part, pipeline) == 0,
          exr_encoding_run(context, part, pipeline) == 0
        else { return false }
      }
      return true
    }
  }
}
